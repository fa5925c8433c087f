/**
 * Parses dates as people write them. Never guesses: a text that could be two days returns both, and a text that only
 * starts like a date is not one.
 */

/** A day, month or year in ISO 8601: 2031-01-30, 2031-01 or 2031. */
interface OneDate {
  iso: string
  /** The last day of the day, month or year. */
  last: string
}

export type ReadDate =
  | ({ is: 'date' } & OneDate)
  /** The possible dates, the most likely for the reader first. */
  | { is: 'ambiguous'; readings: readonly OneDate[] }
  | { is: 'unreadable' }
  | { is: 'empty' }

/** Longer texts are not dates. In UTF-16 units. */
const LONGEST = 60

/**
 * Month names in widely read languages; those of the reader's locale are added. A name listed twice means different
 * months in Croatian and in Polish or Czech.
 */
const MONTHS = [
  'january jan januar janvier janv enero ene gennaio gen janeiro januari styczen stycznia sty',
  'february feb februar fevrier fevr febrero febbraio fevereiro fev februari luty lutego lut',
  'march mar marz maerz mars marzo marco maart mrt marts marzec marca',
  'april apr avril avr abril abr aprile kwiecien kwietnia kwi',
  'may mai mayo maggio mag maio mei maj maja',
  'june jun juni juin junio giugno giu junho czerwiec czerwca cze lip',
  'july jul juli juillet juil julio luglio lug julho lipiec lipca lip',
  'august aug aout agosto ago augustus augusti sierpien sierpnia sie',
  'september sept sep septembre septiembre settembre setembro wrzesien wrzesnia wrz',
  'october oct oktober okt octobre octubre ottobre ott outubro pazdziernik pazdziernika paz listopad listopada lis',
  'november nov novembre noviembre novembro listopad listopada lis',
  'december dec dezember dez decembre diciembre dic dicembre dezembro desember des grudzien grudnia gru',
]
/** Abbreviations in English only: in other languages some are words or months. */
const WEEKDAYS = [
  'monday mon tuesday tue tues wednesday wed thursday thu thur thurs friday fri saturday sat sunday sun',
  'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag',
  'lundi mardi mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo',
  'lunedi martedi mercoledi giovedi venerdi sabato domenica',
].flatMap((names) => names.split(' '))

const [FIRST_YEAR, LAST_YEAR] = [1500, 2199]
/** Two-digit years from this one on are in the 1900s. */
const LAST_CENTURY = 70

/** The order of day, month and year in a numeric date. */
export type Order = 'mdy' | 'dmy' | 'ymd'

/** The zero of other scripts: Arabic, Persian, Devanagari, Bengali, Thai. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]
const digitOf = (sign: string): string => {
  const code = sign.codePointAt(0) ?? 0
  const zero = ZEROS.find((one) => code >= one && code < one + 10)
  return zero === undefined ? sign : String(code - zero)
}

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")

interface Names {
  /** The months that each name can mean. */
  months: ReadonlyMap<string, readonly number[]>
  weekdays: ReadonlySet<string>
  /** The order of numeric dates; undefined for any. */
  order: Order | undefined
}

const EVERYBODYS: Names = {
  months: MONTHS.reduce((months, names, at) => {
    for (const name of names.split(' ')) months.set(name, [...(months.get(name) ?? []), at + 1])
    return months
  }, new Map<string, number[]>()),
  weekdays: new Set(WEEKDAYS),
  order: undefined,
}

/** Words before or between the parts of a date that carry no meaning. */
const FILLERS = new Set(
  'the of on by until till thru through to valid expires expire exp expiry ends ending due am den der bis le du de del el do dia'.split(
    ' ',
  ),
)

/**
 * Names in the shared table keep their meaning in every locale; the locale only decides among a name's several months.
 */
const mayName = (name: string, month: number): boolean => {
  const everybodys = EVERYBODYS.months.get(name)
  if (everybodys) return everybodys.length > 1 && everybodys.includes(month)
  return name !== '' && !EVERYBODYS.weekdays.has(name) && !FILLERS.has(name)
}

const orderOf = (locale: string): Order => {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', year: 'numeric' }).formatToParts(0)
  const [first, second] = parts.flatMap(({ type }) =>
    type === 'day' || type === 'month' || type === 'year' ? type : [],
  )
  return first === 'year' ? 'ymd' : first === 'month' && second === 'day' ? 'mdy' : 'dmy'
}

const known = new Map<string, Names>()

