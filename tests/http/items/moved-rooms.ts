import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { addItemFiles, listItems } from '../../../src/shared/items/items.api.ts'
import { moveRooms } from '../../../src/shared/items/bulk/moves.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import type { UnscopedDatabase } from '../../../src/server/platform/db/access/unscoped.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { startTestApp, type Client, type TestApp } from '../../support/test-app.ts'

export const NOBODYS = Number.MAX_SAFE_INTEGER

/** Two projects of Robin; the kitchen of the first has two items, one of them with a picture. */
export const start = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const from = await robin.newProject()
  const to = await robin.newProject('Elm Street')
  const kitchen = await robin.newRoom(from)
  const first = await robin.newItem(from, kitchen, { field1: 'Castellan', notes: 'left of the sink' })
  const second = await robin.newItem(from, kitchen, { field1: 'Harbor' })
  const [file] = await robin.upload([{ name: 'faucet.png', bytes: await pictureOf('red', 'png') }])
  const remote = file?.remote ?? ''
  await robin.must(addItemFiles, { body: { itemID: first, files: [{ name: 'faucet.png', remote }] } })
  const move = (roomIDs: number[], toProjectID: number, links?: boolean) =>
    robin.must(moveRooms, { body: { roomIDs, toProjectID, ...(links !== undefined && { links }) } })
  return { ...started, robin, from, to, kitchen, first, second, remote, move }
}

export const roomsIn = async (user: Client, projectID: number) =>
  ((await user.call(listRooms, { query: { projectID } })).body?.rooms ?? []).map(({ ID }) => ID)
export const itemsIn = async (user: Client, roomID: number) =>
  (await user.must(listItems, { query: { roomID } })).map(({ itemID }) => itemID)
export const eventsOf = async (user: Client, projectID: number) =>
  (await user.must(getActivity, { query: { projectID } })).events
export const refused = async (user: Client, roomIDs: number[], toProjectID: number) =>
  (await user.call(moveRooms, { body: { roomIDs, toProjectID } })).problem
export const undone = (user: Client, eventID: number | null) => user.must(undo, { body: { eventID: eventID ?? 0 } })
export const notUndone = async (user: Client, eventID: number | null) =>
  (await user.call(undo, { body: { eventID: eventID ?? 0 } })).problem

/** Rows that name another project than their room does; there must be none. */
export const strays = async ({ services: { db } }: Pick<TestApp, 'services'>) => {
  const all = db as unknown as UnscopedDatabase
  const items = all
    .selectFrom('items')
    .innerJoin('rooms', 'rooms.id', 'items.room_id')
    .whereRef('items.project_id', '<>', 'rooms.project_id')
  const links = all
    .selectFrom('links')
    .innerJoin('rooms', 'rooms.id', 'links.room_id')
    .whereRef('links.project_id', '<>', 'rooms.project_id')
  const trashed = all
    .selectFrom('trash_entries')
    .leftJoin('items', 'items.trash_id', 'trash_entries.id')
    .leftJoin('rooms', 'rooms.trash_id', 'trash_entries.id')
    .where((eb) => eb(eb.fn.coalesce('items.project_id', 'rooms.project_id'), '<>', eb.ref('trash_entries.project_id')))
  const files = all
    .selectFrom('trash_entries')
    .innerJoin('item_files', 'item_files.trash_id', 'trash_entries.id')
    .innerJoin('items', 'items.id', 'item_files.item_id')
    .whereRef('items.project_id', '<>', 'trash_entries.project_id')
  const found = await Promise.all([
    items.select('items.id').execute(),
    links.select('links.id').execute(),
    trashed.select('trash_entries.id').execute(),
    files.select('trash_entries.id').execute(),
  ])
  return found.flat()
}
