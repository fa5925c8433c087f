import { loadPDFLibrary } from './pdf-text.ts'
import { wordsOfFile } from './words-of-file.ts'
import { readAll, workApart } from '../../platform/workers/worker-runtime.ts'

/** Bytes: a file of 100 MB twice, and its largest page. */
const MOST_MEMORY = 640 * 1024 * 1024

/** A process that extracts words from files. Unlike for pictures, nobody waits for it. */
await workApart({
  mostMemory: MOST_MEMORY,
  niceness: 10,
  load: loadPDFLibrary,
  make: async (_, file) => wordsOfFile(await readAll(file)),
})
