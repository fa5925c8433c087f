import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { addItemFiles, filesJSON, listItems } from '../../../src/shared/items/items.api.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { startWithItem, entriesOf, wholeView, countsOf, ABSENT, startWithFiles, NAMES, KINDS } from './trash-fixture.ts'

describe('after 30 days', () => {
  test.each(['before', 'after'] as const)(
    'an expired entry is neither listed nor restored %s the sweep',
    async (when) => {
      const { deletionOf, services, after } = await startWithFiles()
      const ids = [(await deletionOf.item()).trashID, (await deletionOf.room()).trashID]
      const almost = await after(30 * DAY - 1)
      await sweep(services)
      expect((await almost.trash()).map(({ trashID }) => trashID)).toEqual(ids.toReversed())
      const { trash, undo, forGood } = await after(1)
      if (when === 'after') await sweep(services)
      expect(await trash()).toEqual([])
      for (const id of ids) {
        expect((await undo(id)).problem).toMatchObject(ABSENT)
        expect((await forGood(id)).problem).toMatchObject(ABSENT)
      }
    },
  )

  test('an entry can be restored with everything in it until the last millisecond', async () => {
    const { user, deletionOf, services, after } = await startWithFiles()
    const before = await wholeView(user)
    const { trashID } = await deletionOf.project()
    const { later, undo } = await after(30 * DAY - 1)
    await sweep(services)
    expect((await undo(trashID)).status).toBe(200)
    expect(await wholeView(later)).toEqual(before)
  })

  test.each(KINDS)(
    'an expired %s is deleted permanently with its contents and bytes, and nothing else',
    async (kind) => {
      const { user, db, deletionOf, services, after, stored, uploaded } = await startWithFiles()
      const other = await user.newProject('Birch Lane')
      const kept = await user.newItem(other, await user.newRoom(other))
      const [remote = ''] = await uploaded('kept.txt')
      await user.must(addItemFiles, { body: { itemID: kept, files: [{ name: 'kept.txt', remote }] } })
      await deletionOf[kind]()
      const { later, bytesOf } = await after(30 * DAY)
      const seen = await wholeView(later)
      await sweep(services)

      const left = {
        project: { projects: 1, rooms: 1, items: 1, item_files: 1, uploads: 1, blobs: 1 },
        room: { projects: 2, rooms: 1, items: 1, item_files: 1, uploads: 1, blobs: 1 },
        item: { projects: 2, rooms: 2, items: 1, item_files: 1, uploads: 1, blobs: 1 },
        attachment: { projects: 2, rooms: 2, items: 2, item_files: 3, uploads: 3, blobs: 3 },
      }[kind]
      expect(await countsOf(db)).toEqual({ ...left, trash_entries: 0 })
      expect(stored()).toHaveLength(left.blobs)
      expect(await wholeView(later)).toEqual(seen)
      expect(await bytesOf(remote)).toBe('bytes of kept.txt')
    },
  )

  test('each entry expires on its own date, and an entry within a deleted thing expires with it', async () => {
    const { db, deletionOf, services, clock, after, stored } = await startWithFiles()
    await deletionOf.attachment()
    clock.turn(MINUTE)
    await deletionOf.item()
    clock.turn(MINUTE)
    const { trashID } = await deletionOf.room()
    const first = await after(30 * DAY - 2 * MINUTE)
    await sweep(services)
    expect((await first.trash()).map(({ kind }) => kind)).toEqual(['room', 'item'])
    expect(stored()).toHaveLength(2)
    const second = await after(MINUTE)
    await sweep(services)
    expect((await second.trash()).map(({ kind }) => kind)).toEqual(['room'])
    expect(stored()).toEqual([])
    await second.undo(trashID)
    expect(await countsOf(db)).toMatchObject({ rooms: 1, items: 0, trash_entries: 0 })
  })

  test('sweeps of several servers at once delete each entry once', async () => {
    const { db, deletionOf, services, clock, stored } = await startWithFiles()
    await deletionOf.attachment()
    await deletionOf.item()
    await deletionOf.project()
    clock.turn(30 * DAY)
    await Promise.all([sweep(services), sweep(services), sweep(services)])
    expect(await countsOf(db)).toEqual({
      projects: 0,
      rooms: 0,
      items: 0,
      item_files: 0,
      uploads: 0,
      blobs: 0,
      trash_entries: 0,
    })
    expect(stored()).toEqual([])
  })
})

