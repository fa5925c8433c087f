import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { getMyAccount, listMySessions } from '../../src/shared/identity/account.api.ts'
import { createKey } from '../../src/shared/identity/api-keys.api.ts'
import type { EndpointSpec, InputOf, ParamsOf, QueryOf, SentBodyOf } from '../../src/shared/contract/endpoint.ts'
import { endpoints, EXAMPLES } from '../../src/shared/endpoints.ts'
import type { EventKind } from '../../src/shared/events.ts'
import { copyItem } from '../../src/shared/items/bulk/copies.api.ts'
import { filesJSON, updateItem } from '../../src/shared/items/items.api.ts'
import { addInboxPhoto } from '../../src/shared/items/inbox.api.ts'
import { listLinkedCopies } from '../../src/shared/items/bulk/linked-copies.api.ts'
import type { Right } from '../../src/shared/contract/rights.ts'
import { Role, type SHAPES_STRUCTURE } from '../../src/shared/contract/roles.ts'
import { deleteRoom, getRoom } from '../../src/shared/projects/rooms.api.ts'
import { deleteItems } from '../../src/shared/items/bulk/bulk-changes.api.ts'
import { createWebhook } from '../../src/shared/sharing/webhooks.api.ts'
import { createTask } from '../../src/shared/upkeep/tasks.api.ts'
import { saveAsTemplate } from '../../src/shared/items/bulk/templates.api.ts'
import type { UnscopedDatabase } from '../../src/server/platform/db/access/unscoped.ts'
import { addMember, ALL_PARTS, inviteSomebody, offerSomebody } from './members.ts'
import { pictureOf } from './sample-pictures.ts'
import { furnished, PASSWORD, registrationOf, subcategoryIDs, type Client } from './test-app.ts'

export interface Things {
  projectID: number
  templateID: number
  roomID: number
  itemID: number
  /** A table that was uploaded and is on no item. */
  remote: string
  /** A picture on the item. */
  attached: string
  roomType: number
  catID: number
  subcatID: number
  /** A room of the project is in the trash. */
  trashID: number
  linkID: number
  webhookID: number
  /** Of the item. */
  taskID: number
  /** In its inbox. */
  photoID: number
  /** Issued of it. */
  revisionID: number
  /** That of a deletion of an item. */
  eventID: number
  /** That of a change of an item, and a copy of that. */
  changeID: number
  copyID: number
  /** Of somebody else, who is a member of the project. */
  userID: number
  sessionID: number
  passkeyID: number
  keyID: number
  /** To the project. */
  invitationID: number
  /** Of an invitation to a project of somebody else. */
  token: string
  /** Of the offers of two further projects of theirs: the one is accepted, the other declined. */
  offerToken: string
  declinedToken: string
}

/** What the tests of all calls must know of each: a call does not compile until it has its case in each table here. */
type Endpoints = typeof endpoints
/**
 * The endpoints that take a query, a path or a JSON body: what takes files has tests of its own, and so have the calls of read-only
 * links.
 */
export type Taking = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { access: 'link' } | { body: 'files' }
    ? never
    : Endpoints[Name] extends { query: object } | { params: object } | { body: object }
      ? Name
      : never
}[keyof Endpoints]

const FIRST = 1
/** The first label of the shipped structure. */
export const BRAND = FIRST
const TOKEN = 'A'.repeat(43)
const OF_EXAMPLES = { file: 'Zk3vQ0yqT2uXw8fR1aB5cg', token: 'q7Jx…' }

/** Other names of ids. */
const CALLED: Record<string, keyof Things> = {
  ...{ roomTypeID: 'roomType', toProjectID: 'projectID', subCatID: 'subcatID', newSubcatID: 'subcatID' },
}

/** A member of an example with the things of a test. Things that a test does not make are the first of their kind. */
const ofTest = (things: Things, name: string, value: unknown): unknown => {
  if (typeof value === 'string')
    return value.replaceAll(OF_EXAMPLES.file, things.remote).replaceAll(OF_EXAMPLES.token, TOKEN)
  if (Array.isArray(value))
    return [...new Set(value.map((each: unknown) => ofTest(things, name.replace(/IDs$/, 'ID'), each)))]
  if (isTree(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, ofTest(things, key, inner)]))
  if (typeof value !== 'number' || !/ID$|^(roomType|version)$/.test(name)) return value
  return things[CALLED[name] ?? (name as keyof Things)] ?? FIRST
}

/** With other values in their places; undefined takes a member away. */
const merged = (value: unknown, changes: unknown): unknown => {
  if (!isTree(value) || !isTree(changes) || Array.isArray(changes)) return changes
  const all = {
    ...value,
    ...Object.fromEntries(Object.entries(changes).map(([key, to]) => [key, merged(value[key], to)])),
  }
  return Object.fromEntries(Object.entries(all).filter(([, to]) => to !== undefined))
}

type Changes<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: Changes<T[K]> | undefined }
    : T

const FROM_THEN = '2026-01-01T00:00:00.000Z'
const FIELDS = { field1: 'a', field2: 'b', field3: 'c', field4: 'd', field5: 'e', field6: 'f', notes: 'n' }

export const TASK = {
  ...{ name: 'Change Water Filter', note: 'In the door.', day: '2031-01-30' },
  repeats: { every: 6, unit: 'month' as const, fromDone: true },
}

/** Of the table that is uploaded for it. */
const matchingOf = ({ roomID, roomType, catID, subcatID }: Things) => ({
  ...{ roomID, sheets: [''], fillDown: true, toNotes: true, kind: { catID, subcatID } },
  columns: [{ is: 'subcategory' as const }, { is: 'label' as const, name: 'Brand' }],
  newRooms: [{ name: 'Pantry', roomTypeID: roomType }],
  kinds: [{ name: 'Tap', catID, subcatID }],
})

