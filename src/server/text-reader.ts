import { loadPDFLibrary } from './file-text/pdf-text.ts'
import { wordsOfFile } from './file-text/words-of-file.ts'
import { workApart } from './work-apart.ts'

/** A file of 100 MB twice, and what its largest page takes. */
const MOST_MEMORY = 640 * 1024 * 1024

/** A process of its own that reads files for their words. */
await workApart({ mostMemory: MOST_MEMORY, load: loadPDFLibrary, make: (_, file) => wordsOfFile(file) })
