import type { z } from 'zod/mini'
import { PHONE } from '../../shared/phone-number.ts'
import { SLOTS } from '../../shared/room-structure.ts'
import { COMING_AT_ONCE, OVER_AT_ONCE, type Ending, type getUpcoming, type Upcoming } from '../../shared/upcoming.ts'
import type { Actor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { parseJSON } from '../db/engine.ts'
import { findEnds, type EndRow, type PlaceOfEnd } from '../db/ends.ts'
import { readableProjects } from '../db/scope.ts'
import { AppError } from '../app-error.ts'

/** What a file is called that one needs when something breaks, first what is asked for first. */
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

const phoneOf = (row: EndRow): string | null => {
  const phone = new RegExp(PHONE)
  for (const text of [...SLOTS.map((slot) => row[slot]), row.notes]) {
    const found = phone.exec(text)
    if (found) return found[0]
  }
  return null
}

const asEnding = (row: EndRow): Ending => {
  const { day, label, itemID, title, sample, subCatName, roomID, roomName, projectID, projectName } = row
  const slot = SLOTS[row.slot - 1]
  return {
    ...{ day, label, value: slot ? row[slot] : '', itemID, title, sample, subCatName },
    ...{ roomID, roomName, projectID, projectName, paper: paperOf(row.files), phone: phoneOf(row) },
  }
}

const placeIn = (text: string | undefined): PlaceOfEnd | undefined => {
  if (text === undefined) return undefined
  const [day = '', itemID, slot] = text.split(' ')
  return { day, itemID: Number(itemID), slot: Number(slot) }
}

const placeOf = ({ day, itemID, slot }: PlaceOfEnd): string => `${day} ${itemID} ${slot}`

/** As many as are told at once, and where others go on; one more was asked for. */
const told = (rows: readonly EndRow[], limit: number): { list: Ending[]; next: string | null } => {
  const list = rows.slice(0, limit)
  const last = list.at(-1)
  return { list: list.map(asEnding), next: last && rows.length > limit ? placeOf(last) : null }
}

type Asked = Omit<z.output<typeof getUpcoming.query>, 'today'> & { today: string }

/** What ends in all that the actor may read, or in one project: one statement. Throws `not_found` for the project. */
export const listUpcoming = async (
  db: Database,
  actor: Actor,
  { projectID, today, after, before }: Asked,
): Promise<Upcoming> => {
  const isWhole = after === undefined && before === undefined
  const rows = await findEnds(db, actor, {
    ...{ projectID, today },
    ...((isWhole || after !== undefined) && { coming: { after: placeIn(after), limit: COMING_AT_ONCE + 1 } }),
    ...((isWhole || before !== undefined) && { over: { before: placeIn(before), limit: OVER_AT_ONCE + 1 } }),
  })
  if (rows.length === 0 && projectID !== undefined) {
    const project = readableProjects(db, actor).where('projects.id', '=', projectID).select('projects.id')
    if (!(await project.executeTakeFirst())) throw new AppError('not_found')
  }
  // Whatever order the look-ups have left them in.
  const inOrder = rows.toSorted(
    (a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0) || a.itemID - b.itemID || a.slot - b.slot,
  )
  const coming = told(
    inOrder.filter(({ isOver }) => isOver === 0),
    COMING_AT_ONCE,
  )
  const over = told(inOrder.filter(({ isOver }) => isOver === 1).toReversed(), OVER_AT_ONCE)
  return { today, coming: coming.list, later: coming.next, over: over.list, earlier: over.next }
}
