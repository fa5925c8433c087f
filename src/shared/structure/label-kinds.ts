import { columnOfLabel } from './label-columns.ts'

export interface LabelTraits {
  name: string
  /** What its dates are; those that end appear in Coming Up. */
  date: 'begins' | 'ends' | null
  /** Hidden where prices are. */
  isPrice: boolean
  /** Part of an item's swatch. */
  isColor: boolean
  /** What its values link to, beside what looks like a link under any label. */
  links: 'pages' | 'phones' | 'as the name says' | null
  /** What phones show to enter it; null for letters. */
  keyboard: 'url' | 'email' | null
}

/**
 * The kinds of labels: all that the product knows of each. All values are text, stored as written; the kind decides how
 * they are entered and read. Rows and files have these ids, so they never change.
 */
export const TRAITS_OF = {
  text: { name: 'Text', date: null, isPrice: false, isColor: false, links: 'as the name says', keyboard: null },
  date: { name: 'Date', date: 'begins', isPrice: false, isColor: false, links: null, keyboard: null },
  end: { name: 'Date It Ends', date: 'ends', isPrice: false, isColor: false, links: null, keyboard: null },
  number: { name: 'Number', date: null, isPrice: false, isColor: false, links: null, keyboard: null },
  money: { name: 'Money', date: null, isPrice: true, isColor: false, links: null, keyboard: null },
  color: { name: 'Color', date: null, isPrice: false, isColor: true, links: null, keyboard: null },
  web: { name: 'Web Address', date: null, isPrice: false, isColor: false, links: 'pages', keyboard: 'url' },
  contact: { name: 'Phone or Email', date: null, isPrice: false, isColor: false, links: 'phones', keyboard: 'email' },
} as const satisfies Readonly<Record<string, LabelTraits>>

export type LabelKind = keyof typeof TRAITS_OF
export const LABEL_KINDS = Object.keys(TRAITS_OF) as [LabelKind, ...LabelKind[]]

/** What the product knows of a kind; of text, if the label has none. */
export const traitsOf = (kind: LabelKind = 'text'): LabelTraits => TRAITS_OF[kind]

/** Whether values under labels of this kind are read as dates. */
export const isOfDates = (kind: LabelKind | undefined): kind is LabelKind => traitsOf(kind).date !== null

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
