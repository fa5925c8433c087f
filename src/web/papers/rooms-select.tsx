import type { RoomCard } from '../../shared/rooms.ts'
import { Select } from '../ui/select.tsx'

interface RoomsSelectProps {
  rooms: readonly RoomCard[]
  /** '' for all of them. */
  value: string
  onChange: (roomID: string) => void
}

/** What rooms a paper is of. */
export const RoomsSelect = ({ rooms, value, onChange }: RoomsSelectProps) => (
  <Select label="Rooms" name="room" value={value} onChange={onChange}>
    <option value="">All Rooms</option>
    {rooms.map(({ ID, name }) => (
      <option key={ID} value={ID}>
        {name}
      </option>
    ))}
  </Select>
)

export const roomIDOf = (value: string): number | undefined => (value === '' ? undefined : Number(value))
