import { useEffect, useState } from 'react'
import { listItems } from '../../../shared/items/items.api.ts'
import { listProjects, type ProjectCard } from '../../../shared/projects/projects.api.ts'
import { listRooms, type RoomCard } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { Message } from '../../ui/message.tsx'
import { Select } from '../../ui/forms/select.tsx'

export interface ChosenPlace {
  projectID?: number | undefined
  roomID?: number | undefined
  itemID?: number | undefined
}

interface TaskPlaceProps {
  place: ChosenPlace
  onChange: (place: ChosenPlace) => void
  /** Takes the first home while none is chosen. */
  onFirst: (projectID: number) => void
}

const UNABLE = { other: 'Unable to load rooms and items' }

const chosen = (text: string): number | undefined => (text === '' ? undefined : Number(text))

/** The home of a task, and optionally a room and an item in it. */
export const TaskPlaceFields = ({ place, onChange, onFirst }: TaskPlaceProps) => {
  const { projectID, roomID, itemID } = place
  const [homes, setHomes] = useState<readonly ProjectCard[]>([])
  const [rooms, setRooms] = useState<{ of: number; list: readonly RoomCard[] }>()
  const [items, setItems] = useState<{ of: number; list: readonly { itemID: number; title: string }[] }>()
  const [failure, setFailure] = useState<string>()
  const failed = (error: unknown) => setFailure(sentence(error, UNABLE))
  useEffect(() => {
    call(listProjects).then((answer) => setHomes((answer?.projects ?? []).filter(({ may }) => may !== 'read')), failed)
  }, [])
  useEffect(() => {
    if (projectID === undefined) return
    call(listRooms, { query: { projectID } }).then(
      (answer) => setRooms({ of: projectID, list: answer?.rooms ?? [] }),
      failed,
    )
  }, [projectID])
  useEffect(() => {
    if (roomID === undefined) return
    call(listItems, { query: { roomID } }).then((answer) => setItems({ of: roomID, list: answer ?? [] }), failed)
  }, [roomID])
  const [first] = homes
  useEffect(() => {
    if (projectID === undefined && first) onFirst(first.projectID)
  }, [projectID, first, onFirst])
  const roomsHere = rooms?.of === projectID ? (rooms?.list ?? []) : []
  const itemsHere = items?.of === roomID ? (items?.list ?? []) : []
  return (
    <>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <Select
        label="Home"
        name="home"
        value={`${projectID ?? ''}`}
        onChange={(text) => onChange({ projectID: chosen(text) })}
      >
        {homes.map((home) => (
          <option key={home.projectID} value={home.projectID}>
            {home.name}
          </option>
        ))}
      </Select>
      <Select
        label="Room"
        name="room"
        value={`${roomID ?? ''}`}
        onChange={(text) => onChange({ projectID, roomID: chosen(text) })}
      >
        <option value="">Whole home</option>
        {roomsHere.map((room) => (
          <option key={room.ID} value={room.ID}>
            {room.name}
          </option>
        ))}
      </Select>
      {roomID !== undefined && itemsHere.length > 0 && (
        <Select
          label="Item"
          name="item"
          value={`${itemID ?? ''}`}
          onChange={(text) => onChange({ projectID, roomID, itemID: chosen(text) })}
        >
          <option value="">Whole room</option>
          {itemsHere.map((item) => (
            <option key={item.itemID} value={item.itemID}>
              {item.title}
            </option>
          ))}
        </Select>
      )}
    </>
  )
}
