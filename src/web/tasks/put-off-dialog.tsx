import { useState, type FormEvent } from 'react'
import { dayOfRule } from '../../shared/recurrence.ts'
import { putOffTask } from '../../shared/tasks.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { TaskDialogProps } from './done-dialog.tsx'
import styles from './tasks.module.css'

/** Another day for a task; at first in a week. */
export const PutOffDialog = ({ task, today, change, busy, onClose }: TaskDialogProps) => {
  const { taskID, version, name } = task
  const [day, setDay] = useState(dayOfRule(task.day > today ? task.day : today, { every: 1, unit: 'week' }, 1))
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await change(() => call(putOffTask, { body: { taskID, version, day } }))) onClose()
  }
  const form = `put-off-${taskID}`
  return (
    <Dialog
      open
      title={name}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} kind="primary" busy={busy}>
            Put Off
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <TextField
          label="Put Off To"
          name="day"
          type="date"
          required
          min={today}
          value={day}
          onChange={setDay}
          data-takes-focus
        />
      </form>
    </Dialog>
  )
}
