import { dateInWords, readDate } from '../../shared/dates.ts'
import type { LabelKind } from '../../shared/room-structure.ts'
import { Button } from '../ui/button.tsx'
import type { ItemDraft } from './item-draft.ts'
import type { FieldKind } from './later-dates.ts'
import styles from './written-dates.module.css'

const { language } = navigator

const inWords = (iso: string): string => dateInWords(iso, language, 'long')

interface UnderstoodDateProps {
  /** Of the field. */
  name: string
  kind: LabelKind
  text: string
  onChoose: (iso: string) => void
}

/** How a date is understood that somebody writes, below its field, which keeps a line for it. */
export const UnderstoodDate = ({ name, kind, text, onChoose }: UnderstoodDateProps) => {
  const date = readDate(text, language)
  if (date.is === 'date') return inWords(date.iso)
  if (date.is === 'empty') return '\u00a0'
  if (date.is === 'unreadable')
    return (
      <span className={styles.kept}>
        {kind === 'end' ? 'Kept as written: no date, so it does not come up.' : 'Kept as written: no date.'}
      </span>
    )
  return (
    <span className={styles.asked}>
      Which one is meant?
      {date.readings.map(({ iso }) => (
        <Button
          key={iso}
          onClick={({ currentTarget: { form } }) => {
            onChoose(iso)
            const field = form?.elements.namedItem(name)
            if (field instanceof HTMLElement) field.focus()
          }}
        >
          {inWords(iso)}
        </Button>
      ))}
    </span>
  )
}

/** The texts as they are stored: in fields for dates what can only be one as ISO 8601 writes it, all else as it was typed. */
export const withDates = (
  texts: Partial<ItemDraft>,
  fields: readonly Pick<FieldKind, 'field'>[],
): Partial<ItemDraft> => {
  const dates = fields.flatMap(({ field }) => {
    const date = readDate(texts[field] ?? '', language)
    return date.is === 'date' ? [[field, date.iso]] : []
  })
  return { ...texts, ...Object.fromEntries(dates) }
}
