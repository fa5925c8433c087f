import { useRef, useState, type FormEvent } from 'react'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { UNITS, type Unit } from '../../../shared/upkeep/recurrence.ts'
import { createTask, updateTask, type Repeats, type Task } from '../../../shared/upkeep/tasks.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'
import { useKeptDraft } from '../../lib/forms/kept-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DraftNote } from '../../ui/forms/draft-note.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { dayNow } from '../../lib/days.ts'
import { TaskPlaceFields, type ChosenPlace } from './task-place.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './tasks.module.css'
import { useTaskChange } from './use-task-change.ts'

interface TaskDialogProps {
  /** The task to edit; undefined for a new one. */
  task: Task | undefined
  onClose: () => void
  /** The initial home of a new task. */
  projectID?: number | undefined
  /** The fixed place of a new task, which is then not asked. */
  of?: ChosenPlace & { title: string }
}

type Inputs = Pick<Task, 'name' | 'note' | 'day' | 'repeats'>
const inputsOf = ({ name, note, day, repeats }: Inputs): Inputs => ({ name, note, day, repeats })

const NAMES: Readonly<Record<Unit, string>> = { day: 'Days', week: 'Weeks', month: 'Months', year: 'Years' }

/** Name, first day and recurrence of a task; for a new one also its place. */
export const TaskDialog = ({ task, onClose, projectID, of }: TaskDialogProps) => {
  const [fresh] = useState<Inputs>(() => ({ name: '', note: '', day: dayNow(), repeats: null }))
  const [typed, setTyped] = useState<Partial<Inputs>>({})
  const [place, setPlace] = useState<ChosenPlace>(() =>
    of ? { projectID: of.projectID, itemID: of.itemID } : { projectID },
  )
  const nameField = useRef<HTMLInputElement>(null)
  const [missing, setMissing] = useState<string>()
  const [wrong, setWrong] = useState<Readonly<Record<string, string | undefined>>>({})
  const { busy, change } = useTaskChange()
  // Untouched fields follow the stored task.
  const inputs = { ...inputsOf(task ?? fresh), ...typed }
  const { name, note, day, repeats } = inputs
  const unsaved = JSON.stringify(inputs) !== JSON.stringify(inputsOf(task ?? fresh))
  const form = task ? `task-${task.taskID}` : 'new-task'
  const draft = useKeptDraft(form, unsaved ? { typed, place } : undefined, {
    restore: (kept) => {
      setTyped(kept.typed)
      setPlace(kept.place)
    },
    discard: () => setTyped({}),
    baseOf: () => task?.version,
  })
  const type = (changes: Partial<Inputs>) => setTyped((before) => ({ ...before, ...changes }))

  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isNamed = name.trim() !== ''
    setMissing(isNamed ? undefined : 'Required.')
    if (!isNamed) nameField.current?.focus()
    const home = place.projectID
    if (!isNamed || (!task && home === undefined)) return
    const { taskID, version } = task ?? {}
    const saved = await change(async () => {
      try {
        return taskID !== undefined && version !== undefined
          ? await call(updateTask, { body: { taskID, version, inputs } })
          : await call(createTask, { body: { ...place, projectID: home ?? 0, inputs } })
      } catch (error) {
        if (error instanceof ApiError) setWrong(error.fields)
        throw error
      }
    })
    if (saved) onClose()
  }
  return (
    <Dialog
      open
      title={task ? 'Edit Task' : 'New Task'}
      onClose={onClose}
      unsaved={unsaved}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} kind="primary" busy={busy}>
            {task ? 'Update Task' : 'Create Task'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={classNames('grid gap-16', styles.form)}
        onSubmit={(event) => void save(event)}
      >
        <DraftNote draft={draft} />
        {of && (
          <p className="muted">
            For <bdi>{of.title}</bdi>
          </p>
        )}
        <TextField
          ref={nameField}
          label="Task"
          name="name"
          hint={task ? undefined : 'e.g. Change water filter BWF-20'}
          autoComplete="off"
          maxLength={LIMITS.taskName}
          value={name}
          onChange={(text) => type({ name: text })}
          error={missing ?? wrong['name']}
          data-takes-focus
        />
        {!task && !of && <TaskPlaceFields place={place} onChange={setPlace} />}
        <TextField
          label="Due"
          name="day"
          type="date"
          value={day}
          onChange={(text) => type({ day: text })}
          error={wrong['day']}
        />
        <RepeatFields repeats={repeats} onChange={(rule) => type({ repeats: rule })} wrong={wrong['every']} />
        <TextField
          label="Note"
          optional
          name="note"
          maxLength={LIMITS.notes}
          value={note}
          onChange={(text) => type({ note: text })}
        />
      </form>
    </Dialog>
  )
}

interface RepeatFieldsProps {
  repeats: Repeats
  onChange: (repeats: Repeats) => void
  wrong: string | undefined
}

const RepeatFields = ({ repeats, onChange, wrong }: RepeatFieldsProps) => (
  <div className="cells small-cells gap-12">
    {repeats && (
      <TextField
        label="Every"
        name="every"
        type="number"
        inputMode="numeric"
        min={1}
        max={1000}
        value={repeats.every === 0 ? '' : `${repeats.every}`}
        onChange={(text) => onChange({ ...repeats, every: Math.trunc(Number(text)) || 0 })}
        error={wrong}
      />
    )}
    <Select
      label="Repeats"
      name="unit"
      value={repeats?.unit ?? ''}
      onChange={(unit) => {
        const known = UNITS.find((each) => each === unit)
        onChange(known ? { every: repeats?.every ?? 1, unit: known, fromDone: repeats?.fromDone ?? true } : null)
      }}
    >
      <option value="">Once</option>
      {UNITS.map((unit) => (
        <option key={unit} value={unit}>
          {NAMES[unit]}
        </option>
      ))}
    </Select>
    {repeats && (
      <div className="whole-row">
        <Checkbox
          label="Repeat from the day it was last done"
          name="fromDone"
          checked={repeats.fromDone}
          onChange={(fromDone) => onChange({ ...repeats, fromDone })}
        />
      </div>
    )}
  </div>
)
