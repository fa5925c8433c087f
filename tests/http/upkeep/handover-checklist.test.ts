import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import {
  GAPS_AT_ONCE,
  getReadiness,
  setNotNeeded,
  type Readiness,
} from '../../../src/shared/upkeep/handover-checklist.api.ts'
import { copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import { changeSubcategory } from '../../../src/shared/items/change-subcategory.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import {
  addItemFiles,
  createItem,
  deleteItem,
  getItem,
  updateItem,
  type ItemInputs,
} from '../../../src/shared/items/items.api.ts'
import { moveItems, moveRooms } from '../../../src/shared/items/bulk/moves.api.ts'
import { says, SAYS } from '../../../src/shared/attachments/paper-names.ts'
import { createSampleProject } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { saveAsTemplate } from '../../../src/shared/items/bulk/templates.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import { undo } from '../../../src/shared/history/undo.api.ts'
import { columnOf, fits, jsonOf, rowsOfJSON } from '../../../src/server/platform/db/engine.ts'
import { addMember } from '../../support/members.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const PAINT = ['Paint', 'Wall Paint'] as const
const WASHER = ['Appliances', 'Dishwasher'] as const
const HV6118 = { field1: 'Harrow & Vale', field2: 'Verdigris', field3: 'HV-6118' }

const start = async () => {
  const started = await startTestApp()
  const user = await started.newUser('robin')
  const projectID = await user.newProject()
  const newRoom = async (roomName: string, type = 'Kitchen') => {
    const roomType = await roomTypeID(user, type)
    return (await user.must(createRoom, { body: { projectID, roomType, roomName } })).roomID
  }
  const record = async (roomID: number, [category, subcategory]: readonly [string, string], inputs: ItemInputs) => {
    const { subcatID, catID } = await subcategoryIDs(user, 'Kitchen', category, subcategory)
    const labels = await user.must(listFields, { query: { subCatID: subcatID } })
    const body = { projectID, roomID, catID, subcatID, labels, inputs, files: '{}' }
    return (await user.must(createItem, { body })).itemID
  }
  const attach = async (itemID: number, name: string) => {
    const [file] = await user.upload([{ name, bytes: Buffer.from((name.endsWith('.txt') ? '' : '%PDF-1.4 ') + name) }])
    await user.must(addItemFiles, { body: { itemID, files: [{ name, remote: file?.remote ?? '' }] } })
  }
  const ready = async (show?: 'setaside' | 'figures', client: Client = user) =>
    client.must(getReadiness, { query: { projectID, ...(show && { show }) } })
  const setAside = (body: object, client: Client = user) =>
    client.send(setNotNeeded, { body: { notNeeded: true, ...body } })
  return { ...started, user, projectID, newRoom, record, attach, ready, setAside }
}

/** The missing things, in short. */
const said = ({ rooms }: Readiness) =>
  Object.fromEntries(
    rooms.map(({ roomName, isEmpty, gaps }) => [
      roomName,
      isEmpty ? 'empty' : gaps.map(({ what, fields }) => [what, ...fields.map(({ label }) => label)].join(' ')),
    ]),
  )

