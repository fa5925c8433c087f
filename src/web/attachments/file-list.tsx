import { Suspense, useEffect, useRef, useState, type RefCallback, type RefObject } from 'react'
import type { Attachment } from '../../shared/items/items.api.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { IconDownload, IconFile, IconFileTypePdf, IconPencil, IconPhoto, IconTrash, createIcon } from '../ui/icons.tsx'
import { fileKind, formatName } from '../lib/file-kind.ts'
import type { FileChanges } from './file-changes.ts'
import styles from './file-list.module.css'
import { fileAddress } from '../lib/file-address.ts'
import { useFailedPictures } from '../ui/files/picture.tsx'

const loadFileForm = async () => (await import('./file-form.tsx')).FileForm
const FileForm = lazyComponent(loadFileForm, 'The form')

const IconFileTypeZip = createIcon(
  'M14 3v4a1 1 0 0 0 1 1h4M5 12V5a2 2 0 0 1 2-2h7l5 5v4m-3 6h1.5a1.5 1.5 0 0 0 0-3H16v6m-4-6v6m-7-6h3l-3 6h3',
)

const FileIcon = ({ type }: { type: string }) => {
  const kind = fileKind(type)
  if (kind === 'pdf') return <IconFileTypePdf />
  if (kind === 'image') return <IconPhoto />
  return type === 'application/zip' ? <IconFileTypeZip /> : <IconFile />
}

const Mark = ({ attachment, none, onNone }: { attachment: Attachment; none: boolean; onNone: () => void }) => {
  const { type } = attachment
  if (fileKind(type) === 'image' && !none) {
    return (
      <img
        src={fileAddress(attachment, 'thumbnail')}
        alt=""
        loading="lazy"
        decoding="async"
        className="tile large-tile"
        onError={onNone}
      />
    )
  }
  return (
    <span className={classNames('tile large-tile', fileKind(type) === 'pdf' && 'danger-soft')} aria-hidden="true">
      <FileIcon type={type} />
    </span>
  )
}

interface FileListProps {
  attachments: readonly Attachment[]
  /** The previewed file. */
  open: Attachment | undefined
  onOpen: (attachment: Attachment) => void
  /** Absent for viewers. */
  onRemove: ((attachment: Attachment) => void) | undefined
  /** Absent for viewers. */
  changes: FileChanges | undefined
  /** The button of the previewed file. */
  openButton: RefObject<HTMLButtonElement | null>
  removeButton?: (remote: string) => RefCallback<HTMLButtonElement>
}

export const FileList = ({ attachments, open, onOpen, onRemove, changes, openButton, removeButton }: FileListProps) => {
  /** The file being edited; drafts of others are kept. */
  const [changing, setChanging] = useState<string>()
  const changeButton = useRef<HTMLButtonElement>(null)
  const { isFailed, fail } = useFailedPictures()
  const isForm = changes !== undefined
  useEffect(() => {
    // Preloaded, so that it opens at once even if the connection is lost.
    if (isForm) loadFileForm().catch(console.error)
  }, [isForm])
  if (attachments.length === 0) return <Button disabled>None</Button>
  const pictures = attachments.filter(({ type, remote }) => fileKind(type) === 'image' && !isFailed(remote))
  const [cover] = pictures
  return (
    <ul className={classNames('grid gap-4', styles.list)}>
      {attachments.map((attachment) => {
        const { remote, name, caption, type } = attachment
        const kind = fileKind(type)
        const previewed = kind !== 'other'
        const isChanging = changing === remote
        const isCover = pictures.length > 1 && remote === cover?.remote
        return (
          <li key={remote}>
            <div className="row gap-4">
              <button
                ref={remote === open?.remote ? openButton : undefined}
                type="button"
                className={classNames('row grow round gap-12 size-18 hover-sunken selectable', styles.file)}
                aria-pressed={previewed ? remote === open?.remote : undefined}
                onClick={() => onOpen(attachment)}
              >
                <Mark attachment={attachment} none={isFailed(remote)} onNone={() => fail(remote)} />
                <span className="grow">
                  <span className="block cell strong prewrap plaintext">{name}</span>{' '}
                  {caption && <span className="block muted small plaintext">{caption} </span>}
                  <span className="block faint small">
                    {previewed ? formatName(type) : 'Downloads as a file'}
                    {isCover && ' · Cover'}
                  </span>
                </span>
                {!previewed && <IconDownload aria-hidden="true" />}
              </button>
              {changes && (
                <IconButton
                  ref={isChanging ? changeButton : undefined}
                  label={`Change ${name}`}
                  icon={<IconPencil aria-hidden="true" />}
                  aria-expanded={isChanging}
                  onClick={() => setChanging(isChanging ? undefined : remote)}
                />
              )}
              {onRemove && (
                <IconButton
                  ref={removeButton?.(remote)}
                  label={`Remove ${name}`}
                  icon={<IconTrash aria-hidden="true" />}
                  onClick={() => onRemove(attachment)}
                />
              )}
            </div>
            {changes && isChanging && (
              <Suspense>
                <FileForm
                  attachment={attachment}
                  attachments={attachments}
                  cover={cover}
                  isPicture={kind === 'image' && !isFailed(remote)}
                  changes={changes}
                  onDone={() => {
                    changeButton.current?.focus()
                    setChanging(undefined)
                  }}
                />
              </Suspense>
            )}
          </li>
        )
      })}
    </ul>
  )
}
