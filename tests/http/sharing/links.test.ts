import { describe, expect, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { addItemFiles, filesJSON, getItem } from '../../../src/shared/items/items.api.ts'
import {
  createLink,
  listLinks,
  openLink,
  getQRLink,
  searchView,
  turnOffLink,
  updateLink,
  viewRoom,
  type LinkScope,
} from '../../../src/shared/sharing/links.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import { HOUR, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import type { UnscopedDatabase } from '../../../src/server/platform/db/access/unscoped.ts'
import { asRequest, HIDES_NOTHING, type Tree } from '../../support/cases.ts'
import { askByLink, newToken, withLink } from '../../support/links.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { PASSWORD, startTestApp, subcategoryIDs, type Client, type TestApp } from '../../support/test-app.ts'

/** A home with a kitchen that has an item with a picture. */
const newHome = async (owner: Client, name: string) => {
  const projectID = await owner.newProject(name)
  const roomID = await owner.newRoom(projectID)
  const [file] = await owner.upload([{ name: 'faucet.png', bytes: await pictureOf('red', 'png') }])
  const remote = file?.remote ?? ''
  const files = filesJSON([{ name: 'a.png', remote }])
  const itemID = await owner.newItem(projectID, roomID, { field1: 'Castellan' }, files)
  return { projectID, roomID, itemID, remote }
}

const view = async (started: Pick<TestApp, 'app'>, token: string, roomID: number) => {
  const { app } = started
  const answer = await app.inject({ url: `/viewroom?roomID=${roomID}`, ...withLink(token) })
  return viewRoom.response.parse(answer.json())
}
const opened = async ({ app }: Pick<TestApp, 'app'>, token: string) =>
  openLink.response.parse((await app.inject({ url: '/openlink', ...withLink(token) })).json())
const found = async ({ app }: Pick<TestApp, 'app'>, token: string, q: string) => {
  const answer = await app.inject({ url: `/viewsearch?q=${encodeURIComponent(q)}`, ...withLink(token) })
  return searchView.response.parse(answer.json()).items.map(({ itemID }) => itemID)
}

const eventsOf = (db: UnscopedDatabase) =>
  db
    .selectFrom('events')
    .select(['kind', 'before', 'after', 'room_id'])
    .where('kind', 'in', ['link created', 'link changed', 'link taken back'])
    .orderBy('id')

describe('a read-only link', () => {
  test('has a key that opens only its files, and a ticket that opens its papers for twelve hours', async () => {
    const started = await startTestApp()
    const owner = await started.newUser('owner')
    const home = await newHome(owner, 'Maple Street')
    const { token } = await newToken(owner, home.projectID)
    const { filesKey, paperTicket } = await opened(started, token)
    const requests: Record<string, object> = {
      download: { params: { remote: home.remote } },
      getPaper: { query: { projectID: home.projectID, roomID: home.roomID, kind: 'touchup' } },
    }
    const asked = async (name: string, endpoint: EndpointSpec, link: string) => {
      const request = asRequest(endpoint, (requests[name] ?? {}) as Tree)
      const url = `${String(request.url)}${request.url?.toString().includes('?') ? '&' : '?'}link=${link}`
      return (await started.app.inject({ ...request, url })).statusCode
    }
    for (const [name, endpoint] of Object.entries<EndpointSpec>(endpoints)) {
      if (endpoint.access === 'public') continue
      const right =
        endpoint.alsoLinks === 'files' ? [200, 404] : endpoint.alsoLinks === 'papers' ? [404, 200] : [401, 401]
      const answers = [await asked(name, endpoint, filesKey), await asked(name, endpoint, paperTicket)]
      expect(answers, name).toEqual(right)
    }
    const [linkID, until, seal] = paperTicket.split('.')
    for (const wrong of [`${linkID}.${Number(until) + 1}.${seal}`, `${Number(linkID) + 1}.${until}.${seal}`, token])
      expect(await asked('getPaper', endpoints.getPaper, wrong), wrong).toBe(404)
    started.clock.turn(12 * HOUR)
    expect(await asked('getPaper', endpoints.getPaper, paperTicket)).toBe(404)
    expect(await asked('download', endpoints.download, filesKey)).toBe(200)
  })

  test('hides its hidden parts everywhere: values, titles, swatches, notes, files, covers, search and downloads', async () => {
    const started = await startTestApp()
    const owner = await started.newUser('owner')
    const projectID = await owner.newProject('Maple Street')
    const roomID = await owner.newRoom(projectID)
    const ids = await subcategoryIDs(owner, 'Kitchen', 'Paint', 'Wall Paint')
    const labels = await owner.must(endpoints.listFields, { query: { subCatID: ids.subcatID } })
    const inputs = { ...Object.fromEntries(labels.map(({ field }) => [field, `hidden${field}`])), notes: 'notesaid' }
    const [file] = await owner.upload([{ name: 'original.png', bytes: await pictureOf('red', 'png') }])
    const remote = file?.remote ?? ''
    const { itemID } = await owner.must(endpoints.createItem, { body: { projectID, roomID, ...ids, inputs } })
    await owner.must(addItemFiles, { body: { itemID, files: [{ name: 'shown.png', remote }] } })
    await owner.must(endpoints.setRoomCover, { body: { roomID, remote } })
    const whole = await owner.must(getItem, { query: { itemID } })

    const open = (await newToken(owner, projectID)).token
    expect((await view(started, open, roomID)).items).toEqual([{ ...whole, may: 'read' }])
    expect(await view(started, open, roomID)).toMatchObject({ cover: remote })
    for (const q of ['hiddenfield1', 'notesaid', 'shown', 'original'])
      expect(await found(started, open, q)).toEqual([itemID])

    for (const { propID, field } of labels) {
      const { token } = await newToken(owner, projectID, { hides: { labels: [propID] } })
      const { items } = await view(started, token, roomID)
      expect(items).toMatchObject([{ [field]: '' }])
      expect(items[0]?.labels.map((label) => label.propID)).not.toContain(propID)
      expect(JSON.stringify(items)).not.toContain(`hidden${field}`)
      expect(await found(started, token, `hidden${field}`)).toEqual([])
      expect((await opened(started, token)).rooms).toMatchObject([{ samples: [] }])
    }
    const all = { notes: true, files: true, labels: labels.map(({ propID }) => propID) }
    const { token } = await newToken(owner, projectID, { hides: all })
    const shown = await view(started, token, roomID)
    expect(shown).toMatchObject({
      cover: null,
      items: [{ note: '', files: '{}', attachments: [], labels: [], sample: null }],
    })
    expect(shown.items[0]?.title).toBe(whole.subCatName)
    expect(JSON.stringify(shown)).not.toMatch(/hidden|notesaid|\.png/)
    for (const q of ['hiddenfield1', 'notesaid', 'shown', 'original'])
      expect(await found(started, token, q)).toEqual([])
    expect((await askByLink(started, token, endpoints.download, { params: { remote } })).statusCode).toBe(404)
    expect((await askByLink(started, open, endpoints.download, { params: { remote } })).statusCode).toBe(200)
    expect((await opened(started, token)).hides).toMatchObject({ notes: true, files: true })
  })

  test('to a room shows no other room, and only the name of the project', async () => {
    const started = await startTestApp()
    const owner = await started.newUser('owner')
    const { projectID, roomID } = await newHome(owner, 'Maple Street')
    const otherRoom = await owner.newRoom(projectID, 'Secret Den')
    await owner.newItem(projectID, otherRoom, { field1: 'Hidden Hollow' })
    const { token } = await newToken(owner, projectID, { roomID })
    const shown = await opened(started, token)
    expect(shown).toMatchObject({ projectName: 'Maple Street', rooms: [], room: { roomID } })
    expect(JSON.stringify(shown)).not.toMatch(/Secret|Hollow|Painter|owner/)
    expect(await found(started, token, 'hollow')).toEqual([])
  })

  test('of a trade, a category or some rooms shows nothing else', async () => {
    const started = await startTestApp()
    const owner = await started.newUser('owner')
    const { projectID, roomID: kitchen, itemID: faucet, remote } = await newHome(owner, 'Maple Street')
    const den = await owner.newRoom(projectID, 'Den')
    const hall = await owner.newRoom(projectID, 'Hall')
    const paint = await subcategoryIDs(owner, 'Kitchen', 'Paint', 'Wall Paint')
    const newPaint = async (roomID: number, name: string) => {
      const body = { projectID, roomID, ...paint, inputs: { field2: name } }
      return (await owner.must(endpoints.createItem, { body })).itemID
    }
    const inKitchen = await newPaint(kitchen, 'Dry Sage')
    const inDen = await newPaint(den, 'Gesso')
    const inHall = await owner.newItem(projectID, hall, { field1: 'Castellan' })
    await owner.must(endpoints.setRoomCover, { body: { roomID: kitchen, remote } })
    const shownBy = async (scope: LinkScope) => {
      const { token } = await newToken(owner, projectID, { scope })
      const { rooms, items, shows, room } = await opened(started, token)
      const found: number[] = []
      for (const { roomID } of rooms) found.push(...(await view(started, token, roomID)).items.map((one) => one.itemID))
      expect(await foundBySearch(token)).toEqual(found)
      if (items) expect(items.map((item) => item.itemID)).toEqual(found)
      const file = await askByLink(started, token, endpoints.download, { params: { remote } })
      expect(file.statusCode).toBe(found.includes(faucet) ? 200 : 404)
      expect(room).toBeNull()
      return { names: rooms.map(({ roomName, itemCount }) => `${roomName} ${itemCount}`), shows, found, token }
    }
    const foundBySearch = async (token: string) =>
      [
        ...(await found(started, token, 'sage')),
        ...(await found(started, token, 'gesso')),
        ...(await found(started, token, 'castellan')),
      ].toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
    const ORDER = [inDen, inHall, faucet, inKitchen]

    const painter = await shownBy({ trade: 'painter' })
    expect(painter).toMatchObject({ names: ['Den 1', 'Kitchen 1'], shows: 'Painter', found: [inDen, inKitchen] })
    expect((await view(started, painter.token, kitchen)).cover).toBeNull()
    const paper = { projectID, kind: 'trade', trade: 'painter' }
    expect((await askByLink(started, painter.token, endpoints.getPaper, { query: paper })).statusCode).toBe(200)
    expect((await askByLink(started, painter.token, viewRoom, { query: { roomID: hall } })).statusCode).toBe(404)
    const plumbing = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
    expect(await shownBy({ catID: plumbing.catID })).toMatchObject({
      ...{ names: ['Hall 1', 'Kitchen 1'], shows: 'Plumbing', found: [inHall, faucet] },
    })
    expect(await shownBy({ rooms: [den, hall] })).toMatchObject({
      ...{ names: ['Den 1', 'Hall 1'], shows: null, found: [inDen, inHall] },
    })

    const { links, categories, trades } = await owner.must(listLinks, { query: { projectID } })
    expect(categories.map(({ name }) => name)).toEqual(['Paint', 'Plumbing'])
    expect(trades).toEqual(['painter', 'plumber'])
    expect(links.map(({ shows }) => shows)).toEqual(['Den, Hall', 'Plumbing', 'Painter'])
    await owner.must(deleteRoom, { query: { roomID: den } })
    const [left] = (await owner.must(listLinks, { query: { projectID } })).links
    expect(left?.shows).toBe('Hall')
    const refused: [LinkScope, Record<string, string>][] = [
      [{ rooms: [hall], trade: 'painter' }, { scope: 'Choose one: a room, some rooms, a category or a trade.' }],
      [{ catID: 4711 }, { 'scope.catID': 'There is no such category.' }],
    ]
    for (const [scope, fields] of refused) {
      const answer = await owner.call(createLink, { body: { projectID, name: 'Wrong', hides: HIDES_NOTHING, scope } })
      expect(answer.problem).toMatchObject({ statusCode: 400, fields })
    }
  })

  test("follows its owner's changes: hidden parts, withdrawal, room in the trash and restored", async () => {
    const started = await startTestApp()
    const { clock, app, services } = started
    const owner = await started.newUser('owner')
    const { projectID, roomID } = await newHome(owner, 'Maple Street')
    const { linkID, token } = await newToken(owner, projectID, { roomID })
    const status = async () => (await app.inject({ url: '/openlink', ...withLink(token) })).statusCode
    const listed = async () => (await owner.must(listLinks, { query: { projectID } })).links[0]

    expect(await listed()).toMatchObject({ name: 'Painter, hall', roomName: 'Kitchen', openedAt: null, endsAt: null })
    expect(await status()).toBe(200)
    expect((await listed())?.openedAt).toBe(clock.now().toISOString())

    const endsAt = new Date(clock.now().getTime() + MINUTE).toISOString()
    await owner.must(updateLink, {
      body: { linkID, name: 'Painter', endsAt, hides: { ...HIDES_NOTHING, notes: true } },
    })
    expect(await listed()).toMatchObject({ name: 'Painter', endsAt, hides: { notes: true } })
    clock.turn(MINUTE)
    expect(await status()).toBe(404)
    await owner.must(updateLink, { body: { linkID, endsAt: null } })
    expect(await status()).toBe(200)

    const { trashID } = await owner.must(deleteRoom, { query: { roomID } })
    expect(await status()).toBe(404)
    expect(await listed()).toBeUndefined()
    await owner.must(restore, { body: { trashID } })
    expect(await status()).toBe(200)
    await owner.must(turnOffLink, { query: { linkID } })
    expect(await status()).toBe(404)

    const events = await eventsOf(services.db).execute()
    expect(events.map(({ kind }) => kind)).toEqual(['link created', 'link changed', 'link changed', 'link taken back'])
    for (const { room_id } of events) expect(room_id).toBe(roomID)
    expect(JSON.parse(events[1]?.before ?? '')).toEqual({ name: 'Painter, hall', endsAt: null, hides: HIDES_NOTHING })
    expect(JSON.stringify(events)).not.toContain(token)
  })

  test('ends with its project and its owner', async () => {
    const started = await startTestApp()
    const owner = await started.newUser('owner')
    const home = await newHome(owner, 'Maple Street')
    const { token } = await newToken(owner, home.projectID)
    await owner.must(deleteProject, { query: { projectID: home.projectID } })
    expect((await askByLink(started, token, openLink, {})).statusCode).toBe(404)
    await owner.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
    expect(await started.services.db.selectFrom('links').selectAll().execute()).toEqual([])
  })

  test('hides a label in the notes of an item that moved its value there when its subcategory changed', async () => {
    const started = await startTestApp()
    const owner = await started.newUser('owner')
    const projectID = await owner.newProject('Maple Street')
    const roomID = await owner.newRoom(projectID)
    const ids = await subcategoryIDs(owner, 'Kitchen', 'Records', 'Service Record')
    const inputs = { field1: 'Tap', field5: '$185', notes: 'Twice: a year' }
    const { itemID } = await owner.must(endpoints.createItem, { body: { projectID, roomID, ...ids, inputs } })
    const labels = await owner.must(endpoints.listFields, { query: { subCatID: ids.subcatID } })
    const price = labels.find(({ field }) => field === 'field5')
    const faucet = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
    const { version } = await owner.must(getItem, { query: { itemID } })
    await owner.must(endpoints.changeSubcategory, { body: { itemID, ...faucet, version } })
    const { note } = await owner.must(getItem, { query: { itemID } })
    expect(note).toContain(`${price?.label}: $185`)

    const { token } = await newToken(owner, projectID, { hides: { labels: [price?.propID ?? 0] } })
    const { items } = await view(started, token, roomID)
    expect(items[0]?.note).toBe(note.replace(`\n${price?.label}: $185`, ''))
    expect(await found(started, token, '185')).toEqual([])
    expect(await found(started, token, 'twice')).toEqual([itemID])
  })

  test('may hide labels that no item has yet, and still works after one of them is deleted', async () => {
    const started = await startTestApp()
    const owner = await started.newUser('owner')
    const { projectID } = await newHome(owner, 'Maple Street')
    const { subcatID } = await subcategoryIDs(owner, 'Kitchen', 'Plumbing', 'Faucet')
    const listed = () => owner.must(listLinks, { query: { projectID } })
    const { labels } = await listed()
    const used = await owner.must(endpoints.listFields, { query: { subCatID: subcatID } })
    expect(
      labels
        .slice(0, used.length)
        .map(({ propID }) => propID)
        .toSorted(),
    ).toEqual(used.map(({ propID }) => propID).toSorted())
    expect(labels.map(({ isUsed }) => isUsed)).toEqual(labels.map((_, at) => at < used.length))
    expect(labels).toHaveLength((await started.services.db.selectFrom('labels').select('id').execute()).length)

    const { propID } = await started.services.db
      .insertInto('labels')
      .values({ name: 'Wattage of 1970', name_key: 'wattage of 1970' })
      .returning('id as propID')
      .executeTakeFirstOrThrow()
    const { linkID } = await newToken(owner, projectID, { hides: { labels: [propID] } })
    await started.services.db.deleteFrom('labels').where('id', '=', propID).execute()
    const hides = { ...HIDES_NOTHING, notes: true, labels: [propID, used[0]?.propID ?? 0] }
    await owner.must(updateLink, { body: { linkID, hides } })
    expect((await listed()).links[0]?.hides).toEqual({ ...hides, labels: [used[0]?.propID] })
  })

  test('is refused with an end in the past or with something to hide that is no label', async () => {
    const { newUser, clock } = await startTestApp()
    const owner = await newUser('owner')
    const projectID = await owner.newProject()
    const { linkID } = await newToken(owner, projectID)
    const now = clock.now().toISOString()
    const over = { projectID, name: 'Over', endsAt: now, hides: HIDES_NOTHING }
    for (const answer of [
      await owner.call(createLink, { body: over }),
      await owner.call(updateLink, { body: { linkID, endsAt: now } }),
    ])
      expect(answer.problem).toMatchObject({ statusCode: 400, fields: { endsAt: 'Must be later than now.' } })
    const hides = { ...HIDES_NOTHING, labels: [4711] }
    for (const answer of [
      await owner.call(createLink, { body: { projectID, name: 'Label', hides } }),
      await owner.call(updateLink, { body: { linkID, hides } }),
    ])
      expect(answer.problem).toMatchObject({ statusCode: 400, fields: { labels: 'There is no such field.' } })
  })
})

describe('the token of a read-only link', () => {
  test('has 256 bits that are in no row and no backup', async () => {
    const started = await startTestApp()
    const { db } = started.services
    const owner = await started.newUser('owner')
    const { projectID, roomID } = await newHome(owner, 'Maple Street')
    const { token } = await newToken(owner, projectID)
    const qr = await owner.must(getQRLink, { body: { roomID } })
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = JSON.stringify([
      await db.selectFrom('links').selectAll().execute(),
      await db.selectFrom('idempotency_keys').selectAll().execute(),
      await db.selectFrom('events').selectAll().execute(),
      await db.selectFrom('settings').selectAll().execute(),
    ])
    expect(rows).not.toContain(token)

    // Everything a restored installation has: all rows of links, and a new secret.
    await db.deleteFrom('settings').where('key', '=', 'link_secret').execute()
    const { links } = await owner.must(listLinks, { query: { projectID } })
    expect(links.map(({ address }) => address)).toEqual([null, null])
    expect((await askByLink(started, token, openLink, {})).statusCode).toBe(200)
    const again = await owner.must(getQRLink, { body: { roomID } })
    expect(again.address).not.toBe(qr.address)
    for (const { address } of [qr, again])
      expect((await askByLink(started, address.split('/view/')[1] ?? '', openLink, {})).statusCode).toBe(200)
  })

  test('allows sixty guesses per address, whose good links still open', async () => {
    const started = await startTestApp()
    const { app, clock } = started
    const owner = await started.newUser('owner')
    const { projectID } = await newHome(owner, 'Maple Street')
    const { token } = await newToken(owner, projectID)
    const guess = (n: number) => app.inject({ url: '/openlink', ...withLink(String(n).padStart(43, 'A')) })
    for (let n = 0; n < 60; n++) expect((await guess(n)).statusCode).toBe(404)
    expect((await guess(60)).json()).toMatchObject({ statusCode: 429, code: 'too_many_tries' })
    expect((await app.inject({ url: '/openlink', ...withLink('x') })).statusCode).toBe(429)
    expect((await askByLink(started, token, openLink, {})).statusCode).toBe(200)
    clock.turn(15 * MINUTE)
    expect((await guess(61)).statusCode).toBe(404)
  })

  test('is in no line of the log', async () => {
    const started = await startTestApp({ logLevel: 'trace' })
    const owner = await started.newUser('owner')
    const { projectID, remote } = await newHome(owner, 'Maple Street')
    const { token } = await newToken(owner, projectID)
    const { filesKey, paperTicket } = await opened(started, token)
    const seal = paperTicket.split('.')[2] ?? ''
    await askByLink(started, token, endpoints.download, { params: { remote } })
    await started.app.inject({ url: `/paper?projectID=${projectID}&kind=touchup&link=${paperTicket}` })
    await started.app.inject({ url: `/view/${token}?a=${filesKey}`, headers: { authorization: `Link ${token}` } })
    await started.app.inject({ url: `/openlink?x=%E0%A4%A${token}`, ...withLink(token) })
    const log = JSON.stringify(started.log)
    expect(log).not.toContain(token)
    expect(log).not.toContain(filesKey)
    expect(log).not.toContain(seal)
  })
})

describe('the QR code link of a room', () => {
  test('is created once, by its owner, and again after it was withdrawn', async () => {
    const started = await startTestApp()
    const owner = await started.newUser('owner')
    const { projectID, roomID } = await newHome(owner, 'Maple Street')
    const asked = await Promise.all([1, 2, 3].map(() => owner.must(getQRLink, { body: { roomID } })))
    const [first] = asked
    for (const one of asked) expect(one).toEqual(first)
    const { links } = await owner.must(listLinks, { query: { projectID } })
    expect(links).toMatchObject([
      { name: 'QR labels, Kitchen', roomID, forQR: true, hides: { ...HIDES_NOTHING, positions: true }, endsAt: null },
    ])
    await owner.must(turnOffLink, { query: { linkID: first?.linkID ?? 0 } })
    const second = await owner.must(getQRLink, { body: { roomID } })
    expect(second.address).not.toBe(first?.address)
    expect(await opened(started, second.address.split('/view/')[1] ?? '')).toMatchObject({
      forQR: true,
      room: { roomID },
    })
  })
})
