import { statfs } from 'node:fs/promises'

/** Space on the disk of a folder; undefined if unknown. */
export const diskSpace = async (folder: string): Promise<{ freeBytes: number; totalBytes: number } | undefined> => {
  try {
    // `bavail` excludes space reserved for root.
    const { bavail, blocks, bsize } = await statfs(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return undefined
  }
}
