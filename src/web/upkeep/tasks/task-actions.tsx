import { deleteTask, doneTask, skipTask, type Task } from '../../../shared/upkeep/tasks.api.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { IconCheck, createIcon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/menu.tsx'
import { dayNow } from '../upcoming/ending-words.ts'
import type { Asked } from './task-dialogs.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './tasks.module.css'
import { useTaskChange } from './use-task-change.ts'

const IconDots = createIcon(
  'M4 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0m7 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0m7 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
)

interface TaskActionsProps {
  task: Task
  ask: (asked: Asked) => void
}

/** Done, and a menu of further actions. */
export const TaskActions = ({ task, ask }: TaskActionsProps) => {
  const { taskID, version, name } = task
  const { busy, change } = useTaskChange()
  const skip = () => change(() => call(skipTask, { body: { taskID, version, today: dayNow() } }))
  return (
    <>
      <Button
        small
        icon={<IconCheck />}
        busy={busy}
        aria-label={`Done: ${name}`}
        onClick={() => void change(() => call(doneTask, { body: { taskID, version, day: dayNow() } }))}
      >
        Done
      </Button>
      <Menu quiet name={`More for ${name}`} icon={<IconDots />}>
        {(closeMenu) => {
          const choose = (act: () => void) => () => {
            closeMenu()
            act()
          }
          return (
            <div className={classNames('grid nowrap', styles.menu)}>
              <Button kind="quiet" onClick={choose(() => ask({ for: 'done', task }))}>
                Done With Note
              </Button>
              <Button kind="quiet" onClick={choose(() => ask({ for: 'put off', task }))}>
                Put Off
              </Button>
              {task.repeats && (
                <Button kind="quiet" onClick={choose(() => void skip())}>
                  Skip
                </Button>
              )}
              <Button kind="quiet" onClick={choose(() => ask({ for: 'edit', task }))}>
                Edit Task
              </Button>
              <Button kind="quiet" onClick={choose(() => void change(() => call(deleteTask, { query: { taskID } })))}>
                Delete Task
              </Button>
            </div>
          )
        }}
      </Menu>
    </>
  )
}
