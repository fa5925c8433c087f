import { randomBytes } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DAY } from '../lib/clock.ts'
import { unavailable } from '../http/app-error.ts'
import { ensureFolder } from '../lib/ensure-folder.ts'

/** What has not been written to for so long belongs to a process that died. */
const ABANDONED_AFTER = DAY

/** A folder that has not this much room has none. */
const TRIED = Buffer.alloc(16 * 1024)

const isCode = (error: unknown, code: RegExp): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && code.test(error.code)

export const isMissing = (error: unknown): boolean => isCode(error, /^ENOENT$/)
export const isThereAlready = (error: unknown): boolean => isCode(error, /^EEXIST$/)

/** A disk that is full, broken, read-only or not there is nothing that a caller could mend. */
export const onDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw isCode(error, /^E[A-Z0-9]+$/) ? unavailable(error) : error
  }
}

interface TempFiles {
  /**
   * Writes the bytes to a new file and answers its path; the caller renames or removes it. Nothing is left of it when
   * this rejects.
   */
  write(bytes: AsyncIterable<Buffer>, options: { durable: boolean }): Promise<string>
  /** Does not fail: what a broken disk keeps is abandoned some day. */
  remove(path: string): Promise<void>
  /** Rejects with `unavailable` where the disk takes nothing. A full one is known by writing alone. */
  check(): Promise<void>
}

/**
 * A folder of files that are being written, by several processes at once. Nobody knows of another's file whether it is
 * still written, so only the abandoned ones are removed.
 */
export const openTempFiles = async (folder: string): Promise<TempFiles> => {
  ensureFolder(folder)
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const modified = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    )
    if (modified < Date.now() - ABANDONED_AFTER) await rm(path, { force: true })
  }

  const drafts: TempFiles = {
    async remove(path) {
      await rm(path, { force: true }).catch(() => {})
    },
    async check() {
      await drafts.remove(await drafts.write(Readable.from([TRIED]), { durable: false }))
    },
    async write(bytes, { durable }) {
      const path = join(folder, randomBytes(16).toString('hex'))
      const file = await onDisk(open(path, 'wx', 0o600))
      try {
        try {
          for await (const chunk of bytes) await onDisk(file.writeFile(chunk))
          if (durable) await onDisk(file.sync())
        } finally {
          await onDisk(file.close())
        }
      } catch (error) {
        await drafts.remove(path)
        throw error
      }
      return path
    },
  }
  return drafts
}
