import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointSpec, InputOf, ParamsOf, QueryOf, SentBodyOf } from '../../src/shared/endpoint.ts'
import { listMySessions } from '../../src/shared/account.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import { download } from '../../src/shared/files.ts'
import { filesJSON, getItem, listItems } from '../../src/shared/items.ts'
import { deleteProject, getProject, listProjects } from '../../src/shared/projects.ts'
import { Role, SHAPES_STRUCTURE } from '../../src/shared/roles.ts'
import { deleteRoom, getRoom, listRooms } from '../../src/shared/rooms.ts'
import type { WholeDatabase } from '../../src/server/db/whole.ts'
import { addMember } from '../support/members.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../support/test-app.ts'

/** What names a thing of somebody, on the wire. */
const NAMES_A_THING = /ID$|^(remote|files|roomType)$/
type NamesAThing = `${string}ID` | 'remote' | 'files' | 'roomType'

type KeysWithin<T> = T extends readonly (infer Entry)[]
  ? KeysWithin<Entry>
  : T extends object
    ? { [K in keyof T & string]-?: K | KeysWithin<T[K]> }[keyof T & string]
    : never

type Endpoints = typeof endpoints
type KeysOf<E extends EndpointSpec> = KeysWithin<QueryOf<E> | ParamsOf<E> | SentBodyOf<E>>
/** The endpoints that take the name of a thing, at any depth of their query, path or body. */
type Concerned = {
  [Name in keyof Endpoints]: [Extract<KeysOf<Endpoints[Name]>, NamesAThing>] extends [never] ? never : Name
}[keyof Endpoints]

interface Things {
  projectID: number
  roomID: number
  itemID: number
  remote: string
  /** A room of the project lies in the trash. */
  trashID: number
  sessionID: number
}

interface Structure {
  roomType: number
  catID: number
  subcatID: number
}

/** The kitchen's faucet, a label of it and a change of the structure. */
interface Parts {
  roomTypeID: number
  catID: number
  subcatID: number
  propID: number
  changeID: number
}

/** A request that names `theirs`, which are another's or absent; `mine` are the caller's own. */
type Request<E extends EndpointSpec> = (theirs: Things, mine: Things & Structure) => InputOf<E>

interface Public<E extends EndpointSpec> {
  absent: InputOf<E>
  answers: 404
}

/** A request that names something absent beside `there`. */
type Absent<E extends EndpointSpec> = (there: Parts) => InputOf<E>

/**
 * Data of somebody: what a stranger may try. Public data and what belongs to the installation, which have no owner: what
 * an absent identifier answers.
 */
type Cases<E extends EndpointSpec> = E['access'] extends 'public'
  ? Public<E>
  : E['access'] extends typeof SHAPES_STRUCTURE | readonly [typeof Role.Admin]
    ? Record<string, Absent<E>>
    : Record<string, Request<E>>

/** An endpoint that takes the name of a thing and has no case here does not compile. */
type Census = { [Name in Concerned]: Cases<Endpoints[Name]> }

const NOBODYS_NUMBER = Number.MAX_SAFE_INTEGER
const NOBODYS: Things = {
  projectID: NOBODYS_NUMBER,
  roomID: NOBODYS_NUMBER,
  itemID: NOBODYS_NUMBER,
  remote: 'AAAAAAAAAAAAAAAAAAAAAA',
  trashID: NOBODYS_NUMBER,
  sessionID: NOBODYS_NUMBER,
}

const ADDRESS = { address: '1 Other Road', city: 'Elsewhere', state: 'NH', zip: '03755' }
const only = (remote: string) => filesJSON([{ name: 'manual.pdf', remote }])

