import type { Site } from '../../shared/public/prerendered-pages.ts'
import { getSite, healthz, readyz, testDB } from '../../shared/admin/site.api.ts'
import { hasAdmin } from '../identity/people/first-admin.repo.ts'
import { hasPublicURL } from '../config.ts'
import { AppError, unavailable } from '../platform/http/app-error.ts'
import { ownAddress } from '../platform/http/own-address.ts'
import type { Serve } from '../platform/http/serve.ts'
import { mailIsFailing } from '../platform/mail/mail-health.service.ts'
import type { AppServices, Services } from '../services.ts'
import { VERSION } from '../platform/lib/version.ts'
import { makeReadiness } from './readiness.service.ts'
import { askDatabase } from './site.repo.ts'

/** What an installation says of itself that never changes while it runs. Whether mails go out right now is no part of it. */
export const readySite = ({ config, mail }: Services): Site => ({
  environmentName: config.environmentName,
  contactEmail: config.contactEmail,
  contactPhone: config.contactPhone,
  maxFileBytes: config.maxFileBytes,
  maxFilesPerUpload: config.maxFilesPerUpload,
  sendsMail: mail !== undefined,
  mailFails: false,
  asksAdminCode: false,
  registration: config.registration,
  publicURL: hasPublicURL(config) ? config.publicURL : null,
  address: hasPublicURL(config) ? config.publicURL : null,
  provider: config.oidc && { name: config.oidc.name, only: config.oidc.only },
  prices: config.prices,
})

export const siteRoutes = (serve: Serve, services: AppServices): void => {
  const { config, db, store, mail, leave } = services
  const answering = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw unavailable(error)
    }
  }

  let hadAdmin = !config.firstAdminNeedsCode
  const asksAdminCode = async () => !hadAdmin && !(hadAdmin = await hasAdmin(db))

  serve(getSite, async ({ request }) => {
    // It says what it can, also where the database does not answer.
    const [mailFails, asks] = await Promise.all([
      mailIsFailing(services, request.log).catch(() => false),
      asksAdminCode().catch(() => false),
    ])
    return {
      ...readySite(services),
      ...{ sendsMail: mail !== undefined && !mailFails, mailFails, asksAdminCode: asks },
      address: ownAddress(request, config),
    }
  })

  /** For load balancers: a server that is about to stop should get no more requests. */
  const refuseIfStopping = (): void => {
    leave.asked()
    if (!leave.isTaken) return
    throw new AppError('unavailable', {
      headers: { 'Retry-After': '5' },
      body: { reasons: ['This server is about to stop.'], reasonCodes: ['server_stops'] },
      logged: 'not',
    })
  }

  serve(healthz, () => {
    refuseIfStopping()
    return { message: 'The server is running.', version: VERSION }
  })

  const hindrances = makeReadiness({ db, store })

  serve(readyz, async () => {
    refuseIfStopping()
    const found = await hindrances()
    if (found.length > 0) {
      const causes = found.map(({ cause }) => cause)
      throw unavailable(new AggregateError(causes, 'not ready'), {
        reasons: found.map(({ reason }) => reason),
        reasonCodes: found.map(({ code }) => code),
      })
    }
    return { message: 'Database and file store answer.' }
  })

  serve(testDB, async () => {
    const type = await answering(() => askDatabase(db))
    return { message: 'The database answers.', type }
  })
}
