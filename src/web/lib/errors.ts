import type { ProblemBody } from '../../shared/contract/problem.ts'

/** The server answered with another status than that of success: with a problem, mostly. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** The inputs at fault, each with its sentence. */
  readonly fields: Readonly<Record<string, string>>
  readonly requestId: string
  /** The whole answer, for what a single call adds to it (`current` of a changed item). */
  readonly body: Readonly<Record<string, unknown>>
  /** After how many seconds the server wants to be asked again. */
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

/** The server did not answer, or not as the server of this app would. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse'
  constructor(cause: unknown) {
    super('No server response', { cause })
  }
}

/** What a proxy answers for a server that it does not reach. */
const AWAY: readonly number[] = [502, 503, 504]

/** Whether a call failed because no server was there to answer it. */
export const isNoConnection = (error: unknown): boolean =>
  error instanceof NoResponse || (error instanceof ApiError && AWAY.includes(error.status))

/** Something in front of the server answered in its place, as what asks people to sign in does when that has ended. */
export class SignInFirst extends NoResponse {
  constructor() {
    super(undefined)
    this.message = 'Your network asks you to log in before you can reach Roomfolio'
  }
}

/** A page's address names nothing that could exist. */
export class NothingHere extends Error {
  override readonly name = 'NothingHere'
  constructor() {
    super("There's nothing here")
  }
}

/**
 * Whether a page's load failed because there is nothing at its address. A loader lets its errors pass: the router shows
 * "There's nothing here" for these and the generic error screen for every other.
 */
export const isNothingHere = (error: unknown): boolean =>
  error instanceof NothingHere || (error instanceof ApiError && (error.status === 400 || error.status === 404))

/** What a screen says for a status: a sentence, or one made from the server's text. */
type Sentence = string | ((serverText: string) => string)

/**
 * The sentence a screen shows for a failed call: by status, else `other`; without an answer 'No server response', and
 * where the right to the project was taken away meanwhile the server's. What is no failure of a call is a defect of the
 * page and thrown on.
 */
export const sentence = (
  error: unknown,
  sentences: { readonly [status: number]: Sentence; other: Sentence },
): string => {
  if (error instanceof NoResponse) return error.message
  if (!(error instanceof ApiError)) throw error
  if (error.code === 'not_allowed') return error.message
  const chosen = sentences[error.status] ?? sentences.other
  return typeof chosen === 'string' ? chosen : chosen(error.message)
}
