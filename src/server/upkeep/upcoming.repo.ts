import type { z } from 'zod/mini'
import { PICTURE_TYPES } from '../../shared/attachments/file-types.ts'
import { linksIn } from '../../shared/items/links-in.ts'
import { SLOTS } from '../../shared/structure/room-structure.api.ts'
import type { Task } from '../../shared/upkeep/tasks.api.ts'
import {
  COMING_AT_ONCE,
  OVER_AT_ONCE,
  type Ending,
  type getUpcoming,
  type Upcoming,
} from '../../shared/upkeep/upcoming.api.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { parseJSON } from '../platform/db/engine.ts'
import { findUpcoming, type EndRow, type PlaceOfEnd } from './upcoming.access.ts'
import { readableItems, readableProjects } from '../platform/db/access/core.ts'
import { itsSubcategory, kindedLabelsOf } from '../structure/labels-of.repo.ts'
import { asTask } from './tasks.repo.ts'
import { AppError } from '../platform/http/app-error.ts'

/** Names of useful files when something breaks, by priority. */
const PAPERS = [/\b(receipt|invoice|bill)\b/i, /\b(warranty|guarantee)\b/i]

const spelled = (name: string): string => name.replace(/[_-]/g, ' ')

const paperOf = (files: EndRow['files']): Ending['paper'] => {
  const named = parseJSON(files)
  for (const words of PAPERS) {
    const paper = named.find(({ name, filename }) => words.test(spelled(name)) || words.test(spelled(filename)))
    if (paper) return { name: paper.name, remote: paper.remote }
  }
  return null
}

/** The first phone number. */
const phoneOf = (row: EndRow): string | null => {
  const labels = parseJSON(row.labels)
  const pieces = [
    ...labels.flatMap(({ field, label, kind }) => linksIn(row[field], label, kind)),
    ...linksIn(row.notes),
  ]
  return pieces.find(({ href }) => href?.startsWith('tel:'))?.text ?? null
}

const asEnding = (row: EndRow): Ending => {
  const { day, label, itemID, title, sample, subCatName, roomID, roomName, projectID, projectName } = row
  const slot = SLOTS[row.slot - 1]
  return {
    ...{ day, label, value: slot ? row[slot] : '', itemID, title, sample, subCatName },
    ...{ roomID, roomName, projectID, projectName, paper: paperOf(row.files), phone: phoneOf(row) },
    picture: parseJSON(row.files).find(({ type }) => PICTURE_TYPES.includes(type))?.remote ?? null,
  }
}

const placeIn = (text: string | undefined): PlaceOfEnd | undefined => {
  if (text === undefined) return undefined
  const [day = '', itemID, slot] = text.split(' ')
  return { day, itemID: Number(itemID), slot: Number(slot) }
}

const placeOf = ({ day, itemID, slot }: PlaceOfEnd): string => `${day} ${itemID} ${slot}`

/** One page, and the position of the next; the rows include one more. */
const endsPage = (rows: readonly EndRow[]): { list: Ending[]; next: string | null } => {
  const list = rows.slice(0, OVER_AT_ONCE)
  const last = list.at(-1)
  return { list: list.map(asEnding), next: last && rows.length > OVER_AT_ONCE ? placeOf(last) : null }
}

type Asked = Omit<z.output<typeof getUpcoming.query>, 'today'> & { today: string }

const byPlace = (one: PlaceOfEnd, other: PlaceOfEnd): number =>
  (one.day < other.day ? -1 : one.day > other.day ? 1 : 0) || one.itemID - other.itemID || one.slot - other.slot

/** Tasks are sorted among ends by day. */
const placeOfTask = ({ day, taskID }: Task): PlaceOfEnd => ({ day, itemID: taskID, slot: 0 })

/** One page of both, and the position of the next. */
const upcomingPage = (ends: readonly EndRow[], tasks: readonly Task[]) => {
  const all = [
    ...ends.map((end) => ({ place: end, end, task: undefined })),
    ...tasks.map((task) => ({ place: placeOfTask(task), end: undefined, task })),
  ].toSorted((one, other) => byPlace(one.place, other.place))
  const list = all.slice(0, COMING_AT_ONCE)
  const last = list.at(-1)
  return {
    coming: list.flatMap(({ end }) => (end ? [asEnding(end)] : [])),
    tasks: list.flatMap(({ task }) => task ?? []),
    later: last && all.length > COMING_AT_ONCE ? placeOf(last.place) : null,
  }
}

/** Throws `not_found` for the project and the item; returns whether the item is in a template. */
const checkThere = async (
  db: Database,
  actor: Actor,
  { projectID, itemID }: Pick<Asked, 'projectID' | 'itemID'>,
): Promise<boolean> => {
  if (projectID !== undefined) {
    const project = readableProjects(db, actor).where('projects.id', '=', projectID).select('projects.id')
    if (!(await project.executeTakeFirst())) throw new AppError('not_found')
  }
  if (itemID === undefined) return false
  const item = readableItems(db, actor).where('items.id', '=', itemID).select('projects.template')
  const found = await (projectID === undefined ? item : item.where('projects.id', '=', projectID)).executeTakeFirst()
  if (!found) throw new AppError('not_found')
  return found.template === 1
}

/**
 * Tasks and ends in everything the actor can read, in one project or of one item: one statement, plus one or two that
 * explain an empty result. Throws `not_found` for the project and the item.
 */
export const listUpcoming = async (
  db: Database,
  actor: Actor,
  { projectID, itemID, today, after, before }: Asked,
): Promise<Upcoming> => {
  const isWhole = after === undefined && before === undefined
  const coming = isWhole || after !== undefined ? { after: placeIn(after), limit: COMING_AT_ONCE + 1 } : undefined
  const asked = {
    ...{ projectID, itemID, today, coming },
    ...((isWhole || before !== undefined) && { over: { before: placeIn(before), limit: OVER_AT_ONCE + 1 } }),
  }
  const { tasks, ends } = await findUpcoming(db, actor, asked, kindedLabelsOf(db, itsSubcategory))
  const isOfTemplate = ends.length + tasks.length === 0 && (await checkThere(db, actor, { projectID, itemID }))
  // The lookups return them in any order.
  const inOrder = ends.toSorted(byPlace)
  const page = upcomingPage(
    inOrder.filter(({ isOver }) => isOver === 0),
    tasks.map(asTask),
  )
  const over = endsPage(inOrder.filter(({ isOver }) => isOver === 1).toReversed())
  return { today, ...page, over: over.list, earlier: over.next, ...(isOfTemplate && { template: true }) }
}
