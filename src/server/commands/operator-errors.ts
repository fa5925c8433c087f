import { ConfigError, parseConfig, type Config } from '../config.ts'
import { troubleOf, TROUBLES } from '../platform/db/connection-errors.ts'
import { OperatorError } from '../platform/lib/operator-error.ts'
import { refusalOf } from '../platform/storage/stores/s3-errors.ts'
import { isUnavailable } from '../platform/http/app-error.ts'
import { complain } from './terminal.ts'

/** The settings of this process. Exits with a message if one is wrong. */
export const configOrExit = (environment: NodeJS.ProcessEnv = process.env): Config => {
  try {
    return parseConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

const isOfTheSystem = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error && typeof error.code === 'string'

const causeIn = ({ cause }: Error): string => (cause instanceof Error && cause.message ? ` (${cause.message})` : '')

/** The message for an error that operators can fix; undefined for programming errors, which keep their stack. */
export const sentenceOf = (error: unknown): string | undefined => {
  if (error instanceof OperatorError) return error.message
  if (error instanceof Error && isUnavailable(error)) {
    const refusal = refusalOf(error)
    if (refusal !== undefined) return `The bucket cannot be used. ${refusal}`
    return `The file store does not answer${causeIn(error)}. Run the same command again when it does.`
  }
  const trouble = troubleOf(error)
  if (trouble !== undefined) return `${TROUBLES[trouble]} Put that right and run the same command again.`
  return isOfTheSystem(error) ? `${error.message}.` : undefined
}

/** Exits with the message of an error that operators can fix. */
export const orExit = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    const sentence = sentenceOf(error)
    if (sentence === undefined) throw error
    for (const line of sentence.split('\n')) complain(line)
    process.exit(1)
  })

/** Runs a command with its arguments. Exits with the returned code, or with 1 and a message. */
export const runCommand = async (main: (words: readonly string[]) => Promise<number>): Promise<void> => {
  process.exitCode = await orExit(main(process.argv.slice(2)))
}
