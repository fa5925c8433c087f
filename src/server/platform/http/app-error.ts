import { PROBLEMS, type ProblemCode } from '../../../shared/contract/problem.ts'

export interface ProblemDetails {
  /** Replaces the sentence of the code. */
  sentence?: string
  /** Placeholders of the sentence: {name}, {wait} … */
  values?: Record<string, string>
  /** Sentences by input name. `true` marks a field with the problem's own sentence. */
  fields?: Record<string, string | true>
  headers?: Record<string, string>
  /** Additional members of the body. */
  body?: Record<string, unknown>
  /** How to log a 5xx that is not an error. */
  logged?: 'not' | 'warn'
}

/** A problem reported to the caller. Any other thrown error becomes a 500 without details. */
export class AppError extends Error {
  readonly code: ProblemCode
  readonly statusCode: number
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>
  readonly body: Record<string, unknown>
  readonly logged: ProblemDetails['logged']

  /** `options.cause` is logged, never sent to the caller. */
  constructor(code: ProblemCode, details: ProblemDetails = {}, options?: ErrorOptions) {
    const [statusCode, sentence] = PROBLEMS[code]
    const message = (details.sentence ?? sentence).replace(
      /\{(\w+)\}/g,
      (_, name: string) => details.values?.[name] ?? '',
    )
    super(message, options)
    this.code = code
    this.statusCode = statusCode
    this.fields =
      details.fields &&
      Object.fromEntries(Object.entries(details.fields).map(([name, text]) => [name, text === true ? message : text]))
    this.headers = details.headers ?? {}
    this.body = details.body ?? {}
    this.logged = details.logged
  }
}

/** A dependency, such as the database or the file store, does not work right now. `body` is added to the response. */
export const unavailable = (cause: unknown, body: Record<string, unknown> = {}): AppError =>
  new AppError('unavailable', { headers: { 'Retry-After': '5' }, body }, { cause })

/** Too many concurrent callers. */
export const busy = (cause?: unknown, retryAfterS = 5): AppError =>
  new AppError('unavailable', { headers: { 'Retry-After': String(retryAfterS) }, logged: 'warn' }, { cause })

export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'
