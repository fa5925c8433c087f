import { useState } from 'react'
import { LIMITS } from '../../../shared/contract/limits.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { UNITS, type Unit } from '../../../shared/lib/recurrence.ts'
import { createTask, updateTask, type Repeats, type Task } from '../../../shared/upkeep/tasks.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'
import { useForm, type FormField } from '../../lib/forms/use-form.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
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
export const TaskDialog = ({ task, onClose, projectID: chosenHome, of }: TaskDialogProps) => {
  const [fresh] = useState<Inputs>(() => ({ name: '', note: '', day: dayNow(), repeats: null }))
  const [home, setHome] = useState(chosenHome)
  const place: ChosenPlace = of ? { projectID: of.projectID, itemID: of.itemID } : { projectID: home }
  const form = useForm(
    { ...inputsOf(task ?? fresh), place },
    ({ name }) => ({ name: name.trim() === '' ? SENTENCES.required : undefined }),
    'enters',
    task ? `task-${task.taskID}` : 'new-task',
  )
  const { field, put, values } = form
  const { busy, change } = useTaskChange()

  const save = async () => {
    const inputs = inputsOf(values)
    const { projectID, ...within } = values.place
    if (!form.check() || (!task && projectID === undefined)) return
    const { taskID, version } = task ?? {}
    const saved = await change(async () => {
      try {
        return taskID !== undefined && version !== undefined
          ? await call(updateTask, { body: { taskID, version, inputs } })
          : await call(createTask, { body: { ...within, projectID: projectID ?? 0, inputs } })
      } catch (error) {
        if (error instanceof ApiError) form.refuse({ ...error.fields, repeats: error.fields['every'] })
        throw error
      }
    })
    if (saved) onClose()
  }
  return (
    <FormDialog
      title={task ? 'Edit Task' : 'New Task'}
      form={form}
      action={task ? 'Update Task' : 'Create Task'}
      button={{ busy }}
      className={classNames('grid gap-16', styles.form)}
      onSubmit={save}
      onClose={onClose}
    >
      {of && (
        <p className="muted">
          For <bdi>{of.title}</bdi>
        </p>
      )}
      <TextField
        label="Task"
        hint={task ? undefined : 'e.g. Change water filter BWF-20'}
        autoComplete="off"
        maxLength={LIMITS.taskName}
        {...field('name')}
        data-takes-focus
      />
      {!task && !of && (
        <TaskPlaceFields place={values.place} onFirst={setHome} onChange={(chosen) => put({ place: chosen })} />
      )}
      <TextField label="Due" type="date" {...field('day')} />
      <RepeatFields {...field('repeats')} />
      <TextField label="Note" optional maxLength={LIMITS.notes} {...field('note')} />
    </FormDialog>
  )
}

const RepeatFields = ({ value: repeats, onChange, error }: FormField<Repeats>) => (
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
        error={error}
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
