import type { KyselyPlugin } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { deleteMyAccount } from '../../src/shared/account.ts'
import type { EndpointSpec } from '../../src/shared/endpoint.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import { filesJSON, getItem, listItems } from '../../src/shared/items.ts'
import { setUserLock } from '../../src/shared/people.ts'
import { createProject, deleteProject, getProject, listProjects, updateProject } from '../../src/shared/projects.ts'
import { includes, RIGHTS } from '../../src/shared/rights.ts'
import { Role } from '../../src/shared/roles.ts'
import { deleteRoom, getRoom, listRooms, updateRoom } from '../../src/shared/rooms.ts'
import { createTask } from '../../src/shared/tasks.ts'
import { createApp } from '../../src/server/app.ts'
import type { WholeDatabase } from '../../src/server/db/whole.ts'
import {
  callers,
  changedItem,
  deletedItem,
  oldRevision,
  unsortedPhoto,
  RIGHTS_TAKEN,
  type Case,
  type Home,
  type OfProjects,
  TASK,
} from '../support/cases.ts'
import { ENGINE } from '../support/database.ts'
import { addMember, allRows, allRowsAndMembers, inviteSomebody, offerSomebody } from '../support/members.ts'
import { Client, furnished, PASSWORD, subcategoryIDs } from '../support/test-app.ts'

const ADDRESS = { address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }

const cases = Object.entries<Case<EndpointSpec>>(RIGHTS_TAKEN).flatMap(([name, one]) => {
  const endpoint: EndpointSpec = endpoints[name as OfProjects]
  return one === 'of no project' ? [] : [{ call: `${endpoint.method} ${endpoint.path}`, endpoint, ...one }]
})
const writing = cases.filter(({ takes }) => takes !== 'read')

const NOBODYS_NUMBER = Number.MAX_SAFE_INTEGER
const nobodys = (home: Home): Home => ({
  ...home,
  projectID: NOBODYS_NUMBER,
  roomID: NOBODYS_NUMBER,
  itemID: NOBODYS_NUMBER,
  remote: 'AAAAAAAAAAAAAAAAAAAAAA',
  trashID: NOBODYS_NUMBER,
  memberID: NOBODYS_NUMBER,
  invitationID: NOBODYS_NUMBER,
  linkID: NOBODYS_NUMBER,
  taskID: NOBODYS_NUMBER,
  photoID: NOBODYS_NUMBER,
  revisionID: NOBODYS_NUMBER,
  eventID: NOBODYS_NUMBER,
  changeID: NOBODYS_NUMBER,
  copyID: NOBODYS_NUMBER,
})

const upload = async (user: Client, name: string): Promise<string> =>
  (await user.upload([{ name, bytes: Buffer.from(`Sub Category,Brand\nFaucet,${name}\n`) }]))[0]?.remote ?? ''

const makeHome = async (own: Client, db: WholeDatabase, number: number): Promise<Home> => {
  const structure = await subcategoryIDs(own, 'Kitchen', 'Plumbing', 'Faucet')
  const projectID = await own.newProject(`Maple Street ${number}`)
  const roomID = await own.newRoom(projectID)
  const { roomType } = await own.must(getRoom, { query: { roomID } })
  const remote = await upload(own, `manual ${number}.pdf`)
  const itemID = await own.newItem(projectID, roomID, { field1: 'Castellan' }, filesJSON([{ name: 'a.pdf', remote }]))
  const { trashID } = await own.must(deleteRoom, { query: { roomID: await own.newRoom(projectID, 'Attic') } })
  await addMember(db, projectID, 'editor', 'editor')
  await addMember(db, projectID, 'viewer', 'viewer')
  const memberID = await addMember(db, projectID, 'guest', 'viewer')
  const { invitationID } = await inviteSomebody(own, projectID)
  const linkID = await own.newLink(projectID, roomID)
  const photoID = await unsortedPhoto(own, projectID)
  const revisionID = await oldRevision(db, own, projectID)
  await offerSomebody(own, projectID)
  const { taskID } = await own.must(createTask, { body: { projectID, itemID, inputs: TASK } })
  const eventID = await deletedItem(own, projectID, roomID)
  const change = await changedItem(own, projectID, roomID)
  return {
    ...{ projectID, roomID, itemID, remote, trashID, roomType, ...structure },
    ...{ memberID, invitationID, linkID, taskID, photoID, revisionID, eventID, ...change },
  }
}

