import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const [NONCE, TAG] = [12, 16]

/** The client's secret is a setting, so that the database alone reveals no ID token. */
const keyOf = (clientSecret: string): Buffer => createHash('sha256').update(`id token ${clientSecret}`).digest()

/** An ID token for the database; null without a client's secret. */
export const sealIDToken = (idToken: string, clientSecret: string | null): string | null => {
  if (clientSecret === null) return null
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, keyOf(clientSecret), nonce)
  const sealed = [cipher.update(idToken, 'utf8'), cipher.final()]
  return Buffer.concat([nonce, ...sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Null if another secret sealed it. */
export const openIDToken = (sealed: string, clientSecret: string | null): string | null => {
  if (clientSecret === null) return null
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(clientSecret), bytes.subarray(0, NONCE), { authTagLength: TAG })
    decipher.setAuthTag(bytes.subarray(-TAG))
    return decipher.update(bytes.subarray(NONCE, -TAG), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
