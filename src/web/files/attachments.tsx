import { useRef, useState } from 'react'
import type { Attachment } from '../../shared/items.ts'
import styles from './attachments.module.css'
import { fileKind } from './file-kind.ts'
import { FileList } from './file-list.tsx'
import { Previewer, PreviewerHint } from './previewer.tsx'
import { saveToDisk } from './stored-file.ts'
import { UploadArea } from './upload-area.tsx'
import type { Uploads } from './use-uploads.ts'

interface AttachmentsProps {
  attachments: readonly Attachment[]
  uploads: Uploads
}

/** The files of a thing: shown, downloaded, added. */
export const Attachments = ({ attachments, uploads }: AttachmentsProps) => {
  const [open, setOpen] = useState<Attachment>()
  const list = useRef<HTMLUListElement>(null)

  const close = () => {
    list.current?.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    setOpen(undefined)
  }
  return (
    <div className={styles.columns}>
      <div>
        <h2 className="visually-hidden">Files</h2>
        <FileList
          ref={list}
          attachments={attachments}
          open={open}
          onOpen={(attachment) => {
            if (fileKind(attachment.type) === 'other') void saveToDisk(attachment)
            else setOpen(attachment)
          }}
        />
        <div className={styles.add}>
          <UploadArea label="Add Files" uploads={uploads} />
        </div>
      </div>
      {open ? <Previewer key={open.remote} attachment={open} onClose={close} /> : <PreviewerHint />}
    </div>
  )
}
