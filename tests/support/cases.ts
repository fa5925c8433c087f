import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import type { EndpointSpec, InputOf, ParamsOf, QueryOf, SentBodyOf } from '../../src/shared/endpoint.ts'
import type { endpoints } from '../../src/shared/endpoints.ts'
import type { EventKind } from '../../src/shared/events.ts'
import { copyItem } from '../../src/shared/copies.ts'
import { filesJSON, updateItem } from '../../src/shared/items.ts'
import { addUnsorted } from '../../src/shared/inbox.ts'
import { listOthers } from '../../src/shared/others.ts'
import { inviteMember, removeMember } from '../../src/shared/members.ts'
import { listUsers } from '../../src/shared/people.ts'
import type { Right } from '../../src/shared/rights.ts'
import { Role, type SHAPES_STRUCTURE } from '../../src/shared/roles.ts'
import { deleteRoom, getRoom } from '../../src/shared/rooms.ts'
import { deleteItems } from '../../src/shared/several.ts'
import { createTask } from '../../src/shared/tasks.ts'
import { keepTemplate } from '../../src/shared/templates.ts'
import type { WholeDatabase } from '../../src/server/db/whole.ts'
import { addMember, GOES_ALL, inviteSomebody, offerSomebody } from './members.ts'
import { pictureOf } from './sample-pictures.ts'
import { furnished, PASSWORD, registrationOf, subcategoryIDs, type Client } from './test-app.ts'

