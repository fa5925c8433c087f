import { importProject } from '../../shared/project-file.ts'
import { AppError, unavailable } from '../app-error.ts'
import { MINUTE } from '../clock.ts'
import { openLimiter } from '../limiter.ts'
import { callerGone } from '../http/caller-gone.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { FIELD, importProjectFile, leaveNothing, takeIn, wrongFile, type Arrived } from './import-project.service.ts'

const MIB = 1024 * 1024
const IMPORT_RETRY_AFTER_S = '30'

export const projectFileRoutes = (serve: Serve, services: Services): void => {
  const { config } = services
  /** Whose import is under way here. */
  const importing = new Set<number>()
  // What stands in the lines of a project file is in memory until its rows are written: that of one at a time.
  const turns = openLimiter({
    atOnce: 1,
    mostWaiting: 1,
    longestWait: 10 * MINUTE,
    refusal: () => unavailable(new Error('Too many imports wait for each other.')),
  })

  /** Takes in the one file of the form; nothing is left of it when this rejects. */
  const receive = async (request: Parameters<Parameters<typeof serve<typeof importProject>>[1]>[0]['request']) => {
    if (!request.isMultipart()) throw new AppError('unsupported_type')
    let arrived: Arrived | undefined
    try {
      for await (const part of request.files({
        limits: { fileSize: config.maxProjectFileBytes, files: 1, fields: 0 },
      })) {
        if (part.fieldname !== FIELD) throw wrongFile(`The file must be sent as "${FIELD}".`)
        arrived = await takeIn(services, part.file)
        if (part.file.truncated)
          throw new AppError('too_large', {
            values: { limit: `${config.maxProjectFileBytes / MIB} MB` },
            fields: { [FIELD]: true },
          })
      }
      if (!arrived) throw wrongFile('A file is needed.')
      return arrived
    } catch (error) {
      if (arrived) await leaveNothing(services, arrived)
      throw error instanceof AppError ? error : wrongForm(error)
    }
  }
  const wrongForm = (error: unknown): AppError => {
    const { code } = error as { code?: unknown }
    if (code === 'FST_FILES_LIMIT')
      return new AppError('too_many_files', { values: { limit: '1' }, fields: { [FIELD]: true } })
    if (code === 'FST_FIELDS_LIMIT') return wrongFile('Only a file can be sent here.')
    return new AppError('malformed_request', {}, { cause: error })
  }

  serve(importProject, async ({ actor, query, request, reply, once }) => {
    if (importing.has(actor.userID))
      throw new AppError('import_under_way', { headers: { 'Retry-After': IMPORT_RETRY_AFTER_S } })
    importing.add(actor.userID)
    const signal = callerGone(reply)
    try {
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
        await leaveNothing(services, arrived)
      }
    } finally {
      importing.delete(actor.userID)
    }
  })
}
