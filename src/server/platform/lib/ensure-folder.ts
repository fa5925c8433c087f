import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents for this user only; leaves an existing one unchanged. Throws system errors. Node's
 * own `recursive` loops forever below /proc, where a parent exists but nothing can be created in it.
 */
export const ensureFolder = (folder: string): void => {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(folder)
  if (parent !== folder) ensureFolder(parent)
  try {
    mkdirSync(folder, 0o700)
  } catch (error) {
    // Another process created it first.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
