import type { SheetJob } from './sheet-process.ts'
import { readAll, workApart } from '../../../platform/workers/worker-runtime.ts'

/** A file of 20 MB, its unpacked content and its rows. */
const MOST_MEMORY = 640 * 1024 * 1024

/** A process that reads spreadsheets, which may be malicious. */
await workApart({
  mostMemory: MOST_MEMORY,
  niceness: 5,
  load: () => import('./read-sheet-file.ts'),
  make: async ({ readSheetFile }, file, { encoding, pictures }: SheetJob) =>
    readSheetFile(await readAll(file), encoding, pictures),
})
