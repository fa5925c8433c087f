import { PROBLEMS, type ProblemCode } from '../shared/problem.ts'

export interface ProblemDetails {
  /** Another sentence than that of the code. */
  sentence?: string
  /** Fill-ins of the sentence: {name}, {wait} … */
  values?: Record<string, string>
  /** Sentences by bare input name. `true` marks a field with the problem's own sentence. */
  fields?: Record<string, string | true>
  headers?: Record<string, string>
  /** Further members of the body. */
  body?: Record<string, unknown>
  /** How a 5xx is logged that is no error. */
  logged?: 'not' | 'warn'
}

/** A problem that the caller is told about. What is thrown and is none of these is a 500 that says nothing. */
export class AppError extends Error {
  readonly code: ProblemCode
  readonly statusCode: number
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>
  readonly body: Record<string, unknown>
  readonly logged: ProblemDetails['logged']

  /** `options.cause` goes to the log, never to the caller. */
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

/** Something that we need does not do its work right now. `body` are further members of the answer. */
export const unavailable = (cause: unknown, body: Record<string, unknown> = {}): AppError =>
  new AppError('unavailable', { headers: { 'Retry-After': '5' }, body }, { cause })

/** Too many callers want the same at once. */
export const busy = (cause?: unknown, retryAfterS = 5): AppError =>
  new AppError('unavailable', { headers: { 'Retry-After': String(retryAfterS) }, logged: 'warn' }, { cause })

export const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'unavailable'
