import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { getMyAccount, listMySessions } from '../../src/shared/identity/account.api.ts'
import { createKey } from '../../src/shared/identity/api-keys.api.ts'
import type { EndpointSpec, InputOf, ParamsOf, QueryOf, SentBodyOf } from '../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import type { EventKind } from '../../src/shared/history/events.ts'
import { copyItem } from '../../src/shared/items/bulk/copies.api.ts'
import { filesJSON, updateItem } from '../../src/shared/items/items.api.ts'
import { addUnsorted } from '../../src/shared/attachments/inbox.api.ts'
import { listOthers } from '../../src/shared/items/bulk/linked-copies.api.ts'
import type { Right } from '../../src/shared/contract/rights.ts'
import { Role, type SHAPES_STRUCTURE } from '../../src/shared/contract/roles.ts'
import { deleteRoom, getRoom } from '../../src/shared/projects/rooms.api.ts'
import { deleteItems } from '../../src/shared/items/bulk/bulk-changes.api.ts'
import { createWebhook } from '../../src/shared/sharing/webhooks.api.ts'
import { createTask } from '../../src/shared/upkeep/tasks.api.ts'
import { keepTemplate } from '../../src/shared/projects/templates.api.ts'
import type { UnscopedDatabase } from '../../src/server/platform/db/access/unscoped.ts'
import { addMember, GOES_ALL, inviteSomebody, offerSomebody } from './members.ts'
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

const FROM_THEN = '2026-01-01T00:00:00.000Z'
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
  login: () => ({ body: { user: 'robin', pwd: 'wrong horse', remember: true, code: '123456', rememberBrowser: true } }),
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
  turnOnSecondFactor: () => ({ body: { secret: 'A'.repeat(32), code: '123456', currentPass: 'wrong horse' } }),
  turnOffSecondFactor: () => ({ body: { code: '123456' } }),
  renewRecoveryCodes: () => ({ body: { code: '123456' } }),
  setSecondFactorRule: () => ({ body: { requiredFor: 'nobody' } }),
  askToAddPasskey: () => ({ body: { currentPass: 'wrong horse' } }),
  savePasskey: () => ({
    body: {
      credential: { handle: 'AAAA', clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: ['usb'] },
      name: 'Chrome on Linux',
    },
  }),
  removePasskey: ({ passkeyID }) => ({ query: { passkeyID }, body: { currentPass: 'wrong horse' } }),
  createKey: ({ projectID }) => ({
    body: {
      ...{ name: 'Home Assistant', writes: false, projectIDs: [projectID], endsAt: '2031-01-30T22:59:59.000Z' },
      currentPass: 'wrong horse',
    },
  }),
  removeKey: ({ keyID }) => ({ query: { keyID } }),
  logInWithPasskey: () => ({
    body: {
      credential: {
        ...{ handle: 'AAAA', clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'MQ' },
      },
      remember: true,
    },
  }),
  logInAtProvider: () => ({ body: { answer: 'code=1', state: 's', nonce: 'n', verifier: 'v', remember: true } }),
  unlinkProvider: () => ({ body: { issuer: 'https://auth.example.com', currentPass: 'wrong horse' } }),
  linkProvider: () => ({ body: { ticket: 'A'.repeat(43), pwd: 'wrong horse', code: '123456', remember: true } }),
  exportMyData: ({ projectID }) => ({ query: { projectID } }),
  listMySecurityEvents: () => ({ query: { before: 1000 } }),
  listSecurityEvents: () => ({
    query: { kind: 'logged_in', person: 'robin', since: FROM_THEN, until: '2027-01-01T00:00:00.000Z', before: 1000 },
  }),
  exportSecurityEvents: () => ({ query: { kind: 'logged_in', person: 'robin', since: FROM_THEN } }),
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
  createRooms: ({ projectID, roomType }) => ({ body: { projectID, rooms: [{ roomType, roomName: 'Pantry' }] } }),
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
  usedInRooms: ({ roomID }) => ({ query: { roomID } }),
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
  markTaskDone: ({ taskID }) => ({ body: { taskID, version: 1, day: '2031-01-30', note: 'Twice.' } }),
  putOffTask: ({ taskID }) => ({ body: { taskID, version: 1, day: '2031-01-30' } }),
  skipTask: ({ taskID }) => ({ body: { taskID, version: 1, today: '2031-01-30' } }),
  deleteTask: ({ taskID }) => ({ query: { taskID } }),
  listTaskSuggestions: ({ projectID }) => ({ query: { projectID } }),
  declineSuggestion: ({ itemID }) => ({ body: { itemID, suggestion: 'change-water-filter' } }),
  readCalendar: () => ({ params: { file: `${'A'.repeat(43)}.ics` } }),
  updateReminders: () => ({ body: { isOn: true, weekday: 'friday', zone: 'Europe/Berlin' } }),
  askToEndReminders: () => ({ params: { token: 'A'.repeat(43) } }),
  endReminders: () => ({ params: { token: 'A'.repeat(43) } }),
  askToConfirmEmail: () => ({ params: { token: `1.${'A'.repeat(43)}` } }),
  confirmEmail: () => ({ params: { token: `1.${'A'.repeat(43)}` } }),
  askToEndInvitations: () => ({ params: { token: `${'A'.repeat(43)}.${'A'.repeat(43)}` } }),
  endInvitations: () => ({ params: { token: `${'A'.repeat(43)}.${'A'.repeat(43)}` } }),
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
  leaveOthers: ({ changeID }) => ({ body: { eventID: changeID } }),
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
  setBranding: () => ({ body: { inputs: { firm: 'Hale', phone: '', drawnBy: '', logo: null } } }),
  getProjectBranding: ({ projectID }) => ({ query: { projectID } }),
  setProjectBranding: ({ projectID }) => ({
    body: { projectID, inputs: { firm: 'Hale', phone: '', drawnBy: '', number: '26-014', logo: null } },
  }),
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
  listWebhooks: ({ projectID }) => ({ query: { projectID } }),
  createWebhook: ({ projectID }) => ({ body: { projectID, address: 'https://hooks.example', topics: ['item'] } }),
  removeWebhook: ({ webhookID }) => ({ query: { webhookID } }),
  testWebhook: ({ webhookID }) => ({ body: { webhookID } }),
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

