import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Photo } from '../../../shared/items/inbox.api.ts'
import type { RoomCard } from '../../../shared/projects/rooms.api.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { IconPlus } from '../../ui/icons.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { withPhotos } from './form-photos.ts'

interface NewItemProps {
  projectID: number
  rooms: readonly RoomCard[]
  chosen: readonly Photo[]
}

/** Opens Create Item with the selected photos, in the room where they were taken or one that the user chooses. */
export const NewItem = ({ projectID, rooms, chosen }: NewItemProps) => {
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const [taken, ...others] = new Set(chosen.map(({ roomID }) => roomID))
  const only = taken && others.length === 0 ? taken : rooms.length === 1 ? rooms[0]?.ID : undefined
  const go = (roomID: number) => void navigate(paths.createItem(projectID, roomID), { state: withPhotos(chosen) })
  return (
    <div className="grid part-below">
      {rooms.length === 0 ? (
        <p>Create a room first, then add items for your photos.</p>
      ) : isAsked ? (
        <Select autoFocus label="New item in" name="room" value="" onChange={(value) => go(Number(value))}>
          <option value="">Choose a room</option>
          {rooms.map(({ ID, name }) => (
            <option key={ID} value={ID}>
              {name}
            </option>
          ))}
        </Select>
      ) : (
        <Button icon={<IconPlus />} onClick={() => (only === undefined ? setAsked(true) : go(only))}>
          {chosen.length === 1 ? 'New Item with Photo' : 'New Item with Photos'}
        </Button>
      )}
    </div>
  )
}
