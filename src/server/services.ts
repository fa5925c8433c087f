import type { Clock } from './platform/lib/clock.ts'
import type { Config } from './config.ts'
import type { HistoryHooks } from './history/history-hooks.ts'
import type { AccountHooks } from './identity/account/account-hooks.ts'
import type { Database } from './platform/db/database.ts'
import type { QueryMonitor } from './platform/db/query-monitor.ts'
import type { Downloads } from './attachments/downloads.ts'
import type { PictureMaker } from './attachments/picture-process.ts'
import type { TextReader } from './attachments/text/text-process.ts'
import type { GracefulShutdown } from './platform/http/graceful-shutdown.ts'
import type { Serve } from './platform/http/serve.ts'
import type { FileStore } from './platform/storage/store.ts'
import type { JobQueue } from './platform/jobs/job-queue.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { PaperMaker } from './papers/paper-process.ts'
import type { SheetReader } from './exchange/sheets/reading/sheet-process.ts'

/** What higher domains do for lower ones. */
export interface Hooks {
  account: AccountHooks
  history: HistoryHooks
}

/** The dependencies of routes and jobs. */
export interface Services {
  config: Config
  db: Database
  watch: QueryMonitor
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

/** The dependencies of routes, including those of the one server that answers. */
export interface AppServices extends Services {
  hooks: Hooks
  downloads: Downloads
  /** Tells proxies that the server is about to stop. */
  leave: GracefulShutdown
  /** The address of a proxy that the settings do not trust; null if none was seen. */
  untrustedProxy: () => string | null
}

/** Serves some endpoints of a domain, whose `routes.ts` lists all of them. */
export type Routes = (serve: Serve, services: AppServices) => void
