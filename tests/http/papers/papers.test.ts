import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { createItem, filesJSON, updateItem, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks, printQR } from '../../../src/shared/sharing/links.api.ts'
import { getPaper, MOST_ITEMS_OF_PAPER, PAPER_KINDS, type PaperKind } from '../../../src/shared/papers/papers.api.ts'
import { createSampleProject, updateProject } from '../../../src/shared/projects/projects.api.ts'
import { updateReminders } from '../../../src/shared/upkeep/reminders.api.ts'
import { listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { MOST_MARKED_ITEMS } from '../../../src/server/papers/marks.repo.ts'
import { MOST_PICTURES_READ } from '../../../src/server/papers/paper-pictures.ts'
import { openPaperMaker } from '../../../src/server/papers/paper-process.ts'
import { answeringProgram } from '../../support/answering-program.ts'
import { builtProgram } from '../../support/programs.ts'
import { readCodes, readPDF } from '../../support/read-pdf.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startTestApp, subcategoryIDs, type Client } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

const ONE_MAKER = { alone: 'It stops, replaces or counts on the typesetter of one server.' }

const startWithHall = async (how: Parameters<typeof startTestApp>[1] = {}, at?: Date) => {
  const started = await startTestApp({ publicURL: 'https://homes.example.com' }, how)
  if (at) started.clock.turn(at.getTime() - started.clock.now().getTime())
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const roomID = await robin.newRoom(projectID, 'Hall')
  const ids = await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint')
  const newPaint = async (inputs: ItemInputs, room = roomID) =>
    (await robin.must(createItem, { body: { projectID, roomID: room, ...ids, inputs } })).itemID
  return { ...started, robin, projectID, roomID, ids, newPaint }
}

const SAGE = {
  field1: 'Harrow & Vale Matte',
  field2: 'Dry Sage #B9C6B4',
  field3: 'HV-6102',
  field4: 'Eggshell',
  field5: 'All walls',
  field6: '2026-02-22',
}

const paperOf = async (client: Client, asked: Record<string, string | number>, headers = {}) => {
  const query = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)]))
  return client.raw({ url: `/paper?${query}`, headers })
}
const read = async (...asked: Parameters<typeof paperOf>) => {
  const response = await paperOf(...asked)
  expect(response.statusCode, response.body.slice(0, 300)).toBe(200)
  return { response, pdf: await readPDF(response.rawPayload) }
}

const [INCH, MM] = [72, 72 / 25.4]

