import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Attachment } from '../../shared/items/items.api.ts'
import { useNeighborFocus } from '../lib/focus/use-neighbor-focus.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './attachments.module.css'
import { fileChanges, type FileDrafts } from './file-changes.ts'
import { fileKind } from '../lib/file-kind.ts'
import { FileList } from './file-list.tsx'
import { Previewer, PreviewerHint } from './viewer/previewer.tsx'
import { saveToDisk } from './save-to-disk.ts'
import { UploadArea } from './uploads/upload-area.tsx'
import { useLargeView } from './viewer/use-large-view.tsx'
import type { Uploads } from './uploads/use-uploads.ts'

interface AttachmentsProps {
  itemID: number
  attachments: readonly Attachment[]
  /** Absent for viewers. */
  changes?: {
    uploads: Uploads
    /** Returns whether the file was removed; it is then no longer in `attachments`. */
    onRemove: (attachment: Attachment) => Promise<boolean>
    files: FileDrafts
  }
}

/** The files of an item: view, download, add, remove. The address may name an open file and a page of it. */
export const Attachments = ({ itemID, attachments, changes }: AttachmentsProps) => {
  const { pictures, openLarge, largeView } = useLargeView(itemID, attachments)
  const [query] = useSearchParams()
  const [open, setOpen] = useState<Attachment>()
  const [page, setPage] = useState(1)
  /** Counts openings from the list: each remounts the previewer, which takes the focus. */
  const [openings, setOpenings] = useState(0)
  const show = (attachment: Attachment | undefined, from = 1) => {
    setOpen(attachment)
    setPage(from)
    setOpenings((before) => before + 1)
  }
  const asked = `${query.get('file')} ${query.get('page')}`
  const [answered, setAnswered] = useState<string>()
  if (asked !== answered) {
    setAnswered(asked)
    const named = attachments.find(({ remote, type }) => remote === query.get('file') && fileKind(type) !== 'other')
    if (named) show(named, Number(query.get('page')))
  }

  const openButton = useRef<HTMLButtonElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const focus = useNeighborFocus<string, HTMLButtonElement>(
    attachments.map(({ remote }) => remote),
    picker,
  )
  const removing = useRef(new Set<string>())

  const close = () => {
    openButton.current?.focus()
    setOpen(undefined)
  }

  const remove = async (attachment: Attachment) => {
    const { remote } = attachment
    if (!changes || removing.current.has(remote)) return
    removing.current.add(remote)
    focus.goes(remote)
    if (await changes.onRemove(attachment)) setOpen((shown) => (shown?.remote === remote ? undefined : shown))
    removing.current.delete(remote)
  }

  return (
    <div className={classNames('top columns-1080', styles.columns)}>
      <div>
        <h2 className="visually-hidden">Files</h2>
        <FileList
          openButton={openButton}
          removeButton={focus.refTo}
          attachments={attachments}
          open={open}
          onOpen={(attachment) => {
            if (fileKind(attachment.type) === 'other') void saveToDisk(attachment)
            else show(attachment)
          }}
          onRemove={changes && ((attachment) => void remove(attachment))}
          changes={changes && fileChanges(changes.files)}
        />
        {changes && (
          <div className="mt-16">
            <UploadArea label="Add Files" uploads={changes.uploads} picker={picker} />
          </div>
        )}
      </div>
      {open ? (
        <Previewer
          key={openings}
          attachment={attachments.find(({ remote }) => remote === open.remote) ?? open}
          page={page}
          pictures={pictures}
          onLarge={({ remote }) => openLarge(remote)}
          onTurn={setOpen}
          onClose={close}
        />
      ) : (
        <PreviewerHint />
      )}
      {largeView}
    </div>
  )
}
