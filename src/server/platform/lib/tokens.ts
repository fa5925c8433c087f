import { createHash, randomBytes } from 'node:crypto'

/** An opaque token: 32 random bytes in base64url. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** A token has full entropy, so a plain SHA-256 is enough. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
