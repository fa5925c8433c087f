import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { openFolderStore } from './stores/folder-store.ts'
import type { FileStore } from './store.ts'

/** Opens the store that is in use, or another one that the settings know. */
export const openStore = async (
  { fileStore, filesFolder, s3, dataDir }: Config,
  which: Config['fileStore'] = fileStore,
): Promise<FileStore> => {
  if (which === 'folder') return openFolderStore(filesFolder)
  if (!s3) throw new Error('The settings know no bucket.')
  // The library says at every start what its versions of 2027 will need; package.json holds it at one that runs here.
  Object.assign(process.env, { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' })
  // An installation on a folder never loads it.
  const { openS3Store } = await import('./stores/s3-store.ts')
  return openS3Store(s3, join(dataDir, 'spool'))
}

/** Where files lie, for people: without what an address may have of passwords. */
export const placeOf = ({ fileStore, filesFolder, s3 }: Config, which: Config['fileStore'] = fileStore): string => {
  if (which !== 's3' || !s3) return filesFolder
  const bucket = s3.prefix === '' ? s3.bucket : `${s3.bucket} (S3_PREFIX ${s3.prefix})`
  return `the bucket ${bucket} at ${s3.endpoint?.replace(/\/\/[^/]*@/, '//') ?? 'Amazon S3'}`
}
