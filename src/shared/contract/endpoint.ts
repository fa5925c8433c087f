import type * as z from 'zod/mini'
import type { ProblemCode } from './problem.ts'
import type { Right } from './rights.ts'
import type { Role } from './roles.ts'

/** Who may call: anyone, any session, users with at least one of the roles, or read-only links only. */
export type Access = 'public' | 'signedIn' | 'link' | readonly Role[]

type Schema = z.ZodMiniType

/** Fits the longest texts of our forms with every character escaped. Longer bodies are rejected with 413, unread. */
export const JSON_BODY_BYTES = 64 * 1024

/** What belongs to a project and has an id of its own. */
export type Thing = 'project' | 'room' | 'item' | 'event' | 'trash' | 'link' | 'task' | 'revision' | 'webhook'

/** The name of a thing's id, or ids, in the query or body. If several are listed, the first that a request names counts. */
export type Target = { readonly [T in Thing]?: string | readonly string[] }

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** In Fastify's notation: '/download/:remote'. */
  path: `/${string}`
  /** One line for the API documentation. */
  summary: string
  access: Access
  query?: Schema
  params?: Schema
  /** A JSON body, or 'files' for a multipart form. */
  body?: Schema | 'files'
  /** Maximum size of a JSON body; JSON_BODY_BYTES by default. */
  bodyBytes?: number
  status: 200 | 201 | 204
  /** The body on success: 'bytes' for a file, absent for 204. */
  response?: Schema | 'bytes'
  /**
   * The caller's required right to the project of the target. Callers with a lesser right get `not_allowed`; callers
   * with none get `not_found`, as if it did not exist.
   */
  needs?: Exclude<Right, 'read'>
  /** What `needs` and `notForTemplates` apply to; of a list, the caller needs the right to each. */
  target?: Target | readonly Target[]
  /** Makes sense only for real homes: templates answer `not_for_templates`. */
  notForTemplates?: true
  /**
   * Also accepts a read-only link, limited to what the link shows. In a plain URL, the query's `link` carries the
   * link's key for files or its ticket for papers, and grants only what this names.
   */
  alsoLinks?: 'files' | 'papers'
  /** Also callable with an API key: reads with any, others with one that may write. Never by default. */
  keys?: true
  /** Also callable by users who must first set a new password or a second factor. */
  duringSetup?: true
  /** An empty list answers 204 without a body; `call` returns null. */
  mayBeEmpty?: true
  /**
   * Creates something, so it accepts the Idempotency-Key header: a repeated call by the same caller with the same key
   * gets the first answer.
   */
  creates?: true
  /** May change a whole home's worth of data, so the server runs these one at a time per user. */
  oneAtATime?: true
  /** Problems of this call besides those implied by its declaration; see problems-of.ts on the server. */
  problems?: readonly ProblemCode[]
}

/**
 * Declares an API call once: the server serves it, the browser calls it and the documentation lists it from this value.
 * Every endpoint must be listed in `endpoints.ts`.
 */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type QueryOf<E extends EndpointSpec> = Out<E['query']>
export type ParamsOf<E extends EndpointSpec> = Out<E['params']>
/** The body as the server's handler receives it: parsed and trimmed. */
export type BodyOf<E extends EndpointSpec> = Out<E['body']>
/** The body as the browser sends it. */
export type SentBodyOf<E extends EndpointSpec> = In<E['body']>
export type ResponseOf<E extends EndpointSpec> =
  | (E['response'] extends Schema ? z.output<E['response']> : undefined)
  | (E['mayBeEmpty'] extends true ? null : never)

type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : object extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }
/** What a caller passes: exactly the parts that the endpoint declares. */
export type InputOf<E extends EndpointSpec> = Part<'query', QueryOf<E>> &
  Part<'params', ParamsOf<E>> &
  (E['body'] extends 'files' ? { files: readonly File[] } : Part<'body', SentBodyOf<E>>)

/** A sample request and response. Uploaded files and downloaded bytes are described by their schemas. */
export type Example<E extends EndpointSpec> = Omit<InputOf<E>, 'files'> &
  (E['response'] extends object ? { response: NonNullable<ResponseOf<E>> } : unknown)

/**
 * The shapes of a module that the API documentation names, such as `Item`: singular, and no name twice. A function, as
 * below: names cost the browser nothing.
 */
export type Shapes = Readonly<Record<string, Schema>>

/** The endpoints among a module's exports. */
export type EndpointsOf<Module> = {
  [
    Name in keyof Module as Name extends 'examples' | 'shapes'
      ? never
      : Module[Name] extends EndpointSpec
        ? Name
        : never
  ]: Extract<Module[Name], EndpointSpec>
}

/**
 * One example per endpoint of a module, in documentation order. A function, so that bundles which never call it drop
 * it.
 */
export type ExamplesOf<Module> = { [Name in keyof EndpointsOf<Module>]: Example<EndpointsOf<Module>[Name]> }
