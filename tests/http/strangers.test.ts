import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointSpec } from '../../src/shared/endpoint.ts'
import { listMySessions } from '../../src/shared/account.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import { download } from '../../src/shared/files.ts'
import { filesJSON, getItem, listItems } from '../../src/shared/items.ts'
import { deleteProject, getProject, listProjects } from '../../src/shared/projects.ts'
import { Role } from '../../src/shared/roles.ts'
import { deleteRoom, getRoom, listRooms } from '../../src/shared/rooms.ts'
import { createTask } from '../../src/shared/tasks.ts'
import type { WholeDatabase } from '../../src/server/db/whole.ts'
import {
  callers,
  changedItem,
  deletedItem,
  keptTemplate,
  oldRevision,
  unsortedPhoto,
  NAMES_A_THING,
  NOBODYS,
  RIGHTS_TAKEN,
  STRANGERS,
  type Absent,
  type Case,
  type Concerned,
  type OfProjects,
  type Public,
  type StrangersRequest,
  type TheirThings,
  TASK,
} from '../support/cases.ts'
import { addMember, allRowsAndMembers, inviteSomebody, offerSomebody } from '../support/members.ts'
import { brokenGIF } from '../support/sample-pictures.ts'
import { furnished, roomTypeID, startTestApp, subcategoryIDs, type Client } from '../support/test-app.ts'