test('it lists missing things by room, with the share of existing things', async () => {
  const { projectID, newRoom, record, attach, ready, user } = await start()
  expect(await ready()).toMatchObject({ percent: null, things: 0, missing: 0, rooms: [], groups: [] })
  const kitchen = await newRoom('Kitchen')
  expect(await ready()).toMatchObject({ percent: 0, things: 1, missing: 1 })
  await newRoom('Attic', 'Bedroom')
  const paint = await record(kitchen, PAINT, HV6118)
  const washer = await record(kitchen, WASHER, { field2: 'BDW-624' })
  const all = await ready()
  expect(all).toMatchObject({ projectID, projectName: 'Maple Street', may: 'own', setAside: 0, more: 0 })
  // Two rooms, the values of two items, a manual and a receipt.
  expect(all).toMatchObject({ things: 6, missing: 5, percent: 16 })
  expect(said(all)).toEqual({ Attic: 'empty', Kitchen: ['values Sheen', 'values Brand', 'manual', 'receipt'] })
  expect(all.groups).toEqual([
    { group: expect.any(String), name: 'Appliances missing Brand', count: 1 },
    { group: 'manual', name: 'Appliances missing manual', count: 1 },
    { group: 'receipt', name: 'Appliances missing receipt', count: 1 },
    { group: expect.any(String), name: 'Paint missing Sheen', count: 1 },
    { group: 'items', name: 'Rooms without items', count: 1 },
  ])
  const [, { gaps: [first] = [] } = {}] = all.rooms
  expect(first).toMatchObject({ itemID: paint, title: 'Verdigris HV-6118', subCatName: 'Wall Paint' })
  expect(all.groups.map(({ group }) => group)).toContain(first?.group)
  expect(await ready('figures')).toEqual({ ...all, rooms: [], more: 5 })

  await attach(washer, 'Hatch appliance receipt.pdf')
  expect(said(await ready()).Kitchen).toEqual(['values Sheen', 'values Brand', 'manual'])
  await attach(washer, 'Warranty certificate.pdf')
  expect(said(await ready()).Kitchen).toContain('manual')
  await attach(washer, 'bdw-624_Installation.pdf')
  expect(said(await ready()).Kitchen).toEqual(['values Sheen', 'values Brand'])
  await user.must(updateItem, { body: { itemID: paint, inputs: { ...HV6118, field4: 'Satin' } } })
  await user.must(updateItem, { body: { itemID: washer, inputs: { field1: 'Brennholt', field2: 'BDW-624' } } })
  expect(await ready()).toMatchObject({ things: 6, missing: 1, percent: 83, rooms: [{ roomName: 'Attic' }] })
  // Things in the trash do not count.
  const { trashID } = await user.must(deleteItem, { query: { itemID: washer } })
  expect(await ready()).toMatchObject({ things: 3, missing: 1 })
  await user.must(restore, { body: { trashID } })
  expect(await ready()).toMatchObject({ things: 6, missing: 1 })
})

test('a photo is no manual, and a file is recognized by its name in any case and script', async () => {
  const { newRoom, record, attach, ready } = await start()
  const kitchen = await newRoom('Kitchen')
  const washer = await record(kitchen, WASHER, { field1: 'Brennholt', field2: 'BDW-624' })
  await attach(washer, 'plate.txt')
  await attach(washer, 'Billiard room.txt')
  expect(said(await ready()).Kitchen).toEqual(['manual', 'receipt'])
  await attach(washer, 'INVOICE_2026-11.txt')
  await attach(washer, 'Owner-MANUAL.txt')
  expect(said(await ready())).toEqual({})
  expect(await ready()).toMatchObject({ percent: 100, missing: 0, things: 4 })
})

const NAMES = {
  receipt: ['(receipt).jpg', '[Receipt] oven.jpg', 'bill,2.png', '2026receipt.png', 'Rechnung.pdf', 'reçu 3.jpg'],
  manual: ['Manual.pdf', 'BDW_Bedienungsanleitung.pdf', "mode d'emploi.pdf", 'Bruksanvisning.png'],
  other: ['scan001.pdf', 'Garantie.pdf', 'Angebot.pdf'],
  none: ['bdw-624.pdf', 'Billiard.png', 'Recuperator.pdf', 'emanual.pdf'],
} as const

