import { Suspense, useEffect, useId, useState } from 'react'
import { dateInWords } from '../../../shared/lib/dates.ts'
import type { Item } from '../../../shared/items/items.api.ts'
import { ruleInWords } from '../../../shared/lib/recurrence.ts'
import type { Task } from '../../../shared/upkeep/tasks.api.ts'
import { getUpcoming } from '../../../shared/upkeep/upcoming.api.ts'
import { useLostFocus } from '../../lib/focus/use-lost-focus.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconPlus, IconRefresh } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { dayNow } from '../../lib/days.ts'
import { TaskActions } from './task-actions.tsx'
import { TaskDialogs, type Asked } from './task-dialogs.tsx'
import { useWhenTasksChange } from './use-task-change.ts'

const TaskDialog = lazyComponent(async () => (await import('./task-dialog.tsx')).TaskDialog, 'New Task')

/** The open tasks of an item; undefined while unknown, and in a template. */
const useTasksOf = (itemID: number): readonly Task[] | undefined => {
  const [tasks, setTasks] = useState<readonly Task[]>()
  const [times, setTimes] = useState(0)
  useWhenTasksChange(() => setTimes((before) => before + 1))
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    // Coming Up reports errors.
    call(getUpcoming, { query: { itemID, today: dayNow() } }, { signal }).then(
      (answer) => setTasks(answer.template ? undefined : answer.tasks),
      (error: unknown) => signal.aborted || console.warn(error),
    )
    return () => leaving.abort()
  }, [itemID, times])
  return tasks
}

const dueWords = ({ day, repeats }: Task, today: string): string =>
  [
    `${day < today ? 'Overdue since' : 'Due'} ${day === today ? 'today' : dateInWords(day, 'en-US')}`,
    ...(repeats ? [ruleInWords(repeats).toLowerCase()] : []),
  ].join(', ')

/** The tasks on an item's card, with Done, and a button to add one. */
export const ItemTasks = ({ item: { itemID, projectID, title, may } }: { item: Item }) => {
  const id = useId()
  const tasks = useTasksOf(itemID)
  const [asked, setAsked] = useState<Asked>()
  const [isNew, setIsNew] = useState(false)
  const lostFocus = useLostFocus()
  const mayWrite = may !== 'read'
  if (!tasks || (tasks.length === 0 && !mayWrite)) return null
  const today = dayNow()
  return (
    <>
      <section aria-labelledby={id} className="part-below" {...lostFocus}>
        <h2 id={id} className={classNames('card-title mb-4', tasks.length === 0 ? 'visually-hidden' : undefined)}>
          Tasks
        </h2>
        {tasks.length > 0 && (
          <ul>
            {tasks.map((task) => (
              <li key={task.taskID} className="flex size-18 gap-8 mb-12">
                <IconRefresh className={task.day < today ? 'danger' : 'primary'} aria-hidden="true" />
                <div className="shrink">
                  <b className="block cell bold">
                    <bdi>{task.name}</bdi>
                  </b>
                  <small className={classNames('block small', task.day < today ? 'danger' : 'muted')}>
                    {dueWords(task, today)}
                  </small>
                  {task.note !== '' && (
                    <small className="block muted small">
                      <bdi>{task.note}</bdi>
                    </small>
                  )}
                  {mayWrite && (
                    <div className="row gap-8 mt-4">
                      <TaskActions task={task} ask={setAsked} />
                    </div>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )}
        {mayWrite && (
          <Button small icon={<IconPlus />} onClick={() => setIsNew(true)}>
            New Task
          </Button>
        )}
      </section>
      <Suspense>
        {isNew && <TaskDialog task={undefined} of={{ projectID, itemID, title }} onClose={() => setIsNew(false)} />}
      </Suspense>
      <TaskDialogs asked={asked} tasks={tasks} onClose={() => setAsked(undefined)} />
    </>
  )
}
