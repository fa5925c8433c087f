import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'

/** OWASP's argon2id (the library's default kind): 19 MiB, two passes, one lane. The parameters stand in each hash, so raising them keeps old ones good. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Never more hashes at once than cores, so that a rush of logins slows logins and nothing else. */
const inTurn = pLimit(availableParallelism())

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, OPTIONS))

let decoy: Promise<string> | undefined

/** `stored` undefined (no such user) takes the same time and is false. */
export const passwordMatches = async (stored: string | undefined, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password')
  const against = stored ?? (await decoy)
  const matches = await inTurn(() => verify(against, password))
  return matches && stored !== undefined
}
