import { format, isDateFormat } from 'numfmt'

/** As many digits as a spreadsheet has: 0.1 + 0.2 is shown as 0.3 there. Whole numbers may have more. */
const DIGITS = 15
const plain = (number: number): string =>
  Number.isSafeInteger(number) ? String(number) : String(Number(number.toPrecision(DIGITS)))

const DAY_MS = 24 * 60 * 60 * 1000
const DAY_ZERO = Date.UTC(1899, 11, 30)
/** The 29th of February 1900, which spreadsheets have. */
const LEAP_DAY = 60
/** What days are behind where they are counted from 1904 on. */
const TO_1904 = 1462

/** A day as '2031-01-30', a moment as '2031-01-30 14:05:09': a serial number is nowhere nearer than to a second. */
export const dateText = (ms: number): string => {
  const date = new Date(Math.round(ms / 1000) * 1000)
  if (Number.isNaN(date.getTime())) return ''
  const [day = '', time = ''] = date.toISOString().slice(0, 19).split('T')
  return time === '00:00:00' ? day : `${day} ${time}`
}

/** The formats of ECMA-376, part 1, 18.8.30 that are not to be written out, and show more than digits. */
export const FORMATS: Readonly<Record<number, string>> = {
  9: '0%',
  10: '0.00%',
  12: '# ?/?',
  13: '# ??/??',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  ...Object.fromEntries([14, 15, 16, 17, 22].map((id) => [id, 'yyyy-mm-dd h:mm'])),
  // Of East Asia, which differ by the language of Excel.
  ...Object.fromEntries([27, 28, 29, 30, 31, 32, 33, 34, 35, 36].map((id) => [id, 'yyyy-mm-dd h:mm'])),
  ...Object.fromEntries([50, 51, 52, 53, 54, 55, 56, 57, 58].map((id) => [id, 'yyyy-mm-dd h:mm'])),
}

const COLOR_OR_PLACE = /\[(?:\$[^\]]*|[a-z]+ ?\d*|[<>=][^\]]*)\]/gi
const LITERALS = /"[^"]*"|\\.|_./g

const isOfMoney = (code: string): boolean => /\p{Sc}|\[\$[^\]-]/u.test(code)

/** Whether a format shows more than a number of these digits: zeros before it, a part of a hundred, a fraction, words, a currency. */
const showsMore = (code: string): boolean => {
  const bare = code.replace(COLOR_OR_PLACE, '').replace(LITERALS, '')
  const words = code.replace(COLOR_OR_PLACE, '').match(/"[^"]*"|\\./g) ?? []
  return (
    /%|\/|-\d|^\D*0{2,}/.test(bare) ||
    /[0#?]-[0#?]/.test(code) ||
    isOfMoney(code) ||
    words.some((word) => /[\p{L}°½'′″]|\\"/u.test(word))
  )
}

/** Where a thousand is divided, and by which sign, depends on the language of the program; currencies are words like any other. */
const inNoLanguage = (code: string): string =>
  code
    .replace(/#,##/g, '')
    .replace(/\[\$([^\]-]*)(?:-[^\]]*)?\]/g, (_, sign: string) => (sign === '' ? '' : `"${sign}"`))

const PIECES = /"[^"]*"|\\.|[_*].|\[[^\]]*\]|[0#?][0#?,]*(?:\.[0#?]*)?/g

/** The format with as many decimals as the number has, and whole cents: what a program rounds is not lost. Undefined for thousands. */
const unrounded = (code: string, number: number): string | undefined => {
  const [, decimals = ''] = plain(number).split('.')
  const least = isOfMoney(code) && decimals !== '' ? Math.max(2, decimals.length) : decimals.length
  const bare = code.replace(COLOR_OR_PLACE, '').replace(LITERALS, '')
  if (/[0#?],+(?![0#?])/.test(bare)) return undefined
  const runs = bare.split(';').map((section) => section.match(/[0#?][0#?,]*(?:\.[0#?]*)?/g)?.length ?? 0)
  if (/[%/E]/i.test(bare) || runs.some((count) => count > 1)) return code
  return code.replace(PIECES, (piece) => {
    if (!/^\??[0#]/.test(piece)) return piece
    const [whole = '', own = ''] = piece.split('.')
    const all = own.padEnd(least, '0')
    return `${whole.replace(/[#?]$/, '0')}${all && `.${all}`}`
  })
}

const formatted = (code: string, number: number): string => {
  try {
    const text = String(format(code, number)).trim()
    // Bookkeepers write what is owed in parentheses.
    return /\d/.test(text) ? (number < 0 ? text.replace(/^(.*)\((.*)\)$/, '-$1$2') : text) : ''
  } catch {
    return ''
  }
}

interface Looks {
  code: string | undefined
  is1904: boolean
}

/** A number as a sheet shows it where its digits alone would say less; never rounded where they say all. */
export const numberText = (stored: string, { code, is1904 }: Looks): string => {
  const number = Number(stored)
  if (!Number.isFinite(number)) return stored
  if (code === undefined || /^(?:general|@)?$/i.test(code)) return plain(number)
  if (isDateFormat(code)) {
    const bare = code.replace(COLOR_OR_PLACE, '').replace(LITERALS, '')
    const isSpan = /\[(?:h+|m+|s+)\]/i.test(code)
    if (isSpan) return formatted(code, number) || plain(number)
    // Programs show no day before the first.
    if (number < 0) return plain(number)
    const isDay = /[yd]/i.test(bare)
    if (number >= 0 && number < 1 && !(isDay && is1904)) return formatted(isDay ? 'h:mm' : code, number)
    const shift = is1904 ? TO_1904 : number < LEAP_DAY ? 1 : 0
    return dateText(DAY_ZERO + (number + shift) * DAY_MS)
  }
  if (!showsMore(code)) return plain(number)
  const exact = unrounded(inNoLanguage(code), number)
  return (exact !== undefined && formatted(exact, number)) || plain(number)
}