describe('touch-up cards', () => {
  test('have a card for each paint, room after room, with all that is known of it and a code that opens it', async () => {
    const { robin, projectID, roomID, newPaint, app } = await startWithHall()
    const sage = await newPaint({ ...SAGE, field2: 'Clay Wash', field3: 'HV-2207' })
    const { field2, field3 } = SAGE
    await robin.must(updateItem, { body: { itemID: sage, inputs: { field2, field3 } } })
    await newPaint({ field2: '#x *b* $y$ <l> @r', field1: '= heading', field5: '- list\\' })
    await robin.newItem(projectID, roomID, { field1: 'Castellan' })
    const attic = await robin.newRoom(projectID, 'Attic 台所 מטבח')
    const inScripts = { field2: '深海の青 海军蓝 바다', field1: 'طلاء Стена ทาสี', field5: 'שלום 🎨 ½ m² →' }
    const plain = await newPaint(inScripts, attic)
    const { address } = await robin.must(printQR, { body: { roomID } })

    const { response, pdf } = await read(robin, { projectID, kind: 'touchup' })
    expect(response.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
    expect(response.headers['content-disposition']).toBe('inline; filename="Touch-Up Cards, Maple Street.pdf"')
    const { Title, Language, isTagged, accessible, outline } = pdf
    expect({ Title, Language, isTagged, accessible }).toEqual({
      ...{ Title: 'Touch-Up Cards, Maple Street', Language: 'en' },
      ...{ isTagged: true, accessible: '1' },
    })
    expect(outline).toEqual(['深海の青 海军蓝 바다', 'Dry Sage', '#x *b* $y$ <l> @r'])
    expect([...pdf.fonts.values()]).not.toContain(false)
    expect(pdf.fonts.size).toBeGreaterThan(6)

    const [scripts, ofSage, markup] = pdf.pages
    const month = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
    expect(ofSage?.lines).toEqual([
      ...['Wall Paint · Harrow & Vale Matte', 'Dry Sage', 'HV-6102'],
      ...['Sheen', 'Eggshell', 'Where', 'All walls', 'Painted', 'Feb 22, 2026'],
      ...['Before', 'Clay Wash HV-2207', `until ${month.format(new Date())}`],
      ...['Hall', 'Maple Street'],
    ])
    expect(ofSage?.roles).toContain('H1')
    expect(ofSage?.roles).toContain('Figure')
    expect(ofSage).toMatchObject({ width: 4 * INCH, height: 6 * INCH })
    expect(markup?.lines).toEqual(expect.arrayContaining(['Wall Paint · = heading', '#x *b* $y$ <l> @r', '- list\\']))
    expect(scripts?.lines.slice(0, 1)).toEqual(['Brush the paint on here'])
    expect(scripts?.lines.join('')).toContain('深海の青海军蓝바다')
    const [codeOfScripts, codeOfSage] = await readCodes(response.rawPayload)
    expect(codeOfSage).toBe(`${address}?itemID=${sage}`)
    expect(codeOfScripts).toBe(`https://homes.example.com/edititem?itemID=${plain}`)

    const head = await robin.raw({ method: 'HEAD', url: `/paper?projectID=${projectID}&kind=touchup` })
    expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await app.inject({ url: `/paper?projectID=${projectID}&kind=touchup` })).statusCode).toBe(401)
  })

  test('say until which month something was there by the time zone of who asks, as the book does', async () => {
    const { robin, projectID, newPaint } = await startWithHall(
      {},
      new Date(`${new Date().getFullYear() + 1}-02-01T02:00Z`),
    )
    const sage = await newPaint({ ...SAGE, field2: 'Clay Wash' })
    await robin.must(updateItem, { body: { itemID: sage, inputs: { field2: SAGE.field2 } } })
    const year = new Date().getFullYear() + 1
    for (const [zone, month] of [
      ['America/New_York', 'Jan'],
      ['Pacific/Kiritimati', 'Feb'],
    ] as const) {
      await robin.must(updateReminders, { body: { zone } })
      const { pdf } = await read(robin, { projectID, kind: 'touchup' })
      expect(pdf.pages[0]?.lines).toContain(`until ${month} ${year}`)
      const book = await read(robin, { projectID, kind: 'book' })
      const lines = book.pdf.pages.flatMap((page) => page.lines)
      expect(lines).toContain(`Before ${month} ${year}: Clay Wash HV-6102`)
    }
  })

  test('say by a link what it shows and nothing of what it hides', async () => {
    const { robin, projectID, roomID, ids, newPaint, app } = await startWithHall()
    const sage = await newPaint({ ...SAGE, field3: 'HV-2207' })
    await robin.must(updateItem, { body: { itemID: sage, inputs: { field3: SAGE.field3 } } })
    const fields = await robin.must(listFields, { query: { subCatID: ids.subcatID } })
    const hidden = fields.filter(({ label }) => label === 'Sheen' || label === 'Color Name').map(({ propID }) => propID)
    await robin.must(printQR, { body: { roomID } })
    const hides = { notes: false, files: false, labels: hidden }
    await robin.must(createLink, { body: { projectID, name: 'Painter', hides } })
    const { links } = await robin.must(listLinks, { query: { projectID } })
    const token = links.find(({ name }) => name === 'Painter')?.address?.split('/view/')[1] ?? ''
    const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
    const { paperTicket } = opened.json<{ paperTicket: string }>()

    const query = `projectID=${projectID}&kind=touchup&link=${paperTicket}`
    const response = await app.inject({ url: `/paper?${query}`, headers: { 'accept-language': 'de-DE' } })
    const { pages } = await readPDF(response.rawPayload)
    expect(pages[0]?.lines).toEqual([
      'Brush the paint on here',
      ...['Wall Paint · Harrow & Vale Matte', 'HV-6102', 'Where', 'All walls', 'Painted', '22 Feb 2026'],
      ...['Hall', 'Maple Street'],
    ])
    expect(await readCodes(response.rawPayload)).toEqual([undefined])
    // By the browser: a link says nothing of where the home is.
    expect(pages[0]?.width).toBeCloseTo(105 * MM, 1)
    expect(pages[0]?.height).toBeCloseTo(148 * MM, 1)
  })

  test('are of one item whatever it is, of one room, or of none', async () => {
    const { robin, projectID, roomID, newPaint } = await startWithHall()
    const empty = await robin.newRoom(projectID, 'Attic')
    await newPaint(SAGE)
    const faucet = await robin.newItem(projectID, roomID, { field1: 'Castellan', field3: 'Satin brass' })
    const ofItem = await read(robin, { projectID, kind: 'touchup', itemID: faucet, size: 'a4' })
    expect(ofItem.pdf.Title).toBe('Touch-Up Card, Maple Street')
    expect(ofItem.pdf.outline).toEqual(['Castellan'])
    expect(ofItem.pdf.pages[0]?.width).toBeCloseTo(105 * MM, 1)
    const ofNone = await read(robin, { projectID, kind: 'touchup', roomID: empty })
    expect(ofNone.pdf.pages[0]?.lines).toEqual(['Maple Street', 'No paints have been recorded here yet.'])
  })
})

