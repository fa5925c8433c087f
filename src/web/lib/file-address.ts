import { type Rendition, download } from '../../shared/attachments/files.api.ts'
import type { Attachment } from '../../shared/items/items.api.ts'
import { appState } from './app-state.ts'
import { addressOf } from './call.ts'

/** The key that authorizes files on the page of a read-only link, and the path of that page. */
const linkPage = appState((): { of?: { key: string; path: string } } => ({}))
export const setFilesKey = (key: string, path: string): void => {
  linkPage().of = { key, path }
}

/** The key of the current page's read-only link; undefined on every other page. */
const linkKey = (): string | undefined => {
  const { of } = linkPage()
  return of?.path === location.pathname ? of.key : undefined
}

/**
 * The address of a stored file, or of a smaller rendition of a picture. A plain address works because a cookie, or the key of a
 * read-only link, authorizes the browser.
 */
export const fileAddress = ({ remote }: Pick<Attachment, 'remote'>, version?: Rendition): string => {
  return addressOf(download, { params: { remote }, query: { version, link: linkKey() } })
}
