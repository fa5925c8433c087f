import { getOverview } from '../../shared/overview.ts'
import type { Serve } from '../http/serve.ts'
import { failsNow } from '../mail/mail-health.service.ts'
import type { Services } from '../services.ts'
import { VERSION } from '../version.ts'
import { readNumbers } from './overview.repo.ts'

export const overviewRoutes = (
  serve: Serve,
  { db, clock, store, mail }: Services,
  untrustedProxy: () => string | null,
): void => {
  serve(getOverview, async ({ request }) => {
    const fileStoreAnswers = await store.check().then(
      () => true,
      (error: unknown) => {
        request.log.error({ err: error }, 'the file store does not answer')
        return false
      },
    )
    const { mailFailure, ...numbers } = await readNumbers(db, clock)
    const mailFails = mail !== undefined && failsNow(clock, mailFailure)
    if (mailFails) mail.lookAgain(request.log)
    return {
      ...numbers,
      version: VERSION,
      // Without it there would be no session to ask by, and this call a 503.
      databaseAnswers: true,
      fileStoreAnswers,
      sendsMail: mail !== undefined && !mailFails,
      mailFails,
      mailFailure: mailFailure ? { at: mailFailure.at, why: mailFailure.why } : null,
      untrustedProxy: untrustedProxy(),
    }
  })
}
