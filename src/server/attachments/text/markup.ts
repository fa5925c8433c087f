/** Tags that stand inside words of HTML; at all others a word ends. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)
/** What is between these and their ends is not read. */
const UNREAD = new Set(['script', 'style', 'template'])

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  deg: '°',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  mdash: '—',
  ndash: '–',
  shy: '',
  rsquo: '’',
  lsquo: '‘',
}
/** Marks of letters such as &eacute; and how Unicode writes them behind their letter. */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  cedil: '\u0327',
}
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]\w{1,7}));/gi

const signOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ')

const replaceEntity = (match: string, name: string): string => {
  const sign = ENTITIES[name]
  if (sign !== undefined) return sign
  const mark = ACCENTS[name.slice(1)]
  return mark === undefined ? match : (name[0] + mark).normalize('NFC')
}

const withSigns = (text: string): string =>
  text.replace(ENTITY, (match, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return replaceEntity(match, name)
    return signOf(decimal === undefined ? parseInt(hex ?? '', 16) : parseInt(decimal, 10))
  })

/** Whether a text is HTML or XML rather than what a person typed. */
export const marksUp = (text: string): boolean => /^\s{0,100}<(?:!doctype|!--|\?xml|html|head|body|svg)\b/i.test(text)

/**
 * The visible text of HTML or XML, well-formed or not, in one pass. At a tag a word ends, unless `isInside` says
 * of its name, without prefix and in lower case, that it may stand in a word.
 */
export const textOfMarkup = (
  markup: string,
  isInside: (name: string) => boolean = (name) => INLINE.has(name),
): string => {
  const pieces: string[] = []
  for (let at = 0; at < markup.length;) {
    const open = markup.indexOf('<', at)
    if (open < 0) {
      pieces.push(withSigns(markup.slice(at)))
      break
    }
    pieces.push(withSigns(markup.slice(at, open)))
    /** Behind this sign, or at the end where there is none. */
    const after = (sign: string, from: number): number => {
      const found = markup.indexOf(sign, from)
      return found < 0 ? markup.length : found + sign.length
    }
    if (markup.startsWith('<!--', open)) at = after('-->', open)
    else if (markup.startsWith('<![CDATA[', open)) {
      at = after(']]>', open)
      pieces.push(markup.slice(open + '<![CDATA['.length, at - ']]>'.length))
    } else {
      at = after('>', open)
      const [, end = '', name = ''] =
        /^<(\/?)(?:[\w.-]{1,40}:)?([\w.-]{0,40})/.exec(markup.slice(open, open + 90)) ?? []
      const tag = name.toLowerCase()
      if (!isInside(tag)) pieces.push('\n')
      if (end === '' && UNREAD.has(tag)) at = after(`</${name}`, at)
    }
  }
  return pieces.join('')
}
