import { describe, expect, test } from 'vitest'
import {
  getRoomStructure,
  listCategories,
  listFields,
  listRoomTypes,
} from '../../../src/shared/structure/room-structure.api.ts'
import { nameKey } from '../../../src/shared/contract/name-key.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import shipped from '../../../src/server/structure/default-structure.json' with { type: 'json' }
import type { Database } from '../../../src/server/platform/db/database.ts'
import { roomTypeID, startTestApp, subcategoryIDs } from '../../support/test-app.ts'

type NamedTable = 'room_types' | 'categories' | 'subcategories' | 'labels'

const SHIPPED_KINDS: Readonly<Record<string, string>> = shipped.kinds
const shippedKinds = (labels: readonly string[]) => labels.map((label) => SHIPPED_KINDS[label] ?? 'text')

const add = async (db: Database, table: NamedTable, name: string): Promise<number> =>
  (
    await db
      .insertInto(table)
      .values({ name, name_key: nameKey(name) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** A room type whose names were created in no particular order. */
const addAwkwardType = async (db: Database) => {
  const type = await add(db, 'room_types', 'Awkward')
  const subcategories = ['OTHER THINGS', 'Zone 10', 'zone 9', 'Älter', 'Aback']
  const ids = await Promise.all(subcategories.map(async (name) => ({ name, id: await add(db, 'subcategories', name) })))
  const other = await db.selectFrom('subcategories').select('id').where('name_key', '=', 'other').executeTakeFirst()
  for (const name of ['zinc', 'Öl', 'Others', 'Empty']) {
    const category = await add(db, 'categories', name)
    await db.insertInto('room_type_categories').values({ room_type_id: type, category_id: category }).execute()
    if (name === 'Empty') continue
    for (const id of [other?.id ?? 0, ...ids.map((entry) => entry.id)]) {
      const row = { room_type_id: type, category_id: category, subcategory_id: id }
      await db.insertInto('room_type_subcategories').values(row).execute()
    }
  }
  const last = await db.selectFrom('categories').select('id').where('name_key', '=', 'other').executeTakeFirstOrThrow()
  await db.insertInto('room_type_categories').values({ room_type_id: type, category_id: last.id }).execute()
  return type
}

describe('the structure of a new installation', () => {
  // Proves 3.8
  test('is the shipped one: every type, category, subcategory and label', async () => {
    const { anonymous } = await startTestApp()
    const { rooms } = await anonymous.must(listRoomTypes, {})
    const found: Record<string, Record<string, string[]>> = {}
    const labels: Record<string, string[]> = {}
    for (const { roomTypeID: roomType, roomTypeName } of rooms) {
      const structure = await anonymous.must(getRoomStructure, { query: { roomType } })
      found[roomTypeName] = Object.fromEntries(
        Object.values(structure).map(({ parentCatName, subcatNameList }) => [parentCatName, subcatNameList]),
      )
      for (const { subcatList, subcatNameList, subcatLabelList, subcatKindList } of Object.values(structure)) {
        for (const [at, subCatID] of subcatList.entries()) {
          const name = subcatNameList[at] ?? ''
          labels[name] ??= (await anonymous.must(listFields, { query: { subCatID } })).map(({ label }) => label)
          expect(subcatLabelList[at]).toEqual(labels[name])
          expect(subcatKindList?.[at]).toEqual(shippedKinds(labels[name]))
        }
      }
    }
    expect(found).toEqual(shipped.roomTypes)
    expect(labels).toEqual(shipped.subcategories)
  })
})

describe('room types', () => {
  // Proves 3.6, 7.14
  test('are sorted alphabetically, with numbers by value', async () => {
    const { anonymous, services } = await startTestApp()
    for (const name of ['Suite 10', 'suite 9']) await add(services.db, 'room_types', name)
    const { rooms } = await anonymous.must(listRoomTypes, {})
    const names = rooms.map(({ roomTypeName }) => roomTypeName)
    expect(names.slice(0, 3)).toEqual(['Bathroom', 'Bedroom', 'Dining Room'])
    expect(names.slice(-3)).toEqual(['suite 9', 'Suite 10', 'Whole House'])
    expect(rooms[0]).toEqual({ roomTypeID: expect.any(Number), roomTypeName: 'Bathroom' })
  })
})

describe("a room type's categories", () => {
  // Proves 5.10, 7.16
  test("are sorted alphabetically, with 'other' last", async () => {
    const { anonymous, services } = await startTestApp()
    const roomType = await addAwkwardType(services.db)
    const { cats } = await anonymous.must(listCategories, { query: { roomType } })
    expect(cats.map(({ catName }) => catName)).toEqual(['Empty', 'Öl', 'Others', 'zinc', 'Other'])
    expect(cats[0]).toEqual({ catID: expect.any(Number), catName: 'Empty' })
  })

  // Proves 3.7, 7.15
  test("have their subcategories in display order, 'other' last, ids and names in parallel", async () => {
    const { anonymous, services } = await startTestApp()
    const roomType = await addAwkwardType(services.db)
    const { cats } = await anonymous.must(listCategories, { query: { roomType } })
    const structure = await anonymous.must(getRoomStructure, { query: { roomType } })
    const idOf = new Map(
      (await services.db.selectFrom('subcategories').select(['id', 'name']).execute()).map(({ id, name }) => [
        name,
        id,
      ]),
    )
    const names = ['Aback', 'Älter', 'OTHER THINGS', 'zone 9', 'Zone 10', 'Other']
    for (const { catID, catName } of cats) {
      const subcatNameList = ['Empty', 'Other'].includes(catName) ? [] : names
      expect(structure[catID]).toEqual({
        parentCatName: catName,
        subcatNameList,
        subcatList: subcatNameList.map((name) => idOf.get(name)),
        subcatLabelList: subcatNameList.map((name) => (name === 'Other' ? shipped.subcategories.Other : [])),
        subcatAliasList: subcatNameList.map(() => []),
        subcatKindList: subcatNameList.map((name) =>
          name === 'Other' ? shippedKinds(shipped.subcategories.Other) : [],
        ),
      })
    }
    expect(Object.keys(structure)).toHaveLength(cats.length)
  })

  test('are an empty answer if the type has none', async () => {
    const { anonymous, services } = await startTestApp()
    const roomType = await add(services.db, 'room_types', 'Bare')
    expect(await anonymous.must(listCategories, { query: { roomType } })).toEqual({ cats: [] })
    expect(await anonymous.must(getRoomStructure, { query: { roomType } })).toEqual({})
  })
})

describe("a subcategory's labels", () => {
  // Proves 3.9, 7.17
  test('are listed by slot, each with its field', async () => {
    const { anonymous } = await startTestApp()
    const { subcatID } = await subcategoryIDs(anonymous, 'Kitchen', 'Plumbing', 'Faucet')
    const fields = await anonymous.must(listFields, { query: { subCatID: subcatID } })
    expect(fields.map(({ label, field }) => [field, label])).toEqual([
      ['field1', 'Brand'],
      ['field2', 'Model Number'],
      ['field3', 'Finish'],
      ['field4', 'Cartridge / Valve Number'],
      ['field5', 'Supplier'],
      ['field6', 'Warranty Expires'],
    ])
    expect(fields[0]).toEqual({ propID: expect.any(Number), label: 'Brand', field: 'field1' })
  })

  // Proves 3.9
  test('may leave gaps, and may be none', async () => {
    const { anonymous, services } = await startTestApp()
    const { db } = services
    const subCatID = await add(db, 'subcategories', 'Gappy')
    expect(await anonymous.must(listFields, { query: { subCatID } })).toEqual([])
    for (const slot of [6, 2]) {
      const label_id = await add(db, 'labels', `Label ${slot}`)
      await db.insertInto('subcategory_labels').values({ subcategory_id: subCatID, slot, label_id }).execute()
    }
    expect(await anonymous.must(listFields, { query: { subCatID } })).toMatchObject([
      { label: 'Label 2', field: 'field2' },
      { label: 'Label 6', field: 'field6' },
    ])
  })

  test('require a valid subcategory', async () => {
    const { anonymous } = await startTestApp()
    for (const query of [{}, { subCatID: '0' }, { subCatID: 'x' }, { subCatID: '9007199254740992' }]) {
      expect((await anonymous.send(listFields, { query })).problem).toMatchObject({
        statusCode: 400,
        fields: { subCatID: SENTENCES.notID },
      })
    }
    const type = await roomTypeID(anonymous, 'Kitchen')
    expect((await anonymous.raw({ url: `/categories?roomType=${type}&roomType=${type}` })).statusCode).toBe(400)
  })
})
