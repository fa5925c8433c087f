import type { PaperSize } from './papers.api.ts'
import type { Project } from '../projects/projects.api.ts'

type Place = Pick<Project, 'state' | 'zip'>

/** The first three digits of ZIP codes by state, from the USPS. */
const ZIP_PREFIXES: Readonly<Record<string, string>> = {
  'Alabama AL': '350-369',
  'Alaska AK': '995-999',
  'American Samoa AS': '967',
  'Arizona AZ': '850-865',
  'Arkansas AR': '716-729',
  'California CA': '900-961',
  'Colorado CO': '800-816',
  'Connecticut CT': '060-069',
  'Delaware DE': '197-199',
  'District of Columbia DC': '200 202-205',
  'Florida FL': '320-349',
  'Georgia GA': '300-319 398-399',
  'Guam GU': '969',
  'Hawaii HI': '967-968',
  'Idaho ID': '832-838',
  'Illinois IL': '600-629',
  'Indiana IN': '460-479',
  'Iowa IA': '500-528',
  'Kansas KS': '660-679',
  'Kentucky KY': '400-427',
  'Louisiana LA': '700-714',
  'Maine ME': '039-049',
  'Maryland MD': '206-219',
  'Massachusetts MA': '010-027 055',
  'Michigan MI': '480-499',
  'Minnesota MN': '550-567',
  'Mississippi MS': '386-397',
  'Missouri MO': '630-658',
  'Montana MT': '590-599',
  'Nebraska NE': '680-693',
  'Nevada NV': '889-898',
  'New Hampshire NH': '030-038',
  'New Jersey NJ': '070-089',
  'New Mexico NM': '870-884',
  'New York NY': '005 063 100-149',
  'North Carolina NC': '270-289',
  'North Dakota ND': '580-588',
  'Northern Mariana Islands MP': '969',
  'Ohio OH': '430-459',
  'Oklahoma OK': '730-731 734-749',
  'Oregon OR': '970-979',
  'Pennsylvania PA': '150-196',
  'Puerto Rico PR': '006-007 009',
  'Rhode Island RI': '028-029',
  'South Carolina SC': '290-299',
  'South Dakota SD': '570-577',
  // Without 380 and 381: 'TN 38122' is valid both in Trento and in Memphis.
  'Tennessee TN': '370-379 382-385',
  'Texas TX': '733 750-799 885',
  'Utah UT': '840-847',
  'Vermont VT': '050-054 056-059',
  'Virgin Islands VI': '008',
  'Virginia VA': '201 220-246',
  'Washington WA': '980-994',
  'West Virginia WV': '247-268',
  'Wisconsin WI': '530-549',
  'Wyoming WY': '820-831',
}

/** The first letters of Canadian postal codes by province. */
const CANADIAN_LETTERS: Readonly<Record<string, string>> = {
  'Alberta AB': 'T',
  'British Columbia BC': 'V',
  'Manitoba MB': 'R',
  'New Brunswick NB': 'E',
  'Newfoundland and Labrador NL': 'A',
  'Northwest Territories NT': 'X',
  'Nova Scotia NS': 'B',
  'Nunavut NU': 'X',
  'Ontario ON': 'K L M N P',
  'Prince Edward Island PE': 'C',
  'Quebec QC': 'G H J',
  'Saskatchewan SK': 'S',
  'Yukon YT': 'Y',
}

/** Code prefixes by a state's name and by its two letters. */
const BEGINNINGS: ReadonlyMap<string, string> = new Map(
  [...Object.entries(ZIP_PREFIXES), ...Object.entries(CANADIAN_LETTERS)].flatMap(([place, codes]) =>
    [place.slice(0, -3), place.slice(-2)].map((name): [string, string] => [name.toLowerCase(), codes]),
  ),
)

const ZIP_CODE = /^\d{5}(?:-?\d{4})?$/
const CANADIAN_CODE = /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i
/** A postal code among other words. */
const HAS_CODE = /(?<!\d)\d{5}(?!-?\d)|[A-Z]\d[A-Z][ -]?\d[A-Z]\d/i
/** '05401' as spreadsheets mangle it. */
const WITHOUT_ZERO = /^\d{4}$/

const belongs = (code: string, state: string): boolean => {
  const plain = state.normalize('NFD').replace(/\p{M}/gu, '')
  const beginnings = BEGINNINGS.get(plain.trim().toLowerCase())?.split(' ') ?? []
  return beginnings.some((each) => {
    const [from = '', to = from] = each.split('-')
    const own = code.slice(0, from.length).toUpperCase()
    return from <= own && own <= to
  })
}

/**
 * Whether an address is certainly in the United States or Canada: only there do codes match states.
 */
export const isNorthAmerican = ({ state, zip }: Place): boolean => {
  const code = zip.trim()
  return (ZIP_CODE.test(code) || CANADIAN_CODE.test(code)) && belongs(code, state)
}

/** Whether it certainly is not: no address there has such a code. */
const isElsewhere = ({ state, zip }: Place): boolean => {
  const code = zip.trim()
  if (!/\d/.test(code) || ZIP_CODE.test(code) || HAS_CODE.test(code)) return false
  return !(WITHOUT_ZERO.test(code) && belongs(`0${code}`, state))
}

/** The region of a language tag; the regions below it print on US paper. */
const REGION = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i
const NORTH_AMERICA = ['US', 'CA', 'PR']
const OTHERS_WITH_LETTER = ['MX', 'CO', 'VE', 'CL', 'PH', 'GT', 'CR', 'PA', 'DO', 'SV', 'NI']

/**
 * The paper size for a place: from its address if that is certainly inside or outside the United States and Canada,
 * otherwise from the browser's preferred language, such as 'en-US'.
 */
export const defaultPaperSize = (address: Place | undefined, languages: string): PaperSize => {
  if (address && isNorthAmerican(address)) return 'letter'
  const region = REGION.exec(languages.trim())?.[1]?.toUpperCase() ?? ''
  const isHere = NORTH_AMERICA.includes(region) && !(address && isElsewhere(address))
  return isHere || OTHERS_WITH_LETTER.includes(region) ? 'letter' : 'a4'
}
