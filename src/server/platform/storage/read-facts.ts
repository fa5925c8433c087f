import { createHash } from 'node:crypto'
import { MissingBytes, type FileStore } from './store.ts'

interface ByteFacts {
  /** Hexadecimal SHA-256. */
  sha256: string
  size: number
}

/** Reads bytes in a stream; undefined if there are none. */
export const readFacts = async (store: FileStore, key: string): Promise<ByteFacts | undefined> => {
  const bytes = await store.read(key).catch((error: unknown) => {
    if (!(error instanceof MissingBytes)) throw error
  })
  if (bytes === undefined) return undefined
  const hash = createHash('sha256')
  let length = 0
  for await (const chunk of Buffer.isBuffer(bytes) ? [bytes] : bytes) {
    hash.update(chunk as Buffer)
    length += (chunk as Buffer).length
  }
  return { sha256: hash.digest('hex'), size: length }
}
