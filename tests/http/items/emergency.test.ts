import { expect, test } from 'vitest'
import { EMERGENCY_ENTRIES, getEmergency } from '../../../src/shared/items/emergency.api.ts'
import { createItem, deleteItem, filesJSON, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks, openLink, type Hides } from '../../../src/shared/sharing/links.api.ts'
import { getProject } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { saveAsTemplate } from '../../../src/shared/items/bulk/templates.api.ts'
import { addMember } from '../../support/members.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const VALVE = ['Plumbing', 'Shut-Off Valve'] as const
const PANEL = ['Lighting & Electrical', 'Electrical Panel'] as const
const ALARM = ['Lighting & Electrical', 'Smoke / CO Alarm'] as const
const CONTACT = ['Records', 'Contractor / Supplier'] as const
const SHUTS_WATER = { field1: 'Whole house', field2: 'Left of the boiler', field3: 'Ball', notes: 'A quarter turn.' }
const PLUMBER = { field1: 'Quillan', field2: 'Plumber', field4: '555 0100 22, tess@quillan.example' }

const start = async () => {
  const started = await startTestApp()
  const user = await started.newUser('robin')
  const projectID = await user.newProject()
  const newRoom = async (roomName: string, type = 'Whole House') => {
    const roomType = await roomTypeID(user, type)
    return (await user.must(createRoom, { body: { projectID, roomType, roomName } })).roomID
  }
  const roomID = await newRoom('Basement')
  const record = async ([category, subcategory]: readonly [string, string], inputs: ItemInputs, more: Place = {}) => {
    const { files, ...place } = more
    const { subcatID, catID } = await subcategoryIDs(user, 'Whole House', category, subcategory)
    const labels = await user.must(listFields, { query: { subCatID: subcatID } })
    const body = { projectID, roomID, catID, subcatID, labels, inputs, files: files ?? '{}', ...place }
    return (await user.must(createItem, { body })).itemID
  }
  const sheet = async (client: Client = user) => client.must(getEmergency, { query: { projectID } })
  return { ...started, user, projectID, roomID, newRoom, record, sheet }
}
interface Place {
  roomID?: number
  files?: string
}

/** The contents of the sheet, in short. */
const said = ({ groups }: { groups: readonly { entries: readonly { what: string; where: string }[] }[] }) =>
  groups.map(({ entries }) => entries.map(({ what, where }) => `${what}: ${where}`))

test('the sheet lists items by their kind in the structure, with place, numbers, picture and files', async () => {
  const { user, newRoom, record, sheet, projectID } = await start()
  const hall = await newRoom('Hall', 'Hall / Stairs')
  const sink = await record(VALVE, { field1: 'Sink', field2: 'Below it' })
  const [picture, guide] = await user.upload([
    { name: 'valve.png', bytes: await pictureOf('red', 'png') },
    { name: 'guide.txt', bytes: Buffer.from('Turn it.') },
  ])
  const files = filesJSON([
    { name: 'Guide', remote: guide?.remote ?? '' },
    { name: 'Valve', remote: picture?.remote ?? '' },
  ])
  const main = await record(VALVE, SHUTS_WATER, { files })
  await record(PANEL, { field1: 'Corbelin', field2: 'CP-200' })
  await record(ALARM, { field1: 'Vigil', field4: 'Ceiling' }, { roomID: hall })
  await record(CONTACT, { field1: 'Nobody', field2: 'Painter' })
  await record(CONTACT, PLUMBER)
  await record(['Plumbing', 'Water Heater'], { field1: 'Fjellmark' })

  const all = await sheet()
  expect(all).toMatchObject({ projectID, projectName: 'Maple Street', may: 'own' })
  expect(all.groups.map(({ emergency }) => emergency)).toEqual(['valve', 'panel', 'alarm', 'contact'])
  // Main valves first, and contacts.
  expect(said(all)).toEqual([
    ['Whole house: Left of the boiler', 'Sink: Below it'],
    ['Electrical Panel: Basement'],
    ['Smoke / CO Alarm: Ceiling'],
    ['Quillan, Plumber: 555 0100 22', 'Nobody, Painter: '],
  ])
  const [valves, , , contacts] = all.groups
  expect(valves?.entries[0]).toMatchObject({
    itemID: main,
    roomName: 'Basement',
    note: 'A quarter turn.',
    picture: picture?.remote,
    files: [{ name: 'Guide', remote: guide?.remote }],
    phones: [],
    links: [],
  })
  expect(valves?.entries[0]?.values).toContainEqual({ label: 'Valve Type', value: 'Ball' })
  expect(contacts?.entries[0]).toMatchObject({
    phones: ['555 0100 22'],
    links: [{ text: 'tess@quillan.example', href: 'mailto:tess@quillan.example' }],
  })

  const { emergency } = await user.must(getProject, { query: { projectID } })
  expect(emergency.map(({ what }) => what)).toEqual(['Whole house', 'Sink', 'Electrical Panel', 'Quillan, Plumber'])
  await user.must(deleteItem, { query: { itemID: sink } })
  expect(said(await sheet())[0]).toEqual(['Whole house: Left of the boiler'])
  expect((await user.must(getProject, { query: { projectID } })).emergency[3]?.what).toBe('Smoke / CO Alarm')
})

test('contacts come first on Project Home, too, regardless of how many others are older', async () => {
  const { user, record, sheet, projectID } = await start()
  for (let at = 0; at < 4; at++) await record(CONTACT, { field1: `Nobody ${at}`, field2: 'Painter' })
  await record(CONTACT, PLUMBER)
  expect(said(await sheet())[0]?.[0]).toBe('Quillan, Plumber: 555 0100 22')
  const { emergency } = await user.must(getProject, { query: { projectID } })
  expect(emergency.map(({ what, phones }) => [what, phones])).toEqual([['Quillan, Plumber', ['555 0100 22']]])
})

