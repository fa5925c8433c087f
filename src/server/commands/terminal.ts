import { DECEPTIVE } from '../../shared/contract/text.ts'

/** Includes direction marks, because terminals do not display such text as intended anyway. */
const UNSEEN = new RegExp(`${DECEPTIVE.source}|[\\u061c\\u200e\\u200f\\ufeff]`, 'gu')

/** A text on one line, with control and invisible characters escaped, such as \u{1b}. */
export const visible = (text: string): string =>
  text.replace(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)

/** Prints a line that may contain user input. */
export const say = (line: string): void => console.log(visible(line))

/** Prints an error line that may contain user input. */
export const complain = (line: string): void => console.error(visible(line))
