import { text } from 'node:stream/consumers'
import { newPassword } from '../shared/text.ts'
import { guessableProblem, type Names } from './auth/guessable.ts'
import { readableSecret } from './readable-secret.ts'

/** The words of a command without --stdin, and whether it was there. */
export const withoutStdin = (words: readonly string[]): { words: string[]; reads: boolean } => ({
  words: words.filter((word) => word !== '--stdin'),
  reads: words.includes('--stdin'),
})

/** A password that a command sets: the one on its standard input, or a random one. Undefined, with a sentence, for one that cannot be set. */
export const passwordForCommand = async (reads: boolean, names: Names): Promise<string | undefined> => {
  const password = reads ? (await text(process.stdin)).replace(/\r?\n$/, '') : readableSecret()
  const problem = newPassword.safeParse(password).error?.issues[0]?.message ?? (await guessableProblem(password, names))
  if (!problem) return password
  console.error(`This password cannot be set: ${problem}`)
  return undefined
}
