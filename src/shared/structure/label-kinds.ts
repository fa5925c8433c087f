import { columnOfLabel } from './label-columns.ts'
import type { LabelKind } from './room-structure.api.ts'

export const LABEL_KIND_NAMES: Readonly<Record<LabelKind, string>> = {
  text: 'Text',
  date: 'Date',
  end: 'Date It Ends',
  number: 'Number',
  money: 'Money',
  color: 'Color',
  web: 'Web Address',
  contact: 'Phone or Email',
}

const DUE = /\bdue\b/i
/** A label that names two things is not a date, even if one of them is. */
const TWO_THINGS = / \/ /

/** Words in label names by kind; the first match wins. */
const WORDS: readonly (readonly [LabelKind, RegExp])[] = [
  ['contact', /\b(phone|telephone|tel|mobile|fax|e-?mail)\b/i],
  ['web', /\b(web ?site|web ?address|web ?page|homepage|url|link)\b/i],
  ['money', /\b(cost|costs|price|paid|amount|msrp|fee)\b/i],
  ['number', /^number of\b/i],
]
const COLOR = /\bcolou?r\b/i
/** A color's code or temperature is not a color. */
const NO_COLOR = /\b(code|number|temperature)\b/i

/** The default kind of a label, from its name alone. */
export const kindByName = (label: string): LabelKind => {
  const column = columnOfLabel(label)?.column
  if (column === 'warranty' || DUE.test(label)) return 'end'
  const guessed = WORDS.find(([, words]) => words.test(label))?.[0]
  if (guessed) return guessed
  if (column === 'date' && !TWO_THINGS.test(label)) return 'date'
  return COLOR.test(label) && !NO_COLOR.test(label) ? 'color' : 'text'
}