describe('permanent deletion', () => {
  test.each(KINDS)('deletes a %s with the bytes of its files, confirms it, and deletes nothing else', async (kind) => {
    const { user, db, deletionOf, forGood, undo, trash, stored, projectID, roomID, uploaded } = await startWithFiles()
    const other = await user.newItem(projectID, roomID)
    const [kept = '', waiting = ''] = await uploaded('kept.txt', 'waiting.txt')
    await user.must(addItemFiles, { body: { itemID: other, files: [{ name: 'kept.txt', remote: kept }] } })
    const { trashID } = await deletionOf[kind]()
    const seen = await wholeView(user)
    const answer = await forGood(trashID)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: `Permanently deleted "${NAMES[kind]}"` })

    const left = {
      project: { projects: 0, rooms: 0, items: 0, item_files: 0, uploads: 1, blobs: 1 },
      room: { projects: 1, rooms: 0, items: 0, item_files: 0, uploads: 1, blobs: 1 },
      item: { projects: 1, rooms: 1, items: 1, item_files: 1, uploads: 2, blobs: 2 },
      attachment: { projects: 1, rooms: 1, items: 2, item_files: 3, uploads: 4, blobs: 4 },
    }[kind]
    expect(await countsOf(db)).toEqual({ ...left, trash_entries: 0 })
    expect(stored()).toHaveLength(left.blobs)
    expect(await wholeView(user)).toEqual(seen)
    expect((await user.raw({ url: `/download/${waiting}` })).body).toBe('bytes of waiting.txt')
    expect(await trash()).toEqual([])
    expect((await undo(trashID)).problem).toMatchObject(ABSENT)
    expect((await forGood(trashID)).problem).toMatchObject(ABSENT)
  })

  test('deletes the entries within the deleted thing, and no others', async () => {
    const { user, db, projectID, deletionOf, gone, forGood, undo, trash } = await startWithFiles()
    const attic = await gone.room(await user.newRoom(projectID, 'Attic'))
    const inside = [await deletionOf.attachment(), await deletionOf.item()]
    const room = await deletionOf.room()
    expect((await forGood(room.trashID)).status).toBe(200)
    expect((await trash()).map(({ trashID }) => trashID)).toEqual([attic.trashID])
    for (const { trashID } of inside) expect((await undo(trashID)).problem).toMatchObject(ABSENT)
    expect(await countsOf(db)).toMatchObject({ trash_entries: 1, items: 0, item_files: 0 })
    expect((await undo(attic.trashID)).status).toBe(200)
  })

  test('deletes an entry within a deleted thing and leaves that thing restorable', async () => {
    const { user, roomID, deletionOf, forGood, undo } = await startWithFiles()
    const item = await deletionOf.item()
    const room = await deletionOf.room()
    const project = await deletionOf.project()
    expect((await forGood(item.trashID)).status).toBe(200)
    for (const { trashID } of [project, room]) expect((await undo(trashID)).status).toBe(200)
    expect(await user.must(listItems, { query: { roomID } })).toEqual([])
  })

  test('keeps the bytes of a file until its last item and entry are gone', async () => {
    const { user, projectID, roomID, itemID, gone, uploaded, attach, forGood, undo, bytesOf, stored } =
      await startWithItem()
    const others = [await user.newItem(projectID, roomID), await user.newItem(projectID, roomID)]
    const [remote = ''] = await uploaded('shared.txt')
    for (const id of [itemID, ...others]) await attach(id, [{ name: 'shared.txt', remote }])
    const first = await gone.file(itemID, remote)
    const second = await gone.item(others[0] ?? 0)

    await forGood(first.trashID)
    expect(await bytesOf(remote)).toBe('bytes of shared.txt')
    const third = await gone.file(others[1] ?? 0, remote)
    await forGood(third.trashID)
    expect(await bytesOf(remote)).toBe(404)
    expect(stored()).toHaveLength(1)

    await undo(second.trashID)
    expect(await bytesOf(remote)).toBe('bytes of shared.txt')
    await forGood((await gone.item(others[0] ?? 0)).trashID)
    expect(stored()).toEqual([])
  })

  test('ends the remote of a file, which can no longer be attached', async () => {
    const { itemID, remote, deletionOf, forGood, attach } = await startWithFiles()
    await forGood((await deletionOf.attachment()).trashID)
    expect((await attach(itemID, [{ name: 'b.txt', remote }])).problem).toMatchObject({
      statusCode: 404,
      code: 'file_not_found',
    })
  })

  test('succeeds even if the bytes cannot be removed, and the sweep retries', async () => {
    const { db, services, deletionOf, forGood, stored, pathOf } = await startWithFiles()
    const blobs = await db.selectFrom('blobs').select('storage_key').execute()
    const [path = ''] = blobs.map(({ storage_key }) => pathOf(storage_key))
    // The store cannot remove a folder.
    rmSync(path)
    mkdirSync(path)
    expect((await forGood((await deletionOf.item()).trashID)).status).toBe(200)
    expect(await countsOf(db)).toMatchObject({ items: 0, item_files: 0, uploads: 0 })
    await expect(sweep(services)).rejects.toThrow()
    rmdirSync(path)
    await sweep(services)
    expect(await countsOf(db)).toMatchObject({ blobs: 0 })
    expect(existsSync(path)).toBe(false)
    expect(stored()).toEqual([])
  })

  test('deletes a large home in one call', async () => {
    const { user, db, projectID, roomID, remotes, deletionOf, gone, forGood, stored } = await startWithFiles()
    const files = filesJSON(entriesOf(remotes, 'a', 'b', 'c'))
    for (let n = 0; n < 40; n++) {
      const id = await user.newItem(projectID, roomID, { field1: `${n}` }, files)
      if (n % 2 === 0) await gone.item(id)
    }
    expect((await forGood((await deletionOf.project()).trashID)).status).toBe(200)
    expect(await countsOf(db)).toMatchObject({ projects: 0, items: 0, item_files: 0, uploads: 0, trash_entries: 0 })
    expect(stored()).toEqual([])
  })
})