export interface Things {
  projectID: number
  templateID: number
  roomID: number
  itemID: number
  remote: string
  roomType: number
  catID: number
  subcatID: number
  trashID: number
  linkID: number
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

const ADDRESS = { address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }

/** Of the table that is uploaded for it. */
const matchingOf = ({ projectID, remote, roomID, roomType, catID, subcatID }: Things) => ({
  ...{ projectID, remote, roomID, sheets: [''], fillDown: true, toNotes: true, kind: { catID, subcatID } },
  columns: [{ is: 'subcategory' as const }, { is: 'label' as const, name: 'Brand' }],
  newRooms: [{ name: 'Pantry', roomTypeID: roomType }],
  kinds: [{ name: 'Tap', catID, subcatID }],
})

/** A good request of each, to be spoiled. */
export const good: { [Name in Taking]: (things: Things) => InputOf<Endpoints[Name]> } = {
  login: () => ({ body: { user: 'robin', pwd: 'wrong horse', remember: true } }),
  register: () => ({ body: registrationOf('newcomer') }),
  forgot: () => ({ body: { user: 'robin' } }),
  resetPassword: () => ({ body: { token: 'A'.repeat(43), newPass: 'another horse' } }),
  requestConsultation: () => ({
    body: {
      inputs: {
        name: 'Robin Sample',
        email: 'robin@example.com',
        phone: '(555) 010-0199',
        project: 'Maple Street',
        about: 'Paint',
        preferredTimes: 'Mornings',
      },
    },
  }),
  updateMyAccount: () => ({
    body: { inputs: { user: 'robin', ...registrationOf('robin').inputs }, currentPass: 'wrong horse' },
  }),
  changePassword: () => ({ body: { currentPass: 'wrong horse', newPass: 'another horse' } }),
  deleteMyAccount: () => ({ body: { currentPass: 'wrong horse' } }),
  exportMyData: ({ projectID }) => ({ query: { projectID } }),
  endMySession: () => ({ query: { sessionID: 4711 }, body: { currentPass: 'wrong horse' } }),
  retryJob: () => ({ body: { jobID: 1 } }),
  dismissJob: () => ({ query: { jobID: 1 } }),
  setConsultationDone: () => ({ body: { consultationID: 1, done: true } }),
  listUsers: () => ({ query: { search: 'Sam', after: 'robin' } }),
  setUserRole: ({ userID }) => ({ body: { userID, role: Role.Reseller, held: true } }),
  setUserLock: ({ userID }) => ({ body: { userID, locked: true } }),
  endUserSessions: ({ userID }) => ({ query: { userID } }),
  sendUserReset: ({ userID }) => ({ body: { userID } }),
  inviteUser: () => ({ body: { email: 'avery@example.com' } }),
  takeBackInvitation: () => ({ query: { invitationID: 1 } }),
  getProject: ({ projectID }) => ({ query: { projectID } }),
  createProject: () => ({ body: { inputs: { name: 'New', client: 'C', address2: '2', ...ADDRESS } } }),
  updateProject: ({ projectID }) => ({
    body: { projectID, inputs: { name: 'Changed', client: 'C', address2: '2', ...ADDRESS } },
  }),
  deleteProject: ({ projectID }) => ({ query: { projectID } }),
  keepTemplate: ({ projectID }) => ({ body: { projectID, name: 'House', files: true } }),
  renameTemplate: ({ templateID }) => ({ body: { projectID: templateID, name: 'House' } }),
  createFromTemplate: ({ templateID }) => ({
    body: { projectID: templateID, inputs: { name: 'New', client: 'C', address2: '2', ...ADDRESS }, files: false },
  }),
  listMembers: ({ projectID }) => ({ query: { projectID } }),
  inviteMember: ({ projectID }) => ({ body: { projectID, email: 'avery@example.com', may: 'read' } }),
  withdrawInvitation: ({ projectID, invitationID }) => ({ query: { projectID, invitationID } }),
  setMemberRight: ({ projectID, userID }) => ({ body: { projectID, userID, may: 'write' } }),
  removeMember: ({ projectID, userID }) => ({ query: { projectID, userID } }),
  openInvitation: ({ token }) => ({ body: { token } }),
  joinProject: ({ token }) => ({ body: { token } }),
  getOffer: ({ projectID }) => ({ query: { projectID } }),
  offerProject: ({ projectID }) => ({
    body: { projectID, email: 'avery@example.com', word: 'The keys are on the hook.', goes: GOES_ALL, stays: false },
  }),
  takeBackOffer: ({ projectID }) => ({ query: { projectID } }),
  openOffer: ({ offerToken }) => ({ body: { token: offerToken } }),
  acceptOffer: ({ offerToken }) => ({ body: { token: offerToken, name: 'Taken Over' } }),
  declineOffer: ({ declinedToken }) => ({ body: { token: declinedToken } }),
  listRooms: ({ projectID }) => ({ query: { projectID } }),
  getRoom: ({ roomID }) => ({ query: { roomID } }),
  createRoom: ({ projectID, roomType }) => ({ body: { projectID, roomType, roomName: 'Pantry' } }),
  updateRoom: ({ roomID }) => ({ body: { roomID, roomName: 'Pantry' } }),
  changeRoomType: ({ roomID, roomType }) => ({ body: { roomID, roomType, was: roomType } }),
  deleteRoom: ({ roomID }) => ({ query: { roomID } }),
  getRoomStructure: ({ roomType }) => ({ query: { roomType } }),
  listCategories: ({ roomType }) => ({ query: { roomType } }),
  listFields: ({ subcatID }) => ({ query: { subCatID: subcatID } }),
  createRoomType: () => ({ body: { roomType: 'Sauna' } }),
  renameRoomType: ({ roomType }) => ({ body: { roomTypeID: roomType, roomType: 'Sauna', was: 'Kitchen' } }),
  deleteRoomType: ({ roomType }) => ({ query: { roomTypeID: roomType } }),
  copyRoomType: ({ roomType }) => ({ body: { roomTypeID: roomType, roomType: 'Sauna' } }),
  createCategory: () => ({ body: { newCat: 'Sauna' } }),
  createSubcategory: () => ({ body: { newSubCat: 'Sauna' } }),
  renameCategory: ({ catID }) => ({ body: { catID, catName: 'Sauna', was: 'Plumbing' } }),
  renameSubcategory: ({ subcatID }) => ({ body: { subcatID, subCatName: 'Sauna', was: 'Faucet' } }),
  addCategory: ({ roomType, catID }) => ({ body: { roomTypeID: roomType, catID } }),
  addSubcategory: ({ roomType, catID, subcatID }) => ({ body: { roomTypeID: roomType, catID, newSubcatID: subcatID } }),
  removeDefinition: ({ roomType, catID, subcatID }) => ({ query: { roomTypeID: roomType, catID, subcatID } }),
  createProperties: () => ({ body: { newLabelList: ['Brand', 'Heat'] } }),
  setLabels: ({ subcatID }) => ({
    body: { subcatID, fields: [1, null, 2], was: [null], moveValues: true, confirmed: false },
  }),
  setLabelKinds: () => ({ body: { kinds: [{ propID: 1, kind: 'date', was: 'text' }] } }),
  getSubcategoryUse: ({ subcatID }) => ({ query: { subcatID } }),
  importStructure: () => ({
    body: {
      structure: {
        subcategories: { Stove: ['Brand', '', 'Heat'] },
        categories: { Heating: ['Stove'] },
        roomTypes: { Sauna: { Heating: ['Stove'] } },
      },
      apply: true,
      confirmed: false,
    },
  }),
  listStructureChanges: () => ({ query: { before: 1000 } }),
  undoStructureChange: () => ({ body: { changeID: 1, confirmed: true } }),
  listSuggestions: ({ subcatID }) => ({ query: { subcatID, field: 'field1', q: 'a' } }),
  search: ({ projectID, catID }) => ({ query: { q: 'brass', projectID, catID, propID: 1, after: 'e.4.1' } }),
  whereUsed: ({ itemID }) => ({ query: { itemID } }),
  getHistory: ({ itemID }) => ({ query: { itemID, before: 1000 } }),
  getEmergency: ({ projectID }) => ({ query: { projectID } }),
  getReady: ({ projectID }) => ({ query: { projectID, show: 'setaside', group: 'manual' } }),
  setNotNeeded: ({ itemID }) => ({ body: { itemID, what: 'values', notNeeded: true } }),
  getUpcoming: ({ projectID, itemID }) => ({
    query: { projectID, itemID, today: '2031-01-30', after: '2031-01-30 41 6', before: '2031-01-30 41 6' },
  }),
  createTask: ({ projectID, roomID, itemID }) => ({
    body: { projectID, roomID, itemID, inputs: TASK, suggestion: 'change-water-filter' },
  }),
  updateTask: ({ taskID }) => ({ body: { taskID, version: 1, inputs: TASK } }),
  doneTask: ({ taskID }) => ({ body: { taskID, version: 1, day: '2031-01-30', note: 'Twice.' } }),
  putOffTask: ({ taskID }) => ({ body: { taskID, version: 1, day: '2031-01-30' } }),
  skipTask: ({ taskID }) => ({ body: { taskID, version: 1, today: '2031-01-30' } }),
  deleteTask: ({ taskID }) => ({ query: { taskID } }),
  listTaskSuggestions: ({ projectID }) => ({ query: { projectID } }),
  declineSuggestion: ({ itemID }) => ({ body: { itemID, suggestion: 'change-water-filter' } }),
  readCalendar: () => ({ params: { file: `${'A'.repeat(43)}.ics` } }),
  updateReminders: () => ({ body: { isOn: true, weekday: 'friday', zone: 'Europe/Berlin' } }),
  askToEndReminders: () => ({ params: { token: 'A'.repeat(43) } }),
  endReminders: () => ({ params: { token: 'A'.repeat(43) } }),
  getActivity: ({ projectID, userID }) => ({ query: { projectID, userID, before: 1000 } }),
  getSheet: ({ projectID, roomID, catID }) => ({ query: { projectID, format: 'csv', roomID, catID } }),
  getPaper: ({ projectID, roomID, itemID }) => ({ query: { projectID, kind: 'touchup', size: 'a4', roomID, itemID } }),
  readSheet: ({ projectID, remote }) => ({ body: { projectID, remote, sheets: [''] } }),
  checkSheet: (things) => ({ body: matchingOf(things) }),
  importSheet: (things) => ({ body: matchingOf(things) }),
  markActivitySeen: ({ projectID }) => ({ body: { projectID, eventID: 1000 } }),
  listItems: ({ roomID }) => ({ query: { roomID } }),
  getItem: ({ itemID }) => ({ query: { itemID } }),
  createItem: ({ projectID, roomID, catID, subcatID, remote }) => ({
    body: {
      projectID,
      roomID,
      catID,
      subcatID,
      inputs: { field1: 'a', field2: 'b', field3: 'c', field4: 'd', field5: 'e', field6: 'f', notes: 'n' },
      files: JSON.stringify({ 'a.txt': remote }),
    },
  }),
  updateItem: ({ itemID, remote }) => ({
    body: {
      itemID,
      inputs: { field1: 'a', field2: 'b', field3: 'c', field4: 'd', field5: 'e', field6: 'f', notes: 'n' },
      files: JSON.stringify({ 'a.txt': remote }),
      version: 1,
    },
  }),
  changeSubcategory: ({ itemID, catID, subcatID }) => ({
    body: { itemID, catID, subcatID, version: 1, notes: 'n', labels: [], putBack: 1000 },
  }),
  deleteItem: ({ itemID }) => ({ query: { itemID } }),
  deleteItemFile: ({ itemID, remote }) => ({ query: { itemID, remote } }),
  updateItemFile: ({ itemID, remote }) => ({
    body: {
      itemID,
      remote,
      inputs: { name: 'b.txt', caption: 'c', before: remote },
      was: { name: 'a.txt', caption: '' },
    },
  }),
  listPictures: ({ projectID, roomID }) => ({ query: { projectID, roomID } }),
  setRoomCover: ({ roomID, remote }) => ({ body: { roomID, remote } }),
  setProjectCover: ({ projectID, remote }) => ({ body: { projectID, remote } }),
  copyItem: ({ itemID, roomID }) => ({ body: { itemID, roomIDs: [roomID], files: true, skip: true } }),
  moveItems: ({ itemID, roomID }) => ({ body: { itemIDs: [itemID], roomID, skip: true } }),
  moveRooms: ({ projectID, roomID }) => ({ body: { roomIDs: [roomID], toProjectID: projectID, links: true } }),
  deleteItems: ({ itemID }) => ({ body: { itemIDs: [itemID] } }),
  setLabel: ({ itemID }) => ({ body: { itemIDs: [itemID], propID: BRAND, value: 'Harrow', skip: true } }),
  listOthers: ({ itemID }) => ({ query: { itemID, after: 1 } }),
  changeOthers: ({ changeID, copyID }) => ({ body: { eventID: changeID, itemIDs: [copyID], texts: ['field1'] } }),
  undo: ({ eventID }) => ({ body: { eventIDs: [eventID] } }),
  orderRooms: ({ projectID, roomID }) => ({ body: { projectID, roomIDs: [roomID] } }),
  orderItems: ({ roomID, itemID }) => ({ body: { roomID, itemIDs: [itemID] } }),
  copyRoom: ({ projectID, roomID }) => ({
    body: { roomID, toProjectID: projectID, roomName: 'Pantry', files: true },
  }),
  copyProject: ({ projectID }) => ({ body: { projectID, name: 'Next door', files: true } }),
  listUnsorted: ({ projectID }) => ({ query: { projectID } }),
  addUnsorted: ({ projectID, roomID, remote }) => ({ body: { projectID, roomID, remote } }),
  deleteUnsorted: ({ projectID, photoID }) => ({ body: { projectID, photoIDs: [photoID] } }),
  turnPhoto: ({ projectID, photoID }) => ({ body: { projectID, photoID } }),
  sortPhotos: ({ itemID, photoID }) => ({ body: { itemID, photoIDs: [photoID] } }),
  listLinks: ({ projectID }) => ({ query: { projectID } }),
  createLink: ({ projectID, roomID }) => ({
    body: {
      projectID,
      roomID,
      name: 'Painter, hall',
      endsAt: '2999-12-20T22:59:59.000Z',
      hides: { notes: true, files: true, labels: [1] },
    },
  }),
  updateLink: ({ linkID }) => ({
    body: { linkID, name: 'Painter', endsAt: null, hides: { notes: true, files: false, labels: [] } },
  }),
  takeBackLink: ({ linkID }) => ({ query: { linkID } }),
  listRevisions: ({ projectID }) => ({ query: { projectID } }),
  issueRevision: ({ projectID }) => ({
    body: { projectID, note: 'For the painter', size: 'a4', without: ['notes', 'pictures', 'prices'] },
  }),
  removeRevision: ({ revisionID }) => ({ query: { revisionID } }),
  printQR: ({ roomID }) => ({ body: { roomID } }),
  restore: ({ trashID }) => ({ body: { trashID } }),
  deleteForGood: ({ trashID }) => ({ query: { trashID } }),
  addItemFiles: ({ itemID, remote }) => ({ body: { itemID, files: [{ name: 'a.txt', remote }] } }),
  download: ({ remote }) => ({ params: { remote }, query: { version: 'thumbnail' } }),
}

export const TASK = {
  ...{ name: 'Change Water Filter', note: 'In the door.', day: '2031-01-30' },
  repeats: { every: 6, unit: 'month' as const, fromDone: true },
}

/** The first label of the shipped structure. */
export const BRAND = 1

/** Of each project another one. */
const plateOf = (projectID: number) => pictureOf('#8a8f8c', 'jpeg', { width: 8, height: 8 + (projectID % 64) })

/** Waits in the inbox of a project. */
export const unsortedPhoto = async (user: Client, projectID: number): Promise<number> => {
  const [file] = await user.upload([{ name: 'plate.jpg', bytes: await plateOf(projectID) }])
  return (await user.must(addUnsorted, { body: { projectID, remote: file?.remote ?? '' } })).photoID
}

/** Issued of a project: to make a book of each takes too long where there are many. */
export const oldRevision = async (db: WholeDatabase, user: Client, projectID: number, number = 1): Promise<number> => {
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
export const keptTemplate = async (user: Client, projectID: number): Promise<number> =>
  (await user.must(keepTemplate, { body: { projectID } })).projectID

/** The event of a change of an item in a room, and a copy that still holds the old value. */
export const changedItem = async (user: Client, projectID: number, roomID: number) => {
  const itemID = await user.newItem(projectID, roomID, { field1: 'old' })
  const { itemIDs } = await user.must(copyItem, { body: { itemID, roomIDs: [roomID] } })
  await user.must(updateItem, { body: { itemID, inputs: { field1: 'new' } } })
  const { eventID } = await user.must(listOthers, { query: { itemID } })
  return { changeID: eventID ?? 0, copyID: itemIDs[0] ?? 0 }
}

/** One of each thing that a request can name, in a new project of this name, with another person in it and a project of theirs. */
export const newThings = async (
  db: WholeDatabase,
  user: Client,
  sam: Client,
  name = 'Maple Street',
): Promise<Things> => {
  const projectID = await user.newProject(name)
  const roomID = await user.newRoom(projectID)
  const itemID = await user.newItem(projectID, roomID, { field1: 'kept' })
  const [file] = await user.upload([{ name: 'a.txt', bytes: Buffer.from('Sub Category,Brand\nFaucet,Castellan\n') }])
  const { roomType } = await user.must(getRoom, { query: { roomID } })
  const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  const { trashID } = await user.must(deleteRoom, { query: { roomID: await user.newRoom(projectID, 'Attic') } })
  const { users } = await user.must(listUsers, { query: { search: 'sam_e' } })
  const userID = users[0]?.userID ?? 0
  await addMember(db, projectID, 'sam_e', 'viewer')
  const { invitationID } = await inviteSomebody(user, projectID)
  const { token } = await inviteSomebody(sam, await sam.newProject(`Birch Lane ${projectID}`))
  const linkID = await user.newLink(projectID, roomID)
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
    ...{ projectID, templateID, roomID, itemID, remote: file?.remote ?? '', roomType, ...ids, trashID, userID },
    ...{ invitationID, token, linkID, taskID, photoID, revisionID, offerToken, declinedToken, eventID },
    ...change,
  }
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

export const taking = Object.keys(good) as Taking[]

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

// Strangers: tests/http/strangers.test.ts

/** What names a thing of somebody, on the wire. */
export const NAMES_A_THING = /IDs?$|^(remote|files|roomType)$/
type NamesAThing = `${string}ID` | `${string}IDs` | 'remote' | 'files' | 'roomType'

type KeysWithin<T> = T extends readonly (infer Entry)[]
  ? KeysWithin<Entry>
  : T extends object
    ? { [K in keyof T & string]-?: K | KeysWithin<T[K]> }[keyof T & string]
    : never

type KeysOf<E extends EndpointSpec> = KeysWithin<QueryOf<E> | ParamsOf<E> | SentBodyOf<E>>
/** The endpoints that take the name of a thing, at any depth of their query, path or body; those of links: links.test.ts. */
export type Concerned = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { access: 'link' }
    ? never
    : [Extract<KeysOf<Endpoints[Name]>, NamesAThing>] extends [never]
      ? never
      : Name
}[keyof Endpoints]

export interface TheirThings {
  projectID: number
  templateID: number
  roomID: number
  itemID: number
  remote: string
  /** An upload that is a table. */
  table: string
  /** A room of the project lies in the trash. */
  trashID: number
  linkID: number
  /** Of the item. */
  taskID: number
  /** In its inbox. */
  photoID: number
  revisionID: number
  /** An item of the project was deleted by it. */
  eventID: number
  /** The event of a change of an item, and a copy of that. */
  changeID: number
  copyID: number
  sessionID: number
  /** The userID of a member of the project. */
  memberID: number
  /** To the project. */
  invitationID: number
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
export type StrangersRequest<E extends EndpointSpec> = (
  theirs: TheirThings,
  mine: TheirThings & Structure,
) => InputOf<E>

export interface Public<E extends EndpointSpec> {
  absent: InputOf<E>
  answers: 404
}

/** A request that names something absent beside `there`. */
export type Absent<E extends EndpointSpec> = (there: Parts) => InputOf<E>

/**
 * Data of somebody: what a stranger may try. Public data and what belongs to the installation, which have no owner: what
 * an absent identifier answers.
 */
type Cases<E extends EndpointSpec> = E['access'] extends 'public'
  ? Public<E>
  : E['access'] extends typeof SHAPES_STRUCTURE | readonly [typeof Role.Admin]
    ? Record<string, Absent<E>>
    : Record<string, StrangersRequest<E>>

/** An endpoint that takes the name of a thing and has no case here does not compile. */
type Census = { [Name in Concerned]: Cases<Endpoints[Name]> }

export const NOBODYS_NUMBER = Number.MAX_SAFE_INTEGER
export const NOBODYS: TheirThings = {
  projectID: NOBODYS_NUMBER,
  templateID: NOBODYS_NUMBER,
  roomID: NOBODYS_NUMBER,
  itemID: NOBODYS_NUMBER,
  remote: 'AAAAAAAAAAAAAAAAAAAAAA',
  table: 'AAAAAAAAAAAAAAAAAAAAAA',
  trashID: NOBODYS_NUMBER,
  linkID: NOBODYS_NUMBER,
  taskID: NOBODYS_NUMBER,
  photoID: NOBODYS_NUMBER,
  revisionID: NOBODYS_NUMBER,
  eventID: NOBODYS_NUMBER,
  changeID: NOBODYS_NUMBER,
  copyID: NOBODYS_NUMBER,
  sessionID: NOBODYS_NUMBER,
  memberID: NOBODYS_NUMBER,
  invitationID: NOBODYS_NUMBER,
}

const ELSEWHERE = { address: '1 Other Road', city: 'Elsewhere', state: 'NH', zip: '03755' }
export const HIDES_NOTHING = { notes: false, files: false, labels: [] }
const only = (remote: string) => filesJSON([{ name: 'manual.pdf', remote }])

const COLUMNS = [{ is: 'subcategory' as const }, { is: 'label' as const, name: 'Brand' }]

export const STRANGERS: Census = {
  exportMyData: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  endMySession: { 'a session': ({ sessionID }) => ({ query: { sessionID } }) },
  getProject: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  updateProject: {
    'a project': ({ projectID }) => ({ body: { projectID, inputs: { name: 'Taken over', ...ELSEWHERE } } }),
  },
  deleteProject: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  keepTemplate: { 'a project': ({ projectID }) => ({ body: { projectID } }) },
  renameTemplate: { 'a template': ({ templateID }) => ({ body: { projectID: templateID, name: 'Taken over' } }) },
  createFromTemplate: {
    'a template': ({ templateID }) => ({ body: { projectID: templateID, inputs: { name: 'Mine', ...ELSEWHERE } } }),
  },
  listMembers: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  inviteMember: {
    'a project': ({ projectID }) => ({ body: { projectID, email: 'intruder@example.com', may: 'write' } }),
  },
  withdrawInvitation: {
    'a project and its invitation': ({ projectID, invitationID }) => ({ query: { projectID, invitationID } }),
    'an invitation, under their own project': ({ invitationID }, { projectID }) => ({
      query: { projectID, invitationID },
    }),
  },
  setMemberRight: {
    'a project and its member': ({ projectID, memberID }) => ({ body: { projectID, userID: memberID, may: 'write' } }),
    'a member, under their own project': ({ memberID }, { projectID }) => ({
      body: { projectID, userID: memberID, may: 'write' },
    }),
  },
  removeMember: {
    'a project and its member': ({ projectID, memberID }) => ({ query: { projectID, userID: memberID } }),
    'a member, under their own project': ({ memberID }, { projectID }) => ({ query: { projectID, userID: memberID } }),
  },
  getOffer: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  offerProject: {
    'a project': ({ projectID }) => ({
      body: { projectID, email: 'intruder@example.com', goes: GOES_ALL, stays: false },
    }),
  },
  takeBackOffer: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  listRooms: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  getRoom: { 'a room': ({ roomID }) => ({ query: { roomID } }) },
  createRoom: {
    'a project': ({ projectID }, { roomType }) => ({ body: { projectID, roomType, roomName: 'Intruder' } }),
  },
  deleteRoom: { 'a room': ({ roomID }) => ({ query: { roomID } }) },
  changeRoomType: { 'a room': ({ roomID }, { roomType }) => ({ body: { roomID, roomType } }) },
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
  setLabelKinds: { 'a label': () => ({ body: { kinds: [{ propID: NOBODYS_NUMBER, kind: 'date' }] } }) },
  getSubcategoryUse: { 'a subcategory': () => ({ query: { subcatID: NOBODYS_NUMBER } }) },
  setUserRole: { 'a user': () => ({ body: { userID: NOBODYS_NUMBER, role: Role.Admin, held: true } }) },
  setUserLock: { 'a user': () => ({ body: { userID: NOBODYS_NUMBER, locked: true } }) },
  endUserSessions: { 'a user': () => ({ query: { userID: NOBODYS_NUMBER } }) },
  sendUserReset: { 'a user': () => ({ body: { userID: NOBODYS_NUMBER } }) },
  takeBackInvitation: { 'an invitation': () => ({ query: { invitationID: NOBODYS_NUMBER } }) },
  retryJob: { 'a job': () => ({ body: { jobID: NOBODYS_NUMBER } }) },
  dismissJob: { 'a job': () => ({ query: { jobID: NOBODYS_NUMBER } }) },
  setConsultationDone: { 'a request': () => ({ body: { consultationID: NOBODYS_NUMBER, done: true } }) },
  undoStructureChange: { 'a change': () => ({ body: { changeID: NOBODYS_NUMBER } }) },
  // Its subcategory is everybody's; tests/http/suggestions.test.ts tells of the values.
  listSuggestions: {},
  search: { 'a project': ({ projectID }) => ({ query: { q: 'castellan', projectID } }) },
  whereUsed: { 'an item': ({ itemID }) => ({ query: { itemID } }) },
  getHistory: { 'an item': ({ itemID }) => ({ query: { itemID } }) },
  getEmergency: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  getReady: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  setNotNeeded: {
    'an item': ({ itemID }) => ({ body: { itemID, what: 'values', notNeeded: true } }),
    'a room': ({ roomID }) => ({ body: { roomID, what: 'items', notNeeded: true } }),
  },
  getUpcoming: {
    'a project': ({ projectID }) => ({ query: { projectID } }),
    'an item': ({ itemID }) => ({ query: { itemID } }),
    'an item, under their own project': ({ itemID }, { projectID }) => ({ query: { projectID, itemID } }),
  },
  createTask: {
    'a project': ({ projectID }) => ({ body: { projectID, inputs: TASK } }),
    'a project and its room': ({ projectID, roomID }) => ({ body: { projectID, roomID, inputs: TASK } }),
    'a room, under their own project': ({ roomID }, { projectID }) => ({ body: { projectID, roomID, inputs: TASK } }),
    'an item, under their own project': ({ itemID }, { projectID }) => ({ body: { projectID, itemID, inputs: TASK } }),
    'an item, under their own room': ({ itemID }, { projectID, roomID }) => ({
      body: { projectID, roomID, itemID, inputs: TASK },
    }),
    'a room, for an item of their own': ({ roomID }, { projectID, itemID }) => ({
      body: { projectID, roomID, itemID, inputs: TASK },
    }),
    'a project, for an item of their own': ({ projectID }, { itemID }) => ({
      body: { projectID, itemID, inputs: TASK },
    }),
  },
  updateTask: { 'a task': ({ taskID }) => ({ body: { taskID, version: 1, inputs: { name: 'Taken over' } } }) },
  doneTask: { 'a task': ({ taskID }) => ({ body: { taskID, version: 1 } }) },
  putOffTask: { 'a task': ({ taskID }) => ({ body: { taskID, version: 1, day: '2031-01-30' } }) },
  skipTask: { 'a task': ({ taskID }) => ({ body: { taskID, version: 1 } }) },
  deleteTask: { 'a task': ({ taskID }) => ({ query: { taskID } }) },
  listTaskSuggestions: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  declineSuggestion: { 'an item': ({ itemID }) => ({ body: { itemID, suggestion: 'test-alarm' } }) },
  getActivity: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  getSheet: {
    'a project': ({ projectID }) => ({ query: { projectID, format: 'xlsx' } }),
    'a room, under their own project': ({ roomID }, { projectID }) => ({ query: { projectID, roomID, format: 'csv' } }),
  },
  getPaper: {
    'a project': ({ projectID }) => ({ query: { projectID, kind: 'touchup' } }),
    'a room, under their own project': ({ roomID }, { projectID }) => ({
      query: { projectID, roomID, kind: 'touchup' },
    }),
    'a room among others, under their own project': ({ roomID }, { projectID, roomID: own }) => ({
      query: { projectID, rooms: [own, roomID], kind: 'schedule' },
    }),
    'an item, under their own project': ({ itemID }, { projectID }) => ({
      query: { projectID, itemID, kind: 'touchup' },
    }),
    'a project, for its house card': ({ projectID }) => ({ query: { projectID, kind: 'home' } }),
    'a room, under their own project, for its house card': ({ roomID }, { projectID }) => ({
      query: { projectID, roomID, kind: 'home' },
    }),
    'an item, under their own project, for its house card': ({ itemID }, { projectID }) => ({
      query: { projectID, itemID, kind: 'home' },
    }),
  },
  readSheet: {
    'a project': ({ projectID }, { table }) => ({ body: { projectID, remote: table } }),
    'a table, for their own project': ({ table }, { projectID }) => ({ body: { projectID, remote: table } }),
  },
  checkSheet: {
    'a project': ({ projectID }, { table }) => ({ body: { projectID, remote: table, columns: COLUMNS } }),
    'a table, for their own project': ({ table }, { projectID, roomID }) => ({
      body: { projectID, remote: table, roomID, columns: COLUMNS },
    }),
    'a room, for their own project': ({ roomID }, { projectID, table }) => ({
      body: { projectID, remote: table, roomID, columns: COLUMNS },
    }),
  },
  importSheet: {
    'a project and its room': ({ projectID, roomID }, { table }) => ({
      body: { projectID, remote: table, roomID, columns: COLUMNS },
    }),
    'a table, for their own project': ({ table }, { projectID, roomID }) => ({
      body: { projectID, remote: table, roomID, columns: COLUMNS },
    }),
    'a room, for their own project': ({ roomID }, { projectID, table }) => ({
      body: { projectID, remote: table, roomID, columns: COLUMNS },
    }),
  },
  markActivitySeen: { 'a project': ({ projectID }) => ({ body: { projectID, eventID: 1 } }) },
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
  changeSubcategory: {
    'an item': ({ itemID }, { catID, subcatID }) => ({ body: { itemID, catID, subcatID, version: 1 } }),
  },
  deleteItem: { 'an item': ({ itemID }) => ({ query: { itemID } }) },
  deleteItemFile: {
    'an item and its file': ({ itemID, remote }) => ({ query: { itemID, remote } }),
    'an item, with a file of their own': ({ itemID }, { remote }) => ({ query: { itemID, remote } }),
    'a file, on an item of their own': ({ remote }, { itemID }) => ({ query: { itemID, remote } }),
  },
  listPictures: {
    'a project': ({ projectID }) => ({ query: { projectID } }),
    'a project and its room': ({ projectID, roomID }) => ({ query: { projectID, roomID } }),
    'a room, under their own project': ({ roomID }, { projectID }) => ({ query: { projectID, roomID } }),
    'a project, for their own room': ({ projectID }, { roomID }) => ({ query: { projectID, roomID } }),
  },
  setRoomCover: {
    'a room and its file': ({ roomID, remote }) => ({ body: { roomID, remote } }),
    'a room, to have its board': ({ roomID }) => ({ body: { roomID, remote: null } }),
    'a file, for a room of their own': ({ remote }, { roomID }) => ({ body: { roomID, remote } }),
  },
  setProjectCover: {
    'a project and its file': ({ projectID, remote }) => ({ body: { projectID, remote } }),
    'a project, to have its board': ({ projectID }) => ({ body: { projectID, remote: null } }),
    'a file, for a project of their own': ({ remote }, { projectID }) => ({ body: { projectID, remote } }),
  },
  updateItemFile: {
    'an item and its file': ({ itemID, remote }) => ({ body: { itemID, remote, inputs: { name: 'taken.pdf' } } }),
    'an item, with a file of their own': ({ itemID }, { remote }) => ({
      body: { itemID, remote, inputs: { name: 'taken.pdf' } },
    }),
    'a file, on an item of their own': ({ remote }, { itemID }) => ({
      body: { itemID, remote, inputs: { caption: 'Mine' } },
    }),
  },
  copyItem: {
    'an item, into a room of their own': ({ itemID }, { roomID }) => ({ body: { itemID, roomIDs: [roomID] } }),
    'a room, for an item of their own': ({ roomID }, { itemID }) => ({ body: { itemID, roomIDs: [roomID] } }),
    'an item and its room': ({ itemID, roomID }) => ({ body: { itemID, roomIDs: [roomID] } }),
  },
  copyRoom: {
    'a room, into a project of their own': ({ roomID }, { projectID }) => ({
      body: { roomID, toProjectID: projectID },
    }),
    'a project, for a room of their own': ({ projectID }, { roomID }) => ({
      body: { roomID, toProjectID: projectID },
    }),
    'a room and its project': ({ roomID, projectID }) => ({ body: { roomID, toProjectID: projectID } }),
  },
  moveItems: {
    'an item, to a room of their own': ({ itemID }, { roomID }) => ({ body: { itemIDs: [itemID], roomID } }),
    'a room, for an item of their own': ({ roomID }, { itemID }) => ({ body: { itemIDs: [itemID], roomID } }),
    'an item and its room': ({ itemID, roomID }) => ({ body: { itemIDs: [itemID], roomID } }),
  },
  moveRooms: {
    'a room, into a project of their own': ({ roomID }, { projectID }) => ({
      body: { roomIDs: [roomID], toProjectID: projectID },
    }),
    'a room beside one of their own': ({ roomID }, mine) => ({
      body: { roomIDs: roomID === mine.roomID ? [roomID] : [mine.roomID, roomID], toProjectID: mine.projectID },
    }),
    'a project, for a room of their own': ({ projectID }, { roomID }) => ({
      body: { roomIDs: [roomID], toProjectID: projectID },
    }),
    'a room and its project': ({ roomID, projectID }) => ({ body: { roomIDs: [roomID], toProjectID: projectID } }),
  },
  deleteItems: {
    'an item': ({ itemID }) => ({ body: { itemIDs: [itemID] } }),
    'an item beside one of their own': ({ itemID }, mine) => ({
      body: { itemIDs: itemID === mine.itemID ? [itemID] : [mine.itemID, itemID] },
    }),
  },
  setLabel: {
    'an item': ({ itemID }) => ({ body: { itemIDs: [itemID], propID: BRAND, value: 'Taken over' } }),
    'an item beside one of their own': ({ itemID }, mine) => ({
      body: {
        itemIDs: itemID === mine.itemID ? [itemID] : [mine.itemID, itemID],
        propID: BRAND,
        value: 'Taken over',
      },
    }),
  },
  listOthers: { 'an item': ({ itemID }) => ({ query: { itemID } }) },
  changeOthers: {
    'a change': ({ changeID }, { copyID }) => ({ body: { eventID: changeID, itemIDs: [copyID] } }),
    'a copy, by a change of their own': ({ copyID }, { changeID }) => ({
      body: { eventID: changeID, itemIDs: [copyID] },
    }),
    'a copy beside one of their own': ({ copyID }, mine) => ({
      body: { eventID: mine.changeID, itemIDs: copyID === mine.copyID ? [copyID] : [mine.copyID, copyID] },
    }),
    'a change and its copy': ({ changeID, copyID }) => ({ body: { eventID: changeID, itemIDs: [copyID] } }),
  },
  undo: {
    'an event': ({ eventID }) => ({ body: { eventID } }),
    'an event beside one of their own': ({ eventID }, mine) => ({
      body: { eventIDs: eventID === mine.eventID ? [eventID] : [mine.eventID, eventID] },
    }),
  },
  orderRooms: {
    'a project': ({ projectID }) => ({ body: { projectID, roomIDs: [] } }),
    'a room, in a project of their own': ({ roomID }, { projectID }) => ({ body: { projectID, roomIDs: [roomID] } }),
    'a project, with a room of their own': ({ projectID }, { roomID }) => ({ body: { projectID, roomIDs: [roomID] } }),
    'a project and its room': ({ projectID, roomID }) => ({ body: { projectID, roomIDs: [roomID] } }),
  },
  orderItems: {
    'a room': ({ roomID }) => ({ body: { roomID, itemIDs: [] } }),
    'an item, in a room of their own': ({ itemID }, { roomID }) => ({ body: { roomID, itemIDs: [itemID] } }),
    'a room, with an item of their own': ({ roomID }, { itemID }) => ({ body: { roomID, itemIDs: [itemID] } }),
    'a room and its item': ({ roomID, itemID }) => ({ body: { roomID, itemIDs: [itemID] } }),
  },
  copyProject: { 'a project': ({ projectID }) => ({ body: { projectID } }) },
  listLinks: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  listUnsorted: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  addUnsorted: {
    'a project, for a file of their own': ({ projectID }, { remote }) => ({ body: { projectID, remote } }),
    'a room, under their own project': ({ roomID }, { projectID, remote }) => ({
      body: { projectID, roomID, remote },
    }),
    'a file, for their own project': ({ remote }, { projectID }) => ({ body: { projectID, remote } }),
  },
  deleteUnsorted: {
    'a project': ({ projectID, photoID }) => ({ body: { projectID, photoIDs: [photoID] } }),
    'a photo, under their own project': ({ photoID }, { projectID }) => ({
      body: { projectID, photoIDs: [photoID] },
    }),
  },
  turnPhoto: {
    'a project': ({ projectID, photoID }) => ({ body: { projectID, photoID } }),
    'a photo, under their own project': ({ photoID }, { projectID }) => ({ body: { projectID, photoID } }),
  },
  sortPhotos: {
    'an item and a photo': ({ itemID, photoID }) => ({ body: { itemID, photoIDs: [photoID] } }),
    'an item, with a photo of their own': ({ itemID }, { photoID }) => ({ body: { itemID, photoIDs: [photoID] } }),
    'a photo, for an item of their own': ({ photoID }, { itemID }) => ({ body: { itemID, photoIDs: [photoID] } }),
  },
  createLink: {
    'a project': ({ projectID }) => ({ body: { projectID, name: 'Intruder', hides: HIDES_NOTHING } }),
    'a project and its room': ({ projectID, roomID }) => ({
      body: { projectID, roomID, name: 'Intruder', hides: HIDES_NOTHING },
    }),
    'a room, under their own project': ({ roomID }, { projectID }) => ({
      body: { projectID, roomID, name: 'Intruder', hides: HIDES_NOTHING },
    }),
  },
  updateLink: { 'a link': ({ linkID }) => ({ body: { linkID, name: 'Taken over' } }) },
  takeBackLink: { 'a link': ({ linkID }) => ({ query: { linkID } }) },
  listRevisions: { 'a project': ({ projectID }) => ({ query: { projectID } }) },
  issueRevision: { 'a project': ({ projectID }) => ({ body: { projectID } }) },
  removeRevision: { 'a revision': ({ revisionID }) => ({ query: { revisionID } }) },
  printQR: { 'a room': ({ roomID }) => ({ body: { roomID } }) },
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

// The matrix: every call of every caller, in tests/http/rights.test.ts and, by every name that it takes, in strangers.test.ts

export interface Scene {
  owner: Client
  /** Of a project of the owner's. */
  projectID: number
  /** Somebody else, who becomes what a caller is. */
  guest: { client: Client; name: string }
  anonymous: Client
  db: WholeDatabase
}

interface Caller {
  /** What they may do with the project, or what they hear instead. */
  is: Right | 'nothing there' | 'not signed in'
  /** Makes the scene so, and gives who calls. */
  as: (scene: Scene) => Promise<Client> | Client
}

/** Those who get nothing come first, so that one scene does for all of them. */
export const CALLERS = {
  nobody: { is: 'not signed in', as: ({ anonymous }) => anonymous },
  stranger: { is: 'nothing there', as: ({ guest }) => guest.client },
  'invited but not joined': {
    is: 'nothing there',
    as: async ({ owner, projectID, guest }) => {
      const email = `${guest.name}@example.com`
      await owner.must(inviteMember, { body: { projectID, email, may: 'write' } })
      return guest.client
    },
  },
  'offered but not accepted': {
    is: 'nothing there',
    as: async ({ owner, projectID, guest }) => {
      await offerSomebody(owner, projectID, `${guest.name}@example.com`)
      return guest.client
    },
  },
  'former member': {
    is: 'nothing there',
    as: async ({ owner, db, projectID, guest }) => {
      const userID = await addMember(db, projectID, guest.name, 'editor')
      await owner.must(removeMember, { query: { projectID, userID } })
      return guest.client
    },
  },
  viewer: {
    is: 'read',
    as: async ({ db, projectID, guest }) => {
      await addMember(db, projectID, guest.name, 'viewer')
      return guest.client
    },
  },
  editor: {
    is: 'write',
    as: async ({ db, projectID, guest }) => {
      await addMember(db, projectID, guest.name, 'editor')
      return guest.client
    },
  },
  owner: { is: 'own', as: ({ owner }) => owner },
} as const satisfies Record<string, Caller>

/** The same in their order. */
export const callers: readonly (Caller & { caller: string })[] = Object.entries<Caller>(CALLERS).map(
  ([caller, facts]) => ({ caller, ...facts }),
)

// Rights: tests/http/rights.test.ts

/** The calls that are for people who keep projects. */
export type OfProjects = {
  [Name in keyof Endpoints]: Endpoints[Name]['access'] extends readonly [typeof Role.User, ...unknown[]] ? Name : never
}[keyof Endpoints]

export interface Home {
  projectID: number
  roomID: number
  itemID: number
  /** On the item. */
  remote: string
  /** A room of the project lies in the trash. */
  trashID: number
  linkID: number
  /** Of the item. */
  taskID: number
  /** In its inbox. */
  photoID: number
  revisionID: number
  /** An item of the project was deleted by it. */
  eventID: number
  /** The event of a change of an item, and a copy of that. */
  changeID: number
  copyID: number
  roomType: number
  catID: number
  subcatID: number
  /** The userID of a member who is none of the callers. */
  memberID: number
  invitationID: number
}

/** A request about a home; `upload` is a waiting file of the caller. */
type RequestOfRight<E extends EndpointSpec> = (home: Home, upload: string) => InputOf<E>
export type Case<E extends EndpointSpec> = { takes: Right; request: RequestOfRight<E> } | 'of no project'

/** The right that each call takes. A call without a case does not compile. */
export const RIGHTS_TAKEN: { [Name in OfProjects]: Case<Endpoints[Name]> } = {
  listProjects: 'of no project',
  createProject: 'of no project',
  createSampleProject: 'of no project',
  importProject: 'of no project',
  upload: 'of no project',
  listDeleted: 'of no project',
  // One's own: tests/http/calendar.test.ts.
  getCalendarAddress: 'of no project',
  renewCalendarAddress: 'of no project',
  endCalendarAddress: 'of no project',
  // The same: tests/http/reminders.test.ts.
  getReminders: 'of no project',
  updateReminders: 'of no project',
  listSuggestions: 'of no project',
  // Nobody joins a template: tests/http/templates.test.ts.
  renameTemplate: 'of no project',
  createFromTemplate: 'of no project',
  // What its token opens, tests/http/members.test.ts tells.
  joinProject: 'of no project',
  // The same: tests/http/handover.test.ts.
  acceptOffer: 'of no project',
  declineOffer: 'of no project',

  getProject: { takes: 'read', request: ({ projectID }) => ({ query: { projectID } }) },
  listMembers: { takes: 'read', request: ({ projectID }) => ({ query: { projectID } }) },
  listRooms: { takes: 'read', request: ({ projectID }) => ({ query: { projectID } }) },
  getRoom: { takes: 'read', request: ({ roomID }) => ({ query: { roomID } }) },
  search: { takes: 'read', request: ({ projectID }) => ({ query: { q: 'brass', projectID } }) },
  whereUsed: { takes: 'read', request: ({ itemID }) => ({ query: { itemID } }) },
  getHistory: { takes: 'read', request: ({ itemID }) => ({ query: { itemID } }) },
  getEmergency: { takes: 'read', request: ({ projectID }) => ({ query: { projectID } }) },
  getReady: { takes: 'read', request: ({ projectID }) => ({ query: { projectID } }) },
  setNotNeeded: { takes: 'write', request: ({ itemID }) => ({ body: { itemID, what: 'values', notNeeded: true } }) },
  getUpcoming: { takes: 'read', request: ({ projectID }) => ({ query: { projectID } }) },
  createTask: {
    takes: 'write',
    request: ({ projectID, itemID }) => ({ body: { projectID, itemID, inputs: TASK } }),
  },
  updateTask: {
    takes: 'write',
    request: ({ taskID }) => ({ body: { taskID, version: 1, inputs: { name: 'Changed' } } }),
  },
  doneTask: { takes: 'write', request: ({ taskID }) => ({ body: { taskID, version: 1 } }) },
  putOffTask: { takes: 'write', request: ({ taskID }) => ({ body: { taskID, version: 1, day: '2031-01-30' } }) },
  skipTask: { takes: 'write', request: ({ taskID }) => ({ body: { taskID, version: 1 } }) },
  deleteTask: { takes: 'write', request: ({ taskID }) => ({ query: { taskID } }) },
  listTaskSuggestions: { takes: 'write', request: ({ projectID }) => ({ query: { projectID } }) },
  declineSuggestion: {
    takes: 'write',
    request: ({ itemID }) => ({ body: { itemID, suggestion: 'change-water-filter' } }),
  },
  getActivity: { takes: 'read', request: ({ projectID }) => ({ query: { projectID } }) },
  getSheet: { takes: 'read', request: ({ projectID }) => ({ query: { projectID, format: 'csv' } }) },
  getPaper: { takes: 'read', request: ({ projectID }) => ({ query: { projectID, kind: 'touchup' } }) },
  markActivitySeen: { takes: 'read', request: ({ projectID }) => ({ body: { projectID, eventID: 1 } }) },
  listItems: { takes: 'read', request: ({ roomID }) => ({ query: { roomID } }) },
  getItem: { takes: 'read', request: ({ itemID }) => ({ query: { itemID } }) },
  download: { takes: 'read', request: ({ remote }) => ({ params: { remote } }) },

  readSheet: { takes: 'write', request: ({ projectID }, remote) => ({ body: { projectID, remote } }) },
  checkSheet: {
    takes: 'write',
    request: ({ projectID, roomID }, remote) => ({ body: { projectID, remote, roomID, columns: COLUMNS } }),
  },
  importSheet: {
    takes: 'write',
    request: ({ projectID, roomID }, remote) => ({ body: { projectID, remote, roomID, columns: COLUMNS } }),
  },
  createRoom: {
    takes: 'write',
    request: ({ projectID, roomType }) => ({ body: { projectID, roomType, roomName: 'Pantry' } }),
  },
  updateRoom: { takes: 'write', request: ({ roomID }) => ({ body: { roomID, roomName: 'Pantry' } }) },
  changeRoomType: { takes: 'write', request: ({ roomID, roomType }) => ({ body: { roomID, roomType } }) },
  deleteRoom: { takes: 'write', request: ({ roomID }) => ({ query: { roomID } }) },
  createItem: {
    takes: 'write',
    request: ({ projectID, roomID, catID, subcatID }, upload) => ({
      body: {
        projectID,
        roomID,
        catID,
        subcatID,
        inputs: { field1: 'Brand' },
        files: filesJSON([{ name: 'new.txt', remote: upload }]),
      },
    }),
  },
  updateItem: {
    takes: 'write',
    request: ({ itemID }) => ({ body: { itemID, inputs: { field1: 'Changed' }, files: '' } }),
  },
  addItemFiles: {
    takes: 'write',
    request: ({ itemID }, upload) => ({ body: { itemID, files: [{ name: 'new.txt', remote: upload }] } }),
  },
  changeSubcategory: {
    takes: 'write',
    request: ({ itemID, catID, subcatID }) => ({ body: { itemID, catID, subcatID, version: 1 } }),
  },
  deleteItem: { takes: 'write', request: ({ itemID }) => ({ query: { itemID } }) },
  deleteItemFile: { takes: 'write', request: ({ itemID, remote }) => ({ query: { itemID, remote } }) },
  listPictures: { takes: 'read', request: ({ projectID, roomID }) => ({ query: { projectID, roomID } }) },
  setRoomCover: { takes: 'write', request: ({ roomID }) => ({ body: { roomID, remote: null } }) },
  updateItemFile: {
    takes: 'write',
    request: ({ itemID, remote }) => ({ body: { itemID, remote, inputs: { caption: 'Changed' } } }),
  },
  copyItem: {
    takes: 'write',
    request: ({ itemID, roomID }) => ({ body: { itemID, roomIDs: [roomID] } }),
  },
  copyRoom: {
    takes: 'write',
    request: ({ roomID, projectID }) => ({ body: { roomID, toProjectID: projectID } }),
  },
  moveItems: { takes: 'write', request: ({ itemID, roomID }) => ({ body: { itemIDs: [itemID], roomID } }) },
  listUnsorted: { takes: 'read', request: ({ projectID }) => ({ query: { projectID } }) },
  addUnsorted: { takes: 'write', request: ({ projectID }, remote) => ({ body: { projectID, remote } }) },
  deleteUnsorted: {
    takes: 'write',
    request: ({ projectID, photoID }) => ({ body: { projectID, photoIDs: [photoID] } }),
  },
  turnPhoto: { takes: 'write', request: ({ projectID, photoID }) => ({ body: { projectID, photoID } }) },
  sortPhotos: { takes: 'write', request: ({ itemID, photoID }) => ({ body: { itemID, photoIDs: [photoID] } }) },
  deleteItems: { takes: 'write', request: ({ itemID }) => ({ body: { itemIDs: [itemID] } }) },
  setLabel: {
    takes: 'write',
    request: ({ itemID }) => ({ body: { itemIDs: [itemID], propID: BRAND, value: 'Harrow' } }),
  },
  listOthers: { takes: 'write', request: ({ itemID }) => ({ query: { itemID } }) },
  changeOthers: {
    takes: 'write',
    request: ({ changeID, copyID }) => ({ body: { eventID: changeID, itemIDs: [copyID] } }),
  },
  undo: { takes: 'write', request: ({ eventID }) => ({ body: { eventID } }) },
  orderRooms: { takes: 'write', request: ({ projectID, roomID }) => ({ body: { projectID, roomIDs: [roomID] } }) },
  orderItems: { takes: 'write', request: ({ roomID, itemID }) => ({ body: { roomID, itemIDs: [itemID] } }) },
  copyProject: { takes: 'read', request: ({ projectID }) => ({ body: { projectID, name: `Copy ${projectID}` } }) },
  keepTemplate: { takes: 'read', request: ({ projectID }) => ({ body: { projectID, name: `Kept ${projectID}` } }) },
  restore: { takes: 'write', request: ({ trashID }) => ({ body: { trashID } }) },

  updateProject: {
    takes: 'own',
    request: ({ projectID }) => ({ body: { projectID, inputs: { name: 'Changed', ...ADDRESS } } }),
  },
  moveRooms: {
    takes: 'own',
    request: ({ roomID, projectID }) => ({ body: { roomIDs: [roomID], toProjectID: projectID } }),
  },
  setProjectCover: { takes: 'own', request: ({ projectID }) => ({ body: { projectID, remote: null } }) },
  listLinks: { takes: 'own', request: ({ projectID }) => ({ query: { projectID } }) },
  createLink: {
    takes: 'own',
    request: ({ projectID, roomID }) => ({ body: { projectID, roomID, name: 'Painter', hides: HIDES_NOTHING } }),
  },
  updateLink: { takes: 'own', request: ({ linkID }) => ({ body: { linkID, name: 'Changed' } }) },
  takeBackLink: { takes: 'own', request: ({ linkID }) => ({ query: { linkID } }) },
  listRevisions: { takes: 'read', request: ({ projectID }) => ({ query: { projectID } }) },
  issueRevision: { takes: 'write', request: ({ projectID }) => ({ body: { projectID } }) },
  removeRevision: { takes: 'own', request: ({ revisionID }) => ({ query: { revisionID } }) },
  printQR: { takes: 'own', request: ({ roomID }) => ({ body: { roomID } }) },
  deleteProject: { takes: 'own', request: ({ projectID }) => ({ query: { projectID } }) },
  inviteMember: {
    takes: 'own',
    request: ({ projectID }) => ({ body: { projectID, email: 'avery@example.com', may: 'read' } }),
  },
  withdrawInvitation: {
    takes: 'own',
    request: ({ projectID, invitationID }) => ({ query: { projectID, invitationID } }),
  },
  getOffer: { takes: 'own', request: ({ projectID }) => ({ query: { projectID } }) },
  offerProject: {
    takes: 'own',
    request: ({ projectID }) => ({ body: { projectID, email: 'avery@example.com', goes: GOES_ALL, stays: true } }),
  },
  takeBackOffer: { takes: 'own', request: ({ projectID }) => ({ query: { projectID } }) },
  setMemberRight: {
    takes: 'own',
    request: ({ projectID, memberID }) => ({ body: { projectID, userID: memberID, may: 'write' } }),
  },
  // Of others: to leave takes nothing.
  removeMember: { takes: 'own', request: ({ projectID, memberID }) => ({ query: { projectID, userID: memberID } }) },
  deleteForGood: { takes: 'own', request: ({ trashID }) => ({ query: { trashID } }) },
}

// Read-only links: tests/http/links.test.ts

/** The calls that take a read-only link. */
export type OfLinks = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { access: 'link' } | { alsoLinks: string } ? Name : never
}[keyof Endpoints]

/**
 * A request of each about a room with its item and file, and of which links it shows something: to that room, to its project,
 * or to any good one. A call that takes links and has none does not compile.
 */
export const SHOWN_TO_LINKS: {
  [Name in OfLinks]: {
    to: 'those of the room' | 'all that are good'
    request: (home: Home) => InputOf<Endpoints[Name]>
  }
} = {
  openLink: { to: 'all that are good', request: () => ({}) },
  viewRoom: { to: 'those of the room', request: ({ roomID }) => ({ query: { roomID } }) },
  searchView: { to: 'those of the room', request: ({ roomID }) => ({ query: { q: 'castellan', roomID } }) },
  download: { to: 'those of the room', request: ({ remote }) => ({ params: { remote } }) },
  getPaper: {
    to: 'those of the room',
    request: ({ projectID, roomID }) => ({ query: { projectID, roomID, kind: 'touchup' } }),
  },
}

// Events: tests/http/events.test.ts

/** The calls that write and that not everybody may make. */
export type Writing = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { access: 'public' } | { method: 'GET' } ? never : Name
}[keyof Endpoints]

/** What each of them tells of, or why it tells of nothing. A new call does not compile until it is decided. */
export const TELLS: { [Name in Writing]: readonly [EventKind, ...EventKind[]] | 'no data of a project' } = {
  updateMyAccount: 'no data of a project',
  changePassword: 'no data of a project',
  // Its own projects go for good, and their events with them.
  deleteMyAccount: 'no data of a project',
  endMySession: 'no data of a project',
  createProject: ['project created'],
  updateProject: ['project changed'],
  deleteProject: ['project deleted'],
  inviteMember: ['member invited'],
  withdrawInvitation: ['member uninvited'],
  setMemberRight: ['member changed'],
  removeMember: ['member removed'],
  joinProject: ['member joined'],
  offerProject: ['project offered'],
  takeBackOffer: ['project offer taken back'],
  acceptOffer: ['project handed over', 'project changed'],
  declineOffer: ['project offer declined'],
  createSampleProject: ['project created', 'room created', 'item created'],
  importProject: ['project created', 'room created', 'item created'],
  readSheet: 'no data of a project',
  checkSheet: 'no data of a project',
  importSheet: ['items imported', 'item created'],
  // What one has seen oneself.
  markActivitySeen: 'no data of a project',
  createRoom: ['room created'],
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
  // On no item yet.
  upload: 'no data of a project',
  copyItem: ['item copied'],
  moveItems: ['item moved'],
  moveRooms: ['link taken back', 'room moved away', 'room moved here'],
  deleteItems: ['item deleted'],
  setLabel: ['item changed'],
  changeOthers: ['item changed'],
  undo: ['item restored'],
  setNotNeeded: ['item set aside'],
  orderRooms: ['rooms reordered'],
  orderItems: ['items reordered'],
  copyRoom: ['room copied', 'item copied'],
  copyProject: ['project copied', 'room copied', 'item copied'],
  createTask: ['task created'],
  updateTask: ['task changed'],
  doneTask: ['task done'],
  putOffTask: ['task put off'],
  skipTask: ['task skipped'],
  deleteTask: ['task deleted'],
  renewCalendarAddress: 'no data of a project',
  endCalendarAddress: 'no data of a project',
  updateReminders: 'no data of a project',
  // What one does not want to be asked again.
  declineSuggestion: 'no data of a project',
  keepTemplate: ['project kept as template', 'room copied', 'item copied'],
  renameTemplate: ['project changed'],
  createFromTemplate: ['project created from template', 'room copied', 'item copied'],
  addUnsorted: ['photo added'],
  deleteUnsorted: ['photos deleted'],
  turnPhoto: ['photo turned'],
  sortPhotos: ['photos sorted', 'file attached'],
  createLink: ['link created'],
  updateLink: ['link changed'],
  takeBackLink: ['link taken back'],
  issueRevision: ['revision issued'],
  removeRevision: ['revision removed'],
  printQR: ['link created'],
  restore: ['room restored'],
  deleteForGood: ['room removed'],
  createRoomType: 'no data of a project',
  renameRoomType: 'no data of a project',
  deleteRoomType: 'no data of a project',
  copyRoomType: 'no data of a project',
  createCategory: 'no data of a project',
  createSubcategory: 'no data of a project',
  renameCategory: 'no data of a project',
  renameSubcategory: 'no data of a project',
  addCategory: 'no data of a project',
  addSubcategory: 'no data of a project',
  removeDefinition: 'no data of a project',
  createProperties: 'no data of a project',
  // Values stay under their labels.
  setLabels: 'no data of a project',
  setLabelKinds: 'no data of a project',
  importStructure: 'no data of a project',
  undoStructureChange: 'no data of a project',
  setConsultationDone: 'no data of a project',
  setUserRole: 'no data of a project',
  setUserLock: 'no data of a project',
  endUserSessions: 'no data of a project',
  sendUserReset: 'no data of a project',
  inviteUser: 'no data of a project',
  takeBackInvitation: 'no data of a project',
  sendTestMail: 'no data of a project',
  retryJob: 'no data of a project',
  dismissJob: 'no data of a project',
}

// All that is not public: tests/http/census.test.ts

type Asked = {
  [Name in keyof Endpoints]: Endpoints[Name]['access'] extends 'public' | 'link' ? never : Name
}[keyof Endpoints]

export interface Mine extends Things {
  name: string
  /** An upload that is a table. */
  table: string
  /** A further session of theirs. */
  sessionID: number
}

type RequestOfTheirs<E extends EndpointSpec> = (mine: Mine) => InputOf<E>

/** A request of each call about the caller's own things; a call that is not public and has none does not compile. */
export const ASKED_OF_ALL: { [Name in Exclude<Asked, 'upload' | 'importProject'>]: RequestOfTheirs<Endpoints[Name]> } =
  {
    ...good,
    readSheet: ({ projectID, table }) => ({ body: { projectID, remote: table } }),
    checkSheet: (mine) => ({ body: matchingOf({ ...mine, remote: mine.table }) }),
    importSheet: (mine) => ({ body: matchingOf({ ...mine, remote: mine.table }) }),
    getMyAccount: () => ({}),
    listMySessions: () => ({}),
    exportMyData: () => ({ query: {} }),
    listProjects: () => ({}),
    createSampleProject: () => ({}),
    listDeleted: () => ({}),
    getCalendarAddress: () => ({}),
    renewCalendarAddress: () => ({}),
    endCalendarAddress: () => ({}),
    getReminders: () => ({}),
    listAllCategories: () => ({}),
    listAllSubcategories: () => ({}),
    listProperties: () => ({}),
    exportStructure: () => ({}),
    listConsultations: () => ({}),
    getOverview: () => ({}),
    listInvitations: () => ({}),
    sendTestMail: () => ({}),
    download: ({ remote }) => ({ params: { remote } }),
    listUsers: () => ({ query: {} }),
    listStructureChanges: () => ({ query: {} }),
    updateMyAccount: ({ name }) => ({ body: { inputs: { user: name, ...registrationOf(name).inputs } } }),
    changePassword: () => ({ body: { currentPass: PASSWORD, newPass: 'another horse' } }),
    deleteMyAccount: () => ({ body: { currentPass: PASSWORD } }),
    endMySession: ({ sessionID }) => ({ query: { sessionID }, body: { currentPass: PASSWORD } }),
  }
