import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { packageRoot } from '../../platform/lib/package-root.ts'

const PRODUCT = 'roomfolio'

/** Shorter names appear in too many passwords by chance. */
const SHORTEST_NAME = 3

let listed: Promise<string> | undefined

/** The most common passwords, in lower case, each between line feeds. Loaded on first use. */
const commonPasswords = (): Promise<string> =>
  (listed ??= readFile(join(packageRoot, 'common-passwords/list.txt.br')).then(async (bytes) =>
    (await promisify(brotliDecompress)(bytes)).toString('latin1'),
  ))

const withoutEndingSigns = (text: string): string => text.replace(/[^\p{L}\p{N}]+$/u, '')
/** A name without digits and signs around it: 'robin' of '!Robin2024'. */
const bare = (text: string): string => text.toLowerCase().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** A year, a number or signs around a word hide nothing: 'summer' of 'summer2026!'. */
const withoutEnds = (text: string): string =>
  text.replace(/^[^\p{L}\p{N}]*\d{0,4}(?=\p{L})/u, '').replace(/[^\p{L}\p{N}]*\d{0,4}[^\p{L}\p{N}]*$/u, '')

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
}
const inLetters = (text: string): string => text.replace(/[@431!0$57]/g, (sign) => LOOKS_LIKE[sign] ?? sign)

/** The list leaves out what needs no list: 88888888, aaaaaaaa, abcabcabc. */
const isRepetition = (text: string): boolean => /^(.{1,4})\1+$/su.test(text)

/** Such as 98765432 and abcdefgh. */
const isRun = (text: string): boolean => {
  const codes = Array.from(text.toLowerCase(), (sign) => sign.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, at) => code - (codes[at] ?? 0)))
  return /^[a-z\d]+$/i.test(text) && steps.size === 1 && (steps.has(1) || steps.has(-1))
}

const isNamed = (password: string, names: readonly string[]): boolean => {
  const typed = password.trim().toLowerCase()
  return names.some((name) => {
    const core = bare(name)
    return typed === name.toLowerCase() || (core.length >= SHORTEST_NAME && bare(typed) === core)
  })
}

export interface Names {
  username: string
  email: string
}

/** Why a password is easy to guess; undefined if it is not. */
export const guessableProblem = async (password: string, { username, email }: Names): Promise<string | undefined> => {
  if (isNamed(password, [username, email, email.replace(/@.*$/s, ''), PRODUCT])) return SENTENCES.passwordNamed
  const typed = password.toLowerCase()
  const list = await commonPasswords()
  const isListed = (text: string) => list.includes(`\n${text}\n`)
  const word = withoutEnds(typed)
  const isCommon =
    [typed, withoutEndingSigns(typed)].some((text) => isListed(text) || isRepetition(text) || isRun(text)) ||
    (/\p{L}/u.test(word) && [word, inLetters(word)].some((text) => isListed(text)))
  return isCommon ? SENTENCES.passwordCommon : undefined
}

/** Throws `invalid_input`, naming the input, if the password is easy to guess. */
export const refuseGuessable = async (input: string, password: string, names: Names): Promise<void> => {
  const problem = await guessableProblem(password, names)
  if (problem !== undefined) throw new AppError('invalid_input', { fields: { [input]: problem } })
}
