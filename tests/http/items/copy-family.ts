import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyItem } from '../../../src/shared/items/bulk/copies.api.ts'
import { getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { listLinkedCopies } from '../../../src/shared/items/bulk/linked-copies.api.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'

/** A faucet in a kitchen, with a copy in each of several bars of the same project. */
export const startWithCopies = async (copies = 3) => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  const kitchen = await robin.newRoom(projectID)
  const first = await robin.newItem(projectID, kitchen, { field1: 'Castellan', field3: 'Chrome' })
  const roomIDs = []
  for (let n = 1; n <= copies; n++) roomIDs.push(await robin.newRoom(projectID, `Bar ${n}`))
  const { itemIDs } = await robin.must(copyItem, { body: { itemID: first, roomIDs } })
  return { ...started, robin, projectID, kitchen, first, copies: itemIDs, roomIDs }
}

type Inputs = Parameters<Client['must']>[1]
export const save = (user: Client, itemID: number, inputs: Record<string, string>) =>
  user.must(updateItem, { body: { itemID, inputs } } as Inputs as { body: { itemID: number; inputs: object } })
export const othersOf = (user: Client, itemID: number) => user.must(listLinkedCopies, { query: { itemID } })
export const ids = (others: readonly { itemID: number }[]) => others.map(({ itemID }) => itemID)
export const valueOf = async (user: Client, itemID: number) => (await user.must(getItem, { query: { itemID } })).field3
export const valuesOf = async (user: Client, itemIDs: readonly number[]) => {
  const values = []
  for (const itemID of itemIDs) values.push(await valueOf(user, itemID))
  return values
}
export const newest = async (user: Client, projectID: number) =>
  (await user.must(getActivity, { query: { projectID } })).events[0]
