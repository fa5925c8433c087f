import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
  type Announcements,
  type DragEndEvent,
  type Modifier,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import {
  SortableContext,
  arrayMove,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { useRef, type ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { createIcon } from '../../ui/icons.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './order-list.module.css'

const IconGripVertical = createIcon(
  'M8 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0m0 7a1 1 0 1 0 2 0a1 1 0 1 0-2 0m0 7a1 1 0 1 0 2 0a1 1 0 1 0-2 0m6-14a1 1 0 1 0 2 0a1 1 0 1 0-2 0m0 7a1 1 0 1 0 2 0a1 1 0 1 0-2 0m0 7a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
)

export interface Entry {
  id: number
  name: string
  detail?: string
  chip?: ReactNode
}

interface OrderListProps<T extends Entry> {
  /** The accessible name of the list. */
  label: string
  entries: readonly T[]
  onChange: (entries: T[]) => void
}

const INSTRUCTIONS =
  'Press Space or Enter to pick it up, the arrow keys to move it, Space or Enter again to put it down, Escape to leave it where it was.'

const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

/** Screen reader announcements of a drag; each position only once, though dnd-kit reports some twice. */
const useAnnouncements = (entries: readonly Entry[]): Announcements => {
  const place = useRef<UniqueIdentifier>(undefined)
  const nameOf = (id: UniqueIdentifier) => entries.find((entry) => entry.id === id)?.name ?? ''
  const placeOf = (id: UniqueIdentifier) => `${entries.findIndex((entry) => entry.id === id) + 1} of ${entries.length}`
  return {
    onDragStart: ({ active }) => {
      place.current = active.id
      return `Picked up ${nameOf(active.id)}: ${placeOf(active.id)}.`
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === place.current) return undefined
      place.current = over.id
      return `${nameOf(active.id)}: ${placeOf(over.id)}.`
    },
    onDragEnd: ({ active, over }) => `Put down ${nameOf(active.id)}: ${placeOf(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `Left ${nameOf(active.id)} where it was: ${placeOf(active.id)}.`,
  }
}

const Row = ({ entry: { id, name, detail, chip } }: { entry: Entry }) => {
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: 'handle' },
    ...(isStill && { transition: null }),
  })
  return (
    <li
      ref={setNodeRef}
      className={classNames('row relative rule-top surface gap-12 line', isDragging && styles.held)}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      {chip}
      <span className="grow">
        <span className="block strong">{name}</span>
        {detail && <span className="block faint small">{detail}</span>}
      </span>
      <button
        {...attributes}
        {...listeners}
        ref={setActivatorNodeRef}
        type="button"
        className={classNames('centered fixed muted round hover-sunken', styles.handle)}
        aria-label={`Move ${name}`}
      >
        <IconGripVertical aria-hidden="true" />
      </button>
    </li>
  )
}

/** A list whose rows are reordered by their handles, by mouse, touch or keyboard. */
export const OrderList = <T extends Entry>({ label, entries, onChange }: OrderListProps<T>) => {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const announcements = useAnnouncements(entries)
  const drop = ({ active, over }: DragEndEvent) => {
    const [from, to] = [active.id, over?.id].map((id) => entries.findIndex((entry) => entry.id === id))
    if (from !== undefined && to !== undefined && from >= 0 && to >= 0 && from !== to)
      onChange(arrayMove([...entries], from, to))
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={[upAndDown]}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
      onDragEnd={drop}
    >
      <SortableContext items={entries.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ul aria-label={label}>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  )
}
