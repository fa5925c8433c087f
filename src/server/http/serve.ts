import { finished } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  JSON_BODY_BYTES,
  type BodyOf,
  type EndpointSpec,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '../../shared/endpoint.ts'
import { fieldSentences, NOT_THE_PROJECT } from '../../shared/problem.ts'
import { includes, type Right } from '../../shared/rights.ts'
import { hasRole } from '../../shared/roles.ts'
import type { Actor, LinkReader, Reader } from '../db/actor.ts'
import type { Held } from '../db/scope.ts'
import { nameForSlowStatements } from '../db/watch.ts'
import type { JSONText } from '../db/engine.ts'
import { SECOND, type Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../app-error.ts'
import { openLimiter } from '../limiter.ts'
import { turnOf } from '../turn-of.ts'
import { callerGone } from './caller-gone.ts'
import { answerOnce } from './first-answers.repo.ts'
import { problemsOf } from './problems-of.ts'
import { POLICY_OF_FILES } from './security-headers.ts'
import { logSecurity } from './security-log.ts'

/** Names who is calling, or undefined for nobody. `throws` when a token was given that is no longer good. */
export type FindActor = (request: FastifyRequest) => Promise<Actor | undefined>

/**
 * The link that a call is made with, or undefined. `inQuery` says what of it may stand in a plain address. Throws `not_found`
 * where one was given that opens nothing.
 */
export type FindLink = (request: FastifyRequest, inQuery: EndpointSpec['alsoLinks']) => Promise<LinkReader | undefined>

/** Nobody, a read-only link, or somebody signed in: nothing but what the endpoint declares. */
type Caller<E extends EndpointSpec> = E['access'] extends 'public'
  ? undefined
  : E['access'] extends 'link'
    ? LinkReader
    : E['alsoLinks'] extends string
      ? Reader
      : Actor

interface Call<E extends EndpointSpec> {
  /** Present on every endpoint that is not public. */
  actor: Caller<E>
  query: QueryOf<E>
  params: ParamsOf<E>
  body: BodyOf<E>
  request: FastifyRequest
  reply: FastifyReply
  /**
   * On an endpoint that creates: does the work and answers what it answers; of a repetition under the same
   * Idempotency-Key the first answer, and no work. What takes long and what is not in the database is to be done outside.
   * `sent` is what a repetition has to have the same, the body unless given.
   */
  once: E['creates'] extends true ? Once : undefined
}

export type Once = <T extends object>(work: (db: Database) => Promise<T>, sent?: unknown) => Promise<T>

/** Null, where the endpoint may be empty, answers 204. JSON text is sent as it is. A handler of 'bytes' sends by itself. */
type Answer<E extends EndpointSpec> = ResponseOf<E> | JSONText<ResponseOf<E>>
type Handler<E extends EndpointSpec> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>

/** What somebody may do with the project of what a request names; undefined where nothing of it is there for them. */
export type FindRight = (actor: Actor, named: Readonly<Record<string, unknown>>) => Promise<Held | undefined>

export interface ServeOptions {
  findActor: FindActor
  findLink: FindLink
  findRight: FindRight
  db: Database
  clock: Clock
  /** Checks what handlers answer against what their endpoint declares: on in tests, off where it only costs. */
  checkAnswers: boolean
}

/** Of one caller; no browser asks for more at once. */
const CALLS_AT_ONCE = 8
const WAITING = {
  mostWaiting: 200,
  refusal: () => new AppError('too_many_calls', { headers: { 'Retry-After': '5' } }),
}
/** Shorter than the silence after which the server hangs up (server.ts), since nothing is read meanwhile. */
const LONGEST_WAIT_TO_SEND = 30 * SECOND
/** UTF-16 units of an answer that counts as under way until it is taken: the system takes shorter ones at once. */
const LONG = 64 * 1024

const parse = (schema: z.ZodMiniType, value: unknown): unknown => {
  const result = schema.safeParse(value)
  if (!result.success) throw new AppError('invalid_input', { fields: fieldSentences(result.error.issues) })
  return result.data
}

const NOTHING = z.strictObject({})

/** What others write into an address, such as a calendar or whoever watches a server, they may put something of their own behind. */
const takesAnyQuery = ({ access, method, query }: EndpointSpec) => !query && access === 'public' && method === 'GET'

const notAllowed = (held: Right): AppError =>
  new AppError('not_allowed', { ...(held !== 'read' && { sentence: NOT_THE_PROJECT }) })

const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/
const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && IDEMPOTENCY_KEY.test(key))) return key
  throw new AppError('invalid_input', { fields: { 'Idempotency-Key': '1 to 255 visible ASCII characters.' } })
}

const isSchema = (part: EndpointSpec['body'] | EndpointSpec['response']): part is z.ZodMiniType =>
  typeof part === 'object'

/**
 * Gives the function that serves one declared endpoint. Who may call is decided before the body is read; then query,
 * path and body are parsed, so that a handler sees only what its endpoint declares. `served` collects what was served.
 */
