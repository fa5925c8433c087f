const QUANTITY = /\b(quantity|qty|gallons|lit(er|re)s)\b|^count$/i

/** Whether a label is for how many there are of an item: 'Number of Zones' and 'Thread Count' are of what it has. */
export const saysQuantity = (label: string): boolean => QUANTITY.test(label)

/**
 * A number and its unit. Three digits after a point or a comma may be a fraction, or thousands; and with more digits behind it, as in
 * '1 1/2 gal' and '10-12', the first is not the amount.
 */
const AMOUNT = /^(\d{1,9}(?:[.,]\d{1,2})?)(?![\d.,])\s*(\p{L}\D*)?$/su

/** As people add them up: numbers of one unit are one sum, and what is no number stands as it was said, counted. */
export const quantityIn = (texts: readonly string[]): string => {
  const sums = new Map<string, { sum: number; unit: string }>()
  const others = new Map<string, number>()
  for (const text of texts) {
    const [, amount, unit = ''] = AMOUNT.exec(text.trim()) ?? []
    if (amount === undefined) {
      if (text.trim() !== '') others.set(text.trim(), (others.get(text.trim()) ?? 0) + 1)
      continue
    }
    const known = sums.get(unit.toLowerCase()) ?? { sum: 0, unit }
    known.sum += Number(amount.replace(',', '.'))
    sums.set(unit.toLowerCase(), known)
  }
  const added = [...sums.values()].map(({ sum, unit }) => `${Number(sum.toFixed(3))} ${unit}`.trim())
  const counted = [...others].map(([text, count]) => (count === 1 ? text : `${count} × ${text}`))
  return [...added, ...counted].join(', ')
}
