import { IconUpload } from '@tabler/icons-react'
import { useEffect, useState, type DragEvent } from 'react'
import { classNames } from './class-names.ts'
import styles from './file-drop.module.css'

interface FileDropProps {
  /** The words on the button. */
  label: string
  onFiles: (files: File[]) => void
  hint?: string | undefined
  /** The picker takes one file only. */
  one?: boolean
}

/** Folders are left out: a browser hands them over as files that cannot be read. */
const filesOf = (transfer: DataTransfer): File[] =>
  [...transfer.items].flatMap((item) => {
    if (item.kind !== 'file' || item.webkitGetAsEntry()?.isDirectory) return []
    return item.getAsFile() ?? []
  })

const holdsFiles = (event: { dataTransfer: DataTransfer | null }) =>
  event.dataTransfer?.types.includes('Files') ?? false

/** A place to drop files on; it holds the button that opens the browser's picker. */
export const FileDrop = ({ label, onFiles, hint = 'or drop them here', one = false }: FileDropProps) => {
  const [over, setOver] = useState(false)

  // A file dropped beside the place would otherwise replace the page and all that was typed in it.
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (holdsFiles(event)) event.preventDefault()
    }
    window.addEventListener('dragover', refuse)
    window.addEventListener('drop', refuse)
    return () => {
      window.removeEventListener('dragover', refuse)
      window.removeEventListener('drop', refuse)
    }
  }, [])

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = filesOf(event.dataTransfer)
    if (files.length > 0) onFiles(files)
  }

  return (
    <div
      className={classNames(styles.drop, over && styles.over)}
      onDragOver={(event) => setOver(holdsFiles(event))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className={styles.button}>
        <IconUpload aria-hidden="true" />
        {label}
        <input
          type="file"
          multiple={!one}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            // Emptied, so that choosing the same file again is a change again.
            event.target.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </label>
      <span>{hint}</span>
    </div>
  )
}
