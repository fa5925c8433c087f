import { describe, expect, test } from 'vitest'
import { listFields, SLOTS, type FieldLabel } from '../../../src/shared/structure/room-structure.api.ts'
import {
  createItem,
  getItem,
  listItems,
  updateItem,
  type Item,
  type ItemInputs,
} from '../../../src/shared/items/items.api.ts'
import { LIMITS } from '../../../src/shared/contract/limits.ts'
import { nameKey } from '../../../src/shared/contract/name-key.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import type { Database } from '../../../src/server/platform/db/database.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'

const startWithRoom = async () => {
  const started = await startTestApp()
  const user = await started.newUser()
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  return { ...started, db: started.services.db, user, projectID, roomID, ids }
}

/** Adds a subcategory with labels in slots 2 and 5 to the kitchen's Plumbing. */
const addGappy = async (db: Database, catID: number, roomType: number) => {
  const named = (name: string) => ({ name, name_key: nameKey(name) })
  const { id } = await db.insertInto('subcategories').values(named('Gappy')).returning('id').executeTakeFirstOrThrow()
  for (const slot of [5, 2]) {
    const label = await db
      .insertInto('labels')
      .values(named(`In ${slot}`))
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('subcategory_labels').values({ subcategory_id: id, slot, label_id: label.id }).execute()
  }
  const member = { room_type_id: roomType, category_id: catID, subcategory_id: id }
  await db.insertInto('room_type_subcategories').values(member).execute()
  return id
}

const read = (client: Client, itemID: number): Promise<Item> => client.must(getItem, { query: { itemID } })

const EMPTY = {
  ...{ field1: '', field2: '', field3: '', field4: '', field5: '', field6: '' },
  note: '',
}
const FULL = { field1: 'a', field2: 'b', field3: 'c', field4: 'd', field5: 'e', field6: 'f' }

describe('the notes of an item', () => {
  // Proves 1.4
  test('can be set at creation, changed alone and emptied, with events', async () => {
    const { user, db, projectID, roomID, ids } = await startWithRoom()
    const inputs = { notes: 'at first' }
    const { itemID } = await user.must(createItem, { body: { projectID, roomID, ...ids, inputs } })
    expect(await read(user, itemID)).toMatchObject({ ...EMPTY, note: 'at first' })
    await user.must(updateItem, { body: { itemID, inputs: { field1: 'Castellan' } } })
    expect(await read(user, itemID)).toMatchObject({ field1: 'Castellan', note: 'at first' })
    await user.must(updateItem, { body: { itemID, inputs: { notes: 'later' } } })
    expect(await user.must(listItems, { query: { roomID } })).toMatchObject([{ note: 'later' }])
    await user.must(updateItem, { body: { itemID, inputs: { notes: null } } })
    expect(await read(user, itemID)).toMatchObject({ ...EMPTY, field1: 'Castellan' })

    const events = await db.selectFrom('events').select(['kind', 'before', 'after']).orderBy('id').execute()
    const changes = events
      .filter(({ kind }) => kind.startsWith('item '))
      .map(({ before, after }) => [before, after].map((values) => JSON.parse(values ?? 'null') as unknown))
    expect(changes).toMatchObject([
      [null, inputs],
      [{ fields: {} }, { fields: {} }],
      [inputs, { notes: 'later' }],
      [{ notes: 'later' }, { notes: '' }],
    ])
  })

  test('are refused by name if too long', async () => {
    const { user, projectID, roomID, ids } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID)
    const inputs = { notes: 'x'.repeat(LIMITS.notes + 1) }
    const fields = { notes: atMost(LIMITS.notes) }
    const created = await user.call(createItem, { body: { projectID, roomID, ...ids, inputs } })
    const saved = await user.call(updateItem, { body: { itemID, inputs } })
    for (const { problem } of [created, saved]) expect(problem.fields).toEqual(fields)
  })
})

