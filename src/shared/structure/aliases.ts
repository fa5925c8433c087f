import * as z from 'zod/mini'
import { LIMITS } from '../contract/limits.ts'
import { line } from '../contract/text.ts'

export const MOST_ALIASES = 40

/** Other names of a subcategory that searches for it know: trade words, those of other countries, parts. */
export const aliases = z
  .array(line(LIMITS.subcategoryName), { error: 'Must be a list of names.' })
  .check(z.maxLength(MOST_ALIASES, { error: `At most ${MOST_ALIASES} names.` }))

export const sameAliases = (a: readonly string[], b: readonly string[]): boolean => a.join('\n') === b.join('\n')

/** For display; 'nothing' if empty. */
export const aliasesInWords = (names: readonly string[]): string => names.join(', ') || 'nothing'
