import { FilesAnywhere } from '../ui/files-anywhere.tsx'
import { withTellingNames } from './telling-name.ts'
import type { Uploads } from './use-uploads.ts'

interface FilesForItemProps {
  add: Uploads['add']
  /** Files are being added: where that is seen can be shown. */
  onGiven?: () => void
}

/** Files that are dropped or pasted anywhere on the screen of an item become attachments. */
export const FilesForItem = ({ add, onGiven }: FilesForItemProps) => (
  <FilesAnywhere
    words="Drop files to attach them"
    onDrop={(given) => {
      onGiven?.()
      add(given)
    }}
    onPaste={({ files, folders }) => {
      onGiven?.()
      add({ files: withTellingNames(files, 'Pasted image'), folders })
    }}
  />
)