const census: Census = {
  endMySession: { 'a session': ({ sessionID }) => ({ query: { sessionID } }) },
  getProject: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  updateProject: {
    'a project': ({ projectID }) => ({ body: { projectID, inputs: { name: 'Taken over', ...ADDRESS } } }),
  },
  deleteProject: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  listRooms: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  getRoom: { 'a room': ({ roomID }) => ({ query: { roomID } }) },
  createRoom: {
    'a project': ({ projectID }, { roomType }) => ({ body: { projectID, roomType, roomName: 'Intruder' } }),
  },
  deleteRoom: { 'a room': ({ roomID }) => ({ query: { roomID } }) },
  updateRoom: { 'a room': ({ roomID }) => ({ body: { roomID, roomName: 'Taken over' } }) },
  getRoomStructure: { absent: { query: { roomType: NOBODYS_NUMBER } }, answers: 404 },
  listCategories: { absent: { query: { roomType: NOBODYS_NUMBER } }, answers: 404 },
  listFields: { absent: { query: { subCatID: NOBODYS_NUMBER } }, answers: 404 },
  // Its `roomType` is the name of one that is not there yet.
  createRoomType: {},
  renameRoomType: { 'a room type': () => ({ body: { roomTypeID: NOBODYS_NUMBER, roomType: 'Den' } }) },
  deleteRoomType: { 'a room type': () => ({ query: { roomTypeID: NOBODYS_NUMBER } }) },
  // Its `roomType` is the name of the copy.
  copyRoomType: { 'a room type': () => ({ body: { roomTypeID: NOBODYS_NUMBER, roomType: 'Den' } }) },
  renameCategory: { 'a category': () => ({ body: { catID: NOBODYS_NUMBER, catName: 'Den' } }) },
  renameSubcategory: { 'a subcategory': () => ({ body: { subcatID: NOBODYS_NUMBER, subCatName: 'Den' } }) },
  addCategory: {
    'a room type': ({ catID }) => ({ body: { roomTypeID: NOBODYS_NUMBER, catID } }),
    'a category': ({ roomTypeID }) => ({ body: { roomTypeID, catID: NOBODYS_NUMBER } }),
  },
  addSubcategory: {
    'a room type': ({ catID, subcatID }) => ({
      body: { roomTypeID: NOBODYS_NUMBER, catID, newSubcatID: subcatID },
    }),
    'a category': ({ roomTypeID, subcatID }) => ({
      body: { roomTypeID, catID: NOBODYS_NUMBER, newSubcatID: subcatID },
    }),
    'a subcategory': ({ roomTypeID, catID }) => ({ body: { roomTypeID, catID, newSubcatID: NOBODYS_NUMBER } }),
  },
  removeDefinition: {
    'a room type': ({ catID }) => ({ query: { roomTypeID: NOBODYS_NUMBER, catID } }),
    'a category': ({ roomTypeID, subcatID }) => ({ query: { roomTypeID, catID: NOBODYS_NUMBER, subcatID } }),
    'a subcategory': ({ roomTypeID, catID }) => ({ query: { roomTypeID, catID, subcatID: NOBODYS_NUMBER } }),
  },
  setLabels: {
    'a subcategory': ({ propID }) => ({ body: { subcatID: NOBODYS_NUMBER, fields: [propID] } }),
    'a label': ({ subcatID, propID }) => ({ body: { subcatID, fields: [propID, NOBODYS_NUMBER], confirmed: true } }),
  },
  getSubcategoryUse: { 'a subcategory': () => ({ query: { subcatID: NOBODYS_NUMBER } }) },
  setUserRole: { 'a user': () => ({ body: { userID: NOBODYS_NUMBER, role: Role.Admin, held: true } }) },
  setUserLock: { 'a user': () => ({ body: { userID: NOBODYS_NUMBER, locked: true } }) },
  endUserSessions: { 'a user': () => ({ query: { userID: NOBODYS_NUMBER } }) },
  sendUserReset: { 'a user': () => ({ body: { userID: NOBODYS_NUMBER } }) },
  retryJob: { 'a job': () => ({ body: { jobID: NOBODYS_NUMBER } }) },
  dismissJob: { 'a job': () => ({ query: { jobID: NOBODYS_NUMBER } }) },
  setConsultationDone: { 'a request': () => ({ body: { consultationID: NOBODYS_NUMBER, done: true } }) },
  undoStructureChange: { 'a change': () => ({ body: { changeID: NOBODYS_NUMBER } }) },
  search: { 'a project': ({ projectID }) => ({ query: { q: 'castellan', projectID } }) },
  whereUsed: { 'an item': ({ itemID }) => ({ query: { itemID } }) },
  listItems: { 'a room': ({ roomID }) => ({ query: { roomID } }) },
  getItem: { 'an item': ({ itemID }) => ({ query: { itemID } }) },
  // Its subcategory is everybody's; suggestions.test.ts tells of the values.
  listSuggestions: {},
  createItem: {
    'a project and its room': ({ projectID, roomID }, { catID, subcatID }) => ({
      body: { projectID, roomID, catID, subcatID, inputs: {} },
    }),
    'a room, under their own project': ({ roomID }, { projectID, catID, subcatID }) => ({
      body: { projectID, roomID, catID, subcatID, inputs: {} },
    }),
    'a project, for their own room': ({ projectID }, { roomID, catID, subcatID }) => ({
      body: { projectID, roomID, catID, subcatID, inputs: {} },
    }),
    'a file, for an item of their own': ({ remote }, { projectID, roomID, catID, subcatID }) => ({
      body: { projectID, roomID, catID, subcatID, inputs: { field1: 'Brand' }, files: only(remote) },
    }),
  },
  updateItem: {
    'an item': ({ itemID }) => ({ body: { itemID, inputs: { field1: 'Taken over' } } }),
    'an item and its version': ({ itemID }) => ({ body: { itemID, inputs: {}, version: 1 } }),
    'an item, to empty its files': ({ itemID }) => ({ body: { itemID, inputs: {}, files: '' } }),
    'a file, for an item of their own': ({ remote }, { itemID }) => ({
      body: { itemID, inputs: { field1: 'Mine' }, files: only(remote) },
    }),
  },
  deleteItem: { 'an item': ({ itemID }) => ({ query: { itemID } }) },
  deleteItemFile: {
    'an item and its file': ({ itemID, remote }) => ({ query: { itemID, remote } }),
    'an item, with a file of their own': ({ itemID }, { remote }) => ({ query: { itemID, remote } }),
    'a file, on an item of their own': ({ remote }, { itemID }) => ({ query: { itemID, remote } }),
  },
  restore: { 'an entry of the trash': ({ trashID }) => ({ body: { trashID } }) },
  deleteForGood: { 'an entry of the trash': ({ trashID }) => ({ query: { trashID } }) },
  addItemFiles: {
    'an item, for a file of their own': ({ itemID }, { remote }) => ({
      body: { itemID, files: [{ name: 'manual.pdf', remote }] },
    }),
    'a file, for an item of their own': ({ remote }, { itemID }) => ({
      body: { itemID, files: [{ name: 'manual.pdf', remote }] },
    }),
  },
  download: { 'a file': ({ remote }) => ({ params: { remote } }) },
}

