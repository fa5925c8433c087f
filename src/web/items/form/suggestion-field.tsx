import { type LabelKind, isOfDates, traitsOf } from '../../../shared/structure/label-kinds.ts'
import { useRef, useState } from 'react'
import type { Beginning } from '../../../shared/lib/expiry-dates.ts'
import type { FieldLabel } from '../../../shared/structure/room-structure.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { listSuggestions } from '../../../shared/items/suggestions.api.ts'
import { beginsWords, MOST_SUGGESTIONS } from '../../../shared/items/begins-words.ts'
import { call, changesSoFar } from '../../lib/call.ts'
import { identifies } from '../../../shared/structure/label-columns.ts'
import { ComboField } from '../../ui/forms/combo-field.tsx'
import type { FormField } from '../../lib/forms/use-form.ts'
import { DateInterpretation } from './date-interpretation.tsx'

/** Debounce. */
const DEBOUNCE_MS = 80

interface Answer {
  /** The query. */
  q: string
  values: readonly string[]
  /** The change counter at that time: the answer knows no later entries. */
  changes: number
}

/** Whether the answer contains every suggestion for the text. */
const covers = ({ q, values, changes }: Answer, text: string): boolean =>
  changes === changesSoFar() && values.length < MOST_SUGGESTIONS && text.startsWith(q)

interface SuggestionFieldProps extends FormField {
  subcatID: number
  label: FieldLabel
  kind: LabelKind | undefined
  /** The item's dates from which '2 years' can count. */
  startDates: readonly Beginning[]
}

/** No phone may correct a model number or color code. */
const AS_TYPED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

/** A field of an item with suggestions from values entered under its label. Shows none if loading fails. */
export const SuggestionField = ({ subcatID, label, kind, startDates, ...field }: SuggestionFieldProps) => {
  const [answer, setAnswer] = useState<Answer>()
  const request = useRef<AbortController>(undefined)
  const { value, onChange } = field

  const ask = (text: string) => {
    request.current?.abort()
    const q = text.trim()
    if (q.length > LIMITS.itemField || (answer && covers(answer, q))) return
    const { signal } = (request.current = new AbortController())
    const get = async () => {
      const changes = changesSoFar()
      const query = { subcatID, field: label.field, q }
      const { suggestions } = await call(listSuggestions, { query }, { signal })
      if (!signal.aborted) setAnswer({ q, values: suggestions, changes })
    }
    setTimeout(() => {
      if (!signal.aborted) get().catch(() => {})
    }, DEBOUNCE_MS)
  }

  const choices = (answer?.values ?? []).filter((text) => text !== value.trim() && beginsWords(text, value))
  return (
    <ComboField
      {...field}
      label={label.label}
      {...(identifies(label.label) && AS_TYPED)}
      inputMode={traitsOf(kind).keyboard ?? undefined}
      hint={
        isOfDates(kind) && (
          <DateInterpretation
            name={field.name}
            kind={kind}
            text={value}
            isStored={field.changed === false}
            startDates={startDates}
            onChoose={onChange}
          />
        )
      }
      listName={`${label.label} entered before`}
      choices={choices.map((text) => ({ key: text, content: text }))}
      onOpen={() => ask(value)}
      onChange={(text) => {
        onChange(text)
        ask(text)
      }}
      onChoose={({ key }) => onChange(key)}
    />
  )
}
