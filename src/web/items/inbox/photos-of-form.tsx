import type { Photo } from '../../../shared/items/inbox.api.ts'
import { Picture } from '../../ui/files/picture.tsx'
import { useLargeView } from '../../attachments/viewer/use-large-view.tsx'
import { IconButton } from '../../ui/button.tsx'
import { IconX } from '../../ui/icons.tsx'
import { asPicture } from './as-picture.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './photos-of-form.module.css'

interface PhotosOfFormProps {
  projectID: number
  photos: readonly Photo[]
  onLeave: (remote: string) => void
}

/** The inbox photos for a new item. They stay visible while the user types, and open large when pressed. */
export const PhotosOfForm = ({ projectID, photos, onLeave }: PhotosOfFormProps) => {
  const { openLarge, largeView } = useLargeView(projectID, photos.map(asPicture))
  return (
    <>
      <ul className={classNames('flex gap-12', styles.photos)} aria-label="Photos from the inbox">
        {photos.map((photo) => (
          <li key={photo.photoID} className={classNames('grid small on-print', styles.photo)}>
            <button
              type="button"
              className={classNames('whole-row', styles.open)}
              aria-label={`Picture ${photo.filename}`}
              onClick={() => openLarge(photo.remote)}
            >
              <Picture file={photo} version="screen" />
            </button>
            <span className="shrink cut">{photo.filename}</span>
            <IconButton
              label={`Leave ${photo.filename} in the inbox`}
              icon={<IconX aria-hidden="true" />}
              onClick={() => onLeave(photo.remote)}
            />
          </li>
        ))}
      </ul>
      {largeView}
    </>
  )
}
