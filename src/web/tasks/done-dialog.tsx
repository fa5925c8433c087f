import { useState, type FormEvent } from 'react'
import { displayNameOf } from './photo-name.ts'
import { upload } from '../../shared/files.ts'
import { addItemFiles } from '../../shared/items.ts'
import { LIMITS } from '../../shared/limits.ts'
import { doneTask, type Task } from '../../shared/tasks.ts'
import { call } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './tasks.module.css'
import type { useTaskChange } from './use-task-change.ts'

export interface TaskDialogProps extends Pick<ReturnType<typeof useTaskChange>, 'change' | 'busy'> {
  task: Task
  today: string
  onClose: () => void
}

/** Notes when a task was done, with a note and, of an item, a photo, which becomes one of its files. */
export const DoneDialog = ({ task, today, change, busy, onClose }: TaskDialogProps) => {
  const { taskID, version, name, itemID } = task
  const [day, setDay] = useState(today)
  const [note, setNote] = useState('')
  const [photo, setPhoto] = useState<File>()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const done = await change(async () => {
      // First, so that a photo that cannot be stored leaves the task as it is.
      const [file] = photo ? await call(upload, { files: [photo] }) : []
      const answer = await call(doneTask, { body: { taskID, version, day, note } })
      if (file && itemID !== null)
        await call(addItemFiles, {
          body: { itemID, files: [{ name: displayNameOf(name, file.filename), remote: file.remote }] },
        })
      return answer
    })
    if (done) onClose()
  }
  const form = `done-${taskID}`
  return (
    <Dialog
      open
      title={name}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} kind="primary" busy={busy}>
            Done
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <TextField
          label="Done On"
          name="day"
          type="date"
          required
          max={today}
          value={day}
          onChange={setDay}
          data-takes-focus
        />
        <TextField label="Note" optional name="note" maxLength={LIMITS.notes} value={note} onChange={setNote} />
        {itemID !== null && (
          <label className={styles.photo}>
            <span>
              Photo <small>(optional)</small>
            </span>
            <input type="file" accept="image/*" onChange={(event) => setPhoto(event.target.files?.[0])} />
          </label>
        )}
      </form>
    </Dialog>
  )
}
