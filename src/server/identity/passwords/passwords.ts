import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** OWASP's argon2id (the library's default): 19 MiB, two passes, one lane. Each hash has its parameters, so they can be raised. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** At most one hash per core, so that a rush of logins slows only logins. */
const inTurn = pLimit(availableParallelism())

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS))

let decoy: Promise<string> | undefined

/** False if `stored` is undefined (no such user), after the same time. */
export const passwordMatches = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password')
  const against = stored ?? (await decoy)
  const matches = await inTurn(() => verify(against, password))
  return matches && stored !== undefined
}