describe('creating an item', () => {
  // Proves 1.4, 3.10, 3.11, 7.18, 7.19
  test('answers its id, and the item has all values sent', async () => {
    const { user, projectID, roomID, ids, clock } = await startWithRoom()
    const inputs = { ...FULL, field3: 'Satin brass', notes: 'left of the sink' }
    const answer = await user.call(createItem, { body: { projectID, roomID, ...ids, inputs } })
    expect(answer.status).toBe(201)
    const { itemID } = answer.body
    expect(answer.body).toEqual({ itemID: expect.any(Number), message: 'Successfully Created New Item' })
    const { labels, ...item } = await read(user, itemID)
    expect(item).toEqual({
      itemID,
      projectID,
      roomID,
      ...ids,
      catName: 'Plumbing',
      subCatName: 'Faucet',
      subcatName: 'Faucet',
      ...FULL,
      field3: 'Satin brass',
      note: 'left of the sink',
      files: '{}',
      kinds: [{ field: 'field6', kind: 'end' }],
      telling: ['field1', 'field2'],
      title: 'a b',
      attachments: [],
      projectName: 'Maple Street',
      roomName: 'Kitchen',
      sample: 'metal #C59C50',
      updatedAt: clock.now().toISOString(),
      version: 1,
      may: 'own',
    })
    expect(labels.map(({ field, label }) => [field, label])).toEqual([
      ['field1', 'Brand'],
      ['field2', 'Model Number'],
      ['field3', 'Finish'],
      ['field4', 'Cartridge / Valve Number'],
      ['field5', 'Supplier'],
      ['field6', 'Warranty Expires'],
    ])
  })

  // Proves 3.11
  test('treats absent, null and empty inputs and files as empty', async () => {
    const { user, projectID, roomID, ids } = await startWithRoom()
    const nulls = { field1: null, field2: '', notes: null }
    for (const sent of [{ inputs: {} }, { inputs: nulls, files: null }, { inputs: {}, files: '' }]) {
      const { itemID } = await user.must(createItem, { body: { projectID, roomID, ...ids, ...sent } })
      expect(await read(user, itemID)).toMatchObject({ ...EMPTY, files: '{}', attachments: [] })
    }
  })

  test('needs inputs, and every identifier as a number', async () => {
    const { user, projectID, roomID, ids } = await startWithRoom()
    const { problem } = await user.send(createItem, {
      body: { projectID: String(projectID), roomID, catID: ids.catID },
    })
    expect(problem).toMatchObject({
      statusCode: 400,
      fields: { projectID: SENTENCES.notID, subcatID: SENTENCES.notID },
    })
    expect(Object.keys(problem.fields ?? {})).toContain('inputs')
  })

  test('keeps texts exactly as sent: blanks, line breaks, emoji, 255 characters', async () => {
    const { user, projectID, roomID } = await startWithRoom()
    const texts = { field1: '  blanks around ', field2: '😀'.repeat(255), field3: '\tA\u0308 ﬁ', field4: '\u2028"\\' }
    const notes = ' first\r\nsecond\n\n'
    const itemID = await user.newItem(projectID, roomID, { ...texts, notes })
    expect(await read(user, itemID)).toMatchObject({ ...texts, note: notes })
  })

  test('refuses a text that is too long or cannot be stored, and names its input', async () => {
    const { user, projectID, roomID, ids } = await startWithRoom()
    const inputs = { field1: 'x'.repeat(256), field2: 'a\0b', field3: 'a\ud800', field4: 12, notes: '😀'.repeat(256) }
    const { problem } = await user.send(createItem, { body: { projectID, roomID, ...ids, inputs } })
    expect(problem.fields).toEqual({
      field1: atMost(255),
      field2: SENTENCES.unusable,
      field3: SENTENCES.unusable,
      field4: SENTENCES.notText,
      notes: atMost(255),
    })
    expect(await user.must(listItems, { query: { roomID } })).toEqual([])
  })

  test('is a 404 in a room of another project of the user', async () => {
    const { user, roomID, ids } = await startWithRoom()
    const projectID = await user.newProject('Birch Lane')
    const answer = await user.call(createItem, { body: { projectID, roomID, ...ids, inputs: {} } })
    expect(answer.problem).toMatchObject({ statusCode: 404, code: 'not_found' })
  })

  test("refuses a subcategory that the category of the room's type lacks, and names it", async () => {
    const { user, projectID, roomID, ids } = await startWithRoom()
    const bathtub = await subcategoryIDs(user, 'Bathroom', 'Plumbing', 'Bathtub')
    const paint = await subcategoryIDs(user, 'Kitchen', 'Paint', 'Wall Paint')
    for (const wrong of [
      bathtub,
      { catID: paint.catID, subcatID: ids.subcatID },
      { catID: ids.catID, subcatID: paint.subcatID },
      { catID: 999_999, subcatID: ids.subcatID },
      { catID: ids.catID, subcatID: 999_999 },
    ]) {
      const { problem } = await user.call(createItem, { body: { projectID, roomID, ...wrong, inputs: {} } })
      expect(problem).toMatchObject({
        ...problemWith('subcategory_not_there'),
        fields: { subcatID: sentenceOf('subcategory_not_there') },
      })
    }
    const bathroom = await roomTypeID(user, 'Bathroom')
    const bath = await user.must(createRoom, { body: { projectID, roomName: 'Bath', roomType: bathroom } })
    expect(
      (await user.call(createItem, { body: { projectID, roomID: bath.roomID, ...bathtub, inputs: {} } })).status,
    ).toBe(201)
  })

  test('is a 409 with the current labels if they have changed, and creates nothing', async () => {
    const { newUser, user, projectID, roomID, ids } = await startWithRoom()
    const reseller = await newUser('reseller', [Role.Reseller])
    const seen = (await user.must(listFields, { query: { subCatID: ids.subcatID } })) ?? []
    const [first, second, ...others] = seen.map(({ propID }) => propID)
    const fields = [second ?? null, first ?? null, ...others]
    await reseller.must(setLabels, { body: { subcatID: ids.subcatID, fields } })
    const create = (labels: FieldLabel[]) =>
      user.call(createItem, { body: { projectID, roomID, ...ids, inputs: { field1: 'Castellan' }, labels } })

    const { problem } = await create(seen)
    const current = await user.must(listFields, { query: { subCatID: ids.subcatID } })
    expect(problem).toMatchObject({ statusCode: 409, code: 'labels_changed', current })
    expect(await user.must(listItems, { query: { roomID } })).toEqual([])
    expect((await create(current ?? [])).status).toBe(201)
  })

  test('refuses a value for a slot without a label, and names the slot', async () => {
    const { user, db, projectID, roomID, ids } = await startWithRoom()
    const subcatID = await addGappy(db, ids.catID, await roomTypeID(user, 'Kitchen'))
    const create = (inputs: ItemInputs) =>
      user.call(createItem, { body: { projectID, roomID, catID: ids.catID, subcatID, inputs } })
    const refused = await create({ ...FULL, field3: '', field4: null })
    const sentence = sentenceOf('slot_without_label')
    expect(refused.problem).toMatchObject({ statusCode: 400, code: 'slot_without_label' })
    expect(refused.problem.fields).toEqual({ field1: sentence, field6: sentence })

    const { itemID } = (await create({ field1: '', field2: 'two', field3: null, field5: 'five' })).body
    const item = await read(user, itemID)
    expect(item).toMatchObject({ ...EMPTY, field2: 'two', field5: 'five' })
    expect(item.labels.map(({ field, label }) => [field, label])).toEqual([
      ['field2', 'In 2'],
      ['field5', 'In 5'],
    ])
  })
})

