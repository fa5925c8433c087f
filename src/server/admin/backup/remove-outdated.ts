import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from '../../platform/lib/clock.ts'
import { isPartial, outdatedNames } from './names.ts'

/** A running backup writes at least this often, so older partial files are abandoned. */
const ABANDONED_AFTER = DAY

/**
 * Removes scheduled backups that newer ones replace, and partial files of killed ones. Leaves all other files alone.
 */
export const removeOutdated = async (folder: string, keep: number): Promise<void> => {
  const names = await readdir(folder)
  for (const name of outdatedNames(names, keep)) await rm(join(folder, name), { force: true })
  for (const name of names.filter(isPartial)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - ABANDONED_AFTER) await rm(path, { force: true })
  }
}
