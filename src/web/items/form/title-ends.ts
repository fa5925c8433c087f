/** Shorter titles fit a line, or lose nothing that tells them apart. */
const SHORT = 26
/** As much of its end as a row shows in any case. */
const END = 14

const graphemes = (text: string): string[] => [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)

/**
 * A title in two parts, of which a line that is too short cuts the first: titles often differ at their end alone. The
 * second begins with a word where one begins near the end, and is '' for a short title.
 */
export const titleEnds = (title: string): [beginning: string, end: string] => {
  const parts = graphemes(title)
  if (parts.length <= SHORT) return [title, '']
  const from = parts.length - END
  const word = parts.indexOf(' ', from - 1)
  const end = parts.slice(word < 0 || word + 1 === parts.length ? from : word + 1).join('')
  return [title.slice(0, title.length - end.length), end]
}
