declare const minted: unique symbol

/** Somebody who is signed in, with today's roles. */
interface Person {
  readonly kind: 'person'
  readonly userID: number
  readonly username: string
  readonly roles: readonly number[]
  readonly sessionID: number
  readonly mustChangePassword: boolean
  readonly [minted]: true
}

/** Whoever is told of what comes up without being here, by the address of their calendar or by mail: they read, and nothing else. */
export interface Onlooker {
  readonly kind: 'onlooker'
  readonly userID: number
  readonly [minted]: true
}

/** What a read-only link keeps to itself: what it says of `labels` are their ids, and `names` what those that are left are called. */
export interface Hidden {
  readonly notes: boolean
  readonly files: boolean
  /** Where photos were taken. */
  readonly positions: boolean
  readonly labels: readonly number[]
  readonly names: readonly string[]
}

/** Whoever has the address of a read-only link that is good: they look at its project, or at one room of it. */
export interface LinkReader {
  readonly kind: 'link'
  readonly linkID: number
  readonly projectID: number
  readonly roomID: number | null
  readonly hides: Hidden
  /** Null for none. */
  readonly endsAt: string | null
  readonly forQR: boolean
  readonly [minted]: true
}

/**
 * Who acts. Every repository function on user data takes one first. Only the session look-up makes them
 * (auth/session.ts), so that none can be made up from an id in a request. A kind to come, which acts for a person with
 * less, has no `userID`: so a statement that does not say what that kind may do does not compile.
 */
export type Actor = Person

/**
 * Who looks: whoever acts, or a read-only link (links/reader.repo.ts). What does not say what a link sees of it takes an
 * `Actor` and is given no link, so that one neither changes anything nor reads what was never meant for it.
 */
export type Reader = Actor | LinkReader

export const mintActor = (facts: Omit<Person, 'kind' | typeof minted>): Actor => ({ kind: 'person', ...facts }) as Actor

export const mintOnlooker = (userID: number): Onlooker => ({ kind: 'onlooker', userID }) as Onlooker

export const mintLinkReader = (facts: Omit<LinkReader, 'kind' | typeof minted>): LinkReader =>
  ({ kind: 'link', ...facts }) as LinkReader
