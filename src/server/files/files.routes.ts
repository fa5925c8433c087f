import type { MultipartFile } from '@fastify/multipart'
import contentDisposition from 'content-disposition'
import type { FastifyRequest } from 'fastify'
import { undoMultipartEscapes } from '../../shared/file-name.ts'
import { download, PDF_TYPE, PREVIEWED_IMAGES, upload } from '../../shared/files.ts'
import { exactText } from '../../shared/text.ts'
import { AppError } from '../http/app-error.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { newStorageKey } from './folder-store.ts'
import { rangeOf } from './range.ts'
import { measured } from './receive.ts'
import { addUploads, findDownload, type StoredFile } from './uploads.repo.ts'

const FIELD = 'files'
const NAME_MAX = 1024
const fileName = exactText(NAME_MAX)
const MIB = 1024 * 1024

const wrongFile = (sentence: string) => new AppError('invalid_input', { fields: { [FIELD]: sentence } })

const nameOf = (part: MultipartFile): string => {
  if (part.fieldname !== FIELD) throw wrongFile(`Files must be sent as "${FIELD}".`)
  // Undefined, whatever its type says, where the part's header has none.
  const parsed = fileName.safeParse(undoMultipartEscapes(part.filename ?? ''))
  if (!parsed.success) throw wrongFile(parsed.error.issues[0]?.message ?? 'Not valid.')
  if (parsed.data === '') throw wrongFile('A file needs a name.')
  return parsed.data
}

export const fileRoutes = (serve: Serve, { db, store, clock, config }: Services): void => {
  const tooLarge = () =>
    new AppError('too_large', { values: { limit: `${config.maxFileBytes / MIB} MB` }, fields: { [FIELD]: true } })
  const tooMany = () =>
    new AppError('too_many_files', { values: { limit: String(config.maxFilesPerUpload) }, fields: { [FIELD]: true } })

  /** What the form's parser stumbles over is wrong with the form, or it was cut off on the way. */
  const wrongForm = (error: unknown): AppError => {
    const { code } = error as { code?: unknown }
    if (code === 'FST_FILES_LIMIT') return tooMany()
    if (code === 'FST_FIELDS_LIMIT') return wrongFile('Only files can be sent here.')
    return new AppError('malformed_request', {}, { cause: error })
  }

  async function* partsOf(request: FastifyRequest) {
    try {
      yield* request.files()
    } catch (error) {
      throw wrongForm(error)
    }
  }

  /** Stores one part; nothing is left of it when this rejects. */
  const receive = async (part: MultipartFile): Promise<StoredFile> => {
    const originalName = nameOf(part)
    const storageKey = newStorageKey()
    const { bytes, facts } = measured(part.file)
    try {
      await store.put(storageKey, bytes)
    } catch (error) {
      const wasCutOff = part.file.destroyed && !part.file.readableEnded
      throw wasCutOff ? wrongForm(error) : error
    }
    if (part.file.truncated) {
      await store.remove(storageKey)
      throw tooLarge()
    }
    return { originalName, storageKey, ...(await facts()) }
  }

  const receiveAll = async (request: FastifyRequest, stored: StoredFile[]): Promise<void> => {
    if (!request.isMultipart()) throw new AppError('unsupported_type')
    for await (const part of partsOf(request)) stored.push(await receive(part))
    if (stored.length === 0) throw wrongFile('At least one file is needed.')
  }

  serve(upload, async ({ actor, request }) => {
    const stored: StoredFile[] = []
    try {
      await receiveAll(request, stored)
      const remotes = await addUploads(db, clock, actor, stored)
      return stored.map(({ originalName }, at) => ({ filename: originalName, remote: remotes[at] ?? '' }))
    } catch (error) {
      await Promise.allSettled(stored.map(({ storageKey }) => store.remove(storageKey)))
      throw error
    }
  })

  serve(download, async ({ actor, params, request, reply }) => {
    const file = await findDownload(db, actor, params.remote)
    const etag = `"${file.sha256}"`
    const shown = file.type === PDF_TYPE || PREVIEWED_IMAGES.includes(file.type)
    const headers = {
      'Content-Type': file.type,
      'Content-Disposition': contentDisposition(file.original_name, { type: shown ? 'inline' : 'attachment' }),
      'Cache-Control': 'private, no-cache',
      'Accept-Ranges': 'bytes',
      // Whatever the bytes are, they can do nothing on our origin.
      'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
      ETag: etag,
    }
    if (
      request.headers['if-none-match']?.split(/,\s*/).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
    ) {
      return reply.code(304).headers(headers).send()
    }
    const isCurrent = request.headers['if-range'] === undefined || request.headers['if-range'] === etag
    const range = isCurrent ? rangeOf(request.headers.range, file.size) : undefined
    if (range === 'unsatisfiable') {
      throw new AppError('range_not_satisfiable', { headers: { 'Content-Range': `bytes */${file.size}` } })
    }
    // Before any header is set: bytes that cannot be read are an error, which has headers of its own.
    const bytes = await store.read(file.storage_key, file.size, range)
    if (!range) return reply.headers({ ...headers, 'Content-Length': file.size }).send(bytes)
    return reply
      .code(206)
      .headers({
        ...headers,
        'Content-Range': `bytes ${range.start}-${range.end}/${file.size}`,
        'Content-Length': range.end - range.start + 1,
      })
      .send(bytes)
  })
}
