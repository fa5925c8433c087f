import { decodeAs, isEncoding } from '../../platform/lib/decode-text.ts'

const START = '{\\rtf'

/** Groups that start with these are skipped. */
const UNREAD = new Set(
  'fonttbl colortbl stylesheet info pict object themedata datastore latentstyles listtable listoverridetable generator filetbl'.split(
    ' ',
  ),
)
/** Control words that end a word of text. */
const BREAKS = new Set('par line tab cell row page sect nestcell nestrow emdash endash emspace enspace'.split(' '))

const TOKEN = /((?:\\'[0-9a-f]{2})+)|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^a-z])|([{}])|([^\\{}]+)/gi

export const isRichText = (file: Buffer): boolean => file.subarray(0, START.length).toString('latin1') === START

interface Group {
  isRead: boolean
  /** The number of fallback characters after a Unicode escape. */
  standIns: number
}

/** The visible text of RTF, in the code page that it names or Windows-1252. */
export const textOfRichText = (file: Buffer): string => {
  let codePage = 'windows-1252'
  const pieces: string[] = []
  const outer: Group[] = []
  let group: Group = { isRead: true, standIns: 1 }
  let toSkip = 0
  const say = (bytes: Buffer) => {
    const skipped = Math.min(toSkip, bytes.length)
    toSkip -= skipped
    if (group.isRead) pieces.push(decodeAs(bytes.subarray(skipped), codePage))
  }
  for (const [, hex, word, number, sign, brace, plain] of file.toString('latin1').matchAll(TOKEN)) {
    if (plain !== undefined) say(Buffer.from(plain.replace(/[\r\n]/g, ''), 'latin1'))
    else if (hex !== undefined) say(Buffer.from(hex.replaceAll("\\'", ''), 'hex'))
    else if (brace === '{') {
      outer.push(group)
      group = { ...group }
    } else if (brace === '}') {
      group = outer.pop() ?? group
      toSkip = 0
    } else if (sign === '*') group.isRead = false
    else if (sign === '~') say(Buffer.from(' '))
    else if (sign !== undefined && '\\{}'.includes(sign)) say(Buffer.from(sign))
    else if (word === 'u') {
      if (group.isRead) pieces.push(String.fromCharCode(Number(number) & 0xffff))
      toSkip = group.standIns
    } else if (word === 'ansicpg') {
      if (isEncoding(`cp${number}`)) codePage = `cp${number}`
    } else if (word === 'uc') group.standIns = Math.min(Math.max(Number(number ?? 1), 0), 10)
    else if (word !== undefined && UNREAD.has(word)) group.isRead = false
    else if (word !== undefined && BREAKS.has(word)) say(Buffer.from('\n'))
  }
  return pieces.join('')
}