/** A project with a room, an item and two attachments, and another room in the trash; `remote` is an attachment. */
const settle = async (user: Client, projectName: string, guest: string, db: WholeDatabase): Promise<TheirThings> => {
  const projectID = await user.newProject(projectName)
  const roomID = await user.newRoom(projectID)
  const [first, second, third] = await user.upload([
    { name: 'manual.pdf', bytes: brokenGIF(` of ${projectName}`) },
    { name: 'notes.txt', bytes: Buffer.from(`notes of ${projectName}`) },
    { name: 'finishes.csv', bytes: Buffer.from(`Sub Category,Brand\nFaucet,${projectName}\n`) },
  ])
  if (!first || !second || !third) throw new Error('Three files were sent.')
  const files = filesJSON([
    { name: 'manual.pdf', remote: first.remote },
    { name: 'notes.txt', remote: second.remote },
  ])
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan', notes: 'left of the sink' }, files)
  const { trashID } = await user.must(deleteRoom, { query: { roomID: await user.newRoom(projectID, 'Attic') } })
  const [session] = await user.must(listMySessions, {})
  const memberID = await addMember(db, projectID, guest, 'viewer')
  const { invitationID } = await inviteSomebody(user, projectID)
  const linkID = await user.newLink(projectID, roomID)
  const photoID = await unsortedPhoto(user, projectID)
  const revisionID = await oldRevision(db, user, projectID)
  await offerSomebody(user, projectID)
  const { taskID } = await user.must(createTask, { body: { projectID, itemID, inputs: TASK } })
  const eventID = await deletedItem(user, projectID, roomID)
  const templateID = await keptTemplate(user, projectID)
  const change = await changedItem(user, projectID, roomID)
  return {
    ...{
      projectID,
      roomID,
      itemID,
      remote: first.remote,
      table: third.remote,
      trashID,
      sessionID: session?.sessionID ?? 0,
    },
    ...{ templateID, memberID, invitationID, linkID, taskID, photoID, revisionID, eventID, ...change },
  }
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
const allRows = async (db: WholeDatabase) => [
  ...(await allRowsAndMembers(db)),
  await db.selectFrom('sessions').selectAll().orderBy('id').execute(),
]

const withoutRequestID = ({ status, problem }: { status: number; problem: object }) => ({
  status,
  problem: { ...problem, requestId: 'each its own' },
})

const withNeighbours = furnished(async ({ newUser, services: { db } }) => {
  const owner = await newUser('owner')
  // Administrators and resellers are strangers too: their roles open no one's home.
  const stranger = await newUser('stranger', [Role.Admin, Role.Reseller])
  for (const guest of ['guest', 'other-guest']) await newUser(guest)
  const theirs = await settle(owner, 'Maple Street', 'guest', db)
  const structure = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
  const { roomType } = await owner.must(getRoom, { query: { roomID: theirs.roomID } })
  const [waiting] = await stranger.upload([{ name: 'mine.txt', bytes: Buffer.from('waiting') }])
  const settled = await settle(stranger, 'Birch Lane', 'other-guest', db)
  const mine = { ...settled, remote: waiting?.remote ?? '', roomType, ...structure }
  return { people: { owner, stranger }, things: { theirs, mine } }
})

/** The two parties, with what each has. */
const neighbours = async () => {
  const { people, things, services, anonymous } = await withNeighbours()
  return { ...people, ...things, db: services.db, anonymous }
}

const entries = Object.entries(STRANGERS).map(([name, entry]) => {
  const endpoint: EndpointSpec = endpoints[name as Concerned]
  const taken = RIGHTS_TAKEN[name as OfProjects] as Case<EndpointSpec> | undefined
  const isForReaders = typeof taken === 'object' && taken.takes === 'read'
  return { call: `${endpoint.method} ${endpoint.path}`, endpoint, isForReaders, entry }
})
const isOfInstallation = ({ access }: EndpointSpec) => typeof access === 'object' && !access.includes(Role.User)
const cases = entries
  .filter(({ endpoint }) => endpoint.access !== 'public' && !isOfInstallation(endpoint))
  .flatMap(({ entry, ...call }) =>
    Object.entries(entry as Record<string, StrangersRequest<EndpointSpec>>).map(([thing, request]) => ({
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

/** Whoever may read a thing may make a copy of it their own. */
const COPYING: readonly EndpointSpec[] = [
  endpoints.copyItem,
  endpoints.copyRoom,
  endpoints.copyProject,
  endpoints.keepTemplate,
]

describe('to a stranger, what is not theirs is not there', () => {
  test.each(cases)('$call that names $thing', async ({ endpoint, isForReaders, request }) => {
    const { owner, stranger, theirs, mine, db, anonymous } = await neighbours()
    const seen = await wholeView(owner)
    const absent = await stranger.call(endpoint, request(NOBODYS, mine))
    expect(absent.status).toBe(404)

    for (const { caller, is, as } of callers) {
      if (is === 'own' || is === 'write') continue
      const guest = { client: stranger, name: 'stranger' }
      const client = await as({ owner, projectID: theirs.projectID, guest, anonymous, db })
      const rows = await allRows(db)
      const answer = await client.call(endpoint, request(theirs, mine))
      if (is === 'not signed in') expect(answer.status, caller).toBe(401)
      else if (is === 'nothing there') expect(withoutRequestID(answer), caller).toEqual(withoutRequestID(absent))
      else if (COPYING.includes(endpoint) && answer.status === endpoint.status) continue
      else if (!isForReaders && endpoint.method !== 'GET') expect([403, 404], caller).toContain(answer.status)
      expect(await allRows(db), caller).toEqual(rows)
    }
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
  const ofPeople = Object.entries<EndpointSpec>(endpoints).filter(([, { access }]) => access !== 'link')
  const concerned = ofPeople.filter(([, { query, params, body }]) =>
    [query, params, body]
      .filter((part) => typeof part === 'object')
      .flatMap((part) => keysWithin(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })))
      .some((key) => NAMES_A_THING.test(key)),
  )
  expect(concerned.map(([name]) => name).sort()).toEqual(Object.keys(STRANGERS).sort())
})

describe('a project that is shared', () => {
  const share = async (role: 'editor' | 'viewer') => {
    const { owner, stranger: member, theirs, mine, db } = await neighbours()
    await addMember(db, theirs.projectID, 'stranger', role)
    return { owner, member, theirs, mine, db }
  }

  test('can be read by a viewer, down to the bytes of its files', async () => {
    const { owner, member, theirs } = await share('viewer')
    // What others did is new to whoever looks for the first time.
    const seen = { projectID: theirs.projectID, eventID: Number.MAX_SAFE_INTEGER }
    await member.must(endpoints.markActivitySeen, { body: seen })
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
    expect(items).toHaveLength(4)
    expect(items[0]).toMatchObject({ roomName: 'Big kitchen', field1: 'Harbor' })
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
    await owner.must(deleteProject, { query: { projectID: theirs.templateID } })
    for (const { call, thing, endpoint, request } of cases) {
      if (thing === 'an entry of the trash' || thing === 'a session') continue
      const answer = await owner.call(endpoint, request(theirs, { ...mine, ...theirs }))
      const absent = await owner.call(endpoint, request(NOBODYS, { ...mine, ...theirs }))
      expect(withoutRequestID(answer), `${call} ${thing}`).toEqual(withoutRequestID(absent))
    }
  })
})
