import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createApp, type AppOptions } from './app.ts'
import { hasUsers } from './identity/account/users.repo.ts'
import { SECOND, systemClock } from './platform/lib/clock.ts'
import { hasPublicURL, isThisMachine, type Config } from './config.ts'
import { QueryMonitor } from './platform/db/query-monitor.ts'
import { OperatorError, orFolderFault } from './platform/lib/operator-error.ts'
import { openTextReader } from './attachments/text/text-process.ts'
import { isMissing } from './platform/storage/temp-files.ts'
import { openStore, placeOf } from './platform/storage/open-store.ts'
import { findStoreMark } from './platform/storage/store-identity.repo.ts'
import { requireOwnStore } from './platform/storage/store-identity.service.ts'
import { refusalOf } from './platform/storage/stores/s3-errors.ts'
import { openPictureMaker } from './attachments/picture-process.ts'
import { isUnavailable } from './platform/http/app-error.ts'
import { killAfter } from './platform/lib/watchdog.ts'
import { GracefulShutdown } from './platform/http/graceful-shutdown.ts'
import { openJobQueue } from './platform/jobs/job-queue.ts'
import { JOBS } from './job-registry.ts'
import { startJobs } from './platform/jobs/runner.ts'
import { mailNotes } from './platform/mail/mail-failure.repo.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { ensureFolder } from './platform/lib/ensure-folder.ts'
import { keepPrivate } from './platform/storage/stores/file-permissions.ts'
import { openReadyDatabase } from './ready-database.ts'
import type { Services } from './services.ts'
import { openPaperMaker } from './papers/paper-process.ts'
import { openSheetReader } from './exchange/sheets/reading/sheet-process.ts'

/**
 * Rejects with a OperatorError if database and files do not belong together, or if a bucket rejects these settings. An
 * unreachable store is tolerated, unless the database is new: a lost database could then go unnoticed.
 */
const requireStore = async (services: Services, log: FastifyBaseLogger): Promise<void> => {
  const place = placeOf(services.config)
  try {
    await requireOwnStore(services, place)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    const refusal = refusalOf(error)
    if (refusal !== undefined)
      throw new OperatorError(`The files cannot be used in ${place}. ${refusal}`, { cause: error })
    if (!(await hasUsers(services.db)) && (await findStoreMark(services.db)) === undefined) {
      throw new OperatorError(
        `The database is new, and ${place} does not answer: there may be files of a database that was lost. Start again ` +
          'when it answers.',
      )
    }
    log.error({ err: error }, 'the file store does not answer')
  }
}

/** A name lookup may take too long. */
const LISTENING_MS = 8 * SECOND
/** Error codes that mean a wrong HOST. */
const NO_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT', 'ETIMEDOUT']

/** Returns the address where the server listens. Rejects with a OperatorError. */
const listen = async (app: FastifyInstance, { port, host }: Config): Promise<string> => {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })), LISTENING_MS).unref()
  })
  try {
    return await Promise.race([app.listen({ port, host }), late])
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'EADDRINUSE') {
      throw new OperatorError(
        `Port ${port} is in use. Stop the program that uses it, or start with another one: PORT=3001 npm start`,
      )
    }
    if (code === 'EACCES') {
      throw new OperatorError(
        `This user may not listen on port ${port}. Set PORT to 1024 or higher, with a proxy in front of it.`,
      )
    }
    if (!NO_ADDRESS.includes(code))
      throw new OperatorError(`The server cannot listen: ${error instanceof Error ? error.message : String(error)}.`, {
        cause: error,
      })
    throw new OperatorError(
      `HOST=${host} isn’t an address of this machine (${code}). Set it to 127.0.0.1 for this machine alone, or to 0.0.0.0 ` +
        'for everyone on the network.',
      { cause: error },
    )
  }
}

interface Running {
  app: FastifyInstance
  services: Services
  /** Where the server listens, such as http://127.0.0.1:3000. */
  address: string
}

/** Then the process exits anyway: acknowledged data is on disk, and unfinished work is retried later. */
const LONGEST_STOP = 9 * SECOND
/** For a process that cannot even exit. */
const KILLED_AFTER = 9.5 * SECOND

/**
 * Starts a server, or rejects with a OperatorError. SIGINT and SIGTERM stop it after running requests, within 10 seconds in any
 * case; SIGTERM lets proxies know first.
 */
