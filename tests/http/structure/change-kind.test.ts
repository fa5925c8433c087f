import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeRoomType } from '../../../src/shared/projects/change-room-type.api.ts'
import { changeSubcategory } from '../../../src/shared/items/change-subcategory.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { addItemFiles, getItem, listItems, updateItem, type Item } from '../../../src/shared/items/items.api.ts'
import { LIMITS } from '../../../src/shared/contract/limits.ts'
import { getRoomStructure, listFields, SLOTS } from '../../../src/shared/structure/room-structure.api.ts'
import { getRoom } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { addMember } from '../../support/members.ts'
import { problemWith } from '../../support/problems.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const start = async () => {
  const started = await startTestApp()
  const user = await started.newUser('robin')
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const itemID = await user.newItem(projectID, roomID, {
    field1: 'Castellan',
    field2: 'K-77',
    field3: 'Brass',
    field4: 'CV-9',
    notes: 'Left side.',
  })
  const sink = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Sink')
  const item = () => user.must(getItem, { query: { itemID } })
  return { ...started, user, projectID, roomID, itemID, sink, item }
}

const found = async (user: Client, q: string) =>
  (await user.must(search, { query: { q } })).groups.flatMap(({ rooms }) =>
    rooms.flatMap(({ items }) => items.map(({ itemID }) => itemID)),
  )

