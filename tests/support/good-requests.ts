import type { InjectOptions } from 'fastify'
import type { EndpointSpec, InputOf } from '../../src/shared/endpoint.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import { listUsers } from '../../src/shared/people.ts'
import { Role } from '../../src/shared/roles.ts'
import { deleteRoom, getRoom } from '../../src/shared/rooms.ts'
import { registrationOf, startTestApp, subcategoryIDs } from './test-app.ts'

export interface Things {
  projectID: number
  roomID: number
  itemID: number
  remote: string
  roomType: number
  catID: number
  subcatID: number
  trashID: number
  /** Of somebody else. */
  userID: number
}

type Endpoints = typeof endpoints
/** The endpoints that take a query, a path or a JSON body: an upload has tests of its own. */
export type Taking = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { query: object } | { params: object } | { body: object }
    ? Name
    : never
}[keyof Endpoints]

const ADDRESS = { address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }

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
  endMySession: () => ({ query: { sessionID: 4711 }, body: { currentPass: 'wrong horse' } }),
  retryJob: () => ({ body: { jobID: 1 } }),
  dismissJob: () => ({ query: { jobID: 1 } }),
  setConsultationDone: () => ({ body: { consultationID: 1, done: true } }),
  listUsers: () => ({ query: { search: 'Sam', after: 'robin' } }),
  setUserRole: ({ userID }) => ({ body: { userID, role: Role.Reseller, held: true } }),
  setUserLock: ({ userID }) => ({ body: { userID, locked: true } }),
  endUserSessions: ({ userID }) => ({ query: { userID } }),
  sendUserReset: ({ userID }) => ({ body: { userID } }),
  getProject: ({ projectID }) => ({ query: { projectID } }),
  createProject: () => ({ body: { inputs: { name: 'New', client: 'C', address2: '2', ...ADDRESS } } }),
  updateProject: ({ projectID }) => ({
    body: { projectID, inputs: { name: 'Changed', client: 'C', address2: '2', ...ADDRESS } },
  }),
  deleteProject: ({ projectID }) => ({ query: { projectID } }),
  listRooms: ({ projectID }) => ({ query: { projectID } }),
  getRoom: ({ roomID }) => ({ query: { roomID } }),
  createRoom: ({ projectID, roomType }) => ({ body: { projectID, roomType, roomName: 'Pantry' } }),
  updateRoom: ({ roomID }) => ({ body: { roomID, roomName: 'Pantry' } }),
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
  search: ({ projectID, catID }) => ({ query: { q: 'brass', projectID, catID, propID: 1, after: 'e.4.1' } }),
  whereUsed: ({ itemID }) => ({ query: { itemID } }),
  listItems: ({ roomID }) => ({ query: { roomID } }),
  getItem: ({ itemID }) => ({ query: { itemID } }),
  listSuggestions: ({ subcatID }) => ({ query: { subcatID, field: 'field1', q: 'a' } }),
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
  deleteItem: ({ itemID }) => ({ query: { itemID } }),
  deleteItemFile: ({ itemID, remote }) => ({ query: { itemID, remote } }),
  restore: ({ trashID }) => ({ body: { trashID } }),
  deleteForGood: ({ trashID }) => ({ query: { trashID } }),
  addItemFiles: ({ itemID, remote }) => ({ body: { itemID, files: [{ name: 'a.txt', remote }] } }),
  download: ({ remote }) => ({ params: { remote }, query: { version: 'thumbnail' } }),
}

/** A user with every role, and one of each thing that a request can name. */
export const startWithThings = async () => {
  const started = await startTestApp()
  const user = await started.newUser('robin', [Role.Admin, Role.Reseller])
  await started.newUser('sam_e')
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID)
  const itemID = await user.newItem(projectID, roomID, { field1: 'kept' })
  const [file] = await user.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
  const { roomType } = await user.must(getRoom, { query: { roomID } })
  const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  const { trashID } = await user.must(deleteRoom, { query: { roomID: await user.newRoom(projectID, 'Attic') } })
  const { users } = await user.must(listUsers, { query: { search: 'sam_e' } })
  const userID = users[0]?.userID ?? 0
  const things: Things = { projectID, roomID, itemID, remote: file?.remote ?? '', roomType, ...ids, trashID, userID }
  return { ...started, user, things }
}

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
