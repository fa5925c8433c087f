import type { Photo } from '../../../shared/attachments/inbox.api.ts'
import type { Attachment } from '../../../shared/items/items.api.ts'

/** A photo of the inbox as it is looked at large. */
export const asPicture = ({ remote, filename, type, size }: Photo): Attachment => ({
  ...{ name: filename, caption: '', filename, remote, type, size },
})