test('the database and the browser classify a name alike, for all characters', async () => {
  const { services } = await startTestApp()
  const { db } = services
  const word = fc.constantFrom(...Object.values(NAMES).flat(), 'BILL', 'facture', 'K\u212aI', 'ß', 'Ü', '漢', '🙂')
  const sign = fc.constantFrom('', ' ', '_', '-', '.', '(', ')', ',', '%', '7', 'é', 'É', '\n', "'", '\\')
  const made = fc.sample(
    fc.array(fc.tuple(sign, word), { minLength: 1, maxLength: 3 }).map((parts) => parts.flat().join('')),
    { seed: 7, numRuns: 300 },
  )
  // A name that claims to be one of them is another paper, too.
  const kinds = ['manual', 'receipt', 'other'] as const
  for (const what of kinds) {
    const names = [...Object.values(NAMES).flat(), ...made]
    const rows = await db
      .selectFrom(
        rowsOfJSON<{ name: string }>(db, jsonOf(names.map((name) => ({ name }))), { name: 'text' }).as('named'),
      )
      .where(fits(db, columnOf<string>('named.name'), SAYS[what]))
      .select('named.name')
      .execute()
    const said = new Set(rows.map(({ name }) => name))
    for (const name of names) expect([name, said.has(name)]).toEqual([name, says(what, name)])
  }
  for (const [paper, names] of Object.entries(NAMES))
    for (const name of names) expect([name, kinds.find((what) => says(what, name)) ?? 'none']).toEqual([name, paper])
})

test('a newly required value is missing at once, and a value no longer required is not', async () => {
  const { newUser, newRoom, record, ready } = await start()
  const admin = await newUser('admin', [Role.Admin])
  await record(await newRoom('Kitchen'), PAINT, HV6118)
  const { subcatID } = await subcategoryIDs(admin, 'Kitchen', ...PAINT)
  const labels = await admin.must(listFields, { query: { subCatID: subcatID } })
  const fields = labels.map(({ propID }) => propID)
  const want = (names: readonly string[], receipt: boolean) => {
    const its = labels.filter(({ label }) => names.includes(label)).map(({ propID }) => propID)
    return admin.must(setLabels, { body: { subcatID, fields, wanted: { labels: its, manual: false, receipt } } })
  }
  await want(['Color Name'], false)
  expect(await ready()).toMatchObject({ percent: 100, things: 2 })
  await want(['Location', 'Date Painted'], true)
  expect(said(await ready())).toEqual({ Kitchen: ['values Location Date Painted', 'receipt'] })
  await want([], false)
  expect(await ready()).toMatchObject({ percent: 100, things: 1 })
})

test('a thing that is not needed is dismissed and restored, does not count then, and is in the activity', async () => {
  const { user, newUser, services, projectID, newRoom, record, ready, setAside } = await start()
  const kitchen = await newRoom('Kitchen')
  const attic = await newRoom('Attic', 'Bedroom')
  const washer = await record(kitchen, WASHER, { field1: 'Brennholt', field2: 'BDW-624' })
  expect(await ready()).toMatchObject({ things: 5, missing: 3, percent: 40 })
  expect(await setAside({ itemID: washer, what: 'manual' })).toMatchObject({
    status: 200,
    body: { message: 'Marked as not needed' },
  })
  await setAside({ itemID: washer, what: 'manual' })
  await setAside({ roomID: attic, what: 'items' })
  expect(await ready()).toMatchObject({ things: 3, missing: 1, percent: 66, setAside: 2 })
  const aside = await ready('setaside')
  expect(said(aside)).toEqual({ Attic: 'empty', Kitchen: ['manual'] })
  expect(aside).toMatchObject({ more: 0, missing: 1 })

  const { events } = await user.must(getActivity, { query: { projectID } })
  expect(events.slice(0, 2).map(({ kind, is }) => [kind, is])).toEqual([
    ['room set aside', 'Items'],
    ['item set aside', 'Manual'],
  ])
  expect(events.filter(({ kind }) => kind === 'item set aside')).toHaveLength(1)
  expect((await setAside({ itemID: washer, what: 'manual', notNeeded: false })).body).toEqual({
    message: 'Needed again',
  })
  await setAside({ roomID: attic, what: 'items', notNeeded: false })
  await setAside({ roomID: attic, what: 'items', notNeeded: false })
  expect(await ready()).toMatchObject({ things: 5, missing: 3, setAside: 0 })
  expect((await user.must(getActivity, { query: { projectID } })).events[1]?.kind).toBe('item needed again')

  const viewer = await newUser('viewer')
  await addMember(services.db, projectID, 'viewer', 'viewer')
  expect(await ready(undefined, viewer)).toMatchObject({ may: 'read', missing: 3 })
  expect((await setAside({ itemID: washer, what: 'manual' }, viewer)).status).toBe(403)
})

