import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { AppError } from '../platform/http/app-error.ts'
import { readChecked, type KnownFile } from '../platform/storage/checked-bytes.ts'
import { patched, patchesOf, type Patch } from './positions.ts'
import { passedOn, type FileStore } from '../platform/storage/store.ts'

/** Larger files are not searched, because they are read into memory; photos have a tenth of it. */
const MOST_BYTES = 100 * 1024 * 1024
/** Few at a time, because each is in memory; more than one, because a store may be slow to send one. */
const someAtATime = pLimit(4)

/** Files, and patches of all of them. */
const MOST_REMEMBERED = 1000
const MOST_PATCHES_REMEMBERED = 100_000
let patchesRemembered = 0
/** By the hash of a file, oldest first. */
const known = new Map<string, readonly Patch[]>()

const remember = (sha256: string, patches: readonly Patch[]): void => {
  patchesRemembered += patches.length - (known.get(sha256)?.length ?? 0)
  known.set(sha256, patches)
  for (const [oldest, its] of known) {
    if (known.size <= MOST_REMEMBERED && patchesRemembered <= MOST_PATCHES_REMEMBERED) return
    known.delete(oldest)
    patchesRemembered -= its.length
  }
}

const look = async (store: FileStore, file: KnownFile): Promise<readonly Patch[]> => {
  const bytes = await readChecked(store, file)
  const chunks: Buffer[] = []
  for await (const chunk of Buffer.isBuffer(bytes) ? [bytes] : bytes) chunks.push(chunk as Buffer)
  try {
    return patchesOf(Buffer.concat(chunks))
  } catch (error) {
    throw new AppError('position_stays', {}, { cause: error })
  }
}

/** The patches that hide where a photo or video was taken; none for other files. Throws `position_stays` if it cannot tell. */
export const patchesFor = async (store: FileStore, file: KnownFile & { type: string }): Promise<readonly Patch[]> => {
  if (!/^(?:image|video)\//.test(file.type)) return []
  if (file.size > MOST_BYTES) throw new AppError('position_stays')
  const remembered = known.get(file.sha256)
  if (remembered) return remembered
  const patches = await someAtATime(() => look(store, file))
  remember(file.sha256, patches)
  return patches
}

/** Applies patches to bytes that start at offset `from` of the file. */
export const withPatches = (bytes: Readable | Buffer, patches: readonly Patch[], from = 0): Readable | Buffer => {
  if (patches.length === 0) return bytes
  if (Buffer.isBuffer(bytes)) return patched(bytes, from, patches)
  async function* chunks() {
    let at = from
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      yield patched(chunk, at, patches)
      at += chunk.length
    }
  }
  return passedOn(bytes, chunks())
}
