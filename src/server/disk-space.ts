import { statfs } from 'node:fs/promises'

/** Of the disk that a folder is on; undefined where that cannot be known. */
export const diskSpace = async (folder: string): Promise<{ freeBytes: number; totalBytes: number } | undefined> => {
  try {
    // What is left for root alone is free for nobody here.
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return undefined
  }
}
