import { chmod, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing } from '../temp-files.ts'
import type { Config } from '../../../config.ts'
import { ensureFolder } from '../../lib/ensure-folder.ts'

/** Permission bits of group and others. */
const OTHERS = 0o077
/** The sticky bit of shared folders, such as /tmp. */
const STICKY = 0o1000

const modeOf = async (path: string): Promise<number | undefined> => {
  try {
    return (await stat(path)).mode
  } catch (error) {
    if (!isMissing(error)) throw error
    return undefined
  }
}

/** Removes the permissions of others; returns whether there were any. */
const close = async (path: string): Promise<boolean> => {
  const mode = await modeOf(path)
  if (mode === undefined || (mode & OTHERS) === 0) return false
  await chmod(path, mode & ~OTHERS & 0o7777)
  return true
}

/** A folder that is already private needs no further check: everything created in it later is private, too. */
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
 * Creates DATA_DIR, and removes permissions of other users that previous versions left open: on the folder, the
 * database, files and backups. Returns a message if that fails, such as on a disk without file modes. On Windows
 * folders inherit permissions.
 */
export const keepPrivate = async ({ dataDir, database, filesFolder, backups }: Config): Promise<string | undefined> => {
  ensureFolder(dataDir)
  if (process.platform === 'win32') return undefined
  const inside = [filesFolder, join(dataDir, 'spool'), ...(dirname(backups.folder) === dataDir ? [backups.folder] : [])]
  try {
    const isOfEverybody = ((await stat(dataDir)).mode & STICKY) !== 0
    if (!isOfEverybody) await close(dataDir)
    if ('sqliteFile' in database) for (const end of ['', '-wal', '-shm']) await close(database.sqliteFile + end)
    for (const folder of inside) await closeTree(folder)
    if (isOfEverybody) return `${dataDir} is open to everyone. Set DATA_DIR to a folder of its own.`
    if (((await stat(dataDir)).mode & OTHERS) === 0) return undefined
    return `${dataDir} can be read by others on this machine: its disk doesn’t support permissions.`
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return `${dataDir} can be read by others on this machine, and that cannot be changed: ${error.message}`
  }
}