describe('papers', () => {
  test('of one user wait for each other, and delay nobody else', async () => {
    const { robin, newUser, projectID, services } = await startWithHall(ONE_MAKER)
    const other = await newUser('other')
    const theirs = await other.newProject('Elm Street')
    const order: string[] = []
    const ask = async (client: Client, id: number, name: string) => {
      const { statusCode } = await paperOf(client, { projectID: id, kind: 'touchup' })
      order.push(name)
      return statusCode
    }
    await paperOf(robin, { projectID, kind: 'touchup' })
    const pid = Number(services.papers.pid)
    const make = vi.spyOn(services.papers, 'make')
    // It makes none for as long as the other user waits.
    process.kill(pid, 'SIGSTOP')
    const many = Array.from({ length: 20 }, () => ask(robin, projectID, 'robin'))
    await until(() => make.mock.calls.length > 1)
    expect(await ask(other, theirs, 'other')).toBe(200)
    expect((await robin.raw({ url: `/project?projectID=${projectID}` })).statusCode).toBe(200)
    expect(order).toEqual(['other'])
    process.kill(pid, 'SIGCONT')
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
  })

  test('of too many items, or that take too long, are refused', async () => {
    const { robin, projectID, roomID, newPaint, services } = await startWithHall(ONE_MAKER)
    const itemID = await newPaint(SAGE)
    const papers = openPaperMaker({ patience: 1, program: { file: builtProgram('paper-worker'), execArgv: [] } })
    const real = services.papers
    services.papers = papers
    expect(
      (await robin.call(getPaper, { query: { projectID: String(projectID), kind: 'touchup' } as never })).problem,
    ).toMatchObject({ code: 'paper_too_large', statusCode: 413 })
    await papers.close()
    services.papers = real
    const row = await services.db.selectFrom('items').selectAll().where('id', '=', itemID).executeTakeFirstOrThrow()
    const { id: _, ...item } = row
    for (let at = 0; at < MOST_ITEMS_OF_PAPER.touchup; at += 250)
      await services.db
        .insertInto('items')
        .values(Array.from({ length: 250 }, () => item))
        .execute()
    const asked = { projectID, kind: 'touchup', roomID }
    expect((await paperOf(robin, asked)).json()).toMatchObject({ code: 'paper_too_large' })
    expect((await paperOf(robin, { projectID, kind: 'book' })).json()).toMatchObject({
      message: 'This paper has room for 1,500 items. Please choose fewer rooms.',
    })
    // What is not on a paper counts for none of its limits.
    await robin.newItem(projectID, roomID, { field1: 'Castellan' })
    const plumber = await read(robin, { projectID, kind: 'trade', trade: 'plumber' })
    expect(plumber.pdf.pages.flatMap(({ lines }) => lines)).toContain('Castellan')
    const labels = await read(robin, { projectID, kind: 'labels', things: 'rooms' })
    expect(labels.pdf.pages[0]?.lines).toContain('Hall')
    const one = await read(robin, { projectID, kind: 'labels', items: itemID })
    expect(one.pdf.pages[0]?.lines).toContain('Dry Sage HV-6102')
  })

  test('with marks are refused where a project has more items than these are given to', async () => {
    const { robin, projectID, newPaint, services } = await startWithHall()
    const itemID = await newPaint(SAGE)
    const attic = await robin.newRoom(projectID, 'Attic')
    const row = await services.db.selectFrom('items').selectAll().where('id', '=', itemID).executeTakeFirstOrThrow()
    const { id: _, ...item } = row
    for (let at = 0; at < MOST_MARKED_ITEMS; at += 250)
      await services.db
        .insertInto('items')
        .values(Array.from({ length: 250 }, () => item))
        .execute()
    const refused = await paperOf(robin, { projectID, kind: 'book', roomID: attic })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      413,
      { code: 'paper_too_large', message: 'This project has too many items for papers with marks.' },
    ])
    await read(robin, { projectID, kind: 'touchup', roomID: attic })
  })

  test('of more pictures than are looked at are refused, and are made without them', async () => {
    const { robin, projectID, roomID, newPaint, services } = await startWithHall()
    const [photo] = await robin.upload([{ name: 'wall.png', bytes: await pictureOf('#336699', 'png') }])
    const files = filesJSON([{ name: 'wall.png', remote: photo?.remote ?? '' }])
    const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan' }, files)
    const row = await services.db.selectFrom('item_files').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...file } = row
    for (let at = 0; at < MOST_PICTURES_READ; at += 250)
      await services.db
        .insertInto('item_files')
        .values(Array.from({ length: 250 }, (_each, n) => ({ ...file, display_name: `${at + n}.png` })))
        .execute()
    expect(itemID).toBe(row.item_id)
    expect((await paperOf(robin, { projectID, kind: 'book' })).json()).toMatchObject({ code: 'paper_too_large' })
    const attic = await robin.newRoom(projectID, 'Attic')
    await read(robin, { projectID, kind: 'book', roomID: attic })
    const other = await newPaint(SAGE)
    await read(robin, { projectID, kind: 'book', itemID: other })
  })
})

