import { useEffect, useRef, type RefObject } from 'react'
import { FileDrop } from '../../ui/files/file-drop.tsx'
import { Message } from '../../ui/message.tsx'
import { UploadEntries } from './upload-entries.tsx'
import { withDescriptiveNames } from './descriptive-name.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './upload-area.module.css'
import { useLimitsSentence } from './upload-limits.ts'
import type { Uploads } from './use-uploads.ts'

interface UploadAreaProps {
  /** The button's label. */
  label: string
  uploads: Uploads
  picker: RefObject<HTMLInputElement | null>
}

/** The drop zone and the upload list. */
export const UploadArea = ({ label, picker, uploads: { uploads, refusal, add, retry, remove } }: UploadAreaProps) => {
  const limits = useLimitsSentence()
  const area = useRef<HTMLDivElement>(null)

  // Files can be dropped anywhere on a long page, so the list scrolls into view.
  const last = uploads.at(-1)?.id
  useEffect(() => {
    if (last !== undefined) area.current?.scrollIntoView({ block: 'nearest' })
  }, [last])

  return (
    <div ref={area}>
      {refusal && <Message kind="error">{refusal}</Message>}
      <FileDrop
        picker={picker}
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
      <UploadEntries {...{ uploads, retry, remove }} focusAfter={picker} />
    </div>
  )
}
