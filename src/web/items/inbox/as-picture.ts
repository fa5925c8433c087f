import type { Photo } from '../../../shared/items/inbox.api.ts'
import type { Attachment } from '../../../shared/items/items.api.ts'

/** An inbox photo in the shape that the large view needs. */
export const asPicture = ({ remote, filename, type, size }: Photo): Attachment => ({
  ...{ name: filename, caption: '', filename, remote, type, size },
})
