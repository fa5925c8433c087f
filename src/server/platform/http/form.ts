import { finished, Transform, type Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from './app-error.ts'

interface FormLimits {
  /** The field name of the files. */
  field: string
  fileSize: number
  files: number
}

const MIB = 1024 * 1024
/** Long names take a few thousand bytes, and browsers send at most three headers per file. */
const HEADER_BYTES = 16 * 1024
const HEADER_PAIRS = 16
/** How much the streams between connection and parser may buffer. */
const ON_THE_WAY = 256 * 1024

const CLOSED = { headers: { Connection: 'close' } }

/**
 * The bytes read so far from the form's files. The parser updates them synchronously, even while an earlier file is
 * read.
 */
const bytesInFiles = (fields: MultipartFile['fields'] | undefined): number =>
  Object.values(fields ?? {})
    .flat()
    .reduce((sum, part) => sum + (part?.type === 'file' ? part.file.bytesRead : 0), 0)

/**
 * The files of a form, in order. Any error in the form stops the parser. A malformed form closes the connection. For
 * too large a form the upload may finish, because browsers read the response only then.
 */
export async function* filesOf(
  request: FastifyRequest,
  { field, fileSize, files }: FormLimits,
): AsyncGenerator<MultipartFile> {
  if (!request.isMultipart()) throw new AppError('unsupported_type')
  const tooLarge = () =>
    new AppError('too_large', { values: { limit: `${fileSize / MIB} MB` }, fields: { [field]: true } })
  const { raw } = request
  let fields: MultipartFile['fields'] | undefined
  let read = 0
  // Counts before it passes a chunk on, because the chunk itself may belong to a file.
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (read - bytesInFiles(fields) > ON_THE_WAY + files * HEADER_BYTES)
        return done(new AppError('malformed_request', CLOSED))
      read += chunk.length
      done(null, chunk)
    },
  })
  const stopListening = finished(raw, { writable: false }, (error) => {
    if (error) counted.destroy(error)
  })
  // The parser reads from `raw` of its request and takes the boundary from the headers there.
  const source = Object.create(request, {
    raw: { value: Object.assign(raw.pipe(counted), { headers: raw.headers }) },
  }) as FastifyRequest
  const limits = { fileSize, files, fields: 0, parts: files + 1, headerPairs: HEADER_PAIRS, headerSize: HEADER_BYTES }
  try {
    for await (const part of source.files({ limits })) {
      fields = part.fields
      if (part.file.truncated) throw tooLarge()
      part.file.once('limit', () => part.file.destroy(tooLarge()))
      yield part
    }
  } catch (error) {
    throw wrongForm(error, { field, files })
  } finally {
    stopListening()
    raw.unpipe(counted)
    counted.destroy()
    raw.resume()
  }
}

/** A parser error means that the form is malformed or was cut off. */
const wrongForm = (error: unknown, { field, files }: Pick<FormLimits, 'field' | 'files'>): AppError => {
  if (error instanceof AppError) return error
  const { code } = error as { code?: unknown }
  if (code === 'FST_FILES_LIMIT')
    return new AppError('too_many_files', { values: { limit: String(files) }, fields: { [field]: true } })
  const sentence = files === 1 ? 'Only a file can be sent here.' : 'Only files can be sent here.'
  if (code === 'FST_FIELDS_LIMIT') return new AppError('invalid_input', { ...CLOSED, fields: { [field]: sentence } })
  return new AppError('malformed_request', CLOSED, { cause: error })
}

/** Reads one of the files. Throws the form's error if the form ends it. */
export const reading = async <T>({ file }: MultipartFile, read: (bytes: Readable) => Promise<T>): Promise<T> => {
  try {
    return await read(file)
  } catch (error) {
    if (file.errored instanceof AppError) throw file.errored
    throw file.errored ? new AppError('malformed_request', CLOSED, { cause: error }) : error
  }
}