test('items of a kind that an Admin adds are on the sheet, and those of a removed kind are not', async () => {
  const { newUser, record, sheet } = await start()
  const admin = await newUser('admin', [Role.Admin])
  await record(['Plumbing', 'Sump Pump'], { field1: 'Gasworks' })
  await record(VALVE, SHUTS_WATER)
  const change = async ([category, subcategory]: readonly [string, string], emergency: 'gas' | null) => {
    const { subcatID } = await subcategoryIDs(admin, 'Whole House', category, subcategory)
    const fields = (await admin.must(listFields, { query: { subCatID: subcatID } })).map(({ propID }) => propID)
    await admin.must(setLabels, {
      body: { subcatID, fields, standsFor: { surface: null, trade: 'plumber', emergency } },
    })
  }
  await change(['Plumbing', 'Sump Pump'], 'gas')
  await change(VALVE, null)
  const { groups, record: missing } = await sheet()
  expect(groups.map(({ emergency, entries }) => [emergency, entries.map(({ where }) => where)])).toEqual([
    ['gas', ['Basement']],
  ])
  expect(missing.map(({ emergency }) => emergency)).toEqual(['panel', 'gas', 'alarm', 'contact'])
})

test('it tells writers where to record each', async () => {
  const { user, newUser, projectID, newRoom, sheet, roomID, services } = await start()
  const kitchen = await newRoom('Alcove', 'Kitchen')
  const places = (await sheet()).record
  expect(places.map(({ emergency, subCatName, room }) => [emergency, subCatName, room?.roomID])).toEqual([
    ['valve', 'Shut-Off Valve', roomID],
    ['panel', 'Electrical Panel', roomID],
    ['alarm', 'Smoke / CO Alarm', roomID],
    ['contact', 'Contractor / Supplier', roomID],
  ])
  const kitchenOnly = await user.newProject('Lakeside Cottage')
  const roomType = await roomTypeID(user, 'Kitchen')
  await user.must(createRoom, { body: { projectID: kitchenOnly, roomType, roomName: 'Kitchen' } })
  const other = await user.must(getEmergency, { query: { projectID: kitchenOnly } })
  expect(other.record[1]).toMatchObject({ room: null, roomTypes: ['Garage', 'Laundry / Utility', 'Whole House'] })
  expect(other.record[0]?.room?.roomName).toBe('Kitchen')
  expect(kitchen).toBeGreaterThan(0)

  const viewer = await newUser('viewer')
  await addMember(services.db, projectID, 'viewer', 'viewer')
  expect(await sheet(viewer)).toMatchObject({ may: 'read', groups: [], record: [] })
})

test('a link shows only what it shows elsewhere: its room, and nothing hidden', async () => {
  const { app, user, projectID, roomID, newRoom, record } = await start()
  const hall = await newRoom('Hall', 'Hall / Stairs')
  await record(VALVE, SHUTS_WATER)
  await record(CONTACT, PLUMBER)
  await record(ALARM, { field1: 'Vigil', field4: 'Ceiling' }, { roomID: hall })
  const seenBy = async (more: { roomID?: number; hides?: Partial<Hides> }) => {
    const hides = { notes: false, files: false, labels: [], ...more.hides }
    const { linkID } = await user.must(createLink, { body: { projectID, name: 'Sitter', ...more, hides } })
    const { links } = await user.must(listLinks, { query: { projectID } })
    const token = links.find((link) => link.linkID === linkID)?.address?.split('/view/')[1] ?? ''
    const answer = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
    return openLink.response.parse(answer.json()).emergency
  }
  expect(said({ groups: await seenBy({}) })).toEqual([
    ['Whole house: Left of the boiler'],
    ['Smoke / CO Alarm: Ceiling'],
    ['Quillan, Plumber: 555 0100 22'],
  ])
  expect(said({ groups: await seenBy({ roomID: hall }) })).toEqual([['Smoke / CO Alarm: Ceiling']])
  expect((await seenBy({ roomID })).map(({ emergency }) => emergency)).toEqual(['valve', 'contact'])

  const { subcatID } = await subcategoryIDs(user, 'Whole House', ...CONTACT)
  const ofRecords = (await user.must(listFields, { query: { subCatID: subcatID } })).map(({ propID }) => propID)
  const hidden = await seenBy({ hides: { notes: true, labels: ofRecords } })
  expect(hidden.map(({ emergency }) => emergency)).toEqual(['valve', 'alarm'])
  expect(hidden[0]?.entries[0]?.note).toBe('')
  expect(JSON.stringify(hidden)).not.toContain('uillan')
})

test('it lists twenty of a kind and counts the rest, and nothing of a template', async () => {
  const { user, record, sheet, projectID } = await start()
  for (let at = 0; at < EMERGENCY_ENTRIES + 2; at++) await record(VALVE, { field1: `Sink ${at}`, field2: 'Below it' })
  const [valves] = (await sheet()).groups
  expect([valves?.entries.length, valves?.more]).toEqual([EMERGENCY_ENTRIES, 2])

  const { projectID: templateID } = await user.must(saveAsTemplate, { body: { projectID, name: 'House' } })
  expect((await user.call(getEmergency, { query: { projectID: templateID } })).problem?.code).toBe('not_for_templates')
  expect((await user.must(getProject, { query: { projectID: templateID } })).emergency).toEqual([])
})
