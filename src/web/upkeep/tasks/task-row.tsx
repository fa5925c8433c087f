import { Link } from 'react-router'
import { ruleInWords } from '../../../shared/lib/recurrence.ts'
import type { Task } from '../../../shared/upkeep/tasks.api.ts'
import { paths } from '../../lib/paths.ts'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconRefresh } from '../../ui/icons.tsx'
import { CalendarLeaf } from '../upcoming/ending-row.tsx'
import rowStyles from '../upcoming/ending-row.module.css'
import { distanceInWords } from '../upcoming/ending-words.ts'
import { TaskActions } from './task-actions.tsx'
import type { Asked } from './task-dialogs.tsx'

interface TaskRowProps {
  task: Task
  today: string
  /** All rows are of one home, so its name is omitted. */
  oneHome: boolean
  ask: (asked: Asked) => void
}

const placeOf = ({ projectName, roomName, title }: Task, oneHome: boolean): string =>
  [
    ...(oneHome ? [] : [projectName]),
    ...(roomName === null ? ['Whole home'] : [roomName]),
    ...(title === null ? [] : [title]),
  ].join(', ')

/** A task, its day, and Done. */
export const TaskRow = ({ task, today, oneHome, ask }: TaskRowProps) => {
  const { day, note, repeats, sample, may } = task
  const where = placeOf(task, oneHome)
  const isOver = day < today
  return (
    <li className="row wrap relative line hover-row gap-12">
      <CalendarLeaf day={day} isOver={isOver} />
      <span className={classNames('not-on-phones', rowStyles.task)}>
        <Chip sample={sample} icon={<IconRefresh />} />
      </span>
      <div className="grow-180">
        <WayTo task={task} />
        <small className="block muted label">
          <bdi>{where}</bdi>
          {repeats && `. ${ruleInWords(repeats)}`}
        </small>
        {note !== '' && (
          <small className="block muted label">
            <bdi>{note}</bdi>
          </small>
        )}
      </div>
      <span className={classNames('label text-right', isOver ? 'danger' : 'muted', rowStyles.far)}>
        {distanceInWords(day, today)}
      </span>
      <div className={classNames('flex wrap relative above gap-8 hide-empty', rowStyles.actions)}>
        {may !== 'read' && <TaskActions task={task} ask={ask} />}
      </div>
    </li>
  )
}

const WayTo = ({ task: { name, itemID, roomID, projectID } }: { task: Task }) => {
  const to =
    itemID !== null ? paths.editItem(itemID) : roomID !== null ? paths.roomItems(roomID) : paths.projectHome(projectID)
  return (
    <Link to={to} className="block strong link-over">
      <bdi>{name}</bdi>
    </Link>
  )
}
