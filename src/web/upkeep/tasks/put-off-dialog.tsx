import { useState } from 'react'
import { dayOfRule } from '../../../shared/upkeep/recurrence.ts'
import { putOffTask } from '../../../shared/upkeep/tasks.api.ts'
import { call } from '../../lib/call.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { dayNow } from '../../lib/days.ts'
import { DayDialog, type TaskDialogProps } from './day-dialog.tsx'

/** Puts off a task, by default for a week. */
export const PutOffDialog = ({ task, change, busy, onClose }: TaskDialogProps) => {
  const { taskID, version } = task
  const today = dayNow()
  const [day, setDay] = useState(dayOfRule(task.day > today ? task.day : today, { every: 1, unit: 'week' }, 1))
  const save = async () => {
    if (await change(() => call(putOffTask, { body: { taskID, version, day } }))) onClose()
  }
  return (
    <DayDialog task={task} action="Put Off" busy={busy} onSave={save} onClose={onClose}>
      <TextField
        label="Reschedule to"
        name="day"
        type="date"
        required
        min={today}
        value={day}
        onChange={setDay}
        data-takes-focus
      />
    </DayDialog>
  )
}