/** What has no owner and names a thing: how it names one that is absent. */
interface OfNobody<E extends EndpointSpec> {
  absent: Readonly<Record<string, About<E>>>
}

type AccessOf<E extends EndpointSpec> = E['access'] extends 'link'
  ? Shown<E>
  : E['body'] extends 'files'
    ? 'files'
    : E['access'] extends 'public'
      ? NamesNothing<E> extends true
        ? 'public'
        : OfNobody<E>
      : IsOfInstallation<E> extends true
        ? NamesNothing<E> extends true
          ? 'of the installation'
          : OfNobody<E>
        : E extends { alsoLinks: string }
          ? OfSomebody<E> & Pick<Shown<E>, 'link'>
          : NamesNothing<E> extends true
            ? { own: About<E> }
            : OfSomebody<E> | { own: About<E> }

export const NOBODYS_NUMBER = Number.MAX_SAFE_INTEGER
const NOBODYS_FILE = 'A'.repeat(22)
const NOBODYS_TOKEN = 'A'.repeat(43)
export const NOBODYS: Things = {
  projectID: NOBODYS_NUMBER,
  templateID: NOBODYS_NUMBER,
  roomID: NOBODYS_NUMBER,
  itemID: NOBODYS_NUMBER,
  remote: NOBODYS_FILE,
  attached: NOBODYS_FILE,
  roomType: NOBODYS_NUMBER,
  catID: NOBODYS_NUMBER,
  subcatID: NOBODYS_NUMBER,
  trashID: NOBODYS_NUMBER,
  linkID: NOBODYS_NUMBER,
  webhookID: NOBODYS_NUMBER,
  taskID: NOBODYS_NUMBER,
  photoID: NOBODYS_NUMBER,
  revisionID: NOBODYS_NUMBER,
  eventID: NOBODYS_NUMBER,
  changeID: NOBODYS_NUMBER,
  copyID: NOBODYS_NUMBER,
  userID: NOBODYS_NUMBER,
  sessionID: NOBODYS_NUMBER,
  passkeyID: NOBODYS_NUMBER,
  keyID: NOBODYS_NUMBER,
  invitationID: NOBODYS_NUMBER,
  token: NOBODYS_TOKEN,
  offerToken: NOBODYS_TOKEN,
  declinedToken: NOBODYS_TOKEN,
}

