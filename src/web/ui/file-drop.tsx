import { useEffect, useState, type ComponentProps, type DragEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './file-drop.module.css'
import { filesOf, holdsFiles, isNothing, type GivenFiles } from './given-files.ts'
import { IconCamera, IconUpload } from './icons.tsx'

interface PickerProps extends Pick<ComponentProps<'input'>, 'multiple' | 'accept' | 'capture'> {
  label: string
  icon: ReactNode
  /** Where there is a finger rather than a mouse there is a camera. */
  onlyPhones?: boolean
  onFiles: (files: File[]) => void
}

/** A button that opens the browser's picker. */
export const Picker = ({ label, icon, onlyPhones, onFiles, ...input }: PickerProps) => (
  <label className={classNames(styles.button, onlyPhones && styles.camera)}>
    {icon}
    {label}
    <input
      {...input}
      type="file"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        // Emptied, so that choosing the same file again is a change again.
        event.target.value = ''
        if (files.length > 0) onFiles(files)
      }}
    />
  </label>
)

/** A button that opens the camera. */
export const PhotoTaker = ({ onFiles }: Pick<PickerProps, 'onFiles'>) => (
  <Picker
    label="Take Photo"
    icon={<IconCamera aria-hidden="true" />}
    onlyPhones
    accept="image/*"
    capture="environment"
    onFiles={onFiles}
  />
)

interface FileDropProps {
  /** The words on the button. */
  label: string
  onFiles: (given: GivenFiles) => void
  hint?: ReactNode
  /** The picker takes one file only. */
  one?: boolean
  /** Phones get a button for the camera, too. */
  onPhotos?: (photos: File[]) => void
}

/** A place to drop files on; it holds the button that opens the browser's picker. */
export const FileDrop = ({ label, onFiles, hint, one = false, onPhotos }: FileDropProps) => {
  const [over, setOver] = useState(false)

  // A file dropped beside the place would otherwise replace the page and all that was typed in it.
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (holdsFiles(event.dataTransfer)) event.preventDefault()
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
    const given = filesOf(event.dataTransfer)
    if (!isNothing(given)) onFiles(given)
  }

  return (
    <div
      className={classNames(styles.drop, over && styles.over)}
      onDragOver={(event) => setOver(holdsFiles(event.dataTransfer))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={styles.buttons}>
        <Picker
          label={label}
          icon={<IconUpload aria-hidden="true" />}
          multiple={!one}
          onFiles={(files) => onFiles({ files, folders: [] })}
        />
        {onPhotos && <PhotoTaker onFiles={onPhotos} />}
      </div>
      {hint && <span>{hint}</span>}
    </div>
  )
}
