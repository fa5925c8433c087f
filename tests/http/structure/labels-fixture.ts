import { getItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createProperties, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

export const FAUCET = ['Brand', 'Model Number', 'Finish', 'Cartridge / Valve Number', 'Supplier', 'Warranty Expires']

export const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  const user = await started.newUser('user')
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  const newItem = (inputs: ItemInputs) => user.newItem(projectID, roomID, inputs)
  return { ...started, admin, user, projectID, roomID, ids, subcatID: ids.subcatID, newItem }
}

/** The ids of labels by name, creating absent ones; null stays null. */
export const labelIDs = async (client: Client, names: readonly (string | null)[]): Promise<(number | null)[]> => {
  const wanted = names.filter((name) => name !== null)
  const ids = wanted.length > 0 ? await client.must(createProperties, { body: { newLabelList: wanted } }) : {}
  return names.map((name) => {
    const [id] = Object.entries(ids).find(([, label]) => label === name) ?? []
    return id === undefined ? null : Number(id)
  })
}

/** Each label of an item with its value, without empty ones. */
export const shown = async (client: Client, itemID: number): Promise<Record<string, string>> => {
  const item = await client.must(getItem, { query: { itemID } })
  return Object.fromEntries(
    item.labels.flatMap(({ label, field }) => (item[field] === '' ? [] : [[label, item[field]]])),
  )
}

export const set = async (admin: Client, subcatID: number, names: readonly (string | null)[], more: object = {}) =>
  admin.call(setLabels, { body: { subcatID, fields: await labelIDs(admin, names), ...more } })
