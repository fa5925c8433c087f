import type { QueryOf } from '../../shared/contract/endpoint.ts'
import type { getPaper } from '../../shared/papers/papers.api.ts'
import type { RoomCard } from '../../shared/projects/rooms.api.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Select } from '../ui/select.tsx'
import styles from './papers.module.css'

/** The rooms that a paper covers: all, several, or one by its ID. */
export interface ChosenRooms {
  which: 'all' | 'several' | number
  /** The deselected rooms, if `which` is 'several'. */
  left: ReadonlySet<number>
}

export const ALL_ROOMS: ChosenRooms = { which: 'all', left: new Set() }

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
    value={String(chosen.which)}
    onChange={(value) => {
      const which = value === 'all' || value === 'several' ? value : Number(value)
      onChange({ ...chosen, which })
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
export const ChooseRooms = ({ rooms, chosen: { which, left }, onChange }: RoomsProps) => {
  if (which !== 'several') return null
  const wanted = rooms.filter(({ ID }) => !left.has(ID))
  return (
    <fieldset className={styles.items}>
      <legend>Rooms</legend>
      {rooms.map(({ ID, name }) => (
        <Checkbox
          key={ID}
          name="rooms"
          label={name}
          checked={!left.has(ID)}
          // At least one room stays selected.
          disabled={wanted.length === 1 && wanted[0]?.ID === ID}
          onChange={(isWanted) => {
            const others = [...left].filter((id) => id !== ID)
            onChange({ which, left: new Set(isWanted ? others : [...others, ID]) })
          }}
        />
      ))}
    </fieldset>
  )
}

export const roomIDOf = ({ which }: ChosenRooms): number | undefined => (typeof which === 'number' ? which : undefined)

/** The query parameters of a paper's address. */
export const roomsIn = (
  rooms: readonly RoomCard[],
  chosen: ChosenRooms,
): Pick<QueryOf<typeof getPaper>, 'roomID' | 'rooms'> => {
  const { which, left } = chosen
  const isSome = which === 'several' && rooms.some(({ ID }) => left.has(ID))
  return {
    roomID: roomIDOf(chosen),
    ...(isSome && { rooms: rooms.filter(({ ID }) => !left.has(ID)).map(({ ID }) => ID) }),
  }
}
