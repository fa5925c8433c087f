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
  type Target,
  type Thing,
} from '../../../shared/contract/endpoint.ts'
import { fieldSentences, NOT_THE_PROJECT } from '../../../shared/contract/problem.ts'
import { includes, type Right } from '../../../shared/contract/rights.ts'
import { hasRole } from '../../../shared/contract/roles.ts'
import type { Actor, LinkReader, Reader } from '../db/actor.ts'
import type { ProjectRight, RequestedThings } from '../db/access/find-right.ts'
import { nameForSlowStatements } from '../db/query-monitor.ts'
import type { JSONText } from '../db/engine.ts'
import { SECOND, type Clock } from '../lib/clock.ts'
import type { Database } from '../db/database.ts'
import { AppError } from './app-error.ts'
import { openLimiter } from '../lib/limiter.ts'
import { fairnessKey } from './fairness-key.ts'
import { clientDisconnect } from './client-disconnect.ts'
import { answerOnce } from './idempotency.repo.ts'
import { problemsOf } from './problems-of.ts'
import { POLICY_OF_FILES } from './security/security-headers.ts'
import { logSecurity } from './security/security-log.ts'

/** Finds the caller, undefined for anonymous ones. `throws` if the request has a token that is no longer valid. */
type FindActor = (request: FastifyRequest) => Promise<Actor | undefined>

/**
 * Finds the read-only link of a call, or undefined. `inQuery` says which of its keys may be in a plain address. Throws
 * `not_found` for an unknown link.
 */
export type FindLink = (request: FastifyRequest, inQuery: EndpointSpec['alsoLinks']) => Promise<LinkReader | undefined>

/** Nobody, a read-only link or a signed-in user, as the endpoint declares. */
type Caller<E extends EndpointSpec> = E['access'] extends 'public'
  ? undefined
  : E['access'] extends 'link'
    ? LinkReader
    : E['alsoLinks'] extends string
      ? Reader
      : Actor

interface Call<E extends EndpointSpec> {
  /** Set on every endpoint that is not public. */
  actor: Caller<E>
  query: QueryOf<E>
  params: ParamsOf<E>
  body: BodyOf<E>
  request: FastifyRequest
  reply: FastifyReply
  /**
   * On an endpoint that creates: runs the work and returns its answer. For a retry with the same Idempotency-Key it
   * returns the first answer without running the work. Slow work and work outside the database belong outside. `sent`
   * is what a retry must have in common, by default the body.
   */
  once: E['creates'] extends true ? Once : undefined
}

export type Once = <T extends object>(work: (db: Database) => Promise<T>, sent?: unknown) => Promise<T>

/**
 * Null answers 204 if the endpoint may be empty. JSON text is sent unchanged. Handlers of 'bytes' send their own
 * response.
 */
type Answer<E extends EndpointSpec> = ResponseOf<E> | JSONText<ResponseOf<E>>
type Handler<E extends EndpointSpec> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>

/** The actor's right to the projects of all these things; undefined if one of them is not there for the actor. */
type FindRight = (actor: Actor, things: readonly RequestedThings[]) => Promise<ProjectRight | undefined>

interface ServeOptions {
  findActor: FindActor
  findLink: FindLink
  findRight: FindRight
  db: Database
  clock: Clock
  /** Checks responses against the declared schemas; on in tests, off in production for speed. */
  checkAnswers: boolean
}

/** Per caller; no browser sends more in parallel. */
const CALLS_AT_ONCE = 8
const WAITING = {
  mostWaiting: 200,
  refusal: () => new AppError('too_many_calls', { headers: { 'Retry-After': '5' } }),
}
/** Shorter than the silence after which the server disconnects (server.ts), because a waiting upload is not read. */
const LONGEST_WAIT_TO_SEND = 30 * SECOND
/**
 * UTF-16 units from which a response counts until the client has received it. The kernel buffers shorter ones at once.
 */
const LONG = 64 * 1024

const parse = (schema: z.ZodMiniType, value: unknown): unknown => {
  const result = schema.safeParse(value)
  if (!result.success) throw new AppError('invalid_input', { fields: fieldSentences(result.error.issues) })
  return result.data
}

const NOTHING = z.strictObject({})

/** Calendars, monitors and other tools may append their own parameters to an address. */
const takesAnyQuery = ({ access, method, query }: EndpointSpec) => !query && access === 'public' && method === 'GET'

const notAllowed = (right: Right): AppError =>
  new AppError('not_allowed', { ...(right !== 'read' && { sentence: NOT_THE_PROJECT }) })

const IDEMPOTENCY_KEY = /^[!-~]{1,255}$/
const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined || (typeof key === 'string' && IDEMPOTENCY_KEY.test(key))) return key
  throw new AppError('invalid_input', { fields: { 'Idempotency-Key': '1 to 255 visible ASCII characters.' } })
}

