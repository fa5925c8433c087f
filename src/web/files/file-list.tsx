import { IconDownload, IconFile, IconFileTypePdf, IconFileTypeZip, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState, type RefObject } from 'react'
import type { Attachment } from '../../shared/items.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { fileKind, formatName } from './file-kind.ts'
import styles from './file-list.module.css'
import { fileAddress } from './stored-file.ts'

const FileIcon = ({ type }: { type: string }) => {
  const kind = fileKind(type)
  if (kind === 'pdf') return <IconFileTypePdf />
  if (kind === 'image') return <IconPhoto />
  return type === 'application/zip' ? <IconFileTypeZip /> : <IconFile />
}

const Mark = ({ attachment }: { attachment: Attachment }) => {
  const { type } = attachment
  const [none, setNone] = useState(false)
  if (fileKind(type) === 'image' && !none) {
    return (
      <img
        src={fileAddress(attachment, 'thumbnail')}
        alt=""
        loading="lazy"
        decoding="async"
        className={styles.mark}
        onError={() => setNone(true)}
      />
    )
  }
  return (
    <span className={classNames(styles.mark, fileKind(type) === 'pdf' && styles.pdf)} aria-hidden="true">
      <FileIcon type={type} />
    </span>
  )
}

interface FileListProps {
  attachments: readonly Attachment[]
  /** The one that the previewer shows. */
  open: Attachment | undefined
  onOpen: (attachment: Attachment) => void
  /** Absent where none may be removed. */
  onRemove: ((attachment: Attachment) => void) | undefined
  ref: RefObject<HTMLUListElement | null>
}

export const FileList = ({ attachments, open, onOpen, onRemove, ref }: FileListProps) => {
  if (attachments.length === 0) return <Button disabled>None</Button>
  return (
    <ul ref={ref} className={styles.list}>
      {attachments.map((attachment) => {
        const previewed = fileKind(attachment.type) !== 'other'
        return (
          <li key={attachment.remote} className={styles.row}>
            <button
              type="button"
              className={styles.file}
              aria-pressed={previewed ? attachment.remote === open?.remote : undefined}
              onClick={() => onOpen(attachment)}
            >
              <Mark attachment={attachment} />
              <span className={styles.words}>
                <span className={styles.name}>{attachment.name}</span>{' '}
                <span className={styles.kind}>{previewed ? formatName(attachment.type) : 'Downloads as a file'}</span>
              </span>
              {!previewed && <IconDownload aria-hidden="true" />}
            </button>
            {onRemove && (
              <IconButton
                label={`Remove ${attachment.name}`}
                icon={<IconTrash aria-hidden="true" />}
                onClick={() => onRemove(attachment)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
