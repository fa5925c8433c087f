import { transact } from '../platform/db/database.ts'
import type { Once } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import { consultationMailJob } from './consultation-mail.service.ts'
import { addConsultation, type ConsultationInputs } from './consultations.repo.ts'

/** Stores a request, which is mailed to the owner as soon as there is a mail server that takes it. */
export const requestConsultation = async (
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  inputs: ConsultationInputs,
  once: Once,
): Promise<{ message: string }> => {
  const answer = await once((db) =>
    transact(db, async (trx) => {
      const consultationID = await addConsultation(trx, clock, inputs)
      await jobs.addWithin(trx, consultationMailJob, { consultationID })
      return { message: 'Thank you! We will be in touch to set a time.' }
    }),
  )
  jobs.wake()
  return answer
}
