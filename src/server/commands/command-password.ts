import { text } from 'node:stream/consumers'
import { newPassword } from '../../shared/contract/text.ts'
import { guessableProblem, type Names } from '../identity/passwords/guessable.ts'
import { readableCode } from '../platform/lib/readable-code.ts'

/** The arguments of a command without --stdin, and whether it was given. */
export const withoutStdin = (words: readonly string[]): { words: string[]; reads: boolean } => ({
  words: words.filter((word) => word !== '--stdin'),
  reads: words.includes('--stdin'),
})

/**
 * The password for a command to set: from standard input, or random. Prints why and returns undefined if it is invalid.
 */
export const passwordForCommand = async (reads: boolean, names: Names): Promise<string | undefined> => {
  const password = reads ? (await text(process.stdin)).replace(/\r?\n$/, '') : readableCode()
  const problem = newPassword.safeParse(password).error?.issues[0]?.message ?? (await guessableProblem(password, names))
  if (!problem) return password
  console.error(`This password cannot be set: ${problem}`)
  return undefined
}
