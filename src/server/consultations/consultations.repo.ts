import type { z } from 'zod/mini'
import type { Consultation, consultationInputs } from '../../shared/consultations.ts'
import { isoTime, latestNoted, MINUTE, type Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'

export type ConsultationInputs = z.output<typeof consultationInputs>

const MOST_LISTED = 200
/** For so long nobody else mails what one server is mailing: longer than the longest sending. */
const CLAIM_LIFE = 5 * MINUTE

export const addConsultation = async (db: Database, clock: Clock, inputs: ConsultationInputs): Promise<number> => {
  const { preferredTimes, project, ...rest } = inputs
  const { id } = await db
    .insertInto('consultations')
    .values({
      ...rest,
      project: project ?? '',
      preferred_times: preferredTimes,
      created_at: isoTime(clock),
      mailed_at: null,
      mail_tried_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const COLUMNS = [
  'id as consultationID',
  'name',
  'email',
  'phone',
  'project',
  'about',
  'preferred_times as preferredTimes',
  'created_at as createdAt',
  'mailed_at as mailedAt',
] as const

/** The open ones first, the latest first among each. */
export const listConsultations = async (db: Database): Promise<Consultation[]> => {
  const rows = await db
    .selectFrom('consultations')
    .select([...COLUMNS, 'done_at'])
    .orderBy((eb) => eb('done_at', 'is not', null))
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
  return rows.map(({ done_at, ...row }) => ({ ...row, done: done_at !== null }))
}

/** Answers whether there is such a request. */
export const setDone = async (db: Database, clock: Clock, id: number, done: boolean): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('consultations')
    .set({ done_at: done ? isoTime(clock) : null })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type RequestedConsultation = Omit<Consultation, 'done'>

/**
 * Takes one that is to be mailed, so that no other server mails it too: the one named, or the one that has waited
 * longest. Undefined where there is none.
 */
export const claimConsultation = (
  db: Database,
  clock: Clock,
  id?: number,
): Promise<RequestedConsultation | undefined> => {
  const over = isoTime(clock, -CLAIM_LIFE)
  const noted = latestNoted(clock)
  return (
    db
      .updateTable('consultations')
      .set({ mail_tried_at: isoTime(clock) })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('consultations as waiting')
          .select('waiting.id')
          .where('waiting.mailed_at', 'is', null)
          .where('waiting.done_at', 'is', null)
          .where((e) =>
            e.or([
              e('waiting.mail_tried_at', 'is', null),
              e('waiting.mail_tried_at', '<=', over),
              e('waiting.mail_tried_at', '>', noted),
            ]),
          )
          .$if(id !== undefined, (query) => query.where('waiting.id', '=', id ?? 0))
          .orderBy((e) => e.fn.coalesce('waiting.mail_tried_at', 'waiting.created_at'))
          .limit(1),
      )
      // Once more, for a server that waited here while another one took the same.
      .where('mailed_at', 'is', null)
      .where((eb) =>
        eb.or([eb('mail_tried_at', 'is', null), eb('mail_tried_at', '<=', over), eb('mail_tried_at', '>', noted)]),
      )
      .returning(COLUMNS)
      .executeTakeFirst()
  )
}

export const noteMailed = async (db: Database, clock: Clock, id: number): Promise<void> => {
  await db
    .updateTable('consultations')
    .set({ mailed_at: isoTime(clock) })
    .where('id', '=', id)
    .execute()
}
