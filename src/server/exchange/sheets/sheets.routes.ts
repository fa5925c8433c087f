import { Readable } from 'node:stream'
import { checkSheet, getSheet, importSheet, readSheet, type SheetFormat } from '../../../shared/exchange/sheets.api.ts'
import { safeName } from '../../platform/lib/safe-name.ts'
import { inPieces, zipOfFiles } from '../../attachments/zip-of-files.ts'
import { downloadNamed } from '../../platform/http/download-name.ts'
import { clientDisconnect } from '../../platform/http/client-disconnect.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { turnUntilSent } from '../../platform/http/until-sent.ts'
import type { AppServices } from '../../services.ts'
import { csvOf } from '../../platform/lib/csv.ts'
import { cancelImport, checkTable, importSheetFile, sheetToMatch } from './import/import-sheet.service.ts'
import { readSheetItems } from './sheet-items.repo.ts'
import { oneTable, tablesByCategory } from './table.ts'
import { writeXLSX } from './xlsx.ts'

const TYPES: Readonly<Record<SheetFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

export const sheetRoutes = (serve: Serve, services: AppServices): void => {
  serve(getSheet, async ({ actor, query, request, reply }) => {
    const { format, ...place } = query
    await turnUntilSent(services.downloads.made, actor.userID, reply)
    const rows = await readSheetItems(services.db, actor, place)
    const headers = {
      'Content-Type': TYPES[format],
      'Content-Disposition': downloadNamed(`${safeName(rows.name)}.${format}`),
      'Cache-Control': 'no-store',
    }
    if (request.method === 'HEAD') return reply.headers(headers).send()
    const bytes =
      format === 'csv'
        ? Readable.from(inPieces(csvOf(oneTable(rows))), { objectMode: false })
        : zipOfFiles(services, actor, request.log, async ({ addText }) => writeXLSX(addText, tablesByCategory(rows)))
            .zip
    return reply.headers(headers).send(bytes)
  })

  serve(readSheet, ({ actor, body, reply }) => sheetToMatch(services, actor, body, clientDisconnect(reply)))

  serve(checkSheet, ({ actor, body, reply }) => checkTable(services, actor, body, clientDisconnect(reply)))

  serve(importSheet, ({ actor, query, body: { fingerprint, ...matching }, once, reply }) =>
    query.cancel
      ? cancelImport(services, actor, { matching, inDatabase: once })
      : importSheetFile(services, actor, { matching, fingerprint, inDatabase: once, signal: clientDisconnect(reply) }),
  )
}
