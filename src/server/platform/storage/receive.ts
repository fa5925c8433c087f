import { createHash } from 'node:crypto'
import { finished, Transform, type Readable } from 'node:stream'
import { fileTypeFromBuffer } from 'file-type'
import { PDF_TYPE } from '../../../shared/attachments/file-types.ts'
import { isPDF } from './is-pdf.ts'

/** The bytes that file-type reads. */
const SNIFFED_BYTES = 4100
const UNKNOWN = 'application/octet-stream'

/** file-type does not detect TIFFs whose directory is at the end of the file, as in most. */
const TIFF_STARTS = [Buffer.from('II*\0', 'latin1'), Buffer.from('MM\0*', 'latin1')]

const BMP_RESERVED = Buffer.alloc(4)

const typeOf = async (head: Buffer): Promise<string> => {
  const found = await fileTypeFromBuffer(head)
  // Distinguishes a BMP from a text that starts with 'BM'.
  if (found?.mime === 'image/bmp') return head.subarray(6, 10).equals(BMP_RESERVED) ? found.mime : UNKNOWN
  // Programs that do not know animated PNGs show the first frame.
  if (found) return found.mime === 'image/apng' ? 'image/png' : found.mime
  if (TIFF_STARTS.some((start) => head.subarray(0, start.length).equals(start))) return 'image/tiff'
  return isPDF(head) ? PDF_TYPE : UNKNOWN
}

/** Passes bytes through and computes their hash, size and type. */
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
    /** Call after the stream has ended. The type is detected from the bytes. */
    async facts(): Promise<{ sha256: string; size: number; type: string }> {
      return { sha256: hash.digest('hex'), size, type: await typeOf(Buffer.concat(head)) }
    },
  }
}

/** Connects a source to a measured stream; an error of either ends both. */
export const measured = (source: Readable) => {
  const { through, facts } = measure()
  // The source may fail before anybody reads the stream.
  through.on('error', () => {})
  finished(source, (error) => {
    if (error) through.destroy(error)
  })
  through.on('close', () => {
    if (!through.readableEnded) source.resume()
  })
  return { bytes: source.pipe(through), facts }
}
