import { Suspense } from 'react'
import type { Task } from '../../../shared/upkeep/tasks.api.ts'
import { later } from '../../ui/lazy-component.tsx'
import { useTaskChange } from './use-task-change.ts'

const TaskDialog = later(async () => (await import('./task-dialog.tsx')).TaskDialog, 'Edit Task')
const DoneDialog = later(async () => (await import('./done-dialog.tsx')).DoneDialog, 'Done')
const PutOffDialog = later(async () => (await import('./put-off-dialog.tsx')).PutOffDialog, 'Put Off')

/** Which dialog of which task is open. */
export interface Asked {
  for: 'done' | 'put off' | 'edit'
  task: Task
}

interface TaskDialogsProps {
  asked: Asked | undefined
  /** As they are by now. */
  tasks: readonly Task[]
  onClose: () => void
}

/**
 * The dialog of one task of a list. It stands beside the list and stays open with what was typed while tasks change, come to stand
 * elsewhere or go.
 */
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
