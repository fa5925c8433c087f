import { describe, expect, test } from 'vitest'
import { listFields, SLOTS } from '../../../src/shared/structure/room-structure.api.ts'
import { createItem, deleteItem, getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { listStructureChanges, undoStructureChange } from '../../../src/shared/structure/structure-file.api.ts'
import {
  createProperties,
  getSubcategoryUse,
  listProperties,
  setLabels,
} from '../../../src/shared/structure/labels.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import { problemWith } from '../../support/problems.ts'
import { subcategoryIDs, type Client } from '../../support/test-app.ts'
import { FAUCET, start, labelIDs, shown, set } from './labels-fixture.ts'

const allValues = async (client: Client, itemID: number): Promise<string[]> => {
  const item = await client.must(getItem, { query: { itemID } })
  return SLOTS.map((slot) => item[slot])
    .filter((value) => value !== '')
    .sort()
}

describe('labels', () => {
  // Proves 7.29
  test('are listed in alphabetical order', async () => {
    const { admin } = await start()
    await labelIDs(admin, ['Zone 10', 'zone 9', 'Älter'])
    const names = (await admin.must(listProperties, {})).properties.map(({ propName }) => propName)
    expect(names.slice(-2)).toEqual(['zone 9', 'Zone 10'])
    expect(names.filter((name) => ['Älter', 'Brand', 'Finish'].includes(name))).toEqual(['Älter', 'Brand', 'Finish'])
  })

  // Proves 7.30
  test('get an id when they are new, and return their id when they exist, under the name as sent', async () => {
    const { admin } = await start()
    const { properties } = await admin.must(listProperties, {})
    const brand = properties.find(({ propName }) => propName === 'Brand')?.propID
    const answer = await admin.call(createProperties, { body: { newLabelList: ['Heat', ' BRAND ', 'Wood'] } })
    expect(answer.status).toBe(201)
    expect(Object.values(answer.body).sort()).toEqual(['BRAND', 'Heat', 'Wood'])
    expect(answer.body[String(brand)]).toBe('BRAND')
    const after = (await admin.must(listProperties, {})).properties
    expect(after).toHaveLength(properties.length + 2)
    expect(after).toContainEqual({ propID: brand, propName: 'Brand' })
  })

  // Proves 7.30
  test('repeated in any form are a 400, as are none or more than 100', async () => {
    const { admin } = await start()
    const before = await admin.must(listProperties, {})
    const many = Array.from({ length: 101 }, (_, n) => `Label ${n}`)
    for (const newLabelList of [['Heat', 'heat'], ['Wood', 'ｗood '], [], many]) {
      const { problem } = await admin.call(createProperties, { body: { newLabelList } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { newLabelList: expect.any(String) as string } })
    }
    expect(await admin.must(listProperties, {})).toEqual(before)
    expect((await admin.call(createProperties, { body: { newLabelList: many.slice(1) } })).status).toBe(201)
  })

  // Proves 7.30
  test('from two administrators at once are created once, and both get the same ids', async () => {
    const { admin } = await start()
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.must(createProperties, { body: { newLabelList: ['Heat', 'Wood'] } })),
    )
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
  })
})

