declare const minted: unique symbol

/**
 * Somebody who is signed in, with today's roles. Every repository function on user data takes one first. Only the
 * session look-up makes them (auth/session.ts), so that none can be made up from an id in a request.
 */
export interface Actor {
  readonly userID: number
  readonly username: string
  readonly roles: readonly number[]
  readonly sessionID: number
  readonly mustChangePassword: boolean
  readonly [minted]: true
}

export const mintActor = (facts: Omit<Actor, typeof minted>): Actor => facts as Actor