export const startServer = async (
  config: Config,
  options: AppOptions = { web: config.dev ? 'dev' : 'built' },
): Promise<Running> => {
  const isOpen = await orFolderFault('DATA_DIR', config.dataDir, () => keepPrivate(config))
  const watch = new QueryMonitor(config.slowStatementMs)
  const db = await openReadyDatabase(config, watch)
  const store = await orFolderFault('DATA_DIR', config.dataDir, () => openStore(config))
  const mail = openMailer(config, mailNotes(db, systemClock))
  const pictures = openPictureMaker()
  const texts = openTextReader()
  const sheets = openSheetReader()
  const papers = openPaperMaker()
  const jobs = openJobQueue(db, systemClock)
  const services: Services = {
    config,
    db,
    watch,
    store,
    pictures,
    texts,
    sheets,
    papers,
    clock: systemClock,
    jobs,
    mail,
  }
  const leave = new GracefulShutdown()
  const app = await createApp(services, { ...options, leave })
  if (isOpen !== undefined) app.log.warn(isOpen)
  await requireStore(services, app.log)
  // Before users rely on it.
  mail?.lookAgain(app.log)
  const address = await listen(app, config)
  const runner = startJobs(services, app.log, { jobs: JOBS })

  const stop = async (signal: 'SIGINT' | 'SIGTERM') => {
    killAfter(KILLED_AFTER)
    setTimeout(() => {
      app.log.warn('the server stops with unfinished work')
      process.exit(0)
    }, LONGEST_STOP)
    const noMoreJobs = runner.stop().then(() => texts.close())
    // Ctrl+C means a terminal without a proxy.
    if (signal === 'SIGTERM') await leave.take({ isBehindProxy: config.trustProxy !== false })
    // First, so that requests do not wait for a picture.
    const others = [pictures.close(), sheets.close(), papers.close(), noMoreJobs]
    await app.close()
    await Promise.all(others)
    mail?.close()
    await db.destroy()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal))
  return { app, services, address }
}

const databaseAt = ({ database }: Config): string =>
  'sqliteFile' in database ? database.sqliteFile : `PostgreSQL at ${new URL(database.postgresURL).host}`

/** Why scheduled backups are impossible; undefined if no problem is known. The disk may still be mounted later. */
export const backupTrouble = async ({
  backups: { everyHours, folder },
}: Pick<Config, 'backups'>): Promise<string | undefined> => {
  if (everyHours === 0) return undefined
  // The dot makes it fail unless it is a folder.
  const open = () => access(`${folder}/.`, constants.W_OK | constants.X_OK)
  const make = (error: unknown) => {
    if (!isMissing(error)) throw error
    ensureFolder(folder)
  }
  try {
    await orFolderFault('BACKUP_DIR', folder, () => open().catch(make))
    return undefined
  } catch (error) {
    if (error instanceof OperatorError) return error.message
    throw error
  }
}

const backupsAt = ({ backups: { everyHours, folder, keep } }: Config, trouble: string | undefined): string => {
  if (trouble !== undefined) return `none can be made. ${trouble}`
  if (everyHours === 0) return 'none unless you make them: npm run backup, or BACKUP_EVERY_HOURS=24'
  return `every ${everyHours === 1 ? 'hour' : `${everyHours} hours`} in ${folder}, of which ${keep} are kept`
}

/** Links that do not work while PUBLIC_URL is unset or names this machine. */
const addressTrouble = (config: Config): string[] => {
  const { publicURL, smtpURL, host } = config
  if (smtpURL !== null && isThisMachine(new URL(publicURL).hostname))
    return [`Links in emails lead to ${publicURL}; set PUBLIC_URL to the address that people use.`]
  if (hasPublicURL(config) || isThisMachine(host)) return []
  return ['Set PUBLIC_URL to your public address before you print codes or share links.']
}

/** What a start prints for operators: where the data is, and which settings are still examples. */
export const whereThingsAre = (config: Config, trouble?: string): string[] => [
  `Database: ${databaseAt(config)}`,
  `Files: ${placeOf(config)}`,
  `Backups: ${backupsAt(config, trouble)}`,
  ...(config.contactIsExample
    ? ['CONTACT_PHONE and CONTACT_EMAIL are examples; set them to your own before you invite people.']
    : []),
  ...addressTrouble(config),
]