/** What the examples leave out, and values that the things of a test need. */
const BESIDES_EXAMPLES: { [Name in Taking]?: (things: Things) => Changes<InputOf<Endpoints[Name]>> } = {
  login: () => ({ body: { code: '123456', rememberBrowser: true } }),
  register: () => ({ body: registrationOf('newcomer') }),
  updateMyAccount: () => ({ body: { inputs: registrationOf('robin').inputs } }),
  // Otherwise the caller would have to turn it on.
  setSecondFactorRule: () => ({ body: { requiredFor: 'nobody' } }),
  linkProvider: () => ({ body: { code: '123456', remember: true } }),
  // None, so that the caller stays logged in.
  endMySession: () => ({ query: { sessionID: 4711 } }),
  listMySecurityEvents: () => ({ query: { before: 1000 } }),
  listSecurityEvents: () => ({ query: { since: FROM_THEN, until: '2027-01-01T00:00:00.000Z', before: 1000 } }),
  exportSecurityEvents: () => ({ query: { kind: 'logged_in', person: 'robin', since: FROM_THEN } }),
  listUsers: () => ({ query: { after: 'robin' } }),
  createProject: () => ({ body: { inputs: { name: 'New' } } }),
  saveAsTemplate: () => ({ body: { files: true } }),
  renameTemplate: ({ templateID }) => ({ body: { projectID: templateID } }),
  createFromTemplate: ({ templateID }) => ({
    body: { projectID: templateID, inputs: { client: 'C', address2: '2' }, files: false },
  }),
  setMemberRight: () => ({ body: { may: 'write' } }),
  openInvitation: ({ token }) => ({ body: { token } }),
  joinProject: ({ token }) => ({ body: { token } }),
  openOffer: ({ offerToken }) => ({ body: { token: offerToken } }),
  acceptOffer: ({ offerToken }) => ({ body: { token: offerToken } }),
  declineOffer: ({ declinedToken }) => ({ body: { token: declinedToken } }),
  changeRoomType: ({ roomType }) => ({ body: { was: roomType } }),
  renameRoomType: () => ({ body: { was: 'Kitchen' } }),
  renameCategory: () => ({ body: { was: 'Plumbing' } }),
  renameSubcategory: () => ({ body: { was: 'Faucet' } }),
  importStructure: () => ({
    body: {
      structure: {
        subcategories: { Stove: ['Brand', '', 'Heat'] },
        categories: { Heating: ['Stove'] },
        roomTypes: { Sauna: { Heating: ['Stove'] } },
      },
      ...{ apply: true, confirmed: false },
    },
  }),
  undoStructureChange: () => ({ body: { changeID: FIRST, confirmed: true } }),
  search: ({ projectID, catID }) => ({ query: { projectID, catID, propID: BRAND, after: 'e.4.1' } }),
  getHistory: () => ({ query: { before: 1000 } }),
  getReadiness: () => ({ query: { show: 'setaside', group: 'manual' } }),
  getUpcoming: ({ projectID, itemID }) => ({
    query: { projectID, itemID, after: '2031-01-30 41 6', before: '2031-01-30 41 6' },
  }),
  createTask: ({ roomID }) => ({ body: { roomID, inputs: TASK, suggestion: 'change-water-filter' } }),
  updateTask: () => ({ body: { inputs: TASK } }),
  skipTask: () => ({ body: { today: '2031-01-30' } }),
  listTaskSuggestions: ({ projectID }) => ({ query: { projectID } }),
  getActivity: ({ userID }) => ({ query: { userID, before: 1000 } }),
  getSheet: ({ roomID, catID }) => ({ query: { roomID, catID } }),
  getPaper: ({ itemID }) => ({ query: { itemID } }),
  readSheet: () => ({ body: { sheets: [''] } }),
  checkSheet: (things) => ({ body: matchingOf(things) }),
  importSheet: (things) => ({ body: { ...matchingOf(things), fingerprint: undefined } }),
  updateItem: ({ remote }) => ({ body: { inputs: FIELDS, files: filesJSON([{ name: 'a.txt', remote }]) } }),
  changeSubcategory: () => ({ body: { notes: 'n', labels: [], putBack: 1000 } }),
  updateItemFile: ({ remote }) => ({
    body: { inputs: { name: 'b.txt', before: remote }, was: { name: 'a.txt', caption: '' } },
  }),
  listPictures: ({ roomID }) => ({ query: { roomID } }),
  setProjectCover: ({ remote }) => ({ body: { remote } }),
  copyItem: () => ({ body: { files: true, skip: true } }),
  moveItems: () => ({ body: { skip: true } }),
  moveRooms: () => ({ body: { links: true } }),
  setLabel: () => ({ body: { skip: true } }),
  listLinkedCopies: () => ({ query: { after: 1 } }),
  changeLinkedCopies: ({ changeID, copyID }) => ({ body: { eventID: changeID, itemIDs: [copyID], texts: ['field1'] } }),
  leaveLinkedCopies: ({ changeID }) => ({ body: { eventID: changeID } }),
  undo: ({ eventID }) => ({ body: { eventID: undefined, eventIDs: [eventID] } }),
  copyRoom: () => ({ body: { roomName: 'Pantry', files: true } }),
  copyProject: () => ({ body: { files: true } }),
  setBranding: () => ({ body: { inputs: { logo: null } } }),
  setProjectBranding: () => ({ body: { inputs: { logo: null } } }),
  updateLink: () => ({ body: { name: 'Painter', hides: { notes: true, files: false, labels: [] } } }),
}

export const taking = Object.entries<EndpointSpec>(endpoints).flatMap(([name, { access, query, params, body }]) =>
  access !== 'link' && body !== 'files' && (query ?? params ?? body) ? [name as Taking] : [],
)

/** A good request of each, to be spoiled: that of its example. */
export const good = Object.fromEntries(
  taking.map((name) => [
    name,
    (things: Things) => {
      const { query, params, body }: { [part in 'query' | 'params' | 'body']?: unknown } = EXAMPLES[name]
      const parts = Object.entries({ query, params, body }).filter(([, part]) => part !== undefined)
      return merged(ofTest(things, '', Object.fromEntries(parts)), BESIDES_EXAMPLES[name]?.(things) ?? {})
    },
  ]),
) as { [Name in Taking]: (things: Things) => InputOf<Endpoints[Name]> }

/** Of each project another one. */
const plateOf = (projectID: number) => pictureOf('#8a8f8c', 'jpeg', { width: 8, height: 8 + (projectID % 64) })

/** Waits in the inbox of a project. */
export const unsortedPhoto = async (user: Client, projectID: number): Promise<number> => {
  const [file] = await user.upload([{ name: 'plate.jpg', bytes: await plateOf(projectID) }])
  return (await user.must(addInboxPhoto, { body: { projectID, remote: file?.remote ?? '' } })).photoID
}

/** Issued of a project: to make a book of each takes too long where there are many. */
export const oldRevision = async (
  db: UnscopedDatabase,
  user: Client,
  projectID: number,
  number = 1,
): Promise<number> => {
  const name = `Spec Book of ${projectID}.pdf`
  const [book] = await user.upload([{ name, bytes: Buffer.from(`%PDF-1.7 book ${number} of ${projectID}`) }])
  const { id } = await db
    .insertInto('revisions')
    .values((eb) => ({
      ...{ project_id: projectID, number, note: 'The first', issued_by: 'robin' },
      ...{ created_at: '2026-01-12T12:00:00.000Z', picture: gzipSync('[]').toString('base64') },
      upload_id: eb
        .selectFrom('uploads')
        .where('uploads.remote', '=', book?.remote ?? '')
        .select('uploads.id'),
    }))
    .returning('revisions.id')
    .executeTakeFirstOrThrow()
  return id
}

