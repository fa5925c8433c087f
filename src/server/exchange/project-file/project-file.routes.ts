import { importProject } from '../../../shared/exchange/project-file.api.ts'
import { AppError, busy } from '../../platform/http/app-error.ts'
import { MINUTE } from '../../platform/lib/clock.ts'
import { openLimiter } from '../../platform/lib/limiter.ts'
import { clientDisconnect } from '../../platform/http/client-disconnect.ts'
import { filesOf, reading } from '../../platform/http/form.ts'
import { requireDisk } from '../../attachments/require-disk.ts'
import { requireStorage } from '../../attachments/storage.repo.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Services } from '../../services.ts'
import {
  FIELD,
  importProjectFile,
  removeLeftovers,
  receiveFile,
  wrongFile,
  type Arrived,
} from './import-project.service.ts'

const IMPORT_RETRY_AFTER_S = '30'

export const projectFileRoutes = (serve: Serve, services: Services): void => {
  const { config, db } = services
  /** Users with an import in progress on this server. */
  const importing = new Set<number>()
  // The lines of a project file are in memory until its rows are written, so one import runs at a time.
  const turns = openLimiter({
    atOnce: 1,
    mostWaiting: 1,
    longestWait: 10 * MINUTE,
    refusal: () => busy(new Error('Too many imports are waiting.')),
  })

  /** Receives the form's single file; if it rejects, nothing is left on disk. */
  const receive = async (request: Parameters<Parameters<typeof serve<typeof importProject>>[1]>[0]['request']) => {
    let arrived: Arrived | undefined
    try {
      for await (const part of filesOf(request, { field: FIELD, fileSize: config.maxProjectFileBytes, files: 1 })) {
        if (part.fieldname !== FIELD) throw wrongFile(`The file must be sent as "${FIELD}".`)
        arrived = await reading(part, (bytes) => receiveFile(services, bytes))
      }
      if (!arrived) throw wrongFile('A file is needed.')
      return arrived
    } catch (error) {
      if (arrived) await removeLeftovers(services, arrived)
      throw error
    }
  }

  serve(importProject, async ({ actor, query, request, reply, once }) => {
    if (importing.has(actor.userID))
      throw new AppError('import_under_way', { headers: { 'Retry-After': IMPORT_RETRY_AFTER_S } })
    importing.add(actor.userID)
    const signal = clientDisconnect(reply)
    try {
      await requireDisk(config)
      await requireStorage(db, actor, config, 1)
      const arrived = await receive(request)
      try {
        const refuseUnfit = query.unfit === 'refuse'
        return await turns.run(actor.userID, () =>
          importProjectFile(services, actor, {
            arrived,
            refuseUnfit,
            signal,
            inDatabase: (work) => once(work, arrived.sha256),
          }),
        )
      } finally {
        await removeLeftovers(services, arrived)
      }
    } finally {
      importing.delete(actor.userID)
    }
  })
}
