import { chmod, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing } from './files/drafts.ts'
import type { Config } from './config.ts'
import { makeFolder } from './make-folder.ts'

/** What others of this machine may do with a file, in its mode. */
const OTHERS = 0o077
/** A folder that belongs to everybody, such as /tmp. */
const STICKY = 0o1000

const modeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).mode
  } catch (error) {
    if (!isMissing(error)) throw error
    return undefined
  }
}

/** Closes a file or a folder to others; answers whether it was open to them. */
const close = async (path: string): Promise<boolean> => {
  const mode = await modeOf(path)
  if (mode === undefined || (mode & OTHERS) === 0) return false
  await chmod(path, mode & ~OTHERS & 0o7777)
  return true
}

/** A folder that is closed has been closed with all that was in it: what came later was made so. */
const closeTree = async (folder: string): Promise<void> => {
  const mode = await modeOf(folder)
  if (mode === undefined || (mode & OTHERS) === 0) return
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await closeTree(path)
    else if (entry.isFile()) await close(path)
  }
  await close(folder)
}

/**
 * Makes DATA_DIR where there is none, and closes to everybody else on this machine what versions before have left open:
 * the folder, the database, files and backups in it. Answers a sentence where that cannot be done, such as on a disk that
 * knows no modes. On Windows folders have what the folder above them has.
 */
export const keepPrivate = async ({ dataDir, database, filesFolder, backups }: Config): Promise<string | undefined> => {
  makeFolder(dataDir)
  if (process.platform === 'win32') return undefined
  const inside = [filesFolder, join(dataDir, 'spool'), ...(dirname(backups.folder) === dataDir ? [backups.folder] : [])]
  try {
    const isOfEverybody = ((await stat(dataDir)).mode & STICKY) !== 0
    if (!isOfEverybody) await close(dataDir)
    if ('sqliteFile' in database) for (const end of ['', '-wal', '-shm']) await close(database.sqliteFile + end)
    for (const folder of inside) await closeTree(folder)
    if (isOfEverybody) return `${dataDir} belongs to everybody. Set DATA_DIR to a folder of its own.`
    if (((await stat(dataDir)).mode & OTHERS) === 0) return undefined
    return `${dataDir} can be read by others on this machine: its disk knows no modes.`
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return `${dataDir} can be read by others on this machine, and that cannot be changed: ${error.message}`
  }
}
