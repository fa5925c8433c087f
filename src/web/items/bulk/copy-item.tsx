import type { Item } from '../../../shared/items/items.api.ts'
import { RoomsDialog } from './rooms-dialog.tsx'
import { useUndoEvent } from './use-undo-event.ts'
import { toast } from '../../ui/toasts.ts'

/** Open for as long as it is rendered: the rooms that an item, as it was saved, is copied into. */
export const CopyItem = ({ item, onClose }: { item: Item; onClose: () => void }) => {
  const undoOf = useUndoEvent()
  const { itemID, subcatID, projectID, title, subCatName } = item
  return (
    <RoomsDialog
      action="copy"
      ticked={{ projectID, things: [{ itemID, subcatID, title, above: subCatName, below: '', chip: null }] }}
      roomID={undefined}
      onDone={(message, eventID) => {
        onClose()
        toast({ kind: 'success', text: message, action: undoOf(eventID) })
      }}
      onClose={onClose}
    />
  )
}
