import { createHash } from 'node:crypto'
import { finished, Transform, type Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'

/** What file-type looks at. */
const SNIFFED_BYTES = 4100
const UNKNOWN = 'application/octet-stream'

/** Passes bytes through and learns their hash, number and type on the way. */
export const measure = () => {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let headSize = 0
  let size = 0
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      if (headSize < SNIFFED_BYTES) {
        head.push(chunk.subarray(0, SNIFFED_BYTES - headSize))
        headSize += chunk.length
      }
      done(null, chunk)
    },
  })
  return {
    through,
    /** Once the stream has ended. The type comes from the bytes alone. */
    async facts(): Promise<{ sha256: string; size: number; type: string }> {
      const found = await fileTypeFromBuffer(Buffer.concat(head))
      return { sha256: hash.digest('hex'), size, type: found?.mime ?? UNKNOWN }
    },
  }
}

/** Ties a source to a measured stream, so that an error of either ends both. */
export const measured = (source: Readable) => {
  const { through, facts } = measure()
  // A source that broke off before anybody looked says so too, and nobody may be reading yet when it does.
  through.on('error', () => {})
  finished(source, (error) => {
    if (error) through.destroy(error)
  })
  through.on('close', () => {
    if (!through.readableEnded) source.resume()
  })
  return { bytes: source.pipe(through), facts }
}