/** The event of an item that is in the trash. */
export const deletedItem = async (user: Client, projectID: number, roomID: number): Promise<number> => {
  const itemIDs = [await user.newItem(projectID, roomID, { field1: 'gone' })]
  return (await user.must(deleteItems, { body: { itemIDs } })).eventID
}

/** A template like a project. */
const keptTemplate = async (user: Client, projectID: number): Promise<number> =>
  (await user.must(saveAsTemplate, { body: { projectID } })).projectID

/** The event of a change of an item in a room, and a copy that still holds the old value. */
export const changedItem = async (user: Client, projectID: number, roomID: number) => {
  const itemID = await user.newItem(projectID, roomID, { field1: 'old' })
  const { itemIDs } = await user.must(copyItem, { body: { itemID, roomIDs: [roomID] } })
  await user.must(updateItem, { body: { itemID, inputs: { field1: 'new' } } })
  const { eventID } = await user.must(listLinkedCopies, { query: { itemID } })
  return { changeID: eventID ?? 0, copyID: itemIDs[0] ?? 0 }
}

/** One of each thing that a request can name, in a new project of this name, with another person in it and a project of theirs. */
export const newThings = async (
  db: UnscopedDatabase,
  user: Client,
  sam: Client,
  name = 'Maple Street',
  member = 'sam_e',
): Promise<Things> => {
  const projectID = await user.newProject(name)
  const roomID = await user.newRoom(projectID)
  const [file, picture] = await user.upload([
    { name: 'a.txt', bytes: Buffer.from('Sub Category,Brand\nFaucet,Castellan\n') },
    { name: 'b.png', bytes: await pictureOf('#8a8f8c', 'png', { width: 8, height: 8 }) },
  ])
  const attached = picture?.remote ?? ''
  const files = filesJSON([{ name: 'b.png', remote: attached }])
  const itemID = await user.newItem(projectID, roomID, { field1: 'kept' }, files)
  const { roomType } = await user.must(getRoom, { query: { roomID } })
  const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  const { trashID } = await user.must(deleteRoom, { query: { roomID: await user.newRoom(projectID, 'Attic') } })
  const [session] = await user.must(listMySessions, {})
  const { keyID } = await user.must(createKey, { body: { name: 'curl', writes: false, currentPass: PASSWORD } })
  const userID = await addMember(db, projectID, member, 'viewer')
  const { invitationID } = await inviteSomebody(user, projectID)
  const { token } = await inviteSomebody(sam, await sam.newProject(`Birch Lane ${projectID}`))
  const linkID = await user.newLink(projectID, roomID)
  // About nothing that follows, so it sends nothing.
  const webhook = { projectID, address: 'https://hooks.invalid', topics: ['revision' as const] }
  const { webhookID } = await user.must(createWebhook, { body: webhook })
  const { taskID } = await user.must(createTask, { body: { projectID, itemID, inputs: TASK } })
  const photoID = await unsortedPhoto(user, projectID)
  const revisionID = await oldRevision(db, user, projectID)
  const eventID = await deletedItem(user, projectID, roomID)
  const templateID = await keptTemplate(user, projectID)
  const change = await changedItem(user, projectID, roomID)
  await offerSomebody(user, projectID)
  const offerToken = await offerSomebody(sam, await sam.newProject(`Oak Court ${projectID}`))
  const declinedToken = await offerSomebody(sam, await sam.newProject(`Pine Court ${projectID}`))
  return {
    ...{ projectID, templateID, roomID, itemID, remote: file?.remote ?? '', attached, roomType, ...ids },
    ...{ trashID, userID, sessionID: session?.sessionID ?? 0, passkeyID: await oldPasskey(db, user), keyID },
    ...{ invitationID, token, linkID, webhookID, taskID, photoID, revisionID, offerToken, declinedToken, eventID },
    ...change,
  }
}

/** Whose key nobody has. */
const oldPasskey = async (db: UnscopedDatabase, user: Client): Promise<number> => {
  const { username } = await user.must(getMyAccount, {})
  const { id } = await db
    .insertInto('passkeys')
    .columns(['user_id', 'credential_id', 'public_key', 'counter', 'transports', 'host', 'name', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .where('username', '=', username)
        .select((e) => [
          'users.id',
          e.val(randomUUID()).as('credential'),
          e.val('AAAA').as('key'),
          e.lit(0).as('counter'),
          e.val('[]').as('transports'),
          e.val('localhost').as('host'),
          e.val('Chrome on Linux').as('name'),
          'users.created_at',
        ]),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A user with every role, and one of each thing that a request can name. */
export const startWithThings = async () => {
  const { people, ...started } = await withThings()
  return { ...started, user: people.user }
}

const withThings = furnished(async ({ newUser, services: { db } }) => {
  const user = await newUser('robin', [Role.Admin, Role.Reseller])
  return { people: { user }, things: await newThings(db, user, await newUser('sam_e')) }
})

export type Tree = Record<string, unknown>
export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null

/** The way to every member and element of a value, outer ones first. */
export const pathsOf = (value: unknown): string[][] =>
  isTree(value)
    ? Object.entries(value).flatMap(([key, inner]) => [[key], ...pathsOf(inner).map((rest) => [key, ...rest])])
    : []

export type Change = { how: 'put' | 'add'; name: string; value: unknown } | { how: 'remove' }

/** A copy with one place changed. Made from entries, so that "__proto__" is a member like any other. */
export const changed = (value: unknown, [step, ...rest]: string[], change: Change): unknown => {
  if (!isTree(value) || step === undefined) return value
  const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
    if (key !== step) return [[key, inner]]
    if (rest.length > 0) return [[key, changed(inner, rest, change)]]
    if (change.how === 'remove') return []
    return change.how === 'put'
      ? [[key, change.value]]
      : [
          [key, inner],
          [change.name, change.value],
        ]
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed()

export const asRequest = ({ method, path }: EndpointSpec, { query, params, body }: Tree): InjectOptions => {
  const url = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(asText(isTree(params) && params[name])))
  const pairs = isTree(query)
    ? Object.entries(query).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((each) => [name.toWellFormed(), asText(each)]),
      )
    : []
  return {
    method,
    url: pairs.length > 0 ? `${url}?${new URLSearchParams(pairs)}` : url,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    }),
  }
}

// Who may do what: tests/http/platform/access-matrix.test.ts

/** What names a thing of somebody, on the wire. */
export const NAMES_A_THING = /IDs?$|^(remote|files|roomType)$/
type NamesAThing = `${string}ID` | `${string}IDs` | 'remote' | 'files' | 'roomType'

