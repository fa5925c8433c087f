import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { createItem, filesJSON, updateItem } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { getPaper, MOST_ITEMS_OF_PAPER, PAPER_KINDS, type PaperKind } from '../../../src/shared/papers/papers.api.ts'
import { createSampleProject, updateProject } from '../../../src/shared/projects/projects.api.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { MOST_MARKED_ITEMS } from '../../../src/server/papers/revisions/marks.repo.ts'
import { MOST_PICTURES_READ } from '../../../src/server/papers/paper-pictures.ts'
import { openPaperMaker } from '../../../src/server/papers/paper-process.ts'
import { answeringProgram } from '../../support/answering-program.ts'
import { builtProgram } from '../../support/programs.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { subcategoryIDs, type Client } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'
import { ONE_MAKER, startWithHall, SAGE, paperOf, read, MM } from './hall-papers.ts'

describe('papers', () => {
  test('of one user are made one after the other, without delaying other users', async () => {
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
    // It makes none while the other user waits.
    process.kill(pid, 'SIGSTOP')
    const many = Array.from({ length: 20 }, () => ask(robin, projectID, 'robin'))
    await until(() => make.mock.calls.length > 1)
    expect(await ask(other, theirs, 'other')).toBe(200)
    expect((await robin.raw({ url: `/project?projectID=${projectID}` })).statusCode).toBe(200)
    expect(order).toEqual(['other'])
    process.kill(pid, 'SIGCONT')
    expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
  })

  test('are refused with too many items or if they take too long', async () => {
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
      message: expect.stringContaining('1,500 items'),
    })
    // Only what is on a paper counts towards its limits.
    await robin.newItem(projectID, roomID, { field1: 'Castellan' })
    const plumber = await read(robin, { projectID, kind: 'trade', trade: 'plumber' })
    expect(plumber.pdf.pages.flatMap(({ lines }) => lines)).toContain('Castellan')
    const labels = await read(robin, { projectID, kind: 'labels', things: 'rooms' })
    expect(labels.pdf.pages[0]?.lines).toContain('Hall')
    const one = await read(robin, { projectID, kind: 'labels', items: itemID })
    expect(one.pdf.pages[0]?.lines).toContain('Dry Sage HV-6102')
  })

  test('with marks are refused for a project over the limit of marked items', async () => {
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

  test('with more new pictures than the limit are refused, and made if asked for without pictures', async () => {
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

test('each kind of paper is made for the sample and for nearly empty items', async () => {
  const { robin, roomID, projectID, newPaint } = await startWithHall()
  // Several share one fan on the board, without brand and names.
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

test('papers are a 503 without a typesetter, and everything else works', async () => {
  const { robin, projectID, services } = await startWithHall(ONE_MAKER)
  services.papers = answering("'no library'")
  for (const kind of PAPER_KINDS) {
    const { statusCode } = await paperOf(robin, { projectID, kind })
    expect(statusCode).toBe(503)
  }
  await services.papers.close()
  expect((await robin.raw({ url: `/project?projectID=${projectID}` })).statusCode).toBe(200)
})

test('a refusal is a page for a browser tab, and JSON for other callers', async () => {
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

test('a paper is cancelled as soon as the client disconnects', async () => {
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
// The title block is not part of the table.
const TITLE_BLOCK = 34

test('text without spaces is broken into lines within the page and its column', async () => {
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
        const right = columns[at + 1]?.left ?? edge
        const part = texts.find(({ text, bottom }) => text === 'By Category' && bottom < (head?.bottom ?? 0))
        const end = part?.bottom ?? margin
        const below = texts.filter(({ bottom }) => bottom > end && bottom < (head?.bottom ?? 0))
        const over = below.filter((one) => Math.abs(one.left - start) < 0.1 && one.right > right)
        expect(over, `${kind}, ${text}`).toEqual([])
      }
    }
  }
})

test('no kind of paper shows through a link what it hides, earlier values or the address', async () => {
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
  let input = ''
  services.papers.make = (wanted, matter, ...more) => {
    const heard = async () => {
      const bytes = await buffer((await matter()) as Readable)
      input = bytes.toString('latin1')
      return bytes
    }
    return make(wanted, heard, ...more)
  }
  const toldOf = async (link: string, kind: PaperKind) => {
    const token = links.find(({ name }) => name === link)?.address?.split('/view/')[1] ?? ''
    const opened = await app.inject({ url: '/openlink', headers: { authorization: `Link ${token}` } })
    const { paperTicket } = opened.json<{ paperTicket: string }>()
    input = ''
    const { statusCode } = await app.inject({ url: `/paper?projectID=${projectID}&kind=${kind}&link=${paperTicket}` })
    expect(statusCode, kind).toBe(kind === 'labels' ? 404 : 200)
    return input
  }
  for (const kind of PAPER_KINDS) {
    const [open, closed] = [await toldOf('none', kind), await toldOf('all', kind)]
    if (kind !== 'labels') expect(open, kind).toMatch(/unseen|secretly/)
    expect(closed, kind).not.toMatch(/unseen|secretly/)
    for (const text of [open, closed]) expect(text, kind).not.toMatch(/Formerly|Burlington|418 Maple/)
  }
})
