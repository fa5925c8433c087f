import { useRef } from 'react'
import { counted } from '../counted.ts'
import { isSettled, type Upload } from '../files/upload-queue.ts'
import { Button } from '../ui/button.tsx'
import { UploadList, type UploadEntry } from '../ui/upload-list.tsx'
import styles from './inbox.module.css'
import type { usePhotosOnTheirWay } from './photo-queue.ts'

const WHOLE = 100

const entryOf = ({ id, file, state, percent, reason, canRetry }: Upload): UploadEntry => ({
  id,
  name: file.name,
  state: state === 'waiting' ? 'waiting' : 'failed',
  percent,
  detail: reason ?? '',
  canRetry: state === 'waiting' || canRetry === true,
  removal: state === 'failed' ? 'Dismiss' : 'Cancel',
})

/** How far photos are on their way to the inbox, and what stands in the way of any. */
export const PhotosOnTheirWay = ({
  uploads,
  added,
  isOver,
  retry,
  remove,
  cancel,
}: ReturnType<typeof usePhotosOnTheirWay>) => {
  const place = useRef<HTMLDivElement>(null)
  if (uploads.length === 0) return null
  const held = uploads.filter(({ state }) => state === 'waiting' || state === 'failed')
  const share = uploads.reduce((sum, one) => sum + (isSettled(one) ? WHOLE : one.percent), 0)
  return (
    <div ref={place} tabIndex={-1} className={styles.way}>
      {!isOver && (
        <div className={styles.progress}>
          <p role="status">{`Adding ${counted(uploads.length, 'photo')}, ${added} there`}</p>
          <progress aria-label="Adding photos" max={uploads.length * WHOLE} value={share} />
          <Button small onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      {held.length > 0 && (
        <UploadList
          heading="Not added:"
          entries={held.map(entryOf)}
          onRetry={retry}
          onRemove={remove}
          onFocusLost={() => place.current?.focus()}
        />
      )}
    </div>
  )
}
