import type { RefObject } from 'react'
import { displayNames } from '../../../shared/attachments/file-name.ts'
import { UploadList, type UploadEntry } from '../../ui/files/upload-list.tsx'
import { sizeText } from '../../lib/size-text.ts'
import { isSettled, type Upload } from './upload-queue.ts'
import type { Uploads } from './use-uploads.ts'

const headingOf = (uploads: readonly Upload[]): string => {
  if (!uploads.every(isSettled)) return 'Uploading...'
  return uploads.some(({ state }) => state === 'done') ? 'Attached Files:' : 'Not attached:'
}

const shownState = ({ state }: Upload): UploadEntry['state'] =>
  state === 'queued' || state === 'sending' || state === 'stored' ? 'uploading' : state

const detailOf = ({ state, percent, file, reason }: Upload): string => {
  const size = sizeText(file.size)
  return reason ?? (state === 'sending' ? `${percent}% of ${size}` : size)
}

/** The label of the button that removes an entry. Files already on the item are removed in its file list. */
const removeLabelOf = (upload: Upload): string | undefined => {
  if (!isSettled(upload)) return 'Cancel'
  if (upload.state === 'failed') return 'Dismiss'
  return typeof upload.place === 'string' ? 'Remove' : undefined
}

const entryOf = (upload: Upload, name: string): UploadEntry => {
  const { id, file, state, percent, canRetry } = upload
  return {
    id,
    name,
    // After a reload only the name and size are known.
    picture: file instanceof File && file.type.startsWith('image/') ? file : undefined,
    state: shownState(upload),
    percent,
    detail: detailOf(upload),
    canRetry: state === 'waiting' || (state === 'failed' && canRetry === true),
    removeLabel: removeLabelOf(upload),
  }
}

interface UploadEntriesProps extends Pick<Uploads, 'uploads' | 'retry' | 'remove'> {
  focusAfter: RefObject<HTMLElement | null>
}

/** The progress of each added file, with Cancel. */
export const UploadEntries = ({ uploads, retry, remove, focusAfter }: UploadEntriesProps) => {
  const names = displayNames(uploads.map(({ file }) => file.name))
  if (uploads.length === 0) return null
  return (
    <UploadList
      heading={headingOf(uploads)}
      entries={uploads.map((upload, at) => entryOf(upload, names[at] ?? ''))}
      onRetry={retry}
      onRemove={remove}
      focusAfter={focusAfter}
    />
  )
}
