import { MINUTE } from '../clock.ts'
import { openProcessApart, type Options, type ProcessApart } from '../files/process-apart.ts'
import type { TextEncoding } from '../../shared/sheets.ts'
import type { SheetFile } from './read-sheet-file.ts'

/** What a sheet reader is told beside the bytes. */
export interface SheetJob {
  encoding?: TextEncoding | undefined
}

export type SheetReader = ProcessApart<SheetJob, SheetFile>

/** Reads spreadsheets one after the other; see src/server/sheet-reader.ts. */
export const openSheetReader = (options: Partial<Options> = {}): SheetReader =>
  openProcessApart('sheet-reader', { patience: MINUTE, longestWait: MINUTE, ...options })