describe('the subcategory of an item', () => {
  test('changes with its values, files, title and search words', async () => {
    const { user, itemID, sink, item } = await start()
    const [file] = await user.upload([{ name: 'manual.txt', bytes: Buffer.from('m') }])
    await user.must(addItemFiles, { body: { itemID, files: [{ name: 'manual.txt', remote: file?.remote ?? '' }] } })
    const before = await item()
    const { version, message } = await user.must(changeSubcategory, {
      body: { itemID, ...sink, version: before.version },
    })
    expect(message).toBe('Changed to Plumbing – Sink')
    const after = await item()
    expect(after).toMatchObject({
      ...sink,
      ...{ subCatName: 'Sink', version, attachments: before.attachments },
      ...{ field1: 'Castellan', field2: 'K-77', field3: '', field4: '', field5: '', field6: '' },
      note: 'Left side.\nFinish: Brass\nCartridge / Valve Number: CV-9',
      title: 'Castellan K-77',
    })
    expect(await found(user, 'castellan sink')).toEqual([itemID])
    expect(await found(user, 'manual sink brass')).toEqual([itemID])
    expect(await found(user, 'castellan faucet')).toEqual([])
    // The item already has that subcategory: nothing changes.
    expect(await user.must(changeSubcategory, { body: { itemID, ...sink, version } })).toMatchObject({ version })
  })

  test('changes with values for fields that are empty in the new one, all or nothing', async () => {
    const { user, newUser, itemID, sink, item } = await start()
    const labels = await user.must(listFields, { query: { subCatID: sink.subcatID } })
    const admin = await newUser('admin', [Role.Admin])
    const fields = labels.slice(0, 3).map(({ propID }) => propID)
    await admin.must(setLabels, { body: { subcatID: sink.subcatID, fields } })
    const { version } = await item()
    const change = (inputs: Partial<Record<(typeof SLOTS)[number], string>>) =>
      user.call(changeSubcategory, { body: { itemID, ...sink, version, inputs } })
    expect((await change({ field6: 'Blanco' })).problem.code).toBe('slot_without_label')
    expect((await item()).version).toBe(version)
    expect((await change({ field1: 'Blanco', field3: 'Steel' })).status).toBe(200)
    expect(await item()).toMatchObject({ ...sink, version: version + 1, field1: 'Castellan', field3: 'Steel' })
    expect((await user.must(getHistory, { query: { itemID } })).events).toHaveLength(2)
    expect(await found(user, 'steel sink')).toEqual([itemID])
  })

  test('can be undone, with the values and notes that it lost, and those added since', async () => {
    const { user, newUser, itemID, sink, item } = await start()
    const before = await item()
    const faucet = { catID: before.catID, subcatID: before.subcatID }
    const leave = async () => {
      await user.must(changeSubcategory, { body: { itemID, ...sink, version: (await item()).version } })
      const [event] = (await user.must(getHistory, { query: { itemID } })).events
      return event?.eventID ?? 0
    }
    const putBack = async (eventID: number) =>
      user.call(changeSubcategory, { body: { itemID, ...faucet, version: (await item()).version, putBack: eventID } })

    expect((await putBack(await leave())).status).toBe(200)
    const { version: _, ...values } = await item()
    expect({ ...before, updatedAt: values.updatedAt }).toMatchObject(values)
    const [event] = (await user.must(getHistory, { query: { itemID } })).events
    expect(event).toMatchObject({ kind: 'item kind changed', is: 'Plumbing – Faucet', kindWas: sink })

    const left = await leave()
    await user.must(updateItem, { body: { itemID, inputs: { field1: 'Marlow', notes: 'Right side.' } } })
    expect((await putBack(left)).status).toBe(200)
    expect(await item()).toMatchObject({
      field1: 'Marlow',
      field2: 'K-77',
      field3: 'Brass',
      field4: 'CV-9',
      note: 'Right side.',
    })

    // Other events of this item, and events of others, cannot be undone here.
    const [created] = (await user.must(getHistory, { query: { itemID } })).events.slice(-1)
    await leave()
    expect((await putBack(created?.eventID ?? 0)).status).toBe(404)
    expect(
      (
        await (
          await newUser('avery')
        ).call(changeSubcategory, { body: { itemID, ...faucet, version: 1, putBack: left } })
      ).status,
    ).toBe(404)
  })

  test('is kept if the notes would be too long, until the caller sends shorter ones', async () => {
    const { user, itemID, sink, item } = await start()
    const notes = 'n'.repeat(LIMITS.notes - 5)
    const { version } = await user.must(updateItem, { body: { itemID, inputs: { notes } } })
    const refused = await user.call(changeSubcategory, { body: { itemID, ...sink, version } })
    expect(refused.problem).toMatchObject({
      ...problemWith('notes_too_long'),
      placeless: [
        { label: 'Finish', value: 'Brass' },
        { label: 'Cartridge / Valve Number', value: 'CV-9' },
      ],
    })
    expect(await item()).toMatchObject({ subCatName: 'Faucet', field3: 'Brass', note: notes, version })
    await user.must(changeSubcategory, { body: { itemID, ...sink, version, notes: 'Brass, CV-9' } })
    expect(await item()).toMatchObject({ subCatName: 'Sink', note: 'Brass, CV-9' })
  })

  test('is kept if another user changed the item or the labels, or the room lacks the subcategory', async () => {
    const { user, itemID, sink, item, newUser } = await start()
    const { version } = await item()
    const labels = await user.must(listFields, { query: { subCatID: sink.subcatID } })
    const shaper = await newUser('shaper', [Role.Reseller])
    const fields = [...labels].reverse().map(({ propID }) => propID)
    await shaper.must(setLabels, { body: { subcatID: sink.subcatID, fields } })
    const body = { itemID, ...sink, version }
    expect((await user.call(changeSubcategory, { body: { ...body, labels } })).problem).toMatchObject({
      code: 'structure_changed',
      current: await user.must(listFields, { query: { subCatID: sink.subcatID } }),
    })
    await user.must(updateItem, { body: { itemID, inputs: { field1: 'Norwood' } } })
    expect((await user.call(changeSubcategory, { body })).problem).toMatchObject({
      code: 'item_changed',
      current: { field1: 'Norwood', subCatName: 'Faucet' },
    })
    const towels = await subcategoryIDs(user, 'Bathroom', 'Glass & Accessories', 'Towel Bars & Hooks')
    const now = await item()
    const elsewhere = await user.call(changeSubcategory, { body: { itemID, ...towels, version: now.version } })
    expect(elsewhere.problem).toMatchObject({ code: 'subcategory_not_there', fields: { subcatID: expect.any(String) } })
    expect(await item()).toEqual(now)
  })

  test('changes repeatedly without losing any entered text', async () => {
    const { user, projectID, roomID } = await start()
    const { roomType } = await user.must(getRoom, { query: { roomID } })
    const structure = await user.must(getRoomStructure, { query: { roomType } })
    const kinds = Object.entries(structure).flatMap(([catID, { subcatList }]) =>
      subcatList.map((subcatID) => ({ catID: Number(catID), subcatID })),
    )
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).filter((text) => text.trim() !== '')
    const texts = ({ note, ...item }: Item) => [...SLOTS.map((slot) => item[slot]), note].join('\n')
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 6, maxLength: 6 }),
        fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 4 }),
        async ([field1, field2, field3, field4, field5, field6], changes) => {
          const entered = { field1, field2, field3, field4, field5, field6 }
          const itemID = await user.newItem(projectID, roomID, entered)
          let version = 1
          for (const kind of changes) {
            const answer = await user.call(changeSubcategory, { body: { itemID, ...kind, version } })
            if (answer.status === 409) expect(answer.problem.code).toBe('notes_too_long')
            else version = answer.body.version
          }
          const now = texts(await user.must(getItem, { query: { itemID } }))
          for (const value of Object.values(entered)) expect(now).toContain(value)
        },
      ),
      { numRuns: 20 },
    )
  })
})

