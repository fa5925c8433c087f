import type { Marked } from './search.api.ts'

/** The length of an excerpt, and of its part before the first match, in UTF-16 units. */
const EXCERPT_LENGTH = 120
const BEFORE = 32

/** A word boundary near a position, never inside a character. */
const breakNear = (text: string, at: number): number => {
  const blank = text.lastIndexOf(' ', at)
  if (blank > at - 16) return blank
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at
}

/** Shortens a long text around its first match. */
export const excerptAround = ({ text, marks }: Marked): Marked => {
  if (text.length <= EXCERPT_LENGTH) return { text, marks }
  const first = marks[0]?.[0] ?? 0
  const from = first <= BEFORE ? 0 : breakNear(text, first - BEFORE)
  const to = from + EXCERPT_LENGTH >= text.length ? text.length : breakNear(text, from + EXCERPT_LENGTH)
  const [before, after] = [from > 0 ? '… ' : '', to < text.length ? ' …' : '']
  const shown = text.slice(from, to)
  const cut = shown.trimStart()
  const shift = before.length - from - (shown.length - cut.length)
  return {
    text: before + cut + after,
    marks: marks
      .filter(([start, end]) => start >= from && end <= to)
      .map(([start, end]) => [start + shift, end + shift]),
  }
}
