import type { QueryOf } from '../../shared/contract/endpoint.ts'
import type { getPaper } from '../../shared/papers/papers.api.ts'
import type { RoomCard } from '../../shared/projects/rooms.api.ts'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Select } from '../ui/forms/select.tsx'
import { classNames } from '../ui/class-names.ts'
import styles from './papers.module.css'

/** The rooms that a paper covers: all, several, or one by its ID. */
export interface ChosenRooms {
  scope: 'all' | 'several' | number
  /** The deselected rooms, if `which` is 'several'. */
  excluded: ReadonlySet<number>
}

export const ALL_ROOMS: ChosenRooms = { scope: 'all', excluded: new Set() }

interface RoomsProps {
  rooms: readonly RoomCard[]
  chosen: ChosenRooms
  onChange: (chosen: ChosenRooms) => void
}

/** `several` offers a selection of rooms. */
export const RoomsSelect = ({ rooms, chosen, onChange, several = true }: RoomsProps & { several?: boolean }) => (
  <Select
    label="Rooms"
    name="room"
    value={String(chosen.scope)}
    onChange={(value) => {
      const scope = value === 'all' || value === 'several' ? value : Number(value)
      onChange({ ...chosen, scope })
    }}
  >
    <option value="all">All Rooms</option>
    {several && rooms.length > 2 && <option value="several">Several Rooms</option>}
    {rooms.map(({ ID, name }) => (
      <option key={ID} value={ID}>
        {name}
      </option>
    ))}
  </Select>
)

/** Selects individual rooms, if `which` is 'several'; initially all of them. */
export const ChooseRooms = ({ rooms, chosen: { scope, excluded }, onChange }: RoomsProps) => {
  if (scope !== 'several') return null
  const wanted = rooms.filter(({ ID }) => !excluded.has(ID))
  return (
    <fieldset className={classNames('grid gap-16 tight mt-8', styles.items)}>
      <legend className="muted label mb-4">Rooms</legend>
      {rooms.map(({ ID, name }) => (
        <Checkbox
          key={ID}
          name="rooms"
          label={name}
          checked={!excluded.has(ID)}
          // At least one room stays selected.
          disabled={wanted.length === 1 && wanted[0]?.ID === ID}
          onChange={(isWanted) => {
            const others = [...excluded].filter((id) => id !== ID)
            onChange({ scope, excluded: new Set(isWanted ? others : [...others, ID]) })
          }}
        />
      ))}
    </fieldset>
  )
}

export const roomIDOf = ({ scope }: ChosenRooms): number | undefined => (typeof scope === 'number' ? scope : undefined)

/** The query parameters of a paper's address. */
export const roomsIn = (
  rooms: readonly RoomCard[],
  chosen: ChosenRooms,
): Pick<QueryOf<typeof getPaper>, 'roomID' | 'rooms'> => {
  const { scope, excluded } = chosen
  const isSome = scope === 'several' && rooms.some(({ ID }) => excluded.has(ID))
  return {
    roomID: roomIDOf(chosen),
    ...(isSome && { rooms: rooms.filter(({ ID }) => !excluded.has(ID)).map(({ ID }) => ID) }),
  }
}
