import { describe, expect, test } from 'vitest'
import {
  deleteItem,
  deleteItemFile,
  getItem,
  listItems,
  updateItem,
  type ItemInputs,
} from '../../../src/shared/items/items.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, getRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { NOBODYS, startWithItem, shortcuts, entriesOf, ABSENT } from './trash-fixture.ts'

describe('deleting a room', () => {
  test('names the room and hides it with its contents', async () => {
    const { user, projectID, roomID, itemID, gone, uploaded, attach, bytesOf } = await startWithItem()
    const [remote = ''] = await uploaded('a.txt')
    await attach(itemID, [{ name: 'a.txt', remote }])
    await user.newRoom(projectID, 'Attic')
    expect(await gone.room(roomID)).toEqual({ message: 'Deleted room "Kitchen"', trashID: expect.any(Number) })
    const { rooms } = await user.must(listRooms, { query: { projectID } })
    expect(rooms.map(({ name }) => name)).toEqual(['Attic'])
    expect((await user.must(listProjects, {})).projects).toMatchObject([{ roomCount: 1, itemCount: 0 }])
    expect((await user.call(getRoom, { query: { roomID } })).problem).toMatchObject(ABSENT)
    expect((await user.call(listItems, { query: { roomID } })).problem).toMatchObject(ABSENT)
    expect((await user.call(getItem, { query: { itemID } })).problem).toMatchObject(ABSENT)
    expect((await user.call(updateItem, { body: { itemID, inputs: {} } })).problem).toMatchObject(ABSENT)
    expect((await user.call(deleteRoom, { query: { roomID } })).problem).toMatchObject(ABSENT)
    expect((await user.call(deleteItem, { query: { itemID } })).problem).toMatchObject(ABSENT)
    expect((await user.call(deleteItemFile, { query: { itemID, remote } })).problem).toMatchObject(ABSENT)
    expect(await bytesOf(remote)).toBe(404)
  })
})

describe('deleting an item', () => {
  test('names the item and hides it with its files', async () => {
    const { user, roomID, itemID, gone, uploaded, attach, bytesOf } = await startWithItem()
    const [remote = ''] = await uploaded('a.txt')
    await attach(itemID, [{ name: 'a.txt', remote }])
    expect(await gone.item(itemID)).toEqual({
      message: 'Deleted item "Castellan"',
      trashID: expect.any(Number),
      eventID: expect.any(Number),
    })
    expect(await user.must(listItems, { query: { roomID } })).toEqual([])
    expect((await user.must(listProjects, {})).projects).toMatchObject([{ itemCount: 0 }])
    expect((await user.call(getItem, { query: { itemID } })).problem).toMatchObject(ABSENT)
    const [other = ''] = await uploaded('b.txt')
    expect((await attach(itemID, [{ name: 'b.txt', remote: other }])).problem).toMatchObject(ABSENT)
    expect((await user.call(deleteItem, { query: { itemID } })).problem).toMatchObject(ABSENT)
    expect(await bytesOf(remote)).toBe(404)
  })

  test.each<[string, ItemInputs, string]>([
    ['without values it is called as its subcategory', {}, 'Faucet'],
    [
      'a value of blanks alone is none, and what surrounds a value does not count',
      { field1: ' ', field2: ' K-77 ' },
      'K-77',
    ],
    ['notes are no name', { notes: 'left of the sink' }, 'Faucet'],
  ])('%s', async (_, inputs, name) => {
    const { user, projectID, roomID, gone, trash } = await startWithItem()
    const { message } = await gone.item(await user.newItem(projectID, roomID, inputs))
    expect(message).toBe(`Deleted item "${name}"`)
    expect(await trash()).toMatchObject([{ name }])
  })
})