const withHomes = (count: number) =>
  furnished(async ({ newUser, services: { db } }) => {
    const own = await newUser('owner')
    const people = {
      own,
      write: await newUser('editor'),
      read: await newUser('viewer'),
      stranger: await newUser('stranger'),
    }
    await newUser('guest')
    const homes: Home[] = []
    while (homes.length < count) homes.push(await makeHome(own, db, homes.length + 1))
    return { people, things: homes }
  })

/** The owner of homes of one kind, an editor and a viewer of them, and a stranger. */
const startWith = async (from: ReturnType<typeof withHomes>) => {
  const { things, ...started } = await from()
  const { people, services } = started
  const left = [...things]
  let homes = left.length
  const newHome = async (): Promise<Home> => left.shift() ?? makeHome(people.own, services.db, ++homes)
  return { ...started, db: services.db, newHome }
}
const withOne = withHomes(1)
const startWithPeople = () => startWith(withOne)
const withSeveral = withHomes(9)
/** For tests that spoil one home after the other. */
const startWithHomes = () => startWith(withSeveral)

const SENTENCES = {
  read: 'You may look at this project, but not change it.',
  write: 'You may look at this project and change its rooms and items, but not the project itself.',
}

const withoutRequestID = ({ status, problem }: { status: number; problem: object }) => ({
  status,
  problem: { ...problem, requestId: 'each its own' },
})

describe('every call takes its right to the project', () => {
  test.each(cases)('$call takes $takes', async ({ endpoint, takes, request }) => {
    const { people, newHome, db, anonymous } = await startWithHomes()
    const home = await newHome()
    const file = await upload(people.stranger, 'stranger.txt')
    const absent = await people.stranger.call(endpoint, request(nobodys(home), file))
    expect(absent.problem).toMatchObject({ statusCode: 404, code: 'not_found' })

    for (const { caller, is, as } of callers) {
      const succeeds = is !== 'not signed in' && is !== 'nothing there' && includes(is, takes)
      const there = succeeds ? await newHome() : home
      const guest = { client: people.stranger, name: 'stranger' }
      const client = await as({ owner: people.own, projectID: there.projectID, guest, anonymous, db })
      const rows = await allRowsAndMembers(db)
      const own = is === 'own' ? await upload(client, 'own.txt') : file
      const answer = await client.call(endpoint, request(there, own))
      if (succeeds) {
        expect(answer.status, caller).toBe(endpoint.status)
        continue
      }
      if (is === 'not signed in') {
        expect(answer.problem, caller).toMatchObject({ statusCode: 401, code: 'not_signed_in' })
      } else if (is === 'nothing there') {
        expect(withoutRequestID(answer), caller).toEqual(withoutRequestID(absent))
        expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(absent.headers).sort())
      } else {
        expect(answer.problem, caller).toEqual({
          statusCode: 403,
          error: 'Forbidden',
          code: 'not_allowed',
          message: is === 'own' ? undefined : SENTENCES[is],
          requestId: expect.any(String),
        })
      }
      expect(await allRowsAndMembers(db), caller).toEqual(rows)
    }
  })

  test('what names a thing that is not there is a 404 to all of them', async () => {
    const { people, newHome } = await startWithPeople()
    const home = await newHome()
    for (const { call, endpoint, request } of cases)
      for (const held of RIGHTS) {
        const answer = await people[held].call(endpoint, request(nobodys(home), await upload(people[held], 'a.txt')))
        expect(answer.problem, `${call} by ${held}`).toMatchObject({ statusCode: 404, code: 'not_found' })
      }
  })

  test('what was deleted is there for no member, and its trash for no viewer', async () => {
    const { people, newHome, db } = await startWithPeople()
    const home = await newHome()
    await people.own.must(deleteProject, { query: { projectID: home.projectID } })
    const rows = await allRows(db)
    for (const { call, endpoint, request } of cases)
      for (const held of ['read', 'write', 'stranger'] as const) {
        const answer = await people[held].call(endpoint, request(home, home.remote))
        expect(answer.problem, `${call} by ${held}`).toMatchObject({ statusCode: 404, code: 'not_found' })
      }
    expect(await allRows(db)).toEqual(rows)
  })

  test('of what is declared to take one, and of nothing else', () => {
    const declared = Object.entries<EndpointSpec>(endpoints).flatMap(([name, { needs }]) =>
      needs ? [[name, needs]] : [],
    )
    const taken = Object.entries<Case<EndpointSpec>>(RIGHTS_TAKEN).flatMap(([name, one]) =>
      one !== 'of no project' && one.takes !== 'read' ? [[name, one.takes]] : [],
    )
    expect(declared.sort()).toEqual(taken.sort())
  })

  test('to be told of it costs one statement more, and only who is refused', async () => {
    const { people, newHome, statements } = await startWithPeople()
    const { roomID } = await newHome()
    let names = 0
    const count = async (user: Client) => {
      const before = statements()
      await user.call(updateRoom, { body: { roomID, roomName: `Galley ${++names}` } })
      return statements() - before
    }
    const [SESSION, FOUND_NOTHING, RIGHT] = [1, 1, 1]
    expect(await count(people.write)).toBe(await count(people.own))
    expect(await count(people.read)).toBe(SESSION + FOUND_NOTHING + RIGHT)
    expect(await count(people.stranger)).toBe(SESSION + FOUND_NOTHING + RIGHT)
  })
})