const namesFor = (locale: string | undefined): Names => {
  if (locale === undefined) return EVERYBODYS
  const before = known.get(locale)
  if (before) return before
  const months = new Map(EVERYBODYS.months)
  const weekdays = new Set(EVERYBODYS.weekdays)
  const namesOf = (options: Intl.DateTimeFormatOptions, times: readonly number[]): string[] => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return times.map((time) => folded(format.format(time)).replace(/[^\p{L}]/gu, ''))
  }
  const days = [1, 2, 3, 4, 5, 6, 7].map((day) => Date.UTC(2024, 0, day))
  for (const weekday of ['long', 'short'] as const) for (const name of namesOf({ weekday }, days)) weekdays.add(name)
  const middles = MONTHS.map((_, month) => Date.UTC(2024, month, 15))
  // Some languages inflect the month next to a day.
  for (const way of [{ month: 'long', day: 'numeric' }, { month: 'short' }, { month: 'long' }] as const)
    for (const [at, name] of namesOf(way, middles).entries()) if (mayName(name, at + 1)) months.set(name, [at + 1])
  // 'mar' can be a month even if it also abbreviates Tuesday.
  for (const name of months.keys()) weekdays.delete(name)
  const names = { months, weekdays, order: orderOf(locale) }
  known.set(locale, names)
  return names
}

const padded = (number: number, digits = 2): string => `${number}`.padStart(digits, '0')

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const yearOf = (digits: string): number | undefined => {
  const number = Number(digits)
  if (digits.length === 2) return number >= LAST_CENTURY ? 1900 + number : 2000 + number
  return digits.length === 4 && number >= FIRST_YEAR && number <= LAST_YEAR ? number : undefined
}

/** Returns [] for dates that do not exist. */
const dateOf = (year: number | undefined, month?: number, day?: number): OneDate[] => {
  if (year === undefined) return []
  if (month === undefined) return [{ iso: `${year}`, last: `${year}-12-31` }]
  if (month < 1 || month > 12) return []
  const start = `${year}-${padded(month)}`
  if (day === undefined) return [{ iso: start, last: `${start}-${padded(lastDayOf(year, month))}` }]
  if (day < 1 || day > lastDayOf(year, month)) return []
  return [{ iso: `${start}-${padded(day)}`, last: `${start}-${padded(day)}` }]
}

const inOrder = (order: Order, [a = '', b = '', c = '']: readonly string[]): OneDate[] => {
  const [year, month, day] = order === 'mdy' ? [c, a, b] : order === 'dmy' ? [c, b, a] : [a, b, c]
  return month.length > 2 || day.length > 2 ? [] : dateOf(yearOf(year), Number(month), Number(day))
}

/**
 * The possible orders of three numbers, given their separator and the reader's own order; without one, every order in
 * use.
 */
const ordersFor = (numbers: readonly string[], parted: string, own: Order | undefined): readonly Order[] => {
  if (numbers[0]?.length === 4) return ['ymd']
  const [yearIsLast, isDotted] = [numbers[2]?.length === 4, parted === '.']
  if (!yearIsLast && parted === '-')
    return own === 'mdy' || own === 'dmy' ? [own, 'ymd', own === 'mdy' ? 'dmy' : 'mdy'] : ['ymd', 'mdy', 'dmy']
  // With dots, the day comes first, except for readers whose dates start with the month.
  const both: readonly Order[] =
    isDotted && (own === 'dmy' || own === 'ymd')
      ? ['dmy']
      : own === 'dmy' || (isDotted && own === undefined)
        ? ['dmy', 'mdy']
        : ['mdy', 'dmy']
  if (yearIsLast) return both
  return own === 'ymd' ? ['ymd', ...both] : own === undefined ? [...both, 'ymd'] : both
}

const ofNumbers = (text: string, own: Order | undefined): OneDate[] => {
  if (/^\d{8}$/.test(text)) return inOrder('ymd', [text.slice(0, 4), text.slice(4, 6), text.slice(6)])
  if (/^\d{4}$/.test(text)) return dateOf(yearOf(text))
  const [, first = '', part = '', second = '', third] = /^(\d{1,4})([-/. ])(\d{1,4})(?:\2(\d{1,4}))?$/.exec(text) ?? []
  if (first === '') return []
  if (third !== undefined) {
    const numbers = [first, second, third]
    return ordersFor(numbers, part, own).flatMap((order) => inOrder(order, numbers))
  }
  const [year, month] = first.length === 4 ? [first, second] : [second, first]
  return year.length === 4 && month.length <= 2 ? dateOf(yearOf(year), Number(month)) : []
}

/** A named month with a year, or with a day and a year. */
const withMonth = (month: number, [first = '', second]: readonly string[]): OneDate[] => {
  const isYear = (number: string) => number.startsWith("'") || number.length === 4
  const year = (number: string) => yearOf(number.replace("'", ''))
  // 'Jan 31' lacks a year, or has a two-digit one.
  if (second === undefined) return isYear(first) ? dateOf(year(first), month) : []
  if (isYear(first) && isYear(second)) return []
  const [day, itsYear] = isYear(first) ? [second, first] : [first, second]
  return day.length > 2 ? [] : dateOf(year(itsYear), month, Number(day))
}