const answering = (answer: string) => openPaperMaker({ program: answeringProgram(answer) })

test('there is one of each kind for the sample, and for items of which hardly anything is known', async () => {
  const { robin, roomID, projectID, newPaint } = await startWithHall()
  // Several make one fan on the board, which has no brand then, and no names.
  for (const field2 of ['#B9C6B4', '#24424A', '#F1EDE0']) await newPaint({ field2 })
  await newPaint({ field4: 'Eggshell' })
  await robin.newRoom(projectID, 'Attic')
  const { projectID: sampleID } = await robin.must(createSampleProject, {})
  for (const kind of PAPER_KINDS.filter((kind) => kind !== 'labels'))
    for (const asked of [{ projectID: sampleID }, { projectID }, { projectID, roomID }]) {
      const { statusCode, body } = await paperOf(robin, { kind, ...asked })
      expect(statusCode, `${kind} ${JSON.stringify(asked)} ${statusCode === 200 ? '' : body}`).toBe(200)
    }
})

test('where there is no typesetter papers are a 503, and everything else is as ever', async () => {
  const { robin, projectID, services } = await startWithHall(ONE_MAKER)
  services.papers = answering("'no library'")
  for (const kind of PAPER_KINDS) {
    const { statusCode } = await paperOf(robin, { projectID, kind })
    expect(statusCode).toBe(503)
  }
  await services.papers.close()
  expect((await robin.raw({ url: `/project?projectID=${projectID}` })).statusCode).toBe(200)
})

