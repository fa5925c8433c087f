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

/**
 * Who acts. Every repository function on user data takes one first. Only the session look-up makes them
 * (auth/session.ts), so that none can be made up from an id in a request. Today everybody who acts is a person. A kind
 * to come, which reads by a link or acts for a person with less, has no `userID`: so a statement that does not say what
 * that kind may do does not compile.
 */
export type Actor = Person

export const mintActor = (facts: Omit<Person, 'kind' | typeof minted>): Actor => ({ kind: 'person', ...facts }) as Actor
