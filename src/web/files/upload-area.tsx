import { displayNames } from '../../shared/file-name.ts'
import { FileDrop } from '../ui/file-drop.tsx'
import { Message } from '../ui/message.tsx'
import { UploadList } from '../ui/upload-list.tsx'
import { useUploadHint } from './upload-limits.ts'
import type { Upload, Uploads } from './use-uploads.ts'

const headingOf = (uploads: readonly Upload[]): string => {
  if (uploads.some(({ state }) => state === 'uploading')) return 'Uploading...'
  return uploads.some(({ state }) => state === 'done') ? 'Attached Files:' : 'Not attached:'
}

interface UploadAreaProps {
  /** The words on the button. */
  label: string
  uploads: Uploads
}

/** The place where files are added, and what becomes of them. */
export const UploadArea = ({ label, uploads: { uploads, refusal, add } }: UploadAreaProps) => {
  const hint = useUploadHint()
  const names = displayNames(uploads.map(({ filename }) => filename))
  return (
    <>
      {refusal && <Message kind="error">{refusal}</Message>}
      <FileDrop label={label} hint={hint} onFiles={add} />
      {uploads.length > 0 && (
        <UploadList
          heading={headingOf(uploads)}
          entries={uploads.map(({ state }, at) => ({ name: names[at] ?? '', state }))}
        />
      )}
    </>
  )
}
