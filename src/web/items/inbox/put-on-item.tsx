import { useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react'
import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import type { listInboxPhotos, Photo } from '../../../shared/items/inbox.api.ts'
import type { RoomCard } from '../../../shared/projects/rooms.api.ts'
import { counted } from '../../lib/pluralize.ts'
import { CategoryIcon } from '../../ui/drawings/category-icon.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Message } from '../../ui/message.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import styles from './inbox.module.css'
import { byRoom, likelyItems, type Choice } from './likely-items.ts'
import { NewItem } from './new-item.tsx'
import { PHOTOS_TYPE } from './photo-grid.tsx'
import { useItemSearch } from './use-item-search.ts'
import type { Sorting } from './use-sorting.ts'

interface PutOnItemProps extends Pick<ResponseOf<typeof listInboxPhotos>, 'items' | 'photos'> {
  projectID: number
  rooms: readonly RoomCard[]
  chosen: readonly Photo[]
  sorting: Sorting
  /** Counts sorted photos; each one clears the search. */
  sortedCount: number
}

/** Offers what the selected photos may show: existing items, most likely first, or a new one. */
export const PutOnItem = ({ projectID, items, photos, rooms, chosen, sorting, sortedCount }: PutOnItemProps) => {
  const id = useId()
  const [typed, setTyped] = useState({ query: '', at: 0 })
  const query = typed.at === sortedCount ? typed.query : ''
  const head = useRef<HTMLHeadingElement>(null)
  // The results disappear, and the focus with them.
  const focusHeading = useEffectEvent(() => {
    if (typed.query !== '') head.current?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (sortedCount > 0) focusHeading()
  }, [sortedCount])
  const { items: found, isAnswered, failure } = useItemSearch(projectID, query.trim())
  const isSearch = query.trim() !== ''
  const choices = isSearch ? found : likelyItems(items, chosen)
  const dropped = (event: DragEvent, choice: Choice) => {
    const carried = JSON.parse(event.dataTransfer.getData(PHOTOS_TYPE) || '[]') as number[]
    const taken = photos.filter(({ photoID }) => carried.includes(photoID))
    if (taken.length > 0) sorting.put(taken, choice)
  }
  const heading = chosen.length === 1 ? 'Add to an Item' : `Add ${counted(chosen.length, 'Photo')} to an Item`
  return (
    <section aria-labelledby={id} className={classNames('shrink sheet pad', styles.put)}>
      <h2 ref={head} id={id} tabIndex={-1} className="mb-12 h2-small">
        {heading}
      </h2>
      <TextField
        label="Search items"
        name="items"
        type="search"
        value={query}
        onChange={(text) => setTyped({ query: text, at: sortedCount })}
        autoComplete="off"
      />
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      {byRoom(choices).map((room) => (
        <div key={room.roomID} role="group" aria-label={room.roomName}>
          <p className="faint small mt-16 mb-4">{room.roomName}</p>
          <ul className={styles.choices}>
            {room.choices.map((choice) => (
              <li key={choice.itemID}>
                <ChoiceButton
                  choice={choice}
                  busy={sorting.busy}
                  onPut={() => sorting.put(chosen, choice)}
                  onDropped={(event) => dropped(event, choice)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {choices.length === 0 && (isAnswered || !isSearch) && (
        <p className="muted mt-16">{isSearch ? 'No items found.' : 'No items here yet.'}</p>
      )}
      <NewItem key={chosen[0]?.photoID} projectID={projectID} rooms={rooms} chosen={chosen} />
    </section>
  )
}

interface ChoiceButtonProps {
  choice: Choice
  busy: boolean
  onPut: () => void
  onDropped: (event: DragEvent) => void
}

const ChoiceButton = ({ choice, busy, onPut, onDropped }: ChoiceButtonProps) => {
  const { title, sample, catName, subCatName, isLikeliest } = choice
  const [over, setOver] = useState(false)
  const isPhotos = (event: DragEvent) => event.dataTransfer.types.includes(PHOTOS_TYPE)
  return (
    <button
      type="button"
      className={classNames(
        'row full round gap-12 line hover-sunken',
        (isLikeliest || over) && 'chosen',
        over && styles.over,
      )}
      aria-disabled={busy || undefined}
      onClick={onPut}
      onDragOver={(event) => {
        if (!isPhotos(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!isPhotos(event)) return
        event.preventDefault()
        onDropped(event)
      }}
    >
      <Chip sample={sample} icon={<CategoryIcon name={catName} />} />
      <span dir="auto" className="grow">
        <b className="block label strong">{title}</b>
        {title !== subCatName && <small className="block small">{subCatName}</small>}
      </span>
    </button>
  )
}
