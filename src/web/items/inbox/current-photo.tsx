import type { Photo } from '../../../shared/items/inbox.api.ts'
import { counted } from '../../lib/pluralize.ts'
import { fileKind } from '../../lib/file-kind.ts'
import { IconButton } from '../../ui/button.tsx'
import { IconTrash, createIcon } from '../../ui/icons.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './inbox.module.css'
import { PhotoPicture } from './photo-picture.tsx'
import { longCaption } from './photo-captions.ts'

const IconRotate2 = createIcon(
  'M15 4.55a8 8 0 0 0-6 14.9M9 15v5H4M18.37 7.16v.01M13 19.94v.01m3.84-1.58v.01m2.53-3.28v.01m.57-4.11v.01',
)

interface CurrentPhotoProps {
  photo: Photo
  onOpen: () => void
  onRotate?: (() => void) | undefined
  /** The number of selected photos, which Delete would delete. */
  count: number
  onDelete?: (() => void) | undefined
}

/** The current photo; pressing it opens the large view. */
export const CurrentPhoto = ({ photo, onOpen, onRotate: onRotate, count, onDelete }: CurrentPhotoProps) => (
  <figure className={classNames('shrink on-print', styles.big)}>
    <button
      type="button"
      className={classNames('full block', styles.picture)}
      aria-label={`Picture ${photo.filename}`}
      onClick={onOpen}
    >
      <PhotoPicture key={photo.remote} photo={photo} version="screen" alt="" />
    </button>
    <figcaption className={classNames('row label gap-12', styles.caption)}>
      <span className="push-right">{longCaption(photo)}</span>
      {onRotate && fileKind(photo.type) === 'image' && (
        <IconButton label="Turn Photo" icon={<IconRotate2 aria-hidden="true" />} onClick={onRotate} />
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
