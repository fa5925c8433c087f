import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { openFolderStore } from './stores/folder-store.ts'
import type { FileStore } from './store.ts'

/** Opens the store in use, or the other one of the settings. */
export const openStore = async (
  { fileStore, filesFolder, s3, dataDir }: Config,
  which: Config['fileStore'] = fileStore,
): Promise<FileStore> => {
  if (which === 'folder') return openFolderStore(filesFolder)
  if (!s3) throw new Error('The settings know no bucket.')
  // Silences a warning about future Node versions; package.json pins a version of the library that runs here.
  Object.assign(process.env, { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' })
  // Loaded only where it is used.
  const { openS3Store } = await import('./stores/s3-store.ts')
  return openS3Store(s3, join(dataDir, 'spool'))
}

/** The place of the files for messages, without credentials. */
export const placeOf = ({ fileStore, filesFolder, s3 }: Config, which: Config['fileStore'] = fileStore): string => {
  if (which !== 's3' || !s3) return filesFolder
  const bucket = s3.prefix === '' ? s3.bucket : `${s3.bucket} (S3_PREFIX ${s3.prefix})`
  return `the bucket ${bucket} at ${s3.endpoint?.replace(/\/\/[^/]*@/, '//') ?? 'Amazon S3'}`
}
