import { expect, test } from 'vitest'
import { createItem, deleteItem, getItem, updateItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { renameSubcategory } from '../../../src/shared/structure/structure.api.ts'
import { listStructureChanges, undoStructureChange } from '../../../src/shared/structure/structure-file.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { deriveFacts, FACTS } from '../../../src/server/structure/derived-facts.ts'
import { renewAllFacts } from '../../../src/server/structure/derived-facts.repo.ts'
import { startTestApp, subcategoryIDs } from '../../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  const user = await started.newUser('user')
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  const newItem = (inputs: ItemInputs) => user.newItem(projectID, roomID, inputs)
  const swatchOf = async (itemID: number) => (await user.must(getItem, { query: { itemID } })).sample
  const rename = (subCatName: string) => admin.must(renameSubcategory, { body: { subcatID: ids.subcatID, subCatName } })
  return { ...started, admin, user, projectID, roomID, ids, newItem, swatchOf, rename }
}

test('the facts of items follow renaming their subcategory and undoing it, in the trash too', async () => {
  const { admin, user, newItem, swatchOf, rename } = await start()
  const itemID = await newItem({ field3: 'Navy #27384F' })
  const trashed = await newItem({ field3: 'Navy #27384F' })
  const { trashID } = await user.must(deleteItem, { query: { itemID: trashed } })
  expect(await swatchOf(itemID)).toBe('paint #27384F')
  await rename('Tile of Mine')
  const before = await user.must(getItem, { query: { itemID } })
  expect(before).toMatchObject({ sample: 'tile #27384F', version: 1 })
  await user.must(restore, { body: { trashID } })
  expect(await swatchOf(trashed)).toBe('tile #27384F')
  const [change] = await admin.must(listStructureChanges, { query: {} })
  await admin.must(undoStructureChange, { body: { changeID: change?.changeID ?? 0 } })
  expect([await swatchOf(itemID), await swatchOf(trashed)]).toEqual(['paint #27384F', 'paint #27384F'])
})

test('items saved or created while their subcategory is renamed have facts of the new name', async () => {
  const { user, projectID, roomID, ids, newItem, swatchOf, rename } = await start()
  const inputs = { field3: 'Navy #27384F' }
  const itemID = await newItem(inputs)
  const [file] = await user.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
  const files = JSON.stringify({ 'a.txt': file?.remote })
  for (const [name, swatch] of [
    ['Tile of Mine', 'tile #27384F'],
    ['Faucet', 'paint #27384F'],
    ['Curtain of Mine', 'fabric #27384F'],
  ] as const) {
    const [, created] = await Promise.all([
      rename(name),
      user.must(createItem, { body: { projectID, roomID, ...ids, inputs } }),
      user.must(updateItem, { body: { itemID, inputs: { ...inputs, notes: name } } }),
      user.must(updateItem, { body: { itemID, inputs, files } }),
    ])
    expect([await swatchOf(itemID), await swatchOf(created.itemID)]).toEqual([swatch, swatch])
  }
})

test('renewing the facts of all items reports its work, and can continue after a given item', async () => {
  const { services, user, newItem, swatchOf } = await start()
  const { db } = services
  const renew = (after = 0) => renewAllFacts(db, after, () => {})
  const first = await newItem({ field1: '#112233' })
  const last = await newItem({ field1: '#445566' })
  const trashed = await newItem({ field1: '#778899' })
  const { trashID } = await user.must(deleteItem, { query: { itemID: trashed } })
  const damage = () => unscoped(db).updateTable('items').set({ sample: 'glitter' }).execute()

  await damage()
  expect(await renew()).toEqual({ items: 3, renewed: 3 })
  await user.must(restore, { body: { trashID } })
  const swatches = ['paint #112233', 'paint #445566', 'paint #778899']
  expect(await Promise.all([first, last, trashed].map(swatchOf))).toEqual(swatches)
  expect((await user.must(getItem, { query: { itemID: last } })).version).toBe(1)
  expect(await renew()).toEqual({ items: 3, renewed: 0 })

  await damage()
  expect(await renew(first)).toMatchObject({ items: 2 })
  expect(await Promise.all([first, last].map(swatchOf))).toEqual(['glitter', 'paint #445566'])
})

test('renewing more items than a batch gives each its own facts', async () => {
  const { services, newItem, swatchOf } = await start()
  const { db } = services
  const itemID = await newItem({})
  const { id: _, ...row } = await unscoped(db)
    .selectFrom('items')
    .where('id', '=', itemID)
    .selectAll()
    .executeTakeFirstOrThrow()
  const toneOf = (n: number) => `#${n.toString(16).padStart(6, '0').toUpperCase()}`
  for (let n = 0; n < 2500; n += 100) {
    await unscoped(db)
      .insertInto('items')
      .values(Array.from({ length: 100 }, (_each, at) => ({ ...row, field1: toneOf(n + at) })))
      .execute()
  }
  let batches = 0
  expect(await renewAllFacts(db, 0, () => batches++)).toEqual({ items: 2501, renewed: 2500 })
  expect(batches).toBe(2)
  const rows = await unscoped(db).selectFrom('items').where('id', '>', itemID).select(['field1', 'sample']).execute()
  expect(rows.filter(({ field1, sample }) => sample !== `paint ${field1}`)).toEqual([])
  expect(await swatchOf(itemID)).toBeNull()
})

test('facts are strings or null, and the list of columns has all of them', () => {
  const fields = { field1: '#112233', field2: '', field3: '', field4: '', field5: '', field6: '' }
  const facts = deriveFacts({
    subcategory: 'Walls',
    labels: [{ propID: 1, label: 'Color', field: 'field1', kind: 'color' }],
    telling: ['field1'],
    fields,
  })
  expect(Object.keys(facts)).toEqual(FACTS)
  expect(facts).toEqual({ sample: 'paint #112233', title: '#112233', ends: '' })
})
