import { useId, useRef, useState } from 'react'
import { addInboxPhoto } from '../../../shared/items/inbox.api.ts'
import { addItemFiles } from '../../../shared/items/items.api.ts'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { markTaskDone, type Task } from '../../../shared/upkeep/tasks.api.ts'
import { call } from '../../lib/call.ts'
import { UploadEntries } from '../../attachments/uploads/upload-entries.tsx'
import { isStored } from '../../attachments/uploads/upload-queue.ts'
import { useUploads } from '../../attachments/uploads/use-uploads.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { paths } from '../../lib/paths.ts'
import { notifyRestored } from '../../history/trash/restore.ts'
import { classNames } from '../../ui/class-names.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { PhotoTaker, Picker } from '../../ui/files/file-drop.tsx'
import { IconPhotoPlus } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../lib/toasts.ts'
import { dayNow } from '../../lib/days.ts'
import { displayNameOf } from './photo-name.ts'
import styles from './tasks.module.css'
import type { TaskDialogProps } from './use-task-change.ts'

/** A task of an item adds the photo to the item's files, one of a room or home to the inbox. */
const addPhoto = async ({ itemID, roomID, projectID }: Task, name: string, remote: string) => {
  if (itemID !== null) return call(addItemFiles, { body: { itemID, files: [{ name, remote }] } })
  return call(addInboxPhoto, { body: { projectID, ...(roomID !== null && { roomID }), remote } })
}

/** Completes a task on a day, with a note and a photo, which uploads while the user types. */
export const DoneDialog = ({ task, change, busy, onClose }: TaskDialogProps) => {
  const { taskID, version, name, itemID, projectID } = task
  const [today] = useState(dayNow)
  const form = useForm({ day: today, note: '' }, undefined, 'enters', `done-${taskID}`)
  const photoID = useId()
  const picker = useRef<HTMLInputElement>(null)
  const { uploads, refusal, uploading, add, retry, remove, clear } = useUploads(useId())
  const choose = ([file]: readonly File[]) => {
    clear()
    if (file) add({ files: [new File([file], displayNameOf(name, file.name), { type: file.type })], folders: [] })
  }
  const save = async () => {
    const photo = uploads.find(isStored)
    const done = await change(() => call(markTaskDone, { body: { taskID, version, ...form.values } }))
    if (!done) return
    onClose()
    if (!photo) return
    try {
      await addPhoto(task, photo.file.name, photo.remote)
      notifyRestored()
    } catch (error) {
      console.error(error)
      const action =
        itemID === null
          ? { label: 'Open Inbox', to: paths.inbox(projectID) }
          : { label: 'Open Item', to: paths.editItem(itemID) }
      toast({ kind: 'error', text: `"${name}" is done, but its photo couldn’t be added.`, action })
    }
  }
  return (
    <FormDialog
      title={name}
      form={form}
      unsaved={form.changed.includes('note') || uploads.length > 0}
      action="Done"
      button={{ busy: busy || uploading }}
      className={classNames('grid gap-16', styles.form)}
      // The browser checks the day.
      noValidate={false}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label="Done On" type="date" required max={dayNow()} {...form.field('day')} data-takes-focus />
      <TextField label="Note" optional maxLength={LIMITS.notes} {...form.field('note')} />
      <div role="group" aria-labelledby={photoID} className="grid strong gap-8">
        <span id={photoID}>
          Photo <small className="faint regular">(optional{itemID === null && ', saved to the Photo Inbox'})</small>
        </span>
        <div className="flex wrap gap-8">
          <PhotoTaker onFiles={choose} />
          <Picker
            ref={picker}
            label="Add Photo"
            icon={<IconPhotoPlus aria-hidden="true" />}
            accept="image/*"
            onFiles={choose}
          />
        </div>
      </div>
      {refusal && <Message kind="error">{refusal}</Message>}
      <UploadEntries {...{ uploads, retry, remove }} focusAfter={picker} />
    </FormDialog>
  )
}
