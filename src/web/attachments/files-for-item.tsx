import { FilesAnywhere } from '../ui/files/files-anywhere.tsx'
import { withDescriptiveNames } from './uploads/descriptive-name.ts'
import type { Uploads } from './uploads/use-uploads.ts'

interface FilesForItemProps {
  add: Uploads['add']
  /** Called when files are added, to show the upload list. */
  onGiven?: () => void
}

/** Files dropped or pasted anywhere on an item's screen become attachments. */
export const FilesForItem = ({ add, onGiven }: FilesForItemProps) => (
  <FilesAnywhere
    words="Drop files to attach them"
    onDrop={(given) => {
      onGiven?.()
      add(given)
    }}
    onPaste={({ files, folders }) => {
      onGiven?.()
      add({ files: withDescriptiveNames(files, 'Pasted image'), folders })
    }}
  />
)
