/** Units that labels name. */
const UNITS: readonly (readonly [label: RegExp, unit: string])[] = [
  [/\bgallons\b/i, 'gal'],
  [/\blit(er|re)s\b/i, 'l'],
  [/\b(square (feet|foot)|sq\.? ?(ft|feet))\b/i, 'sq ft'],
  [/\b(square met(er|re)s?|sq\.? ?m)\b|\bm²/i, 'm²'],
]
const QUANTITY = /\b(quantity|qty)\b|^count$/i
const AREA = /\barea\b/i
const PRICE = /\b(per|price|cost)\b/i

/** Whether a label holds a quantity. 'Number of Zones' and 'Thread Count' describe the item instead. */
export const saysQuantity = (label: string, value: string): boolean =>
  !PRICE.test(label) &&
  (QUANTITY.test(label) || UNITS.some(([unit]) => unit.test(label)) || (AREA.test(label) && /^\s*\d/.test(value)))

/** A plain number with the unit of its label: '140' under 'Area (sq ft)' is '140 sq ft'. */
export const withUnit = (label: string, value: string): string => {
  const unit = UNITS.find(([pattern]) => pattern.test(label))?.[1]
  return unit !== undefined && /^[\d.,]+$/.test(value.trim()) ? `${value.trim()} ${unit}` : value
}

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