describe('the type of a room', () => {
  test('changes, and its items stay unchanged', async () => {
    const { user, roomID, itemID } = await start()
    const before = await user.must(listItems, { query: { roomID } })
    const [was, roomType] = [await roomTypeID(user, 'Kitchen'), await roomTypeID(user, 'Bedroom')]
    const { message } = await user.must(changeRoomType, { body: { roomID, roomType, was } })
    expect(message).toMatch(/"Kitchen" to Bedroom$/)
    expect(await user.must(getRoom, { query: { roomID } })).toMatchObject({ roomType, roomTypeName: 'Bedroom' })
    expect(await user.must(listItems, { query: { roomID } })).toEqual(before)
    await user.must(updateItem, { body: { itemID, inputs: { field1: 'Norwood' } } })
    const bed = await subcategoryIDs(user, 'Bedroom', 'Furniture & Decor', 'Bed')
    await user.must(changeSubcategory, { body: { itemID, ...bed, version: 2 } })
    expect(await user.must(getItem, { query: { itemID } })).toMatchObject({ subCatName: 'Bed' })
  })

  test('is kept if it changed since, if the new type does not exist, and for readers', async () => {
    const { user, roomID, projectID, services, newUser } = await start()
    const [kitchen, bath] = [await roomTypeID(user, 'Kitchen'), await roomTypeID(user, 'Bathroom')]
    await user.must(changeRoomType, { body: { roomID, roomType: bath, was: kitchen } })
    const again = await user.call(changeRoomType, { body: { roomID, roomType: kitchen, was: kitchen } })
    expect(again.problem).toMatchObject({ code: 'room_changed', statusCode: 409 })
    const none = await user.call(changeRoomType, { body: { roomID, roomType: Number.MAX_SAFE_INTEGER } })
    expect(none.problem).toMatchObject({ code: 'invalid_input', fields: { roomType: expect.any(String) } })
    const viewer = await newUser('viewer')
    await addMember(services.db, projectID, 'viewer', 'viewer')
    const theirs = await viewer.call(changeRoomType, { body: { roomID, roomType: kitchen } })
    expect(theirs.problem).toMatchObject({ code: 'not_allowed' })
    expect(await user.must(getRoom, { query: { roomID } })).toMatchObject({ roomType: bath })
  })
})
