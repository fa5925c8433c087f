import type { DragEvent } from 'react'
import type { Photo } from '../../../shared/items/inbox.api.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconCheck } from '../../ui/icons.tsx'
import styles from './inbox.module.css'
import { PhotoPicture } from './photo-picture.tsx'
import { shortCaption } from './photo-captions.ts'

/** The drag data type: IDs of photos. */
export const PHOTOS_TYPE = 'application/x-roomfolio-photos'

interface PhotoGridProps {
  photos: readonly Photo[]
  shown: Photo
  selected: ReadonlySet<number>
  onShow: (photo: Photo) => void
  /** Absent for users who cannot sort photos. */
  onSelect?: ((selected: ReadonlySet<number>) => void) | undefined
}

/** All photos as prints: a tap shows one, a checkbox selects several, and prints can be dragged onto an item. */
export const PhotoGrid = ({ photos, shown, selected: selected, onShow, onSelect: onSelect }: PhotoGridProps) => {
  const drag = (event: DragEvent, { photoID }: Photo) => {
    const carried = selected.has(photoID) ? [...selected] : [photoID]
    event.dataTransfer.setData(PHOTOS_TYPE, JSON.stringify(carried))
    event.dataTransfer.effectAllowed = 'move'
  }
  return (
    <ul className={classNames('grid gap-12', styles.prints)} aria-label="Photos">
      {photos.map((photo) => {
        const { photoID, filename } = photo
        const words = shortCaption(photo)
        const isTicked = selected.has(photoID)
        return (
          <li
            className="shrink relative"
            key={photoID}
            draggable={onSelect !== undefined}
            onDragStart={(event) => drag(event, photo)}
          >
            <button
              type="button"
              className={classNames('full block on-print', styles.print, isTicked && styles.ticked)}
              aria-current={photo === shown}
              aria-label={`Show ${filename}, ${words}`}
              onClick={() => onShow(photo)}
            >
              <PhotoPicture photo={photo} version="thumbnail" alt="" />
            </button>
            {onSelect && (
              <label className={classNames('centered', styles.tick)}>
                <input
                  className="cover"
                  type="checkbox"
                  checked={isTicked}
                  aria-label={`Select ${filename}, ${words}`}
                  onChange={({ target }) => {
                    const others = [...selected].filter((id) => id !== photoID)
                    onSelect(new Set(target.checked ? [...others, photoID] : others))
                  }}
                />
                <span aria-hidden="true" className="centered size-18">
                  <IconCheck />
                </span>
              </label>
            )}
            <small className="block faint small mt-4 not-on-phones">{words}</small>
          </li>
        )
      })}
    </ul>
  )
}
