import { useCallback, useEffect, useRef } from 'react'
import { displayNames } from '../../shared/file-name.ts'
import { FileDrop } from '../ui/file-drop.tsx'
import { Message } from '../ui/message.tsx'
import { UploadList, type UploadEntry } from '../ui/upload-list.tsx'
import { withTellingNames } from './telling-name.ts'
import styles from './upload-area.module.css'
import { sizeText, useLimitsSentence } from './upload-limits.ts'
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

/** What takes a file out of the list. One that an item has is removed where the item's files are shown. */
const removalOf = (upload: Upload): string | undefined => {
  if (!isSettled(upload)) return 'Cancel'
  if (upload.state === 'failed') return 'Dismiss'
  return typeof upload.place === 'string' ? 'Remove' : undefined
}

const entryOf = (upload: Upload, name: string): UploadEntry => {
  const { id, state, percent, canRetry } = upload
  return {
    id,
    name,
    state: shownState(upload),
    percent,
    detail: detailOf(upload),
    canRetry: state === 'waiting' || (state === 'failed' && canRetry === true),
    removal: removalOf(upload),
  }
}

interface UploadAreaProps {
  /** The words on the button. */
  label: string
  uploads: Uploads
}

/** The place where files are added, and what becomes of them. */
export const UploadArea = ({ label, uploads: { uploads, refusal, add, retry, remove } }: UploadAreaProps) => {
  const limits = useLimitsSentence()
  const names = displayNames(uploads.map(({ file }) => file.name))
  const area = useRef<HTMLDivElement>(null)
  const goToButton = useCallback(() => area.current?.querySelector('input')?.focus(), [])

  // Files can be given anywhere on a long page.
  const last = uploads.at(-1)?.id
  useEffect(() => {
    if (last !== undefined) area.current?.scrollIntoView({ block: 'nearest' })
  }, [last])

  return (
    <div ref={area}>
      {refusal && <Message kind="error">{refusal}</Message>}
      <FileDrop
        label={label}
        hint={
          <>
            <span className={styles.ways}>or drop or paste them anywhere on this page</span>
            {limits && <span className={styles.limits}>{limits}</span>}
          </>
        }
        onFiles={add}
        onPhotos={(photos) => add({ files: withTellingNames(photos, 'Photo'), folders: [] })}
      />
      {uploads.length > 0 && (
        <UploadList
          heading={headingOf(uploads)}
          entries={uploads.map((upload, at) => entryOf(upload, names[at] ?? ''))}
          onRetry={retry}
          onRemove={remove}
          onFocusLost={goToButton}
        />
      )}
    </div>
  )
}