describe('deleting an attachment', () => {
  test('names the file as displayed and keeps the order of the others', async () => {
    const { user, itemID, gone, uploaded, attach, namesOn, bytesOf } = await startWithItem()
    const remotes = await uploaded('1', '2', '3')
    const [first = '', second = '', third = ''] = remotes
    await attach(itemID, entriesOf(remotes, 'plan.pdf', 'plan.pdf', 'care.pdf'))
    const before = await user.must(getItem, { query: { itemID } })
    expect(await gone.file(itemID, second)).toEqual({
      message: 'Deleted file "plan (2).pdf"',
      trashID: expect.any(Number),
    })
    expect(await namesOn(itemID)).toEqual(['plan.pdf', 'care.pdf'])
    expect(await Promise.all([first, second, third].map(bytesOf))).toEqual(['bytes of 1', 404, 'bytes of 3'])
    const { version, updatedAt } = await user.must(getItem, { query: { itemID } })
    expect({ version, updatedAt }).toEqual({ version: before.version, updatedAt: before.updatedAt })
  })

  test('answers 404 for a file that is not on the item, and changes nothing', async () => {
    const { user, projectID, roomID, itemID, gone, uploaded, attach, trash, namesOn } = await startWithItem()
    const other = await user.newItem(projectID, roomID)
    const remotes = await uploaded('a', 'b', 'c')
    const [a = '', b = '', c = ''] = remotes
    await attach(itemID, entriesOf([a, c], 'a', 'c'))
    await attach(other, entriesOf([b], 'b'))
    await gone.file(itemID, c)
    for (const remote of [b, c, 'AAAAAAAAAAAAAAAAAAAAAA']) {
      const { problem } = await user.call(deleteItemFile, { query: { itemID, remote } })
      expect(problem).toMatchObject(ABSENT)
    }
    expect(await trash()).toHaveLength(1)
    expect([await namesOn(itemID), await namesOn(other)]).toEqual([['a'], ['b']])
  })
})

describe('the trash', () => {
  test('is an empty list when empty', async () => {
    const { trash } = await startWithItem()
    expect(await trash()).toEqual([])
  })

  test('lists entries newest first, with their place and expiry date', async () => {
    const { services, clock, user, projectID, roomID, itemID, gone, uploaded, attach, trash } = await startWithItem()
    const [remote = ''] = await uploaded('plan.pdf')
    await attach(itemID, [{ name: 'plan.pdf', remote }])
    const times: number[] = []
    const later = async (deletion: () => Promise<{ trashID: number }>) => {
      clock.turn(MINUTE)
      times.push(clock.now().getTime())
      return (await deletion()).trashID
    }
    const ids = [
      await later(() => gone.file(itemID, remote)),
      await later(() => gone.item(itemID)),
      await later(() => gone.room(roomID)),
      await later(() => gone.project(projectID)),
    ]
    await user.newProject('Birch Lane')
    const entry = (at: number) => ({
      trashID: ids[at],
      deletedAt: new Date(times[at] ?? 0).toISOString(),
      expiresAt: new Date((times[at] ?? 0) + 30 * DAY).toISOString(),
      deletedBy: 'robin',
      deletedByName: 'Robin Sample',
      may: 'own',
    })
    expect(await trash()).toEqual([
      { ...entry(3), kind: 'project', name: 'Maple Street', where: '' },
      { ...entry(2), kind: 'room', name: 'Kitchen', where: 'Maple Street' },
      { ...entry(1), kind: 'item', name: 'Castellan', where: 'Maple Street > Kitchen' },
      {
        ...entry(0),
        kind: 'attachment',
        name: 'plan.pdf',
        where: 'Maple Street > Kitchen > Castellan',
      },
    ])
    // As of an account that a command created.
    await services.db.updateTable('users').set({ first_name: '', last_name: '' }).execute()
    expect(await trash()).toContainEqual(expect.objectContaining({ deletedBy: 'robin', deletedByName: 'robin' }))
  })

  test('hides entries of other users', async () => {
    const { newUser, projectID, gone } = await startWithItem()
    const { trashID } = await gone.project(projectID)
    const { trash, undo, forGood } = shortcuts(await newUser('stranger'))
    expect(await trash()).toEqual([])
    for (const id of [trashID, NOBODYS]) {
      expect((await undo(id)).problem).toMatchObject(ABSENT)
      expect((await forGood(id)).problem).toMatchObject(ABSENT)
    }
  })
})
