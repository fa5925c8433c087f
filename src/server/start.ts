import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { createApp, type AppOptions } from './app.ts'
import { loadDefaultStructure } from './catalogue/default-structure.ts'
import { systemClock } from './clock.ts'
import { ConfigError, parseConfig, type Config } from './config.ts'
import { migrate, openDatabase, type Database } from './db/database.ts'
import { openFolderStore } from './files/folder-store.ts'
import { openMailer } from './mail/mailer.ts'
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

export interface Running {
  app: FastifyInstance
  services: Services
  /** Where the server listens, such as http://127.0.0.1:3000. */
  address: string
}

/** Starts a server; SIGINT and SIGTERM end it after the requests under way. */
export const startServer = async (
  config: Config,
  options: AppOptions = { web: config.dev ? 'dev' : 'built' },
): Promise<Running> => {
  const db = await openReadyDatabase(config)
  const store = await openFolderStore(join(config.dataDir, 'files'))
  const mail = openMailer(config)
  const services: Services = { config, db, store, clock: systemClock, mail }
  const app = await createApp(services, options)
  const stopSweeping = startSweeping(services, app.log)
  const address = await app.listen({ port: config.port, host: config.host })

  const stop = async () => {
    const swept = stopSweeping()
    await app.close()
    await mail?.close()
    await swept
    await db.destroy()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
  return { app, services, address }
}

/** What a start tells its owner: where the data is, and what is still an example. */
export const whereThingsAre = (config: Config): string[] => [
  'sqliteFile' in config.database
    ? `Data: ${config.dataDir} (database and files; back up this folder)`
    : `Data: PostgreSQL at ${new URL(config.database.postgresURL).host}, files in ${config.dataDir}`,
  ...(config.contactIsExample
    ? ['CONTACT_PHONE and CONTACT_EMAIL are examples; set them to your own before you invite people.']
    : []),
  ...(config.smtpURL !== null && /^https?:\/\/localhost\b/.test(config.publicURL)
    ? [`Links in mails lead to ${config.publicURL}; set PUBLIC_URL to the address that people use.`]
    : []),
]
