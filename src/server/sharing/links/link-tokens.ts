import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { HOUR, type Clock } from '../../platform/lib/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { hashToken } from '../../platform/lib/tokens.ts'

const SECRET = 'link_secret'

/** The installation's secret. Not in backups; a restored installation makes a new one. */
const linkSecret = async (db: Database): Promise<string> => {
  const read = () => db.selectFrom('settings').select('value').where('key', '=', SECRET).executeTakeFirst()
  const found = await read()
  if (found) return found.value
  const insert = db.insertInto('settings').values({ key: SECRET, value: randomBytes(32).toString('base64url') })
  await insert.onConflict((conflict) => conflict.column('key').doNothing()).execute()
  return ((await read()) as { value: string }).value
}

const derived = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64url')

/** The HMAC of a text, 43 characters that only this installation can make. */
export const sealOf = async (db: Database, text: string): Promise<string> => derived(await linkSecret(db), text)

export const isSealOf = async (db: Database, text: string, seal: string): Promise<boolean> => {
  const [own, received] = [await sealOf(db, text), seal].map((each) => Buffer.from(each)) as [Buffer, Buffer]
  return own.length === received.length && timingSafeEqual(own, received)
}

/** The key that opens the files of a link, for holders of its token; the token cannot be derived from it. */
export const filesKeyOf = (token: string): string => derived(token, 'files')

/** The tokens of a new link, 256 bits each. The row keeps their hashes and the seed that the token is derived from. */
export const newLinkTokens = async (db: Database) => {
  const seed = randomBytes(16).toString('base64url')
  const token = derived(await linkSecret(db), seed)
  return { token, seed, token_hash: hashToken(token), files_hash: hashToken(filesKeyOf(token)) }
}

/** Returns a function that derives a link's token again; null for links made in another installation. */
export const openTokens = async (db: Database) => {
  const secret = await linkSecret(db)
  return ({ seed, token_hash }: { seed: string; token_hash: string }): string | null => {
    const token = derived(secret, seed)
    return hashToken(token) === token_hash ? token : null
  }
}

/** Pages that are open longer load their data again. */
const PAPERS_FOR = 12 * HOUR
const TICKET = /^([1-9]\d{0,15})\.([1-9]\d{0,15})\.([\w-]{43})$/

const papersOf = (linkID: number, until: number): string => `papers of ${linkID} until ${until}`

/** The key to the papers of a link, for half a day only: it appears in addresses, and a paper may show the whole home. */
export const newTicket = async (db: Database, clock: Clock, linkID: number): Promise<string> => {
  const until = clock.now().getTime() + PAPERS_FOR
  return `${linkID}.${until}.${await sealOf(db, papersOf(linkID, until))}`
}

/** The link of a ticket; undefined if the ticket is invalid. */
export const linkOfTicket = async (db: Database, clock: Clock, ticket: string): Promise<number | undefined> => {
  const [, id, time, seal = ''] = TICKET.exec(ticket) ?? []
  const [linkID, until] = [Number(id), Number(time)]
  const now = clock.now().getTime()
  if (!(until > now && until <= now + PAPERS_FOR)) return undefined
  return (await isSealOf(db, papersOf(linkID, until), seal)) ? linkID : undefined
}
