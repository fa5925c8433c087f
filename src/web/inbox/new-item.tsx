import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Photo } from '../../shared/inbox.ts'
import { listRooms, type RoomCard } from '../../shared/rooms.ts'
import { call } from '../api/call.ts'
import { tellFailure } from '../files/tell-failure.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import styles from './inbox.module.css'
import { withPhotos } from './photos-for-item.ts'

/** Leads to Create Item with the chosen photos: in the room that they were taken in, else in one that is asked for. */
export const NewItem = ({ projectID, chosen }: { projectID: number; chosen: readonly Photo[] }) => {
  const navigate = useNavigate()
  const [rooms, setRooms] = useState<readonly RoomCard[]>()
  const go = (roomID: number) => void navigate(paths.createItem(projectID, roomID), { state: withPhotos(chosen) })
  const start = async () => {
    const [room, ...others] = new Set(chosen.map(({ roomID }) => roomID))
    if (room && others.length === 0) return go(room)
    try {
      setRooms((await call(listRooms, { query: { projectID } }))?.rooms ?? [])
    } catch (error) {
      tellFailure(error, 'Unable to load rooms')
    }
  }
  return (
    <div className={styles.newItem}>
      {rooms === undefined ? (
        <Button icon={<IconPlus />} onClick={() => void start()}>
          {chosen.length === 1 ? 'New Item with Photo' : 'New Item with Photos'}
        </Button>
      ) : rooms.length === 0 ? (
        <p>Please create a room first.</p>
      ) : (
        <Select autoFocus label="New item in" name="room" value="" onChange={(value) => go(Number(value))}>
          <option value="">Choose a room</option>
          {rooms.map(({ ID, name }) => (
            <option key={ID} value={ID}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </div>
  )
}
