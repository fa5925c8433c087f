import { download, type Rendition } from '../../shared/attachments/files.api.ts'
import type { Attachment } from '../../shared/items/items.api.ts'
import { addressOf } from '../lib/call.ts'

/** By what files are had on the page of a read-only link, and the path of that page. */
let viewed: { key: string; path: string } | undefined
export const openFilesBy = (key: string, path: string): void => {
  viewed = { key, path }
}

/** The key of the read-only link whose page this is; undefined on every other. */
export const linkKey = (): string | undefined => (viewed && viewed.path === location.pathname ? viewed.key : undefined)

/**
 * Where a stored file's bytes are, or those of a picture's smaller version. A cookie authorises the browser, or on the
 * page of a read-only link its key, so that this is a plain address.
 */
export const fileAddress = ({ remote }: Pick<Attachment, 'remote'>, version?: Rendition): string => {
  return addressOf(download, { params: { remote }, query: { version, link: linkKey() } })
}
