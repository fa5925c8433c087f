import type { Item } from '../../../shared/items/items.api.ts'
import { RoomsDialog } from './rooms-dialog.tsx'
import { useUndoEvent } from '../../history/use-undo-event.ts'
import { toast } from '../../lib/toasts.ts'

/** Asks which rooms to copy the saved item into. */
export const CopyItem = ({ item, onClose }: { item: Item; onClose: () => void }) => {
  const undoOf = useUndoEvent()
  const { itemID, subcatID, projectID, roomID, title, subCatName } = item
  return (
    <RoomsDialog
      action="copy"
      selection={{ projectID, things: [{ itemID, subcatID, title, subcategory: subCatName, details: '', chip: null }] }}
      roomID={undefined}
      from={roomID}
      onDone={(message, eventID) => {
        onClose()
        toast({ kind: 'success', text: message, action: undoOf(eventID) })
      }}
      onClose={onClose}
    />
  )
}
