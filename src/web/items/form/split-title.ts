/** Titles up to this length fit on a line, or lose nothing that distinguishes them. */
const MAX_WHOLE = 26
/** The length of the ending that a row always shows. */
const END_LENGTH = 14

const graphemes = (text: string): string[] => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)

/**
 * Splits a title so that a short line can truncate the first part: titles often differ only at the end. The second part starts at
 * a word boundary if there is one near the end, and is '' for a short title.
 */
export const splitTitle = (title: string): [beginning: string, end: string] => {
  const parts = graphemes(title)
  if (parts.length <= MAX_WHOLE) return [title, '']
  const from = parts.length - END_LENGTH
  const word = parts.indexOf(' ', from - 1)
  const end = parts.slice(word < 0 || word + 1 === parts.length ? from : word + 1).join('')
  return [title.slice(0, title.length - end.length), end]
}
