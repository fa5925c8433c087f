import { Tokenizer } from 'htmlparser2'

/** Tags that stand inside words of HTML; at all others a word ends. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
)
/** What is between these and their ends is not read. */
const UNREAD = new Set(['script', 'style', 'template'])

const nothing = () => {}
const IGNORED = {
  onattribdata: nothing,
  onattribentity: nothing,
  onattribend: nothing,
  onattribname: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onprocessinginstruction: nothing,
}

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
  /** The element that is not read and has not ended. */
  let unread: string | undefined
  const nameAt = (start: number, end: number): string => markup.slice(start, end).toLowerCase()
  const endWord = (tag: string) => {
    if (!isInside(tag.slice(tag.indexOf(':') + 1))) pieces.push('\n')
  }
  const read = (text: string) => {
    // Soft hyphens stand inside words.
    if (unread === undefined) pieces.push(text.replaceAll('\u00ad', ''))
  }
  // Not htmlparser2's Parser, whose time grows with the depth of elements.
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      onopentagname: (start, end) => {
        const tag = nameAt(start, end)
        if (UNREAD.has(tag)) unread ??= tag
        endWord(tag)
      },
      onselfclosingtag: () => (unread = undefined),
      onclosetag: (start, end) => {
        const tag = nameAt(start, end)
        if (tag === unread) unread = undefined
        endWord(tag)
      },
      ontext: (start, end) => read(markup.slice(start, end)),
      ontextentity: (code) => read(String.fromCodePoint(code)),
      oncdata: (start, end, length) => read(markup.slice(start, end - length)),
    },
  )
  tokenizer.write(markup)
  tokenizer.end()
  return pieces.join('')
}
