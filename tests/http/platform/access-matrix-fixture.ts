import { createHash } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { requestConsultation } from '../../../src/shared/admin/consultations.api.ts'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { createItem, deleteItem, filesJSON } from '../../../src/shared/items/items.api.ts'
import { inviteMember, removeMember } from '../../../src/shared/sharing/members.api.ts'
import { setUserLock } from '../../../src/shared/identity/people.api.ts'
import type { ProblemBody } from '../../../src/shared/contract/problem.ts'
import { createProject } from '../../../src/shared/projects/projects.api.ts'
import { includes, type Right } from '../../../src/shared/contract/rights.ts'
import { hasRole, Role } from '../../../src/shared/contract/roles.ts'
import { createRoom, deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { createSubcategory } from '../../../src/shared/structure/structure.api.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { listTables } from '../../../src/server/platform/db/database.ts'
import { setNextID } from '../../../src/server/platform/db/engine.ts'
import type { UnscopedDatabase } from '../../../src/server/platform/db/access/unscoped.ts'
import {
  ACCESS,
  ASKED,
  changed,
  good,
  HIDES_NOTHING,
  NAMES_A_THING,
  newThings,
  NOBODYS,
  NOBODYS_NUMBER,
  pathsOf,
  STRANGER,
  type Taken,
  type Things,
  type Tree,
} from '../../support/cases.ts'
import { addMember, offerSomebody } from '../../support/members.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { Client, furnished, PASSWORD, roomTypeID, subcategoryIDs, type TestApp } from '../../support/test-app.ts'
import { unzip } from '../../support/zip.ts'

/**
 * Every call by every kind of caller, on copies of one installation. All refused calls of a caller run on one copy and
 * must change no row; each allowed call that writes has its own copy. No answer may reveal anything of a neighbor who
 * shares nothing: each text and number of the neighbor has a mark.
 */

// The installation

export const HOME = 'Quillhaven'

export const PERSON = 'Thistlewood'
const FIRST_NUMBER = 700_000_001
const LATER_NUMBERS = 900_000_001
export const NUMBER = /\b7\d{8}\b/

/** A project of the owner without members. */
export const UNSHARED = 'Hidden Hollow'

const NUMBERED = [
  ...['users', 'sessions', 'projects', 'rooms', 'items', 'blobs', 'uploads', 'item_files', 'trash_entries'],
  ...['consultations', 'structure_changes', 'password_resets', 'links'],
]

const numberFrom = async (db: UnscopedDatabase, next: number): Promise<void> => {
  for (const table of NUMBERED) await setNextID(db, table, next)
}

/** A user with a home, all of whose rows have marks. */
const settleNeighbour = async ({ newUser, services: { db }, anonymous }: TestApp) => {
  await newUser('member')
  await numberFrom(db, FIRST_NUMBER)
  const neighbour = await newUser(PERSON, [Role.Reseller])
  const texts = [
    'phone',
    'first_name',
    'last_name',
    'name_key',
    'company',
    'address',
    'address2',
    'city',
    'state',
    'zip',
  ]
  await db
    .updateTable('users')
    .set(Object.fromEntries(texts.map((column) => [column, PERSON])))
    .where('username', '=', PERSON)
    .execute()
  await db
    .updateTable('sessions')
    .set({ user_agent: PERSON, address: PERSON })
    .where('id', '>=', FIRST_NUMBER)
    .execute()
  await db
    .insertInto('password_resets')
    .values({ user_id: FIRST_NUMBER, token_hash: PERSON, created_at: '2026-01-01', expires_at: '2026-01-01' })
    .execute()
  const place = { client: HOME, address: HOME, address2: HOME, city: HOME, state: HOME, zip: HOME }
  const { projectID } = await neighbour.must(createProject, { body: { inputs: { name: HOME, ...place } } })
  await addMember(db, projectID, 'member', 'editor')
  const roomType = await roomTypeID(neighbour, 'Bathroom')
  const newRoom = () => neighbour.must(createRoom, { body: { projectID, roomType, roomName: HOME } })
  const { roomID } = await newRoom()
  const [onItem, waiting] = await neighbour.upload([NEIGHBOURS_FILE, { name: `${HOME}.txt`, bytes: Buffer.from(HOME) }])
  const ids = await subcategoryIDs(neighbour, 'Bathroom', 'Paint', 'Wall Paint')
  const inputs = { field1: HOME, field2: HOME, field3: HOME, field4: HOME, notes: HOME }
  const files = filesJSON([{ name: NEIGHBOURS_FILE.name, remote: onItem?.remote ?? '' }])
  const newItem = () => neighbour.must(createItem, { body: { projectID, roomID, ...ids, inputs, files } })
  await newItem()
  await neighbour.must(deleteItem, { query: { itemID: (await newItem()).itemID } })
  await neighbour.must(deleteRoom, { query: { roomID: (await newRoom()).roomID } })
  await neighbour.must(endpoints.createLink, { body: { projectID, roomID, name: HOME, hides: HIDES_NOTHING } })
  await neighbour.must(createSubcategory, { body: { newSubCat: 'Turret' } })
  const asked = { name: PERSON, email: `${PERSON}@example.com`, phone: PERSON, project: PERSON, about: PERSON }
  await anonymous.must(requestConsultation, { body: { inputs: { ...asked, preferredTimes: PERSON } } })
  await numberFrom(db, LATER_NUMBERS)
  return { neighbour, remotes: [onItem?.remote ?? '', waiting?.remote ?? ''] }
}

export const NEIGHBOURS_FILE = { name: `${HOME}.txt`, bytes: Buffer.from(`bytes of ${HOME}`) }

export const start = furnished(async (started) => {
  const { newUser, services } = started
  const { db } = services
  const { neighbour, remotes } = await settleNeighbour(started)
  const owner = await newUser('owner')
  const stranger = await newUser(STRANGER, [Role.Admin, Role.Reseller])
  const sam = await newUser('sam_e')
  const admin = await newUser('admin', [Role.Admin])
  const reseller = await newUser('reseller', [Role.Reseller])
  await setRole(db, 'admin', Role.User, false)
  const theirs = await newThings(db, owner, sam)
  await owner.newRoom(await owner.newProject(UNSHARED), UNSHARED)
  const mine = await newThings(db, stranger, await newUser('kit'), 'Birch Lane', 'kit')
  const den = await owner.newRoom(theirs.projectID, 'Den')
  const [file] = await owner.upload([
    { name: 'den.png', bytes: await pictureOf('red', 'png', { width: 8, height: 8 }) },
  ])
  const attached = file?.remote ?? ''
  const inDen = await owner.newItem(theirs.projectID, den, {}, filesJSON([{ name: 'den.png', remote: attached }]))
  // The job that reads files also changes rows of the neighbor.
  await started.jobsDone()
  const marked = await markedRows(db)
  expect(new Set(marked.map((row) => row.split(' ')[0])).size).toBeGreaterThan(NUMBERED.length)
  return {
    people: { owner, stranger, admin, reseller, neighbour },
    things: { theirs, mine, otherRoom: { ...theirs, roomID: den, itemID: inDen, attached }, remotes, marked },
  }
})

start.beforehand()

export type Scene = Awaited<ReturnType<typeof start>>

/** Kysely's own tables; and counted attempts, even of refused calls. */
const NOT_KEPT = /^(kysely_|attempts$)/

const rowsOf = async (db: UnscopedDatabase): Promise<Map<string, string[]>> => {
  const tables = (await listTables(db)).filter((name) => !NOT_KEPT.test(name)).sort()
  const rows = await Promise.all(
    tables.map(async (name) => {
      const { rows: found } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      // A link records when it was opened, a key when it was used.
      return found.map((row) => JSON.stringify({ ...row, opened_at: null, last_used_at: null })).sort()
    }),
  )
  return new Map(tables.map((name, at) => [name, rows[at] ?? []]))
}

/** A hash of all rows per table, when no job is under way: jobs send what happened to webhooks. */
export const digest = async (scene: Pick<TestApp, 'services' | 'jobsDone'>): Promise<Record<string, string>> => {
  await scene.jobsDone()
  const tables = await rowsOf(scene.services.db)
  return Object.fromEntries(
    [...tables].map(([name, rows]) => [name, createHash('sha256').update(rows.join('\n')).digest('hex')]),
  )
}

export const markedRows = async (db: UnscopedDatabase): Promise<string[]> =>
  [...(await rowsOf(db))].flatMap(([name, rows]) =>
    rows.filter((row) => row.includes(HOME) || row.includes(PERSON) || NUMBER.test(row)).map((row) => `${name} ${row}`),
  )

// The calls

export interface Call {
  /** The name in failures. */
  label: string
  name: keyof typeof endpoints
  endpoint: EndpointSpec
  /** Absent for the caller's own things or the installation. */
  takes?: Taken
  /** Whether it names only other users' things. */
  isPlain: boolean
  request: (theirs: Things, mine: Things) => object
}

type Requests = Record<string, Call['request']>

type Entry = {
  takes?: Taken
  names?: Requests
  own?: Call['request']
  link?: Call['request']
  shownTo?: string
  absent?: Requests
}

export const entries = Object.entries<EndpointSpec>(endpoints).map(([key, endpoint]) => {
  const name = key as keyof typeof endpoints
  const entry: Entry = {
    ...(ACCESS as Partial<Record<string, Entry>>)[name],
    ...(ASKED as Partial<Record<string, Entry>>)[name],
  }
  const request = (good as Partial<Record<string, Call['request']>>)[name] ?? (() => ({}))
  return { name, endpoint, call: `${endpoint.method} ${endpoint.path}`, entry, request }
})

const isOfInstallation = ({ access }: EndpointSpec) => typeof access === 'object' && !access.includes(Role.User)
const isOfUsers = ({ access }: EndpointSpec) =>
  access === 'signedIn' || (typeof access === 'object' && access.includes(Role.User))

/** Calls that name things of a user, one per way to name them. */
export const naming: readonly Call[] = entries.flatMap(({ name, endpoint, call, entry: { takes, names = {} } }) =>
  Object.entries(names).map(([thing, request], at) => ({
    ...{ label: `${call} that names ${thing}`, name, endpoint, request, isPlain: at === 0 },
    ...(takes && { takes }),
  })),
)

/** Calls about the caller's own things. */
export const own: readonly Call[] = entries.flatMap(({ name, endpoint, call, entry, request }) =>
  entry.own || (isOfUsers(endpoint) && !entry.names)
    ? [{ label: `${call} about one's own`, name, endpoint, isPlain: true, request: entry.own ?? request }]
    : [],
)

export const ofInstallation: readonly Call[] = entries.flatMap(({ name, endpoint, call, request }) =>
  isOfInstallation(endpoint) ? [{ label: call, name, endpoint, isPlain: true, request }] : [],
)

export const byLinks: readonly (Call & { shownTo: string | undefined })[] = entries.flatMap(
  ({ name, endpoint, call, entry: { link, shownTo } }) =>
    link ? [{ label: call, name, endpoint, isPlain: true, shownTo, request: link }] : [],
)

/** The good requests of calls about things of nobody, each time with one thing that is absent. */
export const absent: readonly Call[] = entries.flatMap(({ name, endpoint, call, entry, request }) => {
  if (endpoint.access !== 'public' && !isOfInstallation(endpoint)) return []
  const sample = request(NOBODYS, NOBODYS)
  const namesAThing = (path: string[]) =>
    NAMES_A_THING.test(path.findLast((step) => !/^\d+$/.test(step)) ?? '') &&
    typeof path.reduce<unknown>((at, step) => (at as Tree)[step], sample) === 'number'
  const ways = pathsOf(sample)
    .filter(namesAThing)
    .map((path): [string, Call['request']] => [
      path.join('.'),
      (theirs, mine) => changed(request(theirs, mine), path, { how: 'put', name: '', value: NOBODYS_NUMBER }) as object,
    ])
  return [...ways, ...Object.entries(entry.absent ?? {})].map(([thing, asked]): Call => ({
    ...{ label: `${call} that names ${thing}`, name, endpoint, request: asked, isPlain: true },
  }))
})

/** The calls that are asked for something by its name. */
export const decided = new Set(
  [...entries.filter(({ entry: { names, own, link } }) => names ?? own ?? link), ...absent].map(({ name }) => name),
)

// The callers

export interface Caller {
  /** The right in the owner's project, or why there is none. */
  is: Right | 'nothing there' | 'not signed in' | 'locked'
  roles: readonly Role[]
  /** With an API key, which reads or also writes. */
  key?: 'reads' | 'writes'
  /** Prepares the scene and returns the client. */
  enter: (scene: Scene) => Promise<Client> | Client
}

const ALL = [Role.User, Role.Admin, Role.Reseller]

const asMember =
  (role: 'editor' | 'viewer') =>
  async ({ people, things, services }: Scene) => {
    await addMember(services.db, things.theirs.projectID, STRANGER, role)
    return people.stranger
  }

const keyOf = async ({ app }: Scene, user: Client, body: { writes: boolean; projectIDs?: number[] }) => {
  const { key } = await user.must(endpoints.createKey, { body: { name: 'curl', currentPass: PASSWORD, ...body } })
  return new Client(app, key)
}

/** All but links, which have no session: LINKS. */
export const CALLERS = {
  nobody: { is: 'not signed in', roles: [], enter: ({ anonymous }) => anonymous },
  'locked editor': {
    ...{ is: 'locked', roles: [] },
    enter: async (scene) => {
      const client = await asMember('editor')(scene)
      const { id: userID } = await userCalled(scene, STRANGER)
      await scene.people.admin.must(setUserLock, { body: { userID, locked: true } })
      return client
    },
  },
  'administrator who is no User': { is: 'nothing there', roles: [Role.Admin], enter: ({ people }) => people.admin },
  reseller: { is: 'nothing there', roles: [Role.User, Role.Reseller], enter: ({ people }) => people.reseller },
  stranger: { is: 'nothing there', roles: ALL, enter: ({ people }) => people.stranger },
  'invited but not joined': {
    ...{ is: 'nothing there', roles: ALL },
    enter: async ({ people: { owner, stranger }, things }) => {
      const { projectID } = things.theirs
      await owner.must(inviteMember, { body: { projectID, email: `${STRANGER}@example.com`, may: 'write' } })
      return stranger
    },
  },
  'offered but not accepted': {
    ...{ is: 'nothing there', roles: ALL },
    enter: async ({ people: { owner, stranger }, things }) => {
      await offerSomebody(owner, things.theirs.projectID, `${STRANGER}@example.com`)
      return stranger
    },
  },
  'former member': {
    ...{ is: 'nothing there', roles: ALL },
    enter: async (scene) => {
      const client = await asMember('editor')(scene)
      const { projectID } = scene.things.theirs
      const { id: userID } = await userCalled(scene, STRANGER)
      await scene.people.owner.must(removeMember, { query: { projectID, userID } })
      return client
    },
  },
  viewer: { is: 'read', roles: ALL, enter: asMember('viewer') },
  editor: { is: 'write', roles: ALL, enter: asMember('editor') },
  owner: { is: 'own', roles: [Role.User], enter: ({ people }) => people.owner },
  'key of the owner that writes': {
    ...{ is: 'write', roles: [Role.User], key: 'writes' },
    enter: (scene) => keyOf(scene, scene.people.owner, { writes: true }),
  },
  'key of the owner that reads': {
    ...{ is: 'read', roles: [Role.User], key: 'reads' },
    enter: (scene) => keyOf(scene, scene.people.owner, { writes: false }),
  },
  'key of an editor, for another project': {
    ...{ is: 'nothing there', roles: ALL, key: 'writes' },
    enter: async (scene) =>
      keyOf(scene, await asMember('editor')(scene), { writes: true, projectIDs: [scene.things.mine.projectID] }),
  },
  'key of a viewer that writes': {
    ...{ is: 'read', roles: ALL, key: 'writes' },
    enter: async (scene) => keyOf(scene, await asMember('viewer')(scene), { writes: true }),
  },
} satisfies Record<string, Caller>

export type CallerName = keyof typeof CALLERS
export const callers = Object.keys(CALLERS) as CallerName[]

export const userCalled = ({ services }: Scene, username: string) =>
  services.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()

/** The error code that a caller gets, or undefined if allowed. */
export const refusalOf = (
  { is, roles, key }: Caller,
  { endpoint: { access, keys, method }, takes }: Call,
): ProblemBody['code'] | undefined => {
  if (is === 'not signed in' || access === 'link') return 'not_signed_in'
  if (is === 'locked') return 'session_ended'
  if (key && !keys) return 'not_for_keys'
  if (key === 'reads' && method !== 'GET') return 'key_only_reads'
  if (typeof access === 'object' && !hasRole(roles, access)) return 'role_missing'
  if (takes === undefined || is === 'own') return undefined
  if (is === 'nothing there' || takes === 'alone') return 'not_found'
  return includes(is, takes) ? undefined : 'not_allowed'
}

// What is allowed

/** Unpacks ZIPs, recursively. */
const readable = async (bytes: Buffer): Promise<string> => {
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString()
  const files = [...(await unzip(bytes))].map(async ([path, within]) => `${path} ${await readable(within)}`)
  return (await Promise.all(files)).join('\n')
}

export const textOf = async ({ headers, rawPayload }: LightMyRequestResponse): Promise<string> =>
  JSON.stringify(headers) + (await readable(rawPayload))

/** Calls for operators, which list users. */
const TELL_OF_PEOPLE: readonly string[] = ['listUsers', 'listConsultations', 'listStructureChanges']

/** Checks that an answer has no mark of the neighbor. */
export const expectNothingOfNeighbour = async (scene: Scene, { label, name }: Call, answer: LightMyRequestResponse) => {
  const text = await textOf(answer)
  for (const mark of [HOME, ...scene.things.remotes]) expect(text, label).not.toContain(mark)
  if (TELL_OF_PEOPLE.includes(name)) return text
  expect(text, label).not.toContain(PERSON)
  expect(text, label).not.toMatch(NUMBER)
  return text
}

export const succeeds = ({ endpoint, label }: Call, { statusCode, body }: LightMyRequestResponse) =>
  expect([endpoint.status, endpoint.mayBeEmpty && 204], `${label}: ${statusCode} ${body.slice(0, 200)}`).toContain(
    statusCode,
  )
