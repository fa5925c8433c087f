import { exportMyData } from '../../shared/identity/account.api.ts'
import { makeFindPicture } from '../attachments/pictures.service.ts'
import { recordEvent } from '../identity/security-events/security-events.service.ts'
import { readProjectHome } from '../items/project-home.repo.ts'
import { AppError } from '../platform/http/app-error.ts'
import { clientDisconnect } from '../platform/http/client-disconnect.ts'
import { downloadNamed } from '../platform/http/download-name.ts'
import type { Serve } from '../platform/http/serve.ts'
import { isoTime } from '../platform/lib/clock.ts'
import { safeName } from '../platform/lib/safe-name.ts'
import type { AppServices } from '../services.ts'
import { exportZip } from './account-export.service.ts'
import { exportProject } from './project-file/export-project.service.ts'

const EXPORT_RETRY_AFTER_S = '30'
const DATE_LENGTH = '2030-12-31'.length

export const accountExportRoutes = (serve: Serve, services: AppServices): void => {
  const { db, clock, downloads } = services
  const find = makeFindPicture(services)
  /** Users whose export is running on this server. */
  const exporting = new Set<number>()

  serve(exportMyData, async ({ actor, query: { projectID }, request, reply }) => {
    const headersOf = (what: string) => ({
      'Content-Type': 'application/zip',
      'Content-Disposition': downloadNamed(`roomfolio-${what}-${isoTime(clock).slice(0, DATE_LENGTH)}.zip`),
      'Cache-Control': 'no-store',
    })
    if (request.method === 'HEAD') {
      const what = projectID === undefined ? actor.username : (await readProjectHome(db, actor, projectID)).project.name
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
