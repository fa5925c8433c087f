import type { LinkScope } from '../../../shared/sharing/links.api.ts'

declare const minted: unique symbol

/** The limits of an API key. Calls that keys may make declare it (`keys` of shared/contract/endpoint.ts). */
export interface KeyLimits {
  readonly keyID: number
  readonly writes: boolean
  /** Null for all projects of its user. */
  readonly projects: readonly number[] | null
}

/** A signed-in user, with their current roles. */
interface Person {
  readonly kind: 'person'
  readonly userID: number
  readonly username: string
  readonly roles: readonly number[]
  /** 0, which no session has, for an API key. */
  readonly sessionID: number
  readonly mustChangePassword: boolean
  readonly mustSetUpSecondFactor: boolean
  /** What the key allows with which the user calls; absent for a session. */
  readonly apiKey?: KeyLimits | undefined
  readonly [minted]: true
}

/** A user who receives calendar or reminder data without a session. Read-only. */
export interface Onlooker {
  readonly kind: 'onlooker'
  readonly userID: number
  readonly apiKey?: undefined
  readonly [minted]: true
}

/** What a read-only link hides. `labels` holds label ids; `names` holds the names of the labels that stay visible. */
export interface Hidden {
  readonly notes: boolean
  readonly files: boolean
  /** GPS positions of photos. */
  readonly positions: boolean
  readonly labels: readonly number[]
  readonly names: readonly string[]
}

/** A visitor with a valid read-only link: sees what is in its scope of its project. */
export interface LinkReader {
  readonly kind: 'link'
  readonly linkID: number
  readonly projectID: number
  readonly ownerID: number
  /** For a link to one room, which `scope` names too. */
  readonly roomID: number | null
  readonly scope: LinkScope
  readonly hides: Hidden
  /** Null if the link never expires. */
  readonly endsAt: string | null
  readonly forQR: boolean
  readonly apiKey?: undefined
  readonly [minted]: true
}

/**
 * The user who makes the call. Every repository function on user data takes one first. Only the session lookup creates
 * actors (identity/sessions/find-actor.ts), so an id in a request can never become one. An API key's actor is its user with limits,
 * which access/core.ts applies to all projects.
 */
export type Actor = Person

/**
 * An actor or a read-only link (sharing/reader.repo.ts). Functions that do not handle links take an `Actor`, so a link
 * can neither change data nor read what it must not see.
 */
export type Reader = Actor | LinkReader

export const mintActor = (facts: Omit<Person, 'kind' | typeof minted>): Actor => ({ kind: 'person', ...facts }) as Actor

export const mintOnlooker = (userID: number): Onlooker => ({ kind: 'onlooker', userID }) as Onlooker

export const mintLinkReader = (facts: Omit<LinkReader, 'kind' | typeof minted>): LinkReader =>
  ({ kind: 'link', ...facts }) as LinkReader
