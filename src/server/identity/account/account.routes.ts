import {
  changePassword,
  deleteMyAccount,
  endMySession,
  exportMyData,
  getMyAccount,
  listMySessions,
  updateMyAccount,
} from '../../../shared/identity/account.api.ts'
import { nameKey } from '../../../shared/contract/name-key.ts'
import { rememberBrowser } from '../sessions/known-browsers.ts'
import { clearSessionCookies, cookieScopeOf } from '../sessions/session-cookies.ts'
import { isoTime } from '../../platform/lib/clock.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { makeFindPicture } from '../../attachments/pictures.service.ts'
import { bytesStored } from '../../attachments/storage.repo.ts'
import { downloadNamed } from '../../platform/http/download-name.ts'
import { clientDisconnect } from '../../platform/http/client-disconnect.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { AppServices } from '../../services.ts'
import * as account from './account.repo.ts'
import * as accounts from './account.service.ts'
import { exportProject } from '../../exchange/project-file/export-project.service.ts'
import { getProject } from '../../projects/projects.repo.ts'
import { exportZip } from '../../exchange/account-export.service.ts'
import { safeName } from '../../platform/lib/safe-name.ts'
import { listProviders } from '../openid-connect/provider-accounts.repo.ts'
import { listPasskeys } from '../passkeys/passkeys.repo.ts'
import { recordEvent } from '../security-events/security-events.service.ts'
import { findSecondFactor } from '../second-factor/second-factor.repo.ts'
import { findSender } from './mailboxes.repo.ts'
import * as sessions from '../sessions/my-sessions.repo.ts'

const EXPORT_RETRY_AFTER_S = '30'
const DATE_LENGTH = '2030-12-31'.length

export const accountRoutes = (serve: Serve, services: AppServices): void => {
  const { db, clock, config, mail, downloads } = services
  const find = makeFindPicture(services)
  /** Users whose export is running on this server. */
  const exporting = new Set<number>()

  serve(getMyAccount, async ({ actor }) => ({
    ...(await account.getAccount(db, actor)),
    emailConfirmed: mail ? ((await findSender(db, actor))?.isConfirmed ?? false) : null,
    passkeys: await listPasskeys(db, actor.userID),
    providers: await listProviders(db, actor),
    secondFactor: await findSecondFactor(db, actor.userID),
    storage: { bytes: await bytesStored(db, actor), mostBytes: config.storagePerAccountBytes },
  }))

  serve(updateMyAccount, async ({ actor, body, request }) => {
    const { user, ...inputs } = body.inputs
    if (nameKey(user) !== nameKey(actor.username)) {
      throw new AppError('invalid_input', { fields: { user: 'A username cannot be changed.' } })
    }
    await accounts.updateAccount(services, actor, { inputs, currentPass: body.currentPass }, request)
    return { message: 'Account updated' }
  })

  serve(changePassword, async ({ actor, body, request, reply }) => {
    const password_hash = await accounts.changePassword(services, actor, body, request)
    rememberBrowser({ request, reply }, cookieScopeOf(config), { id: actor.userID, password_hash })
    return { message: 'Password changed' }
  })

  serve(deleteMyAccount, async ({ actor, body, request, reply }) => {
    await accounts.deleteAccount(services, actor, body.currentPass, request)
    clearSessionCookies(reply, cookieScopeOf(config))
    return { message: 'Account deleted' }
  })

  serve(listMySessions, async ({ actor }) => sessions.listMySessions(db, clock, actor))

  serve(endMySession, async ({ actor, query, body, request, reply }) => {
    await accounts.endSession(services, actor, { ...query, ...body }, request)
    if (query.sessionID === actor.sessionID) clearSessionCookies(reply, cookieScopeOf(config))
    return { message: 'Session ended' }
  })

  serve(exportMyData, async ({ actor, query: { projectID }, request, reply }) => {
    const headersOf = (what: string) => ({
      'Content-Type': 'application/zip',
      'Content-Disposition': downloadNamed(`roomfolio-${what}-${isoTime(clock).slice(0, DATE_LENGTH)}.zip`),
      'Cache-Control': 'no-store',
    })
    if (request.method === 'HEAD') {
      const what = projectID === undefined ? actor.username : (await getProject(db, actor, projectID)).project.name
      return reply.headers(headersOf(safeName(what))).send()
    }
    if (exporting.has(actor.userID)) {
      throw new AppError('export_under_way', { headers: { 'Retry-After': EXPORT_RETRY_AFTER_S } })
    }
    exporting.add(actor.userID)
    // Disconnecting cancels the work and frees the caller's slot.
    const signal = clientDisconnect(reply)
    const { log, headers } = request
    const languages = headers['accept-language'] ?? ''
    const made =
      projectID === undefined
        ? exportZip(services, actor, log, signal).then((zip) => ({ ...zip, name: actor.username }))
        : exportProject(services, actor, projectID, { log, signal, find, downloads, languages })
    const over = () => exporting.delete(actor.userID)
    void made.then(({ ended }) => ended).then(over, over)
    try {
      // Before any header is set, because an error sets its own.
      const { name, zip } = await made
      const detail = projectID === undefined ? 'all' : 'one project'
      await recordEvent(services, db, { kind: 'data_exported', user: actor, by: actor, detail, from: request })
      signal.addEventListener('abort', () => zip.destroy())
      if (signal.aborted) zip.destroy()
      return reply.headers(headersOf(safeName(name))).send(zip)
    } catch (error) {
      if (signal.aborted) return reply.send()
      throw error
    }
  })
}
