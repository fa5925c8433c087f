import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { undoMultipartEscapes } from '../../shared/attachments/file-name.ts'
import { upload } from '../../shared/attachments/files.api.ts'
import { SENTENCES } from '../../shared/contract/text-rules.ts'
import { exactText } from '../../shared/contract/text.ts'
import { AppError } from '../platform/http/app-error.ts'
import { filesOf, reading } from '../platform/http/form.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import { keepUploads } from './make-uploads.service.ts'
import { discardBytes } from '../platform/storage/remove-bytes.service.ts'
import { requireDisk } from './require-disk.ts'
import { requireStorage } from './storage.repo.ts'
import { storeBytes } from '../platform/storage/store-bytes.service.ts'
import type { StoredFile } from './uploads.repo.ts'

const FIELD = 'files'
const NAME_MAX = 1024
const fileName = exactText(NAME_MAX)

const wrongFile = (sentence: string) => new AppError('invalid_input', { fields: { [FIELD]: sentence } })

const nameOf = (part: MultipartFile): string => {
  if (part.fieldname !== FIELD) throw wrongFile(`Files must be sent as "${FIELD}".`)
  // Undefined without a name in the header, although the type says string.
  const parsed = fileName.safeParse(undoMultipartEscapes(part.filename ?? ''))
  if (!parsed.success) throw wrongFile(parsed.error.issues[0]?.message ?? 'Not valid.')
  if (parsed.data === '') throw wrongFile(SENTENCES.fileNameMissing)
  return parsed.data
}

export const fileRoutes = (serve: Serve, services: Services): void => {
  const { db, store, config } = services
  const limits = { field: FIELD, fileSize: config.maxFileBytes, files: config.maxFilesPerUpload }

  const receiveAll = async (request: FastifyRequest, stored: StoredFile[]): Promise<void> => {
    for await (const part of filesOf(request, limits)) {
      await requireDisk(config)
      const originalName = nameOf(part)
      stored.push({ originalName, ...(await reading(part, (bytes) => storeBytes(services, bytes))) })
    }
    if (stored.length === 0) throw wrongFile(SENTENCES.filesMissing)
  }

  serve(upload, async ({ actor, request, once }) => {
    const stored: StoredFile[] = []
    await requireStorage(db, actor, config, 1)
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
