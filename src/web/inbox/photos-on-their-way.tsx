import { useRef } from 'react'
import { counted } from '../counted.ts'
import { Button } from '../ui/button.tsx'
import { UploadList, type UploadEntry } from '../ui/upload-list.tsx'
import styles from './inbox.module.css'
import { isOver, type SentPhoto, type usePhotosOnTheirWay } from './photo-queue.ts'

const WHOLE = 100

const entryOf = ({ id, file, state, percent, reason = '' }: SentPhoto): UploadEntry => ({
  ...{ id, percent, name: file.name, detail: reason, canRetry: true },
  state: state === 'waiting' ? 'waiting' : 'failed',
  removal: state === 'failed' ? 'Dismiss' : 'Cancel',
})

/** How far photos are on their way to the inbox, and what stands in the way of any. */
export const PhotosOnTheirWay = (way: ReturnType<typeof usePhotosOnTheirWay>) => {
  const { sent, added, areOver, retry, remove, cancel } = way
  const place = useRef<HTMLDivElement>(null)
  if (sent.length === 0) return null
  const held = sent.filter(({ state }) => state === 'waiting' || state === 'failed')
  const share = sent.reduce((sum, one) => sum + (isOver(one) ? WHOLE : one.percent), 0)
  return (
    <div ref={place} tabIndex={-1} className={styles.way}>
      {!areOver && (
        <div className={styles.progress}>
          <p role="status">{`Adding ${counted(sent.length, 'photo')}, ${added} there`}</p>
          <progress aria-label="Adding photos" max={sent.length * WHOLE} value={share} />
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
