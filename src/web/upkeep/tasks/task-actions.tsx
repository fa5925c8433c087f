import { deleteTask, markTaskDone, skipTask, type Task } from '../../../shared/upkeep/tasks.api.ts'
import { call } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { IconCheck } from '../../ui/icons.tsx'
import { MoreMenu } from '../../ui/menus/more-menu.tsx'
import { dayNow } from '../../lib/days.ts'
import type { Asked } from './task-dialogs.tsx'
import { useTaskChange } from './use-task-change.ts'

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
        onClick={() => void change(() => call(markTaskDone, { body: { taskID, version, day: dayNow() } }))}
      >
        Done
      </Button>
      <MoreMenu name={`More for ${name}`}>
        <Button kind="quiet" onClick={() => ask({ for: 'done', task })}>
          Done With Note
        </Button>
        <Button kind="quiet" onClick={() => ask({ for: 'put off', task })}>
          Put Off
        </Button>
        {task.repeats && (
          <Button kind="quiet" onClick={() => void skip()}>
            Skip
          </Button>
        )}
        <Button kind="quiet" onClick={() => ask({ for: 'edit', task })}>
          Edit Task
        </Button>
        <Button kind="quiet" onClick={() => void change(() => call(deleteTask, { query: { taskID } }))}>
          Delete Task
        </Button>
      </MoreMenu>
    </>
  )
}