export const makeServe = (app: FastifyInstance, options: ServeOptions, served: Set<EndpointSpec>) => {
  const actors = new WeakMap<FastifyRequest, Reader>()
  const calls = openLimiter({ ofOne: CALLS_AT_ONCE, ...WAITING })
  const largeChanges = openLimiter({ ofOne: 1, ...WAITING })
  // Apart from other calls: slow uploads must not hold up what somebody does meanwhile.
  const uploads = openLimiter({ ofOne: CALLS_AT_ONCE, longestWait: LONGEST_WAIT_TO_SEND, ...WAITING })

  const authorize =
    ({ access, alsoLinks, response, beforeNewPassword, method, path }: EndpointSpec) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      // First, so that no answer is without it, and a refusal can tell (problem-page.ts).
      if (response === 'bytes') void reply.header('Content-Security-Policy', POLICY_OF_FILES)
      if (access === 'public') return
      const link = access === 'link' || alsoLinks ? await options.findLink(request, alsoLinks) : undefined
      if (link) {
        actors.set(request, link)
        return
      }
      const actor = access === 'link' ? undefined : await options.findActor(request)
      if (!actor) throw new AppError('not_signed_in')
      if (actor.mustChangePassword && !beforeNewPassword) throw new AppError('password_change_required')
      if (access !== 'signedIn' && access !== 'link' && !hasRole(actor.roles, access)) {
        logSecurity(request, 'right_refused', actor.username, { method, path })
        throw new AppError('role_missing')
      }
      actors.set(request, actor)
    }

  return <const E extends EndpointSpec>(endpoint: E, handler: Handler<E>): void => {
    const { query, params, body, needs, notForTemplates, response, status, creates, oneAtATime, method, path } =
      endpoint
    served.add(endpoint)
    const problems = problemsOf(endpoint)
    /**
     * What a change did not find may be there for whoever has a smaller right, or be in a template: they are told so.
     * Statements look for no more than what the caller may change, so this is asked only when one has found nothing.
     */
    const orNotAllowed = async (error: unknown, { actor, query, body }: Call<E>): Promise<unknown> => {
      if (!(needs || notForTemplates) || actor?.kind !== 'person') return error
      if (!(error instanceof AppError && error.code === 'not_found')) return error
      const held = await options.findRight(actor, Object.assign({}, query, body))
      if (held && needs && !includes(held.may, needs)) return notAllowed(held.may)
      return held?.isTemplate && notForTemplates ? new AppError('not_for_templates') : error
    }
    const answered = nameForSlowStatements(`${method} ${path}`, async (call: Call<E>): Promise<Answer<E>> => {
      try {
        return await handler(call)
      } catch (thrown) {
        const error = await orNotAllowed(thrown, call)
        if (error instanceof AppError && error.code === 'not_allowed' && call.actor?.kind === 'person')
          logSecurity(call.request, 'right_refused', call.actor.username, { method, path })
        if (options.checkAnswers && error instanceof AppError && !problems.includes(error.code))
          throw new Error(`${endpoint.method} ${endpoint.path} does not declare ${error.code}`, { cause: error })
        throw error
      }
    })
    const makeOnce = (request: FastifyRequest, body: unknown): { once: Once; used: () => boolean } => {
      const key = keyOf(request)
      const reader = actors.get(request)
      const actor = reader?.kind === 'person' ? reader : undefined
      let used = false
      const once: Once = (work, sent = body) => {
        used = true
        if (key === undefined) return work(options.db)
        return answerOnce(options.db, options.clock, { actor, key, request: [method, path, sent] }, work)
      }
      return { once, used: () => used }
    }
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit: endpoint.bodyBytes ?? JSON_BODY_BYTES,
      onRequest: authorize(endpoint),
      handler: async (request, reply) => {
        const parsed = {
          query: takesAnyQuery(endpoint) ? undefined : parse(query ?? NOTHING, request.query),
          params: params && parse(params, request.params),
          body: body === 'files' ? undefined : parse(body ?? NOTHING, request.body ?? {}),
        }
        const creation = creates && makeOnce(request, parsed.body)
        const call = { actor: actors.get(request), ...parsed, request, reply, once: creation?.once } as Call<E>
        const reader = response === 'bytes' ? undefined : actors.get(request)
        const limiter = body === 'files' ? uploads : oneAtATime ? largeChanges : calls
        const end = reader && (await limiter.begin(turnOf(reader), callerGone(reply)))
        let isLong = false
        try {
          const answer = await answered(call)
          if (options.checkAnswers && creation && !creation.used())
            throw new Error(`${method} ${path} creates, and so does its work once`)
          if (response === 'bytes' || reply.sent) return reply
          if (answer === null || status === 204) return reply.code(204).send()
          // No endpoint answers a bare string, so a string is JSON already.
          const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
          if (options.checkAnswers && isSchema(response)) {
            const wrong = response.safeParse(typeof answer === 'string' ? JSON.parse(answer) : answer).error
            if (wrong) throw new Error(`${method} ${path} answers against its schema: ${wrong.message}`)
          }
          isLong = text.length >= LONG
          // As bytes a long one takes half the memory or less while nobody takes it.
          const sent = isLong ? Buffer.from(text) : text
          return reply.code(status).type('application/json; charset=utf-8').send(sent)
        } finally {
          if (end && isLong) finished(reply.raw, end)
          else end?.()
        }
      },
    })
  }
}

export type Serve = ReturnType<typeof makeServe>
