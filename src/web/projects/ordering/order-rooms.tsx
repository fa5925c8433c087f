import { useState } from 'react'
import { sortedBy } from '../../../shared/contract/order.ts'
import { orderRooms } from '../../../shared/items/bulk/ordering.api.ts'
import type { RoomCard } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { OrderList, type Entry } from './order-list.tsx'
import { OrderCard } from './order-card.tsx'
import { isSameOrder } from './same-order.ts'

interface OrderRoomsProps {
  projectID: number
  rooms: readonly RoomCard[]
  onEnd: () => void
}

const byName = (entries: readonly Entry[]): Entry[] => sortedBy(entries, ({ name }) => name)

/** Reorders the rooms of a project. */
export const OrderRooms = ({ projectID, rooms, onEnd }: OrderRoomsProps) => {
  const [before] = useState(() =>
    rooms.map(({ ID, name, roomTypeName }): Entry => ({ id: ID, name, detail: roomTypeName })),
  )
  const [entries, setEntries] = useState(before)
  /** Rooms sorted by name need no stored order. */
  const save = () => {
    const roomIDs = isSameOrder(entries, byName(entries)) ? [] : entries.map(({ id }) => id)
    return call(orderRooms, { body: { projectID, roomIDs } })
  }
  const sorted = byName(entries)
  return (
    <OrderCard
      what="Rooms"
      changed={!isSameOrder(entries, before)}
      defaultOrder={{ name: 'Sort by Name', isCurrent: isSameOrder(entries, sorted), sort: () => setEntries(sorted) }}
      save={save}
      onEnd={onEnd}
    >
      <OrderList label="Rooms to reorder" entries={entries} onChange={setEntries} />
    </OrderCard>
  )
}
