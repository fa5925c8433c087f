import * as z from 'zod/mini'
import { isoTime, type Clock } from '../lib/clock.ts'
import type { Database } from '../db/database.ts'

const KEY = 'mail_failure'

const failure = z.object({
  at: z.string(),
  /** What the mail server said, or why it could not be asked. */
  why: z.string(),
  /** What failed: the way to the server, the mail as the server saw it, or nothing but its recipient. */
  of: z.enum(['connection', 'mail', 'recipient']),
  /** Whether a mail went out since, or the way to the server is free again. */
  isOver: z.boolean(),
})

/** How a mail failed last, on any server. */
export type MailFailure = z.output<typeof failure>

/** Undefined for a text that is none. */
export const parseMailFailure = (text: string | null | undefined): MailFailure | undefined =>
  text ? failure.parse(JSON.parse(text)) : undefined

/** The stored text, as a part of a statement of somebody else's too. */
export const mailFailureText = (db: Database) => db.selectFrom('settings').select('value').where('key', '=', KEY)

export const findMailFailure = async (db: Database): Promise<MailFailure | undefined> =>
  parseMailFailure((await mailFailureText(db).executeTakeFirst())?.value)

const write = async (db: Database, noted: MailFailure): Promise<void> => {
  const value = JSON.stringify(noted)
  const insert = db.insertInto('settings').values({ key: KEY, value })
  await insert.onConflict((conflict) => conflict.column('key').doUpdateSet({ value })).execute()
}

const noteMailFailure = (db: Database, clock: Clock, noted: Pick<MailFailure, 'of' | 'why'>): Promise<void> =>
  write(db, { at: isoTime(clock), ...noted, isOver: noted.of === 'recipient' })

/** A mail went out, or just the way to the server is free, which says nothing of what the server refused. */
const noteMailWorks = async (db: Database, what: 'mail' | 'connection'): Promise<void> => {
  const last = await findMailFailure(db)
  if (!last || last.isOver || (what === 'connection' && last.of !== 'connection')) return
  await write(db, { ...last, isOver: true })
}

/** The notes of every mail of an installation. */
export const mailNotes = (db: Database, clock: Clock) => ({
  failed: (noted: Pick<MailFailure, 'of' | 'why'>) => noteMailFailure(db, clock, noted),
  works: (what: 'mail' | 'connection') => noteMailWorks(db, what),
})
