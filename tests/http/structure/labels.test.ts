import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listFields, SLOTS } from '../../../src/shared/structure/room-structure.api.ts'
import { createItem, deleteItem, getItem, updateItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import {
  createProperties,
  getSubcategoryUse,
  listProperties,
  listStructureChanges,
  setLabels,
  undoStructureChange,
} from '../../../src/shared/structure/structure.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import type { Services } from '../../../src/server/services.ts'
import { unscoped } from '../../../src/server/platform/db/access/unscoped.ts'
import { ENGINE } from '../../support/database.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

const FAUCET = ['Brand', 'Model Number', 'Finish', 'Cartridge / Valve Number', 'Supplier', 'Warranty Expires']

const start = async () => {
  const started = await startTestApp()
  const admin = await started.newUser('admin', [Role.Admin])
  const user = await started.newUser('user')
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  const newItem = (inputs: ItemInputs) => user.newItem(projectID, roomID, inputs)
  return { ...started, admin, user, projectID, roomID, ids, subcatID: ids.subcatID, newItem }
}

/** The ids of labels by name, made where they are not there; null stays. */
const labelIDs = async (client: Client, names: readonly (string | null)[]): Promise<(number | null)[]> => {
  const wanted = names.filter((name) => name !== null)
  const ids = wanted.length > 0 ? await client.must(createProperties, { body: { newLabelList: wanted } }) : {}
  return names.map((name) => {
    const [id] = Object.entries(ids).find(([, label]) => label === name) ?? []
    return id === undefined ? null : Number(id)
  })
}

/** What an item shows: each label with the value under it, empty ones left out. */
const shown = async (client: Client, itemID: number): Promise<Record<string, string>> => {
  const item = await client.must(getItem, { query: { itemID } })
  return Object.fromEntries(
    item.labels.flatMap(({ label, field }) => (item[field] === '' ? [] : [[label, item[field]]])),
  )
}

const allValues = async (client: Client, itemID: number): Promise<string[]> => {
  const item = await client.must(getItem, { query: { itemID } })
  return SLOTS.map((slot) => item[slot])
    .filter((value) => value !== '')
    .sort()
}

const set = async (admin: Client, subcatID: number, names: readonly (string | null)[], more: object = {}) =>
  admin.call(setLabels, { body: { subcatID, fields: await labelIDs(admin, names), ...more } })

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
  test('that are new get an id, those that exist give theirs, under the name as sent', async () => {
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
  test('twice in the list, in any form, are a 400, and so are none or more than 100', async () => {
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
  test('from two administrators at once are made once, and both get the same ids', async () => {
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
  test('says so, and slots may have gaps', async () => {
    const { admin, anonymous, subcatID } = await start()
    const answer = await set(admin, subcatID, ['Finish', null, 'Heat'])
    expect(answer).toMatchObject({ status: 200, body: { message: 'Updated fields of "Faucet"' } })
    const fields = await anonymous.must(listFields, { query: { subCatID: subcatID } })
    expect(fields.map(({ field, label }) => [field, label])).toEqual([
      ['field1', 'Finish'],
      ['field3', 'Heat'],
    ])
  })

  // Proves 7.31, 9.5
  test('takes six labels; seven, or one in two slots, are a 400', async () => {
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

  test('that somebody else has changed meanwhile is a 409 with the labels as they are, and changes nothing', async () => {
    const { admin, subcatID } = await start()
    const was = await labelIDs(admin, FAUCET)
    expect((await set(admin, subcatID, ['Brand', 'Finish'], { was })).status).toBe(200)
    const current = await admin.must(listFields, { query: { subCatID: subcatID } })
    const late = await set(admin, subcatID, ['Finish', 'Brand'], { was })
    expect(late.problem).toMatchObject({ statusCode: 409, code: 'structure_changed', current })
    expect(await admin.must(listFields, { query: { subCatID: subcatID } })).toEqual(current)
  })

  test('by two administrators at once is told to one of them', async () => {
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
  test('go with their labels to other slots, also of items in the trash', async () => {
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

  test('that moved give their item a new version, so that a form of before is told', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const itemID = await newItem({ field1: 'Castellan' })
    const empty = await newItem({})
    await set(admin, subcatID, ['Finish', 'Brand', ...FAUCET.slice(3)])
    for (const id of [itemID, empty]) {
      const late = await user.call(updateItem, { body: { itemID: id, inputs: { field1: 'Other' }, version: 1 } })
      expect(late.problem).toMatchObject({ statusCode: 409, code: 'item_changed', current: { version: 2 } })
    }
  })

  test('of a label that is only added keep their version', async () => {
    const { admin, user, subcatID, newItem } = await start()
    await set(admin, subcatID, FAUCET.slice(0, 4))
    const itemID = await newItem({ field1: 'Castellan' })
    await set(admin, subcatID, [...FAUCET.slice(0, 4), 'Heat'])
    expect(await user.must(getItem, { query: { itemID } })).toMatchObject({ version: 1, field1: 'Castellan' })
  })

  test('draw the sample of their item anew', async () => {
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

  test('draw samples anew however many items there are', async () => {
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

  test('that would stand under another label, or under none, are a 409 that counts them, and nothing changes', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const itemID = await newItem({ field1: 'Castellan', field3: 'Satin brass', field4: ' ' })
    await newItem({ field1: 'Norwood' })
    const fields = await admin.must(listFields, { query: { subCatID: subcatID } })
    const before = await user.must(getItem, { query: { itemID } })
    const answer = await set(admin, subcatID, ['Heat', 'Model Number', null, null, 'Supplier', 'Warranty Expires'])
    expect(answer.problem).toMatchObject({
      statusCode: 409,
      code: 'labels_hold_values',
      slots: [
        { subcategory: 'Faucet', field: 'field1', items: 2, before: 'Brand', after: 'Heat' },
        { subcategory: 'Faucet', field: 'field3', items: 1, before: 'Finish', after: null },
        { subcategory: 'Faucet', field: 'field4', items: 1, before: 'Cartridge / Valve Number', after: null },
      ],
    })
    expect(await admin.must(listFields, { query: { subCatID: subcatID } })).toEqual(fields)
    expect(await user.must(getItem, { query: { itemID } })).toEqual(before)
  })

  test('are never removed or overwritten, and come back under a label that comes back', async () => {
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

  test('stay in their slots where the administrator wants that and confirms it', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const itemID = await newItem({ field1: 'Castellan', field2: 'K-200' })
    const swapped = ['Model Number', 'Brand']
    const asked = await set(admin, subcatID, swapped, { moveValues: false })
    expect(asked.problem).toMatchObject({ code: 'labels_hold_values' })
    expect((await set(admin, subcatID, swapped, { moveValues: false, confirmed: true })).status).toBe(200)
    expect(await shown(user, itemID)).toEqual({ 'Model Number': 'Castellan', Brand: 'K-200' })
  })

  test('of other subcategories stay untouched', async () => {
    const { admin, user, subcatID, projectID, roomID } = await start()
    const sink = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Sink')
    const body = { projectID, roomID, ...sink, inputs: { field1: 'Castellan' } }
    const { itemID } = await user.must(createItem, { body })
    const before = await user.must(getItem, { query: { itemID } })
    await set(admin, subcatID, ['Finish', 'Brand'])
    expect(await user.must(getItem, { query: { itemID } })).toEqual(before)
  })

  test('are counted for each slot before anything is changed, with the room types that use the subcategory', async () => {
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

describe('a save at the same moment', () => {
  /**
   * Lets two calls come as far as they get while something else holds the item, and then go on in their order: both have
   * looked at the labels before either has written.
   */
  const inThisOrder = async <A, B>(
    { services, statements, itemID }: { services: Services; statements: () => number; itemID: number },
    first: () => Promise<A>,
    second: () => Promise<B>,
  ): Promise<[A, B]> => {
    const { db } = services
    const before = statements()
    // PostgreSQL tells who waits. SQLite lets everybody read on: the session, and for a save the item.
    const isWaiting = async (calls: number) => {
      if (ENGINE === 'SQLite') return statements() >= before + 1 + (calls === 1 ? 1 : 3)
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      return (rows[0]?.count ?? 0) >= calls
    }
    const settled = (calls: number) => until(() => isWaiting(calls))
    return db
      .transaction()
      .execute(async (trx) => {
        // PostgreSQL gives a row that was only locked to who has waited longest, and one that was changed to anybody.
        const every = unscoped(trx)
        await (ENGINE === 'SQLite'
          ? every
              .updateTable('items')
              .set((eb) => ({ notes: eb.ref('notes') }))
              .where('id', '=', itemID)
              .execute()
          : every.selectFrom('items').select('id').where('id', '=', itemID).forUpdate().execute())
        const one = first()
        await settled(1)
        const two = second()
        await settled(2)
        return { one, two }
      })
      .then(({ one, two }) => Promise.all([one, two]))
  }

  const atOnce = async () => {
    const started = await start()
    const itemID = await started.newItem({ field1: 'Castellan' })
    const order = await labelIDs(started.admin, ['Finish', 'Brand', ...FAUCET.slice(3)])
    const move = () => started.admin.call(setLabels, { body: { subcatID: started.subcatID, fields: order } })
    const save = (inputs: ItemInputs, version?: number) =>
      started.user.call(updateItem, { body: { itemID, inputs, ...(version !== undefined && { version }) } })
    const create = (inputs: ItemInputs) =>
      started.user.call(createItem, {
        body: { projectID: started.projectID, roomID: started.roomID, ...started.ids, inputs },
      })
    return { ...started, itemID, move, save, create }
  }

  test('that comes after the labels moved is told, and writes nothing', async () => {
    const { user, itemID, move, save, ...started } = await atOnce()
    const [moved, saved] = await inThisOrder({ ...started, itemID }, move, () => save({ field1: 'Norwood' }, 1))
    expect(moved.status).toBe(200)
    expect(saved.problem).toMatchObject({ statusCode: 409, code: 'item_changed', current: { field2: 'Castellan' } })
    expect(await shown(user, itemID)).toEqual({ Brand: 'Castellan' })
  })

  test('that comes before the labels move goes with them', async () => {
    const { user, itemID, move, save, ...started } = await atOnce()
    const first = () => save({ field1: 'Norwood', field3: 'Brass' }, 1)
    // The other way round: the save has read its item before it waits.
    const [saved, moved] = await inThisOrder({ ...started, itemID }, first, move)
    expect([saved.status, moved.status]).toEqual([200, 200])
    expect(await shown(user, itemID)).toEqual({ Brand: 'Norwood', Finish: 'Brass' })
  })

  test('that comes after a label joined has its sample by that label', async () => {
    const { admin, user, subcatID, itemID, save, ...started } = await atOnce()
    await save({ field3: 'Walnut' })
    await set(admin, subcatID, ['Brand', 'Model Number'], { confirmed: true })
    const { sample, version } = await user.must(getItem, { query: { itemID } })
    expect(sample).toBeNull()
    const all = await labelIDs(admin, FAUCET.slice(0, 3))
    const join = () => admin.call(setLabels, { body: { subcatID, fields: all, confirmed: true } })
    const [joined, saved] = await inThisOrder({ ...started, itemID }, join, () => save({ notes: 'oiled' }, version))
    expect([joined.status, saved.status]).toEqual([200, 200])
    expect(await user.must(getItem, { query: { itemID } })).toMatchObject({ sample: 'wood #6D4B31', note: 'oiled' })
  })

  test('without a version, or of a new item, goes by the labels as they are when it is written', async () => {
    const { itemID, move, save, create, ...started } = await atOnce()
    const [, saved] = await inThisOrder({ ...started, itemID }, move, () => save({ field6: '2031' }))
    expect(saved.problem).toMatchObject({ statusCode: 400, fields: { field6: 'This subcategory has no such field.' } })
    await set(started.admin, started.subcatID, FAUCET)
    const [moved, created] = await inThisOrder({ ...started, itemID }, move, () => create({ field6: '2031' }))
    expect(moved.status).toBe(200)
    expect(created.problem).toMatchObject({ statusCode: 400, code: 'slot_without_label' })
  })

  test('leaves no value in a slot whose label went unasked, saved or created', async () => {
    const { admin, user, subcatID, newItem, projectID, roomID, ids } = await start()
    const itemID = await newItem({})
    const withoutLast = await labelIDs(admin, FAUCET.slice(0, 5))
    for (let round = 1; round <= 10; round++) {
      await set(admin, subcatID, FAUCET, { confirmed: true })
      await user.must(updateItem, { body: { itemID, inputs: { field6: '' } } })
      const inputs = { field6: '2031' }
      const [removed, ...answers] = await Promise.all([
        admin.call(setLabels, { body: { subcatID, fields: withoutLast } }),
        round % 2 === 0
          ? user.call(updateItem, { body: { itemID, inputs } })
          : user.call(createItem, { body: { projectID, roomID, ...ids, inputs } }),
      ])
      const { slots } = await admin.must(getSubcategoryUse, { query: { subcatID } })
      expect(slots[5]?.items, `round ${round}`).toBe(answers[0]?.status === 400 ? 0 : 1)
      expect([
        [200, 400],
        [409, 200],
        [409, 201],
      ]).toContainEqual([removed.status, answers[0]?.status])
      // What was created goes for good, so that each round begins alike.
      const made = answers[0]?.status === 201 ? (answers[0].body as { itemID: number }).itemID : undefined
      if (made !== undefined) await user.must(updateItem, { body: { itemID: made, inputs: { field6: '' } } })
    }
  })

  test('does not end in a failure, however many save at once', async () => {
    const { admin, user, subcatID, newItem } = await start()
    const itemIDs = await Promise.all(Array.from({ length: 5 }, () => newItem({ field1: 'Castellan' })))
    const [file] = await user.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
    const files = JSON.stringify({ 'a.txt': file?.remote })
    const statuses = await Promise.all([
      ...[0, 1, 2, 3].map(
        async (n) => (await set(admin, subcatID, n % 2 ? ['Brand', 'Finish'] : ['Finish', 'Brand'])).status,
      ),
      ...itemIDs.flatMap((itemID) =>
        [{}, { files }].map(
          async (more) =>
            (await user.call(updateItem, { body: { itemID, inputs: { notes: 'saved' }, ...more } })).status,
        ),
      ),
    ])
    expect(statuses).toEqual(statuses.map(() => 200))
    for (const itemID of itemIDs) {
      expect(await shown(user, itemID)).toEqual({ Brand: 'Castellan' })
      expect(await user.must(getItem, { query: { itemID } })).toMatchObject({ note: 'saved', files })
    }
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