test('what one may do comes along with projects, rooms, items and the trash', async () => {
  const { people, newHome } = await startWithPeople()
  const { projectID, roomID, itemID } = await newHome()
  for (const held of RIGHTS) {
    const user = people[held]
    expect((await user.must(listProjects, {})).projects.map(({ may }) => may)).toEqual([held])
    expect((await user.must(getProject, { query: { projectID } })).may).toBe(held)
    expect((await user.must(listRooms, { query: { projectID } })).rooms.map(({ may }) => may)).toEqual([held])
    expect((await user.must(getRoom, { query: { roomID } })).may).toBe(held)
    expect((await user.must(getItem, { query: { itemID } })).may).toBe(held)
    expect((await user.must(listItems, { query: { roomID } })).map(({ may }) => may)).toEqual([held, held, held])
    const trash = await user.must(endpoints.listDeleted, {})
    expect(trash.map(({ may }) => may)).toEqual(held === 'read' ? [] : [held, held])
  }
})

describe('of the owner’s other projects an editor learns nothing', () => {
  test('neither by a name that is taken, nor by a list', async () => {
    const { people, newHome } = await startWithPeople()
    const { projectID } = await newHome()
    await people.own.newProject('Hidden Hollow')
    const inputs = { name: 'Hidden Hollow', ...ADDRESS }
    const { problem } = await people.write.call(updateProject, { body: { projectID, inputs } })
    expect(problem).toMatchObject({ statusCode: 403, code: 'not_allowed' })
    expect((await people.write.call(createProject, { body: { inputs } })).status).toBe(201)
    expect((await people.write.must(listProjects, {})).projects.map(({ name, may }) => [name, may])).toEqual([
      ['Hidden Hollow', 'own'],
      ['Maple Street 1', 'write'],
    ])
  })
})

