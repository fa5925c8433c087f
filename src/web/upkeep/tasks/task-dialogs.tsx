import { Suspense } from 'react'
import type { Task } from '../../../shared/upkeep/tasks.api.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { useTaskChange } from './use-task-change.ts'

const TaskDialog = lazyComponent(async () => (await import('./task-dialog.tsx')).TaskDialog, 'Edit Task')
const DoneDialog = lazyComponent(async () => (await import('./done-dialog.tsx')).DoneDialog, 'Done')
const PutOffDialog = lazyComponent(async () => (await import('./put-off-dialog.tsx')).PutOffDialog, 'Put Off')

/** The open dialog and its task. */
export interface Asked {
  for: 'done' | 'put off' | 'edit'
  task: Task
}

interface TaskDialogsProps {
  asked: Asked | undefined
  /** The current tasks. */
  tasks: readonly Task[]
  onClose: () => void
}

/** The dialog of one task of a list. Rendered beside the list, so that it keeps its input while tasks change, move or disappear. */
export const TaskDialogs = ({ asked, tasks, onClose }: TaskDialogsProps) => {
  const { busy, change } = useTaskChange()
  const task = asked && (tasks.find(({ taskID }) => taskID === asked.task.taskID) ?? asked.task)
  return (
    <Suspense>
      {task && asked.for === 'done' && <DoneDialog {...{ task, change, busy, onClose }} />}
      {task && asked.for === 'put off' && <PutOffDialog {...{ task, change, busy, onClose }} />}
      {task && asked.for === 'edit' && <TaskDialog {...{ task, onClose }} />}
    </Suspense>
  )
}
