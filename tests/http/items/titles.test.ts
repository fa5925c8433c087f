import { expect, test } from 'vitest'
import {
  createItem,
  deleteItem,
  getItem,
  listItems,
  updateItem,
  type ItemInputs,
} from '../../../src/shared/items/items.api.ts'
import { listFields, SLOTS, type Slot } from '../../../src/shared/structure/room-structure.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { renameSubcategory } from '../../../src/shared/structure/structure.api.ts'
import {
  exportStructure,
  importStructure,
  listStructureChanges,
  undoStructureChange,
} from '../../../src/shared/structure/structure-file.api.ts'
import { createProperties, getSubcategoryUse, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import shipped from '../../../src/server/structure/default-structure.json' with { type: 'json' }
import { startTestApp, subcategoryIDs } from '../../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  const user = await started.newUser('user')
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  const { subcatID } = ids
  const newItem = (inputs: ItemInputs) => user.newItem(projectID, roomID, inputs)
  const item = (itemID: number) => user.must(getItem, { query: { itemID } })
  const titleOf = async (itemID: number) => (await item(itemID)).title
  const slots = async () => {
    const labels = await admin.must(listFields, { query: { subCatID: subcatID } })
    return SLOTS.map((slot) => labels.find(({ field }) => field === slot)?.propID ?? null)
  }
  const telling = async () => (await admin.must(getSubcategoryUse, { query: { subcatID } })).telling
  const tell = async (chosen: Slot[], fields?: (number | null)[]) =>
    admin.must(setLabels, { body: { subcatID, fields: fields ?? (await slots()), telling: chosen } })
  /** By age: the latest change is number 0. */
  const undo = async (number: number) => {
    const changeID = (await admin.must(listStructureChanges, { query: {} }))[number]?.changeID ?? 0
    await admin.must(undoStructureChange, { body: { changeID, confirmed: true } })
  }
  return {
    ...started,
    admin,
    user,
    projectID,
    roomID,
    ids,
    subcatID,
    newItem,
    item,
    titleOf,
    slots,
    telling,
    tell,
    undo,
  }
}

test.each<[string, ItemInputs, string]>([
  ['its values of title labels', { field1: 'Castellan', field2: 'K-77', field3: 'Brass' }, 'Castellan K-77'],
  ['one of them alone', { field2: 'K-77' }, 'K-77'],
  ['its subcategory if it has none of them', { field3: 'Brass', notes: 'left of the sink' }, 'Faucet'],
  ['its subcategory if they are blank', { field1: ' ', field2: '\u2003' }, 'Faucet'],
  ['without surrounding or repeated blanks', { field1: ' Old   Mill ', field2: ' K-77 ' }, 'Old Mill K-77'],
  ['without repetition', { field1: 'k-77', field2: 'K-77' }, 'k-77'],
  ['without a value that another contains', { field1: 'Castellan', field2: 'Castellan K-77' }, 'Castellan K-77'],
  ['without a color code beside other text', { field1: 'Dry Sage', field2: 'HV-6102, #B9C6B4' }, 'Dry Sage HV-6102'],
  ['a color code if there is nothing else', { field1: '#B9C6B4' }, '#B9C6B4'],
  [
    'with a value that is only part of a word of another',
    { field1: 'Alder', field2: 'Alderbrook' },
    'Alder Alderbrook',
  ],
])('the title of an item is %s', async (_, inputs, title) => {
  const { user, roomID, newItem, item } = await start()
  const itemID = await newItem(inputs)
  expect(await item(itemID)).toMatchObject({ title, telling: ['field1', 'field2'] })
  expect(await user.must(listItems, { query: { roomID } })).toMatchObject([{ title, telling: ['field1', 'field2'] }])
})

test('a title follows saves, and messages and the trash use it', async () => {
  const { user, newItem, titleOf } = await start()
  const itemID = await newItem({ field1: 'Castellan' })
  await user.must(updateItem, { body: { itemID, inputs: { field2: 'K-78', field3: 'Brass' } } })
  expect(await titleOf(itemID)).toBe('Castellan K-78')
  const { message } = await user.must(deleteItem, { query: { itemID } })
  expect(message).toBe('Deleted item "Castellan K-78"')
  expect(await user.must(listTrash, {})).toMatchObject([{ name: 'Castellan K-78' }])
})

