import type { SheetJob } from './sheets/sheet-process.ts'
import { whole, workApart } from './work-apart.ts'

/** A file of 20 MB, what it unpacks to, and its rows. */
const MOST_MEMORY = 640 * 1024 * 1024

/** A process of its own that reads spreadsheets, which may be made to harm who reads them. */
await workApart({
  mostMemory: MOST_MEMORY,
  niceness: 5,
  load: () => import('./sheets/read-sheet-file.ts'),
  make: async ({ readSheetFile }, file, { encoding }: SheetJob) => readSheetFile(await whole(file), encoding),
})
