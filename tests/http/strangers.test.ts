import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointSpec, InputOf, ParamsOf, QueryOf, SentBodyOf } from '../../src/shared/endpoint.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import { download } from '../../src/shared/files.ts'
import { filesJSON, getItem, listItems } from '../../src/shared/items.ts'
import { deleteProject, getProject, listProjects } from '../../src/shared/projects.ts'
import { Role } from '../../src/shared/roles.ts'
import { getRoom, listRooms } from '../../src/shared/rooms.ts'
import type { Database } from '../../src/server/db/database.ts'
import { startTestApp, subcategoryIDs, type Client } from '../support/test-app.ts'

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
}

interface Catalogue {
  roomType: number
  catID: number
  subcatID: number
}

/** A request that names `theirs`, which are another's or absent; `mine` are the caller's own. */
type Request<E extends EndpointSpec> = (theirs: Things, mine: Things & Catalogue) => InputOf<E>

interface Public<E extends EndpointSpec> {
  absent: InputOf<E>
  answers: 404
}

/** Data of somebody: what a stranger may try. Public data, which has no owner: what an absent identifier answers. */
type Cases<E extends EndpointSpec> = E['access'] extends 'public' ? Public<E> : Record<string, Request<E>>

/** An endpoint that takes the name of a thing and has no case here does not compile. */
type Census = { [Name in Concerned]: Cases<Endpoints[Name]> }

const NOBODYS_NUMBER = Number.MAX_SAFE_INTEGER
const NOBODYS: Things = {
  projectID: NOBODYS_NUMBER,
  roomID: NOBODYS_NUMBER,
  itemID: NOBODYS_NUMBER,
  remote: 'AAAAAAAAAAAAAAAAAAAAAA',
}

const ADDRESS = { address: '1 Other Road', city: 'Elsewhere', state: 'NH', zip: '03755' }
const only = (remote: string) => filesJSON([{ name: 'manual.pdf', remote }])

const census: Census = {
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
  updateRoom: { 'a room': ({ roomID }) => ({ body: { roomID, roomName: 'Taken over' } }) },
  getRoomStructure: { absent: { query: { roomType: NOBODYS_NUMBER } }, answers: 404 },
  listCategories: { absent: { query: { roomType: NOBODYS_NUMBER } }, answers: 404 },
  listFields: { absent: { query: { subCatID: NOBODYS_NUMBER } }, answers: 404 },
  listItems: { 'a room': ({ roomID }) => ({ query: { roomID } }) },
  getItem: { 'an item': ({ itemID }) => ({ query: { itemID } }) },
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

/** A project with a room, an item and two attachments, and an upload that waits; `remote` is an attachment. */
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
  return { projectID, roomID, itemID, remote: first.remote }
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

/** Every row of user data, of all users, the trash included. */
const allRows = async (db: Database) =>
  Promise.all(
    (['projects', 'rooms', 'items', 'blobs', 'uploads', 'item_files', 'trash_entries'] as const).map((table) =>
      db.selectFrom(table).selectAll().orderBy('id').execute(),
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
  const catalogue = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
  const { roomType } = await owner.must(getRoom, { query: { roomID: theirs.roomID } })
  const [waiting] = await stranger.upload([{ name: 'mine.txt', bytes: Buffer.from('waiting') }])
  const mine = { ...(await settle(stranger, 'Birch Lane')), remote: waiting?.remote ?? '', roomType, ...catalogue }
  return { owner, stranger, theirs, mine, db: services.db }
}

const entries = Object.entries(census).map(([name, entry]) => {
  const endpoint: EndpointSpec = endpoints[name as Concerned]
  return { call: `${endpoint.method} ${endpoint.path}`, endpoint, entry }
})
const cases = entries
  .filter(({ endpoint }) => endpoint.access !== 'public')
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
    const { user_id } = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('users.username', '=', 'stranger')
      .select('user_id')
      .executeTakeFirstOrThrow()
    await db.insertInto('project_members').values({ project_id: theirs.projectID, user_id, role }).execute()
    return { owner, member, theirs, mine, db }
  }

  test('can be read by a viewer, down to the bytes of its files', async () => {
    const { owner, member, theirs } = await share('viewer')
    const { projects, contents } = await wholeView(member)
    const own = await wholeView(owner)
    expect(projects.map(({ name }) => name)).toEqual(['Birch Lane', 'Maple Street'])
    expect(contents[1]).toEqual(own.contents[0])
    expect((await member.raw({ url: `/download/${theirs.remote}` })).statusCode).toBe(200)
  })

  test('cannot be written by a viewer', async () => {
    const { owner, member, theirs, mine, db } = await share('viewer')
    const seen = await wholeView(owner)
    const rows = await allRows(db)
    for (const { call, thing, endpoint, request } of cases) {
      if (endpoint.method === 'GET') continue
      const refused = await member.call(endpoint, request(theirs, mine))
      const absent = await member.call(endpoint, request(NOBODYS, mine))
      expect(withoutRequestID(refused), `${call} ${thing}`).toEqual(withoutRequestID(absent))
      expect(refused.status).toBe(404)
    }
    expect(await allRows(db)).toEqual(rows)
    expect(await wholeView(owner)).toEqual(seen)
  })

  test('can be written by an editor, who brings files of their own', async () => {
    const { owner, member, theirs, mine } = await share('editor')
    const { projectID, roomID, itemID } = theirs
    const { roomType, catID, subcatID, remote } = mine
    const inputs = { name: 'Maple Street 12', ...ADDRESS }
    await member.must(endpoints.updateProject, { body: { projectID, inputs } })
    await member.must(endpoints.updateRoom, { body: { roomID, roomName: 'Big kitchen' } })
    await member.must(endpoints.createRoom, { body: { projectID, roomType, roomName: 'Pantry' } })
    await member.must(endpoints.updateItem, { body: { itemID, inputs: { field1: 'Harbor' } } })
    await member.must(endpoints.createItem, { body: { projectID, roomID, catID, subcatID, inputs: {} } })
    await member.must(endpoints.addItemFiles, { body: { itemID, files: [{ name: 'new.txt', remote }] } })

    const items = await owner.must(listItems, { query: { roomID } })
    expect(items).toMatchObject([{ projectName: 'Maple Street 12', roomName: 'Big kitchen', field1: 'Harbor' }, {}])
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
      const answer = await owner.call(endpoint, request(theirs, { ...mine, ...theirs }))
      const absent = await owner.call(endpoint, request(NOBODYS, { ...mine, ...theirs }))
      expect(withoutRequestID(answer), `${call} ${thing}`).toEqual(withoutRequestID(absent))
    }
  })
})
