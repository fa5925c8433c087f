import type { SheetJob } from './read-table.ts'
import { readAll, workApart } from '../../../platform/workers/worker-runtime.ts'

/** A file of 20 MB, its unpacked content and its rows. */
const MOST_MEMORY = 640 * 1024 * 1024

/** A process that reads spreadsheets, which may be malicious. */
await workApart({
  mostMemory: MOST_MEMORY,
  niceness: 5,
  load: () => import('./read-table.ts'),
  make: async ({ readTable }, file, job: SheetJob) => readTable(await readAll(file), job),
})
