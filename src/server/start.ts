import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createApp, type AppOptions } from './app.ts'
import { startBackups } from './backup/schedule.ts'
import { loadDefaultStructure } from './catalogue/default-structure.ts'
import { SECOND, systemClock } from './clock.ts'
import { ConfigError, parseConfig, type Config } from './config.ts'
import { migrate, openDatabase, type Database } from './db/database.ts'
import { openStore, placeOf } from './files/open-store.ts'
import { ForeignStore, requireOwnStore } from './files/own-store.service.ts'
import { openPictureMaker } from './files/picture-process.ts'
import { isUnavailable } from './http/app-error.ts'
import { openMailer } from './mail/mailer.ts'
import { keepPrivate } from './private-data.ts'
import type { Services } from './services.ts'
import { startSweeping } from './sweep.ts'

/** The settings of this process, or its end with a sentence that says what to correct. */
export const configOrExit = (environment: NodeJS.ProcessEnv = process.env): Config => {
  try {
    return parseConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Opens the database with its tables and default structure in place. */
export const openReadyDatabase = async (config: Config): Promise<Database> => {
  const db = openDatabase(config.database, (error) => console.error(`A database connection ended: ${error.message}`))
  await migrate(db)
  await loadDefaultStructure(db)
  return db
}

/** Ends the process where the files of the database are elsewhere. A store that does not answer is waited for. */
const ownStoreOrExit = async (services: Services, log: FastifyBaseLogger): Promise<void> => {
  try {
    await requireOwnStore(services, placeOf(services.config))
  } catch (error) {
    if (error instanceof ForeignStore) {
      console.error(error.message)
      process.exit(1)
    }
    if (!isUnavailable(error)) throw error
    log.error({ err: error }, 'the file store does not answer')
  }
}

export interface Running {
  app: FastifyInstance
  services: Services
  /** Where the server listens, such as http://127.0.0.1:3000. */
  address: string
}

/** Whatever hangs then is left alone: what was acknowledged is on the disk, and what was not is done again some day. */
const LONGEST_STOP = 9 * SECOND

/** Starts a server; SIGINT and SIGTERM end it after the requests under way, within 10 seconds whatever callers do. */
export const startServer = async (
  config: Config,
  options: AppOptions = { web: config.dev ? 'dev' : 'built' },
): Promise<Running> => {
  const isOpen = await keepPrivate(config)
  const db = await openReadyDatabase(config)
  const store = await openStore(config)
  const mail = openMailer(config)
  const pictures = openPictureMaker()
  const services: Services = { config, db, store, pictures, clock: systemClock, mail }
  const app = await createApp(services, options)
  if (isOpen !== undefined) app.log.warn(isOpen)
  await ownStoreOrExit(services, app.log)
  const stopSweeping = startSweeping(services, app.log)
  const address = await app.listen({ port: config.port, host: config.host })
  const stopBackups = startBackups(services, app.log)

  const stop = async () => {
    setTimeout(() => {
      app.log.warn('the server stops in the middle of something')
      process.exit(0)
    }, LONGEST_STOP)
    // First, so that nobody is waited for who waits for a picture.
    const others = [pictures.close(), stopSweeping(), stopBackups()]
    await app.close()
    await mail?.close()
    await Promise.all(others)
    await db.destroy()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
  return { app, services, address }
}

const databaseAt = ({ database }: Config): string =>
  'sqliteFile' in database ? database.sqliteFile : `PostgreSQL at ${new URL(database.postgresURL).host}`

const backupsAt = ({ backups: { everyHours, folder, keep } }: Config): string => {
  if (everyHours === 0) return 'none unless you make them: npm run backup, or BACKUP_EVERY_HOURS=24'
  return `every ${everyHours} hours in ${folder}, of which ${keep} are kept`
}

/** What a start tells its owner: where the data is, and what is still an example. */
export const whereThingsAre = (config: Config): string[] => [
  `Database: ${databaseAt(config)}`,
  `Files: ${placeOf(config)}`,
  `Backups: ${backupsAt(config)}`,
  ...(config.contactIsExample
    ? ['CONTACT_PHONE and CONTACT_EMAIL are examples; set them to your own before you invite people.']
    : []),
  ...(config.smtpURL !== null && /^https?:\/\/localhost\b/.test(config.publicURL)
    ? [`Links in mails lead to ${config.publicURL}; set PUBLIC_URL to the address that people use.`]
    : []),
]