test('a thing that cannot be missing is a 400 that names it', async () => {
  const { newRoom, record, setAside } = await start()
  const roomID = await newRoom('Kitchen')
  const itemID = await record(roomID, PAINT, HV6118)
  const wrongs: [object, string][] = [
    [{ what: 'values' }, 'itemID'],
    [{ itemID, roomID, what: 'values' }, 'itemID'],
    [{ roomID, what: 'manual' }, 'what'],
    [{ itemID, what: 'items' }, 'what'],
    [{ itemID, what: 'warranty' }, 'what'],
    // Paint needs none.
    [{ itemID, what: 'manual' }, 'what'],
    [{ itemID, what: 'receipt' }, 'what'],
  ]
  for (const [body, field] of wrongs) {
    const refused = await setAside(body)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toContain(`"${field}"`)
  }
})

test('a dismissal ends if a new subcategory requires other things, until that is undone', async () => {
  const { user, newRoom, record, ready, setAside } = await start()
  const washer = await record(await newRoom('Kitchen'), WASHER, { field3: 'SN 1' })
  for (const what of ['values', 'manual', 'receipt']) await setAside({ itemID: washer, what })
  const change = async (to: readonly [string, string], putBack?: number) => {
    const { version } = await user.must(getItem, { query: { itemID: washer } })
    const body = { itemID: washer, ...(await subcategoryIDs(user, 'Kitchen', ...to)), version }
    await user.must(changeSubcategory, { body: { ...body, ...(putBack !== undefined && { putBack }) } })
    const [event] = (await user.must(getHistory, { query: { itemID: washer } })).events
    return event?.eventID ?? 0
  }
  // The same things are required of it.
  await change(['Appliances', 'Refrigerator'])
  expect(await ready()).toMatchObject({ things: 1, missing: 0, setAside: 3 })
  const left = await change(PAINT)
  expect(said(await ready())).toEqual({ Kitchen: ['values Brand / Product Line Color Name Color Code Sheen'] })
  expect(await ready()).toMatchObject({ setAside: 0 })
  await setAside({ itemID: washer, what: 'values' })
  const back = await change(WASHER, left)
  expect(await ready()).toMatchObject({ missing: 0, setAside: 3 })
  await change(PAINT, back)
  expect(await ready()).toMatchObject({ missing: 0, setAside: 1 })
})

test('dismissals and missing things move with an item to another room, and with a room to another project', async () => {
  const { user, newRoom, record, ready, setAside } = await start()
  const [kitchen, attic, other] = [await newRoom('Kitchen'), await newRoom('Attic'), await user.newProject('Elm Road')]
  const washer = await record(kitchen, WASHER, { field2: 'BDW-624' })
  await setAside({ itemID: washer, what: 'manual' })
  await setAside({ roomID: attic, what: 'items' })
  expect(said(await ready())).toEqual({ Kitchen: ['values Brand', 'receipt'] })
  await user.must(moveItems, { body: { itemIDs: [washer], roomID: attic } })
  expect(said(await ready())).toEqual({ Kitchen: 'empty', Attic: ['values Brand', 'receipt'] })
  expect(said(await ready('setaside'))).toEqual({ Attic: ['manual'] })
  const { eventID } = await user.must(moveItems, { body: { itemIDs: [washer], roomID: kitchen } })
  // The room is as empty as when it was dismissed.
  expect(said(await ready('setaside'))).toEqual({ Attic: 'empty', Kitchen: ['manual'] })
  await user.must(undo, { body: { eventID: eventID ?? 0 } })
  expect(said(await ready('setaside'))).toEqual({ Attic: ['manual'] })

  await user.must(moveRooms, { body: { roomIDs: [attic], toProjectID: other } })
  expect(await ready()).toMatchObject({ things: 1, missing: 1, setAside: 0 })
  const there = (show?: 'setaside') => user.must(getReadiness, { query: { projectID: other, ...(show && { show }) } })
  expect(said(await there())).toEqual({ Attic: ['values Brand', 'receipt'] })
  expect(said(await there('setaside'))).toEqual({ Attic: ['manual'] })
})

