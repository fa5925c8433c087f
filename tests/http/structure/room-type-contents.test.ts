import { describe, expect, test } from 'vitest'
import {
  createRoomType,
  getRoomStructure,
  listCategories,
  listRoomTypes,
} from '../../../src/shared/structure/room-structure.api.ts'
import shipped from '../../../src/server/structure/default-structure.json'
import { createItem, getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { createRoom, deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import {
  addCategory,
  addSubcategory,
  copyRoomType,
  createCategory,
  deleteRoomType,
  removeDefinition,
  renameRoomType,
} from '../../../src/shared/structure/structure.api.ts'
import { deletePermanently } from '../../../src/shared/history/trash.api.ts'
import { roomTypeID, subcategoryIDs, type Client } from '../../support/test-app.ts'
import { start } from './structure-fixture.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'

const namesOf = async (client: Client, roomType: number) =>
  (await client.must(listCategories, { query: { roomType } })).cats.map(({ catName }) => catName)

describe('a room type', () => {
  // Proves 7.34, 7.35
  test('can get a category, and a subcategory in it', async () => {
    const { admin, anonymous } = await start()
    const { roomTypeID: sauna } = await admin.must(createRoomType, { body: { roomType: 'Sauna' } })
    const { catID, subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
    expect(await admin.must(addCategory, { body: { roomTypeID: sauna, catID } })).toEqual({
      message: 'Added category "Plumbing"',
    })
    expect(await admin.must(addSubcategory, { body: { roomTypeID: sauna, catID, newSubcatID: subcatID } })).toEqual({
      message: 'Added subcategory "Faucet"',
    })
    expect(await anonymous.must(getRoomStructure, { query: { roomType: sauna } })).toEqual({
      [catID]: {
        parentCatName: 'Plumbing',
        subcatList: [subcatID],
        subcatNameList: ['Faucet'],
        subcatLabelList: [shipped.subcategories.Faucet],
        subcatAliasList: [shipped.aliases.Faucet],
        subcatKindList: [['text', 'text', 'text', 'text', 'text', 'end']],
      },
    })
  })

  // Proves 7.34, 7.35
  test('gets neither twice: a 409 names the problem, also for several calls at once', async () => {
    const { admin, kitchen } = await start()
    const { catID, subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
    expect((await admin.call(addCategory, { body: { roomTypeID: kitchen, catID } })).problem).toMatchObject(
      problemWith('category_there', { name: 'Plumbing' }),
    )
    const body = { roomTypeID: kitchen, catID, newSubcatID: subcatID }
    expect((await admin.call(addSubcategory, { body })).problem).toMatchObject(
      problemWith('subcategory_there', { name: 'Faucet' }),
    )
    const { catID: sauna } = await admin.must(createCategory, { body: { newCat: 'Sauna' } })
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.call(addCategory, { body: { roomTypeID: kitchen, catID: sauna } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  // Proves 7.35
  test('gets no subcategory in a category that it lacks', async () => {
    const { admin, kitchen } = await start()
    const { subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
    const { catID } = await admin.must(createCategory, { body: { newCat: 'Sauna' } })
    const body = { roomTypeID: kitchen, catID, newSubcatID: subcatID }
    expect((await admin.call(addSubcategory, { body })).problem).toMatchObject({ statusCode: 404, code: 'not_found' })
  })

  test('is copied with all its categories and subcategories', async () => {
    const { admin, kitchen } = await start()
    const copy = await admin.must(copyRoomType, { body: { roomTypeID: kitchen, roomType: 'Pantry' } })
    expect(copy.message).toContain('"Pantry"')
    expect(await admin.must(getRoomStructure, { query: { roomType: copy.roomTypeID } })).toEqual(
      await admin.must(getRoomStructure, { query: { roomType: kitchen } }),
    )
    const again = await admin.call(copyRoomType, { body: { roomTypeID: kitchen, roomType: 'pantry' } })
    expect(again.problem).toMatchObject({ statusCode: 409, message: sentenceOf('room_type_taken', { name: 'pantry' }) })
  })

  test('is renamed together with the label of its rooms', async () => {
    const { admin, kitchen, anonymous } = await start()
    const answer = await admin.must(renameRoomType, { body: { roomTypeID: kitchen, roomType: 'Cookery' } })
    expect(answer.message).toContain('"Cookery"')
    const { rooms } = await anonymous.must(listRoomTypes, {})
    expect(rooms).toContainEqual({ roomTypeID: kitchen, roomTypeName: 'Cookery' })
  })

  test('can be deleted when no room uses it, not even in the trash', async () => {
    const { admin, kitchen, newUser } = await start()
    const user = await newUser()
    const projectID = await user.newProject()
    const roomID = await user.newRoom(projectID)
    const refused = { statusCode: 409, code: 'room_type_in_use' }
    const query = { roomTypeID: kitchen }
    expect((await admin.call(deleteRoomType, { query })).problem).toMatchObject(refused)
    const { trashID } = await user.must(deleteRoom, { query: { roomID } })
    expect((await admin.call(deleteRoomType, { query })).problem).toMatchObject(refused)
    await user.must(deletePermanently, { query: { trashID } })
    expect(await admin.must(deleteRoomType, { query })).toEqual({ message: expect.stringContaining('"Kitchen"') })
    expect((await user.call(listCategories, { query: { roomType: kitchen } })).status).toBe(404)
    expect((await admin.call(deleteRoomType, { query })).status).toBe(404)
  })

  test('deleted while rooms are created leaves no room without a type', async () => {
    const { admin, newUser, services } = await start()
    const user = await newUser()
    const projectID = await user.newProject()
    for (let n = 0; n < 6; n++) {
      const { roomTypeID: type } = await admin.must(createRoomType, { body: { roomType: `Type ${n}` } })
      const body = { projectID, roomType: type, roomName: `Room ${n}` }
      const [created, deleted] = await Promise.all([
        user.call(createRoom, { body }),
        admin.call(deleteRoomType, { query: { roomTypeID: type } }),
      ])
      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([created.status, deleted.status])
      const rooms = await services.db.selectFrom('rooms').where('room_type_id', '=', type).select('id').execute()
      expect(rooms).toHaveLength(created.status === 201 ? 1 : 0)
    }
  })
})

describe('removing something from a room type', () => {
  const withItem = async () => {
    const started = await start()
    const user = await started.newUser()
    const projectID = await user.newProject()
    const roomID = await user.newRoom(projectID)
    const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan' })
    const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
    return { ...started, user, projectID, roomID, itemID, ids }
  }

  test.each([
    ['a subcategory', true, 'Removed subcategory "Faucet"'],
    ['a category with its subcategories', false, 'Removed category "Plumbing"'],
  ])('%s keeps its items visible and editable, and accepts no new ones', async (_, onlySubcategory, message) => {
    const { admin, kitchen, user, projectID, roomID, itemID, ids } = await withItem()
    const [before] = await user.must(listItems, { query: { roomID } })
    const query = { roomTypeID: kitchen, catID: ids.catID, ...(onlySubcategory && { subcatID: ids.subcatID }) }
    expect(await admin.must(removeDefinition, { query })).toEqual({ message })
    expect(await user.must(listItems, { query: { roomID } })).toEqual([before])
    expect(await user.must(getItem, { query: { itemID } })).toEqual(before)
    await user.must(updateItem, { body: { itemID, inputs: { field2: 'K-200' }, version: 1 } })
    expect(await user.must(getItem, { query: { itemID } })).toMatchObject({ field1: 'Castellan', field2: 'K-200' })
    const created = await user.call(createItem, { body: { projectID, roomID, ...ids, inputs: {} } })
    expect(created.problem).toMatchObject({ statusCode: 400, code: 'subcategory_not_there' })
    expect((await admin.call(removeDefinition, { query })).status).toBe(404)
  })

  test('keeps it in other room types', async () => {
    const { admin, kitchen, ids } = await withItem()
    await admin.must(removeDefinition, { query: { roomTypeID: kitchen, catID: ids.catID } })
    expect(await namesOf(admin, kitchen)).not.toContain('Plumbing')
    expect(await namesOf(admin, await roomTypeID(admin, 'Bathroom'))).toContain('Plumbing')
  })

  test('while items of it are created leaves them all visible', async () => {
    const { admin, kitchen, user, projectID, roomID, ids } = await withItem()
    const body = { projectID, roomID, ...ids, inputs: { field1: 'Brand' } }
    const [removed, ...created] = await Promise.all([
      admin.call(removeDefinition, { query: { roomTypeID: kitchen, ...ids } }),
      ...Array.from({ length: 6 }, () => user.call(createItem, { body })),
    ])
    expect(removed?.status).toBe(200)
    const made = created.filter(({ status }) => status === 201)
    expect(created.filter(({ status }) => status !== 201 && status !== 400)).toEqual([])
    expect(await user.must(listItems, { query: { roomID } })).toHaveLength(1 + made.length)
  })
})
