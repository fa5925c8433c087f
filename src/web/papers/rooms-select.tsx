import type { QueryOf } from '../../shared/contract/endpoint.ts'
import type { getPaper } from '../../shared/papers/papers.api.ts'
import type { RoomCard } from '../../shared/projects/rooms.api.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Select } from '../ui/select.tsx'
import styles from './papers.module.css'

/** What rooms a paper is of: all of them, one by its id, or several. */
export interface ChosenRooms {
  which: 'all' | 'several' | number
  /** Those that are not wanted of several. */
  left: ReadonlySet<number>
}

export const ALL_ROOMS: ChosenRooms = { which: 'all', left: new Set() }

interface RoomsProps {
  rooms: readonly RoomCard[]
  chosen: ChosenRooms
  onChange: (chosen: ChosenRooms) => void
}

/** `several` where a paper may be of some of them. */
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

/** Which ones, where there are to be several: all of them until one says otherwise. */
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
          // A paper is of something.
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

/** The one room that is chosen. */
export const roomIDOf = ({ which }: ChosenRooms): number | undefined => (typeof which === 'number' ? which : undefined)

/** As a paper's address names them. */
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
