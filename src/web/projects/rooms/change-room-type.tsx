import { useEffect, useEffectEvent, useState } from 'react'
import { changeRoomType } from '../../../shared/projects/change-room-type.api.ts'
import { type Item, listItems } from '../../../shared/items/items.api.ts'
import { sortedBy } from '../../../shared/contract/order.ts'
import {
  getRoomStructure,
  listRoomTypes,
  type RoomStructure,
  type RoomType,
} from '../../../shared/structure/room-structure.api.ts'
import type { Room } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, asIs, sentence } from '../../lib/errors.ts'
import { counted } from '../../lib/pluralize.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../lib/toasts.ts'

interface ChangeRoomTypeProps {
  room: Pick<Room, 'roomID' | 'roomType' | 'roomTypeName'>
  /** The room has another type now. */
  onChanged: () => void
  onClose: () => void
}

/** The subcategories that the new type lacks, with the number of items in each. */
const withoutPlace = (items: readonly Item[], structure: RoomStructure): [kind: string, count: number][] => {
  const counts = new Map<string, number>()
  for (const { catID, subcatID, catName, subCatName } of items) {
    if (structure[catID]?.subcatList.includes(subcatID)) continue
    const kind = `${catName}, ${subCatName}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return sortedBy([...counts], ([kind]) => kind)
}

/** Asks for another room type and shows beforehand what it means for the items. */
export const ChangeRoomType = ({
  room: { roomID, roomType, roomTypeName },
  onChanged,
  onClose,
}: ChangeRoomTypeProps) => {
  const [known, setKnown] = useState<{ types: readonly RoomType[]; items: readonly Item[] }>()
  const [chosen, setChosen] = useState('')
  const [structure, setStructure] = useState<RoomStructure>()
  const [busy, setBusy] = useState(false)

  const giveUp = useEffectEvent((error: unknown) => {
    toastFailure(error, 'Unable to load room types')
    onClose()
  })
  useEffect(() => {
    let isOpen = true
    const load = async () => {
      const [{ rooms }, items] = await Promise.all([call(listRoomTypes), call(listItems, { query: { roomID } })])
      if (isOpen) setKnown({ types: rooms, items })
    }
    load().catch((error: unknown) => isOpen && giveUp(error))
    return () => {
      isOpen = false
    }
  }, [roomID])

  const choose = async (type: string) => {
    setChosen(type)
    setStructure(undefined)
    if (type === '') return
    try {
      const loaded = await call(getRoomStructure, { query: { roomType: Number(type) } })
      setChosen((latest) => {
        if (latest === type) setStructure(loaded)
        return latest
      })
    } catch (error) {
      setChosen('')
      toastFailure(error, 'Unable to load room types')
    }
  }

  const change = async () => {
    if (!structure || busy) return
    setBusy(true)
    try {
      const { message } = await call(changeRoomType, { body: { roomID, roomType: Number(chosen), was: roomType } })
      toast({ kind: 'success', text: message })
      onChanged()
    } catch (error) {
      console.error(error)
      const words = { 409: asIs, other: 'Unable to change room type' }
      toast({ kind: 'error', text: sentence(error, words) })
      if (error instanceof ApiError && error.code === 'room_changed') onChanged()
    } finally {
      setBusy(false)
      onClose()
    }
  }

  const name = known?.types.find(({ roomTypeID }) => String(roomTypeID) === chosen)?.roomTypeName
  const placeless = known && structure && withoutPlace(known.items, structure)
  return (
    <Dialog
      title="Change Room Type"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" incomplete={!structure} busy={busy} onClick={() => void change()}>
            Change Room Type
          </Button>
        </>
      }
    >
      {known ? (
        <div className="grid gap-16">
          <p>Currently a {roomTypeName}. The room type sets which categories you can add.</p>
          <Select label="New Room Type" name="newRoomType" value={chosen} onChange={(type) => void choose(type)}>
            <option value="">Choose a room type</option>
            {known.types
              .filter(({ roomTypeID }) => roomTypeID !== roomType)
              .map(({ roomTypeID, roomTypeName: typeName }) => (
                <option key={roomTypeID} value={roomTypeID}>
                  {typeName}
                </option>
              ))}
          </Select>
          <div role="status" className="grid gap-16 hide-empty">
            {placeless?.length === 0 && <p>Everything in this room fits the new type.</p>}
            {placeless && placeless.length > 0 && (
              <>
                <p>A {name} doesn’t include these. They stay in the room, but you can’t add more like them:</p>
                <ul className="grid gap-4 muted">
                  {placeless.map(([kind, count]) => (
                    <li key={kind}>
                      {kind} ({counted(count, 'item')})
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
        </div>
      ) : (
        <Spinner />
      )}
    </Dialog>
  )
}
