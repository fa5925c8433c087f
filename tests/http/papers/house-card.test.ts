import { describe, expect, test } from 'vitest'
import { createItem, filesJSON, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks, type Hides } from '../../../src/shared/sharing/links.api.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { saveAsTemplate } from '../../../src/shared/items/bulk/templates.api.ts'
import { addMember } from '../../support/members.ts'
import { readCodes, readPDF } from '../../support/read-pdf.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { roomTypeID, startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const KINDS = {
  valve: ['Plumbing', 'Shut-Off Valve'],
  panel: ['Lighting & Electrical', 'Electrical Panel'],
  alarm: ['Lighting & Electrical', 'Smoke / CO Alarm'],
  contact: ['Records', 'Contractor / Supplier'],
} as const

const start = async () => {
  const started = await startTestApp({ publicURL: 'https://homes.example.com' })
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const newRoom = async (roomName: string) => {
    const roomType = await roomTypeID(robin, 'Whole House')
    return (await robin.must(createRoom, { body: { projectID, roomType, roomName } })).roomID
  }
  const basement = await newRoom('Basement')
  const record = async (
    kind: keyof typeof KINDS,
    inputs: ItemInputs,
    more: { roomID?: number; files?: string } = {},
  ) => {
    const [category, subcategory] = KINDS[kind]
    const ids = await subcategoryIDs(robin, 'Whole House', category, subcategory)
    const body = { projectID, roomID: basement, ...ids, inputs, ...more }
    return (await robin.must(createItem, { body })).itemID
  }
  return { ...started, robin, projectID, basement, newRoom, record }
}

const WATER = { field1: 'Whole house', field2: 'Left of the boiler', field3: 'Ball', notes: 'A quarter turn.' }
const PLUMBER = { field1: 'Quillan', field2: 'Plumber', field4: '(555) 010-0163, tess@quillan.example' }

const ask = (client: Client, query: Record<string, string | number>) => {
  const asked = new URLSearchParams({ kind: 'home', ...query } as Record<string, string>)
  return client.raw({ url: `/paper?${asked}` })
}
const cardOf = async (...asked: Parameters<typeof ask>) => {
  const response = await ask(...asked)
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  const pdf = await readPDF(response.rawPayload)
  expect(pdf.pages).toHaveLength(1)
  expect([...pdf.fonts.values()]).not.toContain(false)
  const [page] = pdf.pages
  return { ...pdf, response, page, text: page?.lines.join(' ') ?? '' }
}

const withoutID = <Row extends { id: number }>({ id: _, ...row }: Row) => row

const PARTS = ['Water & Valves', 'Electricity', 'Gas', 'Alarms']

