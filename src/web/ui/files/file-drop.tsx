import { useEffect, useState, type ComponentProps, type DragEvent, type ReactNode, type RefObject } from 'react'
import { classNames } from '../class-names.ts'
import styles from './file-drop.module.css'
import { filesOf, holdsFiles, isEmpty, type IncomingFiles } from './incoming-files.ts'
import { IconCamera, IconUpload } from '../icons.tsx'

interface PickerProps extends Pick<ComponentProps<'input'>, 'ref' | 'multiple' | 'accept' | 'capture'> {
  label: string
  icon: ReactNode
  /** Touch devices have a camera. */
  onlyPhones?: boolean
  onFiles: (files: File[]) => void
}

/** A button that opens the browser's file picker. */
export const Picker = ({ label, icon, onlyPhones, onFiles, ...input }: PickerProps) => (
  <label
    className={classNames(
      'inline-row middle relative strong ink round surface gap-8 size-18 hover-sunken',
      styles.button,
      onlyPhones && styles.camera,
    )}
  >
    {icon}
    {label}
    <input
      {...input}
      type="file"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        // Cleared, so that choosing the same file again fires a change event.
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
  /** The button's label. */
  label: string
  onFiles: (given: IncomingFiles) => void
  hint?: ReactNode
  /** The picker accepts one file only. */
  one?: boolean
  /** The field of the picker. */
  picker?: RefObject<HTMLInputElement | null>
  /** Phones also get a button for the camera. */
  onPhotos?: (photos: File[]) => void
}

/** A drop zone with a button that opens the browser's file picker. */
export const FileDrop = ({ label, onFiles, hint, one = false, picker, onPhotos }: FileDropProps) => {
  const [over, setOver] = useState(false)

  // A file dropped outside the zone would otherwise replace the page and everything typed in it.
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
    if (!isEmpty(given)) onFiles(given)
  }

  return (
    <div
      className={classNames(
        'grid justify-items-center faint small text-center gap-8 no-print',
        styles.drop,
        over && styles.over,
      )}
      onDragOver={(event) => setOver(holdsFiles(event.dataTransfer))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className="flex wrap middle gap-8">
        <Picker
          ref={picker}
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
