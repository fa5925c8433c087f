import { useId } from 'react'
import { TRASH_DAYS } from '../../shared/history/trash-days.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { IconTrash } from '../ui/icons.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
import { useForm } from '../lib/forms/use-form.ts'

interface DeleteProjectDialogProps {
  name: string
  /** What is deleted with it, as a sentence. */
  contents: string
  onCancel: () => void
  onDelete: () => void
}

/** Deletes only after the user has typed the project's exact name. */
export const DeleteProjectDialog = ({ name, contents, onCancel, onDelete }: DeleteProjectDialogProps) => {
  const formID = useId()
  const { ref, texts, field, check } = useForm({ confirmation: '' }, ({ confirmation }) =>
    confirmation === name ? {} : { confirmation: 'Type the project name exactly as shown.' },
  )
  return (
    <Dialog
      role="alertdialog"
      title={`Delete ${name}?`}
      open
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            type="submit"
            form={formID}
            kind="danger-filled"
            icon={<IconTrash />}
            incomplete={texts.confirmation !== name}
          >
            Delete Project
          </Button>
        </>
      }
    >
      <p>
        {contents} You can restore it from the Trash for {TRASH_DAYS} days.
      </p>
      <form
        ref={ref}
        id={formID}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (check()) onDelete()
        }}
      >
        <TextField
          label={
            <span className="regular">
              Type <b className="bold prewrap">{name}</b> to confirm
            </span>
          }
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field('confirmation')}
          data-takes-focus
        />
      </form>
    </Dialog>
  )
}
