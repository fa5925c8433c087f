import { expect, test } from 'vitest'
import { createItem, deleteItem, updateItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listSuggestions } from '../../../src/shared/items/suggestions.api.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { listFields, type Slot } from '../../../src/shared/structure/room-structure.api.ts'
import { addMember } from '../../support/members.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  const user = await started.newUser('robin')
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const faucet = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  const sink = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Sink')
  const enter = async (inputs: ItemInputs, ids = faucet) =>
    (await user.must(createItem, { body: { projectID, roomID, ...ids, inputs } })).itemID
  const suggestions = async (q = '', field: Slot = 'field1', client: Client = user, ids = faucet) =>
    (await client.must(listSuggestions, { query: { subcatID: ids.subcatID, field, q } })).suggestions
  return { ...started, user, projectID, roomID, faucet, sink, enter, suggestions }
}

test('earlier values of a label are suggested, most used first, those of the same subcategory before others', async () => {
  const { enter, sink, suggestions } = await start()
  for (const brand of ['Norwood', 'Castellan', ' Castellan ', 'Alder & Sons']) await enter({ field1: brand })
  for (const brand of ['Fireclay', 'Fireclay', 'Fireclay', 'Norwood']) await enter({ field1: brand }, sink)
  await enter({ field2: 'K-77', field3: 'Brass', notes: 'Castor' })
  // In the label's slot of the other subcategory too.
  expect(await suggestions()).toEqual(['Castellan', 'Norwood', 'Alder & Sons', 'Fireclay'])
  expect(await suggestions('', 'field1', undefined, sink)).toEqual(['Fireclay', 'Norwood', 'Castellan', 'Alder & Sons'])
  expect(await suggestions('cas')).toEqual(['Castellan'])
  expect(await suggestions('sons al')).toEqual(['Alder & Sons'])
  expect(await suggestions('son x')).toEqual([])
  expect(await suggestions('ellan')).toEqual([])
  expect(await suggestions('', 'field2')).toEqual(['K-77'])
  expect(await suggestions('', 'field6')).toEqual([])
})

test('at most eight suggestions match regardless of case, accents and width', async () => {
  const { enter, suggestions } = await start()
  for (const brand of ['Émail Île', 'ＷＩＤＥ Works', 'Łódź', '陶器', 'Straße 7']) await enter({ field1: brand })
  expect(await suggestions('email')).toEqual(['Émail Île'])
  expect(await suggestions('ÎLE')).toEqual(['Émail Île'])
  expect(await suggestions('wide')).toEqual(['ＷＩＤＥ Works'])
  expect(await suggestions('陶')).toEqual(['陶器'])
  for (let n = 0; n < 9; n++) await enter({ field1: `Brand ${n}` })
  expect(await suggestions('brand')).toHaveLength(8)
  expect(await suggestions('%')).toHaveLength(8)
})

test('values of other users and of the trash are not suggested', async () => {
  const { services, newUser, user, projectID, roomID, faucet, enter, suggestions } = await start()
  const itemID = await enter({ field1: 'Castellan' })
  const [stranger, editor] = [await newUser('stranger'), await newUser('editor')]
  await addMember(services.db, projectID, 'editor', 'editor')
  await editor.must(createItem, { body: { projectID, roomID, ...faucet, inputs: { field1: 'Norwood' } } })
  expect(await suggestions('', 'field1', stranger)).toEqual([])
  expect(await suggestions('cas', 'field1', editor)).toEqual([])
  expect(await suggestions()).toEqual(['Castellan', 'Norwood'])

  await user.must(updateItem, { body: { itemID, inputs: { field1: 'Alder' } } })
  expect(await suggestions()).toEqual(['Alder', 'Norwood'])
  await user.must(deleteItem, { query: { itemID } })
  expect(await suggestions()).toEqual(['Norwood'])
  await user.must(deleteRoom, { query: { roomID } })
  expect(await suggestions()).toEqual([])
  const other = await user.newProject('Elm Street')
  await user.newItem(other, await user.newRoom(other), { field1: 'Elm' })
  expect(await suggestions()).toEqual(['Elm'])
  await user.must(deleteProject, { query: { projectID: other } })
  expect(await suggestions()).toEqual([])
})

test('values that moved with their label are suggested for it, and a field without a label has none', async () => {
  const { newUser, enter, faucet, suggestions } = await start()
  await enter({ field1: 'Castellan', field2: 'K-77' })
  const admin = await newUser('admin', [Role.Admin])
  const labels = await admin.must(listFields, { query: { subCatID: faucet.subcatID } })
  const [brand = 0, model = 0] = labels.map(({ propID }) => propID)
  await admin.must(setLabels, { body: { subcatID: faucet.subcatID, fields: [model, null, brand], confirmed: true } })
  expect(await suggestions('', 'field3')).toEqual(['Castellan'])
  expect(await suggestions('', 'field1')).toEqual(['K-77'])
  expect(await suggestions('', 'field2')).toEqual([])
  const absent = await newUser('another')
  const query = { subcatID: Number.MAX_SAFE_INTEGER, field: 'field1' as const }
  expect((await absent.call(listSuggestions, { query })).status).toBe(404)
})

test('suggesting takes the same number of statements for any amount of data', async () => {
  const { enter, suggestions, statements } = await start()
  const count = async () => {
    const before = statements()
    await suggestions('c')
    return statements() - before
  }
  await enter({ field1: 'Castellan' })
  const few = await count()
  for (let n = 0; n < 12; n++) await enter({ field1: `C ${n}` })
  expect(await count()).toBe(few)
})
