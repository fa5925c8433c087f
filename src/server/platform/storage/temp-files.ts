import { randomBytes } from 'node:crypto'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { DAY } from '../lib/clock.ts'
import { unavailable } from '../http/app-error.ts'
import { ensureFolder } from '../lib/ensure-folder.ts'

/** A file not written to for this long belongs to a dead process. */
const ABANDONED_AFTER = DAY

/** Written to check for free space. */
const TRIED = Buffer.alloc(16 * 1024)

const isCode = (error: unknown, code: RegExp): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && code.test(error.code)

export const isMissing = (error: unknown): boolean => isCode(error, /^ENOENT$/)
export const isThereAlready = (error: unknown): boolean => isCode(error, /^EEXIST$/)

/** Turns errors of the disk (full, broken, read-only, missing) into `unavailable`. */
export const onDisk = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw isCode(error, /^E[A-Z0-9]+$/) ? unavailable(error) : error
  }
}

interface TempFiles {
  /** Writes a new file and returns its path; the caller renames or removes it. Leaves nothing behind if it rejects. */
  write(bytes: AsyncIterable<Buffer>, options: { durable: boolean }): Promise<string>
  /** Never rejects: a file that stays is removed as abandoned later. */
  remove(path: string): Promise<void>
  /** Throws `unavailable` if the disk cannot be written to. Only writing shows that a disk is full. */
  check(): Promise<void>
}

/** A folder for files that several processes write. Only old files are removed, because others may be in use. */
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
