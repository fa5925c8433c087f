import { DECEPTIVE } from '../shared/text.ts'

/** Marks of direction too: in a terminal nobody reads a text that needs them as it was meant. */
const UNSEEN = new RegExp(`${DECEPTIVE.source}|[\\u061c\\u200e\\u200f\\ufeff]`, 'gu')

/** A text in one line, with what a terminal would obey or not show as escapes that tell what it is, such as \u{1b}. */
export const visible = (text: string): string =>
  text.replace(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)

/** Prints one line, which may hold what people have typed. */
export const say = (line: string): void => console.log(visible(line))

/** The same for what went wrong. */
export const complain = (line: string): void => console.error(visible(line))
