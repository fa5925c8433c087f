import { useEffect, useEffectEvent, useState } from 'react'
import styles from './files-anywhere.module.css'
import { filesOf, holdsFiles, isNothing, type GivenFiles } from './given-files.ts'
import { IconUpload } from './icons.tsx'

interface FilesAnywhereProps {
  /** Said over the whole window while files are dragged there. */
  words: string
  onDrop: (given: GivenFiles) => void
  onPaste: (given: GivenFiles) => void
}

const isCovered = (): boolean => document.querySelector(':modal') !== null

/** Text goes on going where text is typed: what is copied from a table is a text and its picture at once. */
const isPastedAsText = ({ target, clipboardData }: ClipboardEvent): boolean =>
  target instanceof Element && target.matches(':read-write') && clipboardData?.types.includes('text/plain') === true

/** Takes files that are dropped or pasted anywhere on the page, unless a dialog covers it. */
export const FilesAnywhere = ({ words, onDrop, onPaste }: FilesAnywhereProps) => {
  const [over, setOver] = useState(false)

  const take = useEffectEvent((event: Event, transfer: DataTransfer, give: typeof onDrop) => {
    const given = filesOf(transfer)
    if (isNothing(given) || isCovered()) return
    event.preventDefault()
    give(given)
  })
  const dropped = useEffectEvent((event: DragEvent, transfer: DataTransfer) => take(event, transfer, onDrop))
  const pasted = useEffectEvent((event: ClipboardEvent, transfer: DataTransfer) => take(event, transfer, onPaste))

  useEffect(() => {
    /** The drag began on this page: a picture of its own counts as a file. */
    let isOwn = false
    /** A new element is entered before the old one is left, so leaving the last one is leaving the window. */
    let entered: EventTarget | null = null

    const listeners = {
      dragstart: () => (isOwn = true),
      dragend: () => (isOwn = false),
      dragenter: ({ target, dataTransfer }: DragEvent) => {
        entered = target
        setOver(holdsFiles(dataTransfer) && !isOwn && !isCovered())
      },
      dragleave: ({ target }: DragEvent) => {
        if (target === entered) setOver(false)
      },
      // Else the browser would show the file in the place of the page.
      dragover: (event: DragEvent) => {
        if (holdsFiles(event.dataTransfer)) event.preventDefault()
      },
      drop: (event: DragEvent) => {
        setOver(false)
        const { dataTransfer, defaultPrevented } = event
        if (!holdsFiles(dataTransfer) || defaultPrevented) return
        event.preventDefault()
        if (!isOwn) dropped(event, dataTransfer)
        isOwn = false
      },
      paste: (event: ClipboardEvent) => {
        const { clipboardData, defaultPrevented } = event
        if (holdsFiles(clipboardData) && !defaultPrevented && !isPastedAsText(event)) pasted(event, clipboardData)
      },
    }
    const ends = new AbortController()
    for (const [name, listener] of Object.entries(listeners)) {
      document.addEventListener(name, listener as EventListener, { signal: ends.signal })
    }
    return () => ends.abort()
  }, [])

  // A drag that is broken off is not always told; while it lasts the pointer tells nothing.
  useEffect(() => {
    if (!over) return
    const end = () => setOver(false)
    document.addEventListener('pointermove', end)
    return () => document.removeEventListener('pointermove', end)
  }, [over])

  if (!over) return null
  return (
    <div className={styles.overlay} aria-hidden="true">
      <p className={styles.words}>
        <IconUpload />
        {words}
      </p>
    </div>
  )
}
