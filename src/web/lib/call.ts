import type { EndpointSpec, InputOf, ResponseOf } from '../../shared/contract/endpoint.ts'
import type { ProblemBody, ProblemCode } from '../../shared/contract/problem.ts'
import { appFetch, appState } from './app-state.ts'
import { PUBLIC_PATH } from './public-path.ts'
import { ApiError, NoResponse, SignInFirst } from './errors.ts'
import { invalidateAll } from './query-client.ts'
import { requireOwnAnswer } from './sign-in.ts'

/** The source of the access token. The session registers it, so that calls need not import the session. */
export interface Bearer {
  token(): string | undefined
  /**
   * Gets a new token if `used` is still the current one. False if the session has ended. With `mayAsk` it may ask the user
   * to log in again.
   */
  renew(used: string | undefined, mayAsk: boolean): Promise<boolean>
}

const calls = appState((): { bearer?: Bearer; changes: number; unanswered: Set<Intent> } => ({
  changes: 0,
  unanswered: new Set(),
}))

export const signCallsWith = (source: Bearer): void => {
  calls().bearer = source
}

interface Parts {
  query?: Record<string, unknown>
  params?: Record<string, unknown>
  body?: unknown
  files?: readonly File[]
}

export interface CallRequest {
  method: string
  headers: Headers
  credentials: 'same-origin'
  /** Our API never redirects. */
  redirect: 'manual'
  body?: FormData | string
  signal?: AbortSignal
}

interface CallOptions {
  signal?: AbortSignal
  /** Sends the token to a public endpoint too. */
  signed?: boolean
  /** Replaces `fetch`. */
  fetch?: (address: string, request: CallRequest) => Promise<Response>
}

export type Arguments<E extends EndpointSpec> =
  unknown extends InputOf<E> ? [input?: undefined, options?: CallOptions] : [input: InputOf<E>, options?: CallOptions]

const SESSION_IS_OVER: readonly string[] = ['session_ended', 'not_signed_in'] satisfies ProblemCode[]

/** Counts calls that may have changed something. An answer from before the last increment may be stale. */
export const changesSoFar = (): number => calls().changes

/**
 * Calls the API and resolves with the body, null for 204. Throws ApiError for any status but the endpoint's own, or
 * NoResponse. There is no timeout. Calls that create are retried a few times if no answer comes. If the access token has
 * expired, the session is renewed and the call repeated once. If the session has ended, calls that change something ask
 * the user to log in on the same screen, because they carry what was typed; pages can be loaded again after a login.
 */
export const call = async <const E extends EndpointSpec>(
  endpoint: E,
  ...[input, options]: Arguments<E>
): Promise<ResponseOf<E>> => {
  const parts = (input ?? {}) as Parts
  const { bearer, unanswered } = calls()
  const intent = endpoint.creates && intentOf(endpoint, parts)
  const used = endpoint.access !== 'public' || options?.signed ? bearer?.token() : undefined
  let answer = await sendUntilAnswered(endpoint, parts, used, options, intent)
  const isOver = answer.problem && endpoint.access !== 'public' && SESSION_IS_OVER.includes(answer.problem.code)
  if (isOver && (await bearer?.renew(used, endpoint.method !== 'GET'))) {
    answer = await sendUntilAnswered(endpoint, parts, bearer?.token(), options, intent)
  }
  // After a 5xx it is unknown whether the work was done.
  if (!(Number(answer.problem?.statusCode) > 499)) unanswered.delete(intent as Intent)
  if (answer.problem) throw new ApiError(answer.problem, answer.retryAfter)
  return answer.body as ResponseOf<E>
}

