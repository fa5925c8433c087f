import { useEffect, useEffectEvent, useState } from 'react'
import { classNames } from '../class-names.ts'
import styles from './files-anywhere.module.css'
import { filesOf, holdsFiles, isEmpty, type IncomingFiles } from './incoming-files.ts'
import { IconUpload } from '../icons.tsx'
import { isDialogOpen } from '../../lib/open-dialogs.ts'

interface FilesAnywhereProps {
  /** Shown over the whole window while files are dragged. */
  words: string
  onDrop: (given: IncomingFiles) => void
  onPaste: (given: IncomingFiles) => void
}

/** Text pasted into a text field stays text: copying from a table puts both text and a picture on the clipboard. */
const isTextPaste = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof Element && target.matches(':read-write') && clipboardData?.types.includes('text/plain') === true

/** Accepts files dropped or pasted anywhere on the page, unless a dialog covers it. */
export const FilesAnywhere = ({ words, onDrop, onPaste }: FilesAnywhereProps) => {
  const [isDragging, setIsDragging] = useState(false)

  const take = useEffectEvent((event: Event, transfer: DataTransfer, give: typeof onDrop) => {
    const given = filesOf(transfer)
    if (isEmpty(given) || isDialogOpen()) return
    event.preventDefault()
    give(given)
  })
  const dropped = useEffectEvent((event: DragEvent, transfer: DataTransfer) => take(event, transfer, onDrop))
  const pasted = useEffectEvent((event: ClipboardEvent, transfer: DataTransfer) => take(event, transfer, onPaste))

  useEffect(() => {
    /** The drag started on this page, where a dragged picture counts as a file. */
    let isOwnDrag = false
    /**
     * dragenter fires for the new element before dragleave for the old one, so leaving the last entered element means leaving the
     * window.
     */
    let entered: EventTarget | null = null

    const listeners = {
      dragstart: () => (isOwnDrag = true),
      dragend: () => (isOwnDrag = false),
      dragenter: ({ target, dataTransfer }: DragEvent) => {
        entered = target
        setIsDragging(holdsFiles(dataTransfer) && !isOwnDrag && !isDialogOpen())
      },
      dragleave: ({ target }: DragEvent) => {
        if (target === entered) setIsDragging(false)
      },
      // Otherwise the browser would open the file in place of the page.
      dragover: (event: DragEvent) => {
        if (holdsFiles(event.dataTransfer)) event.preventDefault()
      },
      drop: (event: DragEvent) => {
        setIsDragging(false)
        const { dataTransfer, defaultPrevented } = event
        if (!holdsFiles(dataTransfer) || defaultPrevented) return
        event.preventDefault()
        if (!isOwnDrag) dropped(event, dataTransfer)
        isOwnDrag = false
      },
      paste: (event: ClipboardEvent) => {
        const { clipboardData, defaultPrevented } = event
        if (holdsFiles(clipboardData) && !defaultPrevented && !isTextPaste(event)) pasted(event, clipboardData)
      },
    }
    const controller = new AbortController()
    for (const [name, listener] of Object.entries(listeners)) {
      document.addEventListener(name, listener as EventListener, { signal: controller.signal })
    }
    return () => controller.abort()
  }, [])

  // Browsers do not always report a cancelled drag; pointer events resume only after it.
  useEffect(() => {
    if (!isDragging) return
    const end = () => setIsDragging(false)
    document.addEventListener('pointermove', end)
    return () => document.removeEventListener('pointermove', end)
  }, [isDragging])

  if (!isDragging) return null
  return (
    <div className={styles.overlay} aria-hidden="true">
      <p className={classNames('row gap-12', styles.words)}>
        <IconUpload />
        {words}
      </p>
    </div>
  )
}
