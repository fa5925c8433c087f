import { transact } from '../db/database.ts'
import type { Services } from '../services.ts'
import { consultationMailJob } from './consultation-mail.service.ts'
import { addConsultation, type ConsultationInputs } from './consultations.repo.ts'

/** Stores a request, which is mailed to the owner as soon as there is a mail server that takes it. */
export const requestConsultation = async (
  { db, clock, jobs }: Pick<Services, 'db' | 'clock' | 'jobs'>,
  inputs: ConsultationInputs,
): Promise<void> => {
  await transact(db, async (trx) => {
    const consultationID = await addConsultation(trx, clock, inputs)
    await jobs.addWithin(trx, consultationMailJob, { consultationID })
  })
  jobs.wake()
}