const ofWords = (text: string, { months, weekdays }: Names): OneDate[] => {
  const tokens = text.match(/'?\d+|\p{L}+/gu) ?? []
  let month: readonly number[] | undefined
  const numbers: string[] = []
  for (const [at, token] of tokens.entries()) {
    const named = months.get(token)
    if (/^'?\d/.test(token)) numbers.push(token)
    else if (named !== undefined && month === undefined) month = named
    // An ordinal suffix or a filler word.
    else if (/^(st|nd|rd|th|er|e|o|a)$/.test(token) && /^\d/.test(tokens[at - 1] ?? '')) continue
    else if (!FILLERS.has(token) && !weekdays.has(token)) return []
  }
  if (month === undefined || numbers.length === 0 || numbers.length > 2) return []
  return month.flatMap((one) => withMonth(one, numbers))
}

/** A time of day after a date is ignored: programs write days as midnights. */
const TIME =
  /(?:,? (?:at )?|(?<=\d)t)(?:\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?)(?: ?(?:z|utc|gmt|[+-]\d{2}:?\d{2}))?$/

/** A text normalized for comparison, also as numbers alone if it consists of them. */
const written = (text: string, { weekdays }: Pick<Names, 'weekdays'>): { words: string; numbers: string } => {
  const words = folded(text.normalize('NFKC')).replace(/\s+/g, ' ').trim().replace(TIME, '')
  const [begun = '', ...rest] = words.split(' ')
  const word = begun.replace(/[.,:]$/, '')
  // Drop a leading filler, such as 'until', or weekday before a numeric date.
  const alone = rest.length > 0 && (FILLERS.has(word) || weekdays.has(word)) ? rest.join(' ') : words
  const numbers = alone
    .replace(/(\d)\s*[년年월月](?=\s*\d)/g, '$1-')
    .replace(/(\d)\s*[년年월月일日]$/, '$1')
    .replace(/\s*([-/.])\s*/g, '$1')
    .replace(/\.$/, '')
  return { words, numbers }
}

/**
 * Parses a text as a date for a locale, such as 'en-US'. Without a locale, succeeds only if every locale reads the same
 * date. Interchangeable days and months are always ambiguous; the locale puts the more likely reading first.
 */
export const readDate = (text: string, locale?: string): ReadDate => {
  if (text.trim() === '') return { is: 'empty' }
  if (text.length > LONGEST) return { is: 'unreadable' }
  const names = namesFor(locale)
  const { words, numbers } = written(text, names)
  const found = /^[\d\-/. ]+$/.test(numbers)
    ? ofNumbers(numbers, names.order)
    : ofWords(words.replace(/[-/.,]/g, ' '), names)
  const readings = found.filter(({ iso }, at) => found.findIndex((other) => other.iso === iso) === at)
  const [first] = readings
  if (!first) return { is: 'unreadable' }
  return readings.length > 1 ? { is: 'ambiguous', readings } : { is: 'date', ...first }
}

const THREE = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{2}|\d{4})$/

/** Parses a text of three numbers in the given order; undefined if it is no date. */
export const readInOrder = (text: string, order: Order): OneDate | undefined => {
  if (text.length > LONGEST) return undefined
  const [, first = '', , second = '', third = ''] = THREE.exec(written(text, EVERYBODYS).numbers) ?? []
  return first === '' || (order === 'ymd' && third.length > 2) ? undefined : inOrder(order, [first, second, third])[0]
}

const ORDERS = ['mdy', 'dmy', 'ymd'] as const

/** The orders in which a text of three numbers is a date. A single one reveals the writer's order. */
export const ordersOf = (text: string): Order[] => ORDERS.filter((order) => readInOrder(text, order) !== undefined)

/** The only order in which all texts are dates; undefined if there are none or several. */
export const orderOfAll = (texts: Iterable<string>): Order | undefined => {
  let orders: readonly Order[] = ORDERS
  for (const text of texts) {
    const own = ordersOf(text)
    if (own.length > 0) orders = orders.filter((order) => own.includes(order))
  }
  return orders.length === 1 ? orders[0] : undefined
}

/** Formats a date for readers, such as 'Jan 30, 2031' or 'January 30, 2031'. */
export const dateInWords = (iso: string, locale?: string, length: 'short' | 'long' = 'short'): string => {
  const [year = '', month, day] = iso.split('-')
  if (month === undefined) return year
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1))
  return new Intl.DateTimeFormat(locale, {
    ...{ timeZone: 'UTC', year: 'numeric', month: length },
    ...(day !== undefined && { day: 'numeric' }),
  }).format(at)
}
