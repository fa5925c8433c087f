import { dateInWords } from '../../shared/lib/dates.ts'
import { SOON_DAYS, sentenceOf } from '../../shared/upkeep/upcoming.api.ts'
import type { TaskRow } from './tasks.access.ts'
import type { EndDay } from './upcoming.access.ts'
import type { MailList } from '../platform/mail/html-mail.ts'
import { toSingleLine } from '../platform/lib/to-single-line.ts'
import { pathOf } from './path-of.ts'
import { daysLater } from './reminder-times.ts'

/** Nobody reads longer lists; Coming Up has everything. */
export const MOST_LINES = 30

type Task = Pick<TaskRow, 'day' | 'name' | 'title' | 'roomName' | 'itemID' | 'projectID' | 'projectName'>
type End = Pick<EndDay, 'day' | 'label' | 'title' | 'roomName' | 'itemID' | 'projectID' | 'projectName' | 'slot'>

interface Days {
  today: string
  /** The day of the next mail. */
  next: string
  /** The day on which the last mail was written; '' for none. */
  toldDay: string
}

interface Due {
  projectID: number
  projectName: string
  line: MailList['lines'][number]
}

interface WhatIsDue {
  /** '2 overdue, 3 this week'. */
  counts: string
  homes: MailList[]
  /** How many entries have no line. */
  more: number
}

const inWords = (day: string): string => dateInWords(day, 'en-US')

const placeOf = (...parts: (string | null)[]): string =>
  parts.flatMap((part) => (part === null ? [] : [toSingleLine(part)])).join(', ')

/**
 * The contents of a mail: tasks that are overdue or due before the next mail, ends before it, and ends within 90 days.
 * Undefined if none of it is due and nothing new came within 90 days since the last mail. Both lists must be sorted by
 * day.
 */
export const whatIsDue = (
  tasks: readonly Task[],
  ends: readonly End[],
  { today, next, toldDay }: Days,
  publicURL: string,
): WhatIsDue | undefined => {
  const soonFrom = daysLater(today, SOON_DAYS)
  const toldUntil = toldDay === '' ? '' : daysLater(toldDay, SOON_DAYS)
  const ofTask = (task: Task): Due => ({
    projectID: task.projectID,
    projectName: task.projectName,
    line: {
      above: task.day < today ? `Overdue since ${inWords(task.day)}` : inWords(task.day),
      words: toSingleLine(task.name),
      below: placeOf(task.roomName, task.title),
      link: publicURL + pathOf(task),
    },
  })
  const ofEnd = (end: End): Due => ({
    projectID: end.projectID,
    projectName: end.projectName,
    line: {
      above: inWords(end.day),
      words: toSingleLine(sentenceOf(end, false)),
      below: placeOf(end.roomName),
      link: publicURL + pathOf(end),
    },
  })
  const overdue = tasks.filter(({ day }) => day < today)
  const tasksThisWeek = tasks.filter(({ day }) => day >= today && day < next)
  const endsThisWeek = ends.filter(({ day }) => day < next)
  const soon = ends.filter(({ day }) => day >= next && day <= soonFrom)
  const thisWeek = tasksThisWeek.length + endsThisWeek.length
  if (overdue.length + thisWeek === 0 && !soon.some(({ day }) => day > toldUntil)) return undefined
  const all = [
    ...overdue.map(ofTask),
    ...[
      ...tasksThisWeek.map((task) => ({ day: task.day, due: ofTask(task) })),
      ...endsThisWeek.map((end) => ({ day: end.day, due: ofEnd(end) })),
    ]
      .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
      .map(({ due }) => due),
    ...soon.map(ofEnd),
  ]
  const homes = new Map<number, { title: string; lines: MailList['lines'][number][] }>()
  for (const { projectID, projectName, line } of all.slice(0, MOST_LINES)) {
    const home = homes.get(projectID) ?? { title: toSingleLine(projectName), lines: [] }
    home.lines.push(line)
    homes.set(projectID, home)
  }
  const counts = [
    ...(overdue.length > 0 ? [`${overdue.length} overdue`] : []),
    ...(thisWeek > 0 ? [`${thisWeek} this week`] : []),
    ...(soon.length > 0 ? [`${soon.length} in the next ${SOON_DAYS} days`] : []),
  ].join(', ')
  return { counts, homes: [...homes.values()], more: Math.max(0, all.length - MOST_LINES) }
}
