import { createItem, listItems } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

/** A bar, a kitchen with three faucets and two sinks, and a library. */
export const startWithRooms = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  const [bar, kitchen, library] = [
    await robin.newRoom(projectID, 'Bar'),
    await robin.newRoom(projectID, 'Kitchen'),
    await robin.newRoom(projectID, 'Library'),
  ]
  const faucet = (name: string, roomID = kitchen) => robin.newItem(projectID, roomID, { field1: name })
  const faucets = [await faucet('first'), await faucet('second'), await faucet('third')]
  const ids = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Sink')
  const sink = async (name: string) =>
    (await robin.must(createItem, { body: { projectID, roomID: kitchen, ...ids, inputs: { field1: name } } })).itemID
  const sinks = [await sink('deep'), await sink('flat')]
  return { ...started, robin, projectID, bar, kitchen, library, faucet, faucets, sinks }
}

export const roomsOf = async (user: Client, projectID: number) =>
  (await user.must(listRooms, { query: { projectID } })).rooms.map(({ name }) => name)

/** Grouped by subcategory, as in the app. */
export const itemsOf = async (user: Client, roomID: number) => {
  const groups: Record<string, string[]> = {}
  for (const { subCatName, field1 } of await user.must(listItems, { query: { roomID } }))
    (groups[subCatName] ??= []).push(field1)
  return groups
}
