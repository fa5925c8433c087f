import type { EndpointSpec, InputOf, ResponseOf } from '../../shared/endpoint.ts'
import { answeredOwnTexts } from '../../shared/items.ts'
import type { endpoints } from '../../shared/endpoints.ts'
import { VERSION } from '../version.ts'

/** What a call is sent and what it answers. An upload's files and a download's bytes are shown by their schemas. */
type Example<E extends EndpointSpec> = Omit<InputOf<E>, 'files'> &
  (E['response'] extends object ? { response: NonNullable<ResponseOf<E>> } : unknown)

const message = (text: string) => ({ response: { message: text } })

const account = {
  email: 'robin@example.com',
  phone: '(555) 010-0199',
  company: '',
  address: '12 Elm Street',
  address2: '',
  city: 'Burlington',
  state: 'VT',
  zip: '05401',
}
const session = { accessToken: 'zJ0bYv…', roles: [1001], user: 'robin' }

const place = { client: '', address: '4 Maple Street', address2: '', city: 'Burlington', state: 'VT', zip: '05401' }
const remote = 'Zk3vQ0yqT2uXw8fR1aB5cg'
const attachment = {
  name: 'dry-sage-can.jpg',
  filename: 'dry-sage-can.jpg',
  remote,
  type: 'image/jpeg',
  size: 482113,
}
const labels = [
  { propID: 11, label: 'Brand', field: 'field1' as const },
  { propID: 12, label: 'Color Name', field: 'field2' as const },
  { propID: 13, label: 'Color Code', field: 'field3' as const },
  { propID: 14, label: 'Finish', field: 'field4' as const },
]
const inputs = {
  field1: 'Harrow & Vale',
  field2: 'Dry Sage',
  field3: 'HV-6102',
  field4: 'Eggshell',
  field5: '',
  field6: '',
}
const item = {
  itemID: 41,
  projectID: 3,
  roomID: 8,
  catID: 2,
  subcatID: 17,
  catName: 'Paint & Wall Finishes',
  subCatName: 'Paint',
  subcatName: 'Paint',
  ...inputs,
  ...answeredOwnTexts(() => ''),
  note: 'Two coats over white primer.',
  files: JSON.stringify({ [attachment.name]: remote }),
  labels,
  telling: ['field2' as const, 'field3' as const],
  title: 'Dry Sage HV-6102',
  attachments: [attachment],
  projectName: 'Maple Street',
  roomName: 'Hall',
  sample: 'paint:#a9b29a',
  updatedAt: '2026-02-14T16:20:11.000Z',
  version: 3,
  may: 'own' as const,
}
const structure = {
  subcategories: { Paint: ['Brand', 'Color Name', 'Color Code', 'Finish'] },
  telling: { Paint: ['Color Name', 'Color Code'] },
  categories: { 'Paint & Wall Finishes': ['Paint'] },
  roomTypes: { Hall: { 'Paint & Wall Finishes': ['Paint'] } },
}