describe('the house card', () => {
  test('has shutoffs, instructions and contacts on one page, and the way to the house', async () => {
    const { robin, projectID, newRoom, record, newUser, services } = await start()
    const hall = await newRoom('Hall')
    await record('valve', { field1: 'Gas', field2: 'North wall, #x *b* $y$' }, { roomID: hall })
    await record('valve', { field1: 'Sink', field2: 'Below it' }, { roomID: hall })
    await record('valve', WATER)
    await record('panel', { field1: 'Corbelin', field2: 'CP-200', field4: '200 A', field5: '2025-11-10' })
    await record('alarm', { field1: 'Vigil', field4: 'Ceiling' }, { roomID: hall })
    await record('contact', { field1: 'Brightline', field2: 'Electrician' })
    await record('contact', { ...PLUMBER, field3: 'Tess', notes: 'Day and night.' })

    const { Title, Language, isTagged, accessible, outline, page, response } = await cardOf(robin, { projectID })
    expect({ Title, Language, isTagged, accessible }).toEqual({
      ...{ Title: 'House Card, Maple Street', Language: 'en', isTagged: true, accessible: '1' },
    })
    expect(response.headers['content-disposition']).toBe('inline; filename="House Card, Maple Street.pdf"')
    expect(outline).toEqual(['In an Emergency'])
    expect(page).toMatchObject({ width: 612, height: 792 })
    expect(await readCodes(response.rawPayload)).toEqual([
      `https://homes.example.com/projecthome?projectID=${projectID}`,
    ])
    expect(page?.roles.filter((role) => /^H\d/.test(role))).toEqual(['H1', 'H2', 'H2', 'H2', 'H2', 'H2'])
    const lines = page?.lines ?? []
    expect(lines.slice(0, 5)).toEqual([
      ...['Maple Street', 'In an Emergency', 'Fire, ambulance', '911', '418 Maple Street, Burlington, VT 05401'],
    ])
    const from = (name: string, to: string) => lines.slice(lines.indexOf(name) + 1, lines.indexOf(to))
    expect(from('Water & Valves', 'Electricity')).toEqual([
      ...['Whole house', 'Left of the boiler', 'In Basement', 'A quarter turn.', 'Valve Type: Ball'],
      ...['Sink', 'Below it, Hall'],
    ])
    // The date of installation does not help in an emergency.
    expect(from('Electricity', 'Gas')).toEqual([
      ...['Electrical Panel', 'Basement', 'Amps / Capacity: 200 A', 'What to Do'],
    ])
    expect(from('Gas', 'Alarms').join(' ')).toBe('Gas North wall, #x *b* $y$ In Hall What to Do')
    expect(from('Alarms', 'Who to Call')).toEqual(['Smoke / CO Alarm', 'Ceiling', 'In Hall', 'What to Do'])
    expect(lines.slice(lines.indexOf('Who to Call') + 1, lines.indexOf('Heating'))).toEqual([
      ...['Plumber', 'Quillan', 'Day and night. · Tess', '(555) 010-0163', 'Electrician', 'Brightline', 'Gas'],
    ])
    expect(page?.links).toEqual(['tel:5550100163'])

    const less = await cardOf(robin, { projectID, size: 'a4', without: 'notes' })
    expect(less.page?.width).toBeCloseTo(595.28, 1)
    expect(less.text).not.toContain('A quarter turn.')
    await newUser('viewer').then(async (viewer) => {
      await addMember(services.db, projectID, 'viewer', 'viewer')
      expect((await cardOf(viewer, { projectID })).text).toContain('Left of the boiler')
    })
  })

  test('has blank lines for missing facts, in a template too', async () => {
    const { robin, projectID, record } = await start()
    const empty = await cardOf(robin, { projectID })
    const words = ['Where', 'What to Do']
    expect(empty.text).toContain(
      [...PARTS.flatMap((part) => [part, ...words]), 'Who to Call', 'Plumber', 'Electrician', 'Gas', 'Heating'].join(
        ' ',
      ),
    )
    expect(empty.text).toContain('Neighbor with a Key')
    await record('valve', WATER)
    const { projectID: templateID } = await robin.must(saveAsTemplate, { body: { projectID, name: 'House' } })
    const ofTemplate = await cardOf(robin, { projectID: templateID })
    expect(ofTemplate.text).toContain('Fire, ambulance Address Water & Valves Whole house Left of the boiler')
  })

  test('stays on one page with any amount of data, and counts omitted entries', async () => {
    const { robin, projectID, basement, record, services } = await start()
    const long = (word: string) => word.repeat(200).slice(0, 255)
    const room = await services.db.selectFrom('rooms').selectAll().where('id', '=', basement).executeTakeFirstOrThrow()
    const named = Array.from({ length: 60 }, (_, at) => ({
      ...withoutID(room),
      name: `Room ${at} with a long, long name`,
    }))
    const rooms = await services.db.insertInto('rooms').values(named).returning('id').execute()
    const items = {
      valve: await record('valve', { field1: 'Sink', field2: 'Below it' }),
      alarm: await record('alarm', { field4: long('Absperrventil'), notes: long('W') }),
      contact: await record('contact', {
        field1: long('Quillan & '),
        field2: long('Sanitär '),
        field4: '(555) 010-0163',
      }),
    }
    for (const itemID of Object.values(items)) {
      const row = await services.db.selectFrom('items').selectAll().where('id', '=', itemID).executeTakeFirstOrThrow()
      const values = rooms.map(({ id: room_id }) => ({ ...withoutID(row), room_id }))
      await services.db.insertInto('items').values(values).execute()
    }
    await record('panel', { notes: long('台所の奥 '), field4: long('قطعة ') })
    for (const size of ['letter', 'a4']) {
      const { page } = await cardOf(robin, { projectID, size })
      const lines = page?.lines ?? []
      const shown = lines.filter((line) => line === 'Sink').length
      expect(shown).toBeGreaterThan(1)
      expect(lines).toContain(`and ${61 - shown} more, in Roomfolio`)
      const called = lines.filter((line) => line === '(555) 010-0163').length
      expect(called).toBeGreaterThan(2)
      expect(lines).toContain(`and ${61 - called} more, in Roomfolio`)
      expect(lines.filter((line) => line.endsWith('…')).length).toBeGreaterThan(4)
      for (const part of [...PARTS, 'Who to Call']) expect(lines).toContain(part)
    }
  })

  test('can be limited to some rooms of the project', async () => {
    const { robin, projectID, basement, newRoom, record, newUser } = await start()
    const hall = await newRoom('Hall')
    const valve = await record('valve', WATER)
    await record('valve', { field1: 'Sink', field2: 'Below it' }, { roomID: hall })
    expect((await cardOf(robin, { projectID, roomID: hall })).text).not.toContain('Left of the boiler')
    expect((await cardOf(robin, { projectID, rooms: `${hall},${basement}` })).text).toContain('Left of the boiler')
    expect((await cardOf(robin, { projectID, itemID: valve })).text).not.toContain('Below it')
    const other = await newUser('other')
    const theirs = await other.newProject()
    const foreign = await other.newRoom(theirs, 'Hall')
    const asked = [{ projectID: theirs }, { projectID, roomID: foreign }, { projectID, itemID: 999 }]
    for (const query of [...asked, { projectID, roomID: hall, itemID: valve }])
      expect((await ask(robin, query as Record<string, number>)).statusCode).toBe(404)
  })

  test('shows through a link only what it does not hide, without address and code', async () => {
    const { app, robin, projectID, newRoom, record } = await start()
    const hall = await newRoom('Hall')
    await record('valve', WATER)
    await record('contact', PLUMBER)
    await record('alarm', { field4: 'Ceiling' }, { roomID: hall })
    const { subcatID } = await subcategoryIDs(robin, 'Whole House', ...KINDS.contact)
    const labels = (await robin.must(listFields, { query: { subCatID: subcatID } })).map(({ propID }) => propID)
    const seenBy = async (more: { roomID?: number; hides?: Partial<Hides> }) => {
      const hides = { notes: false, files: false, labels: [], ...more.hides }
      const { linkID } = await robin.must(createLink, { body: { projectID, name: 'Sitter', ...more, hides } })
      const { links } = await robin.must(listLinks, { query: { projectID } })
      const token = links.find((link) => link.linkID === linkID)?.address?.split('/view/')[1] ?? ''
      const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
      const { paperTicket } = opened.json<{ paperTicket: string }>()
      const { rawPayload } = await app.inject({ url: `/paper?projectID=${projectID}&kind=home&link=${paperTicket}` })
      const [page] = (await readPDF(rawPayload)).pages
      expect(await readCodes(rawPayload)).toEqual([undefined])
      return page?.lines.join(' ') ?? ''
    }
    const whole = await seenBy({ hides: { notes: true, labels } })
    expect(whole).toContain('Fire, ambulance Address Water & Valves Whole house Left of the boiler In Basement')
    for (const hidden of ['Quillan', 'A quarter turn.', 'Burlington', '911']) expect(whole).not.toContain(hidden)
    const ofHall = await seenBy({ roomID: hall })
    expect(ofHall).toContain('Smoke / CO Alarm Ceiling In Hall')
    expect(ofHall).not.toContain('Left of the boiler')
  })

  test('has a picture of the first entry of each part, unless made without pictures', async () => {
    const { robin, projectID, record, services } = await start()
    const withPicture = async (colour: string, inputs: ItemInputs) => {
      const [file] = await robin.upload([{ name: `${colour}.png`, bytes: await pictureOf(colour, 'png') }])
      return record('valve', inputs, { files: filesJSON([{ name: colour, remote: file?.remote ?? '' }]) })
    }
    await withPicture('blue', { field1: 'Sink', field2: 'Below it' })
    await withPicture('red', WATER)
    const figures = async (query: Record<string, string | number>) =>
      (await cardOf(robin, { projectID, ...query })).page?.roles.filter((role) => role === 'Figure').length
    // The QR code is one of them.
    expect(await figures({})).toBe(2)
    expect(await figures({ without: 'pictures' })).toBe(1)
    const made = await services.db.selectFrom('renditions').select('kind').where('kind', '=', 'print').execute()
    expect(made).toHaveLength(1)
  })
})