/** A project with a room, an item and two attachments, and another room in the trash; `remote` is an attachment. */
const settle = async (user: Client, projectName: string): Promise<Things> => {
  const projectID = await user.newProject(projectName)
  const roomID = await user.newRoom(projectID)
  const [first, second] = await user.upload([
    { name: 'manual.pdf', bytes: Buffer.from(`%PDF-1.4 of ${projectName}`) },
    { name: 'notes.txt', bytes: Buffer.from(`notes of ${projectName}`) },
  ])
  if (!first || !second) throw new Error('Two files were sent.')
  const files = filesJSON([
    { name: 'manual.pdf', remote: first.remote },
    { name: 'notes.txt', remote: second.remote },
  ])
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan', notes: 'left of the sink' }, files)
  const { trashID } = await user.must(deleteRoom, { query: { roomID: await user.newRoom(projectID, 'Attic') } })
  const [session] = await user.must(listMySessions, {})
  return { projectID, roomID, itemID, remote: first.remote, trashID, sessionID: session?.sessionID ?? 0 }
}

/** All that a user can see of their own, down to the bytes of each attachment. */
const wholeView = async (user: Client) => {
  const { projects } = await user.must(listProjects, {})
  return {
    projects,
    contents: await Promise.all(
      projects.map(async ({ projectID }) => {
        const { rooms } = await user.must(listRooms, { query: { projectID } })
        return {
          project: await user.must(getProject, { query: { projectID } }),
          rooms: await Promise.all(rooms.map(({ ID }) => user.must(getRoom, { query: { roomID: ID } }))),
          cards: rooms,
          items: await Promise.all(rooms.map(({ ID }) => itemsWithBytes(user, ID))),
        }
      }),
    ),
  }
}

const itemsWithBytes = async (user: Client, roomID: number) => {
  const items = await user.must(listItems, { query: { roomID } })
  return Promise.all(
    items.map(async (item) => ({
      listed: item,
      alone: await user.must(getItem, { query: { itemID: item.itemID } }),
      files: await Promise.all(
        item.attachments.map(async ({ remote }) => {
          const { statusCode, rawPayload } = await user.raw({ url: `/download/${remote}` })
          return { statusCode, sha256: createHash('sha256').update(rawPayload).digest('hex') }
        }),
      ),
    })),
  )
}

