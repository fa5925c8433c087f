import { AppError } from '../platform/http/app-error.ts'
import type { Config } from '../config.ts'
import { diskSpace } from '../platform/lib/disk-space.ts'

/** The share of a disk reserved for the database, so saves still work. */
const KEPT_SHARE = 0.05
const KEPT_AT_MOST = 500 * 1024 * 1024

export const isShort = ({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): boolean =>
  freeBytes < Math.min(KEPT_SHARE * totalBytes, KEPT_AT_MOST)

/** Call before receiving a file. Throws `disk_full`. */
export const requireDisk = async ({ dataDir, filesFolder }: Config): Promise<void> => {
  // The two folders may be on different disks.
  for (const folder of [dataDir, filesFolder]) {
    const space = await diskSpace(folder)
    if (space && isShort(space)) throw new AppError('disk_full')
  }
}
