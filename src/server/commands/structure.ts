import { readFileSync, writeFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { readStructureFile } from '../../shared/structure/structure-file.ts'
import { exportStructure, importStructure } from '../structure/structure-file.service.ts'
import { systemClock } from '../platform/lib/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import { configOrExit, runCommand } from './operator-errors.ts'
import { openReadyDatabase } from '../ready-database.ts'
import { complain, say } from './terminal.ts'

const USAGE = `Usage: npm run structure -- export [FILE]
       npm run structure -- import FILE [--apply [--confirmed]]
  Without --apply, import only prints what it would change. --confirmed also changes labels where items have values
  that would then have another label or none. FILE may be - for standard input.`

/** An error that operators can fix; printed without a stack. */
class Failure extends Error {}

const orFail = <T>(sentence: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    throw new Failure(`${sentence}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const exportTo = async (db: Database, file: string | undefined): Promise<void> => {
  const json = `${JSON.stringify(await exportStructure(db), null, 1)}\n`
  if (file === undefined) process.stdout.write(json)
  else orFail(`${file} cannot be written`, () => writeFileSync(file, json))
}

const importFrom = async (db: Database, file: string, how: { apply: boolean; confirmed: boolean }): Promise<void> => {
  const json =
    file === '-' ? await text(process.stdin) : orFail(`${file} cannot be read`, () => readFileSync(file, 'utf8'))
  const { structure, wrong } = readStructureFile(orFail(`${file} is not JSON`, (): unknown => JSON.parse(json)))
  if (!structure) throw new Failure(`${file} isn’t a structure file. ${wrong}`)
  const { message, changes } = await importStructure(db, systemClock, 'command line', structure, how)
  for (const change of changes) say(change)
  say(message)
  if (changes.length > 0 && !how.apply) console.log('Nothing has been changed yet; use --apply.')
}

/** Exports and imports the structure; the server may be running. Exits with 2 for a wrong usage, 1 for a failure. */
const main = async (words: readonly string[]): Promise<number> => {
  const [apply, confirmed] = [words.includes('--apply'), words.includes('--confirmed')]
  const [action, file, ...rest] = words.filter((word) => word !== '--apply' && word !== '--confirmed')
  const isExport = action === 'export' && !apply && !confirmed
  const isImport = action === 'import' && file !== undefined && (apply || !confirmed)
  if ((!isExport && !isImport) || rest.length > 0 || file?.startsWith('--')) {
    console.error(USAGE)
    return 2
  }
  const db = await openReadyDatabase(configOrExit())
  try {
    if (isExport) await exportTo(db, file)
    else await importFrom(db, file ?? '', { apply, confirmed })
    return 0
  } catch (error) {
    if (!(error instanceof Failure) && !(error instanceof AppError)) throw error
    complain(error.message)
    if (error instanceof AppError && error.code === 'labels_hold_values') {
      console.error('Run it without --apply to list the changes, or with --apply --confirmed to make them.')
    }
    return 1
  } finally {
    await db.destroy()
  }
}

await runCommand(main)