describe('the items of a room', () => {
  // Proves 3.14
  test('are an empty list in an empty room', async () => {
    const { user, roomID } = await startWithRoom()
    const answer = await user.call(listItems, { query: { roomID } })
    expect(answer).toMatchObject({ status: 200, body: [] })
  })

  // Proves 3.14, 7.10
  test('are listed completely in the order of creation, even after changes', async () => {
    const { user, projectID, roomID } = await startWithRoom()
    const ids: number[] = []
    for (const field1 of ['third', 'First', 'second']) ids.push(await user.newItem(projectID, roomID, { field1 }))
    await user.must(updateItem, { body: { itemID: ids[0] ?? 0, inputs: { field1: 'zuletzt' } } })
    const items = await user.must(listItems, { query: { roomID } })
    expect(items.map(({ field1 }) => field1)).toEqual(['zuletzt', 'First', 'second'])
    // A single item also has its previous values.
    const alone = await Promise.all(ids.map((itemID) => read(user, itemID)))
    expect(items).toEqual(alone.map(({ replaced: _, ...item }) => item))
  })
})

describe('saving an item', () => {
  // Proves 2.37, 7.20
  test('answers the item, and advances version and time', async () => {
    const { user, projectID, roomID, clock } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID)
    clock.turn(MINUTE)
    expect(await user.must(updateItem, { body: { itemID, inputs: { field1: 'Castellan' } } })).toEqual({
      message: 'Successfully Updated Plumbing – Faucet',
      version: 2,
    })
    expect(await read(user, itemID)).toMatchObject({ version: 2, updatedAt: clock.now().toISOString() })
  })

  // Proves 7.20
  test('keeps absent values, and empties null or empty ones', async () => {
    const { user, projectID, roomID } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID, { ...FULL, notes: 'kept' })
    await user.must(updateItem, { body: { itemID, inputs: { field1: null, field2: '', field3: 'new' } } })
    expect(await read(user, itemID)).toMatchObject({ ...FULL, field1: '', field2: '', field3: 'new', note: 'kept' })
    await user.must(updateItem, { body: { itemID, inputs: { notes: null } } })
    expect(await read(user, itemID)).toMatchObject({ field3: 'new', note: '' })
    await user.must(updateItem, { body: { itemID, inputs: {} } })
    expect(await read(user, itemID)).toMatchObject({ field3: 'new', field4: 'd', version: 4 })
  })

  test('needs inputs', async () => {
    const { user, projectID, roomID } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID)
    const { problem } = await user.send(updateItem, { body: { itemID } })
    expect(problem.statusCode).toBe(400)
    expect(Object.keys(problem.fields ?? {})).toEqual(['inputs'])
  })

  test('updates the sample', async () => {
    const { user, projectID, roomID } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID, { field3: 'Satin brass' })
    await user.must(updateItem, { body: { itemID, inputs: { field1: 'Castellan' } } })
    expect(await read(user, itemID)).toMatchObject({ sample: 'metal #C59C50' })
    await user.must(updateItem, { body: { itemID, inputs: { field3: 'Chrome' } } })
    expect(await read(user, itemID)).toMatchObject({ sample: 'metal #D5D9D9' })
    await user.must(updateItem, { body: { itemID, inputs: { field3: '' } } })
    expect(await read(user, itemID)).toMatchObject({ sample: null })
  })

  test('accepts only the current value or none for a slot that lost its label', async () => {
    const { user, db, projectID, roomID, ids } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID, FULL)
    await db.deleteFrom('subcategory_labels').where('subcategory_id', '=', ids.subcatID).where('slot', '=', 4).execute()
    const save = (inputs: ItemInputs) => user.call(updateItem, { body: { itemID, inputs } })

    expect((await save({ field4: 'other', field1: 'lost' })).problem).toMatchObject({
      statusCode: 400,
      fields: { field4: sentenceOf('slot_without_label') },
    })
    expect(await read(user, itemID)).toMatchObject({ ...FULL, version: 1 })
    expect((await save({ field1: 'other' })).status).toBe(200)
    expect((await save({ field4: 'd' })).status).toBe(200)
    expect((await save({ field4: '' })).status).toBe(200)
    expect((await save({ field4: 'd' })).status).toBe(400)
    expect(await read(user, itemID)).toMatchObject({ field1: 'other', field4: '' })
  })

  test('refuses the same texts as creating', async () => {
    const { user, projectID, roomID } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID, FULL)
    const inputs = { field1: 'fine', field6: 'x'.repeat(256), notes: '\0' }
    const { problem } = await user.call(updateItem, { body: { itemID, inputs } })
    expect(Object.keys(problem.fields ?? {})).toEqual(['field6', 'notes'])
    expect(await read(user, itemID)).toMatchObject(FULL)
  })
})

