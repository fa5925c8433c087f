import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyItem, copyProject, copyRoom } from '../../../src/shared/items/bulk/copies.api.ts'
import { setProjectCover, setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import {
  deleteItem,
  deleteItemFile,
  filesJSON,
  getItem,
  listItems,
  updateItem,
  updateItemFile,
} from '../../../src/shared/items/items.api.ts'
import { listLinks } from '../../../src/shared/sharing/links.api.ts'
import { listMembers, removeMember } from '../../../src/shared/sharing/members.api.ts'
import { deleteProject, getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { createRoom, deleteRoom, getRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { deleteForGood, listDeleted } from '../../../src/shared/history/trash.api.ts'
import { listAllWithoutWords } from '../../../src/server/search/words-of-items.repo.ts'
import { DAY } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { addMember } from '../../support/members.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { PASSWORD, roomTypeID, signIn, startTestApp, type Client } from '../../support/test-app.ts'

const NOBODYS = Number.MAX_SAFE_INTEGER

/** A kitchen with a faucet that has two files, the second of them a picture in front, with a caption. */
const startWithFaucet = async () => {
  const started = await startTestApp()
  const { newUser, services } = started
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const [manual, picture] = await robin.upload([
    { name: 'manual.txt', bytes: Buffer.from('Turn the lever.') },
    { name: 'faucet.png', bytes: await pictureOf('red', 'png') },
  ])
  if (!manual || !picture) throw new Error('Two files were sent.')
  const files = filesJSON([
    { name: 'manual.txt', remote: manual.remote },
    { name: 'faucet.png', remote: picture.remote },
  ])
  const inputs = { field1: 'Castellan', field3: 'Brass', notes: 'left of the sink' }
  const itemID = await robin.newItem(projectID, roomID, inputs, files)
  await robin.must(updateItemFile, {
    body: { itemID, remote: picture.remote, inputs: { caption: 'As built', before: manual.remote } },
  })
  const { db } = services
  const countBlobs = async () => (await db.selectFrom('blobs').select('id').execute()).length
  return {
    ...started,
    db,
    robin,
    projectID,
    roomID,
    itemID,
    manual: manual.remote,
    picture: picture.remote,
    countBlobs,
  }
}

const bytesOf = async (user: Client, remote: string) => {
  const { statusCode, body } = await user.raw({ url: `/download/${remote}` })
  return statusCode === 200 ? body : statusCode
}

/** The ids of the items that a search finds. */
const found = async (user: Client, q: string): Promise<number[]> =>
  (await user.must(search, { query: { q } })).groups.flatMap(({ rooms }) =>
    rooms.flatMap(({ items }) => items.map(({ itemID }) => itemID)),
  )

const removeForGood = async (user: Client, name: string): Promise<void> => {
  const entry = (await user.must(listDeleted, {})).find((each) => each.name === name)
  await user.must(deleteForGood, { query: { trashID: entry?.trashID ?? 0 } })
}

describe('copying an item', () => {
  test('makes one in each of the rooms, with values, notes, swatch, title and files, and no bytes', async () => {
    const { robin, projectID, roomID, itemID, countBlobs } = await startWithFaucet()
    const rooms: number[] = []
    for (const name of ['Galley', 'Scullery', 'Bar']) rooms.push(await robin.newRoom(projectID, name))
    const blobs = await countBlobs()
    const { itemIDs, skipped, message } = await robin.must(copyItem, { body: { itemID, roomIDs: [...rooms, roomID] } })
    expect([skipped, message]).toEqual([[], 'Copied "Castellan" into 4 rooms'])
    const { catName, subcatName, field1, field3, note, title, sample, labels } = await robin.must(getItem, {
      query: { itemID },
    })
    const was = { catName, subcatName, field1, field3, note, title, sample, labels }
    for (const [at, copy] of itemIDs.entries()) {
      const is = await robin.must(getItem, { query: { itemID: copy } })
      expect(is).toMatchObject({ ...was, itemID: copy, roomID: [...rooms, roomID][at], version: 1 })
      expect(is.attachments.map(({ name, caption }) => [name, caption])).toEqual([
        ['faucet.png', 'As built'],
        ['manual.txt', ''],
      ])
    }
    expect(await countBlobs()).toBe(blobs)
    expect((await robin.must(listItems, { query: { roomID } })).map((item) => item.itemID)).toEqual([
      itemID,
      itemIDs.at(-1),
    ])
  })

  test('without its files leaves these out, also of what is found', async () => {
    const { robin, projectID, itemID } = await startWithFaucet()
    const galley = await robin.newRoom(projectID, 'Galley')
    const { itemIDs, message } = await robin.must(copyItem, { body: { itemID, roomIDs: [galley], files: false } })
    expect(message).toBe('Copied "Castellan" into room "Galley"')
    expect((await robin.must(getItem, { query: { itemID: itemIDs[0] ?? 0 } })).attachments).toEqual([])
    expect((await found(robin, 'castellan')).sort()).toEqual([itemID, ...itemIDs].sort())
    expect(await found(robin, 'as built')).toEqual([itemID])
  })

  test('is found by its words, also where those of the first were still to be made', async () => {
    const { robin, db, projectID, itemID } = await startWithFaucet()
    const roomIDs = [await robin.newRoom(projectID, 'Galley'), await robin.newRoom(projectID, 'Bar')]
    await db.deleteFrom('item_words').execute()
    await listAllWithoutWords(db)
    const { itemIDs } = await robin.must(copyItem, { body: { itemID, roomIDs } })
    for (const q of ['castellan', 'left sink', 'faucet png'])
      expect((await found(robin, q)).sort(), q).toEqual([itemID, ...itemIDs].sort())
  })

  test('names rooms whose type has no place for it, copies nothing, and leaves them out where one says so', async () => {
    const { robin, projectID, roomID, itemID } = await startWithFaucet()
    const roomType = await roomTypeID(robin, 'Bedroom')
    const { roomID: bedroom } = await robin.must(createRoom, { body: { projectID, roomType, roomName: 'Bedroom' } })
    const lacking = [{ roomID: bedroom, roomName: 'Bedroom', items: [{ itemID, title: 'Castellan' }] }]
    for (const body of [
      { itemID, roomIDs: [roomID, bedroom] },
      { itemID, roomIDs: [bedroom], skip: true },
    ]) {
      const { problem } = await robin.call(copyItem, { body })
      expect(problem).toMatchObject({
        statusCode: 409,
        code: 'no_place_for_item',
        message: 'Rooms of this type have no such sub category: Bedroom.',
        rooms: lacking,
      })
    }
    expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(1)
    const { itemIDs, skipped } = await robin.must(copyItem, {
      body: { itemID, roomIDs: [bedroom, roomID], skip: true },
    })
    expect(skipped).toEqual(lacking)
    expect(itemIDs).toHaveLength(1)
  })

  test('takes 1 to 100 rooms of one project, each once', async () => {
    const { robin, roomID, itemID } = await startWithFaucet()
    const elsewhere = await robin.newRoom(await robin.newProject('Elm Street'))
    for (const [roomIDs, sentence] of [
      [[], 'Choose 1 to 100 rooms.'],
      [Array.from({ length: 101 }, (_, at) => at + 1), 'Choose 1 to 100 rooms.'],
      [[roomID, roomID], 'Choose each room once.'],
      [[roomID, elsewhere], 'Choose rooms of one project.'],
    ] as const) {
      const { problem } = await robin.call(copyItem, { body: { itemID, roomIDs: [...roomIDs] } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { roomIDs: sentence } })
    }
    expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(1)
  })

  test('takes reading where it is and writing where it goes; what is not there is a 404 at every place of the list', async () => {
    const { robin, newUser, db, projectID, roomID, itemID } = await startWithFaucet()
    const casey = await newUser('casey')
    const own = await casey.newRoom(await casey.newProject('Birch Lane'))
    await addMember(db, projectID, 'casey', 'viewer')
    expect((await casey.call(copyItem, { body: { itemID, roomIDs: [roomID] } })).problem.code).toBe('not_allowed')
    const sam = await newUser('sam_e')
    const strangers = await sam.newRoom(await sam.newProject('Elm Street'))
    const problemOf = async (roomIDs: number[]) => {
      const { requestId: _, ...problem } = (await casey.call(copyItem, { body: { itemID, roomIDs } })).problem
      return problem
    }
    const notThere = { statusCode: 404, error: 'Not Found', code: 'not_found', message: 'There is nothing here.' }
    for (const there of [own, roomID])
      for (const gone of [NOBODYS, strangers])
        for (const roomIDs of [[gone], [there, gone], [gone, there]])
          expect(await problemOf(roomIDs), `${roomIDs}`).toEqual(notThere)
    expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(1)
    const { itemIDs } = await casey.must(copyItem, { body: { itemID, roomIDs: [own] } })
    expect(await casey.must(getItem, { query: { itemID: itemIDs[0] ?? 0 } })).toMatchObject({ may: 'own', roomID: own })
  })
})

describe('what one copy removes the other keeps', () => {
  test('when a file, its item and its room are deleted for good, whichever of the two it is', async () => {
    for (const removesFirst of [true, false]) {
      const started = await startWithFaucet()
      const { app, services, clock, projectID, roomID, itemID, manual, countBlobs } = started
      let { robin } = started
      const blobs = await countBlobs()
      const galley = await robin.newRoom(projectID, 'Galley')
      const { itemIDs } = await robin.must(copyItem, { body: { itemID, roomIDs: [galley] } })
      const copy = { itemID: itemIDs[0] ?? 0, roomID: galley }
      const [goes, stays] = removesFirst ? [{ itemID, roomID }, copy] : [copy, { itemID, roomID }]
      await robin.must(deleteItemFile, { query: { itemID: goes.itemID, remote: manual } })
      await removeForGood(robin, 'manual.txt')
      await robin.must(deleteItem, { query: { itemID: goes.itemID } })
      await removeForGood(robin, 'Castellan')
      await robin.must(deleteRoom, { query: { roomID: goes.roomID } })
      await removeForGood(robin, removesFirst ? 'Kitchen' : 'Galley')
      clock.turn(2 * DAY)
      await sweep(services)
      robin = await signIn(app, 'robin')
      const { attachments } = await robin.must(getItem, { query: { itemID: stays.itemID } })
      expect(attachments.map(({ name }) => name)).toEqual(['faucet.png', 'manual.txt'])
      expect(await bytesOf(robin, manual)).toBe('Turn the lever.')
      expect(await countBlobs()).toBe(blobs)

      await robin.must(deleteItem, { query: { itemID: stays.itemID } })
      await removeForGood(robin, 'Castellan')
      expect(await countBlobs()).toBe(0)
    }
  })

  test('when the trash keeps it no longer', async () => {
    const { robin, services, clock, projectID, itemID, manual } = await startWithFaucet()
    const galley = await robin.newRoom(projectID, 'Galley')
    await robin.must(copyItem, { body: { itemID, roomIDs: [galley] } })
    await robin.must(deleteItem, { query: { itemID } })
    clock.turn(31 * DAY)
    await sweep(services)
    await sweep(services)
    const [copy] = await services.db.selectFrom('items').select('id').execute()
    expect(copy?.id).not.toBe(itemID)
    const stored = await services.db
      .selectFrom('uploads')
      .innerJoin('blobs', 'blobs.id', 'uploads.blob_id')
      .select('remote')
      .execute()
    expect(stored.map(({ remote }) => remote)).toContain(manual)
  })

  test.each(['the account that has the first', 'the account that has the copy'])(
    'when %s is deleted',
    async (which) => {
      const { app, robin, newUser, services, db, clock, projectID, manual, countBlobs } = await startWithFaucet()
      const casey = await newUser('casey')
      const userID = await addMember(db, projectID, 'casey', 'viewer')
      const copy = await casey.must(copyProject, { body: { projectID } })
      await robin.must(removeMember, { query: { projectID, userID } })
      const goes = which.endsWith('first') ? robin : casey
      await goes.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
      clock.turn(2 * DAY)
      await sweep(services)
      const stays = await signIn(app, goes === robin ? 'casey' : 'robin')
      expect(await bytesOf(stays, manual)).toBe('Turn the lever.')

      const left = which.endsWith('first') ? copy.projectID : projectID
      await stays.must(deleteProject, { query: { projectID: left } })
      await removeForGood(stays, 'Maple Street')
      expect(await countBlobs()).toBe(0)
    },
  )

  test('when the file is renamed, or another value saved', async () => {
    const { robin, projectID, itemID, manual } = await startWithFaucet()
    const galley = await robin.newRoom(projectID, 'Galley')
    const { itemIDs } = await robin.must(copyItem, { body: { itemID, roomIDs: [galley] } })
    const copied = itemIDs[0] ?? 0
    await robin.must(updateItemFile, { body: { itemID: copied, remote: manual, inputs: { name: 'lever.txt' } } })
    await robin.must(updateItem, { body: { itemID: copied, inputs: { field3: 'Nickel' } } })
    const first = await robin.must(getItem, { query: { itemID } })
    expect([first.field3, first.attachments.map(({ name }) => name)]).toEqual(['Brass', ['faucet.png', 'manual.txt']])
  })
})

describe('copying a room', () => {
  test('copies its type, cover and items, in their order, under a name that its project does not have', async () => {
    const { robin, projectID, roomID, itemID, picture } = await startWithFaucet()
    await robin.newItem(projectID, roomID, { field1: 'Second' })
    await robin.must(deleteItem, { query: { itemID: await robin.newItem(projectID, roomID, { field1: 'Deleted' }) } })
    await robin.must(setRoomCover, { body: { roomID, remote: picture } })
    const made = await robin.must(copyRoom, { body: { roomID, toProjectID: projectID } })
    expect([made.roomName, made.message]).toEqual(['Kitchen (2)', 'Copied room "Kitchen" as "Kitchen (2)"'])
    const again = await robin.must(copyRoom, { body: { roomID: made.roomID, toProjectID: projectID } })
    expect(again.roomName).toBe('Kitchen (3)')
    const room = await robin.must(getRoom, { query: { roomID: made.roomID } })
    expect(room).toMatchObject({ roomTypeName: 'Kitchen', cover: picture, projectID })
    const items = await robin.must(listItems, { query: { roomID: made.roomID } })
    expect(items.map(({ title, attachments }) => [title, attachments.length])).toEqual([
      ['Castellan', 2],
      ['Second', 0],
    ])
    expect(items.map((item) => item.itemID)).not.toContain(itemID)

    const bare = await robin.must(copyRoom, {
      body: { roomID, toProjectID: projectID, roomName: 'Bare', files: false },
    })
    expect(await robin.must(getRoom, { query: { roomID: bare.roomID } })).toMatchObject({
      roomName: 'Bare',
      cover: null,
    })
  })

  test('into another project tells nobody there where it was', async () => {
    const { robin, newUser, db, projectID, roomID } = await startWithFaucet()
    const casey = await newUser('casey')
    const toProjectID = await casey.newProject('Birch Lane')
    await addMember(db, toProjectID, 'robin', 'editor')
    const made = await robin.must(copyRoom, { body: { roomID, toProjectID } })
    expect(made.roomName).toBe('Kitchen')
    const [item] = await casey.must(listItems, { query: { roomID: made.roomID } })
    const told = JSON.stringify([
      await casey.must(getHistory, { query: { itemID: item?.itemID ?? 0 } }),
      await casey.must(getActivity, { query: { projectID: toProjectID } }),
    ])
    expect(told).not.toMatch(/Maple|, from/)
    expect((await casey.call(copyRoom, { body: { roomID, toProjectID } })).problem.code).toBe('not_found')
    await addMember(db, projectID, 'casey', 'viewer')
    expect((await casey.call(copyRoom, { body: { roomID, toProjectID: projectID } })).problem.code).toBe('not_allowed')
    await casey.must(copyRoom, { body: { roomID, toProjectID } })
  })
})

describe('copying a project', () => {
  test('copies rooms, items, files and covers, without members, links and history', async () => {
    const { robin, db, newUser, projectID, roomID, picture, manual } = await startWithFaucet()
    await newUser('casey')
    await addMember(db, projectID, 'casey', 'editor')
    await robin.newLink(projectID, roomID)
    await robin.newItem(projectID, await robin.newRoom(projectID, 'Bar'), { field1: 'Bar faucet' })
    await robin.must(deleteRoom, { query: { roomID: await robin.newRoom(projectID, 'Attic') } })
    await robin.must(setProjectCover, { body: { projectID, remote: picture } })
    const made = await robin.must(copyProject, { body: { projectID } })
    expect([made.name, made.message]).toEqual([
      'Maple Street (2)',
      'Copied project "Maple Street" as "Maple Street (2)"',
    ])
    const query = { projectID: made.projectID }
    const { project, cover } = await robin.must(getProject, { query })
    expect([project, cover]).toEqual([
      { ...(await robin.must(getProject, { query: { projectID } })).project, ...query, name: made.name },
      picture,
    ])
    const { rooms } = await robin.must(listRooms, { query })
    expect(rooms.map(({ name, itemCount }) => [name, itemCount])).toEqual([
      ['Bar', 1],
      ['Kitchen', 1],
    ])
    const [item] = await robin.must(listItems, { query: { roomID: rooms[1]?.ID ?? 0 } })
    expect(item?.attachments.map(({ remote }) => remote)).toEqual([picture, manual])
    expect((await robin.must(listMembers, { query })).members.map(({ username }) => username)).toEqual(['robin'])
    expect((await robin.must(listLinks, { query })).links).toEqual([])
    const { events } = await robin.must(getActivity, { query })
    expect(events.map(({ kind, is }) => [kind, is])).toEqual([['project copied', 'Maple Street (2)']])
  })

  test('is for all who may read it; it is their own then, under a name that is free or given', async () => {
    const { robin, newUser, db, projectID } = await startWithFaucet()
    const casey = await newUser('casey')
    await addMember(db, projectID, 'casey', 'viewer')
    const copy = await casey.must(copyProject, { body: { projectID, name: 'Next Door' } })
    const taken = await casey.call(copyProject, { body: { projectID, name: 'next door' } })
    expect(taken.problem).toMatchObject({ code: 'project_name_taken', message: 'Project "next door" already exists' })
    expect((await casey.must(listProjects, {})).projects.map(({ name, may }) => [name, may])).toEqual([
      ['Maple Street', 'read'],
      ['Next Door', 'own'],
    ])
    expect((await robin.call(getProject, { query: { projectID: copy.projectID } })).status).toBe(404)
  })

  test('counts for a plan', async () => {
    const { newUser } = await startTestApp({ planLimit: true })
    const robin = await newUser()
    const projectID = await robin.newProject()
    await robin.must(copyProject, { body: { projectID } })
    expect((await robin.call(copyProject, { body: { projectID } })).problem.code).toBe('plan_limit')
  })
})

test('a copy into several rooms is one entry of the activity, of which each copy has its part', async () => {
  const { robin, projectID, roomID, itemID } = await startWithFaucet()
  const roomIDs = [await robin.newRoom(projectID, 'Galley'), await robin.newRoom(projectID, 'Bar')]
  const { itemIDs } = await robin.must(copyItem, { body: { itemID, roomIDs } })
  const [entry, before] = (await robin.must(getActivity, { query: { projectID } })).events
  expect(entry).toMatchObject({ kind: 'items copied', room: null, item: null, is: 'Castellan: Galley, Bar' })
  expect(before?.kind).toBe('room created')
  for (const copy of itemIDs) {
    const { events } = await robin.must(getHistory, { query: { itemID: copy } })
    expect(events.map(({ kind, is }) => [kind, is])).toEqual([['item copied', 'Castellan, from Kitchen']])
  }
  await robin.must(copyItem, { body: { itemID, roomIDs: [roomID] } })
  const [one] = (await robin.must(getActivity, { query: { projectID } })).events
  expect(one).toMatchObject({ kind: 'item copied', room: { roomID }, item: { title: 'Castellan' } })
})

test('a copy takes the same statements however much there is', async () => {
  const { robin, statements, projectID, roomID, itemID } = await startWithFaucet()
  const count = async (call: () => Promise<unknown>) => {
    const before = statements()
    await call()
    return statements() - before
  }
  let names = 0
  const copyAll = async () => {
    const roomIDs = (await robin.must(listRooms, { query: { projectID } })).rooms.map(({ ID }) => ID)
    return {
      item: await count(() => robin.must(copyItem, { body: { itemID, roomIDs } })),
      room: await count(() => robin.must(copyRoom, { body: { roomID, toProjectID: projectID } })),
      project: await count(() => robin.must(copyProject, { body: { projectID, name: `Copy ${++names}` } })),
    }
  }
  await robin.newRoom(projectID, 'Galley')
  const few = await copyAll()
  for (let n = 0; n < 8; n++) await robin.newRoom(projectID, `Room ${n}`)
  expect(await copyAll()).toEqual(few)
})
