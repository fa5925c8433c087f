import { HOUR, type Clock } from '../../platform/lib/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { derived, isSealOf, newSeededToken, sealOf } from '../../platform/lib/secret.ts'
import { hashToken } from '../../platform/lib/tokens.ts'

/** The key that opens the files of a link, for holders of its token; the token cannot be derived from it. */
export const filesKeyOf = (token: string): string => derived(token, 'files')

export const newLinkTokens = async (db: Database) => {
  const made = await newSeededToken(db)
  return { ...made, files_hash: hashToken(filesKeyOf(made.token)) }
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