/** The address of a call that the browser makes itself (`<img>`, the PDF viewer, downloads). */
export const addressOf = <const E extends EndpointSpec>(
  endpoint: E,
  input: Pick<Parts, 'query' | 'params'>,
): string => {
  const path =
    PUBLIC_PATH +
    endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined) query.set(name, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/**
 * Something to create, with its Idempotency-Key. Without an answer, or after a 5xx, it may have been created, so it keeps
 * its key until it is answered, even if the user tries again.
 */
interface Intent {
  what: string | File
  key: string
}
const intentOf = ({ path, method }: EndpointSpec, { body, files }: Parts): Intent => {
  const what = files?.[0] ?? `${method} ${path} ${JSON.stringify(body)}`
  const { unanswered } = calls()
  for (const intent of unanswered) if (intent.what === what) return intent
  // Browsers have randomUUID on https only.
  const intent = { what, key: crypto.getRandomValues(new Uint32Array(4)).join('-') }
  unanswered.add(intent)
  return intent
}

/** Pauses before retries of calls that create. Uploads have their own. */
const PAUSES_MS = [200, 600]

const sendUntilAnswered = async (
  endpoint: EndpointSpec,
  parts: Parts,
  token: string | undefined,
  options: CallOptions | undefined,
  intent: Intent | undefined,
): Promise<Answer> => {
  for (const pause of intent && !parts.files ? PAUSES_MS : []) {
    try {
      return await send(endpoint, parts, token, options, intent)
    } catch (error) {
      if (!(error instanceof NoResponse)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  return send(endpoint, parts, token, options, intent)
}

type Answer =
  | { problem: ProblemBody; retryAfter: number | undefined; body?: undefined }
  | { problem?: undefined; body: unknown }

const send = async (
  endpoint: EndpointSpec,
  parts: Parts,
  token: string | undefined,
  options: CallOptions = {},
  intent?: Intent,
): Promise<Answer> => {
  const { signal } = options
  const headers = new Headers({ Accept: 'application/json' })
  if (intent) headers.set('Idempotency-Key', intent.key)
  if (token !== undefined) headers.set('Authorization', `Bearer ${token}`)
  const request: CallRequest = { method: endpoint.method, headers, credentials: 'same-origin', redirect: 'manual' }
  if (signal) request.signal = signal
  if (parts.files) {
    request.body = formOf(parts.files)
  } else if (parts.body !== undefined) {
    headers.set('Content-Type', 'application/json')
    request.body = JSON.stringify(parts.body)
  }
  try {
    const address = addressOf(endpoint, parts)
    const response = (await takeEarly(address)) ?? (await (options.fetch ?? appFetch)(address, request))
    requireOwnAnswer(response)
    if (response.status === 204 && endpoint.mayBeEmpty) return { body: null }
    if (response.status !== endpoint.status) {
      return { problem: await problemOf(response), retryAfter: retryAfterOf(response) }
    }
    return { body: response.status === 204 ? null : await response.json() }
  } catch (error) {
    if (signal?.aborted || error instanceof SignInFirst) throw error
    throw new NoResponse(error)
  } finally {
    if (endpoint.method !== 'GET') {
      calls().changes++
      invalidateAll()
    }
  }
}

declare global {
  /** Answers to requests that index.html sent, by address; undefined once the first page has loaded. */
  var early: Record<string, Promise<Response>> | undefined
}

const takeEarly = async (address: string): Promise<Response | undefined> => {
  const answer = globalThis.early?.[address]
  delete globalThis.early?.[address]
  return answer?.catch(() => undefined)
}

const formOf = (files: readonly File[]): FormData => {
  const form = new FormData()
  for (const file of files) form.append('files', file, file.name)
  return form
}

/** In seconds. Our server never sends a date. */
const retryAfterOf = (response: Response): number | undefined =>
  Number(response.headers.get('Retry-After')) || undefined

/** A proxy's own answer, or a success with another status than the endpoint's, is a problem without a code. */
const problemOf = async (response: Response): Promise<ProblemBody> => {
  const { status, statusText, ok, headers } = response
  const text = await response.text()
  const isJSON = headers.get('Content-Type')?.includes('json')
  const said = ok || !isJSON ? undefined : (JSON.parse(text) as Partial<ProblemBody> | null)
  const message = (!ok && statusText) || `Unexpected status ${status}`
  return { error: statusText, code: '', message, requestId: '', ...said, statusCode: status }
}
