import { describe, expect, test } from 'vitest'
import { createItem } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks, getQRLink } from '../../../src/shared/sharing/links.api.ts'
import { MOST_LABELS } from '../../../src/shared/papers/papers.api.ts'
import { addMember } from '../../support/members.ts'
import { readPDF, type Place } from '../../support/read-pdf.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'

const [INCH, MM] = [72, 72 / 25.4]

/** The die lines of a sheet as specified by its manufacturer. */
const places = (columns: number, rows: number, [x, y]: number[], [dx, dy]: number[], [width, height]: number[]) =>
  Array.from({ length: columns * rows }, (_, at): Place => {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    return { x: x! + column * dx!, y: y! + row * dy!, width: width!, height: height! }
  })
const inches = (...values: number[]) => values.map((value) => value * INCH)
const millimetres = (...values: number[]) => values.map((value) => value * MM)

const AVERY_5160 = places(3, 10, inches(3 / 16, 0.5), inches(2.75, 1), inches(2.625, 1))
const L7160 = places(3, 7, millimetres(7.21, 15.15), millimetres(66.04, 38.1), millimetres(63.5, 38.1))
const ROLL = places(1, 1, [0, 0], [0, 0], millimetres(62, 29))

const startWithRooms = async () => {
  const started = await startTestApp({ publicURL: 'https://homes.example.com' })
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const hall = await robin.newRoom(projectID, 'Hall')
  const kitchen = await robin.newRoom(projectID, 'Kitchen')
  const faucet = await robin.newItem(projectID, kitchen, { field1: 'Castellan' })
  const sink = await robin.newItem(projectID, kitchen, { field1: 'Blanc Quatrus '.repeat(15) })
  return { ...started, robin, projectID, hall, kitchen, faucet, sink }
}

const ask = (client: Client, asked: Record<string, string | number>) => {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  return client.raw({ url: `/paper?kind=labels&${query}` })
}
const read = async (client: Client, asked: Record<string, string | number>, on: readonly Place[]) => {
  const response = await ask(client, asked)
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return readPDF(response.rawPayload, on)
}

/** The distance between print and the edge of a label. */
const LEAST_MARGIN = 1 * MM
const expectWithin = (places: Awaited<ReturnType<typeof read>>['pages'][number]['places']) => {
  for (const { margins } of places)
    for (const margin of Object.values(margins ?? {})) expect(margin).toBeGreaterThanOrEqual(LEAST_MARGIN)
}

const APP = 'https://homes.example.com'

