import { getOverview, sendTestMail } from '../../shared/admin/overview.api.ts'
import { findNames } from '../identity/account/users.repo.ts'
import { diskSpace } from '../platform/lib/disk-space.ts'
import { AppError } from '../platform/http/app-error.ts'
import type { Serve } from '../platform/http/serve.ts'
import { failsNow } from '../platform/mail/mail-health.service.ts'
import * as testMail from '../platform/mail/test-mail.service.ts'
import type { AppServices } from '../services.ts'
import { VERSION } from '../platform/lib/version.ts'
import { readNumbers } from './overview.repo.ts'

export const overviewRoutes = (serve: Serve, services: AppServices): void => {
  const { db, clock, config, store, mail, untrustedProxy } = services

  serve(getOverview, async ({ request }) => {
    const fileStoreAnswers = await store.check().then(
      () => true,
      (error: unknown) => {
        request.log.error({ err: error }, 'the file store does not answer')
        return false
      },
    )
    const { mailFailure, backups, ...numbers } = await readNumbers(db, clock, new URL(config.publicURL).hostname)
    const mailFails = mail !== undefined && failsNow(clock, mailFailure)
    if (mailFails) mail.lookAgain(request.log)
    return {
      ...numbers,
      backups: { everyHours: config.backups.everyHours, ...backups },
      storagePerAccountBytes: config.storagePerAccountBytes,
      disk: (await diskSpace(config.dataDir)) ?? null,
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

  serve(sendTestMail, async ({ actor }) => {
    const names = await findNames(db, actor.userID)
    if (!names) throw new AppError('session_ended')
    return testMail.sendTestMail(services, names.email)
  })
}
