import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import type { DatabaseWatch } from './db/watch.ts'
import type { PictureMaker } from './files/picture-process.ts'
import type { TextReader } from './file-text/text-process.ts'
import type { FileStore } from './files/store.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PaperMaker } from './papers/paper-process.ts'
import type { SheetReader } from './sheets/sheet-process.ts'

/** The dependencies of routes and jobs. */
export interface Services {
  config: Config
  db: Database
  watch: DatabaseWatch
  store: FileStore
  pictures: PictureMaker
  texts: TextReader
  sheets: SheetReader
  papers: PaperMaker
  clock: Clock
  jobs: JobQueue
  /** Undefined if this installation sends no mail. */
  mail: Mailer | undefined
}
