import { TRASH_DAYS } from '../../shared/history/trash-days.ts'
import { FormDialog } from '../ui/dialogs/form-dialog.tsx'
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
  const form = useForm({ confirmation: '' }, ({ confirmation }) =>
    confirmation === name ? {} : { confirmation: 'Type the project name exactly as shown.' },
  )
  return (
    <FormDialog
      role="alertdialog"
      title={`Delete ${name}?`}
      form={form}
      unsaved={false}
      action="Delete Project"
      button={{ kind: 'danger-filled', icon: <IconTrash />, incomplete: form.values.confirmation !== name }}
      lead={
        <p>
          {contents} You can restore it from the Trash for {TRASH_DAYS} days.
        </p>
      }
      onSubmit={() => {
        if (form.check()) onDelete()
      }}
      onClose={onCancel}
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
        {...form.field('confirmation')}
        data-takes-focus
      />
    </FormDialog>
  )
}
