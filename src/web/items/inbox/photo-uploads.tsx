import { counted } from '../../lib/pluralize.ts'
import { Button } from '../../ui/button.tsx'
import { isSettled, type usePhotoUploads } from './photo-queue.ts'

const WHOLE = 100

/** The progress and errors of photos on their way to the inbox. */
export const PhotoUploads = (way: ReturnType<typeof usePhotoUploads>) => {
  const { sent, added, areOver, retry, remove, cancel } = way
  if (sent.length === 0) return null
  const held = sent.filter(({ state }) => state === 'waiting' || state === 'failed')
  const share = sent.reduce((sum, one) => sum + (isSettled(one) ? WHOLE : one.percent), 0)
  return (
    <div className="mb-24">
      {!areOver && (
        <div className="row sheet pad gap-16">
          <div className="grid grow gap-4">
            <p role="status">{`Uploading ${added} of ${counted(sent.length, 'photo')}`}</p>
            <progress aria-label="Adding photos" max={sent.length * WHOLE} value={share} />
          </div>
          <Button small onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      {held.length > 0 && (
        <ul aria-label="Not added">
          {held.map(({ id, file, state, reason }) => (
            <li key={id} className="row line rule-bottom gap-8">
              <span className="grow">
                <b>{file.name}</b> {reason}
              </span>
              {state === 'failed' && (
                <Button small aria-label={`Retry ${file.name}`} onClick={() => retry(id)}>
                  Retry
                </Button>
              )}
              <Button small kind="quiet" aria-label={`Dismiss ${file.name}`} onClick={() => remove(id)}>
                Dismiss
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
