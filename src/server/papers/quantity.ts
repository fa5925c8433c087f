const QUANTITY = /\b(quantity|qty|gallons|lit(er|re)s)\b|^count$/i

/** Whether a label holds a quantity. 'Number of Zones' and 'Thread Count' describe the item instead. */
export const saysQuantity = (label: string): boolean => QUANTITY.test(label)

/**
 * A number and its unit. Rejects ambiguous ones: three digits after a point or comma may be decimals or thousands, and
 * in '1 1/2 gal' and '10-12' the first number is not the amount.
 */
const AMOUNT = /^(\d{1,9}(?:[.,]\d{1,2})?)(?![\d.,])\s*(\p{L}\D*)?$/su

/** Adds up amounts with equal units; other texts stay as they are, with their count. */
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
