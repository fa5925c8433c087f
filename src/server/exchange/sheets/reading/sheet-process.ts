import { MINUTE } from '../../../platform/lib/clock.ts'
import { openWorkerProcess, type Options, type WorkerProcess } from '../../../platform/workers/worker-process.ts'
import type { SheetJob, TableOfFile } from './read-table.ts'

export type SheetReader = WorkerProcess<SheetJob, TableOfFile>

/** Reads spreadsheets one after the other; see src/server/exchange/sheets/reading/sheet.worker.ts. */
export const openSheetReader = (options: Partial<Options> = {}): SheetReader =>
  openWorkerProcess('sheet-worker', { patience: MINUTE, longestWait: MINUTE, ...options })
