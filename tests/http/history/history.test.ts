import { expect, test } from 'vitest'
import { getHistory, type ItemEvent } from '../../../src/shared/history/history.api.ts'
import {
  addItemFiles,
  deleteItem,
  getItem,
  deleteItemFile,
  updateItem,
  updateItemFile,
} from '../../../src/shared/items/items.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { deleteRoom, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { addMember } from '../../support/members.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const faucet = async () => {
  const started = await startTestApp()
  const owner = await started.newUser('robin', [Role.Admin])
  const projectID = await owner.newProject()
  const roomID = await owner.newRoom(projectID)
  const itemID = await owner.newItem(projectID, roomID, { field1: 'Castellan', notes: 'Tall' })
  return { ...started, owner, projectID, roomID, itemID }
}

const historyOf = async (client: Client, itemID: number, before?: number) =>
  client.must(getHistory, { query: { itemID, ...(before !== undefined && { before }) } })

/** Without their ids and times. */
const told = (events: readonly ItemEvent[]) => events.map(({ eventID: _, at: _at, ...rest }) => rest)

const NOTHING = {
  name: 'Robin Sample',
  ...{ changes: [], was: null, is: null, remote: null },
  ...{ kindWas: null, roomWas: null, orderWas: null, trashID: null },
}

test('an item lists who changed what, newest first, with the values before and after', async () => {
  const { owner, newUser, services, projectID, itemID } = await faucet()
  const editor = await newUser('casey')
  await addMember(services.db, projectID, 'casey', 'editor')
  await editor.must(updateItem, { body: { itemID, inputs: { field1: 'Marlow', notes: '' } } })
  const [file] = await editor.upload([{ name: 'manual.txt', bytes: Buffer.from('how to') }])
  const remote = file?.remote ?? ''
  await editor.must(addItemFiles, { body: { itemID, files: [{ name: 'manual.txt', remote }] } })
  await owner.must(updateItemFile, { body: { itemID, remote, inputs: { name: 'how-to.txt' } } })
  await owner.must(updateItemFile, { body: { itemID, remote, inputs: { caption: 'Page 3' } } })
  const { trashID } = await owner.must(deleteItemFile, { query: { itemID, remote } })

  const { events, older } = await historyOf(owner, itemID)
  const brand = { label: 'Brand', text: 'field1', beforeSample: null, afterSample: null }
  const notes = { ...brand, label: '', text: 'notes' }
  expect(told(events)).toEqual([
    { ...NOTHING, who: 'robin', kind: 'file deleted', was: 'how-to.txt', remote, trashID },
    { ...NOTHING, who: 'robin', kind: 'file captioned', was: '', is: 'Page 3', remote },
    { ...NOTHING, who: 'robin', kind: 'file renamed', was: 'manual.txt', is: 'how-to.txt', remote },
    { ...NOTHING, who: 'casey', kind: 'file attached', is: 'manual.txt', remote },
    {
      ...NOTHING,
      who: 'casey',
      kind: 'item changed',
      changes: [
        { ...brand, before: 'Castellan', after: 'Marlow' },
        { ...notes, before: 'Tall', after: '' },
      ],
    },
    {
      ...NOTHING,
      who: 'robin',
      kind: 'item created',
      changes: [
        { ...brand, before: '', after: 'Castellan' },
        { ...notes, before: '', after: 'Tall' },
      ],
      is: 'Faucet',
    },
  ])
  expect(older).toBeNull()
  await owner.must(restore, { body: { trashID } })
  const [back, gone] = (await historyOf(owner, itemID)).events
  expect([back?.kind, gone?.kind, gone?.trashID]).toEqual(['file restored', 'file deleted', null])
  expect(events.map(({ at }) => at)).toEqual(events.map(() => expect.stringMatching(/^\d{4}-.*Z$/)))
})

test('a value shows where its label is today, and nothing once the label is gone', async () => {
  const { owner, itemID } = await faucet()
  await owner.must(updateItem, { body: { itemID, inputs: { field1: 'Marlow' } } })
  const { subcatID } = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
  const fields = await owner.must(listFields, { query: { subCatID: subcatID } })
  const [brand, ...others] = fields.map(({ propID }) => propID)
  const place = async () => (await historyOf(owner, itemID)).events[0]?.changes[0]?.text
  const label = (ids: (number | undefined)[]) =>
    owner.must(setLabels, {
      body: { subcatID, fields: ids.map((id) => id ?? null), moveValues: true, confirmed: true },
    })

  expect(await place()).toBe('field1')
  await label([others[0], brand, ...others.slice(1)])
  expect(await place()).toBe('field2')
  await label(others)
  expect(await place()).toBeNull()
})