describe("setting a subcategory's labels", () => {
  // Proves 7.31
  test('confirms it, and slots may have gaps', async () => {
    const { admin, anonymous, subcatID } = await start()
    const answer = await set(admin, subcatID, ['Finish', null, 'Heat'])
    expect(answer).toMatchObject({ status: 200, body: { message: expect.stringContaining('"Faucet"') } })
    const fields = await anonymous.must(listFields, { query: { subCatID: subcatID } })
    expect(fields.map(({ field, label }) => [field, label])).toEqual([
      ['field1', 'Finish'],
      ['field3', 'Heat'],
    ])
  })

  // Proves 7.31, 9.5
  test('accepts six labels; seven, or one in two slots, are a 400', async () => {
    const { admin, subcatID } = await start()
    const [heat] = await labelIDs(admin, ['Heat'])
    for (const fields of [
      [heat, null, heat],
      [null, null, null, null, null, null, null],
    ]) {
      const { problem } = await admin.send(setLabels, { body: { subcatID, fields } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { fields: expect.any(String) as string } })
    }
    expect((await set(admin, subcatID, ['Heat', 'Wood', ...FAUCET.slice(0, 4)])).status).toBe(200)
  })

  test('changed by another user is a 409 with the current labels, and changes nothing', async () => {
    const { admin, subcatID } = await start()
    const was = await labelIDs(admin, FAUCET)
    expect((await set(admin, subcatID, ['Brand', 'Finish'], { was })).status).toBe(200)
    const current = await admin.must(listFields, { query: { subCatID: subcatID } })
    const late = await set(admin, subcatID, ['Finish', 'Brand'], { was })
    expect(late.problem).toMatchObject({ statusCode: 409, code: 'structure_changed', current })
    expect(await admin.must(listFields, { query: { subCatID: subcatID } })).toEqual(current)
  })

  test('by two administrators at once conflicts for one of them', async () => {
    const { admin, subcatID } = await start()
    const was = await labelIDs(admin, FAUCET)
    const [heat] = await labelIDs(admin, ['Heat'])
    const answers = await Promise.all(
      [[heat ?? null], [null, heat ?? null], [null, null, heat ?? null]].map((fields) =>
        admin.call(setLabels, { body: { subcatID, fields, was } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('values', () => {
  test('move with their labels to other slots, also of items in the trash', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const values = { field1: 'Castellan', field2: 'K-200', field3: 'Satin brass', field6: '2031' }
    const itemID = await newItem(values)
    const trashed = await newItem(values)
    const { trashID } = await user.must(deleteItem, { query: { itemID: trashed } })
    const before = await shown(user, itemID)
    const order = ['Finish', 'Brand', 'Model Number', 'Warranty Expires', 'Supplier', 'Cartridge / Valve Number']
    expect((await set(admin, subcatID, order)).status).toBe(200)
    const item = await user.must(getItem, { query: { itemID } })
    expect(item).toMatchObject({ field1: 'Satin brass', field2: 'Castellan', field3: 'K-200', field4: '2031' })
    expect(await shown(user, itemID)).toEqual(before)
    await user.must(restore, { body: { trashID } })
    expect(await shown(user, trashed)).toEqual(before)
  })

  test('that moved change the version of their item, so that open forms conflict', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const itemID = await newItem({ field1: 'Castellan' })
    const empty = await newItem({})
    await set(admin, subcatID, ['Finish', 'Brand', ...FAUCET.slice(3)])
    for (const id of [itemID, empty]) {
      const late = await user.call(updateItem, { body: { itemID: id, inputs: { field1: 'Other' }, version: 1 } })
      expect(late.problem).toMatchObject({ statusCode: 409, code: 'item_changed', current: { version: 2 } })
    }
  })

  test('under a label that is only added keep the version of their item', async () => {
    const { admin, user, subcatID, newItem } = await start()
    await set(admin, subcatID, FAUCET.slice(0, 4))
    const itemID = await newItem({ field1: 'Castellan' })
    await set(admin, subcatID, [...FAUCET.slice(0, 4), 'Heat'])
    expect(await user.must(getItem, { query: { itemID } })).toMatchObject({ version: 1, field1: 'Castellan' })
  })

  test('update the sample of their item', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const itemID = await newItem({ field3: 'Satin brass' })
    const plain = await newItem({ field1: 'Walnut' })
    const trashed = await newItem({ field1: 'Walnut' })
    const { trashID } = await user.must(deleteItem, { query: { itemID: trashed } })
    const sampleOf = async (id: number) => (await user.must(getItem, { query: { itemID: id } })).sample
    expect([await sampleOf(itemID), await sampleOf(plain)]).toEqual(['metal #C59C50', null])
    await set(admin, subcatID, ['Finish', 'Brand'], { moveValues: false, confirmed: true })
    expect([await sampleOf(itemID), await sampleOf(plain)]).toEqual([null, 'wood #6D4B31'])
    await user.must(restore, { body: { trashID } })
    expect(await sampleOf(trashed)).toBe('wood #6D4B31')
  })

  test('update the samples of any number of items', async () => {
    const { admin, user, subcatID, newItem, services } = await start()
    const itemID = await newItem({ field1: 'Walnut' })
    const { id: _, ...row } = await services.db
      .selectFrom('items')
      .where('id', '=', itemID)
      .selectAll()
      .executeTakeFirstOrThrow()
    for (let n = 0; n < 25; n++) {
      await services.db
        .insertInto('items')
        .values(Array.from({ length: 100 }, () => row))
        .execute()
    }
    await set(admin, subcatID, ['Finish'], { moveValues: false, confirmed: true })
    const samples = await services.db.selectFrom('items').select('sample').distinct().execute()
    expect(samples).toEqual([{ sample: 'wood #6D4B31' }])
    expect((await user.must(getItem, { query: { itemID } })).version).toBe(2)
  })

  test('that would appear under another label, or none, are a 409 with their count, and nothing changes', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const itemID = await newItem({ field1: 'Castellan', field3: 'Satin brass', field4: ' ' })
    await newItem({ field1: 'Norwood' })
    const fields = await admin.must(listFields, { query: { subCatID: subcatID } })
    const before = await user.must(getItem, { query: { itemID } })
    const answer = await set(admin, subcatID, ['Heat', 'Model Number', null, null, 'Supplier', 'Warranty Expires'])
    expect(answer.problem).toMatchObject({
      ...problemWith('labels_hold_values'),
      slots: [
        { subcategory: 'Faucet', field: 'field1', items: 2, before: 'Brand', after: 'Heat' },
        { subcategory: 'Faucet', field: 'field3', items: 1, before: 'Finish', after: null },
        { subcategory: 'Faucet', field: 'field4', items: 1, before: 'Cartridge / Valve Number', after: null },
      ],
    })
    expect(await admin.must(listFields, { query: { subCatID: subcatID } })).toEqual(fields)
    expect(await user.must(getItem, { query: { itemID } })).toEqual(before)
  })

  test('are never deleted or overwritten, and reappear with their label', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const itemID = await newItem({ field1: 'a', field2: 'b', field3: 'c', field4: 'd', field5: 'e', field6: 'f' })
    const values = await allValues(user, itemID)
    await set(admin, subcatID, ['Warranty Expires', 'Brand'], { confirmed: true })
    expect(await shown(user, itemID)).toEqual({ 'Warranty Expires': 'f', Brand: 'a' })
    expect(await allValues(user, itemID)).toEqual(values)
    // Values that no label shows stay hidden without asking; a label that would show them asks.
    expect((await set(admin, subcatID, ['Brand', 'Warranty Expires'])).status).toBe(200)
    const revealing = await set(admin, subcatID, ['Brand', 'Warranty Expires', 'Heat'])
    expect(revealing.problem).toMatchObject({
      code: 'labels_hold_values',
      slots: [{ field: 'field3', items: 1, before: null, after: 'Heat' }],
    })
    expect(await allValues(user, itemID)).toEqual(values)
  })

  test('stay in their slots if the administrator chooses and confirms that', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const itemID = await newItem({ field1: 'Castellan', field2: 'K-200' })
    const swapped = ['Model Number', 'Brand']
    const asked = await set(admin, subcatID, swapped, { moveValues: false })
    expect(asked.problem).toMatchObject({ code: 'labels_hold_values' })
    expect((await set(admin, subcatID, swapped, { moveValues: false, confirmed: true })).status).toBe(200)
    expect(await shown(user, itemID)).toEqual({ 'Model Number': 'Castellan', Brand: 'K-200' })
  })

  test('of other subcategories stay unchanged', async () => {
    const { admin, user, subcatID, projectID, roomID } = await start()
    const sink = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Sink')
    const body = { projectID, roomID, ...sink, inputs: { field1: 'Castellan' } }
    const { itemID } = await user.must(createItem, { body })
    const before = await user.must(getItem, { query: { itemID } })
    await set(admin, subcatID, ['Finish', 'Brand'])
    expect(await user.must(getItem, { query: { itemID } })).toEqual(before)
  })

  test('are counted per slot before a change, with the room types that use the subcategory', async () => {
    const { admin, user, subcatID, newItem } = await start()
    await newItem({ field1: 'Castellan', field3: 'Brass' })
    const trashed = await newItem({ field1: 'Norwood' })
    await user.must(deleteItem, { query: { itemID: trashed } })
    await newItem({})
    const { roomTypes, items, slots } = await admin.must(getSubcategoryUse, { query: { subcatID } })
    expect(roomTypes).toContain('Kitchen')
    expect(roomTypes).toEqual([...roomTypes].sort())
    expect(items).toBe(3)
    expect(slots.map(({ field, items: count }) => [field, count])).toEqual([
      ['field1', 2],
      ['field2', 0],
      ['field3', 1],
      ['field4', 0],
      ['field5', 0],
      ['field6', 0],
    ])
  })
})

test('undoing a change of labels moves the values back', async () => {
  const { admin, user, subcatID, newItem } = await start()
  const itemID = await newItem({ field1: 'a', field2: 'b', field3: 'c', field4: 'd', field5: 'e', field6: 'f' })
  const before = await user.must(getItem, { query: { itemID } })
  await set(admin, subcatID, ['Warranty Expires', 'Heat', 'Brand'], { confirmed: true })
  const [change] = await admin.must(listStructureChanges, { query: {} })
  const changeID = change?.changeID ?? 0
  const asked = await admin.call(undoStructureChange, { body: { changeID } })
  expect(asked.problem).toMatchObject({ statusCode: 409, code: 'labels_hold_values' })
  await admin.must(undoStructureChange, { body: { changeID, confirmed: true } })
  const after = await user.must(getItem, { query: { itemID } })
  expect({ ...after, version: 0 }).toEqual({ ...before, version: 0 })
})
