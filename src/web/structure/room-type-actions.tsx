import { useState } from 'react'
import { roomTypeInputs, type RoomType } from '../../shared/structure/room-structure.api.ts'
import { LIMITS } from '../../shared/contract/limits.ts'
import { copyRoomType, deleteRoomType, renameRoomType } from '../../shared/structure/structure.api.ts'
import { call } from '../lib/call.ts'
import { markGone } from '../lib/navigation-history.ts'
import { paths } from '../lib/paths.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/dialog.tsx'
import { FormDialog } from '../ui/dialogs/form-dialog.tsx'
import { IconCopy, IconPencil, IconTrash } from '../ui/icons.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { problemsBy } from '../lib/forms/problems-by.ts'
import { orSame, useForm } from '../lib/forms/use-form.ts'
import { createdID, isProblem, reasonOf } from './reason.ts'

export interface ActionResult {
  kind: 'success' | 'warning' | 'error'
  text: string
}

interface RoomTypeActionsProps {
  roomType: RoomType
  /** An action succeeded or failed; `chosen` is the room type to select next. */
  onDone: (told: ActionResult, chosen?: number) => Promise<void>
  /** Clears the previous message. */
  onBegin: () => void
}

/** Actions on a whole room type. */
export const RoomTypeActions = ({ roomType: { roomTypeID, roomTypeName }, onDone, onBegin }: RoomTypeActionsProps) => {
  const [asking, setAsking] = useState<'rename' | 'copy' | 'delete'>()
  const [deleting, setDeleting] = useState(false)
  const ask = (what: typeof asking) => {
    onBegin()
    setAsking(what)
  }
  const close = () => setAsking(undefined)

  const rename = async (roomType: string) => {
    const { message } = await call(renameRoomType, { body: { roomTypeID, roomType, was: roomTypeName } })
    close()
    await onDone({ kind: 'success', text: message })
  }

  const copy = async (roomType: string) => {
    const copied = await call(copyRoomType, { body: { roomTypeID, roomType } })
    const created = createdID(copied.roomTypeID)
    close()
    await onDone({ kind: 'success', text: copied.message }, created)
  }

  const remove = async () => {
    close()
    if (deleting) return
    setDeleting(true)
    try {
      const { message } = await call(deleteRoomType, { query: { roomTypeID } })
      markGone(`roomTypeID=${roomTypeID}`, paths.adminHome())
      await onDone({ kind: 'success', text: message })
    } catch (error) {
      await onDone(
        isProblem(error, 'room_type_in_use')
          ? { kind: 'warning', text: error.message }
          : { kind: 'error', text: `Unable to delete room type "${roomTypeName}" - ${reasonOf(error)}` },
      )
    } finally {
      setDeleting(false)
    }
  }

  return (
    <div className="flex wrap gap-8 mt-16">
      <Button small icon={<IconPencil />} onClick={() => ask('rename')}>
        Rename
      </Button>
      <Button small icon={<IconCopy />} onClick={() => ask('copy')}>
        Duplicate
      </Button>
      <Button small kind="danger" icon={<IconTrash />} busy={deleting} onClick={() => ask('delete')}>
        Delete
      </Button>
      {asking === 'rename' && (
        <NameDialog
          title={`Rename ${roomTypeName}`}
          action="Rename"
          first={roomTypeName}
          failure={() => `Unable to update room type "${roomTypeName}"`}
          send={rename}
          onCancel={close}
        />
      )}
      {asking === 'copy' && (
        <NameDialog
          title={`Duplicate ${roomTypeName}`}
          action="Duplicate"
          first=""
          failure={(name) => `Unable to create room type "${name}"`}
          send={copy}
          onCancel={close}
        />
      )}
      <ConfirmDialog
        open={asking === 'delete'}
        title={`Delete ${roomTypeName}?`}
        safeLabel="Keep It"
        destructiveLabel="Delete Room Type"
        onSafe={close}
        onDestructive={() => void remove()}
      >
        You can delete a room type once no rooms use it. Its categories stay, and you can undo this under Structure.
      </ConfirmDialog>
    </div>
  )
}

interface NameDialogProps {
  title: string
  action: string
  first: string
  /** The start of the error message. */
  failure: (name: string) => string
  send: (roomType: string) => Promise<void>
  onCancel: () => void
}

const NameDialog = ({ title, action, first, failure, send, onCancel }: NameDialogProps) => {
  const form = useForm({ roomType: first }, problemsBy(roomTypeInputs), first === '' ? 'enters' : 'edits')
  const { roomType } = form.values
  const input = orSame(form.field('roomType'), form.unchanged)
  const onSubmit = () =>
    form.submit(
      'send',
      async () => {
        await send(roomType)
        return {}
      },
      (error) =>
        isProblem(error, 'room_type_taken', 'structure_changed')
          ? { kind: 'warning', text: error.message }
          : `${failure(roomType.trim())} - ${reasonOf(error)}`,
    )
  return (
    <FormDialog
      title={title}
      form={form}
      action={action}
      button={{ incomplete: roomType.trim() === '' || !form.isChanged }}
      onSubmit={onSubmit}
      onClose={onCancel}
    >
      <TextField
        label="Name"
        autoComplete="off"
        hint={!input.error && `Up to ${LIMITS.roomTypeName} characters`}
        {...input}
        data-takes-focus
      />
    </FormDialog>
  )
}
