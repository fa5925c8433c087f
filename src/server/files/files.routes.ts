import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { undoMultipartEscapes } from '../../shared/file-name.ts'
import { upload } from '../../shared/files.ts'
import { exactText } from '../../shared/text.ts'
import { AppError } from '../app-error.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { keepUploads } from './make-uploads.service.ts'
import { discardBytes } from './remove-bytes.service.ts'
import { storeBytes, type StoredBytes } from './store-bytes.service.ts'
import type { StoredFile } from './uploads.repo.ts'

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

export const fileRoutes = (serve: Serve, services: Services): void => {
  const { store, config } = services
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
    let stored: StoredBytes
    try {
      stored = await storeBytes(services, part.file)
    } catch (error) {
      const wasCutOff = part.file.destroyed && !part.file.readableEnded
      throw wasCutOff ? wrongForm(error) : error
    }
    if (part.file.truncated) {
      await discardBytes(store, [stored.storageKey])
      throw tooLarge()
    }
    return { originalName, ...stored }
  }

  const receiveAll = async (request: FastifyRequest, stored: StoredFile[]): Promise<void> => {
    if (!request.isMultipart()) throw new AppError('unsupported_type')
    for await (const part of partsOf(request)) stored.push(await receive(part))
    if (stored.length === 0) throw wrongFile('At least one file is needed.')
  }

  serve(upload, async ({ actor, request, once }) => {
    const stored: StoredFile[] = []
    try {
      await receiveAll(request, stored)
    } catch (error) {
      await discardBytes(
        store,
        stored.map(({ storageKey }) => storageKey),
      )
      throw error
    }
    const sent = stored.map(({ originalName, sha256 }) => [originalName, sha256])
    return keepUploads(services, actor, stored, (add) => once(add, sent))
  })
}
