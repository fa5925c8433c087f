/** A length of time, such as a warranty of 2 years. */
interface Duration {
  months: number
  days: number
}

const UNITS: readonly (readonly [RegExp, Duration])[] = [
  [/^(?:y|yrs?|years?|jahre?n?|j|anos?)$/, { months: 12, days: 0 }],
  [/^(?:m|mos?|mths?|months?|monate?n?|mes|meses)$/, { months: 1, days: 0 }],
  [/^(?:w|wks?|weeks?|wochen?|semanas?)$/, { months: 0, days: 7 }],
  [/^(?:d|days?|tage?n?|dias?)$/, { months: 0, days: 1 }],
]
const WORDS = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
/** Words around a duration that do not change it. */
const AROUND =
  /^(?:a |for |limited )+|[\s,(]*(?:(?:limited )?(?:warranty|guarantee|garantie|garantia)|(?:from|after|since|ab|desde) (?:the )?(?:date of )?(?:purchase|delivery|installation|kauf|kaufdatum|(?:la )?compra))\)?$/g
const PART = /^(\d{1,4}(?:[.,]\d)?|[a-z]+)[\s-]*([a-z]+)\.?(?:\s*(?:,|and|und|y|&|\+)\s*|\s+|$)/

/**
 * Parses '2 years', '60 months', '24 mo.', '3Y', '1 year and 6 months'; undefined for anything else, such as
 * 'Lifetime'.
 */
export const readDuration = (text: string): Duration | undefined => {
  if (text.length > 60) return undefined
  let rest = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim().replace(AROUND, '').trim()
  const total = { months: 0, days: 0 }
  while (rest !== '') {
    const [part, number = '', unit = ''] = PART.exec(rest) ?? []
    const count = WORDS.includes(number) ? WORDS.indexOf(number) : Number(number.replace(',', '.'))
    const [, of] = UNITS.find(([name]) => name.test(unit)) ?? []
    if (part === undefined || !of || !(count > 0)) return undefined
    total.months += of.months * count
    total.days += of.days * count
    rest = rest.slice(part.length)
  }
  const { months, days } = total
  // 'Half a month' is not a number of days.
  return months + days > 0 && Number.isInteger(months) && Number.isInteger(days) ? total : undefined
}

const pad = (number: number, digits: number): string => String(number).padStart(digits, '0')

/**
 * The day or month, in ISO 8601, that is this duration after `iso`; undefined for a year, and for days after a month.
 */
export const afterDuration = (iso: string, { months, days }: Duration): string | undefined => {
  const [year = 0, month, day] = iso.split('-').map(Number)
  if (month === undefined || (day === undefined && days > 0)) return undefined
  const at = year * 12 + month - 1 + months
  const then = `${pad(Math.floor(at / 12), 4)}-${pad((at % 12) + 1, 2)}`
  if (at >= 9999 * 12) return undefined
  if (day === undefined) return then
  const last = new Date(Date.UTC(Math.floor(at / 12), (at % 12) + 1, 0)).getUTCDate()
  const date = new Date(`${then}-${pad(Math.min(day, last), 2)}`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
