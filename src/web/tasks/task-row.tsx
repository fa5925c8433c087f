import { IconCheck, IconDots, IconRefresh } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ruleInWords } from '../../shared/recurrence.ts'
import { deleteTask, doneTask, skipTask, type Task } from '../../shared/tasks.ts'
import { call } from '../api/call.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { Menu } from '../ui/menu.tsx'
import { Leaf } from '../upcoming/ending-row.tsx'
import rowStyles from '../upcoming/ending-row.module.css'
import { dayNow, howFar } from '../upcoming/ending-words.ts'
import type { Asked } from './task-dialogs.tsx'
import styles from './tasks.module.css'
import { useTaskChange } from './use-task-change.ts'

interface TaskRowProps {
  task: Task
  today: string
  /** Then its name need not be said. */
  oneHome: boolean
  far: boolean
  ask: (asked: Asked) => void
}

const placeOf = ({ projectName, roomName, title }: Task, oneHome: boolean): string =>
  [
    ...(oneHome ? [] : [projectName]),
    ...(roomName === null ? ['Whole home'] : [roomName]),
    ...(title === null ? [] : [title]),
  ].join(', ')

/** What is to be done, when, and Done. */
export const TaskRow = ({ task, today, oneHome, far, ask }: TaskRowProps) => {
  const { day, note, repeats, sample, may } = task
  const where = placeOf(task, oneHome)
  return (
    <li className={classNames(rowStyles.row, rowStyles.task, day < today && rowStyles.over, far && rowStyles.later)}>
      <Leaf day={day} />
      <span className={rowStyles.chip}>
        <Chip sample={sample} icon={<IconRefresh />} />
      </span>
      <div className={rowStyles.words}>
        <WayTo task={task} />
        <small>
          <bdi>{where}</bdi>
          {repeats && `. ${ruleInWords(repeats)}`}
        </small>
        {note !== '' && (
          <small>
            <bdi>{note}</bdi>
          </small>
        )}
      </div>
      <span className={rowStyles.far}>{howFar(day, today)}</span>
      <div className={rowStyles.actions}>{may !== 'read' && <Actions task={task} ask={ask} />}</div>
    </li>
  )
}

const WayTo = ({ task: { name, itemID, roomID, projectID } }: { task: Task }) => {
  const to =
    itemID !== null ? paths.editItem(itemID) : roomID !== null ? paths.roomItems(roomID) : paths.projectHome(projectID)
  return (
    <Link to={to}>
      <bdi>{name}</bdi>
    </Link>
  )
}

const Actions = ({ task, ask }: Pick<TaskRowProps, 'task' | 'ask'>) => {
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
            <div className={styles.menu}>
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
