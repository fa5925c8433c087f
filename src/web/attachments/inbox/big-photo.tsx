import type { Photo } from '../../../shared/attachments/inbox.api.ts'
import { counted } from '../../lib/pluralize.ts'
import { fileKind } from '../file-kind.ts'
import { IconButton } from '../../ui/button.tsx'
import { IconRotate2, IconTrash } from '../../ui/icons.tsx'
import styles from './inbox.module.css'
import { PhotoPicture } from './photo-picture.tsx'
import { longWords } from './photo-words.ts'

interface BigPhotoProps {
  photo: Photo
  onOpen: () => void
  onTurn?: (() => void) | undefined
  /** The number of selected photos, which Delete would delete. */
  count: number
  onDelete?: (() => void) | undefined
}

/** The current photo; pressing it opens the large view. */
export const BigPhoto = ({ photo, onOpen, onTurn, count, onDelete }: BigPhotoProps) => (
  <figure className={styles.big}>
    <button type="button" className={styles.picture} aria-label={`Picture ${photo.filename}`} onClick={onOpen}>
      <PhotoPicture key={photo.remote} photo={photo} version="screen" alt="" />
    </button>
    <figcaption>
      <span>{longWords(photo)}</span>
      {onTurn && fileKind(photo.type) === 'image' && (
        <IconButton label="Turn Photo" icon={<IconRotate2 aria-hidden="true" />} onClick={onTurn} />
      )}
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
