import { describe, expect, test } from 'vitest'
import { createRoomType, getRoomStructure } from '../../../src/shared/structure/room-structure.api.ts'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { Role, SHAPES_STRUCTURE } from '../../../src/shared/contract/roles.ts'
import {
  addCategory,
  addSubcategory,
  copyRoomType,
  createCategory,
  createSubcategory,
  deleteRoomType,
  listAllCategories,
  listAllSubcategories,
  removeDefinition,
  renameCategory,
  renameRoomType,
  renameSubcategory,
} from '../../../src/shared/structure/structure.api.ts'
import { exportStructure } from '../../../src/shared/structure/structure-file.api.ts'
import { createProperties, listProperties, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { roomTypeID, subcategoryIDs, type Client } from '../../support/test-app.ts'
import { start } from './structure-fixture.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'

const categoryID = async (client: Client, name: string): Promise<number> => {
  const found = (await client.must(listAllCategories, {})).find(({ catName }) => catName === name)
  if (!found) throw new Error(`There is no category "${name}".`)
  return found.catID
}

describe('all categories and all subcategories', () => {
  // Proves 7.27, 7.28
  test("are sorted alphabetically with 'other' last, including those in no room type", async () => {
    const { admin } = await start()
    const { catID } = await admin.must(createCategory, { body: { newCat: 'Äther' } })
    const { subCatID } = await admin.must(createSubcategory, { body: { newSubCat: 'zz 10' } })
    await admin.must(createSubcategory, { body: { newSubCat: 'zz 9' } })
    const categories = await admin.must(listAllCategories, {})
    expect(categories.slice(0, 2).map(({ catName }) => catName)).toEqual(['Appliances', 'Äther'])
    expect(categories).toContainEqual({ catID, catName: 'Äther' })
    expect(categories.at(-1)?.catName).toBe('Other')
    const subcategories = await admin.must(listAllSubcategories, {})
    expect(subcategories.slice(-3).map(({ subCatName }) => subCatName)).toEqual(['zz 9', 'zz 10', 'Other'])
    expect(subcategories).toContainEqual({ subCatID, subCatName: 'zz 10' })
  })

  test('each need one statement for any number, and so do all labels', async () => {
    const { admin, statements } = await start()
    for (const endpoint of [listAllCategories, listAllSubcategories, listProperties]) {
      const before = statements()
      await admin.must(endpoint, {})
      expect(statements() - before).toBe(2)
    }
  })
})

describe('a new category or subcategory', () => {
  // Proves 7.36, 7.37
  test('returns its id', async () => {
    const { admin } = await start()
    expect(await admin.must(createCategory, { body: { newCat: ' Sauna ' } })).toEqual({
      catID: expect.any(Number),
      message: 'Created category "Sauna"',
    })
    expect(await admin.must(createSubcategory, { body: { newSubCat: 'Stove' } })).toEqual({
      subCatID: expect.any(Number),
      message: 'Created subcategory "Stove"',
    })
  })

  // Proves 7.36, 7.37
  test('with an existing name, in any case or form, is a 409', async () => {
    const { admin } = await start()
    expect((await admin.call(createCategory, { body: { newCat: 'ｐlumbing' } })).problem).toMatchObject({
      ...problemWith('category_taken', { name: 'ｐlumbing' }),
      fields: { newCat: sentenceOf('category_taken', { name: 'ｐlumbing' }) },
    })
    expect((await admin.call(createSubcategory, { body: { newSubCat: ' FAUCET' } })).problem).toMatchObject({
      ...problemWith('subcategory_taken', { name: 'FAUCET' }),
      fields: { newSubCat: sentenceOf('subcategory_taken', { name: 'FAUCET' }) },
    })
  })

  test('is created once by several administrators at once', async () => {
    const { admin } = await start()
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(createCategory, { body: { newCat: 'Sauna' } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })
})

describe('limits of names', () => {
  const longest = (max: number) => ['x', 'y'.repeat(max), '😀'.repeat(max), `  ${'z'.repeat(max)}  `]

  // Proves 9.5
  test('a new category has 1 to 32 characters, and is never blank', async () => {
    const { admin } = await start()
    for (const newCat of longest(32)) await admin.must(createCategory, { body: { newCat } })
    for (const [newCat, sentence] of [
      ['x'.repeat(33), atMost(32)],
      ['  ', SENTENCES.categoryBlank],
      ['', SENTENCES.categoryBlank],
    ] as const) {
      const { problem } = await admin.call(createCategory, { body: { newCat } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { newCat: sentence } })
    }
  })

  // Proves 9.5
  test('a renamed category has 1 to 64 characters, and is never blank', async () => {
    const { admin } = await start()
    const catID = await categoryID(admin, 'Plumbing')
    for (const catName of longest(64)) await admin.must(renameCategory, { body: { catID, catName } })
    for (const [catName, sentence] of [
      ['x'.repeat(65), atMost(64)],
      ['  ', SENTENCES.categoryBlank],
    ] as const) {
      const { problem } = await admin.call(renameCategory, { body: { catID, catName } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { catName: sentence } })
    }
  })

  // Proves 9.5
  test('a new or renamed subcategory has 1 to 64 characters, and is never blank', async () => {
    const { admin } = await start()
    const { subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
    for (const name of longest(64)) {
      await admin.must(createSubcategory, { body: { newSubCat: name } })
      await admin.must(renameSubcategory, { body: { subcatID, subCatName: `w${name.trim().slice(2)}` } })
    }
    for (const [name, sentence] of [
      ['x'.repeat(65), atMost(64)],
      [' ', SENTENCES.subcategoryBlank],
    ] as const) {
      expect((await admin.call(createSubcategory, { body: { newSubCat: name } })).problem.fields).toEqual({
        newSubCat: sentence,
      })
      expect((await admin.call(renameSubcategory, { body: { subcatID, subCatName: name } })).problem.fields).toEqual({
        subCatName: sentence,
      })
    }
  })

  // Proves 9.5
  test('a label has 1 to 32 characters', async () => {
    const { admin } = await start()
    await admin.must(createProperties, { body: { newLabelList: longest(32) } })
    for (const label of ['x'.repeat(33), ' ', '']) {
      const { problem } = await admin.call(createProperties, { body: { newLabelList: ['Good', label] } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { newLabelList: expect.any(String) as string } })
    }
    const { properties } = await admin.must(listProperties, {})
    expect(properties.map(({ propName }) => propName)).not.toContain('Good')
  })

  test('a renamed or copied room type has 1 to 32 characters', async () => {
    const { admin, kitchen } = await start()
    for (const [at, name] of longest(31).entries()) {
      await admin.must(renameRoomType, { body: { roomTypeID: kitchen, roomType: `${name.trim()}a` } })
      await admin.must(copyRoomType, { body: { roomTypeID: kitchen, roomType: `${name.trim()}${at}` } })
    }
    for (const roomType of ['x'.repeat(33), ' ']) {
      for (const endpoint of [renameRoomType, copyRoomType]) {
        const { problem } = await admin.call(endpoint, { body: { roomTypeID: kitchen, roomType } })
        expect(problem).toMatchObject({ statusCode: 400, fields: { roomType: expect.any(String) as string } })
      }
    }
  })
})

describe('renaming', () => {
  // Proves 7.32, 7.33
  test('a category or subcategory confirms the new name and shows it in every room type', async () => {
    const { admin, kitchen } = await start()
    const { catID, subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
    expect(await admin.must(renameCategory, { body: { catID, catName: ' Water ', was: 'Plumbing' } })).toEqual({
      message: 'Renamed category to "Water"',
    })
    expect(await admin.must(renameSubcategory, { body: { subcatID, subCatName: 'Tap' } })).toEqual({
      message: 'Renamed subcategory to "Tap"',
    })
    for (const roomType of [kitchen, await roomTypeID(admin, 'Bathroom')]) {
      const structure = await admin.must(getRoomStructure, { query: { roomType } })
      expect(structure[catID]).toMatchObject({ parentCatName: 'Water' })
      expect(structure[catID]?.subcatNameList).toContain('Tap')
    }
  })

  // Proves 7.32, 7.33
  test("to another's name is a 409, to another form of its own name is not", async () => {
    const { admin, kitchen } = await start()
    const { catID, subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
    expect((await admin.call(renameCategory, { body: { catID, catName: 'PAINT' } })).problem).toMatchObject({
      ...problemWith('category_taken', { name: 'PAINT' }),
      fields: { catName: sentenceOf('category_taken', { name: 'PAINT' }) },
    })
    expect(
      (await admin.call(renameSubcategory, { body: { subcatID, subCatName: 'range hood' } })).problem,
    ).toMatchObject(problemWith('subcategory_taken', { name: 'range hood' }))
    const garage = { roomTypeID: kitchen, roomType: 'garage' }
    expect((await admin.call(renameRoomType, { body: garage })).problem).toMatchObject(
      problemWith('room_type_taken', { name: 'garage' }),
    )
    expect((await admin.call(renameCategory, { body: { catID, catName: 'PLUMBING' } })).status).toBe(200)
    expect((await admin.call(renameSubcategory, { body: { subcatID, subCatName: 'faucet' } })).status).toBe(200)
  })

  test("after another user's rename is a 409 with the current name, and changes nothing", async () => {
    const { admin, kitchen } = await start()
    const { catID, subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
    await admin.must(renameCategory, { body: { catID, catName: 'Water' } })
    await admin.must(renameSubcategory, { body: { subcatID, subCatName: 'Tap' } })
    await admin.must(renameRoomType, { body: { roomTypeID: kitchen, roomType: 'Cookery', was: 'Kitchen' } })
    const before = await admin.must(exportStructure, {})
    const changed = { statusCode: 409, code: 'structure_changed' }
    const category = { catID, catName: 'Pipes', was: 'Plumbing' }
    expect((await admin.call(renameCategory, { body: category })).problem).toMatchObject({
      ...changed,
      current: 'Water',
    })
    const subcategory = { subcatID, subCatName: 'Spout', was: 'Faucet' }
    expect((await admin.call(renameSubcategory, { body: subcategory })).problem).toMatchObject({
      ...changed,
      current: 'Tap',
    })
    const roomType = { roomTypeID: kitchen, roomType: 'Galley', was: 'Kitchen' }
    expect((await admin.call(renameRoomType, { body: roomType })).problem).toMatchObject({
      ...changed,
      current: 'Cookery',
    })
    expect(await admin.must(exportStructure, {})).toEqual(before)
  })

  test('by two administrators at once conflicts for one of them', async () => {
    const { admin } = await start()
    const catID = await categoryID(admin, 'Plumbing')
    const answers = await Promise.all(
      ['Water', 'Pipes', 'Drains'].map((catName) =>
        admin.call(renameCategory, { body: { catID, catName, was: 'Plumbing' } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('rights to change the structure', () => {
  const shaping = Object.entries<EndpointSpec>(endpoints).filter(([, { access }]) => access === SHAPES_STRUCTURE)

  test('belong to administrators and resellers; others get a 403 from every call', async () => {
    const { newUser, admin } = await start()
    const reseller = await newUser('reseller', [Role.Reseller])
    const user = await newUser('user')
    expect(shaping).toHaveLength(22)
    for (const [name, endpoint] of shaping) {
      const input = endpoint.body ? { body: {} } : {}
      expect((await user.send(endpoint, input)).status, name).toBe(403)
      for (const allowed of [admin, reseller]) expect((await allowed.send(endpoint, input)).status, name).not.toBe(403)
    }
  })
})

test('a change that fails midway changes nothing', async () => {
  const { admin, services, kitchen } = await start()
  const { catID, subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
  const projectID = await admin.newProject().catch(() => 0)
  expect(projectID).toBeGreaterThan(0)
  const itemID = await admin.newItem(projectID, await admin.newRoom(projectID), { field1: 'Castellan' })
  const { properties } = await admin.must(listProperties, {})
  const other = properties.find(({ propName }) => propName === 'Brand')?.propID ?? 0
  const { catID: sauna } = await admin.must(createCategory, { body: { newCat: 'Sauna' } })
  const { subCatID: stove } = await admin.must(createSubcategory, { body: { newSubCat: 'Stove' } })
  const state = async () => [
    await admin.must(exportStructure, {}),
    await admin.must(listProperties, {}),
    await admin.must(getItem, { query: { itemID } }),
  ]
  const before = await state()
  // Each change writes its record last.
  await services.db.schema.dropTable('structure_changes').execute()
  const file = { subcategories: { Stove: ['Heat'] }, categories: {}, roomTypes: { Sauna: { Sauna: ['Stove'] } } }
  const failed = [
    await admin.call(createRoomType, { body: { roomType: 'Sauna' } }),
    await admin.call(renameRoomType, { body: { roomTypeID: kitchen, roomType: 'Cookery' } }),
    await admin.call(copyRoomType, { body: { roomTypeID: kitchen, roomType: 'Cookery' } }),
    await admin.call(deleteRoomType, { query: { roomTypeID: await roomTypeID(admin, 'Garage') } }),
    await admin.call(createCategory, { body: { newCat: 'Attic' } }),
    await admin.call(createSubcategory, { body: { newSubCat: 'Attic' } }),
    await admin.call(renameCategory, { body: { catID, catName: 'Attic' } }),
    await admin.call(renameSubcategory, { body: { subcatID, subCatName: 'Attic' } }),
    await admin.call(addCategory, { body: { roomTypeID: kitchen, catID: sauna } }),
    await admin.call(addSubcategory, { body: { roomTypeID: kitchen, catID, newSubcatID: stove } }),
    await admin.call(removeDefinition, { query: { roomTypeID: kitchen, catID } }),
    await admin.call(createProperties, { body: { newLabelList: ['Heat', 'Wood'] } }),
    await admin.call(setLabels, { body: { subcatID, fields: [null, null, other], confirmed: true } }),
    await admin.call(endpoints.importStructure, { body: { structure: file, apply: true, confirmed: true } }),
  ]
  expect(failed.map(({ status }) => status)).toEqual(failed.map(() => 500))
  expect(await state()).toEqual(before)
})
