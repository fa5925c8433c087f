import { finished, Transform, type Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'

export interface FormLimits {
  /** The name under which the files are sent. */
  field: string
  fileSize: number
  files: number
}

const MIB = 1024 * 1024
/** Long names take a few thousand bytes, and no browser sends more than three lines before a file. */
const HEADER_BYTES = 16 * 1024
const HEADER_PAIRS = 16
/** What the streams between the connection and the files may hold. */
const ON_THE_WAY = 256 * 1024

const CLOSED = { headers: { Connection: 'close' } }

/** What is known so far of the files of a form. The parser adds to it at once, also while an earlier file is read. */
const bytesInFiles = (fields: MultipartFile['fields'] | undefined): number =>
  Object.values(fields ?? {})
    .flat()
    .reduce((sum, part) => sum + (part?.type === 'file' ? part.file.bytesRead : 0), 0)

/**
 * The files of a form in their order. Whatever is wrong with the form ends it: the parser gets nothing more. A sender of
 * nonsense loses the connection. A sender of too much may finish, because a browser reads the answer only then.
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
  // Counts before it passes a chunk on: the bytes of the chunk itself may be of a file.
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
  // The parser reads from `raw` of the request that it is given, and looks for the boundary in its headers.
  const given = Object.create(request, {
    raw: { value: Object.assign(raw.pipe(counted), { headers: raw.headers }) },
  }) as FastifyRequest
  const limits = { fileSize, files, fields: 0, parts: files + 1, headerPairs: HEADER_PAIRS, headerSize: HEADER_BYTES }
  try {
    for await (const part of given.files({ limits })) {
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

/** What the parser stumbles over is wrong with the form, or it was cut off on the way. */
const wrongForm = (error: unknown, { field, files }: Pick<FormLimits, 'field' | 'files'>): AppError => {
  if (error instanceof AppError) return error
  const { code } = error as { code?: unknown }
  if (code === 'FST_FILES_LIMIT')
    return new AppError('too_many_files', { values: { limit: String(files) }, fields: { [field]: true } })
  const sentence = files === 1 ? 'Only a file can be sent here.' : 'Only files can be sent here.'
  if (code === 'FST_FIELDS_LIMIT') return new AppError('invalid_input', { ...CLOSED, fields: { [field]: sentence } })
  return new AppError('malformed_request', CLOSED, { cause: error })
}

/** Reads one of the files. It fails as the form does where the form ends it. */
export const reading = async <T>({ file }: MultipartFile, read: (bytes: Readable) => Promise<T>): Promise<T> => {
  try {
    return await read(file)
  } catch (error) {
    if (file.errored instanceof AppError) throw file.errored
    throw file.errored ? new AppError('malformed_request', CLOSED, { cause: error }) : error
  }
}
