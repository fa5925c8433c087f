import { MINUTE } from '../../../platform/lib/clock.ts'
import { openWorkerProcess, type Options, type WorkerProcess } from '../../../platform/workers/worker-process.ts'
import type { TextEncoding } from '../../../../shared/exchange/sheets.api.ts'
import type { SheetFile } from './read-sheet-file.ts'

/** Input of a sheet reader besides the bytes. */
export interface SheetJob {
  encoding?: TextEncoding | undefined
  /** The bytes of its pictures too. */
  pictures?: boolean
}

export type SheetReader = WorkerProcess<SheetJob, SheetFile>

/** Reads spreadsheets one after the other; see src/server/exchange/sheets/reading/sheet.worker.ts. */
export const openSheetReader = (options: Partial<Options> = {}): SheetReader =>
  openWorkerProcess('sheet-worker', { patience: MINUTE, longestWait: MINUTE, ...options })
