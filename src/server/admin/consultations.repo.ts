import type { z } from 'zod/mini'
import type { Consultation, consultationInputs } from '../../shared/admin/consultations.api.ts'
import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Database } from '../platform/db/database.ts'

export type ConsultationInputs = z.output<typeof consultationInputs>

const MOST_LISTED = 200

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

/** Undefined where there is none to be mailed any more. */
export const findUnmailed = (db: Database, id: number): Promise<RequestedConsultation | undefined> =>
  db
    .selectFrom('consultations')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('mailed_at', 'is', null)
    .where('done_at', 'is', null)
    .executeTakeFirst()

export const noteMailed = async (db: Database, clock: Clock, id: number): Promise<void> => {
  await db
    .updateTable('consultations')
    .set({ mailed_at: isoTime(clock) })
    .where('id', '=', id)
    .execute()
}
