import { Readable } from 'node:stream'
import contentDisposition from 'content-disposition'
import { checkSheet, getSheet, importSheet, readSheet, type SheetFormat } from '../../shared/sheets.ts'
import { safeName } from '../account/safe-name.ts'
import { SECOND } from '../clock.ts'
import { tooManyDownloads, untilSent, type MemoryForDownloads } from '../files/memory-for-downloads.ts'
import { openTurns } from '../files/turns.ts'
import { inPieces, zipOfFiles } from '../files/zip-of-files.ts'
import { callerGone } from '../http/caller-gone.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { openSlices } from '../slices.ts'
import { csvOf } from './csv.ts'
import { cancelImport, checkTable, importSheetFile, sheetToMatch } from './import-sheet.service.ts'
import { readSheetItems, type SheetRows } from './sheet-items.repo.ts'
import { oneTable, tablesByCategory } from './table.ts'
import { writeXLSX } from './xlsx.ts'

const TYPES: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

/** Of an item in memory, beside its texts. */
const ITEM_BYTES = 1024

/** What the rows take in memory, about. */
const sizeOf = async ({ items }: SheetRows): Promise<number> => {
  const breathe = openSlices()
  let bytes = 0
  for (const item of items) {
    bytes += ITEM_BYTES
    for (const value of Object.values(item)) if (typeof value === 'string') bytes += value.length
    await breathe()
  }
  return bytes
}

export const sheetRoutes = (serve: Serve, services: Services, memory: MemoryForDownloads): void => {
  // All rows of a table are in memory until it is taken: so they are read one table at a time, and counted before the next.
  const turns = openTurns({ mostWaiting: 200, longestWait: 30 * SECOND, refusal: tooManyDownloads })

  serve(getSheet, async ({ actor, query, request, reply }) => {
    const { format, ...place } = query
    const sending = untilSent(reply)
    const whose = actor.userID
    const release = await memory.take(whose, 1, sending)
    release()
    const rows = await turns.take(whose, async () => {
      if (sending.aborted) return undefined
      memory.require(whose)
      const read = await readSheetItems(services.db, actor, place)
      memory.hold(whose, await sizeOf(read), sending)
      return read
    })
    if (!rows) return reply.send()
    const headers = {
      'Content-Type': TYPES[format],
      'Content-Disposition': contentDisposition(`${safeName(rows.name)}.${format}`),
      'Cache-Control': 'no-store',
    }
    if (request.method === 'HEAD') return reply.headers(headers).send()
    const bytes =
      format === 'csv'
        ? Readable.from(inPieces(csvOf(await oneTable(rows))), { objectMode: false })
        : zipOfFiles(services, actor, request.log, async ({ addText }) =>
            writeXLSX(addText, await tablesByCategory(rows)),
          ).zip
    return reply.headers(headers).send(bytes)
  })

  serve(readSheet, ({ actor, body, reply }) => sheetToMatch(services, actor, body, callerGone(reply)))

  serve(checkSheet, ({ actor, body, reply }) => checkTable(services, actor, body, callerGone(reply)))

  serve(importSheet, ({ actor, query, body: { fingerprint, ...matching }, once, reply }) =>
    query.cancel
      ? cancelImport(services, actor, { matching, inDatabase: once })
      : importSheetFile(services, actor, { matching, fingerprint, inDatabase: once, signal: callerGone(reply) }),
  )
}