describe('QR labels', () => {
  test('are printed on the labels of the sheet from the first unused one on, each with its code', async () => {
    const { robin, projectID, hall, kitchen, faucet, sink } = await startWithRooms()
    const letter = await read(robin, { projectID, sheet: 'avery5160', from: 29 }, AVERY_5160)
    const { Title, Language, isTagged, accessible, outline } = letter
    expect({ Title, Language, isTagged, accessible, outline }).toEqual({
      ...{ Title: 'QR Labels, Maple Street', Language: 'en', isTagged: true, accessible: '1' },
      outline: ['Hall', 'Kitchen'],
    })
    expect(letter.pages.map(({ width, height }) => [width, height])).toEqual([inches(8.5, 11), inches(8.5, 11)])
    const [first, second] = letter.pages
    expect(first?.places.slice(0, 28).every(({ margins }) => margins === undefined)).toBe(true)
    const shown = [...(first?.places.slice(28) ?? []), ...(second?.places ?? [])]
    expect(shown.slice(0, 3)).toMatchObject([
      { lines: ['Hall', 'Everything in this room'], code: `${APP}/roomitems?roomID=${hall}` },
      { lines: ['Kitchen', 'Everything in this room'], code: `${APP}/roomitems?roomID=${kitchen}` },
      { lines: ['Kitchen', 'Castellan', 'Faucet'], code: `${APP}/edititem?itemID=${faucet}` },
    ])
    expect(shown[3]?.code).toBe(`${APP}/edititem?itemID=${sink}`)
    expect(shown[3]?.lines.join('')).toMatch(/^KitchenBlanc Quatrus.*…Faucet$/)
    expect(shown[4]?.margins).toBeUndefined()
    expectWithin(shown)
    expect(first?.roles).toContain('Figure')

    const { address } = await robin.must(getQRLink, { body: { roomID: kitchen } })
    const a4 = await read(robin, { projectID, sheet: 'l7160', things: 'rooms', from: 21 }, L7160)
    const rooms = a4.pages.flatMap((page) => page.places).filter(({ margins }) => margins)
    expect(a4.pages[0]?.places[20]?.code).toBe(`${APP}/roomitems?roomID=${hall}`)
    expect(rooms.map(({ code }) => code)).toEqual([`${APP}/roomitems?roomID=${hall}`, address])
    expectWithin(rooms)
    expect([a4.pages[0]?.width, a4.pages[0]?.height].map((size) => Math.round(Number(size) / MM))).toEqual([210, 297])

    const roll = await read(robin, { projectID, sheet: 'roll', roomID: kitchen, things: 'items' }, ROLL)
    expect(roll.pages.map(({ width, height }) => [width, height].map((size) => Math.round(size / MM)))).toEqual([
      [62, 29],
      [62, 29],
    ])
    expect(roll.pages.map((page) => page.places[0]?.code)).toEqual([
      `${address}?itemID=${faucet}`,
      `${address}?itemID=${sink}`,
    ])
    for (const page of roll.pages) expectWithin(page.places)
  })

  test('lead to the address of the request if PUBLIC_URL is not set', async () => {
    const started = await startTestApp()
    const robin = await started.newUser('robin')
    const projectID = await robin.newProject('Maple Street')
    const roomID = await robin.newRoom(projectID)
    const url = `/paper?kind=labels&sheet=roll&projectID=${projectID}`
    const { rawPayload } = await robin.raw({ url, headers: { host: '192.0.2.2:4201' } })
    const { pages } = await readPDF(rawPayload, ROLL)
    expect(pages[0]?.places[0]?.code).toBe(`http://192.0.2.2:4201/roomitems?roomID=${roomID}`)
  })

  test('are for things, and for records such as warranties only if chosen', async () => {
    const { robin, projectID, hall } = await startWithRooms()
    const warranty = await subcategoryIDs(robin, 'Kitchen', 'Records', 'Warranty')
    const body = { projectID, roomID: hall, ...warranty, inputs: { field1: 'WR-0148' } }
    const { itemID } = await robin.must(createItem, { body })
    const linesOf = async (asked: Record<string, string | number>) =>
      (await read(robin, { projectID, sheet: 'roll', ...asked }, ROLL)).pages.flatMap(({ lines }) => lines)
    expect(await linesOf({ roomID: hall })).toEqual(['Hall', 'Everything in this room'])
    expect((await linesOf({ roomID: hall, items: itemID })).join(' ')).toContain('WR-0148')
  })

  test('are made for several items, one item or none', async () => {
    const { robin, newUser, projectID, hall, faucet, sink } = await startWithRooms()
    const usual = async (asked: Record<string, string | number>) => {
      const { pages } = await read(robin, { projectID, ...asked }, AVERY_5160)
      return pages.flatMap((page) => page.places).flatMap(({ code }) => code ?? [])
    }
    expect(await usual({ items: String(sink) })).toEqual([`${APP}/edititem?itemID=${sink}`])
    expect(await usual({ items: `${sink},${faucet}` })).toHaveLength(2)
    expect(await usual({ itemID: faucet })).toEqual([`${APP}/edititem?itemID=${faucet}`])
    expect(await usual({ roomID: hall, things: 'items' })).toEqual([])
    expect((await ask(robin, { projectID, roomID: hall, items: faucet })).statusCode).toBe(404)
    const other = await newUser('other')
    const theirs = await other.newProject('Elm Street')
    expect((await ask(other, { projectID: theirs, items: faucet })).statusCode).toBe(404)

    for (const [name, value] of [
      ['from', 31],
      ['from', 0],
      ['items', '4,x'],
      ['items', Array.from({ length: MOST_LABELS + 1 }, (_, at) => at + 1).join(',')],
      ['sheet', 'a4'],
      ['things', 'walls'],
    ] as const) {
      const { statusCode, body } = await ask(robin, { projectID, [name]: value })
      expect([statusCode, Object.keys((JSON.parse(body) as { fields: object }).fields)]).toEqual([400, [name]])
    }
    expect((await ask(robin, { projectID, sheet: 'roll', from: 2 })).statusCode).toBe(400)
  })

  test('lead members into the app, and are refused to read-only links', async () => {
    const { robin, newUser, app, services, projectID, kitchen } = await startWithRooms()
    await robin.must(getQRLink, { body: { roomID: kitchen } })
    const sam = await newUser('sam')
    await addMember(services.db, projectID, 'sam', 'viewer')
    const { pages } = await read(sam, { projectID, roomID: kitchen, things: 'rooms', sheet: 'roll' }, ROLL)
    expect(pages.map((page) => page.places[0]?.code)).toEqual([`${APP}/roomitems?roomID=${kitchen}`])

    const hides = { notes: false, files: false, labels: [] }
    await robin.must(createLink, { body: { projectID, name: 'Painter', hides } })
    const { links } = await robin.must(listLinks, { query: { projectID } })
    const token = links.find(({ name }) => name === 'Painter')?.address?.split('/view/')[1] ?? ''
    const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
    const { paperTicket } = opened.json<{ paperTicket: string }>()
    for (const kind of ['touchup', 'labels']) {
      const { statusCode } = await app.inject({ url: `/paper?projectID=${projectID}&kind=${kind}&link=${paperTicket}` })
      expect(statusCode, kind).toBe(kind === 'labels' ? 404 : 200)
    }
  })

  test('are refused beyond the limit', async () => {
    const { robin, projectID, kitchen, faucet, services } = await startWithRooms()
    const row = await services.db.selectFrom('items').selectAll().where('id', '=', faucet).executeTakeFirstOrThrow()
    const { id: _, ...item } = row
    for (let at = 0; at < MOST_LABELS; at += 250)
      await services.db
        .insertInto('items')
        .values(Array.from({ length: 250 }, () => item))
        .execute()
    const response = await ask(robin, { projectID, roomID: kitchen })
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([413, 'paper_too_large'])
  })
})
