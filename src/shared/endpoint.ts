import type * as z from 'zod/mini'
import type { ProblemCode } from './problem.ts'
import type { Right } from './rights.ts'
import type { Role } from './roles.ts'

/** Who may call: anybody, anybody with a session, holders of at least one of the roles, or read-only links alone. */
export type Access = 'public' | 'signedIn' | 'link' | readonly Role[]

type Schema = z.ZodMiniType

/** Fits the longest texts that a form of ours sends, each character escaped. A longer body is a 413 that is not read. */
export const JSON_BODY_BYTES = 64 * 1024

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Fastify's notation: '/download/:remote'. */
  path: `/${string}`
  /** One line for the documentation. */
  summary: string
  access: Access
  query?: Schema
  params?: Schema
  /** A JSON body, or 'files' for a multipart form of files. */
  body?: Schema | 'files'
  /** The most bytes that a JSON body may have; JSON_BODY_BYTES unless what it carries needs more. */
  bodyBytes?: number
  /** The status of success. */
  status: 200 | 201 | 204
  /** The body of success; 'bytes' for a file, absent for 204. */
  response?: Schema | 'bytes'
  /**
   * The right that the caller needs to the project of what the query or the body names. Who has a smaller one gets
   * `not_allowed`, who has none `not_found`, as for what is not there.
   */
  needs?: Exclude<Right, 'read'>
  /** What it does is about homes: of a template it answers `not_for_templates`. */
  notForTemplates?: true
  /**
   * Takes a read-only link too, and reads what that shows, or finds nothing. A plain address has in its query, as `link`, the
   * key for the link's files or its ticket for papers: what is said here, and nothing else.
   */
  alsoLinks?: 'files' | 'papers'
  /** May be called by somebody who must set a new password before anything else. */
  beforeNewPassword?: true
  /** An empty list answers 204 without a body; `call` gives null. */
  mayBeEmpty?: true
  /**
   * Creates something, so that it takes the header Idempotency-Key: a repetition by the same caller under the same key
   * gets the first answer.
   */
  creates?: true
  /** May change as much as a home holds: of those a server does one after the other for each person. */
  oneAtATime?: true
  /** What this call can answer beside the problems that its declaration implies; see problems-of.ts of the server. */
  problems?: readonly ProblemCode[]
}

/**
 * Declares a call of the API, once: the server serves it, the browser calls it and the documentation lists it from this
 * value. Every endpoint stands in `endpoints.ts`.
 */
export const endpoint = <const E extends EndpointSpec>(spec: E): E => spec

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export type QueryOf<E extends EndpointSpec> = Out<E['query']>
export type ParamsOf<E extends EndpointSpec> = Out<E['params']>
/** The body as the server's handler gets it: parsed, trimmed. */
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
/** What a caller passes: the parts that the endpoint declares, and no others. */
export type InputOf<E extends EndpointSpec> = Part<'query', QueryOf<E>> &
  Part<'params', ParamsOf<E>> &
  (E['body'] extends 'files' ? { files: readonly File[] } : Part<'body', SentBodyOf<E>>)

/** What a call is sent and what it answers. An upload's files and a download's bytes are shown by their schemas. */
export type Example<E extends EndpointSpec> = Omit<InputOf<E>, 'files'> &
  (E['response'] extends object ? { response: NonNullable<ResponseOf<E>> } : unknown)

/** The endpoints among what a module exports. */
export type EndpointsOf<Module> = {
  [Name in keyof Module as Name extends 'examples' ? never : Module[Name] extends EndpointSpec ? Name : never]: Extract<
    Module[Name],
    EndpointSpec
  >
}

/** One for each endpoint of a module; a function, which no bundle takes that does not call it. */
export type ExamplesOf<Module> = { [Name in keyof EndpointsOf<Module>]: Example<EndpointsOf<Module>[Name]> }
