import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder with those that it lies in, for this user alone; one that is there is left as it is. Throws errors of the system. Node's own
 * `recursive` never ends below /proc, where a parent is there and yet nothing can be made in it.
 */
export const makeFolder = (folder: string): void => {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, 0o700)
  } catch (error) {
    // Somebody else was faster.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
