import type { ProblemBody } from '../../shared/contract/problem.ts'

/** The server answered with another status than the endpoint's, usually a problem. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** What is wrong, by field. */
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string
  /** The whole body: some calls add to the problem (`current` of a changed item). */
  readonly body: Readonly<Record<string, unknown>>
  /** In seconds. */
  readonly retryAfter: number | undefined

  constructor(body: ProblemBody, retryAfter?: number) {
    super(body.message)
    this.status = body.statusCode
    this.code = body.code
    this.fields = body.fields ?? {}
    this.requestId = body.requestId
    this.body = { ...body }
    this.retryAfter = retryAfter
  }
}

/** No answer, or one that is not from our server. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
  constructor(cause: unknown) {
    super('No server response', { cause })
  }
}

/** Statuses of a proxy that cannot reach the server. */
const AWAY: readonly number[] = [502, 503, 504]

/** Whether a call failed because the server could not be reached. */
export const isNoConnection = (error: unknown): boolean =>
  error instanceof NoResponse || (error instanceof ApiError && AWAY.includes(error.status))

/** A sign-in proxy answered instead of our server. */
export class SignInFirst extends NoResponse {
  constructor() {
    super(undefined)
    this.message = 'Your network asks you to log in before you can reach Roomfolio'
  }
}

/** The address of a page is invalid. */
export class NothingHere extends Error {
  override readonly name = 'NothingHere'
  constructor() {
    super("There's nothing here")
  }
}

/** Whether a loader failed because nothing is at its address. The router then shows "There's nothing here". */
export const isNothingHere = (error: unknown): boolean =>
  error instanceof NothingHere || (error instanceof ApiError && (error.status === 400 || error.status === 404))

/** The sentence for a status, or a function of the server's text. */
type Sentence = string | ((serverText: string) => string)

/** What to say about a failed call, by status. */
export interface FailureSentences {
  readonly [status: number]: Sentence
  readonly other: Sentence
}

/** Says what the server says. */
export const asIs = (serverText: string): string => serverText

/**
 * The sentence to show for a failed call: by status, or `other`. Without an answer it is 'No server response', and if the
 * user has lost the right to the project, the server's. Other errors are defects and are rethrown.
 */
export const sentence = (error: unknown, sentences: FailureSentences): string => {
  if (error instanceof NoResponse) return error.message
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'not_allowed') return error.message
  const chosen = sentences[error.status] ?? sentences.other
  return typeof chosen === 'string' ? chosen : chosen(error.message)
}
