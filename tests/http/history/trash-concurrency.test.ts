import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import {
  createItem,
  deleteItem,
  deleteItemFile,
  filesJSON,
  getItem,
  updateItem,
} from '../../../src/shared/items/items.api.ts'
import { createProject, deleteProject, getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { createRoom, deleteRoom, getRoom } from '../../../src/shared/projects/rooms.api.ts'
import { deletePermanently } from '../../../src/shared/history/trash.api.ts'
import { DAY } from '../../../src/server/platform/lib/clock.ts'
import type { UnscopedDatabase } from '../../../src/server/platform/db/access/unscoped.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { PASSWORD, subcategoryIDs, type Client } from '../../support/test-app.ts'
import {
  ADDRESS,
  NOBODYS,
  startWithItem,
  shortcuts,
  entriesOf,
  wholeView,
  countsOf,
  statusesOf,
  startWithFiles,
  KINDS,
} from './trash-fixture.ts'

const ROUNDS = 8

/** Each file that an item shows downloads byte for byte and has its own name and position. */
const expectWhole = async (user: Client, db: UnscopedDatabase, itemID: number, names: ReadonlyMap<string, string>) => {
  const { attachments } = await user.must(getItem, { query: { itemID } })
  for (const { remote } of attachments) {
    const { statusCode, body } = await user.raw({ url: `/download/${remote}` })
    expect([statusCode, body]).toEqual([200, `bytes of ${names.get(remote)}`])
  }
  const places = await db
    .selectFrom('item_files')
    .where('item_id', '=', itemID)
    .where('deleted_at', 'is', null)
    .select('position')
    .execute()
  expect(new Set(places.map(({ position }) => position)).size).toBe(places.length)
}

const expectEach = (answers: readonly { status: number }[], allowed: readonly number[]) => {
  for (const { status } of answers) expect(allowed).toContain(status)
}

describe('at the same moment', () => {
  test('ten deletions of one thing delete it once and leave one entry', async () => {
    const { user, projectID, roomID, itemID, uploaded, attach, db } = await startWithItem()
    const [remote = ''] = await uploaded('a')
    await attach(itemID, [{ name: 'a', remote }])
    const tenTimes = (call: () => Promise<{ status: number }>) => Promise.all(Array.from({ length: 10 }, call))
    for (const call of [
      () => user.call(deleteItemFile, { query: { itemID, remote } }),
      () => user.call(deleteItem, { query: { itemID } }),
      () => user.call(deleteRoom, { query: { roomID } }),
      () => user.call(deleteProject, { query: { projectID } }),
    ]) {
      expect(statusesOf(await tenTimes(call))).toEqual([200, ...Array<number>(9).fill(404)])
    }
    expect(await countsOf(db)).toMatchObject({ trash_entries: 4 })
  })

  test('ten restores of one entry restore it once', async () => {
    const { user, deletionOf, undo, trash } = await startWithFiles()
    const before = await wholeView(user)
    for (const kind of KINDS) {
      const { trashID } = await deletionOf[kind]()
      const answers = await Promise.all(Array.from({ length: 10 }, () => undo(trashID)))
      expect(statusesOf(answers)).toEqual([200, ...Array<number>(9).fill(404)])
      expect(await wholeView(user)).toEqual(before)
    }
    expect(await trash()).toEqual([])
  })

  test('a restore and a permanent deletion have one winner, with no half result', async () => {
    const { user, db, uploaded, attach, trash, undo, forGood, stored } = await startWithItem()
    for (let round = 0; round < ROUNDS; round++) {
      const projectID = await user.newProject(`Round ${round}`)
      const itemID = await user.newItem(projectID, await user.newRoom(projectID))
      const [remote = ''] = await uploaded('a.txt')
      await attach(itemID, [{ name: 'a.txt', remote }])
      const deletion = {
        0: () => user.must(deleteItemFile, { query: { itemID, remote } }),
        1: () => user.must(deleteItem, { query: { itemID } }),
        2: () => user.must(deleteProject, { query: { projectID } }),
      }[round % 3]
      const { trashID } = (await deletion?.()) ?? { trashID: NOBODYS }
      const restored = undo(trashID)
      const answers = await Promise.all([restored, forGood(trashID), undo(trashID), forGood(trashID)])
      expect(statusesOf(answers)).toEqual([200, 404, 404, 404])
      const isBack = [answers[0], answers[2]].some(({ status }) => status === 200)
      const download = await user.raw({ url: `/download/${remote}` })
      expect(download.statusCode).toBe(isBack ? 200 : 404)
      if (isBack) await expectWhole(user, db, itemID, new Map([[remote, 'a.txt']]))
    }
    expect(await trash()).toEqual([])
    expect(stored()).toHaveLength((await countsOf(db)).blobs ?? -1)
  })

  test('nested entries are restored and deleted in any order without a deadlock', async () => {
    const { user, db, trash, undo, forGood, uploaded, attach, stored, services } = await startWithItem()
    for (let round = 0; round < ROUNDS; round++) {
      const projectID = await user.newProject(`Round ${round}`)
      const roomID = await user.newRoom(projectID)
      const itemID = await user.newItem(projectID, roomID)
      const remotes = await uploaded('a.txt', 'b.txt')
      await attach(itemID, entriesOf(remotes, 'a.txt', 'b.txt'))
      const ids: number[] = []
      for (const remote of remotes) ids.push((await user.must(deleteItemFile, { query: { itemID, remote } })).trashID)
      ids.push((await user.must(deleteItem, { query: { itemID } })).trashID)
      ids.push((await user.must(deleteRoom, { query: { roomID } })).trashID)
      ids.push((await user.must(deleteProject, { query: { projectID } })).trashID)
      const calls = round % 2 === 0 ? [undo, forGood] : [forGood, undo]
      const order = round % 4 < 2 ? ids : ids.toReversed()
      const answers = await Promise.all([...order.flatMap((id) => calls.map((call) => call(id))), sweep(services)])
      expectEach(
        answers.filter((answer) => answer !== undefined),
        [200, 404, 409],
      )
      for (const { trashID } of await trash()) await forGood(trashID)
    }
    expect(await trash()).toEqual([])
    expect(await countsOf(db)).toMatchObject({ trash_entries: 0 })
    expect(stored()).toHaveLength((await countsOf(db)).blobs ?? -1)
  })

  test('a deletion loses nothing that saves, attachments and uploads of the same item had acknowledged', async () => {
    const { user, db, uploaded, attach, undo } = await startWithItem()
    for (let round = 0; round < ROUNDS; round++) {
      const projectID = await user.newProject(`Round ${round}`)
      const roomID = await user.newRoom(projectID)
      const itemID = await user.newItem(projectID, roomID)
      const remotes = await uploaded('a', 'b', 'c', 'd')
      const [a = '', b = '', c = '', d = ''] = remotes
      await attach(itemID, entriesOf([a], 'a'))
      const save = (field1: string) => user.call(updateItem, { body: { itemID, inputs: { field1 } } })
      const saves = [save('one'), attach(itemID, [{ name: 'b', remote: b }])]
      const deletion =
        round % 2 === 0 ? user.call(deleteItem, { query: { itemID } }) : user.call(deleteRoom, { query: { roomID } })
      const attached = [
        ...saves,
        attach(itemID, [{ name: 'b', remote: c }]),
        user.call(updateItem, {
          body: { itemID, inputs: { field2: 'two' }, files: filesJSON(entriesOf([a, b, c, d], 'a', 'b', 'c', 'd')) },
        }),
        uploaded('e').then(() => ({ status: 200 })),
      ]
      const { status, body } = await deletion
      expect(status).toBe(200)
      const answers = await Promise.all(attached)
      expectEach(answers, [200, 201, 404])
      expect((await undo(body.trashID)).status).toBe(200)

      const item = await user.must(getItem, { query: { itemID } })
      if (answers[0]?.status === 200) expect(item.field1).toBe('one')
      if (answers[3]?.status === 200) expect(item.field2).toBe('two')
      const there = item.attachments.map(({ remote }) => remote)
      if (answers[1]?.status === 201) expect(there).toContain(b)
      if (answers[2]?.status === 201) expect(there).toContain(c)
      if (answers[3]?.status === 200) expect(there).toEqual(expect.arrayContaining([a, b, c, d]))
      const names = new Map(['a', 'b', 'c', 'd'].map((name, at) => [remotes[at] ?? '', name]))
      await expectWhole(user, db, itemID, names)
    }
  })

  test('many files attached under one name during a deletion get different names and positions', async () => {
    const { user, db, projectID, roomID, uploaded, attach, undo } = await startWithItem()
    for (let round = 0; round < ROUNDS; round++) {
      const itemID = await user.newItem(projectID, roomID)
      const remotes = await uploaded(...Array.from({ length: 12 }, (_, n) => `${n}`))
      await attach(itemID, [{ name: 'plan.pdf', remote: remotes[0] ?? '' }])
      const attached = remotes.map((remote) => attach(itemID, [{ name: 'plan.pdf', remote }]))
      const deletion = await user.must(deleteItem, { query: { itemID } })
      const answers = await Promise.all(attached)
      expectEach(answers, [201, 404])
      for (const [at, { status, body }] of answers.entries()) {
        if (status === 201) expect(body.attachments.map(({ remote }) => remote)).toContain(remotes[at])
      }
      expect((await undo(deletion.trashID)).status).toBe(200)
      const there = (await user.must(getItem, { query: { itemID } })).attachments.map(({ remote }) => remote)
      const acknowledged = remotes.filter((_, at) => answers[at]?.status === 201)
      expect(there).toEqual(expect.arrayContaining(acknowledged))
      await expectWhole(user, db, itemID, new Map(remotes.map((remote, at) => [remote, `${at}`])))
    }
  })

  test('attachments deleted, attached, restored and saved at once get different names and positions', async () => {
    const { user, db, itemID, uploaded, attach, undo, namesOn } = await startWithItem()
    const remotes = await uploaded('1', '2', '3', '4')
    const names = new Map(remotes.map((remote, at) => [remote, `${at + 1}`]))
    for (let round = 0; round < ROUNDS; round++) {
      const files = filesJSON(entriesOf(remotes.slice(0, 3), 'plan.pdf', 'plan (2).pdf', 'plan (3).pdf'))
      await user.must(updateItem, { body: { itemID, inputs: {}, files } })
      const [first = '', second = '', third = '', fourth = ''] = remotes
      const gone = (remote: string) => user.call(deleteItemFile, { query: { itemID, remote } })
      const { body } = await gone(first)
      const answers = await Promise.all([
        undo(body.trashID),
        attach(itemID, [{ name: 'plan.pdf', remote: fourth }]),
        gone(second),
        user.call(updateItem, { body: { itemID, inputs: { field1: `${round}` }, files } }),
        gone(third),
        user.call(updateItem, { body: { itemID, inputs: { field2: `${round}` } } }),
        attach(itemID, [{ name: 'plan.pdf', remote: second }]),
      ])
      expectEach(answers, [200, 201, 404])
      const shown = await namesOn(itemID)
      expect(new Set(shown).size).toBe(shown.length)
      await expectWhole(user, db, itemID, names)
    }
  })

  test('files attached to other items during their permanent deletion never lose their bytes', async () => {
    const { user, db, projectID, roomID, uploaded, attach, gone, forGood, stored } = await startWithItem()
    const others: number[] = []
    for (let n = 0; n < 6; n++) others.push(await user.newItem(projectID, roomID))
    for (let round = 0; round < ROUNDS; round++) {
      const shown = Array.from({ length: 20 }, (_, n) => `${round}.${n}`)
      const remotes = await uploaded(...shown)
      const files = entriesOf(remotes, ...shown)
      const { trashID } = await gone.item(await user.newItem(projectID, roomID, {}, filesJSON(files)))
      // In either order, so that two lock holders would wait for each other; and each one call later than the last, so
      // that they hit every point of the deletion.
      const attachTo = async (itemID: number, at: number) => {
        for (let n = 0; n < at; n++) await user.must(getItem, { query: { itemID } })
        return attach(itemID, at % 2 === 0 ? files : files.toReversed())
      }
      const [removed, ...answers] = await Promise.all([forGood(trashID), ...others.map(attachTo)])
      expect(removed.status).toBe(200)
      for (const [at, answer] of answers.entries()) {
        if (answer.status !== 201) expect(answer.problem).toMatchObject({ statusCode: 404, code: 'file_not_found' })
        const { attachments } = await user.must(getItem, { query: { itemID: others[at] ?? 0 } })
        const there = attachments.filter(({ filename }) => shown.includes(filename))
        expect(there).toHaveLength(answer.status === 201 ? shown.length : 0)
        for (const { filename, remote } of there.slice(0, 2)) {
          expect((await user.raw({ url: `/download/${remote}` })).body).toBe(`bytes of ${filename}`)
        }
      }
    }
    const { blobs, uploads } = await countsOf(db)
    expect(uploads).toBe(blobs)
    expect(stored()).toHaveLength(blobs ?? -1)
  })

  test('rooms and items created in a project during its permanent deletion do not survive it', async () => {
    const { user, db, uploaded, undo } = await startWithItem()
    const structure = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
    const [remote = ''] = await uploaded('a.txt')
    for (let round = 0; round < ROUNDS; round++) {
      const projectID = await user.newProject(`Round ${round}`)
      const roomID = await user.newRoom(projectID)
      const { roomType } = await user.must(getRoom, { query: { roomID } })
      const newRoom = (roomName: string) => user.call(createRoom, { body: { projectID, roomType, roomName } })
      const newItem = (files: string) =>
        user.call(createItem, { body: { projectID, roomID, ...structure, inputs: {}, files } })
      const deletion = user
        .must(deleteProject, { query: { projectID } })
        .then(({ trashID }) => user.call(deletePermanently, { query: { trashID } }))
      const answers = await Promise.all([
        ...Array.from({ length: 6 }, (_, n) => newRoom(`Room ${n}`)),
        ...Array.from({ length: 6 }, (_, n) => newItem(n % 2 === 0 ? '' : filesJSON([{ name: 'a.txt', remote }]))),
      ])
      expectEach(answers, [201, 404])
      expect((await deletion).status).toBe(200)
      expect((await undo(NOBODYS)).status).toBe(404)
      expect((await user.call(getProject, { query: { projectID } })).status).toBe(404)
    }
    expect(await countsOf(db)).toMatchObject({ projects: 1, rooms: 1, items: 1, trash_entries: 0 })
  })

  test('projects with one name are restored and created under different names', async () => {
    const { user, undo } = await startWithItem()
    const trashIDs: number[] = []
    for (let n = 0; n < 5; n++) {
      const { trashID } = await user.must(deleteProject, { query: { projectID: await user.newProject('Birch Lane') } })
      trashIDs.push(trashID)
    }
    const inputs = { ...ADDRESS, name: 'Birch Lane' }
    const restored = trashIDs.map(undo)
    const created = user.call(createProject, { body: { inputs } })
    const other = user.call(createProject, { body: { inputs: { ...inputs, name: 'Birch Lane (restored 2)' } } })
    expect(statusesOf(await Promise.all(restored))).toEqual([200, 200, 200, 200, 200])
    expectEach(await Promise.all([created, other]), [201, 409])
    const names = (await user.must(listProjects, {})).projects.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toContain('Birch Lane')
  })

  test('two restores into one free place of the plan restore one project', async () => {
    const { user, projectID, gone, undo, trash } = await startWithItem({ planLimit: true })
    const { trashID } = await gone.project(projectID)
    const other = await gone.project(await user.newProject('Two'))
    await user.newProject('Three')
    expect(statusesOf(await Promise.all([undo(trashID), undo(other.trashID)]))).toEqual([200, 409])
    expect((await user.must(listProjects, {})).projects).toHaveLength(2)
    expect(await trash()).toHaveLength(1)
  })

  test('an account is deleted with all its trash while the trash is filled, restored and emptied', async () => {
    const { newUser, db, stored } = await startWithItem()
    const before = await countsOf(db)
    const inputs = (name: string) => ({ ...ADDRESS, name })
    for (let round = 0; round < ROUNDS; round++) {
      const user = await newUser(`leaver-${round}`)
      const { undo, forGood, uploaded } = shortcuts(user)
      const projectID = await user.newProject('Kept')
      const itemID = await user.newItem(projectID, await user.newRoom(projectID))
      const [remote = ''] = await uploaded('a.txt')
      // Until the account is gone: creates and deletes a project, then restores or removes it, in a loop.
      const work = async (name: string, end: (trashID: number) => Promise<{ status: number }>) => {
        for (let n = 0; ; n++) {
          const made = await user.call(createProject, { body: { inputs: inputs(`${name} ${n}`) } })
          if (made.status === 401) return
          const deleted = await user.call(deleteProject, { query: { projectID: made.body.projectID } })
          if (deleted.status === 401) return
          expectEach([made, deleted, await end(deleted.body.trashID)], [200, 201, 401, 404])
        }
      }
      const attachAndTrash = async () => {
        for (let n = 0; ; n++) {
          const files = n % 2 === 0 ? filesJSON([{ name: 'a.txt', remote }]) : ''
          const saved = await user.call(updateItem, { body: { itemID, inputs: {}, files } })
          if (saved.status === 401) return
          expectEach([saved], [200, 404])
        }
      }
      const working = Promise.all([
        work('Back', undo),
        work('Back again', undo),
        work('Gone', forGood),
        attachAndTrash(),
      ])
      const left = await user.call(deleteMyAccount, { body: { currentPass: PASSWORD } })
      expect(left.status).toBe(200)
      await working
    }
    expect(await countsOf(db)).toEqual(before)
    expect(stored()).toEqual([])
  })

  test('an entry restored while it expires is either fully restored or fully deleted', async () => {
    const { services, db, user, uploaded, attach, clock, after, stored } = await startWithItem()
    const ids: number[] = []
    for (let n = 0; n < ROUNDS; n++) {
      const projectID = await user.newProject(`Round ${n}`)
      const itemID = await user.newItem(projectID, await user.newRoom(projectID))
      const [remote = ''] = await uploaded(`${n}`)
      await attach(itemID, [{ name: `${n}`, remote }])
      ids.push((await user.must(deleteProject, { query: { projectID } })).trashID)
    }
    const { later, undo } = await after(30 * DAY - 1)
    const restored = ids.map(undo)
    clock.turn(1)
    const [answers] = await Promise.all([Promise.all(restored), sweep(services)])
    expectEach(answers, [200, 404])
    const back = answers.filter(({ status }) => status === 200).length
    expect(await countsOf(db)).toEqual({
      projects: back + 1,
      rooms: back + 1,
      items: back + 1,
      item_files: back,
      uploads: back,
      blobs: back,
      trash_entries: 0,
    })
    expect(stored()).toHaveLength(back)
    expect(await wholeView(later)).toHaveLength(back + 1)
  })
})