/** Every row of user data, of all users, the trash and the sessions included. */
const allRows = async (db: WholeDatabase) =>
  Promise.all(
    (['projects', 'rooms', 'items', 'blobs', 'uploads', 'item_files', 'trash_entries', 'sessions'] as const).map(
      (table) => db.selectFrom(table).selectAll().orderBy('id').execute(),
    ),
  )

const withoutRequestID = ({ status, problem }: { status: number; problem: object }) => ({
  status,
  problem: { ...problem, requestId: 'each its own' },
})

/** The two parties, and a request of the second about the things of the first. */
const neighbours = async () => {
  const { newUser, services } = await startTestApp()
  const owner = await newUser('owner')
  // Administrators and resellers are strangers too: their roles open no one's home.
  const stranger = await newUser('stranger', [Role.Admin, Role.Reseller])
  const theirs = await settle(owner, 'Maple Street')
  const structure = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
  const { roomType } = await owner.must(getRoom, { query: { roomID: theirs.roomID } })
  const [waiting] = await stranger.upload([{ name: 'mine.txt', bytes: Buffer.from('waiting') }])
  const mine = { ...(await settle(stranger, 'Birch Lane')), remote: waiting?.remote ?? '', roomType, ...structure }
  return { owner, stranger, theirs, mine, db: services.db }
}

const entries = Object.entries(census).map(([name, entry]) => {
  const endpoint: EndpointSpec = endpoints[name as Concerned]
  return { call: `${endpoint.method} ${endpoint.path}`, endpoint, entry }
})
const isOfInstallation = ({ access }: EndpointSpec) => typeof access === 'object' && !access.includes(Role.User)
const cases = entries
  .filter(({ endpoint }) => endpoint.access !== 'public' && !isOfInstallation(endpoint))
  .flatMap(({ entry, ...call }) =>
    Object.entries(entry as Record<string, Request<EndpointSpec>>).map(([thing, request]) => ({
      ...call,
      thing,
      request,
    })),
  )
const publicCases = entries
  .filter(({ endpoint }) => endpoint.access === 'public')
  .map(({ entry, ...call }) => ({ ...call, ...(entry as Public<EndpointSpec>) }))

const installationCases = entries
  .filter(({ endpoint }) => isOfInstallation(endpoint))
  .flatMap(({ entry, ...call }) =>
    Object.entries(entry as Record<string, Absent<EndpointSpec>>).map(([thing, request]) => ({
      ...call,
      thing,
      request,
    })),
  )

describe('to a stranger, what is not theirs is not there', () => {
  test.each(cases)('$call that names $thing', async ({ endpoint, request }) => {
    const { owner, stranger, theirs, mine, db } = await neighbours()
    const seen = await wholeView(owner)
    const rows = await allRows(db)

    const refused = await stranger.call(endpoint, request(theirs, mine))
    const absent = await stranger.call(endpoint, request(NOBODYS, mine))

    expect(absent.status).toBe(404)
    expect(withoutRequestID(refused)).toEqual(withoutRequestID(absent))
    expect(await allRows(db)).toEqual(rows)
    expect(await wholeView(owner)).toEqual(seen)

    // So that the 404 was for the owner's sake: to them the same request is a good one.
    expect((await owner.call(endpoint, request(theirs, { ...mine, ...theirs }))).status).toBe(endpoint.status)
  })
})

describe('public data', () => {
  test.each(publicCases)('$call that names nothing answers $answers to all', async ({ endpoint, absent, answers }) => {
    const { newUser, anonymous } = await startTestApp()
    const user = await newUser()
    const toNobody = await anonymous.call(endpoint, absent)
    expect(toNobody.status).toBe(answers)
    expect(withoutRequestID(await user.call(endpoint, absent))).toEqual(withoutRequestID(toNobody))
  })
})

describe('what belongs to the installation', () => {
  test.each(installationCases)(
    '$call that names $thing that is not there answers 404',
    async ({ endpoint, request }) => {
      const { newUser, services } = await startTestApp()
      const admin = await newUser('admin', [Role.Admin])
      const { catID, subcatID } = await subcategoryIDs(admin, 'Kitchen', 'Plumbing', 'Faucet')
      const [label] = await admin.must(endpoints.listFields, { query: { subCatID: subcatID } })
      await admin.must(endpoints.createCategory, { body: { newCat: 'Attic' } })
      const [change] = await admin.must(endpoints.listStructureChanges, { query: {} })
      const there = {
        roomTypeID: await roomTypeID(admin, 'Kitchen'),
        catID,
        subcatID,
        propID: label?.propID ?? 0,
        changeID: change?.changeID ?? 0,
      }
      const before = [await admin.must(endpoints.exportStructure, {}), await allRows(services.db)]
      expect((await admin.call(endpoint, request(there))).problem).toMatchObject({ statusCode: 404, code: 'not_found' })
      expect([await admin.must(endpoints.exportStructure, {}), await allRows(services.db)]).toEqual(before)
    },
  )
})

