import { type LabelKind, isOfDates, traitsOf } from '../../../shared/structure/label-kinds.ts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { dateInWords, readDate, type ReadDate } from '../../../shared/lib/dates.ts'
import { readDuration } from '../../../shared/lib/durations.ts'
import { readEnd, type Beginning } from '../../../shared/lib/expiry-dates.ts'
import type { Slot } from '../../../shared/structure/room-structure.api.ts'
import { languageOf } from '../../lib/own-language.ts'
import { Button } from '../../ui/button.tsx'
import styles from './date-interpretation.module.css'

const language = languageOf(navigator.language)

const inWords = (iso: string): string => dateInWords(iso, language, 'long')

/** Stored text is read independently of the locale. If it is a date only in this locale, the user is asked. */
const readStored = (text: string): ReadDate => {
  const [all, own] = [readDate(text), readDate(text, language)]
  if (own.is !== 'date' || all.is === 'date') return own
  return { is: 'ambiguous', readings: all.is === 'ambiguous' ? all.readings : [own] }
}

const wordsFor = (date: ReadDate & { after?: string }, text: string, kind: LabelKind): string => {
  if (date.is === 'date') return date.after ? `${inWords(date.iso)}, counted from ${date.after}` : inWords(date.iso)
  if (date.is === 'empty') return ''
  if (date.is === 'ambiguous') return date.readings.length > 1 ? 'Which date did you mean?' : 'Did you mean this date?'
  if (traitsOf(kind).date === 'ends' && readDuration(text)) return 'Counts from the purchase date, if the item has one.'
  return traitsOf(kind).date === 'ends'
    ? 'We couldn’t read this as a date, so it won’t appear in Coming Up.'
    : 'We couldn’t read this as a date, so it stays as text.'
}

/** Announce only after the user stops typing. */
const PAUSE_MS = 1000

/**
 * Announces the interpretation to screen readers when typing pauses. Outside the field's description, so that it is not read with
 * the field.
 */
const Announcement = ({ words, form }: { words: string; form: Element }) => {
  const [atFirst] = useState(words)
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const pause = setTimeout(
      () => setAnnounced((before) => (before === '' && words === atFirst ? '' : words)),
      PAUSE_MS,
    )
    return () => clearTimeout(pause)
  }, [words, atFirst])
  return createPortal(
    <span role="status" className="visually-hidden">
      {announced}
    </span>,
    form,
  )
}

interface DateInterpretationProps {
  /** The name of the field. */
  name: string
  kind: LabelKind
  text: string
  /** The text is stored and was not typed here. */
  isStored?: boolean
  /** The dates from which '2 years' can count. */
  startDates?: readonly Beginning[]
  onChoose: (iso: string) => void
}

/** Shows below a field how a typed date is understood. Its line is always reserved. */
export const DateInterpretation = ({
  name,
  kind,
  text,
  isStored = false,
  startDates = [],
  onChoose,
}: DateInterpretationProps) => {
  const [element, setElement] = useState<Element | null>(null)
  const form = element?.closest('form')
  const written = isStored ? readStored(text) : readDate(text, language)
  const end = traitsOf(kind).date === 'ends' && written.is === 'unreadable' ? readEnd(text, startDates) : undefined
  const date = end?.is === 'date' ? end : written
  const words = wordsFor(date, text, kind)
  const readings = date.is === 'ambiguous' ? date.readings : []
  return (
    <span
      ref={setElement}
      className={readings.length > 0 ? 'row wrap gap-8' : date.is === 'unreadable' ? styles.kept : undefined}
    >
      {words || '\u00a0'}
      {readings.map(({ iso }) => (
        <Button
          key={iso}
          onClick={() => {
            onChoose(iso)
            const field = form?.elements.namedItem(name)
            if (field instanceof HTMLElement) field.focus()
          }}
        >
          {inWords(iso)}
        </Button>
      ))}
      {form && (
        <Announcement words={`${words} ${readings.map(({ iso }) => inWords(iso)).join(' or ')}`.trim()} form={form} />
      )}
    </span>
  )
}

interface FieldKind {
  field: Slot
  kind?: LabelKind | undefined
}

/** Dates as ISO 8601; any other text unchanged. */
const asStored = (text: string): string => {
  const date = readDate(text, language)
  return date.is === 'date' ? date.iso : text
}

/** The texts as stored: those under date labels as ISO dates. */
export const withDates = <Texts extends Partial<Record<Slot, string>>>(
  texts: Texts,
  kinds: readonly FieldKind[] = [],
): Texts => {
  const dates = kinds.filter(({ field, kind }) => texts[field] && isOfDates(kind))
  return { ...texts, ...Object.fromEntries(dates.map(({ field }) => [field, asStored(texts[field] ?? '')])) }
}