test('shipped title labels are at most three of their subcategory', async () => {
  const { admin } = await start()
  expect(Object.keys(shipped.telling)).toEqual(Object.keys(shipped.subcategories))
  for (const [name, labels] of Object.entries<string[]>(shipped.subcategories)) {
    const telling = Object.entries<string[]>(shipped.telling).find(([each]) => each === name)?.[1] ?? []
    expect(labels, name).toEqual(expect.arrayContaining(telling))
    expect([1, 2, 3], name).toContain(telling.length)
  }
  expect((await admin.must(exportStructure, {})).telling).toEqual(shipped.telling)
})

test('an admin can choose other title labels, and titles follow without new versions, in the trash too, until undone', async () => {
  const { admin, user, subcatID, newItem, item, titleOf, tell, telling, undo } = await start()
  const inputs = { field1: 'Castellan', field2: 'K-77', field3: 'Brass' }
  const itemID = await newItem(inputs)
  const trashed = await newItem(inputs)
  const { trashID } = await user.must(deleteItem, { query: { itemID: trashed } })

  await tell(['field3', 'field1'])
  expect(await item(itemID)).toMatchObject({ title: 'Brass Castellan', telling: ['field3', 'field1'], version: 1 })
  await user.must(restore, { body: { trashID } })
  expect(await titleOf(trashed)).toBe('Brass Castellan')
  const labels = shipped.subcategories.Faucet.join(', ')
  const [change] = await admin.must(listStructureChanges, { query: {} })
  expect(change).toMatchObject({
    what: expect.stringContaining('"Faucet"'),
    before: `${labels}; titles: Brand, Model Number`,
    after: `${labels}; titles: Finish, Brand`,
    canUndo: true,
  })

  await undo(0)
  expect([await titleOf(itemID), await titleOf(trashed)]).toEqual(['Castellan K-77', 'Castellan K-77'])
  await undo(0)
  expect(await titleOf(itemID)).toBe('Brass Castellan')
  await tell([])
  expect(await telling()).toEqual(['field1', 'field2'])
  const seen = await admin.must(getSubcategoryUse, { query: { subcatID } })
  expect(seen.telling).toEqual(['field1', 'field2'])
})

test('moved and renamed labels stay title labels, and a removed one leaves the others', async () => {
  const { admin, subcatID, newItem, item, slots, telling, tell, undo } = await start()
  const itemID = await newItem({ field1: 'Castellan', field2: 'K-77', field3: 'Brass' })
  await tell(['field3', 'field2'])
  const [brand = null, model = null, finish = null, ...rest] = await slots()
  const set = (fields: (number | null)[]) => admin.must(setLabels, { body: { subcatID, fields, confirmed: true } })

  await set([finish, brand, model, ...rest])
  expect(await telling()).toEqual(['field1', 'field3'])
  expect((await item(itemID)).title).toBe('Brass K-77')
  await set([null, brand, model, ...rest])
  expect(await telling()).toEqual(['field3'])
  expect((await item(itemID)).title).toBe('K-77')
  await set([null, brand])
  expect(await telling()).toEqual(['field2'])
  await undo(0)
  await undo(2)
  expect(await telling()).toEqual(['field1', 'field3'])
  expect((await item(itemID)).title).toBe('Brass K-77')

  // Title labels were chosen since, which undoing a change of labels keeps.
  await set([null, brand, model, ...rest])
  await tell(['field2'])
  await undo(1)
  expect(await telling()).toEqual(['field2'])
  expect((await item(itemID)).title).toBe('Castellan')
})

test('a choice is refused for slots without a label, for more than three, and if another admin was faster', async () => {
  const { admin, subcatID, slots, tell, telling } = await start()
  const fields = await slots()
  const send = (more: object) => admin.send(setLabels, { body: { subcatID, fields, ...more } })
  for (const chosen of [['field1', 'field1'], ['field1', 'field2', 'field3', 'field4'], ['field7'], [1], 'field1']) {
    const refused = await send({ telling: chosen })
    expect(refused).toMatchObject({ status: 400, body: { fields: { telling: expect.any(String) as string } } })
  }
  const unlabelled = await admin.send(setLabels, {
    body: { subcatID, fields: fields.slice(0, 2), telling: ['field3'] },
  })
  expect(unlabelled).toMatchObject({
    status: 400,
    body: { fields: { telling: expect.any(String) } },
  })
  await tell(['field2'])
  const late = await send({ telling: ['field3'], tellingWas: ['field1', 'field2'] })
  expect(late).toMatchObject({ status: 409, body: { code: 'structure_changed' } })
  expect(await telling()).toEqual(['field2'])
})

