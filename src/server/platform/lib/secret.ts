import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '../db/database.ts'
import { hashToken } from './tokens.ts'

const SECRET = 'link_secret'

/** The installation's secret. Not in backups; a restored installation makes a new one. */
const installationSecret = async (db: Database): Promise<string> => {
  const read = () => db.selectFrom('settings').select('value').where('key', '=', SECRET).executeTakeFirst()
  const found = await read()
  if (found) return found.value
  const insert = db.insertInto('settings').values({ key: SECRET, value: randomBytes(32).toString('base64url') })
  await insert.onConflict((conflict) => conflict.column('key').doNothing()).execute()
  return ((await read()) as { value: string }).value
}

export const derived = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')

/** The HMAC of a text, 43 characters that only this installation can make. */
export const sealOf = async (db: Database, text: string): Promise<string> => derived(await installationSecret(db), text)

export const isSealOf = async (db: Database, text: string, seal: string): Promise<boolean> => {
  const [own, received] = [await sealOf(db, text), seal].map((each) => Buffer.from(each)) as [Buffer, Buffer]
  return own.length === received.length && timingSafeEqual(own, received)
}

/** A token of 256 bits that can be shown again: its row keeps its hash and the seed that it is derived from. */
export const newSeededToken = async (db: Database) => {
  const seed = randomBytes(16).toString('base64url')
  const token = derived(await installationSecret(db), seed)
  return { token, seed, token_hash: hashToken(token) }
}

/** Returns a function that derives a token again; null for tokens made in another installation. */
export const openSeededTokens = async (db: Database) => {
  const secret = await installationSecret(db)
  return ({ seed, token_hash }: { seed: string; token_hash: string }): string | null => {
    const token = derived(secret, seed)
    return hashToken(token) === token_hash ? token : null
  }
}
