import { existsSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import {
  addItemFiles,
  createItem,
  deleteItem,
  deleteItemFile,
  filesJSON,
  getItem,
  listItems,
  updateItem,
  type FileEntry,
  type ItemInputs,
} from '../../../src/shared/items/items.api.ts'
import { createProject, deleteProject, getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { createRoom, deleteRoom, getRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { deleteForGood, listDeleted, restore } from '../../../src/shared/history/trash.api.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import type { UnscopedDatabase } from '../../../src/server/platform/db/access/unscoped.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { PASSWORD, signIn, startTestApp, subcategoryIDs, type Client, IN_FOLDER } from '../../support/test-app.ts'

const ADDRESS = { address: '418 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }
const NOBODYS = Number.MAX_SAFE_INTEGER
const ROUNDS = 8

/** A user with a project, a room and an item, and short ways to do what is done here again and again. */
const startWithItem = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp({ ...IN_FOLDER, ...config })
  const { services, clock } = started
  const user = await started.newUser('robin')
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan', notes: 'left of the sink' })
  const filesFolder = join(services.config.dataDir, 'files')
  return {
    ...started,
    ...shortcuts(user),
    db: services.db,
    user,
    projectID,
    roomID,
    itemID,
    /** What lies in the file store. */
    stored: () =>
      readdirSync(filesFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
    pathOf: (storageKey: string) => join(filesFolder, storageKey.slice(0, 2), storageKey),
    /** The same user after so long; the session of before has ended by then. */
    after: async (time: number) => {
      clock.turn(time)
      const later = await signIn(started.app, 'robin')
      return { later, ...shortcuts(later) }
    },
  }
}

const shortcuts = (user: Client) => ({
  trash: () => user.must(listDeleted, {}),
  undo: (trashID: number) => user.call(restore, { body: { trashID } }),
  forGood: (trashID: number) => user.call(deleteForGood, { query: { trashID } }),
  attach: (itemID: number, files: FileEntry[]) => user.call(addItemFiles, { body: { itemID, files } }),
  namesOn: async (itemID: number) =>
    (await user.must(getItem, { query: { itemID } })).attachments.map(({ name }) => name),
  /** The remotes of new uploads, one for each name. */
  uploaded: async (...names: string[]): Promise<string[]> => {
    const files = await user.upload(names.map((name) => ({ name, bytes: Buffer.from(`bytes of ${name}`) })))
    return files.map(({ remote }) => remote)
  },
  bytesOf: async (remote: string) => {
    const { statusCode, body } = await user.raw({ url: `/download/${remote}` })
    return statusCode === 200 ? body : statusCode
  },
  gone: {
    project: (projectID: number) => user.must(deleteProject, { query: { projectID } }),
    room: (roomID: number) => user.must(deleteRoom, { query: { roomID } }),
    item: (itemID: number) => user.must(deleteItem, { query: { itemID } }),
    file: (itemID: number, remote: string) => user.must(deleteItemFile, { query: { itemID, remote } }),
  },
})

const entriesOf = (remotes: readonly string[], ...names: string[]): FileEntry[] =>
  names.map((name, at) => ({ name, remote: remotes[at] ?? '' }))

/** All that a user sees of their projects. */
const wholeView = async (user: Client) => {
  const projects = (await user.call(listProjects, {})).body?.projects ?? []
  return Promise.all(
    projects.map(async (card) => {
      const rooms = (await user.call(listRooms, { query: { projectID: card.projectID } })).body?.rooms ?? []
      return {
        card,
        project: await user.must(getProject, { query: { projectID: card.projectID } }),
        rooms: await Promise.all(
          rooms.map(async (room) => ({ room, items: await user.must(listItems, { query: { roomID: room.ID } }) })),
        ),
      }
    }),
  )
}

const countsOf = async (db: UnscopedDatabase) => {
  const tables = ['projects', 'rooms', 'items', 'item_files', 'uploads', 'blobs', 'trash_entries'] as const
  const counts = await Promise.all(
    tables.map(async (table) => (await db.selectFrom(table).select('id').execute()).length),
  )
  return Object.fromEntries(tables.map((table, at) => [table, counts[at]]))
}

const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort()

const ABSENT = { statusCode: 404, code: 'not_found', message: 'There is nothing here.' }
const restoreFirst = (kind: string, name: string) => ({
  statusCode: 409,
  code: 'restore_parent_first',
  message: `Restore the ${kind} "${name}" first.`,
})

describe('deleting a room', () => {
  test('says its name and hides it with all that is in it', async () => {
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
  test('says what it is called, and hides it with its files', async () => {
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
  test('says its display name; the others stay in their order', async () => {
    const { user, itemID, gone, uploaded, attach, namesOn, bytesOf } = await startWithItem()
    const remotes = await uploaded('1', '2', '3')
    const [first = '', second = '', third = ''] = remotes
    await attach(itemID, entriesOf(remotes, 'plan.pdf', 'plan.pdf', 'care.pdf'))
    const before = await user.must(getItem, { query: { itemID } })
    expect(await gone.file(itemID, second)).toEqual({
      message: 'Deleted attachment "plan (2).pdf"',
      trashID: expect.any(Number),
    })
    expect(await namesOn(itemID)).toEqual(['plan.pdf', 'care.pdf'])
    expect(await Promise.all([first, second, third].map(bytesOf))).toEqual(['bytes of 1', 404, 'bytes of 3'])
    const { version, updatedAt } = await user.must(getItem, { query: { itemID } })
    expect({ version, updatedAt }).toEqual({ version: before.version, updatedAt: before.updatedAt })
  })

  test('that is not on the item is a 404 and changes nothing', async () => {
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

test('a deletion that is asked for ten times at once happens once, and is one entry', async () => {
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

describe('the trash', () => {
  test('that is empty is an empty list', async () => {
    const { trash } = await startWithItem()
    expect(await trash()).toEqual([])
  })

  test('lists what was deleted, the latest first, with where it was and when it goes for good', async () => {
    const { clock, user, projectID, roomID, itemID, gone, uploaded, attach, trash } = await startWithItem()
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
  })

  test('shows nobody what another deleted', async () => {
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

/** The home with three files on the item, and a way to delete each kind of thing in it. */
const startWithFiles = async () => {
  const started = await startWithItem()
  const { projectID, roomID, itemID, gone } = started
  const remotes = await started.uploaded('a.txt', 'b.txt', 'c.txt')
  const [, remote = ''] = remotes
  await started.attach(itemID, entriesOf(remotes, 'a.txt', 'b.txt', 'c.txt'))
  return {
    ...started,
    remotes,
    remote,
    deletionOf: {
      project: () => gone.project(projectID),
      room: () => gone.room(roomID),
      item: () => gone.item(itemID),
      attachment: () => gone.file(itemID, remote),
    },
  }
}

const NAMES = {
  project: 'Maple Street',
  room: 'Kitchen',
  item: 'Castellan',
  attachment: 'b.txt',
} as const
const KINDS = Object.keys(NAMES) as (keyof typeof NAMES)[]

describe('restoring', () => {
  test.each(KINDS)('a deleted %s brings it back as it was, once', async (kind) => {
    const { user, projectID, roomID, remote, deletionOf, trash, undo, bytesOf } = await startWithFiles()
    await user.newItem(projectID, roomID, { field1: 'Other' })
    await user.newRoom(projectID, 'Attic')
    await user.newProject('Birch Lane')
    const before = await wholeView(user)

    const { trashID } = await deletionOf[kind]()
    expect(await wholeView(user)).not.toEqual(before)
    const answer = await undo(trashID)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: `Restored ${kind} "${NAMES[kind]}"` })
    expect(await wholeView(user)).toEqual(before)
    expect(await bytesOf(remote)).toBe('bytes of b.txt')
    expect(await trash()).toEqual([])
    expect((await undo(trashID)).problem).toMatchObject(ABSENT)
  })

  test('brings back just what that deletion took', async () => {
    const { user, roomID, itemID, projectID, remote, deletionOf, undo, namesOn, trash } = await startWithFiles()
    const deletions = [await deletionOf.attachment(), await deletionOf.item(), await deletionOf.room()]
    const [attachment, item, room] = deletions.map(({ trashID }) => trashID)
    const project = (await deletionOf.project()).trashID

    await undo(project)
    expect((await user.call(listRooms, { query: { projectID } })).status).toBe(204)
    await undo(room ?? 0)
    expect(await user.must(listItems, { query: { roomID } })).toEqual([])
    await undo(item ?? 0)
    expect(await namesOn(itemID)).toEqual(['a.txt', 'c.txt'])
    expect(await trash()).toMatchObject([{ trashID: attachment }])
    await undo(attachment ?? 0)
    expect(await namesOn(itemID)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    expect((await user.must(getItem, { query: { itemID } })).attachments[1]).toMatchObject({ remote })
  })

  test('what is inside a deleted thing says what has to come back before, the outermost of it', async () => {
    const { db, deletionOf, undo } = await startWithFiles()
    const ids: number[] = []
    const expectFirst = async (first: (typeof KINDS)[number]) => {
      const counts = await countsOf(db)
      for (const id of ids.slice(0, -1))
        expect((await undo(id)).problem).toMatchObject(restoreFirst(first, NAMES[first]))
      expect(await countsOf(db)).toEqual(counts)
    }
    for (const kind of ['attachment', 'item', 'room', 'project'] as const) {
      ids.push((await deletionOf[kind]()).trashID)
      await expectFirst(kind)
    }
    for (const id of ids.toReversed()) expect((await undo(id)).status).toBe(200)
  })

  test.each(['room', 'project'] as const)(
    'an item two and three levels inside a deleted %s waits for it',
    async (kind) => {
      const { gone, itemID, remote, deletionOf, undo } = await startWithFiles()
      const file = await gone.file(itemID, remote)
      const outer = await deletionOf[kind]()
      expect((await undo(file.trashID)).problem).toMatchObject(restoreFirst(kind, NAMES[kind]))
      await undo(outer.trashID)
      expect((await undo(file.trashID)).status).toBe(200)
    },
  )

  const deletedProjects = async (user: Client, count: number, name: string): Promise<number[]> => {
    const trashIDs: number[] = []
    for (let n = 0; n < count; n++) {
      const { trashID } = await user.must(deleteProject, { query: { projectID: await user.newProject(name) } })
      trashIDs.push(trashID)
    }
    return trashIDs
  }
  const projectNames = async (user: Client) => (await user.must(listProjects, {})).projects.map(({ name }) => name)

  test("a project whose name is taken meanwhile comes back as '{name} (restored)', and says so", async () => {
    const { user, undo } = await startWithItem()
    const trashIDs = await deletedProjects(user, 3, 'Birch Lane')
    await user.newProject('BIRCH lane')
    await user.newProject('birch lane (RESTORED 2)')
    const messages = []
    for (const trashID of trashIDs) messages.push((await undo(trashID)).body.message)
    expect(messages).toEqual([
      'Restored project "Birch Lane (restored)"',
      'Restored project "Birch Lane (restored 3)"',
      'Restored project "Birch Lane (restored 4)"',
    ])
    expect(await projectNames(user)).toEqual([
      'BIRCH lane',
      'birch lane (RESTORED 2)',
      'Birch Lane (restored 3)',
      'Birch Lane (restored 4)',
      'Birch Lane (restored)',
      'Maple Street',
    ])
    // It is a name like any other now.
    const inputs = { ...ADDRESS, name: 'birch lane (restored)' }
    expect((await user.call(createProject, { body: { inputs } })).problem).toMatchObject({ code: 'project_name_taken' })
  })

  test('a name that leaves no room for that is cut, at most 255 characters in all', async () => {
    const { user, undo } = await startWithItem()
    const name = '😀'.repeat(254) + 'x'
    const trashIDs = await deletedProjects(user, 2, name)
    await user.newProject(name)
    for (const trashID of trashIDs) expect((await undo(trashID)).status).toBe(200)
    const names = await projectNames(user)
    expect(names).toContain('😀'.repeat(255 - ' (restored)'.length) + ' (restored)')
    expect(names).toContain('😀'.repeat(255 - ' (restored 2)'.length) + ' (restored 2)')
  })

  test('an attachment whose name is taken meanwhile gets another, and a place of its own', async () => {
    const { user, itemID, remotes, remote, deletionOf, undo, uploaded, namesOn, db } = await startWithFiles()
    const { trashID } = await deletionOf.attachment()
    const [first = '', , third = ''] = remotes
    const [newer = ''] = await uploaded('newer')
    const files = filesJSON(entriesOf([third, newer, first], 'c.txt', 'b.txt', 'a.txt'))
    await user.must(updateItem, { body: { itemID, inputs: {}, files } })
    expect((await undo(trashID)).body).toEqual({ message: 'Restored attachment "b (2).txt"' })
    expect(await namesOn(itemID)).toEqual(['c.txt', 'b.txt', 'a.txt', 'b (2).txt'])
    const { attachments } = await user.must(getItem, { query: { itemID } })
    expect(attachments[3]).toMatchObject({ filename: 'b.txt', remote })
    const places = await db.selectFrom('item_files').select('position').orderBy('position').execute()
    expect(places.map(({ position }) => position)).toEqual([0, 1, 2, 3])
  })

  test('a file that was attached again meanwhile is there twice, under two names', async () => {
    const { itemID, remote, deletionOf, undo, attach, namesOn } = await startWithFiles()
    const { trashID } = await deletionOf.attachment()
    await attach(itemID, [{ name: 'b.txt', remote }])
    expect((await undo(trashID)).status).toBe(200)
    expect(await namesOn(itemID)).toEqual(['a.txt', 'b (2).txt', 'c.txt', 'b.txt'])
  })

  test('a file that fell out of an item with a save comes back the same way', async () => {
    const { user, itemID, remotes, trash, undo, namesOn, bytesOf } = await startWithFiles()
    const [first = '', second = '', third = ''] = remotes
    const files = filesJSON([{ name: 'b.txt', remote: second }])
    await user.must(updateItem, { body: { itemID, inputs: {}, files } })
    const entries = await trash()
    expect(entries.map(({ kind, name }) => [kind, name])).toEqual([
      ['attachment', 'c.txt'],
      ['attachment', 'a.txt'],
    ])
    for (const { trashID } of entries) expect((await undo(trashID)).status).toBe(200)
    expect(new Set(await namesOn(itemID))).toEqual(new Set(['a.txt', 'b.txt', 'c.txt']))
    expect([await bytesOf(first), await bytesOf(third)]).toEqual(['bytes of a.txt', 'bytes of c.txt'])
  })

  test('an item leaves its version as it was, so that what was being typed can be saved', async () => {
    const { user, itemID, deletionOf, undo } = await startWithFiles()
    const { version } = await user.must(getItem, { query: { itemID } })
    const { trashID } = await deletionOf.item()
    const save = () => user.call(updateItem, { body: { itemID, version, inputs: { field1: 'typed' } } })
    expect((await save()).problem).toMatchObject(ABSENT)
    await undo(trashID)
    expect((await save()).status).toBe(200)
  })

  test('needs an entry: what is none is a 400, what is not there a 404', async () => {
    const { user, forGood } = await startWithItem()
    for (const trashID of [undefined, null, '1', 0, -1, 1.5, 2 ** 53]) {
      const { problem } = await user.send(restore, { body: { trashID } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { trashID: 'Must be a positive whole number.' } })
    }
    for (const query of [{}, { trashID: 'x' }, { trashID: '01' }]) {
      const { problem } = await user.send(deleteForGood, { query })
      expect(problem).toMatchObject({ statusCode: 400, fields: { trashID: 'Must be a positive whole number.' } })
    }
    expect((await user.call(restore, { body: { trashID: NOBODYS } })).problem).toMatchObject(ABSENT)
    expect((await forGood(NOBODYS)).problem).toMatchObject(ABSENT)
  })

  test('a project beyond the limit of the Basic plan is refused, until there is room for it', async () => {
    const { user, projectID, gone, trash, undo } = await startWithItem({ planLimit: true })
    const { trashID } = await gone.project(projectID)
    await user.newProject('One')
    const other = await user.newProject('Two')
    expect((await undo(trashID)).problem).toMatchObject({
      statusCode: 409,
      code: 'plan_limit',
      message: 'The Basic Monthly Plan includes up to two projects.',
    })
    expect(await trash()).toHaveLength(1)
    await gone.project(other)
    expect((await undo(trashID)).status).toBe(200)
    expect(await projectNames(user)).toEqual(['Maple Street', 'One'])
  })

  test('a room, an item or an attachment is never refused for the limit of the plan', async () => {
    const { user, roomID, itemID, gone, undo, uploaded, attach } = await startWithItem({ planLimit: true })
    await user.newProject('Two')
    const [remote = ''] = await uploaded('a.txt')
    await attach(itemID, [{ name: 'a.txt', remote }])
    for (const deletion of [() => gone.file(itemID, remote), () => gone.item(itemID), () => gone.room(roomID)]) {
      expect((await undo((await deletion()).trashID)).status).toBe(200)
    }
  })
})

describe('after 30 days', () => {
  test.each(['before', 'after'] as const)('an entry is neither listed nor restored, %s it is swept', async (when) => {
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
  })

  test('an entry is still restored in the last moment, with all that is in it', async () => {
    const { user, deletionOf, services, after } = await startWithFiles()
    const before = await wholeView(user)
    const { trashID } = await deletionOf.project()
    const { later, undo } = await after(30 * DAY - 1)
    await sweep(services)
    expect((await undo(trashID)).status).toBe(200)
    expect(await wholeView(later)).toEqual(before)
  })

  test.each(KINDS)(
    'a deleted %s goes for good with everything in it, down to the bytes, and nothing else',
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

  test('each entry goes in its own time, and what was deleted inside goes with what it was in', async () => {
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

  test('two servers that sweep at the same time remove the same once', async () => {
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

describe('deleting for good', () => {
  test.each(KINDS)('a deleted %s says so and removes it with the bytes of its files, nothing else', async (kind) => {
    const { user, db, deletionOf, forGood, undo, trash, stored, projectID, roomID, uploaded } = await startWithFiles()
    const other = await user.newItem(projectID, roomID)
    const [kept = '', waiting = ''] = await uploaded('kept.txt', 'waiting.txt')
    await user.must(addItemFiles, { body: { itemID: other, files: [{ name: 'kept.txt', remote: kept }] } })
    const { trashID } = await deletionOf[kind]()
    const seen = await wholeView(user)
    const answer = await forGood(trashID)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: `Deleted "${NAMES[kind]}" for good` })

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

  test('takes along the entries of what was deleted inside, and no others', async () => {
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

  test('of something inside a deleted thing leaves that thing to be restored', async () => {
    const { user, roomID, deletionOf, forGood, undo } = await startWithFiles()
    const item = await deletionOf.item()
    const room = await deletionOf.room()
    const project = await deletionOf.project()
    expect((await forGood(item.trashID)).status).toBe(200)
    for (const { trashID } of [project, room]) expect((await undo(trashID)).status).toBe(200)
    expect(await user.must(listItems, { query: { roomID } })).toEqual([])
  })

  test('leaves a file that another item has, or the trash for another item, until the last of them is gone', async () => {
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

  test('of a file ends its remote: it can be attached to nothing more', async () => {
    const { itemID, remote, deletionOf, forGood, attach } = await startWithFiles()
    await forGood((await deletionOf.attachment()).trashID)
    expect((await attach(itemID, [{ name: 'b.txt', remote }])).problem).toMatchObject({
      statusCode: 404,
      code: 'file_not_found',
    })
  })

  test('stands where the bytes cannot be removed just then; the sweep tries again', async () => {
    const { db, services, deletionOf, forGood, stored, pathOf } = await startWithFiles()
    const blobs = await db.selectFrom('blobs').select('storage_key').execute()
    const [path = ''] = blobs.map(({ storage_key }) => pathOf(storage_key))
    // A folder in its place is something that the store cannot remove.
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

  test('of a home of many things is one call', async () => {
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

/** Each file that an item shows can be downloaded, byte for byte, and stands there under a name and a place of its own. */
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
  test('ten restores of one entry bring it back once', async () => {
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

  test('a restore and a deletion for good end in one of the two, whole', async () => {
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

  test('an outer and an inner entry are restored and removed in any order without waiting for each other for ever', async () => {
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

  test('a deletion and saves, attachments and uploads of the same item lose nothing that was acknowledged', async () => {
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

  test('many attach under one name while the item is deleted, and each name and place is given once', async () => {
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

  test('attachments are deleted, attached, restored and saved, and each name and place is given once', async () => {
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

  test('files are attached to other items, or gone for good, and never attached without their bytes', async () => {
    const { user, db, projectID, roomID, uploaded, attach, gone, forGood, stored } = await startWithItem()
    const others: number[] = []
    for (let n = 0; n < 6; n++) others.push(await user.newItem(projectID, roomID))
    for (let round = 0; round < ROUNDS; round++) {
      const shown = Array.from({ length: 20 }, (_, n) => `${round}.${n}`)
      const remotes = await uploaded(...shown)
      const files = entriesOf(remotes, ...shown)
      const { trashID } = await gone.item(await user.newItem(projectID, roomID, {}, filesJSON(files)))
      // In either order, so that two who each hold some of them would wait for the other; and each a call later than
      // the one before, so that some come at every point of the removal.
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

  test('rooms and items are created in a home that goes for good, or are not there', async () => {
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
        .then(({ trashID }) => user.call(deleteForGood, { query: { trashID } }))
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

  test('projects of one name are restored and created, and each gets a name of its own', async () => {
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

  test('two projects are restored where the plan has room for one', async () => {
    const { user, projectID, gone, undo, trash } = await startWithItem({ planLimit: true })
    const { trashID } = await gone.project(projectID)
    const other = await gone.project(await user.newProject('Two'))
    await user.newProject('Three')
    expect(statusesOf(await Promise.all([undo(trashID), undo(other.trashID)]))).toEqual([200, 409])
    expect((await user.must(listProjects, {})).projects).toHaveLength(2)
    expect(await trash()).toHaveLength(1)
  })

  test('an account is deleted with all its trash, while that is filled, restored and removed', async () => {
    const { newUser, db, stored } = await startWithItem()
    const before = await countsOf(db)
    const inputs = (name: string) => ({ ...ADDRESS, name })
    for (let round = 0; round < ROUNDS; round++) {
      const user = await newUser(`leaver-${round}`)
      const { undo, forGood, uploaded } = shortcuts(user)
      const projectID = await user.newProject('Kept')
      const itemID = await user.newItem(projectID, await user.newRoom(projectID))
      const [remote = ''] = await uploaded('a.txt')
      // Until the account is gone: a project is made and deleted, and then restored or removed, again and again.
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

  test('an entry is restored in the moment in which it would be swept: it is back whole, or gone whole', async () => {
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