/** The username of the person who asks about what is somebody else's. */
export const STRANGER = 'stranger'

const ELSEWHERE = { address: '1 Other Road', city: 'Elsewhere', state: 'NH', zip: '03755' }
export const HIDES_NOTHING = { notes: false, files: false, positions: false, labels: [] }
const only = (remote: string) => filesJSON([{ name: 'manual.pdf', remote }])
const COLUMNS = [{ is: 'subcategory' as const }, { is: 'label' as const, name: 'Brand' }]

/** Who may make each call, and requests to ask it by. A call without its entry does not compile. */
export const ACCESS: { readonly [Name in keyof Endpoints]: AccessOf<Endpoints[Name]> } = {
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
  keepTemplate: { takes: 'read', names: { 'a project': ({ projectID }) => ({ body: { projectID } }) } },
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
  withdrawInvitation: {
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
        body: { projectID, email: 'intruder@example.com', goes: GOES_ALL, stays: false },
      }),
    },
  },
  takeBackOffer: { takes: 'own', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
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
  getRoomStructure: { absent: { 'a room type': () => ({ query: { roomType: NOBODYS_NUMBER } }) } },
  listCategories: { absent: { 'a room type': () => ({ query: { roomType: NOBODYS_NUMBER } }) } },
  listFields: { absent: { 'a subcategory': () => ({ query: { subCatID: NOBODYS_NUMBER } }) } },
  // Its `roomType` is the name of one that is not there yet.
  createRoomType: { absent: {} },
  renameRoomType: { absent: { 'a room type': () => ({ body: { roomTypeID: NOBODYS_NUMBER, roomType: 'Den' } }) } },
  deleteRoomType: { absent: { 'a room type': () => ({ query: { roomTypeID: NOBODYS_NUMBER } }) } },
  // Its `roomType` is the name of the copy.
  copyRoomType: { absent: { 'a room type': () => ({ body: { roomTypeID: NOBODYS_NUMBER, roomType: 'Den' } }) } },
  renameCategory: { absent: { 'a category': () => ({ body: { catID: NOBODYS_NUMBER, catName: 'Den' } }) } },
  renameSubcategory: { absent: { 'a subcategory': () => ({ body: { subcatID: NOBODYS_NUMBER, subCatName: 'Den' } }) } },
  addCategory: {
    absent: {
      'a room type': ({ catID }) => ({ body: { roomTypeID: NOBODYS_NUMBER, catID } }),
      'a category': ({ roomType: roomTypeID }) => ({ body: { roomTypeID, catID: NOBODYS_NUMBER } }),
    },
  },
  addSubcategory: {
    absent: {
      'a room type': ({ catID, subcatID }) => ({
        body: { roomTypeID: NOBODYS_NUMBER, catID, newSubcatID: subcatID },
      }),
      'a category': ({ roomType: roomTypeID, subcatID }) => ({
        body: { roomTypeID, catID: NOBODYS_NUMBER, newSubcatID: subcatID },
      }),
      'a subcategory': ({ roomType: roomTypeID, catID }) => ({
        body: { roomTypeID, catID, newSubcatID: NOBODYS_NUMBER },
      }),
    },
  },
  removeDefinition: {
    absent: {
      'a room type': ({ catID }) => ({ query: { roomTypeID: NOBODYS_NUMBER, catID } }),
      'a category': ({ roomType: roomTypeID, subcatID }) => ({
        query: { roomTypeID, catID: NOBODYS_NUMBER, subcatID },
      }),
      'a subcategory': ({ roomType: roomTypeID, catID }) => ({
        query: { roomTypeID, catID, subcatID: NOBODYS_NUMBER },
      }),
    },
  },
  setLabels: {
    absent: {
      'a subcategory': () => ({ body: { subcatID: NOBODYS_NUMBER, fields: [BRAND] } }),
      'a label': ({ subcatID }) => ({ body: { subcatID, fields: [BRAND, NOBODYS_NUMBER], confirmed: true } }),
    },
  },
  setLabelKinds: { absent: { 'a label': () => ({ body: { kinds: [{ propID: NOBODYS_NUMBER, kind: 'date' }] } }) } },
  getSubcategoryUse: { absent: { 'a subcategory': () => ({ query: { subcatID: NOBODYS_NUMBER } }) } },
  setUserRole: { absent: { 'a user': () => ({ body: { userID: NOBODYS_NUMBER, role: Role.Admin, held: true } }) } },
  setUserLock: { absent: { 'a user': () => ({ body: { userID: NOBODYS_NUMBER, locked: true } }) } },
  endUserSessions: { absent: { 'a user': () => ({ query: { userID: NOBODYS_NUMBER } }) } },
  sendUserReset: { absent: { 'a user': () => ({ body: { userID: NOBODYS_NUMBER } }) } },
  takeBackInvitation: { absent: { 'an invitation': () => ({ query: { invitationID: NOBODYS_NUMBER } }) } },
  retryJob: { absent: { 'a job': () => ({ body: { jobID: NOBODYS_NUMBER } }) } },
  dismissJob: { absent: { 'a job': () => ({ query: { jobID: NOBODYS_NUMBER } }) } },
  setConsultationDone: { absent: { 'a request': () => ({ body: { consultationID: NOBODYS_NUMBER, done: true } }) } },
  undoStructureChange: { absent: { 'a change': () => ({ body: { changeID: NOBODYS_NUMBER } }) } },
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
  getReady: { takes: 'read', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
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
      'a project': ({ projectID }) => ({ body: { projectID, inputs: TASK } }),
      'a project and its room': ({ projectID, roomID }) => ({ body: { projectID, roomID, inputs: TASK } }),
      'a room, under their own project': ({ roomID }, { projectID }) => ({ body: { projectID, roomID, inputs: TASK } }),
      'an item, under their own project': ({ itemID }, { projectID }) => ({
        body: { projectID, itemID, inputs: TASK },
      }),
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
    link: ({ projectID, roomID }) => ({ query: { projectID, roomID, kind: 'touchup' } }),
    names: {
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
      'a project': ({ projectID }, { remote: table }) => ({ body: { projectID, remote: table, columns: COLUMNS } }),
      'a table, for their own project': ({ remote: table }, { projectID, roomID }) => ({
        body: { projectID, remote: table, roomID, columns: COLUMNS },
      }),
      'a room, for their own project': ({ roomID }, { projectID, remote: table }) => ({
        body: { projectID, remote: table, roomID, columns: COLUMNS },
      }),
    },
  },
  importSheet: {
    takes: 'write',
    names: {
      'a project and its room': ({ projectID, roomID }, { remote: table }) => ({
        body: { projectID, remote: table, roomID, columns: COLUMNS },
      }),
      'a table, for their own project': ({ remote: table }, { projectID, roomID }) => ({
        body: { projectID, remote: table, roomID, columns: COLUMNS },
      }),
      'a room, for their own project': ({ roomID }, { projectID, remote: table }) => ({
        body: { projectID, remote: table, roomID, columns: COLUMNS },
      }),
    },
  },
  markActivitySeen: { takes: 'read', names: { 'a project': ({ projectID }) => ({ body: { projectID, eventID: 1 } }) } },
  listItems: { takes: 'read', names: { 'a room': ({ roomID }) => ({ query: { roomID } }) } },
  getItem: { takes: 'read', names: { 'an item': ({ itemID }) => ({ query: { itemID } }) } },
  createItem: {
    takes: 'write',
    names: {
      'a project and its room': ({ projectID, roomID }, { catID, subcatID }) => ({
        body: { projectID, roomID, catID, subcatID, inputs: {} },
      }),
      'a room, under their own project': ({ roomID }, { projectID, catID, subcatID }) => ({
        body: { projectID, roomID, catID, subcatID, inputs: {} },
      }),
      'a project, for their own room': ({ projectID }, { roomID, catID, subcatID }) => ({
        body: { projectID, roomID, catID, subcatID, inputs: {} },
      }),
      'a file, for an item of their own': ({ attached: remote }, { projectID, roomID, catID, subcatID }) => ({
        body: { projectID, roomID, catID, subcatID, inputs: { field1: 'Brand' }, files: only(remote) },
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
        body: { roomIDs: roomID === mine.roomID ? [roomID] : [mine.roomID, roomID], toProjectID: mine.projectID },
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
      'an item beside one of their own': ({ itemID }, mine) => ({
        body: { itemIDs: itemID === mine.itemID ? [itemID] : [mine.itemID, itemID] },
      }),
    },
  },
  setLabel: {
    takes: 'write',
    names: {
      'an item': ({ itemID }) => ({ body: { itemIDs: [itemID], propID: BRAND, value: 'Taken over' } }),
      'an item beside one of their own': ({ itemID }, mine) => ({
        body: {
          itemIDs: itemID === mine.itemID ? [itemID] : [mine.itemID, itemID],
          propID: BRAND,
          value: 'Taken over',
        },
      }),
    },
  },
  listOthers: { takes: 'write', names: { 'an item': ({ itemID }) => ({ query: { itemID } }) } },
  changeOthers: {
    takes: 'write',
    names: {
      'a change and its copy': ({ changeID, copyID }) => ({ body: { eventID: changeID, itemIDs: [copyID] } }),
      'a change': ({ changeID }, { copyID }) => ({ body: { eventID: changeID, itemIDs: [copyID] } }),
      'a copy, by a change of their own': ({ copyID }, { changeID }) => ({
        body: { eventID: changeID, itemIDs: [copyID] },
      }),
      'a copy beside one of their own': ({ copyID }, mine) => ({
        body: { eventID: mine.changeID, itemIDs: copyID === mine.copyID ? [copyID] : [mine.copyID, copyID] },
      }),
    },
  },
  leaveOthers: { takes: 'write', names: { 'a change': ({ changeID }) => ({ body: { eventID: changeID } }) } },
  undo: {
    takes: 'write',
    names: {
      'an event': ({ eventID }) => ({ body: { eventID } }),
      'an event beside one of their own': ({ eventID }, mine) => ({
        body: { eventIDs: eventID === mine.eventID ? [eventID] : [mine.eventID, eventID] },
      }),
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
  getBranding: { own: () => ({}) },
  setBranding: { own: () => ({ body: { inputs: { firm: 'Hale', phone: '', drawnBy: '' } } }) },
  getProjectBranding: { takes: 'own', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  setProjectBranding: {
    takes: 'own',
    names: {
      'a project': ({ projectID }) => ({
        body: { projectID, inputs: { firm: 'Hale', phone: '', drawnBy: '', number: '26-014' } },
      }),
    },
  },
  listUnsorted: { takes: 'read', names: { 'a project': ({ projectID }) => ({ query: { projectID } }) } },
  addUnsorted: {
    takes: 'write',
    names: {
      'a project, for a file of their own': ({ projectID }, { remote }) => ({ body: { projectID, remote } }),
      'a room, under their own project': ({ roomID }, { projectID, remote }) => ({
        body: { projectID, roomID, remote },
      }),
      'a file, for their own project': ({ attached: remote }, { projectID }) => ({ body: { projectID, remote } }),
    },
  },
  deleteUnsorted: {
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
  sortPhotos: {
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
      'a project': ({ projectID }) => ({ body: { projectID, name: 'Intruder', hides: HIDES_NOTHING } }),
      'a project and its room': ({ projectID, roomID }) => ({
        body: { projectID, roomID, name: 'Intruder', hides: HIDES_NOTHING },
      }),
      'a room, under their own project': ({ roomID }, { projectID }) => ({
        body: { projectID, roomID, name: 'Intruder', hides: HIDES_NOTHING },
      }),
      'a room among others, under their own project': ({ roomID }, own) => ({
        body: {
          projectID: own.projectID,
          scope: { rooms: [own.roomID, roomID] },
          name: 'Intruder',
          hides: HIDES_NOTHING,
        },
      }),
    },
  },
  updateLink: { takes: 'own', names: { 'a link': ({ linkID }) => ({ body: { linkID, name: 'Taken over' } }) } },
  takeBackLink: { takes: 'own', names: { 'a link': ({ linkID }) => ({ query: { linkID } }) } },
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
  printQR: { takes: 'own', names: { 'a room': ({ roomID }) => ({ body: { roomID } }) } },
  restore: { takes: 'write', names: { 'an entry of the trash': ({ trashID }) => ({ body: { trashID } }) } },
  deleteForGood: { takes: 'own', names: { 'an entry of the trash': ({ trashID }) => ({ query: { trashID } }) } },
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
  getMyAccount: { own: () => ({}) },
  updateMyAccount: { own: () => ({ body: { inputs: { user: STRANGER, ...registrationOf(STRANGER).inputs } } }) },
  changePassword: { own: () => ({ body: { currentPass: PASSWORD, newPass: 'another horse' } }) },
  deleteMyAccount: { own: () => ({ body: { currentPass: PASSWORD } }) },
  newSecondFactor: { own: () => ({}) },
  turnOnSecondFactor: { own: good.turnOnSecondFactor },
  turnOffSecondFactor: { own: good.turnOffSecondFactor },
  renewRecoveryCodes: { own: good.renewRecoveryCodes },
  askToAddPasskey: { own: () => ({ body: { currentPass: PASSWORD } }) },
  savePasskey: { own: good.savePasskey },
  removePasskey: {
    takes: 'alone',
    names: {
      'a passkey': ({ passkeyID }) => ({ query: { passkeyID }, body: { currentPass: PASSWORD } }),
    },
  },
  listKeys: { own: () => ({}) },
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
  askToLogOutAtProvider: { own: () => ({}) },
  unlinkProvider: { own: good.unlinkProvider },
  listMySessions: { own: () => ({}) },
  listMySecurityEvents: { own: () => ({}) },
  listProjects: { own: () => ({}) },
  createProject: { own: good.createProject },
  createSampleProject: { own: () => ({}) },
  importProject: 'files',
  upload: 'files',
  listDeleted: { own: () => ({}) },
  getCalendarAddress: { own: () => ({}) },
  renewCalendarAddress: { own: () => ({}) },
  endCalendarAddress: { own: () => ({}) },
  getReminders: { own: () => ({}) },
  updateReminders: { own: good.updateReminders },
  joinProject: { own: good.joinProject },
  acceptOffer: { own: good.acceptOffer },
  declineOffer: { own: good.declineOffer },

  openLink: { shownTo: 'every good link', link: () => ({}) },
  viewRoom: { shownTo: 'links to the room', link: ({ roomID }) => ({ query: { roomID } }) },
  searchView: { shownTo: 'links to the room', link: ({ roomID }) => ({ query: { q: 'o', roomID } }) },

  createCategory: 'of the installation',
  createSubcategory: 'of the installation',
  createProperties: 'of the installation',
  importStructure: 'of the installation',
  listStructureChanges: 'of the installation',
  listUsers: 'of the installation',
  listSecurityEvents: 'of the installation',
  exportSecurityEvents: 'of the installation',
  inviteUser: 'of the installation',
  listAllCategories: 'of the installation',
  listAllSubcategories: 'of the installation',
  listProperties: 'of the installation',
  exportStructure: 'of the installation',
  listConsultations: 'of the installation',
  getOverview: 'of the installation',
  getSecondFactorRule: 'of the installation',
  setSecondFactorRule: 'of the installation',
  listInvitations: 'of the installation',
  sendTestMail: 'of the installation',

  login: 'public',
  askToLogInAtProvider: 'public',
  logInAtProvider: 'public',
  linkProvider: 'public',
  askToLogInWithPasskey: 'public',
  logInWithPasskey: 'public',
  refresh: 'public',
  logout: 'public',
  register: 'public',
  forgot: 'public',
  resetPassword: 'public',
  openInvitation: 'public',
  openOffer: 'public',
  readCalendar: 'public',
  askToEndReminders: 'public',
  endReminders: 'public',
  askToConfirmEmail: 'public',
  confirmEmail: 'public',
  askToEndInvitations: 'public',
  endInvitations: 'public',
  listRoomTypes: 'public',
  requestConsultation: 'public',
  testDB: 'public',
  healthz: 'public',
  readyz: 'public',
  getSite: 'public',
}

/** The calls that are about a project, with the right to it that each takes and its plain request. */
export const ofProjects = Object.entries(ACCESS).flatMap(([name, entry]) => {
  if (typeof entry === 'string' || !('takes' in entry) || entry.takes === 'alone') return []
  const [request] = Object.values(entry.names as Record<string, Naming<EndpointSpec>>)
  const endpoint: EndpointSpec = endpoints[name as keyof Endpoints]
  return request ? [{ name, endpoint, takes: entry.takes, request }] : []
})

// Events: tests/http/history/events.test.ts

/** The calls that write and that not everybody may make. */
export type Writing = {
  [Name in keyof Endpoints]: Endpoints[Name] extends { access: 'public' } | { method: 'GET' } ? never : Name
}[keyof Endpoints]

/** What each of them tells of, or why it tells of nothing. A new call does not compile until it is decided. */
export const TELLS: { [Name in Writing]: readonly [EventKind, ...EventKind[]] | 'no data of a project' } = {
  updateMyAccount: 'no data of a project',
  changePassword: 'no data of a project',
  askToAddPasskey: 'no data of a project',
  savePasskey: 'no data of a project',
  removePasskey: 'no data of a project',
  createKey: 'no data of a project',
  removeKey: 'no data of a project',
  askToLogOutAtProvider: 'no data of a project',
  unlinkProvider: 'no data of a project',
  newSecondFactor: 'no data of a project',
  turnOnSecondFactor: 'no data of a project',
  turnOffSecondFactor: 'no data of a project',
  renewRecoveryCodes: 'no data of a project',
  setSecondFactorRule: 'no data of a project',
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
  setBranding: 'no data of a project',
  setProjectBranding: ['project changed'],
  // On no item yet.
  upload: 'no data of a project',
  copyItem: ['item copied'],
  moveItems: ['item moved'],
  moveRooms: ['link taken back', 'room moved away', 'room moved here'],
  deleteItems: ['item deleted'],
  setLabel: ['item changed'],
  changeOthers: ['item changed'],
  leaveOthers: ['item others left'],
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
  // Only its owner knows of a webhook.
  createWebhook: 'no data of a project',
  removeWebhook: 'no data of a project',
  testWebhook: 'no data of a project',
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