test('a copy starts without dismissals, and a template is not handed over', async () => {
  const { user, projectID, newRoom, ready, setAside } = await start()
  const roomID = await newRoom('Attic', 'Bedroom')
  await setAside({ roomID, what: 'items' })
  expect(await ready()).toMatchObject({ things: 0, missing: 0, setAside: 1, percent: 100 })
  const copy = await user.must(copyProject, { body: { projectID, name: 'Next door', files: true } })
  const copied = await user.must(getReadiness, { query: { projectID: copy.projectID } })
  expect(copied).toMatchObject({ things: 1, missing: 1, setAside: 0, percent: 0 })
  const { projectID: templateID } = await user.must(saveAsTemplate, { body: { projectID, name: 'House' } })
  expect((await user.call(getReadiness, { query: { projectID: templateID } })).problem?.code).toBe('not_for_templates')
})

test('it lists a hundred and counts the rest, in as many statements as for few', async () => {
  const { user, projectID, statements, newRoom, record, ready } = await start()
  const count = async () => {
    const before = statements()
    return [await ready(), statements() - before] as const
  }
  const kitchen = await newRoom('Kitchen')
  for (let at = 0; at < 3; at++) await record(kitchen, PAINT, HV6118)
  const [, few] = await count()
  await newRoom('Pantry', 'Kitchen')
  for (let at = 3; at < GAPS_AT_ONCE + 5; at++) await record(kitchen, PAINT, HV6118)
  const [all, many] = await count()
  expect(many).toBe(few)
  expect(all.rooms.map(({ roomName, count, gaps }) => [roomName, count, gaps.length])).toEqual([
    ['Kitchen', GAPS_AT_ONCE + 5, GAPS_AT_ONCE],
  ])
  expect(all).toMatchObject({ missing: GAPS_AT_ONCE + 6, more: 6 })

  // Things beyond the first hundred are requested by kind.
  const last = await newRoom('Zen Garden', 'Kitchen')
  const washer = await record(last, WASHER, { field2: 'BDW-624' })
  await record(last, WASHER, { field1: 'Brennholt' })
  const of = (group: string) => user.must(getReadiness, { query: { projectID, group } })
  const { groups } = await ready()
  expect(groups.map(({ name, count }) => [name, count])).toContainEqual(['Appliances missing Brand', 1])
  const brand = await of(groups.find(({ name }) => name === 'Appliances missing Brand')?.group ?? '')
  expect(brand).toMatchObject({ groups, more: 0, rooms: [{ roomName: 'Zen Garden', isEmpty: false, count: 1 }] })
  expect(brand.rooms[0]?.gaps).toMatchObject([{ itemID: washer, what: 'values' }])
  expect(said(await of('manual'))).toEqual({ 'Zen Garden': ['manual', 'manual'] })
  expect(said(await of('items'))).toEqual({ Pantry: 'empty' })
  const sheen = await of(groups[0]?.group ?? '')
  expect(sheen).toMatchObject({ more: 5, rooms: [{ roomName: 'Kitchen', count: GAPS_AT_ONCE + 5 }] })
  expect(await of('999999999')).toMatchObject({ rooms: [], more: 0 })
  expect((await user.call(getReadiness, { query: { projectID, group: 'sheen' } })).problem?.fields).toHaveProperty(
    'group',
  )
})

test('the sample project is nearly ready, and lists the rest', async () => {
  const { newUser } = await start()
  const avery = await newUser('avery')
  const { projectID } = await avery.must(createSampleProject, {})
  const { percent, groups } = await avery.must(getReadiness, { query: { projectID } })
  expect(percent).toBeGreaterThanOrEqual(80)
  expect(percent).toBeLessThanOrEqual(95)
  expect(groups.map(({ name }) => name)).toContain('Rooms without items')
})