describe('the right counts as it is at the moment of the change', () => {
  /** The same app, whose caller loses a part of their right after so many statements of a call. */
  const takingAwayAfter = async (
    { services, people }: Awaited<ReturnType<typeof startWithPeople>>,
    count: number,
    takeAway: () => Promise<void>,
  ): Promise<Client> => {
    let ran = 0
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (++ran === count) await takeAway()
        return result
      },
    }
    const app = await createApp({ ...services, db: services.db.withPlugin(plugin) }, { checkAnswers: true })
    onTestFinished(() => app.close())
    return new Client(app, people.write.accessToken)
  }

  // SQLite's transactions are alone: nothing is taken away within one.
  const within = ENGINE === 'SQLite' ? 1 : 8
  const editing = writing.filter(({ takes }) => takes === 'write')

  test.each(editing)('$call is made whole, or refused and nothing is changed', async ({ endpoint, request }) => {
    const started = await startWithHomes()
    const { people, newHome, db } = started
    for (let after = 1; after <= within; after++) {
      const home = await newHome()
      const uploaded = await upload(people.write, `${after}.txt`)
      const rows = await allRows(db)
      const takeAway = async () => {
        await addMember(db, home.projectID, 'editor', 'viewer')
      }
      const editor = await takingAwayAfter(started, after, takeAway)
      const { status, problem } = await editor.call(endpoint, request(home, uploaded))
      if (after === 1 || status !== endpoint.status) {
        expect(problem).toMatchObject({ statusCode: 403, code: 'not_allowed', message: SENTENCES.read })
        expect(await allRows(db)).toEqual(rows)
      }
    }
  })

  test('an item is saved by nobody who lost the right after it was read', async () => {
    const started = await startWithPeople()
    const { newHome, db } = started
    for (const name of ['createItem', 'updateItem'] as const) {
      const { projectID, roomID, itemID, catID, subcatID } = await newHome()
      const rows = await allRows(db)
      const editor = await takingAwayAfter(started, 2, async () => {
        await addMember(db, projectID, 'editor', 'viewer')
      })
      const inputs = { field1: 'Typed' }
      const { problem } =
        name === 'createItem'
          ? await editor.call(endpoints.createItem, { body: { projectID, roomID, catID, subcatID, inputs } })
          : await editor.call(endpoints.updateItem, { body: { itemID, inputs } })
      expect(problem, name).toMatchObject({ statusCode: 403, code: 'not_allowed' })
      expect(await allRows(db)).toEqual(rows)
    }
  })

  test('who is no member any more is a stranger at once', async () => {
    const { people, newHome, db } = await startWithPeople()
    const home = await newHome()
    await db.deleteFrom('project_members').execute()
    for (const { call, endpoint, request } of cases)
      for (const held of ['read', 'write'] as const) {
        const answer = await people[held].call(endpoint, request(home, home.remote))
        expect(answer.problem, `${call} by ${held}`).toMatchObject({ statusCode: 404, code: 'not_found' })
      }
  })
})

describe('the owner’s account', () => {
  test('that is locked leaves its members their access', async () => {
    const { people, newHome, newUser, db } = await startWithPeople()
    const { projectID, itemID } = await newHome()
    const admin = await newUser('admin', [Role.Admin])
    const { id: userID } = await db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'owner')
      .executeTakeFirstOrThrow()
    await admin.must(setUserLock, { body: { userID, locked: true } })
    expect((await people.own.call(getProject, { query: { projectID } })).status).toBe(401)
    await people.read.must(getItem, { query: { itemID } })
    await people.write.must(endpoints.updateItem, { body: { itemID, inputs: { field1: 'Changed' } } })
  })

  test('that is deleted takes its projects along, their trash included', async () => {
    const { people, newHome, db } = await startWithPeople()
    const { projectID, itemID } = await newHome()
    await people.write.must(endpoints.deleteItem, { query: { itemID } })
    await people.own.must(deleteProject, { query: { projectID } })
    await people.own.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
    expect(await people.write.must(endpoints.listDeleted, {})).toEqual([])
    expect(await db.selectFrom('trash_entries').selectAll().execute()).toEqual([])
  })
})
