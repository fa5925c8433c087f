import { IconTrash } from '@tabler/icons-react'
import type { Photo } from '../../shared/inbox.ts'
import { counted } from '../counted.ts'
import { IconButton } from '../ui/button.tsx'
import styles from './inbox.module.css'
import { PhotoPicture } from './photo-picture.tsx'
import { longWords } from './photo-words.ts'

interface BigPhotoProps {
  photo: Photo
  /** How many are chosen, and would be deleted. */
  count: number
  onDelete?: (() => void) | undefined
}

/** The photo that is being looked at. */
export const BigPhoto = ({ photo, count, onDelete }: BigPhotoProps) => (
  <figure className={styles.big}>
    <div className={styles.picture}>
      <PhotoPicture key={photo.photoID} photo={photo} version="screen" alt={photo.filename} />
    </div>
    <figcaption>
      <span>{longWords(photo)}</span>
      {onDelete && (
        <IconButton
          label={count === 1 ? 'Delete Photo' : `Delete ${counted(count, 'Photo')}`}
          icon={<IconTrash aria-hidden="true" />}
          onClick={onDelete}
        />
      )}
    </figcaption>
  </figure>
)
