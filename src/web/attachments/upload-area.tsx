import { useCallback, useEffect, useRef } from 'react'
import { FileDrop } from '../ui/file-drop.tsx'
import { Message } from '../ui/message.tsx'
import { UploadEntries } from './upload-entries.tsx'
import { withDescriptiveNames } from './descriptive-name.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './upload-area.module.css'
import { useLimitsSentence } from './upload-limits.ts'
import type { Uploads } from './use-uploads.ts'

interface UploadAreaProps {
  /** The button's label. */
  label: string
  uploads: Uploads
}

/** The drop zone and the upload list. */
export const UploadArea = ({ label, uploads: { uploads, refusal, add, retry, remove } }: UploadAreaProps) => {
  const limits = useLimitsSentence()
  const area = useRef<HTMLDivElement>(null)
  const goToButton = useCallback(() => area.current?.querySelector('input')?.focus(), [])

  // Files can be dropped anywhere on a long page, so the list scrolls into view.
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
            <span className={classNames('block', styles.ways)}>or drop or paste them anywhere on this page</span>
            {limits && <span className="block">{limits}</span>}
          </>
        }
        onFiles={add}
        onPhotos={(photos) => add({ files: withDescriptiveNames(photos, 'Photo'), folders: [] })}
      />
      <UploadEntries {...{ uploads, retry, remove }} onFocusLost={goToButton} />
    </div>
  )
}