/** The things that a request names, of which each target takes the first. */
const namedBy = (target: Target | readonly Target[], sent: Readonly<Record<string, unknown>>): RequestedThings[] => {
  const targets = [target].flat() as Target[]
  return targets.flatMap((one) => {
    for (const [thing, names] of Object.entries(one)) {
      const value = [names]
        .flat()
        .map((name) => sent[name])
        .find((each) => each !== undefined)
      if (value !== undefined) return [{ thing: thing as Thing, ids: [value].flat() as number[] }]
    }
    return []
  })
}

const isSchema = (part: EndpointSpec['body'] | EndpointSpec['response']): part is z.ZodMiniType =>
  typeof part === 'object'

/**
 * Returns the function that serves a declared endpoint. Authorization runs before the body is read; then query, path
 * and body are parsed, so a handler sees only what its endpoint declares. `served` collects the served endpoints.
 */
export const makeServe = (app: FastifyInstance, options: ServeOptions, served: Set<EndpointSpec>) => {
  const actors = new WeakMap<FastifyRequest, Reader>()
  const calls = openLimiter({ ofOne: CALLS_AT_ONCE, ...WAITING })
  const largeChanges = openLimiter({ ofOne: 1, ...WAITING })
  // Separate from other calls, so slow uploads do not delay the user's other requests.
  const uploads = openLimiter({ ofOne: CALLS_AT_ONCE, longestWait: LONGEST_WAIT_TO_SEND, ...WAITING })

  const authorize =
    ({ access, alsoLinks, response, duringSetup, keys, method, path }: EndpointSpec) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      // First, so that every response has it and refusals can check it (problem-page.ts).
      if (response === 'bytes') void reply.header('Content-Security-Policy', POLICY_OF_FILES)
      if (access === 'public') return
      const link = access === 'link' || alsoLinks ? await options.findLink(request, alsoLinks) : undefined
      if (link) {
        actors.set(request, link)
        return
      }
      const actor = access === 'link' ? undefined : await options.findActor(request)
      if (!actor) throw new AppError('not_signed_in')
      if (actor.apiKey && !keys) throw new AppError('not_for_keys')
      if (actor.apiKey && !actor.apiKey.writes && method !== 'GET') throw new AppError('key_only_reads')
      if (actor.mustChangePassword && !duringSetup) throw new AppError('password_change_required')
      if (actor.mustSetUpSecondFactor && !duringSetup) throw new AppError('second_factor_required')
      if (access !== 'signedIn' && access !== 'link' && !hasRole(actor.roles, access)) {
        logSecurity(request, 'right_refused', actor.username, { method, path })
        throw new AppError('role_missing')
      }
      actors.set(request, actor)
    }

  return <const E extends EndpointSpec>(endpoint: E, handler: Handler<E>): void => {
    const { query, params, body, needs, target, notForTemplates, response, status, creates, oneAtATime, method, path } =
      endpoint
    served.add(endpoint)
    if ((needs || notForTemplates) && !target) throw new Error(`${method} ${path} does not say what its right is to.`)
    if (endpoint.keys && needs === 'own') throw new Error(`${method} ${path} is for owners, which keys never are.`)
    const problems = problemsOf(endpoint)
    /**
     * When a change finds nothing, the thing may still be visible to the caller with a lesser right, or be in a
     * template; the answer then says so. Statements only look for what the caller may change, so this is checked only
     * after they find nothing.
     */
    const orNotAllowed = async (error: unknown, { actor, query, body }: Call<E>): Promise<unknown> => {
      if (!target || actor?.kind !== 'person') return error
      if (!(error instanceof AppError && error.code === 'not_found')) return error
      const right = await options.findRight(actor, namedBy(target, Object.assign({}, query, body)))
      if (right && needs && !includes(right.may, needs)) return notAllowed(right.may)
      return right?.isTemplate && notForTemplates ? new AppError('not_for_templates') : error
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
        const end = reader && (await limiter.begin(fairnessKey(reader), clientDisconnect(reply)))
        let isLong = false
        try {
          const answer = await answered(call)
          if (options.checkAnswers && creation && !creation.used())
            throw new Error(`${method} ${path} creates, so it must use once()`)
          if (response === 'bytes' || reply.sent) return reply
          if (answer === null || status === 204) return reply.code(204).send()
          // No endpoint returns a bare string, so a string is already JSON.
          const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
          if (options.checkAnswers && isSchema(response)) {
            const wrong = response.safeParse(typeof answer === 'string' ? JSON.parse(answer) : answer).error
            if (wrong) throw new Error(`${method} ${path} violates its response schema: ${wrong.message}`)
          }
          isLong = text.length >= LONG
          // A long response takes at most half the memory as bytes while the client is slow to receive it.
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
