import { useEffect, useEffectEvent, useState } from 'react'
import { copyItem, type SkippedRoom } from '../../../shared/items/bulk/copies.api.ts'
import { moveItems } from '../../../shared/items/bulk/moves.api.ts'
import type { NamedItem } from '../../../shared/history/undo.api.ts'
import { type RoomCard, listRooms } from '../../../shared/projects/rooms.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, sentence } from '../../lib/errors.ts'
import { counted } from '../../lib/pluralize.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button } from '../../ui/button.tsx'
import { Message } from '../../ui/message.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { loadWritablePlaces, NO_PLACES, ProjectOptions } from '../../projects/copies/project-options.tsx'
import { RoomChoices } from '../../projects/copies/room-choices.tsx'
import type { SelectionDialogProps } from './selection.ts'

interface RoomsDialogProps extends SelectionDialogProps {
  action: 'move' | 'copy'
  /** The room that all items are already in, which is not offered. */
  roomID: number | undefined
  /** The room of a single item, which may get another one. */
  from?: number
}

/** What has no place in the target room. */
const missingPlaces = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined
  const { rooms = [], items = [] } = error.body as { rooms?: SkippedRoom[]; items?: NamedItem[] }
  if (items.length > 0) return `There is no place for ${inWords(items.map(({ title }) => title))}.`
  const lacking = [...new Set(rooms.flatMap((room) => room.items.map(({ title }) => title)))]
  if (lacking.length === 0) return undefined
  return `${inWords(rooms.map(({ roomName }) => roomName))} ${rooms.length === 1 ? 'doesn’t' : 'don’t'} have a place for ${inWords(lacking)}.`
}

const NAMED = 5
const inWords = (names: readonly string[]): string =>
  names.length > NAMED + 1 ? `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more` : names.join(', ')

/** Asks for the target rooms of the selected items: in the same project or, for copies, in another. */
export const RoomsDialog = ({ action, selection, roomID, from, onDone, onClose }: RoomsDialogProps) => {
  const [projectID, setProjectID] = useState(selection.projectID)
  const [places, setPlaces] = useState(NO_PLACES)
  const [rooms, setRooms] = useState<readonly RoomCard[]>()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [failure, setFailure] = useState<{ text: string; isLacking: boolean }>()
  const [busy, setBusy] = useState(false)
  const isMove = action === 'move'
  const itemIDs = selection.things.map(({ itemID }) => itemID)

  const giveUp = useEffectEvent((error: unknown) => {
    toastFailure(error, 'Unable to load rooms')
    onClose()
  })
  const take = useEffectEvent((found: readonly RoomCard[]) => setRooms(found.filter(({ ID }) => ID !== roomID)))
  useEffect(() => {
    let isOpen = true
    const load = async () => {
      const answer = await call(listRooms, { query: { projectID } })
      if (isOpen) take(answer?.rooms ?? [])
    }
    load().catch((error: unknown) => isOpen && giveUp(error))
    return () => {
      isOpen = false
    }
  }, [projectID])
  useEffect(() => {
    if (isMove) return
    let isOpen = true
    const load = async () => {
      const loaded = await loadWritablePlaces()
      if (isOpen) setPlaces(loaded)
    }
    load().catch((error: unknown) => isOpen && giveUp(error))
    return () => {
      isOpen = false
    }
  }, [isMove])

  const go = async (skip: boolean) => {
    const [first] = chosen
    if (busy || first === undefined) return
    setBusy(true)
    setFailure(undefined)
    try {
      const { message, eventID } = isMove
        ? await call(moveItems, { body: { itemIDs, roomID: first, skip } })
        : await call(copyItem, { body: { itemIDs, roomIDs: [...chosen], skip } })
      onDone(message, eventID)
    } catch (error) {
      const lacking = missingPlaces(error)
      const what = isMove ? 'Unable to move these items' : 'Unable to copy these items'
      const text =
        lacking ??
        sentence(error, {
          400: error instanceof ApiError ? (error.fields.itemIDs ?? error.fields.roomIDs ?? what) : what,
          other: what,
        })
      setFailure({ text, isLacking: lacking !== undefined && !skip })
      setBusy(false)
    }
  }

  const verb = isMove ? 'Move' : 'Copy'
  const where = isMove ? '' : ` into ${counted(chosen.size, 'Room')}`
  const choose = isMove ? 'Choose a Room' : 'Choose Rooms'
  return (
    <Dialog
      open
      title={`${verb} ${counted(itemIDs.length, 'Item')}`}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          {failure?.isLacking && (
            <Button onClick={() => void go(true)}>{isMove ? 'Move the Others' : 'Copy the Others'}</Button>
          )}
          <Button kind="primary" disabled={chosen.size === 0} busy={busy} onClick={() => void go(false)}>
            {chosen.size === 0 ? choose : `${verb}${where}`}
          </Button>
        </>
      }
    >
      {failure && <Message kind={failure.isLacking ? 'warning' : 'error'}>{failure.text}</Message>}
      {places.projects.length + places.templates.length > 1 && (
        <Select
          label="Project"
          name="project"
          value={String(projectID)}
          onChange={(id) => {
            setProjectID(Number(id))
            setRooms(undefined)
            setChosen(new Set())
          }}
        >
          <ProjectOptions places={places} />
        </Select>
      )}
      <RoomChoices rooms={rooms} one={isMove} chosen={chosen} onChoose={setChosen} from={from} />
    </Dialog>
  )
}