describe('two users who save one item', () => {
  test('get a conflict for the second, with the current item', async () => {
    const { user, projectID, roomID } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID, FULL)
    const save = (inputs: ItemInputs) => user.call(updateItem, { body: { itemID, inputs, version: 1 } })
    expect(await save({ field1: 'first' })).toMatchObject({ status: 200, body: { version: 2 } })
    const second = await save({ field1: 'second', notes: 'lost' })
    expect(second.problem).toEqual({
      ...problemWith('item_changed'),
      error: 'Conflict',
      requestId: expect.any(String),
      current: await read(user, itemID),
    })
    expect(await read(user, itemID)).toMatchObject({ ...FULL, field1: 'first', note: '', version: 2 })
  })

  test('at the same time get one save and one conflict', async () => {
    const { user, projectID, roomID } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID, FULL)
    const [file] = await user.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
    for (let version = 1; version <= 5; version++) {
      // Every other round with files, which take another code path.
      const files = version % 2 ? {} : { files: JSON.stringify({ 'a.txt': file?.remote }) }
      const answers = await Promise.all(
        ['left', 'right'].map((field1) =>
          user.call(updateItem, { body: { itemID, inputs: { field1 }, version, ...files } }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const saved = answers[0]?.status === 200 ? 'left' : 'right'
      expect(await read(user, itemID)).toMatchObject({ field1: saved, version: version + 1 })
    }
  })

  test('without versions both succeed, and values that only one sent stay', async () => {
    const { user, projectID, roomID } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID)
    const answers = await Promise.all(
      SLOTS.map((slot) => user.call(updateItem, { body: { itemID, inputs: { [slot]: slot } } })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(answers.map(({ body }) => body.version).sort()).toEqual([2, 3, 4, 5, 6, 7])
    expect(await read(user, itemID)).toMatchObject(Object.fromEntries(SLOTS.map((slot) => [slot, slot])))
  })

  test('get a conflict for future and invalid versions', async () => {
    const { user, projectID, roomID } = await startWithRoom()
    const itemID = await user.newItem(projectID, roomID)
    expect((await user.call(updateItem, { body: { itemID, inputs: {}, version: 2 } })).status).toBe(409)
    for (const version of [0, -1, 1.5, '1', null]) {
      const { problem } = await user.send(updateItem, { body: { itemID, inputs: {}, version } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { version: SENTENCES.notID } })
    }
  })
})
