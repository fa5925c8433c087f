import { useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import type { Task } from '../../../shared/upkeep/tasks.api.ts'
import { SOON_DAYS, getUpcoming, sentenceOf, type Upcoming } from '../../../shared/upkeep/upcoming.api.ts'
import { call } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { CalendarLeaf } from './ending-row.tsx'
import { dayOf, daysFrom } from '../../lib/days.ts'
import { entriesOf, type Entry } from './entries.ts'

const SHOWN = 4

/** Overdue tasks, recent ends, and entries of the next days. */
const isSoon = ({ day }: Entry, today: string): boolean => Math.abs(daysFrom(today, day)) <= SOON_DAYS

/** The next entries of one home. Renders nothing if there are none. */
export const Soon = ({ projectID }: { projectID: number }) => {
  const id = useId()
  const [list, setList] = useState<Upcoming>()
  useEffect(() => {
    const leaving = new AbortController()
    const today = dayOf(new Date())
    // Coming Up reports errors.
    call(getUpcoming, { query: { projectID, today } }, { signal: leaving.signal }).then(setList, () => undefined)
    return () => leaving.abort()
  }, [projectID])
  const entries = list ? entriesOf(list).filter((entry) => isSoon(entry, list.today)) : []
  if (!list || entries.length === 0) return null
  return (
    <section aria-labelledby={id} className="mt-40">
      <div className="row min-44 gap-12">
        <h2 className="push-right" id={id}>
          Coming Up
        </h2>
        <Link
          to={`${paths.comingUp()}?projectID=${projectID}`}
          className="inline-row end min-target"
          aria-label="All coming up"
        >
          All
        </Link>
      </div>
      <ul className="sheet ruled">
        {entries.slice(0, SHOWN).map((entry) => (
          <Line key={entry.key} entry={entry} today={list.today} />
        ))}
      </ul>
    </section>
  )
}

/** Where a task can be completed: on its item's card, else on Coming Up. */
const wayTo = ({ itemID, projectID }: Task): string =>
  itemID === null ? `${paths.comingUp()}?projectID=${projectID}` : paths.editItem(itemID)

const Line = ({ entry: { day, task, ending }, today }: { entry: Entry; today: string }) => {
  const isOver = day < today
  const { roomName } = task ?? ending
  return (
    <li className="row relative line hover-row gap-12">
      <CalendarLeaf day={day} isOver={isOver} />
      <span>
        <Link to={task ? wayTo(task) : paths.editItem(ending.itemID)} className="block strong link-over">
          <bdi>{task ? task.name : sentenceOf(ending, isOver)}</bdi>
        </Link>
        <small className="block faint small">
          <bdi>{roomName ?? 'Whole home'}</bdi>
          {task && isOver && ', overdue'}
        </small>
      </span>
    </li>
  )
}