/** One for each call, for the documentation; a call without one does not compile. */
export const EXAMPLES: { [Name in keyof typeof endpoints]: Example<(typeof endpoints)[Name]> } = {
  login: { body: { user: 'robin', pwd: 'three cups of tea', remember: true }, response: session },
  refresh: { response: session },
  logout: {},
  register: {
    body: { user: 'robin', pwd: 'three cups of tea', inputs: { ...account, first: 'Robin', last: 'Sample' } },
    ...message('Registration Successful!'),
  },
  forgot: {
    body: { user: 'robin@example.com' },
    ...message('If there is such an account, an e-mail with a link is on its way.'),
  },
  resetPassword: {
    body: { token: 'q7Jx…', newPass: 'four cups of tea' },
    ...message('Password changed'),
  },
  getMyAccount: {
    response: { username: 'robin', ...account, firstName: 'Robin', lastName: 'Sample', roles: '[1001]' },
  },
  updateMyAccount: {
    body: {
      inputs: { user: 'robin', ...account, first: 'Robin', last: 'Sample', email: 'robin@homes.example' },
      currentPass: 'three cups of tea',
    },
    ...message('Account updated'),
  },
  changePassword: {
    body: { currentPass: 'three cups of tea', newPass: 'four cups of tea' },
    ...message('Password changed'),
  },
  deleteMyAccount: { body: { currentPass: 'three cups of tea' }, ...message('Account deleted') },
  listMySessions: {
    response: [
      {
        sessionID: 5,
        current: true,
        userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)',
        address: '192.0.2.14',
        remember: true,
        createdAt: '2026-02-01T08:00:00.000Z',
        lastUsedAt: '2026-02-14T16:02:40.000Z',
        expiresAt: '2026-03-16T16:02:40.000Z',
      },
    ],
  },
  endMySession: { query: { sessionID: 6 }, body: { currentPass: 'three cups of tea' }, ...message('Session ended') },
  exportMyData: {},
  listProjects: {
    response: {
      projects: [
        {
          projectID: 3,
          name: 'Maple Street',
          city: 'Burlington',
          state: 'VT',
          roomCount: 2,
          itemCount: 19,
          roomItemCounts: [7, 12],
          may: 'own',
        },
      ],
    },
  },
  getProject: {
    query: { projectID: 3 },
    response: { project: { projectID: 3, name: 'Maple Street', ...place }, may: 'own' },
  },
  createProject: {
    body: { inputs: { name: 'Maple Street', ...place } },
    response: { projectID: 3, message: 'Created project "Maple Street"' },
  },
  updateProject: {
    body: { projectID: 3, inputs: { name: 'Maple Street', ...place, client: 'Sam Example' } },
    ...message('Successfully updated the project!'),
  },
  deleteProject: {
    query: { projectID: 3 },
    response: { message: 'Deleted project "Maple Street"', trashID: 9 },
  },
  createSampleProject: { response: { projectID: 4, message: 'Created project "Sample House"' } },
  listRooms: {
    query: { projectID: 3 },
    response: {
      rooms: [
        {
          ID: 8,
          name: 'Hall',
          roomType: 6,
          roomTypeName: 'Hall',
          itemCount: 7,
          samples: ['paint:#a9b29a'],
          may: 'own',
        },
      ],
    },
  },
  getRoom: {
    query: { roomID: 8 },
    response: {
      roomID: 8,
      roomName: 'Hall',
      roomType: 6,
      roomTypeName: 'Hall',
      projectID: 3,
      projectName: 'Maple Street',
      may: 'own',
    },
  },
  createRoom: {
    body: { roomType: 6, roomName: 'Hall', projectID: 3 },
    response: { roomID: 8, message: 'Created room "Hall"' },
  },
  updateRoom: { body: { roomID: 8, roomName: 'Upper Hall' }, ...message('Updated room "Upper Hall"') },
  deleteRoom: { query: { roomID: 8 }, response: { message: 'Deleted room "Hall"', trashID: 10 } },
  listRoomTypes: { response: { rooms: [{ roomTypeID: 6, roomTypeName: 'Hall' }] } },
  getRoomStructure: {
    query: { roomType: 6 },
    response: { '2': { parentCatName: 'Paint & Wall Finishes', subcatList: [17], subcatNameList: ['Paint'] } },
  },
  listCategories: { query: { roomType: 6 }, response: { cats: [{ catID: 2, catName: 'Paint & Wall Finishes' }] } },
  listFields: { query: { subCatID: 17 }, response: labels },
  createRoomType: {
    body: { roomType: 'Sauna' },
    response: { roomTypeID: 31, message: 'Created room type "Sauna"' },
  },
  renameRoomType: {
    body: { roomTypeID: 31, roomType: 'Steam Room', was: 'Sauna' },
    ...message('Renamed room type to "Steam Room"'),
  },
  deleteRoomType: { query: { roomTypeID: 31 }, ...message('Deleted room type "Steam Room"') },
  copyRoomType: {
    body: { roomTypeID: 6, roomType: 'Upper Hall' },
    response: { roomTypeID: 32, message: 'Created room type "Upper Hall"' },
  },
  listAllCategories: { response: [{ catID: 2, catName: 'Paint & Wall Finishes' }] },
  listAllSubcategories: { response: [{ subCatID: 17, subCatName: 'Paint' }] },
  createCategory: { body: { newCat: 'Heating' }, response: { catID: 25, message: 'Created category "Heating"' } },
  createSubcategory: {
    body: { newSubCat: 'Stove' },
    response: { subCatID: 140, message: 'Created subcategory "Stove"' },
  },
  renameCategory: {
    body: { catID: 25, catName: 'Heating & Cooling', was: 'Heating' },
    ...message('Renamed category to "Heating & Cooling"'),
  },
  renameSubcategory: {
    body: { subcatID: 140, subCatName: 'Wood Stove', was: 'Stove' },
    ...message('Renamed subcategory to "Wood Stove"'),
  },
  addCategory: { body: { roomTypeID: 6, catID: 25 }, ...message('Added category "Heating & Cooling"') },
  addSubcategory: {
    body: { roomTypeID: 6, catID: 25, newSubcatID: 140 },
    ...message('Added subcategory "Wood Stove"'),
  },
  removeDefinition: {
    query: { roomTypeID: 6, catID: 25, subcatID: 140 },
    ...message('Removed subcategory "Wood Stove"'),
  },
  listProperties: { response: { properties: [{ propID: 11, propName: 'Brand' }] } },
  createProperties: {
    body: { newLabelList: ['Heat Output', 'Fuel'] },
    response: { '91': 'Heat Output', '92': 'Fuel' },
  },
  setLabels: {
    body: { subcatID: 140, fields: [11, 91, 92], telling: ['field1'], was: [11], moveValues: true, confirmed: false },
    ...message('Updated fields of "Wood Stove"'),
  },
  getSubcategoryUse: {
    query: { subcatID: 17 },
    response: {
      roomTypes: ['Hall', 'Kitchen'],
      items: 12,
      slots: [{ field: 'field1', items: 11 }],
      telling: ['field1'],
    },
  },
  exportStructure: { response: structure },
  importStructure: {
    body: { structure, apply: false },
    response: { message: 'Importing would make 1 change', changes: ['New room type "Hall"'], applied: false },
  },
  listStructureChanges: {
    query: { before: 70 },
    response: [
      {
        changeID: 69,
        by: 'robin',
        at: '2026-02-14T16:20:11.000Z',
        what: 'Renamed category "Heating" to "Heating & Cooling"',
        before: 'Heating',
        after: 'Heating & Cooling',
        canUndo: true,
      },
    ],
  },
  undoStructureChange: { body: { changeID: 69 }, ...message('Undone') },
  listItems: { query: { roomID: 8 }, response: [item] },
  getItem: { query: { itemID: 41 }, response: item },
  createItem: {
    body: {
      projectID: 3,
      roomID: 8,
      catID: 2,
      subcatID: 17,
      inputs: { ...inputs, notes: 'Two coats over white primer.' },
      files: JSON.stringify({ [attachment.name]: remote }),
    },
    response: { itemID: 41, message: 'Successfully Created New Item' },
  },
  updateItem: {
    body: { itemID: 41, inputs: { field4: 'Satin' }, version: 3 },
    response: { message: 'Successfully Updated Paint & Wall Finishes – Paint', version: 4 },
  },
  deleteItem: { query: { itemID: 41 }, response: { message: 'Deleted item "Dry Sage"', trashID: 11 } },
  addItemFiles: {
    body: { itemID: 41, files: [{ name: attachment.name, remote }] },
    response: { files: JSON.stringify({ [attachment.name]: remote }), attachments: [attachment] },
  },
  deleteItemFile: {
    query: { itemID: 41, remote },
    response: { message: 'Removed "dry-sage-can.jpg"', trashID: 12 },
  },
  upload: { response: [{ filename: attachment.filename, remote }] },
  download: { params: { remote }, query: { version: 'thumbnail' } },
  listDeleted: {
    response: [
      {
        trashID: 11,
        kind: 'item',
        name: 'Dry Sage',
        where: 'Maple Street > Hall',
        deletedAt: '2026-02-14T16:20:11.000Z',
        expiresAt: '2026-03-16T16:20:11.000Z',
        deletedBy: 'robin',
        may: 'own',
      },
    ],
  },
  restore: { body: { trashID: 11 }, ...message('Restored "Dry Sage"') },
  deleteForGood: { query: { trashID: 11 }, ...message('Deleted "Dry Sage" for good') },
  requestConsultation: {
    body: {
      inputs: {
        name: 'Robin Sample',
        email: 'robin@example.com',
        phone: '(555) 010-0199',
        project: 'Maple Street',
        about: 'Colors for the hall and the stairs',
        preferredTimes: 'Weekday mornings',
      },
    },
    ...message('Thank you! We will be in touch.'),
  },
  listConsultations: {
    response: [
      {
        consultationID: 2,
        name: 'Robin Sample',
        email: 'robin@example.com',
        phone: '(555) 010-0199',
        project: 'Maple Street',
        about: 'Colors for the hall and the stairs',
        preferredTimes: 'Weekday mornings',
        createdAt: '2026-02-14T16:20:11.000Z',
        mailedAt: '2026-02-14T16:20:12.000Z',
        done: false,
      },
    ],
  },
  setConsultationDone: { body: { consultationID: 2, done: true }, ...message('Done') },
  listUsers: {
    query: { search: 'sam' },
    response: {
      users: [
        {
          userID: 7,
          username: 'robin',
          email: 'robin@example.com',
          name: 'Robin Sample',
          roles: [1001],
          locked: false,
          sessions: 2,
          createdAt: '2026-01-03T10:00:00.000Z',
        },
      ],
      more: false,
      total: 1,
    },
  },
  setUserRole: { body: { userID: 7, role: 2023, held: true }, ...message('Updated') },
  setUserLock: { body: { userID: 7, locked: true }, ...message('Updated') },
  endUserSessions: { query: { userID: 7 }, ...message('Sessions ended') },
  sendUserReset: { body: { userID: 7 }, ...message('The e-mail is on its way.') },
  getOverview: {
    response: {
      users: 12,
      locked: 0,
      projects: 31,
      rooms: 204,
      items: 3120,
      files: 981,
      storageBytes: 1_840_229_112,
      consultations: { open: 1, done: 4, notMailed: 0 },
      failedLoginsLastHour: 2,
      failedJobs: {
        count: 1,
        latest: [
          {
            jobID: 12,
            kind: 'email-changed-mail',
            at: '2026-02-14T16:20:11.000Z',
            tries: 10,
            reason: 'connect ECONNREFUSED 192.0.2.25:587',
            nextAt: null,
          },
        ],
      },
      version: VERSION,
      database: 'SQLite 3.51.1',
      databaseAnswers: true,
      fileStoreAnswers: true,
      sendsMail: true,
      mailFails: false,
      mailFailure: null,
      untrustedProxy: null,
    },
  },
  retryJob: { body: { jobID: 12 }, ...message('It is tried again now.') },
  dismissJob: { query: { jobID: 12 }, ...message('Dismissed.') },
  testDB: { response: { message: 'The database answers.', type: 'SQLite' } },
  healthz: { response: { message: 'The server is running.', version: VERSION } },
  readyz: message('ok'),
  getSite: {
    response: {
      environmentName: null,
      contactEmail: 'hello@example.com',
      contactPhone: '(555) 010-0100',
      maxFileBytes: 26_214_400,
      maxFilesPerUpload: 20,
      sendsMail: true,
      mailFails: false,
      asksAdminCode: false,
    },
  },
}
