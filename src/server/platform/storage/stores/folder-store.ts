import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isMissing, isThereAlready, onDisk, openTempFiles } from '../temp-files.ts'
import {
  DamagedBytes,
  isStorageKey,
  MissingBytes,
  READ_AT_ONCE,
  requireStorageKey,
  STREAMED_AT_ONCE,
  type ByteRange,
  type FileStore,
} from '../store.ts'

/** Makes renames into a folder durable. */
export const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads into one buffer of the right size; FileHandle.readFile() concatenates chunks. */
const readWhole = async (handle: FileHandle, key: string, size: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(bytes, at, size - at, at)
    if (bytesRead === 0) throw new DamagedBytes(key)
    at += bytesRead
  }
  return bytes
}

/** Stores files as `files/ab/abcdef…`, and in `unfinished/` while they are being written. */
export const openFolderStore = async (root: string): Promise<FileStore> => {
  const unfinished = join(root, 'unfinished')
  const drafts = await openTempFiles(unfinished)
  /** Resolves when a shard folder exists durably; for those that this process has used. */
  const shards = new Map<string, Promise<void>>()

  const shardOf = (key: string): string => {
    requireStorageKey(key)
    return join(root, key.slice(0, 2))
  }
  const pathOf = (key: string): string => join(shardOf(key), key)

  /** Syncs even an existing folder once, because another process may have created it without syncing yet. */
  const makeShard = (shard: string): Promise<void> => {
    const made =
      shards.get(shard) ??
      mkdir(shard, { mode: 0o700 })
        .catch((error: unknown) => {
          if (!isThereAlready(error)) throw error
        })
        .then(() => syncFolder(root))
    shards.set(shard, made)
    return made
  }

  return {
    async put(key, bytes) {
      const shard = shardOf(key)
      const draft = await drafts.write(bytes, { durable: true })
      try {
        await onDisk(makeShard(shard))
        await onDisk(rename(draft, pathOf(key)))
      } catch (error) {
        shards.delete(shard)
        await drafts.remove(draft)
        throw error
      }
      await onDisk(syncFolder(shard))
    },

    async read(key: string, size?: number, range?: ByteRange): Promise<Readable | Buffer> {
      const path = pathOf(key)
      // Opened first, so a missing file is an error and not a cut-off response.
      const handle = await onDisk(
        open(path, 'r').catch((error: unknown) => {
          throw isMissing(error) ? new MissingBytes(key) : error
        }),
      )
      let isHandedOver = false
      try {
        const { size: storedSize } = await onDisk(handle.stat())
        if (size !== undefined && storedSize !== size) throw new DamagedBytes(key)
        if (!range && storedSize <= READ_AT_ONCE) return await onDisk(readWhole(handle, key, storedSize))
        isHandedOver = true
        return createReadStream(path, { fd: handle, highWaterMark: STREAMED_AT_ONCE, ...range })
      } finally {
        if (!isHandedOver) await handle.close()
      }
    },

    async stateOf(key) {
      try {
        const { ino, size, mtimeNs, ctimeNs } = await stat(pathOf(key), { bigint: true })
        return [ino, size, mtimeNs, ctimeNs].join()
      } catch {
        // Reading reports the cause.
        return undefined
      }
    },

    async remove(key) {
      await onDisk(rm(pathOf(key), { force: true }))
    },

    async *list() {
      const shards = (await onDisk(readdir(root))).filter((name) => /^[0-9a-f]{2}$/.test(name))
      for (const shard of shards) {
        for (const key of (await onDisk(readdir(join(root, shard)))).filter(isStorageKey)) {
          const writtenAt = await onDisk(
            stat(join(root, shard, key)).then(
              ({ mtime }) => mtime,
              (error: unknown) => {
                // Removed while listing.
                if (!isMissing(error)) throw error
              },
            ),
          )
          if (writtenAt) yield { key, writtenAt }
        }
      }
    },

    async check() {
      await onDisk(access(unfinished, constants.R_OK | constants.W_OK))
      await drafts.check()
    },
  }
}