test('an item shows previous key values under the labels of today, with no extra statement', async () => {
  const { owner, itemID, statements } = await faucet()
  const replaced = async () => (await owner.must(getItem, { query: { itemID } })).replaced
  expect(await replaced()).toBeUndefined()
  await owner.must(updateItem, { body: { itemID, inputs: { field1: 'Marlow', field3: 'Brass' } } })
  expect(await replaced()).toEqual({ at: expect.stringMatching(/^\d{4}-.*Z$/), title: 'Castellan', sample: null })
  await owner.must(updateItem, { body: { itemID, inputs: { field3: 'Nickel', notes: 'Short' } } })
  const before = statements()
  expect(await replaced()).toMatchObject({ title: 'Castellan' })
  const readerOfSession = 1
  expect(statements() - before).toBe(readerOfSession + 1)

  const { subcatID } = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
  const fields = await owner.must(listFields, { query: { subCatID: subcatID } })
  const [brand, model, ...others] = fields.map(({ propID }) => propID)
  const moved = { subcatID, fields: [model ?? null, brand ?? null, ...others], moveValues: true, confirmed: true }
  await owner.must(setLabels, { body: moved })
  expect(await replaced()).toMatchObject({ title: 'Castellan' })
  // Setting the same value again leaves nothing to show.
  await owner.must(updateItem, { body: { itemID, inputs: { field2: 'Castellan' } } })
  expect(await replaced()).toBeUndefined()
})

test('older events are loaded page by page', async () => {
  const { owner, itemID } = await faucet()
  for (let n = 1; n <= 55; n++) await owner.must(updateItem, { body: { itemID, inputs: { field1: `Brand ${n}` } } })
  const first = await historyOf(owner, itemID)
  expect(first.events).toHaveLength(50)
  expect(first.older).toBe(first.events.at(-1)?.eventID)
  const rest = await historyOf(owner, itemID, first.older ?? 0)
  expect(rest.older).toBeNull()
  const values = [...first.events, ...rest.events].map(({ changes }) => changes[0]?.after)
  expect(values).toEqual([...Array.from({ length: 55 }, (_, n) => `Brand ${55 - n}`), 'Castellan'])
})

test('readers of the project read its history; it is hidden in the trash and back after a restore', async () => {
  const { owner, newUser, services, projectID, itemID, statements } = await faucet()
  const viewer = await newUser('casey')
  const stranger = await newUser('avery')
  await addMember(services.db, projectID, 'casey', 'viewer')
  const before = statements()
  expect((await historyOf(viewer, itemID)).events).toHaveLength(1)
  const readerOfSession = 1
  expect(statements() - before - readerOfSession).toBeLessThanOrEqual(2)
  const ask = async (client: Client) => (await client.call(getHistory, { query: { itemID } })).status
  expect(await ask(stranger)).toBe(404)

  const { trashID } = await owner.must(deleteItem, { query: { itemID } })
  expect(await ask(viewer)).toBe(404)
  expect(await ask(owner)).toBe(404)
  await owner.must(restore, { body: { trashID } })
  expect(told((await historyOf(viewer, itemID)).events).slice(0, 2)).toEqual([
    { ...NOTHING, who: 'robin', kind: 'item restored', is: 'Castellan' },
    { ...NOTHING, who: 'robin', kind: 'item deleted', was: 'Castellan' },
  ])
})

test('a move stays in the history of the room that the item left while that room is in the project', async () => {
  const { owner, newUser, services, projectID, roomID, itemID, statements } = await faucet()
  const galley = await owner.newRoom(projectID, 'Galley')
  const pantry = await owner.newRoom(projectID, 'Pantry')
  const other = await owner.newItem(projectID, roomID)
  const move = async (to: number, client = owner) => client.call(moveItems, { body: { itemIDs: [itemID], roomID: to } })
  const moves = async (client = owner) =>
    (await historyOf(client, itemID)).events
      .filter(({ kind }) => kind === 'item moved')
      .map(({ was, is, roomWas }) => ({ was, is, roomWas }))
  // Moving several at once adds one event each.
  await owner.must(moveItems, { body: { itemIDs: [itemID, other], roomID: galley } })
  await move(pantry)
  const told = [
    { was: 'Galley', is: 'Pantry', roomWas: galley },
    { was: 'Kitchen', is: 'Galley', roomWas: roomID },
  ]
  expect(await moves()).toEqual(told)
  const before = statements()
  await historyOf(owner, itemID)
  const readerOfSession = 1
  expect(statements() - before - readerOfSession).toBe(2)

  await owner.must(updateRoom, { body: { roomID: galley, roomName: 'Scullery' } })
  expect(await moves()).toEqual(told)
  const { trashID } = await owner.must(deleteRoom, { query: { roomID: galley } })
  const [first, ...rest] = told
  expect(await moves()).toEqual([{ ...first, roomWas: null }, ...rest])
  expect((await move(galley)).problem.code).toBe('not_found')
  await owner.must(restore, { body: { trashID } })
  const { version } = await owner.must(getItem, { query: { itemID } })

  const viewer = await newUser('casey')
  await addMember(services.db, projectID, 'casey', 'viewer')
  expect((await move(galley, viewer)).problem.code).toBe('not_allowed')
  await addMember(services.db, projectID, 'casey', 'editor')
  expect((await move(galley, viewer)).status).toBe(200)
  expect(await moves(viewer)).toEqual([{ was: 'Pantry', is: 'Scullery', roomWas: pantry }, ...told])
  expect((await owner.must(getItem, { query: { itemID } })).version).toBe(version)
})