type KeysWithin<T> = T extends readonly (infer Entry)[]
  ? KeysWithin<Entry>
  : T extends object
    ? { [K in keyof T & string]-?: K | KeysWithin<T[K]> }[keyof T & string]
    : never

type KeysOf<E extends EndpointSpec> = KeysWithin<QueryOf<E> | ParamsOf<E> | SentBodyOf<E>>

/** A request that names `theirs`, which are somebody else's or absent, beside `mine`, which are the caller's own. */
type Naming<E extends EndpointSpec> = (theirs: Things, mine: Things) => InputOf<E>
type About<E extends EndpointSpec> = (mine: Things) => InputOf<E>

/** The right to a project that a call takes; `alone`: that of its owner, to whose members it is not there. */
export type Taken = Right | 'alone'

/** A call of people: about things of somebody, by each way to name them, the plain one first, or about the caller's own. */
interface OfSomebody<E extends EndpointSpec> {
  takes: Taken
  names: Readonly<Record<string, Naming<E>>>
  own?: About<E>
}
/** What a read-only link sees something by. */
interface Shown<E extends EndpointSpec> {
  shownTo: 'every good link' | 'links to the room'
  link: About<E>
}

type NamesNothing<E extends EndpointSpec> = [Extract<KeysOf<E>, NamesAThing>] extends [never] ? true : false
type IsOfInstallation<E extends EndpointSpec> = E['access'] extends
  | typeof SHAPES_STRUCTURE
  | readonly [typeof Role.Admin]
  ? true
  : false

/** Whether a call names nothing that is somebody's: it is everybody's, of the installation, or about the caller's own. */
type NamesNobodys<E extends EndpointSpec> = E['access'] extends 'link'
  ? false
  : E['access'] extends 'public'
    ? true
    : E['body'] extends 'files'
      ? true
      : IsOfInstallation<E> extends true
        ? true
        : NamesNothing<E>

type AccessOf<E extends EndpointSpec> = E['access'] extends 'link'
  ? Shown<E>
  : E extends { alsoLinks: string }
    ? OfSomebody<E> & Pick<Shown<E>, 'link'>
    : OfSomebody<E> | { own: About<E> }

export const NOBODYS_NUMBER = Number.MAX_SAFE_INTEGER
const NOBODYS_FILE = 'A'.repeat(22)
const N = NOBODYS_NUMBER
export const NOBODYS: Things = {
  ...{ projectID: N, templateID: N, roomID: N, itemID: N, roomType: N, catID: N, subcatID: N, trashID: N, linkID: N },
  ...{
    webhookID: N,
    taskID: N,
    photoID: N,
    revisionID: N,
    eventID: N,
    changeID: N,
    copyID: N,
    userID: N,
    sessionID: N,
  },
  ...{ passkeyID: N, keyID: N, invitationID: N, remote: NOBODYS_FILE, attached: NOBODYS_FILE },
  ...{ token: TOKEN, offerToken: TOKEN, declinedToken: TOKEN },
}

/** The username of the person who asks about what is somebody else's. */
export const STRANGER = 'stranger'

const ELSEWHERE = { address: '1 Other Road', city: 'Elsewhere', state: 'NH', zip: '03755' }
export const HIDES_NOTHING = { notes: false, files: false, positions: false, labels: [] }
const only = (remote: string) => filesJSON([{ name: 'manual.pdf', remote }])
const COLUMNS = [{ is: 'subcategory' as const }, { is: 'label' as const, name: 'Brand' }]
const both = <T>(one: T, other: T): T[] => [...new Set([one, other])]

type In = Pick<Things, 'projectID'> & Partial<Pick<Things, 'roomID' | 'itemID'>>
const sheetFor = (place: Omit<In, 'itemID'>, remote: string) => ({ body: { ...place, remote, columns: COLUMNS } })
const taskFor = (place: In) => ({ body: { ...place, inputs: TASK } })
const cardFor = (place: In) => ({ query: { ...place, kind: 'touchup' as const } })
const houseCardFor = (place: In) => ({ query: { ...place, kind: 'home' as const } })
const linkTo = (scope: Omit<In, 'itemID'> & { scope?: { rooms: number[] } }) => ({
  body: { ...scope, name: 'Intruder', hides: HIDES_NOTHING },
})
const newItemOf = ({ projectID, roomID, catID, subcatID }: Things) => ({
  body: { projectID, roomID, catID, subcatID, inputs: {} },
})