test('items created or saved during a choice have the titles of the choice', async () => {
  const { user, projectID, roomID, ids, newItem, titleOf, tell } = await start()
  const inputs = { field1: 'Castellan', field2: 'K-77', field3: 'Brass' }
  const itemID = await newItem(inputs)
  const choices: [Slot[], string][] = [
    [['field3'], 'Brass'],
    [['field2', 'field1'], 'K-77 Castellan'],
    [['field1'], 'Castellan'],
  ]
  for (const [chosen, title] of choices) {
    const [, created] = await Promise.all([
      tell(chosen),
      user.must(createItem, { body: { projectID, roomID, ...ids, inputs } }),
      user.must(updateItem, { body: { itemID, inputs: { notes: title } } }),
    ])
    expect([await titleOf(itemID), await titleOf(created.itemID)]).toEqual([title, title])
  }
})

test('a structure file changes title labels as its check shows, and one without them changes none', async () => {
  const { admin, newItem, titleOf, telling, undo } = await start()
  const itemID = await newItem({ field1: 'Castellan', field2: 'K-77', field3: 'Brass' })
  const file = await admin.must(exportStructure, {})
  const structure = { ...file, telling: { ...file.telling, Faucet: ['Finish', 'Model Number'] } }
  const sentence = 'Make the titles of "Faucet" from Finish, Model Number (now Brand, Model Number)'
  const shown = await admin.must(importStructure, { body: { structure } })
  expect(shown).toMatchObject({ changes: [sentence], applied: false })
  expect(await titleOf(itemID)).toBe('Castellan K-77')
  expect(await admin.must(importStructure, { body: { structure, apply: true } })).toMatchObject({ changes: [sentence] })
  expect(await titleOf(itemID)).toBe('Brass K-77')
  expect(await admin.must(exportStructure, {})).toEqual(structure)

  const { telling: _, ...ofTheFirstVersion } = file
  const unchanged = await admin.must(importStructure, { body: { structure: ofTheFirstVersion, apply: true } })
  expect(unchanged.changes).toEqual([])
  expect(await telling()).toEqual(['field3', 'field2'])
  await undo(0)
  expect(await titleOf(itemID)).toBe('Castellan K-77')

  const stove = {
    subcategories: { Stove: ['Brand', '', 'Heat', 'Fuel'] },
    telling: { stove: ['Fuel', 'heat'] },
    categories: {},
    roomTypes: {},
  }
  const { changes } = await admin.must(importStructure, { body: { structure: stove, apply: true } })
  expect(changes.at(-1)).toMatch(/titles of "Stove" from Fuel, Heat$/)
  expect((await admin.must(exportStructure, {})).telling.Stove).toEqual(['Fuel', 'Heat'])

  const wrongs: [object, string][] = [
    [{ Stove: ['Color'] }, 'telling › Stove: "Color"'],
    [{ Stove: [''] }, 'telling › Stove: ""'],
    [{ Range: ['Brand'] }, 'telling › Range: "Brand"'],
    [{ Stove: 'Brand' }, 'telling › Stove: Must be'],
    [{ Stove: ['Brand', 'brand'] }, 'telling › Stove: "brand"'],
  ]
  for (const [wrong, start] of wrongs) {
    const refused = await admin.send(importStructure, { body: { structure: { ...stove, telling: wrong } } })
    expect(refused.body).toMatchObject({ fields: { structure: expect.stringContaining(start) } })
  }
})

test('renaming a subcategory renames its items without values', async () => {
  const { admin, subcatID, newItem, titleOf } = await start()
  const itemID = await newItem({})
  await admin.must(renameSubcategory, { body: { subcatID, subCatName: 'Tap' } })
  expect(await titleOf(itemID)).toBe('Tap')
})

test('the first labels of a subcategory are its title labels', async () => {
  const { admin, subcatID, telling, newItem, titleOf } = await start()
  const itemID = await newItem({ field1: 'Castellan' })
  await admin.must(setLabels, { body: { subcatID, fields: [], confirmed: true } })
  expect(await telling()).toEqual([])
  expect(await titleOf(itemID)).toBe('Faucet')
  const made = await admin.must(createProperties, { body: { newLabelList: ['Maker', 'Make'] } })
  const fields = Object.keys(made).map(Number)
  await admin.must(setLabels, { body: { subcatID, fields, confirmed: true } })
  expect(await telling()).toEqual(['field1', 'field2'])
  expect(await titleOf(itemID)).toBe('Castellan')
})