// Proves 6.4
test('the census knows every endpoint whose schemas name a thing', () => {
  const keysWithin = (schema: unknown): string[] => {
    if (Array.isArray(schema)) return schema.flatMap(keysWithin)
    if (typeof schema !== 'object' || schema === null) return []
    const properties = 'properties' in schema ? Object.keys(schema.properties as object) : []
    return [...properties, ...Object.values(schema).flatMap(keysWithin)]
  }
  const concerned = Object.entries<EndpointSpec>(endpoints).filter(([, { query, params, body }]) =>
    [query, params, body]
      .filter((part) => typeof part === 'object')
      .flatMap((part) => keysWithin(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })))
      .some((key) => NAMES_A_THING.test(key)),
  )
  expect(concerned.map(([name]) => name).sort()).toEqual(Object.keys(census).sort())
})

describe('a project that is shared', () => {
  const share = async (role: 'editor' | 'viewer') => {
    const { owner, stranger: member, theirs, mine, db } = await neighbours()
    await addMember(db, theirs.projectID, 'stranger', role)
    return { owner, member, theirs, mine, db }
  }

  test('can be read by a viewer, down to the bytes of its files', async () => {
    const { owner, member, theirs } = await share('viewer')
    const { projects, contents } = await wholeView(member)
    const own = await wholeView(owner)
    expect(projects.map(({ name }) => name)).toEqual(['Birch Lane', 'Maple Street'])
    const asTheirs = JSON.parse(JSON.stringify(own.contents[0]).replaceAll('"may":"own"', '"may":"read"')) as object
    expect(contents[1]).toEqual(asTheirs)
    expect((await member.raw({ url: `/download/${theirs.remote}` })).statusCode).toBe(200)
  })

  test('can be filled by an editor, who brings files of their own', async () => {
    const { owner, member, theirs, mine } = await share('editor')
    const { projectID, roomID, itemID } = theirs
    const { roomType, catID, subcatID, remote } = mine
    await member.must(endpoints.updateRoom, { body: { roomID, roomName: 'Big kitchen' } })
    await member.must(endpoints.createRoom, { body: { projectID, roomType, roomName: 'Pantry' } })
    await member.must(endpoints.updateItem, { body: { itemID, inputs: { field1: 'Harbor' } } })
    await member.must(endpoints.createItem, { body: { projectID, roomID, catID, subcatID, inputs: {} } })
    await member.must(endpoints.addItemFiles, { body: { itemID, files: [{ name: 'new.txt', remote }] } })

    const items = await owner.must(listItems, { query: { roomID } })
    expect(items).toMatchObject([{ roomName: 'Big kitchen', field1: 'Harbor' }, {}])
    expect(items[0]?.attachments.map(({ name }) => name)).toEqual(['manual.pdf', 'notes.txt', 'new.txt'])
    expect((await owner.raw({ url: `/download/${remote}` })).body).toBe('waiting')
  })

  test('is a stranger’s again when the sharing ends', async () => {
    const { member, theirs, db } = await share('editor')
    await db.deleteFrom('project_members').execute()
    expect((await member.call(getItem, { query: { itemID: theirs.itemID } })).status).toBe(404)
    expect((await member.call(download, { params: { remote: theirs.remote } })).status).toBe(404)
  })
})

describe('what is in the trash', () => {
  test('is there for nobody, its owner included, nor is anything inside it', async () => {
    const { owner, mine, theirs } = await neighbours()
    await owner.must(deleteProject, { query: { projectID: theirs.projectID } })
    for (const { call, thing, endpoint, request } of cases) {
      if (thing === 'an entry of the trash' || thing === 'a session') continue
      const answer = await owner.call(endpoint, request(theirs, { ...mine, ...theirs }))
      const absent = await owner.call(endpoint, request(NOBODYS, { ...mine, ...theirs }))
      expect(withoutRequestID(answer), `${call} ${thing}`).toEqual(withoutRequestID(absent))
    }
  })
})
