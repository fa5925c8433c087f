import { LABEL_KINDS, TRAITS_OF, kindByName, type LabelKind, type LabelTraits } from './label-kinds.ts'
import { expect, test } from 'vitest'
import shipped from '../../server/structure/default-structure.json' with { type: 'json' }

const SHIPPED: Readonly<Record<string, string>> = shipped.kinds
const LABELS = [...new Set(Object.values(shipped.subcategories).flat())].filter((label) => label !== '')

test('shipped labels have the kinds that their names suggest', () => {
  expect(Object.keys(SHIPPED).filter((label) => !LABELS.includes(label))).toEqual([])
  expect(Object.fromEntries(LABELS.map((label) => [label, kindByName(label)]))).toEqual(
    Object.fromEntries(LABELS.map((label) => [label, SHIPPED[label] ?? 'text'])),
  )
  const said: readonly [RegExp, readonly LabelKind[]][] = [
    [/warranty|expiry|end date|replace by|due/i, ['end']],
    [/date/i, ['date', 'end']],
    [/phone|e-?mail/i, ['contact']],
    [/web|url|link/i, ['web']],
    [/price|cost|amount/i, ['money']],
    [/^number of/i, ['number']],
    [/^colou?r$/i, ['color']],
  ]
  // These name a product and a day, in this order.
  const textOfTwo = ['Sealer / Date Sealed']
  for (const [words, kinds] of said) {
    const guessed = LABELS.filter((label) => words.test(label) && !textOfTwo.includes(label))
    expect(guessed.filter((label) => !kinds.includes(SHIPPED[label] as LabelKind))).toEqual([])
  }
})

test.each<[LabelKind, readonly string[]]>([
  ['end', ['Guarantee Until', 'Valid Until', 'Inspection Due']],
  ['date', ['Bought', 'Year Built', 'Delivered', 'Date Cleaned']],
  ['contact', ['Telephone', 'Mobile', 'E-Mail', 'Fax']],
  ['web', ['Website', 'Web Address', 'URL', 'Product Link']],
  ['money', ['Price', 'Amount Paid', 'Installation Cost', 'MSRP']],
  ['number', ['Number of Panes']],
  ['color', ['Colour', 'Door Color']],
  ['text', ['Model Number', 'Color Code', 'Color Temperature', 'Phonetics', 'Updater', 'Quantity', 'Garantie']],
])('a new label has the kind %s because of its name', (kind, labels) => {
  expect(labels.map(kindByName)).toEqual(labels.map(() => kind))
})

test('each kind has its own name', () => {
  expect(new Set(Object.values(TRAITS_OF).map(({ name }) => name)).size).toBe(LABEL_KINDS.length)
})

test('a new kind does not compile without a row in the table, nor with a row that leaves out a trait', () => {
  // @ts-expect-error: the kind has no row.
  const table: Readonly<Record<LabelKind | 'fake', LabelTraits>> = TRAITS_OF
  // @ts-expect-error: the row says only a name.
  const row: LabelTraits = { name: 'Fake' }
  expect([Object.keys(table), row.name]).toEqual([[...LABEL_KINDS], 'Fake'])
})
