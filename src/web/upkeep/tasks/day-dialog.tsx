import type { FormEvent, ReactNode } from 'react'
import type { Task } from '../../../shared/upkeep/tasks.api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './tasks.module.css'
import type { useTaskChange } from './use-task-change.ts'

export interface TaskDialogProps extends Pick<ReturnType<typeof useTaskChange>, 'change' | 'busy'> {
  task: Task
  onClose: () => void
}

interface DayDialogProps extends Pick<TaskDialogProps, 'task' | 'busy' | 'onClose'> {
  action: string
  unsaved?: boolean
  onSave: () => Promise<void>
  children: ReactNode
}

/** A dialog about one task. */
export const DayDialog = ({ task, action, busy, unsaved, onSave, onClose, children }: DayDialogProps) => {
  const form = `task-${task.taskID}`
  const save = (event: FormEvent) => {
    event.preventDefault()
    void onSave()
  }
  return (
    <Dialog
      open
      title={task.name}
      onClose={onClose}
      unsaved={unsaved}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} kind="primary" busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} className={classNames('grid gap-16', styles.form)} onSubmit={save}>
        {children}
      </form>
    </Dialog>
  )
}
