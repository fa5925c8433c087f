import { download, type Rendition } from '../../shared/files.ts'
import type { Attachment } from '../../shared/items.ts'
import { addressOf } from '../api/call.ts'
import { toast } from '../ui/toasts.ts'

/**
 * Where a stored file's bytes are, or those of a picture's smaller version. A cookie authorises the browser, so that
 * this is a plain address.
 */
export const fileAddress = ({ remote }: Pick<Attachment, 'remote'>, version?: Rendition): string =>
  addressOf(download, { params: { remote }, query: { version } })

export const couldNot = (attachment: Attachment): string => `Unable to download "${attachment.name}"`

/** Whether the file can be had. If not, that is logged and told. */
export const isAvailable = async (attachment: Attachment): Promise<boolean> => {
  const address = fileAddress(attachment)
  try {
    const answer = await fetch(address, { method: 'HEAD', headers: { Range: 'bytes=0-0' } })
    // An empty file has no first byte.
    if (answer.ok || answer.status === 416) return true
    console.error(`${address} answered ${answer.status}`)
    toast({ kind: 'error', text: couldNot(attachment) })
  } catch (error) {
    console.error(error)
    toast({ kind: 'error', text: 'No server response' })
  }
  return false
}

/** Saves the file to disk. The browser would show the answer of a failing download as a page, so it is asked for first. */
export const saveToDisk = async (attachment: Attachment): Promise<void> => {
  if (!(await isAvailable(attachment))) return
  const link = document.createElement('a')
  link.href = fileAddress(attachment)
  link.download = attachment.filename
  link.click()
}