/** Who may make each call that names something of somebody, and requests to ask it by. A call without its entry does not compile. */
export const ACCESS: {
  readonly [Name in keyof Endpoints as NamesNobodys<Endpoints[Name]> extends true ? never : Name]: AccessOf<
    Endpoints[Name]
  >
} = {
  exportMyData: {
    takes: 'read',
    own: () => ({ query: {} }),
    names: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  },
  endMySession: { takes: 'alone', names: { 'a session': ({ sessionID }) => ({ query: { sessionID } }) } },
  getProject: { takes: 'read', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  updateProject: {
    takes: 'own',
    names: {
      'a project': ({ projectID }) => ({ body: { projectID, inputs: { name: 'Taken over', ...ELSEWHERE } } }),
    },
  },
  deleteProject: { takes: 'own', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  saveAsTemplate: { takes: 'read', names: { 'a project': ({ projectID }) => ({ body: { projectID } }) } },
  renameTemplate: {
    takes: 'alone',
    names: { 'a template': ({ templateID }) => ({ body: { projectID: templateID, name: 'Taken over' } }) },
  },
  createFromTemplate: {
    takes: 'alone',
    names: {
      'a template': ({ templateID }) => ({ body: { projectID: templateID, inputs: { name: 'Mine', ...ELSEWHERE } } }),
    },
  },
  listMembers: { takes: 'read', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  inviteMember: {
    takes: 'own',
    names: {
      'a project': ({ projectID }) => ({ body: { projectID, email: 'intruder@example.com', may: 'write' } }),
    },
  },
  cancelInvitation: {
    takes: 'own',
    names: {
      'a project and its invitation': ({ projectID, invitationID }) => ({ query: { projectID, invitationID } }),
      'an invitation, under their own project': ({ invitationID }, { projectID }) => ({
        query: { projectID, invitationID },
      }),
    },
  },
  setMemberRight: {
    takes: 'own',
    names: {
      'a project and its member': ({ projectID, userID }) => ({ body: { projectID, userID, may: 'write' } }),
      'a member, under their own project': ({ userID }, { projectID }) => ({
        body: { projectID, userID, may: 'write' },
      }),
    },
  },
  removeMember: {
    takes: 'own',
    names: {
      'a project and its member': ({ projectID, userID }) => ({ query: { projectID, userID } }),
      'a member, under their own project': ({ userID }, { projectID }) => ({ query: { projectID, userID } }),
    },
  },
  getOffer: { takes: 'own', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  offerProject: {
    takes: 'own',
    names: {
      'a project': ({ projectID }) => ({
        body: { projectID, email: 'intruder@example.com', goes: ALL_PARTS, stays: false },
      }),
    },
  },
  cancelOffer: { takes: 'own', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  listRooms: { takes: 'read', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  getRoom: { takes: 'read', names: { 'a room': ({ roomID }) => ({ query: { roomID } }) } },
  createRoom: {
    takes: 'write',
    names: {
      'a project': ({ projectID }, { roomType }) => ({ body: { projectID, roomType, roomName: 'Intruder' } }),
    },
  },
  createRooms: {
    takes: 'write',
    names: {
      'a project': ({ projectID }, { roomType }) => ({
        body: { projectID, rooms: [{ roomType, roomName: 'Intruder' }] },
      }),
    },
  },
  deleteRoom: { takes: 'write', names: { 'a room': ({ roomID }) => ({ query: { roomID } }) } },
  changeRoomType: {
    takes: 'write',
    names: { 'a room': ({ roomID }, { roomType }) => ({ body: { roomID, roomType } }) },
  },
  updateRoom: { takes: 'write', names: { 'a room': ({ roomID }) => ({ body: { roomID, roomName: 'Taken over' } }) } },
  // Its subcategory belongs to everybody.
  listSuggestions: { own: ({ subcatID }) => ({ query: { subcatID, field: 'field1', q: '' } }) },
  search: {
    takes: 'read',
    own: () => ({ query: { q: 'o' } }),
    names: { 'a project': ({ projectID }) => ({ query: { q: 'castellan', projectID } }) },
  },
  whereUsed: { takes: 'read', names: { 'an item': ({ itemID }) => ({ query: { itemID } }) } },
  usedInRooms: { takes: 'read', names: { 'a room': ({ roomID }) => ({ query: { roomID } }) } },
  getHistory: { takes: 'read', names: { 'an item': ({ itemID }) => ({ query: { itemID } }) } },
  getEmergency: { takes: 'read', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  getReadiness: { takes: 'read', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  setNotNeeded: {
    takes: 'write',
    names: {
      'an item': ({ itemID }) => ({ body: { itemID, what: 'values', notNeeded: true } }),
      'a room': ({ roomID }) => ({ body: { roomID, what: 'items', notNeeded: true } }),
    },
  },
  getUpcoming: {
    takes: 'read',
    own: () => ({ query: {} }),
    names: {
      'a project': ({ projectID }) => ({ query: { projectID } }),
      'an item': ({ itemID }) => ({ query: { itemID } }),
      'an item, under their own project': ({ itemID }, { projectID }) => ({ query: { projectID, itemID } }),
    },
  },
  createTask: {
    takes: 'write',
    names: {
      'a project': ({ projectID }) => taskFor({ projectID }),
      'a project and its room': ({ projectID, roomID }) => taskFor({ projectID, roomID }),
      'a room, under their own project': ({ roomID }, { projectID }) => taskFor({ projectID, roomID }),
      'an item, under their own project': ({ itemID }, { projectID }) => taskFor({ projectID, itemID }),
      'an item, under their own room': ({ itemID }, { projectID, roomID }) => taskFor({ projectID, roomID, itemID }),
      'a room, for an item of their own': ({ roomID }, { projectID, itemID }) => taskFor({ projectID, roomID, itemID }),
      'a project, for an item of their own': ({ projectID }, { itemID }) => taskFor({ projectID, itemID }),
    },
  },
  updateTask: {
    takes: 'write',
    names: { 'a task': ({ taskID }) => ({ body: { taskID, version: 1, inputs: { name: 'Taken over' } } }) },
  },
  markTaskDone: { takes: 'write', names: { 'a task': ({ taskID }) => ({ body: { taskID, version: 1 } }) } },
  putOffTask: {
    takes: 'write',
    names: { 'a task': ({ taskID }) => ({ body: { taskID, version: 1, day: '2031-01-30' } }) },
  },
  skipTask: { takes: 'write', names: { 'a task': ({ taskID }) => ({ body: { taskID, version: 1 } }) } },
  deleteTask: { takes: 'write', names: { 'a task': ({ taskID }) => ({ query: { taskID } }) } },
  listTaskSuggestions: { takes: 'write', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  declineSuggestion: {
    takes: 'write',
    names: { 'an item': ({ itemID }) => ({ body: { itemID, suggestion: 'test-alarm' } }) },
  },
  getActivity: { takes: 'read', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  getSheet: {
    takes: 'read',
    names: {
      'a project': ({ projectID }) => ({ query: { projectID, format: 'xlsx' } }),
      'a room, under their own project': ({ roomID }, { projectID }) => ({
        query: { projectID, roomID, format: 'csv' },
      }),
    },
  },
  getPaper: {
    takes: 'read',
    link: ({ projectID, roomID }) => cardFor({ projectID, roomID }),
    names: {
      'a project': ({ projectID }) => cardFor({ projectID }),
      'a room, under their own project': ({ roomID }, { projectID }) => cardFor({ projectID, roomID }),
      'a room among others, under their own project': ({ roomID }, { projectID, roomID: own }) => ({
        query: { projectID, rooms: [own, roomID], kind: 'schedule' },
      }),
      'an item, under their own project': ({ itemID }, { projectID }) => cardFor({ projectID, itemID }),
      'a project, for its house card': ({ projectID }) => houseCardFor({ projectID }),
      'a room, under their own project, for its house card': ({ roomID }, { projectID }) =>
        houseCardFor({ projectID, roomID }),
      'an item, under their own project, for its house card': ({ itemID }, { projectID }) =>
        houseCardFor({ projectID, itemID }),
    },
  },
  readSheet: {
    takes: 'write',
    names: {
      'a project': ({ projectID }, { remote: table }) => ({ body: { projectID, remote: table } }),
      'a table, for their own project': ({ remote: table }, { projectID }) => ({ body: { projectID, remote: table } }),
    },
  },
  checkSheet: {
    takes: 'write',
    names: {
      'a project': ({ projectID }, { remote }) => sheetFor({ projectID }, remote),
      'a table, for their own project': ({ remote }, { projectID, roomID }) => sheetFor({ projectID, roomID }, remote),
      'a room, for their own project': ({ roomID }, { projectID, remote }) => sheetFor({ projectID, roomID }, remote),
    },
  },
  importSheet: {
    takes: 'write',
    names: {
      'a project and its room': ({ projectID, roomID }, { remote }) => sheetFor({ projectID, roomID }, remote),
      'a table, for their own project': ({ remote }, { projectID, roomID }) => sheetFor({ projectID, roomID }, remote),
      'a room, for their own project': ({ roomID }, { projectID, remote }) => sheetFor({ projectID, roomID }, remote),
    },
  },
  markActivitySeen: { takes: 'read', names: { 'a project': ({ projectID }) => ({ body: { projectID, eventID: 1 } }) } },
  listItems: { takes: 'read', names: { 'a room': ({ roomID }) => ({ query: { roomID } }) } },
  getItem: { takes: 'read', names: { 'an item': ({ itemID }) => ({ query: { itemID } }) } },
  createItem: {
    takes: 'write',
    names: {
      'a project and its room': ({ projectID, roomID }, mine) => newItemOf({ ...mine, projectID, roomID }),
      'a room, under their own project': ({ roomID }, mine) => newItemOf({ ...mine, roomID }),
      'a project, for their own room': ({ projectID }, mine) => newItemOf({ ...mine, projectID }),
      'a file, for an item of their own': ({ attached: remote }, mine) => ({
        body: { ...newItemOf(mine).body, inputs: { field1: 'Brand' }, files: only(remote) },
      }),
    },
  },
  updateItem: {
    takes: 'write',
    names: {
      'an item': ({ itemID }) => ({ body: { itemID, inputs: { field1: 'Taken over' } } }),
      'an item and its version': ({ itemID }) => ({ body: { itemID, inputs: {}, version: 1 } }),
      'an item, to empty its files': ({ itemID }) => ({ body: { itemID, inputs: {}, files: '' } }),
      'a file, for an item of their own': ({ attached: remote }, { itemID }) => ({
        body: { itemID, inputs: { field1: 'Mine' }, files: only(remote) },
      }),
    },
  },
  changeSubcategory: {
    takes: 'write',
    names: {
      'an item': ({ itemID }, { catID, subcatID }) => ({ body: { itemID, catID, subcatID, version: 1 } }),
    },
  },
  deleteItem: { takes: 'write', names: { 'an item': ({ itemID }) => ({ query: { itemID } }) } },
  deleteItemFile: {
    takes: 'write',
    names: {
      'an item and its file': ({ itemID, attached: remote }) => ({ query: { itemID, remote } }),
      'an item, with a file of their own': ({ itemID }, { attached: remote }) => ({ query: { itemID, remote } }),
      'a file, on an item of their own': ({ attached: remote }, { itemID }) => ({ query: { itemID, remote } }),
    },
  },
  listPictures: {
    takes: 'read',
    names: {
      'a project': ({ projectID }) => ({ query: { projectID } }),
      'a project and its room': ({ projectID, roomID }) => ({ query: { projectID, roomID } }),
      'a room, under their own project': ({ roomID }, { projectID }) => ({ query: { projectID, roomID } }),
      'a project, for their own room': ({ projectID }, { roomID }) => ({ query: { projectID, roomID } }),
    },
  },
  setRoomCover: {
    takes: 'write',
    names: {
      'a room and its file': ({ roomID, attached: remote }) => ({ body: { roomID, remote } }),
      'a room, to have its board': ({ roomID }) => ({ body: { roomID, remote: null } }),
      'a file, for a room of their own': ({ attached: remote }, { roomID }) => ({ body: { roomID, remote } }),
    },
  },
  setProjectCover: {
    takes: 'own',
    names: {
      'a project and its file': ({ projectID, attached: remote }) => ({ body: { projectID, remote } }),
      'a project, to have its board': ({ projectID }) => ({ body: { projectID, remote: null } }),
      'a file, for a project of their own': ({ attached: remote }, { projectID }) => ({ body: { projectID, remote } }),
    },
  },
  updateItemFile: {
    takes: 'write',
    names: {
      'an item and its file': ({ itemID, attached: remote }) => ({
        body: { itemID, remote, inputs: { name: 'taken.pdf' } },
      }),
      'an item, with a file of their own': ({ itemID }, { attached: remote }) => ({
        body: { itemID, remote, inputs: { name: 'taken.pdf' } },
      }),
      'a file, on an item of their own': ({ attached: remote }, { itemID }) => ({
        body: { itemID, remote, inputs: { caption: 'Mine' } },
      }),
    },
  },
  copyItem: {
    takes: 'write',
    names: {
      'an item and its room': ({ itemID, roomID }) => ({ body: { itemID, roomIDs: [roomID] } }),
      'an item, into a room of their own': ({ itemID }, { roomID }) => ({ body: { itemID, roomIDs: [roomID] } }),
      'a room, for an item of their own': ({ roomID }, { itemID }) => ({ body: { itemID, roomIDs: [roomID] } }),
    },
  },
  copyRoom: {
    takes: 'write',
    names: {
      'a room and its project': ({ roomID, projectID }) => ({ body: { roomID, toProjectID: projectID } }),
      'a room, into a project of their own': ({ roomID }, { projectID }) => ({
        body: { roomID, toProjectID: projectID },
      }),
      'a project, for a room of their own': ({ projectID }, { roomID }) => ({
        body: { roomID, toProjectID: projectID },
      }),
    },
  },
  moveItems: {
    takes: 'write',
    names: {
      'an item and its room': ({ itemID, roomID }) => ({ body: { itemIDs: [itemID], roomID } }),
      'an item, to a room of their own': ({ itemID }, { roomID }) => ({ body: { itemIDs: [itemID], roomID } }),
      'a room, for an item of their own': ({ roomID }, { itemID }) => ({ body: { itemIDs: [itemID], roomID } }),
    },
  },
  moveRooms: {
    takes: 'own',
    names: {
      'a room and its project': ({ roomID, projectID }) => ({ body: { roomIDs: [roomID], toProjectID: projectID } }),
      'a room, into a project of their own': ({ roomID }, { projectID }) => ({
        body: { roomIDs: [roomID], toProjectID: projectID },
      }),
      'a room beside one of their own': ({ roomID }, mine) => ({
        body: { roomIDs: both(mine.roomID, roomID), toProjectID: mine.projectID },
      }),
      'a project, for a room of their own': ({ projectID }, { roomID }) => ({
        body: { roomIDs: [roomID], toProjectID: projectID },
      }),
    },
  },
  deleteItems: {
    takes: 'write',
    names: {
      'an item': ({ itemID }) => ({ body: { itemIDs: [itemID] } }),
      'an item beside one of their own': ({ itemID }, mine) => ({ body: { itemIDs: both(mine.itemID, itemID) } }),
    },
  },
  setLabel: {
    takes: 'write',
    names: {
      'an item': ({ itemID }) => ({ body: { itemIDs: [itemID], propID: BRAND, value: 'Taken over' } }),
      'an item beside one of their own': ({ itemID }, mine) => ({
        body: { itemIDs: both(mine.itemID, itemID), propID: BRAND, value: 'Taken over' },
      }),
    },
  },
  listLinkedCopies: { takes: 'write', names: { 'an item': ({ itemID }) => ({ query: { itemID } }) } },
  changeLinkedCopies: {
    takes: 'write',
    names: {
      'a change and its copy': ({ changeID, copyID }) => ({ body: { eventID: changeID, itemIDs: [copyID] } }),
      'a change': ({ changeID }, { copyID }) => ({ body: { eventID: changeID, itemIDs: [copyID] } }),
      'a copy, by a change of their own': ({ copyID }, { changeID }) => ({
        body: { eventID: changeID, itemIDs: [copyID] },
      }),
      'a copy beside one of their own': ({ copyID }, mine) => ({
        body: { eventID: mine.changeID, itemIDs: both(mine.copyID, copyID) },
      }),
    },
  },
  leaveLinkedCopies: { takes: 'write', names: { 'a change': ({ changeID }) => ({ body: { eventID: changeID } }) } },
  undo: {
    takes: 'write',
    names: {
      'an event': ({ eventID }) => ({ body: { eventID } }),
      'an event beside one of their own': ({ eventID }, mine) => ({ body: { eventIDs: both(mine.eventID, eventID) } }),
    },
  },
  orderRooms: {
    takes: 'write',
    names: {
      'a project': ({ projectID }) => ({ body: { projectID, roomIDs: [] } }),
      'a room, in a project of their own': ({ roomID }, { projectID }) => ({ body: { projectID, roomIDs: [roomID] } }),
      'a project, with a room of their own': ({ projectID }, { roomID }) => ({
        body: { projectID, roomIDs: [roomID] },
      }),
      'a project and its room': ({ projectID, roomID }) => ({ body: { projectID, roomIDs: [roomID] } }),
    },
  },
  orderItems: {
    takes: 'write',
    names: {
      'a room': ({ roomID }) => ({ body: { roomID, itemIDs: [] } }),
      'an item, in a room of their own': ({ itemID }, { roomID }) => ({ body: { roomID, itemIDs: [itemID] } }),
      'a room, with an item of their own': ({ roomID }, { itemID }) => ({ body: { roomID, itemIDs: [itemID] } }),
      'a room and its item': ({ roomID, itemID }) => ({ body: { roomID, itemIDs: [itemID] } }),
    },
  },
  copyProject: { takes: 'read', names: { 'a project': ({ projectID }) => ({ body: { projectID } }) } },
  listLinks: { takes: 'own', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  getProjectBranding: { takes: 'own', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  setProjectBranding: {
    takes: 'own',
    names: {
      'a project': ({ projectID }) => ({
        body: { projectID, inputs: { firm: 'Hale', phone: '', drawnBy: '', number: '26-014' } },
      }),
    },
  },
  listInboxPhotos: { takes: 'read', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  addInboxPhoto: {
    takes: 'write',
    names: {
      'a project, for a file of their own': ({ projectID }, { remote }) => ({ body: { projectID, remote } }),
      'a room, under their own project': ({ roomID }, { projectID, remote }) => ({
        body: { projectID, roomID, remote },
      }),
      'a file, for their own project': ({ attached: remote }, { projectID }) => ({ body: { projectID, remote } }),
    },
  },
  deleteInboxPhotos: {
    takes: 'write',
    names: {
      'a project': ({ projectID, photoID }) => ({ body: { projectID, photoIDs: [photoID] } }),
      'a photo, under their own project': ({ photoID }, { projectID }) => ({
        body: { projectID, photoIDs: [photoID] },
      }),
    },
  },
  turnPhoto: {
    takes: 'write',
    names: {
      'a project': ({ projectID, photoID }) => ({ body: { projectID, photoID } }),
      'a photo, under their own project': ({ photoID }, { projectID }) => ({ body: { projectID, photoID } }),
    },
  },
  addPhotosToItem: {
    takes: 'write',
    names: {
      'an item and a photo': ({ itemID, photoID }) => ({ body: { itemID, photoIDs: [photoID] } }),
      'an item, with a photo of their own': ({ itemID }, { photoID }) => ({ body: { itemID, photoIDs: [photoID] } }),
      'a photo, for an item of their own': ({ photoID }, { itemID }) => ({ body: { itemID, photoIDs: [photoID] } }),
    },
  },
  createLink: {
    takes: 'own',
    names: {
      'a project': ({ projectID }) => linkTo({ projectID }),
      'a project and its room': ({ projectID, roomID }) => linkTo({ projectID, roomID }),
      'a room, under their own project': ({ roomID }, { projectID }) => linkTo({ projectID, roomID }),
      'a room among others, under their own project': ({ roomID }, mine) =>
        linkTo({ projectID: mine.projectID, scope: { rooms: [mine.roomID, roomID] } }),
    },
  },
  updateLink: { takes: 'own', names: { 'a link': ({ linkID }) => ({ body: { linkID, name: 'Taken over' } }) } },
  turnOffLink: { takes: 'own', names: { 'a link': ({ linkID }) => ({ query: { linkID } }) } },
  listWebhooks: { takes: 'own', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  createWebhook: {
    takes: 'own',
    names: {
      'a project': ({ projectID }) => ({
        body: { projectID, address: 'https://hooks.example', topics: ['revision'] },
      }),
    },
  },
  removeWebhook: { takes: 'own', names: { 'a webhook': ({ webhookID }) => ({ query: { webhookID } }) } },
  testWebhook: { takes: 'own', names: { 'a webhook': ({ webhookID }) => ({ body: { webhookID } }) } },
  listRevisions: { takes: 'read', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  issueRevision: { takes: 'write', names: { 'a project': ({ projectID }) => ({ body: { projectID } }) } },
  removeRevision: { takes: 'own', names: { 'a revision': ({ revisionID }) => ({ query: { revisionID } }) } },
  getQRLink: { takes: 'own', names: { 'a room': ({ roomID }) => ({ body: { roomID } }) } },
  restore: { takes: 'write', names: { 'an entry of the trash': ({ trashID }) => ({ body: { trashID } }) } },
  deletePermanently: { takes: 'own', names: { 'an entry of the trash': ({ trashID }) => ({ query: { trashID } }) } },
  addItemFiles: {
    takes: 'write',
    names: {
      'an item, for a file of their own': ({ itemID }, { remote }) => ({
        body: { itemID, files: [{ name: 'manual.pdf', remote }] },
      }),
      'a file, for an item of their own': ({ attached: remote }, { itemID }) => ({
        body: { itemID, files: [{ name: 'manual.pdf', remote }] },
      }),
    },
  },
  download: {
    takes: 'read',
    link: ({ attached: remote }) => ({ params: { remote } }),
    names: { 'a file': ({ attached: remote }) => ({ params: { remote } }) },
  },
  removePasskey: {
    takes: 'alone',
    names: {
      'a passkey': ({ passkeyID }) => ({ query: { passkeyID }, body: { currentPass: PASSWORD } }),
    },
  },
  createKey: {
    takes: 'read',
    own: () => ({ body: { name: 'curl', writes: true, currentPass: PASSWORD } }),
    names: {
      'a project': ({ projectID }) => ({
        body: { name: 'curl', writes: true, projectIDs: [projectID], currentPass: PASSWORD },
      }),
      'a project beside one of their own': ({ projectID }, mine) => ({
        body: { name: 'curl', writes: true, projectIDs: [mine.projectID, projectID], currentPass: PASSWORD },
      }),
    },
  },
  removeKey: { takes: 'alone', names: { 'an API key': ({ keyID }) => ({ query: { keyID } }) } },

  openLink: { shownTo: 'every good link', link: () => ({}) },
  viewRoom: { shownTo: 'links to the room', link: ({ roomID }) => ({ query: { roomID } }) },
  viewItems: { shownTo: 'links to the room', link: ({ roomID }) => ({ query: { roomID, from: 1 } }) },
  searchView: { shownTo: 'links to the room', link: ({ roomID }) => ({ query: { q: 'o', roomID } }) },
}

/** What the caller's own things and absent ones are asked by, where the good request does not do. */
export const ASKED: {
  readonly [Name in Taking]?:
    | { own: About<Endpoints[Name]> }
    | { absent: Readonly<Record<string, About<Endpoints[Name]>>> }
} = {
  updateMyAccount: { own: () => ({ body: { inputs: { user: STRANGER, ...registrationOf(STRANGER).inputs } } }) },
  changePassword: { own: () => ({ body: { currentPass: PASSWORD, newPass: 'another horse' } }) },
  deleteMyAccount: { own: () => ({ body: { currentPass: PASSWORD } }) },
  askToAddPasskey: { own: () => ({ body: { currentPass: PASSWORD } }) },
  setLabels: {
    absent: { 'a label': ({ subcatID }) => ({ body: { subcatID, fields: [BRAND, NOBODYS_NUMBER], confirmed: true } }) },
  },
}

/** The calls that are about a project, with the right to it that each takes and its plain request. */
export const ofProjects = Object.entries(ACCESS).flatMap(([name, entry]) => {
  if (typeof entry === 'string' || !('takes' in entry) || entry.takes === 'alone') return []
  const [request] = Object.values(entry.names as Record<string, Naming<EndpointSpec>>)
  const endpoint: EndpointSpec = endpoints[name as keyof Endpoints]
  return request ? [{ name, endpoint, takes: entry.takes, request }] : []
})

// Events: tests/http/history/events.test.ts

/** The calls of users that write. Those of the installation write no data of a project. */
export type Writing = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { access: 'public' } | { method: 'GET' }
    ? never
    : IsOfInstallation<Endpoints[Name]> extends true
      ? never
      : Name
}[keyof Endpoints]

/** They write no data of a project: of an account, a file on no item, what one has seen or asked for oneself. */
const TELLING_NOTHING = [
  ...['updateMyAccount', 'changePassword', 'askToAddPasskey', 'savePasskey', 'removePasskey', 'createKey'],
  ...['removeKey', 'askToLogOutAtProvider', 'unlinkProvider', 'newSecondFactor', 'turnOnSecondFactor'],
  ...['turnOffSecondFactor', 'renewRecoveryCodes', 'deleteMyAccount', 'endMySession', 'readSheet', 'checkSheet'],
  ...['markActivitySeen', 'setBranding', 'upload', 'renewCalendarAddress', 'endCalendarAddress', 'updateReminders'],
  ...['declineSuggestion', 'createWebhook', 'removeWebhook', 'testWebhook'],
] as const satisfies readonly Writing[]

/** What each of the others tells of. A new call does not compile until it is here or there. */
export const TELLS: {
  [Name in Exclude<Writing, (typeof TELLING_NOTHING)[number]>]: readonly [EventKind, ...EventKind[]]
} = {
  createProject: ['project created'],
  updateProject: ['project changed'],
  deleteProject: ['project deleted'],
  inviteMember: ['member invited'],
  cancelInvitation: ['member uninvited'],
  setMemberRight: ['member changed'],
  removeMember: ['member removed'],
  joinProject: ['member joined'],
  offerProject: ['project offered'],
  cancelOffer: ['project offer taken back'],
  acceptOffer: ['project handed over', 'project changed'],
  declineOffer: ['project offer declined'],
  createSampleProject: ['project created', 'room created', 'item created'],
  importProject: ['project created', 'room created', 'item created'],
  importSheet: ['items imported', 'item created'],
  createRoom: ['room created'],
  createRooms: ['room created'],
  updateRoom: ['room changed'],
  changeRoomType: ['room changed'],
  deleteRoom: ['room deleted'],
  createItem: ['item created'],
  updateItem: ['item changed', 'file attached'],
  changeSubcategory: ['item kind changed'],
  deleteItem: ['item deleted'],
  addItemFiles: ['file attached'],
  deleteItemFile: ['file deleted'],
  updateItemFile: ['file renamed', 'file captioned'],
  setRoomCover: ['room changed'],
  setProjectCover: ['project changed'],
  setProjectBranding: ['project changed'],
  copyItem: ['item copied'],
  moveItems: ['item moved'],
  moveRooms: ['link taken back', 'room moved away', 'room moved here'],
  deleteItems: ['item deleted'],
  setLabel: ['item changed'],
  changeLinkedCopies: ['item changed'],
  leaveLinkedCopies: ['item others left'],
  undo: ['item restored'],
  setNotNeeded: ['item set aside'],
  orderRooms: ['rooms reordered'],
  orderItems: ['items reordered'],
  copyRoom: ['room copied', 'item copied'],
  copyProject: ['project copied', 'room copied', 'item copied'],
  createTask: ['task created'],
  updateTask: ['task changed'],
  markTaskDone: ['task done'],
  putOffTask: ['task put off'],
  skipTask: ['task skipped'],
  deleteTask: ['task deleted'],
  saveAsTemplate: ['project kept as template', 'room copied', 'item copied'],
  renameTemplate: ['project changed'],
  createFromTemplate: ['project created from template', 'room copied', 'item copied'],
  addInboxPhoto: ['photo added'],
  deleteInboxPhotos: ['photos deleted'],
  turnPhoto: ['photo turned'],
  addPhotosToItem: ['photos sorted', 'file attached'],
  createLink: ['link created'],
  updateLink: ['link changed'],
  turnOffLink: ['link taken back'],
  issueRevision: ['revision issued'],
  removeRevision: ['revision removed'],
  getQRLink: ['link created'],
  restore: ['room restored'],
  deletePermanently: ['room removed'],
}
