import { useState } from 'react'
import { upload } from '../../shared/files.ts'
import { addItemFiles } from '../../shared/items.ts'
import { LIMITS } from '../../shared/limits.ts'
import { doneTask } from '../../shared/tasks.ts'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { TextField } from '../ui/text-field.tsx'
import { toast } from '../ui/toasts.ts'
import { dayNow } from '../upcoming/ending-words.ts'
import { DayDialog, type TaskDialogProps } from './day-dialog.tsx'
import { displayNameOf } from './photo-name.ts'
import styles from './tasks.module.css'

/** Notes when a task was done, with a note and, of an item, a photo, which becomes one of its files. */
export const DoneDialog = ({ task, change, busy, onClose }: TaskDialogProps) => {
  const { taskID, version, name, itemID } = task
  const [day, setDay] = useState(dayNow)
  const [note, setNote] = useState('')
  const [photo, setPhoto] = useState<File>()
  const save = async () => {
    const files: { name: string; remote: string }[] = []
    const done = await change(async () => {
      // First, so that a photo that cannot be stored leaves the task as it is.
      const [file] = photo ? await call(upload, { files: [photo] }) : []
      if (file) files.push({ name: displayNameOf(name, file.filename), remote: file.remote })
      return call(doneTask, { body: { taskID, version, day, note } })
    })
    if (!done) return
    onClose()
    if (itemID === null || files.length === 0) return
    try {
      await call(addItemFiles, { body: { itemID, files } })
    } catch (error) {
      console.error(error)
      const action = { label: 'Open Item', to: paths.editItem(itemID) }
      toast({ kind: 'error', text: `"${name}" is done, but its photo could not be added.`, action })
    }
  }
  return (
    <DayDialog task={task} action="Done" busy={busy} onSave={save} onClose={onClose}>
      <TextField
        label="Done On"
        name="day"
        type="date"
        required
        max={dayNow()}
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
    </DayDialog>
  )
}