test('a refusal is a page for whoever opens a tab, and JSON for everybody else', async () => {
  const { robin, projectID, services } = await startWithHall(ONE_MAKER)
  await services.papers.close()
  const there = { projectID, kind: 'touchup' }
  const chromium = { 'sec-fetch-mode': 'navigate' }
  const page = await paperOf(robin, there, chromium)
  const wrong = await paperOf(robin, { ...there, kind: 'walls' }, { accept: 'text/html' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(page.body).toContain('<a href="">Try Again</a><a href="./">Go to Roomfolio</a>')
  expect([wrong.statusCode, wrong.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  expect(wrong.body).not.toContain('Try Again')
  for (const headers of [{}, { 'sec-fetch-mode': 'cors', accept: 'text/html' }])
    expect((await paperOf(robin, there, headers)).json()).toMatchObject({ code: 'unavailable' })
  const file = await robin.raw({ url: '/download/none?version=screen', headers: chromium })
  expect([file.statusCode, file.body]).toEqual([400, expect.stringContaining('<a href="../">Go to Roomfolio</a>')])
  const call = await robin.raw({ url: '/project?projectID=999', headers: chromium })
  expect(call.json()).toMatchObject({ code: 'not_found' })
})

test('whoever gives up ends what is made for them at once', async () => {
  const { app, robin, projectID, services } = await startWithHall(ONE_MAKER)
  const file = join(temporaryFolder(), 'never.mjs')
  writeFileSync(file, "process.on('message', () => {})")
  services.papers = openPaperMaker({ program: { file, execArgv: [] }, patience: 10 * MINUTE })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  const gone = new AbortController()
  const asked = fetch(`${address}/paper?projectID=${projectID}&kind=touchup`, {
    headers: { authorization: `Bearer ${robin.accessToken}` },
    signal: gone.signal,
  })
  const refused = expect(asked).rejects.toThrow()
  await until(() => services.papers.pid !== undefined)
  gone.abort()
  await refused
  await until(() => services.papers.pid === undefined)
  await services.papers.close()
})

const MARGINS = { book: 17, schedule: 12, trade: 17, touchup: 6, labels: 7, home: 17 }
// What the title block takes is no part of the table.
const TITLE_BLOCK = 34

test('what has no spaces is broken into lines that stay within the page and their column', async () => {
  const { robin, projectID, newPaint } = await startWithHall()
  const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk7'.repeat(4)
  const glued = 'https://www.example.com/paints'.repeat(7)
  await newPaint({ field1: word, field2: glued, field3: word, field4: word, field5: word, field6: word })
  const address = {
    address: word.slice(0, 80),
    address2: '',
    city: 'Burlington',
    state: 'VT',
    zip: '05401',
    client: word.slice(0, 60),
  }
  await robin.must(updateProject, { body: { projectID, inputs: { name: word.slice(0, 100), ...address } } })
  for (const kind of PAPER_KINDS) {
    const { pdf } = await read(robin, { projectID, kind, size: 'a4' })
    const margin = MARGINS[kind] * MM
    for (const { texts, width } of pdf.pages) {
      const outside = texts.filter(({ left, right }) => left < margin - 1 || right > width - margin + 1)
      expect(outside, kind).toEqual([])
      const head = texts.find(({ text }) => text === (kind === 'schedule' ? 'Room' : 'Mark'))
      const columns = texts.filter(({ bottom }) => bottom === head?.bottom)
      const edge = width - margin - (kind === 'schedule' ? TITLE_BLOCK * MM : 0)
      for (const [at, { left: start, text }] of columns.entries()) {
        const end = columns[at + 1]?.left ?? edge
        const below = texts.filter(({ bottom }) => bottom > margin && bottom < (head?.bottom ?? 0))
        const over = below.filter(({ left, right }) => Math.abs(left - start) < 0.1 && right > end)
        expect(over, `${kind}, ${text}`).toEqual([])
      }
    }
  }
})

test('no paper of any kind is told by a link what that hides, what was there before, or where the home is', async () => {
  const { robin, projectID, roomID, newPaint, app, services } = await startWithHall({
    alone: 'It listens to one typesetter.',
  })
  const paint = await newPaint({ ...SAGE, field2: 'Formerly', field3: 'unseen', notes: 'secretly' })
  await robin.must(updateItem, { body: { itemID: paint, inputs: { field2: 'Plainly' } } })
  const [file] = await robin.upload([{ name: 'unseen.png', bytes: await pictureOf('red', 'png') }])
  const files = filesJSON([{ name: 'unseen.png', remote: file?.remote ?? '' }])
  for (const [kind, values] of [
    ['Shut-Off Valve', { field1: 'Whole house', field2: 'unseen' }],
    ['Faucet', { field1: 'Castellan', field3: 'unseen' }],
  ] as const) {
    const place = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', kind)
    const inputs = { ...values, notes: 'secretly' }
    await robin.must(createItem, { body: { projectID, roomID, ...place, inputs, files } })
  }
  const { db } = services
  const labels = await db
    .selectFrom('subcategory_labels')
    .innerJoin('subcategories', 'subcategories.id', 'subcategory_labels.subcategory_id')
    .select(['subcategories.name', 'subcategory_labels.slot', 'subcategory_labels.label_id'])
    .execute()
  const hidden = labels
    .filter(
      ({ name, slot }) =>
        slot === (name === 'Shut-Off Valve' ? 2 : 3) && /^(Shut-Off Valve|Faucet|Wall Paint)$/.test(name),
    )
    .map(({ label_id: propID }) => propID)
  expect(hidden).toHaveLength(3)
  const all = { notes: true, files: true, labels: hidden }
  for (const [name, hides] of Object.entries({ all, none: { notes: false, files: false, labels: [] } }))
    await robin.must(createLink, { body: { projectID, name, hides } })
  const { links } = await robin.must(listLinks, { query: { projectID } })

  const make = services.papers.make
  let told = ''
  services.papers.make = (wanted, matter, ...more) => {
    const heard = async () => {
      const bytes = await buffer((await matter()) as Readable)
      told = bytes.toString('latin1')
      return bytes
    }
    return make(wanted, heard, ...more)
  }
  const toldOf = async (link: string, kind: PaperKind) => {
    const token = links.find(({ name }) => name === link)?.address?.split('/view/')[1] ?? ''
    const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
    const { paperTicket } = opened.json<{ paperTicket: string }>()
    told = ''
    const { statusCode } = await app.inject({ url: `/paper?projectID=${projectID}&kind=${kind}&link=${paperTicket}` })
    expect(statusCode, kind).toBe(kind === 'labels' ? 404 : 200)
    return told
  }
  for (const kind of PAPER_KINDS) {
    const [open, closed] = [await toldOf('none', kind), await toldOf('all', kind)]
    if (kind !== 'labels') expect(open, kind).toMatch(/unseen|secretly/)
    expect(closed, kind).not.toMatch(/unseen|secretly/)
    for (const text of [open, closed]) expect(text, kind).not.toMatch(/Formerly|Burlington|418 Maple/)
  }
})
