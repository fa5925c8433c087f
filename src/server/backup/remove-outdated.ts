import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY } from '../clock.ts'
import { isPartial, outdatedNames } from './names.ts'

/** Whoever still writes to one has done so within this time. */
const ABANDONED_AFTER = DAY

/** Removes what the newest scheduled backups outdate, and what killed ones left behind. Others stay as they are. */
export const removeOutdated = async (folder: string, keep: number): Promise<void> => {
  const names = await readdir(folder)
  for (const name of outdatedNames(names, keep)) await rm(join(folder, name), { force: true })
  for (const name of names.filter(isPartial)) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs < Date.now() - ABANDONED_AFTER) await rm(path, { force: true })
  }
}
