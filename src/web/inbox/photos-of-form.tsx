import { IconX } from '@tabler/icons-react'
import { addressOf } from '../api/call.ts'
import { download } from '../../shared/files.ts'
import { IconButton } from '../ui/button.tsx'
import type { PhotoForItem } from './inbox-path.ts'
import styles from './photos-of-form.module.css'

interface PhotosOfFormProps {
  photos: readonly PhotoForItem[]
  onLeave: (remote: string) => void
}

/** Photos of the inbox that go onto the item which is being created. */
export const PhotosOfForm = ({ photos, onLeave }: PhotosOfFormProps) => (
  <ul className={styles.photos} aria-label="Photos from the inbox">
    {photos.map(({ photoID, remote, filename }) => (
      <li key={photoID}>
        <img src={addressOf(download, { params: { remote }, query: { version: 'thumbnail' } })} alt="" />
        <span>{filename}</span>
        <IconButton
          label={`Leave ${filename} in the inbox`}
          icon={<IconX aria-hidden="true" />}
          onClick={() => onLeave(remote)}
        />
      </li>
    ))}
  </ul>
)
