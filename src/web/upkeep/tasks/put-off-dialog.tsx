import { dayOfRule } from '../../../shared/lib/recurrence.ts'
import { putOffTask } from '../../../shared/upkeep/tasks.api.ts'
import { call } from '../../lib/call.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { dayNow } from '../../lib/days.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './tasks.module.css'
import type { TaskDialogProps } from './use-task-change.ts'

/** Puts off a task, by default for a week. */
export const PutOffDialog = ({ task, change, busy, onClose }: TaskDialogProps) => {
  const { taskID, version } = task
  const today = dayNow()
  const form = useForm({ day: dayOfRule(task.day > today ? task.day : today, { every: 1, unit: 'week' }, 1) })
  const save = async () => {
    if (await change(() => call(putOffTask, { body: { taskID, version, ...form.values } }))) onClose()
  }
  return (
    <FormDialog
      title={task.name}
      form={form}
      unsaved={false}
      action="Put Off"
      button={{ busy }}
      className={classNames('grid gap-16', styles.form)}
      // The browser checks the day.
      noValidate={false}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label="Reschedule to" type="date" required min={today} {...form.field('day')} data-takes-focus />
    </FormDialog>
  )
}
