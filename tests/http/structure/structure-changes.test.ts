import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { createRoomType, getRoomStructure, listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { createItem, getItem } from '../../../src/shared/items/items.api.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import {
  addCategory,
  addSubcategory,
  copyRoomType,
  createCategory,
  createSubcategory,
  deleteRoomType,
  listAllCategories,
  removeDefinition,
  renameCategory,
  renameRoomType,
  renameSubcategory,
} from '../../../src/shared/structure/structure.api.ts'
import {
  exportStructure,
  importStructure,
  listStructureChanges,
  undoStructureChange,
  type StructureChange,
} from '../../../src/shared/structure/structure-file.api.ts'
import { createProperties, listProperties, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { PASSWORD, roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  const kitchen = await roomTypeID(admin, 'Kitchen')
  return { ...started, admin, kitchen, ids: await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet') }
}

const changes = (client: Client) => client.must(listStructureChanges, { query: {} })

const latest = async (client: Client): Promise<StructureChange> => {
  const [change] = await changes(client)
  if (!change) throw new Error('Nothing has been changed.')
  return change
}

const undo = (client: Client, changeID: number) => client.call(undoStructureChange, { body: { changeID } })

/** Every kind of change. */
const kinds: [
  string,
  (admin: Client, there: { kitchen: number; catID: number; subcatID: number }) => Promise<unknown>,
][] = [
  ['creating a room type', (admin) => admin.must(createRoomType, { body: { roomType: 'Sauna' } })],
  [
    'renaming a room type',
    (admin, { kitchen }) => admin.must(renameRoomType, { body: { roomTypeID: kitchen, roomType: 'Cookery' } }),
  ],
  [
    'copying a room type',
    (admin, { kitchen }) => admin.must(copyRoomType, { body: { roomTypeID: kitchen, roomType: 'Pantry' } }),
  ],
  ['deleting a room type', (admin, { kitchen }) => admin.must(deleteRoomType, { query: { roomTypeID: kitchen } })],
  ['creating a category', (admin) => admin.must(createCategory, { body: { newCat: 'Sauna' } })],
  ['creating a subcategory', (admin) => admin.must(createSubcategory, { body: { newSubCat: 'Stove' } })],
  ['renaming a category', (admin, { catID }) => admin.must(renameCategory, { body: { catID, catName: 'Water' } })],
  [
    'renaming a subcategory',
    (admin, { subcatID }) => admin.must(renameSubcategory, { body: { subcatID, subCatName: 'Tap' } }),
  ],
  [
    'adding a category',
    async (admin, { kitchen }) => {
      const all = await admin.must(listAllCategories, {})
      const structure = await admin.must(getRoomStructure, { query: { roomType: kitchen } })
      const catID = all.find((category) => !structure[category.catID])?.catID ?? 0
      await admin.must(addCategory, { body: { roomTypeID: kitchen, catID } })
    },
  ],
  [
    'adding a subcategory',
    async (admin, { kitchen, catID }) => {
      const { subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Appliances', 'Refrigerator')
      await admin.must(addSubcategory, { body: { roomTypeID: kitchen, catID, newSubcatID: subcatID } })
    },
  ],
  [
    'removing a subcategory',
    (admin, { kitchen, catID, subcatID }) =>
      admin.must(removeDefinition, { query: { roomTypeID: kitchen, catID, subcatID } }),
  ],
  [
    'removing a category',
    (admin, { kitchen, catID }) => admin.must(removeDefinition, { query: { roomTypeID: kitchen, catID } }),
  ],
  ['creating labels', (admin) => admin.must(createProperties, { body: { newLabelList: ['Heat', 'Wood'] } })],
  [
    'setting labels',
    async (admin, { subcatID }) => {
      const [first, second, ...rest] = await admin.must(listFields, { query: { subCatID: subcatID } })
      const fields = [second, first, null, ...rest.slice(1)].map((label) => label?.propID ?? null)
      await admin.must(setLabels, { body: { subcatID, fields } })
    },
  ],
  [
    'importing',
    (admin) =>
      admin.must(importStructure, {
        body: {
          structure: {
            subcategories: { Stove: ['Brand', '', 'Heat'], Faucet: ['Brand'] },
            categories: {},
            roomTypes: { Sauna: { Plumbing: ['Stove', 'Faucet'], Heating: [] } },
          },
          apply: true,
        },
      }),
  ],
]

describe('every change', () => {
  test('is recorded with author, time, and the values before and after', async () => {
    const { admin, newUser, clock, kitchen, ids } = await start()
    const reseller = await newUser('reseller', [Role.Reseller])
    const { catID, subcatID } = ids
    await admin.must(renameCategory, { body: { catID, catName: 'Water' } })
    clock.turn(60_000)
    await reseller.must(removeDefinition, { query: { roomTypeID: kitchen, catID, subcatID } })
    const [removed, renamed, ...others] = await changes(admin)
    expect(others).toEqual([])
    expect(removed).toEqual({
      changeID: expect.any(Number),
      by: 'Robin Sample',
      at: clock.now().toISOString(),
      what: 'Removed subcategory "Faucet" from category "Water" of room type "Kitchen"',
      before: 'Kitchen: Water (Faucet)',
      after: '',
      canUndo: true,
    })
    expect(renamed).toMatchObject({
      by: 'Robin Sample',
      at: new Date(clock.now().getTime() - 60_000).toISOString(),
      what: 'Renamed category "Plumbing" to "Water"',
      before: 'Plumbing',
      after: 'Water',
    })
  })

  test('has a sentence that describes it', async () => {
    const { admin, kitchen, ids } = await start()
    const { catID, subcatID } = ids
    const said = async (what: string, before: string, after: string) =>
      expect(await latest(admin)).toMatchObject({ what, before, after })

    const { roomTypeID: sauna } = await admin.must(createRoomType, { body: { roomType: 'Sauna' } })
    await said('Created room type "Sauna"', '', 'Sauna')
    await admin.must(addCategory, { body: { roomTypeID: sauna, catID } })
    await said('Added category "Plumbing" to room type "Sauna"', '', 'Sauna: Plumbing')
    await admin.must(addSubcategory, { body: { roomTypeID: sauna, catID, newSubcatID: subcatID } })
    await said('Added subcategory "Faucet" to category "Plumbing" of room type "Sauna"', '', 'Sauna: Plumbing (Faucet)')
    await admin.must(copyRoomType, { body: { roomTypeID: sauna, roomType: 'Spa' } })
    await said('Created room type "Spa" as a copy of "Sauna"', '', 'Spa: Plumbing (Faucet)')
    await admin.must(removeDefinition, { query: { roomTypeID: sauna, catID } })
    await said('Removed category "Plumbing" from room type "Sauna"', 'Sauna: Plumbing (Faucet)', '')
    await admin.must(deleteRoomType, { query: { roomTypeID: sauna } })
    await said('Deleted room type "Sauna"', 'Sauna', '')
    await admin.must(renameRoomType, { body: { roomTypeID: kitchen, roomType: 'Cookery' } })
    await said('Renamed room type "Kitchen" to "Cookery"', 'Kitchen', 'Cookery')
    await admin.must(createProperties, { body: { newLabelList: ['Heat', 'Brand', 'Wood'] } })
    await said('Created labels "Heat", "Wood"', '', 'Heat, Wood')
    const { properties } = await admin.must(listProperties, {})
    const heat = properties.find(({ propName }) => propName === 'Heat')?.propID ?? 0
    await admin.must(setLabels, { body: { subcatID, fields: [null, heat] } })
    const what = 'Updated fields of "Faucet"'
    await said(
      what,
      'Brand, Model Number, Finish, Cartridge / Valve Number, Supplier, Warranty Expires',
      'Field 2: Heat',
    )
    await admin.must(setLabels, { body: { subcatID, fields: [] } })
    await said(what, 'Field 2: Heat', '')
  })

  test('without effect is not recorded', async () => {
    const { admin, ids } = await start()
    const { catID, subcatID } = ids
    await admin.must(renameCategory, { body: { catID, catName: 'Plumbing' } })
    await admin.must(createProperties, { body: { newLabelList: ['brand'] } })
    const fields = (await admin.must(listFields, { query: { subCatID: subcatID } })).map(({ propID }) => propID)
    await admin.must(setLabels, { body: { subcatID, fields } })
    await admin.call(createCategory, { body: { newCat: 'Plumbing' } })
    expect(await changes(admin)).toEqual([])
  })

  test('stays recorded when its author is deleted', async () => {
    const { admin, newUser } = await start()
    const reseller = await newUser('reseller', [Role.Reseller])
    await reseller.must(createCategory, { body: { newCat: 'Sauna' } })
    await reseller.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
    expect(await latest(admin)).toMatchObject({ by: null, what: 'Created category "Sauna"' })
  })

  test('is listed in pages of 50, newest first, in as many statements for any number', async () => {
    const { admin, statements } = await start()
    const counted = async () => {
      const before = statements()
      await changes(admin)
      return statements() - before
    }
    const one = async (n: number) => {
      await admin.must(createRoomType, { body: { roomType: `Type ${n}` } })
      await admin.must(createCategory, { body: { newCat: `Category ${n}` } })
      await admin.must(createSubcategory, { body: { newSubCat: `Subcategory ${n}` } })
    }
    await one(0)
    const few = await counted()
    for (let n = 1; n < 18; n++) await one(n)
    expect(await counted()).toBe(few)
    const first = await changes(admin)
    expect(first).toHaveLength(50)
    expect(first[0]?.what).toContain('"Subcategory 17"')
    const rest = await admin.must(listStructureChanges, { query: { before: first.at(-1)?.changeID ?? 0 } })
    const names = rest.map(({ what }) => /"(.+)"/.exec(what)?.[1])
    expect(names).toEqual(['Type 1', 'Subcategory 0', 'Category 0', 'Type 0'])
  })
})

describe('undoing', () => {
  test.each(kinds)('%s restores the previous state, and can itself be undone', async (_, change) => {
    const { admin, kitchen, ids } = await start()
    const state = async () => [
      await admin.must(exportStructure, {}),
      (await admin.must(listProperties, {})).properties.map(({ propName }) => propName),
      await admin.must(getRoomStructure, { query: { roomType: await roomTypeID(admin, 'Bathroom') } }),
    ]
    const before = await state()
    await change(admin, { kitchen, ...ids })
    const changed = await state()
    const { changeID, what, before: was, after, canUndo } = await latest(admin)
    expect(canUndo).toBe(true)
    expect((await undo(admin, changeID)).body).toEqual({ message: `Undone: ${what}` })
    expect(await state()).toEqual(before)

    const [undone, original] = await changes(admin)
    expect(undone).toMatchObject({
      by: 'Robin Sample',
      what: `Undone: ${what}`,
      before: after,
      after: was,
      canUndo: true,
    })
    expect(original).toMatchObject({ changeID, canUndo: false })
    expect((await undo(admin, changeID)).problem).toMatchObject({ statusCode: 409, code: 'cannot_undo' })

    expect((await undo(admin, undone?.changeID ?? 0)).body).toEqual({ message: `Done again: ${what}` })
    expect(await state()).toEqual(changed)
    expect((await undo(admin, (await latest(admin)).changeID)).body).toEqual({ message: `Undone: ${what}` })
    expect(await state()).toEqual(before)
  })

  test('twice at once undoes it once', async () => {
    const { admin } = await start()
    await admin.must(createCategory, { body: { newCat: 'Sauna' } })
    const { changeID } = await latest(admin)
    const answers = await Promise.all([1, 2, 3].map(() => undo(admin, changeID)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('a deleted room type restores it with its id', async () => {
    const { admin, kitchen } = await start()
    const before = await admin.must(getRoomStructure, { query: { roomType: kitchen } })
    await admin.must(deleteRoomType, { query: { roomTypeID: kitchen } })
    await undo(admin, (await latest(admin)).changeID)
    expect(await admin.must(getRoomStructure, { query: { roomType: kitchen } })).toEqual(before)
    const next = await admin.call(createRoomType, { body: { roomType: 'Sauna' } })
    expect(next.status).toBe(201)
  })
})

describe('a change that newer things depend on cannot be undone', () => {
  const refused = async (admin: Client, change: StructureChange) => {
    const before = await admin.must(exportStructure, {})
    const listed = (await changes(admin)).find(({ changeID }) => changeID === change.changeID)
    expect(listed?.canUndo).toBe(false)
    expect((await undo(admin, change.changeID)).problem).toMatchObject({ statusCode: 409, code: 'cannot_undo' })
    expect(await admin.must(exportStructure, {})).toEqual(before)
  }

  test('a created room type with rooms or categories', async () => {
    const { admin, newUser, ids } = await start()
    const { roomTypeID: sauna } = await admin.must(createRoomType, { body: { roomType: 'Sauna' } })
    const first = await latest(admin)
    const user = await newUser()
    const projectID = await user.newProject()
    await user.must(createRoom, { body: { projectID, roomType: sauna, roomName: 'Cellar' } })
    await refused(admin, first)
    const { roomTypeID: spa } = await admin.must(createRoomType, { body: { roomType: 'Spa' } })
    const second = await latest(admin)
    await admin.must(addCategory, { body: { roomTypeID: spa, catID: ids.catID } })
    await refused(admin, second)
    await undo(admin, (await latest(admin)).changeID)
    expect((await undo(admin, second.changeID)).status).toBe(200)
  })

  test('a created category or subcategory in a room type, or with items', async () => {
    const { admin, newUser, kitchen } = await start()
    const { catID } = await admin.must(createCategory, { body: { newCat: 'Heating' } })
    const category = await latest(admin)
    const { subCatID } = await admin.must(createSubcategory, { body: { newSubCat: 'Stove' } })
    const subcategory = await latest(admin)
    await admin.must(addCategory, { body: { roomTypeID: kitchen, catID } })
    const added = await latest(admin)
    await admin.must(addSubcategory, { body: { roomTypeID: kitchen, catID, newSubcatID: subCatID } })
    for (const change of [category, subcategory, added]) await refused(admin, change)

    const user = await newUser()
    const projectID = await user.newProject()
    const roomID = await user.newRoom(projectID)
    const body = { projectID, roomID, catID, subcatID: subCatID, inputs: {} }
    const { itemID } = await user.must(createItem, { body })
    await admin.must(removeDefinition, { query: { roomTypeID: kitchen, catID } })
    for (const change of [category, subcategory]) await refused(admin, change)
    expect(await user.must(getItem, { query: { itemID } })).toMatchObject({ catName: 'Heating', subcatName: 'Stove' })
  })

  test('a label in use', async () => {
    const { admin, ids } = await start()
    const created = await admin.must(createProperties, { body: { newLabelList: ['Heat'] } })
    const change = await latest(admin)
    await admin.must(setLabels, { body: { subcatID: ids.subcatID, fields: [Number(Object.keys(created)[0])] } })
    await refused(admin, change)
  })

  test('a name that changed again, or is taken', async () => {
    const { admin, ids } = await start()
    const { catID } = ids
    await admin.must(renameCategory, { body: { catID, catName: 'Water' } })
    const first = await latest(admin)
    await admin.must(renameCategory, { body: { catID, catName: 'Pipes' } })
    await refused(admin, first)
    const second = await latest(admin)
    await admin.must(createCategory, { body: { newCat: 'water' } })
    await refused(admin, second)
  })

  test('a deletion or removal that was repaired otherwise, and labels that were set again', async () => {
    const { admin, kitchen, ids } = await start()
    const { catID, subcatID } = ids
    await admin.must(deleteRoomType, { query: { roomTypeID: await roomTypeID(admin, 'Garage') } })
    const deleted = await latest(admin)
    await admin.must(createRoomType, { body: { roomType: 'garage' } })
    await refused(admin, deleted)
    await admin.must(removeDefinition, { query: { roomTypeID: kitchen, catID, subcatID } })
    const removed = await latest(admin)
    await admin.must(addSubcategory, { body: { roomTypeID: kitchen, catID, newSubcatID: subcatID } })
    await refused(admin, removed)
    const [first] = await admin.must(listFields, { query: { subCatID: subcatID } })
    await admin.must(setLabels, { body: { subcatID, fields: [first?.propID ?? null] } })
    const set = await latest(admin)
    await admin.must(setLabels, { body: { subcatID, fields: [null, first?.propID ?? null] } })
    await refused(admin, set)
  })
})
