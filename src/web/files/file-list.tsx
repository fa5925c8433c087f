import { IconDownload, IconFile, IconFileTypePdf, IconFileTypeZip, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState, type RefObject } from 'react'
import type { Attachment } from '../../shared/items.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { fileKind, formatName } from './file-kind.ts'
import styles from './file-list.module.css'
import { fileAddress } from './stored-file.ts'

/** There are no thumbnails, so a picture is its own; larger ones would load for nothing. */
const THUMBNAIL_MAX_BYTES = 1024 * 1024
/** Not GIF: a row that moves keeps drawing the eye. */
const THUMBNAILED: readonly string[] = ['image/jpeg', 'image/png']

const FileIcon = ({ type }: { type: string }) => {
  const kind = fileKind(type)
  if (kind === 'pdf') return <IconFileTypePdf />
  if (kind === 'image') return <IconPhoto />
  return type === 'application/zip' ? <IconFileTypeZip /> : <IconFile />
}

const Mark = ({ attachment }: { attachment: Attachment }) => {
  const { type, size } = attachment
  const [damaged, setDamaged] = useState(false)
  if (THUMBNAILED.includes(type) && size <= THUMBNAIL_MAX_BYTES && !damaged) {
    return (
      <img
        src={fileAddress(attachment)}
        alt=""
        loading="lazy"
        className={styles.mark}
        onError={() => setDamaged(true)}
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
  onRemove: (attachment: Attachment) => void
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
            <IconButton
              label={`Remove ${attachment.name}`}
              icon={<IconTrash aria-hidden="true" />}
              onClick={() => onRemove(attachment)}
            />
          </li>
        )
      })}
    </ul>
  )
}
