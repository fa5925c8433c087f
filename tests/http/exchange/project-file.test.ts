import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { setProjectCover, setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import {
  createItem,
  deleteItem,
  filesJSON,
  getItem,
  listItems,
  updateItemFile,
  type Item,
} from '../../../src/shared/items/items.api.ts'
import { listLinks, printQR } from '../../../src/shared/sharing/links.api.ts'
import { removeMember } from '../../../src/shared/sharing/members.api.ts'
import { MOST_ITEMS_OF_PAPER } from '../../../src/shared/papers/papers.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { setNotNeeded } from '../../../src/shared/upkeep/handover-checklist.api.ts'
import { addUnsorted, deleteUnsorted, listUnsorted, turnPhoto } from '../../../src/shared/attachments/inbox.api.ts'
import { createTask, doneTask, type Repeats } from '../../../src/shared/upkeep/tasks.api.ts'
import { deleteProject, getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { getRoomStructure, listRoomTypes, SLOTS } from '../../../src/shared/structure/room-structure.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import {
  issueRevision,
  listRevisions,
  removeRevision,
  type Revision,
} from '../../../src/shared/papers/revisions.api.ts'
import { createRoom, getRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import {
  importStructure,
  renameRoomType,
  renameSubcategory,
  setLabels,
} from '../../../src/shared/structure/structure.api.ts'
import { unavailable } from '../../../src/server/platform/http/app-error.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { mintActor } from '../../../src/server/platform/db/actor.ts'
import { transact } from '../../../src/server/platform/db/database.ts'
import { readMarks } from '../../../src/server/papers/issued-marks.ts'
import { readMarkMatter } from '../../../src/server/papers/marks.repo.ts'
import { openPaperMaker } from '../../../src/server/papers/paper-process.ts'
import { openDownloads } from '../../../src/server/attachments/downloads.ts'
import { makeFindPicture } from '../../../src/server/attachments/pictures.service.ts'
import { bookOfProject } from '../../../src/server/exchange/project-file/book-of-project.ts'
import { importProjectFile, takeIn } from '../../../src/server/exchange/project-file/import-project.service.ts'
import { packed } from '../../../src/server/papers/snapshot.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { answeringProgram } from '../../support/answering-program.ts'
import { oldRevision } from '../../support/cases.ts'
import { addMember } from '../../support/members.ts'
import {
  entriesOf,
  mustImport,
  partsOf,
  projectFileOf,
  sendProjectFile,
  zipOf,
  type Parts,
} from '../../support/project-file.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import {
  IN_FOLDER,
  multipart,
  roomTypeID,
  startTestApp,
  subcategoryIDs,
  type Client,
  type TestApp,
  type TestFile,
} from '../../support/test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'
import { unzip } from '../../support/zip.ts'

/** Where nobody asks for papers: their spec books would take most of the time. */
const startWithoutPapers = async (...how: Parameters<typeof startTestApp>) => {
  const started = await startTestApp(...how)
  for (const { papers } of started.servers) await papers.close()
  return started
}

const actorOf = async ({ db }: TestApp['services'], username: string) => {
  const { id } = await db.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()
  return mintActor({
    ...{ userID: id, username, roles: [Role.User] },
    ...{ sessionID: 0, mustChangePassword: false },
  })
}

const remoteOf = async (user: Client, file: TestFile): Promise<string> => {
  const [uploaded] = await user.upload([file])
  return uploaded?.remote ?? ''
}

/** Pictures that wait in its inbox, each with the room that it was taken in, as far as that is said. */
const newPhotos = async (user: Client, projectID: number, photos: readonly (TestFile & { roomID?: number })[]) => {
  const remotes = (await user.upload(photos)).map(({ remote }) => remote)
  const ids = []
  for (const [at, { roomID }] of photos.entries()) {
    const body = { projectID, remote: remotes[at] ?? '', ...(roomID !== undefined && { roomID }) }
    ids.push((await user.must(addUnsorted, { body })).photoID)
  }
  return ids
}

/**
 * A project with two rooms, items, a picture that is on two of them and two covers, a manual, photos that wait, and things in
 * the trash.
 */
const newHome = async (user: Client) => {
  const projectID = await user.newProject()
  const [kitchen, hall] = [await user.newRoom(projectID), await user.newRoom(projectID, 'Hall')]
  const picture = { name: 'tap.png', bytes: await pictureOf('#336699', 'png') }
  const [photo, manual] = await user.upload([picture, { name: 'manual.txt', bytes: Buffer.from('how to') }])
  const remotes = [photo?.remote ?? '', manual?.remote ?? '']
  const [first = '', second = ''] = remotes
  const both = filesJSON([
    { name: 'The tap.png', remote: first },
    { name: 'manual.txt', remote: second },
  ])
  const faucet = await user.newItem(
    projectID,
    kitchen,
    { field1: 'Castellan', field3: 'Brass', notes: 'left\nof "it"' },
    both,
  )
  await user.newItem(projectID, hall, { field2: 'Plain' }, filesJSON([{ name: 'again.png', remote: first }]))
  const gone = await user.newItem(projectID, hall, { field1: 'Gone' })
  await user.must(deleteItem, { query: { itemID: gone } })
  await user.must(updateItemFile, { body: { itemID: faucet, remote: first, inputs: { caption: 'From the left' } } })
  await user.must(setRoomCover, { body: { roomID: hall, remote: first } })
  await user.must(setProjectCover, { body: { projectID, remote: first } })
  const newTask = async (at: object, name: string, repeats: Repeats) =>
    user.must(createTask, { body: { projectID, ...at, inputs: { name, note: 'By hand', day: '2031-02-28', repeats } } })
  await newTask({}, 'Clean Gutters', { every: 1, unit: 'year', fromDone: false })
  await newTask({ roomID: hall }, 'Oil Hinges', null)
  const far = await newTask({ roomID: hall }, 'Look Again', { every: 1000, unit: 'year', fromDone: false })
  await user.must(doneTask, { body: { taskID: far.taskID, version: 1, day: '2031-02-28' } })
  const cartridge = await newTask({ itemID: faucet }, 'Change Cartridge', { every: 1, unit: 'year', fromDone: true })
  await user.must(doneTask, { body: { taskID: cartridge.taskID, version: 1, day: '2031-03-01' } })
  await user.must(setNotNeeded, { body: { itemID: faucet, what: 'values', notNeeded: true } })
  await user.must(setNotNeeded, { body: { roomID: hall, what: 'items', notNeeded: true } })
  const [, , , deleted = 0] = await newPhotos(user, projectID, [
    { name: 'wall.png', bytes: await pictureOf('#113355', 'png'), roomID: hall },
    { name: 'roof.png', bytes: await pictureOf('#224466', 'png') },
    { name: 'wall.png', bytes: await pictureOf('#335577', 'png'), roomID: kitchen },
    { name: 'thumb.png', bytes: await pictureOf('#446688', 'png') },
  ])
  await user.must(deleteUnsorted, { body: { projectID, photoIDs: [deleted] } })
  return { projectID, kitchen, hall, faucet }
}

/** A revision of what the project is now, with its marks: to set the book of each takes too long where there are many. */
const issuedAs = async (
  services: TestApp['services'],
  user: Client,
  projectID: number,
  revision: { number: number; note: string },
) => {
  const { db } = services
  const id = await oldRevision(db, user, projectID, revision.number)
  const actor = await actorOf(services, 'robin')
  const matter = await readMarkMatter(db, actor, projectID)
  const { finishes } = await readMarks(db, actor, projectID, matter)
  const picture = await packed({ rooms: [], items: [], marks: finishes })
  await db.updateTable('revisions').where('id', '=', id).set({ note: revision.note, picture }).execute()
}

/** All that can be seen of a project, without what is an id of the installation. */
const seen = async (client: Client, projectID: number) => {
  const { project, cover } = await client.must(getProject, { query: { projectID } })
  const files = new Map<string, string>()
  const items = async (roomID: number) => {
    const list = await client.must(listItems, { query: { roomID } })
    return list.map((item) => {
      for (const { remote, filename } of item.attachments) files.set(remote, filename)
      const { note, title, sample, catName, subcatName, telling } = item
      const fields = Object.fromEntries(SLOTS.map((slot) => [slot, item[slot]]))
      const labels = item.labels.map(({ label, field }) => ({ label, field }))
      const attachments = item.attachments.map(({ remote: _, ...attachment }) => attachment)
      return { fields, labels, note, title, sample, catName, subcatName, telling, attachments }
    })
  }
  const { rooms = [] } = (await client.call(listRooms, { query: { projectID } })).body ?? {}
  const told = []
  for (const { ID, name, roomTypeName, itemCount, samples } of rooms) {
    const shown = await items(ID)
    const room = await client.must(getRoom, { query: { roomID: ID } })
    told.push({ name, roomTypeName, itemCount, samples, cover: room.cover && files.get(room.cover), items: shown })
  }
  const { projectID: _, ...texts } = project
  const { photos } = await client.must(listUnsorted, { query: { projectID } })
  const waiting = photos.map(({ photoID: _id, remote: _remote, roomID: _room, ...photo }) => photo)
  const { revisions } = await client.must(listRevisions, { query: { projectID } })
  const issued = revisions.map(({ revisionID: _id, remote: _remote, isImported: _is, ...revision }) => revision)
  return { ...texts, cover: cover && files.get(cover), rooms: told, waiting, issued }
}

/** What a file says of its project, but for its name and when and by what it was made. */
const said = async (bytes: Buffer) => {
  const { head, lines, files } = await partsOf(bytes)
  const { project, rooms, items, files: count, photos, revisions } = head
  const counts = { rooms, items, count, photos, revisions }
  return { project: { ...(project as object), name: '' }, ...counts, lines, files: [...files] }
}

describe('a project file', () => {
  test('holds what lives in a project, readable, and is given to whoever may read it', async () => {
    const { services, newUser } = await startTestApp()
    const [robin, viewer] = [await newUser('robin'), await newUser('viewer')]
    const { projectID } = await newHome(robin)
    await addMember(services.db, projectID, 'viewer', 'viewer')
    const response = await viewer.raw({ url: `/export?projectID=${projectID}` })
    expect(response.headers['content-disposition']).toMatch(/filename="roomfolio-Maple Street-\d{4}-\d\d-\d\d\.zip"/)
    const head = await viewer.raw({ method: 'HEAD', url: `/export?projectID=${projectID}` })
    expect([head.statusCode, head.headers['content-disposition']]).toEqual([
      200,
      response.headers['content-disposition'],
    ])
    const entries = await unzip(response.rawPayload)
    expect([...entries.keys()].toSorted()).toEqual([
      'README.txt',
      'Spec Book.pdf',
      'contents.jsonl',
      'files/Kitchen/Castellan/The tap.png',
      'files/Kitchen/Castellan/manual.txt',
      'history.jsonl',
      'inbox/roof.png',
      'inbox/wall (2).png',
      'inbox/wall.png',
      'project.json',
    ])
    const { head: told, lines } = await partsOf(response.rawPayload)
    expect(told).toMatchObject({
      format: 'Roomfolio project',
      version: 4,
      project: { name: 'Maple Street', city: 'Burlington', cover: 'files/Kitchen/Castellan/The tap.png' },
      structure: { subcategories: { Faucet: expect.arrayContaining(['Brand']) } },
      ...{ rooms: 2, items: 2, files: 3, photos: 3 },
    })
    const gutters = { every: 1, unit: 'year', fromDone: false }
    expect(lines.slice(5)).toMatchObject([
      { task: { name: 'Clean Gutters', note: 'By hand', day: '2031-02-28', repeats: gutters, doneOn: null } },
      { room: { name: 'Kitchen', roomType: 'Kitchen', cover: null } },
      {
        item: {
          category: 'Plumbing',
          subcategory: 'Faucet',
          values: { Brand: 'Castellan' },
          notes: 'left\nof "it"',
          notNeeded: ['values'],
        },
      },
      { attached: { name: 'The tap.png', caption: 'From the left', path: 'files/Kitchen/Castellan/The tap.png' } },
      { attached: { name: 'manual.txt', caption: '' } },
      { task: { name: 'Change Cartridge', day: '2032-03-01', starts: '2032-03-01', doneOn: '2031-03-01' } },
      { room: { name: 'Hall', cover: 'files/Kitchen/Castellan/The tap.png', notNeeded: ['items'] } },
      { task: { name: 'Oil Hinges', repeats: null } },
      { task: { name: 'Look Again', day: '3031-02-28', starts: '2031-02-28' } },
      { item: { values: {} } },
      { attached: { name: 'again.png' } },
      { photo: { path: 'inbox/wall.png', room: 2 } },
      { photo: { path: 'inbox/roof.png', room: null } },
      { photo: { path: 'inbox/wall (2).png', room: 1 } },
    ])
    expect(entries.get('history.jsonl')?.toString()).toContain('"kind":"item deleted"')
    expect(JSON.stringify(lines)).not.toContain('Gone')
  })

  test('has the spec book, with nothing in it that opens a read-only link', async () => {
    const { newUser, services } = await startTestApp({}, { alone: 'it listens to one typesetter' })
    const robin = await newUser('robin')
    const { projectID, kitchen } = await newHome(robin)
    await robin.must(printQR, { body: { roomID: kitchen } })
    const make = services.papers.make
    let set = ''
    services.papers.make = (wanted, read, ...more) => {
      const heard = async () => {
        const bytes = await buffer((await read()) as Readable)
        set += bytes.toString('latin1')
        return bytes
      }
      return make(wanted, heard, ...more)
    }
    const entries = await unzip(await projectFileOf(robin, projectID))
    const book = await readPDF(entries.get('Spec Book.pdf') ?? Buffer.of())
    expect([book.Title, book.isTagged]).toEqual(['Spec Book, Maple Street', true])
    expect(book.pages.flatMap(({ lines }) => lines)).toContain('Castellan')
    expect(book.pages.flatMap(({ links }) => links)).toEqual([])
    expect(set).toContain('"codes":[]')
    expect(set).not.toContain('/view/')
    expect(entries.get('README.txt')?.toString()).toMatch(/^Spec Book\.pdf /m)
  })

  test('has its spec book without a picture that the store has lost, says which, and is imported without it', async () => {
    const { newUser, services } = await startTestApp()
    const robin = await newUser('robin')
    const { projectID } = await newHome(robin)
    const { storage_key: lost } = await services.db
      .selectFrom('blobs')
      .innerJoin('uploads', 'uploads.blob_id', 'blobs.id')
      .where('uploads.original_name', '=', 'tap.png')
      .select('blobs.storage_key')
      .executeTakeFirstOrThrow()
    await services.store.remove(lost)
    const sent = await projectFileOf(robin, projectID)
    const entries = await unzip(sent)
    const book = await readPDF(entries.get('Spec Book.pdf') ?? Buffer.of())
    expect(book.pages.flatMap(({ lines }) => lines)).toContain('Castellan')
    expect(entries.get('README.txt')?.toString()).toMatch(/^Spec Book\.pdf /m)
    expect(entries.get('MISSING.txt')?.toString()).toMatch(/^missing {2}files\/Kitchen\/Castellan\/The tap\.png$/m)
    expect((await mustImport(robin, sent)).report.lostFiles).toEqual(['tap.png'])
  })

  test('is one at a time for each user, and beside an export of all that they have', async () => {
    const { app, newUser } = await startWithoutPapers({}, { alone: 'each server counts its own' })
    const robin = await newUser('robin')
    const projectID = await robin.newProject()
    const roomID = await robin.newRoom(projectID)
    // More than a connection takes of an answer that nobody reads.
    const large = { name: 'large.bin', bytes: randomBytes(20 * 1024 * 1024) }
    await robin.newItem(projectID, roomID, {}, filesJSON([{ name: large.name, remote: await remoteOf(robin, large) }]))
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const ask = (url: string) => fetch(address + url, { headers: { authorization: `Bearer ${robin.accessToken}` } })
    const first = await ask(`/export?projectID=${projectID}`)
    for (const url of [`/export?projectID=${projectID}`, '/export']) {
      const refused = await ask(url)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
      expect(await refused.json()).toMatchObject({ code: 'export_under_way' })
    }
    const names = [...(await unzip(Buffer.from(await first.arrayBuffer()))).keys()]
    expect(names).toContainEqual(expect.stringMatching(/\/large\.bin$/))
    await until(async () => {
      const { status, body } = await ask(`/export?projectID=${projectID}`)
      await body?.cancel()
      return status === 200
    })
  })

  test('comes without its spec book where none can be made, says so, and is imported as ever', async () => {
    const { newUser, services } = await startTestApp({}, { alone: 'it breaks one typesetter' })
    const robin = await newUser('robin')
    const { projectID } = await newHome(robin)
    const typesetters = [
      ["'no library'", /no spec book here, for none could be made in time/],
      ["{ wrong: 'a template' }", /no spec book here, for none could be made in time/],
      ["process.kill(process.pid, 'SIGUSR2') && undefined", /no spec book here: all of the project is too much/],
    ] as const
    for (const [answer, sentence] of typesetters) {
      services.papers = openPaperMaker({ program: answeringProgram(answer) })
      const sent = await projectFileOf(robin, projectID)
      await services.papers.close()
      const entries = await unzip(sent)
      expect(entries.has('Spec Book.pdf')).toBe(false)
      expect(entries.get('README.txt')?.toString()).toMatch(sentence)
      expect((await mustImport(robin, sent)).report.lostFiles).toEqual([])
    }
  })

  test('asks for no spec book, and for no picture of one, where a project has more items than one holds', async () => {
    const { newUser, services } = await startTestApp({}, { alone: 'it listens to one typesetter' })
    const robin = await newUser('robin')
    const { projectID, faucet } = await newHome(robin)
    const { db } = services
    const row = await db.selectFrom('items').where('id', '=', faucet).selectAll().executeTakeFirstOrThrow()
    const { id: _, ...item } = row
    for (let at = 0; at < MOST_ITEMS_OF_PAPER.book; at += 250)
      await db
        .insertInto('items')
        .values(Array.from({ length: 250 }, () => item))
        .execute()
    const [papers, pictures] = [vi.spyOn(services.papers, 'make'), vi.spyOn(services.pictures, 'make')]
    const sent = await projectFileOf(robin, projectID)
    expect([papers.mock.calls, pictures.mock.calls]).toEqual([[], []])
    const entries = await unzip(sent)
    expect(entries.has('Spec Book.pdf')).toBe(false)
    expect(entries.get('README.txt')?.toString()).toMatch(/no spec book here: all of the project is too much/)
  })

  test('ends the making of its spec book with whoever takes it no longer', async () => {
    const { app, newUser, services } = await startTestApp({}, { alone: 'it looks at one typesetter' })
    const robin = await newUser('robin')
    const { projectID } = await newHome(robin)
    const never = join(temporaryFolder(), 'never.mjs')
    writeFileSync(never, "process.on('message', () => {})")
    services.papers = openPaperMaker({ program: { file: never, execArgv: [] }, patience: 10 * MINUTE })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const gone = new AbortController()
    const asked = fetch(`${address}/export?projectID=${projectID}`, {
      headers: { authorization: `Bearer ${robin.accessToken}` },
      signal: gone.signal,
    }).then((response) => response.arrayBuffer())
    const broken = expect(asked).rejects.toThrow()
    await until(() => services.papers.pid !== undefined)
    gone.abort()
    await broken
    await until(() => services.papers.pid === undefined)
    const making = {
      projectID,
      languages: '',
      downloads: openDownloads(),
      signal: new AbortController().signal,
      most: 1,
    }
    const how = { ...making, find: makeFindPicture(services), log: app.log }
    const { book } = await bookOfProject(services, await actorOf(services, 'robin'), how)
    expect(book).toEqual({ without: 'not now' })
    await services.papers.close()
  })

  test('has no more files once the caller may no longer read the project', async () => {
    const { app, newUser, services } = await startWithoutPapers()
    const [robin, sam] = [await newUser('robin'), await newUser('sam_e')]
    const { projectID } = await newHome(robin)
    const userID = await addMember(services.db, projectID, 'sam_e', 'viewer')
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const call = () =>
      fetch(`${address}/export?projectID=${projectID}`, { headers: { authorization: `Bearer ${sam.accessToken}` } })
    const whole = await unzip(Buffer.from(await (await call()).arrayBuffer()))
    expect([...whole.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(2)

    // More than are read together.
    const roomID = await roomOf(robin, projectID, 'Hall')
    for (let n = 0; n < 40; n += 20) {
      const some = Array.from({ length: 20 }, (_, at) => ({
        name: `${n + at}.txt`,
        bytes: Buffer.from(`text ${n + at}`),
      }))
      const uploaded = await robin.upload(some)
      await robin.newItem(
        projectID,
        roomID,
        {},
        filesJSON(uploaded.map(({ filename: name, remote }) => ({ name, remote }))),
      )
    }
    const asked: string[] = []
    const { read } = services.store
    services.store.read = async (key, ...how) => {
      if (asked.push(key) === 1) await robin.must(removeMember, { query: { projectID, userID } })
      return read(key, ...how)
    }
    // Where nothing is on its way yet it is a 404, and else breaks off.
    const taken = await call()
      .then((response) => (response.ok ? response.arrayBuffer() : undefined))
      .catch(() => undefined)
    expect(taken).toBeUndefined()
    expect(asked.length).toBeLessThan(40)
  })

  test('of no project that one may not read is given, nor to a read-only link', async () => {
    const { newUser } = await startWithoutPapers()
    const [robin, sam] = [await newUser('robin'), await newUser('sam_e')]
    const { projectID } = await newHome(robin)
    for (const method of ['GET', 'HEAD'] as const)
      expect((await sam.raw({ method, url: `/export?projectID=${projectID}` })).statusCode).toBe(404)
    await robin.newLink(projectID)
    const [link] = (await robin.must(listLinks, { query: { projectID } })).links
    const token = link?.address?.split('/').at(-1) ?? ''
    const { app } = robin
    const asked = await app.inject({
      url: `/export?projectID=${projectID}`,
      headers: { authorization: `Link ${token}` },
    })
    expect(asked.statusCode).toBe(401)
  })
})

/** Another installation on SQLite, whatever the engine under test, whose ids are other ones. */
const startElsewhere = async (roles: readonly Role[] = []) => {
  const started = await startWithoutPapers({}, { onSQLite: true })
  const user = await started.newUser('casey', roles)
  await user.newRoom(await user.newProject('Elsewhere'), 'Attic')
  return { ...started, user }
}

describe('an import', () => {
  test('makes a project in another installation, and back, that is equal but for ids', async () => {
    const here = await startWithoutPapers()
    const robin = await here.newUser('robin')
    const there = await startElsewhere()
    const admin = await there.newUser('admin', [Role.Admin])
    // Other numbers, and other things beside.
    await admin.must(importStructure, {
      body: {
        structure: {
          subcategories: { Stove: ['Heat', 'Brand'] },
          categories: {},
          roomTypes: { Den: { Heating: ['Stove'] } },
        },
        apply: true,
      },
    })
    const { projectID } = await newHome(robin)
    const [photo] = (await robin.must(listUnsorted, { query: { projectID } })).photos
    await robin.must(turnPhoto, { body: { projectID, photoID: photo?.photoID ?? 0 } })
    const sent = await projectFileOf(robin, projectID)
    expect((await partsOf(sent)).lines).toContainEqual({ file: expect.objectContaining({ rotation: 270 }) })
    const { report, ...imported } = await mustImport(there.user, sent)
    expect(imported).toMatchObject({ name: 'Maple Street', message: 'Imported project "Maple Street"' })
    expect(report).toMatchObject({
      roomTypes: [],
      subcategories: [],
      labels: [],
      inNotes: 0,
      inFiles: 0,
      structure: null,
    })
    expect(await seen(there.user, imported.projectID)).toEqual(await seen(robin, projectID))
    const again = await projectFileOf(there.user, imported.projectID)
    expect(await said(again)).toEqual(await said(sent))
    const back = await mustImport(robin, again)
    expect(back.name).toBe('Maple Street (imported)')
    expect(await said(await projectFileOf(robin, back.projectID))).toEqual(await said(sent))
    // Its bytes are stored once, it is found, and its events tell of it.
    const found = await robin.must(search, { query: { q: 'castellan', projectID: back.projectID } })
    expect(found.groups).toHaveLength(1)
    const blobs = await here.services.db.selectFrom('blobs').select('sha256').execute()
    expect(blobs).toHaveLength(6)
    const events = await here.services.db
      .selectFrom('events')
      .where('project_id', '=', back.projectID)
      .select(['kind', 'who'])
      .orderBy('id')
      .execute()
    expect(events.map(({ kind }) => kind)).toEqual([
      'project created',
      'room created',
      'room created',
      'item created',
      'item created',
      ...Array.from({ length: 4 }, () => 'task created'),
      ...Array.from({ length: 3 }, () => 'photo added'),
    ])
    expect(events.every(({ who }) => who === 'robin')).toBe(true)
    const [first] = await robin.must(listItems, { query: { roomID: await roomOf(robin, back.projectID, 'Kitchen') } })
    expect(await downloaded(robin, first)).toEqual(['tap.png', 'how to'])
  })

  test('takes a project file that was unpacked and packed again', async () => {
    const { newUser } = await startWithoutPapers()
    const robin = await newUser('robin')
    const projectID = await robin.newProject()
    const roomID = await robin.newRoom(projectID, 'Küche')
    const files = ['Größe.txt', 'Größe (2).txt', '.DS_Store', 'project.json'].map((name) => ({
      name,
      bytes: Buffer.from(`bytes of ${name}`),
    }))
    const map = (await robin.upload(files)).map(({ remote, filename: name }) => ({ name, remote }))
    await robin.newItem(projectID, roomID, { field1: 'Castellan' }, filesJSON(map))
    const entries = [...(await unzip(await projectFileOf(robin, projectID)))]
    const textOf = (entry: string) => Buffer.from(`of ${entry}`)
    const foldersOf = (name: string) => [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index + 1))

    const folders = new Set(entries.flatMap(([name]) => foldersOf(name)))
    const named = (change: (name: string) => string) => entries.map(([name, bytes]) => [change(name), bytes] as const)
    const variants = {
      'in another order': await zipOf(entries.toReversed()),
      'with its folders': await zipOf([...[...folders].map((name) => [name, ''] as const), ...entries]),
      'in a folder, by a Mac': await zipOf([
        ['Maple Street/', ''],
        ['__MACOSX/._Maple Street', textOf('._')],
        ...entries.flatMap(
          ([name, bytes]) =>
            [
              [`Maple Street/${name.normalize('NFD')}`, bytes],
              [`__MACOSX/Maple Street/${name.replace(/[^/]*$/, '._$&')}`, textOf(name)],
            ] as const,
        ),
        ['Maple Street/.DS_Store', textOf('.DS_Store')],
        ['Maple Street/files/.DS_Store', textOf('.DS_Store')],
        ['.DS_Store', textOf('.DS_Store')],
      ]),
      'in two folders, on Windows': await zipOf([
        ...named((name) => `Downloads\\Maple Street\\${name.replaceAll('/', '\\')}`),
        ['Downloads\\Maple Street\\files\\Thumbs.db', textOf('Thumbs.db')],
        ['Downloads\\desktop.ini', textOf('desktop.ini')],
      ]),
      'with names in another encoding': await zipOf(named((name) => Buffer.from(name).toString('latin1'))),
      'by another tool, without compression': await byOtherTool(entries),
    }
    for (const [how, bytes] of Object.entries(variants)) {
      const { status, body, problem } = await sendProjectFile(robin, bytes)
      expect([status, problem.message], how).toEqual([201, body.message])
      const [room] = (await robin.must(listRooms, { query: { projectID: body.projectID } })).rooms
      const items = await robin.must(listItems, { query: { roomID: room?.ID ?? 0 } })
      expect(await downloaded(robin, items[0]), how).toEqual([
        'bytes of Größe.txt',
        'bytes of Größe (2).txt',
        '.DS_Store',
        'project.json',
      ])
      await robin.must(deleteProject, { query: { projectID: body.projectID } })
    }
  })

  test('of any project is equal but for ids', async () => {
    const here = await startWithoutPapers()
    const robin = await here.newUser('robin')
    const there = await startElsewhere()
    const { rooms: types } = await robin.must(listRoomTypes, {})
    const places: { roomType: number; catID: number; subcatID: number; labels: number }[] = []
    for (const { roomTypeID: roomType } of types.slice(0, 4)) {
      const structure = await robin.must(getRoomStructure, { query: { roomType } })
      for (const [catID, { subcatList, subcatLabelList }] of Object.entries(structure))
        for (const [at, subcatID] of subcatList.entries())
          places.push({ roomType, catID: Number(catID), subcatID, labels: subcatLabelList[at]?.length ?? 0 })
    }
    const pictures = [await pictureOf('#aa0000', 'png'), await pictureOf('#00aa00', 'png')]
    const text = (maxLength: number) =>
      fc.string({ unit: 'grapheme', maxLength }).filter((one) => !one.includes('\0') && one.isWellFormed())
    const name = text(20).filter((one) => one.trim() !== '' && !/[\p{C}\p{Z}]/u.test(one))
    const aFile = fc.record({ picture: fc.nat({ max: 1 }), name, caption: name })
    const anItem = fc.record({
      place: fc.nat(),
      values: fc.array(text(20), { minLength: 6, maxLength: 6 }),
      notes: text(40),
      files: fc.uniqueArray(aFile, { maxLength: 3, selector: (one) => one.name }),
    })
    const aPhoto = fc.record({ picture: fc.nat({ max: 1 }), name, room: fc.option(fc.nat()) })
    const aRoom = fc.record({ name, type: fc.nat(), items: fc.array(anItem, { maxLength: 3 }), cover: fc.boolean() })
    const photos = fc.array(aPhoto, { minLength: 1, maxLength: 3 })
    const notes = fc.array(text(40), { maxLength: 3 })
    let number = 0
    await fc.assert(
      fc.asyncProperty(
        name,
        fc.array(aRoom, { maxLength: 2 }),
        photos,
        notes,
        async (projectName, rooms, waiting, issued) => {
          const projectID = await robin.newProject(`${projectName} ${++number}`)
          const roomIDs: number[] = []
          for (const { name: roomName, type, items, cover } of rooms) {
            const roomType = types[type % types.length]?.roomTypeID ?? 0
            const { roomID } = await robin.must(createRoom, {
              body: { projectID, roomType: places[type % places.length]?.roomType ?? roomType, roomName },
            })
            roomIDs.push(roomID)
            const { roomType: its } = await robin.must(getRoom, { query: { roomID } })
            const fitting = places.filter((place) => place.roomType === its)
            for (const { place, values, notes, files } of items) {
              const { catID = 0, subcatID = 0, labels = 0 } = fitting[place % fitting.length] ?? {}
              const inputs = Object.fromEntries(SLOTS.map((slot, at) => [slot, at < labels ? (values[at] ?? '') : '']))
              const sent =
                files.length === 0
                  ? []
                  : await robin.upload(
                      files.map((file) => ({ name: file.name, bytes: pictures[file.picture] ?? Buffer.of() })),
                    )
              const map = filesJSON(sent.map(({ remote }, at) => ({ name: files[at]?.name ?? '', remote })))
              const { itemID } = await robin.must(createItem, {
                body: { projectID, roomID, catID, subcatID, inputs: { ...inputs, notes }, files: map },
              })
              for (const [at, { remote }] of sent.entries())
                await robin.must(updateItemFile, {
                  body: { itemID, remote, inputs: { caption: files[at]?.caption ?? '' } },
                })
              if (cover && sent[0]) await robin.must(setRoomCover, { body: { roomID, remote: sent[0].remote } })
            }
          }
          await newPhotos(
            robin,
            projectID,
            waiting.map(({ picture, name: photoName, room }) => {
              const roomID = room === null ? undefined : roomIDs[room % roomIDs.length]
              return { name: photoName, bytes: pictures[picture] ?? Buffer.of(), ...(roomID && { roomID }) }
            }),
          )
          for (const [at, note] of issued.entries())
            await issuedAs(here.services, robin, projectID, { number: at + 1, note })
          const sent = await projectFileOf(robin, projectID)
          const { projectID: copyID, report } = await mustImport(there.user, sent)
          expect(report).toMatchObject({ labels: [], subcategories: [], roomTypes: [], inNotes: 0, inFiles: 0 })
          expect(await seen(there.user, copyID)).toEqual(await seen(robin, projectID))
          const again = await projectFileOf(there.user, copyID)
          expect(await said(again)).toEqual(await said(sent))
          const back = await mustImport(robin, again)
          expect(await said(await projectFileOf(robin, back.projectID))).toEqual(await said(sent))
        },
      ),
      { numRuns: 5 },
    )
  })

  test('of a file of an older form makes the project as it was', async () => {
    const { newUser } = await startWithoutPapers()
    const { robin, sent } = await homeOf({ newUser })
    const {
      head: { photos, revisions, ...head },
      ...parts
    } = await partsOf(sent)
    expect([photos, revisions]).toEqual([3, 0])
    const files = new Map([...parts.files].filter(([path]) => !path.startsWith('inbox/')))
    // Before the fourth there were no revisions, before the third there was no photo inbox, before the second there were no tasks.
    const second = parts.lines.filter(
      (line) => !('photo' in line) && !('file' in line && !files.has((line.file as { path: string }).path)),
    )
    const first = second
      .filter((line) => !('task' in line))
      .map(
        (line) =>
          JSON.parse(
            JSON.stringify(line, (name, value: unknown) => (name === 'notNeeded' ? undefined : value)),
          ) as typeof line,
      )
    const third = { head: { ...head, photos, version: 3 }, ...parts }
    const older = [first, second].map((lines, at) => ({ head: { ...head, version: at + 1 }, lines, files }))
    for (const { lines, ...rest } of [...older, third]) {
      const file = await zipOf(entriesOf({ lines, ...rest }))
      const { projectID } = await mustImport(robin, file)
      const again = await partsOf(await projectFileOf(robin, projectID))
      expect([again.head.version, again.lines]).toEqual([4, lines])
    }
  })

  test('brings issued revisions along as they were issued, with their numbers and marks', async () => {
    const here = await startTestApp()
    const [robin, viewer] = [await here.newUser('robin'), await here.newUser('viewer')]
    const there = await startTestApp({}, { onSQLite: true })
    const casey = await there.newUser('casey')
    await casey.newItem(await casey.newProject('Elsewhere'), await casey.newRoom(1, 'Attic'))
    const projectID = await robin.newProject()
    const kitchen = await robin.newRoom(projectID)
    await addMember(here.services.db, projectID, 'viewer', 'viewer')
    await robin.newItem(projectID, kitchen, { field1: 'Castellan', field2: 'Arc 40' })
    const gone = await robin.newItem(projectID, kitchen, { field1: 'Marlow', field2: 'M-1' })
    const issue = (user: Client, id: number, note = '') =>
      user.must(issueRevision, { body: { projectID: id, note, size: 'letter' } })
    const issuedOf = async (user: Client, id: number) =>
      (await user.must(listRevisions, { query: { projectID: id } })).revisions
    const bytesOf = async (user: Client, id: number) =>
      Promise.all(
        (await issuedOf(user, id)).map(
          async ({ remote }) => (await user.raw({ url: `/download/${remote}` })).rawPayload,
        ),
      )
    await issue(robin, projectID, 'For the plumber,\nand the tiler')
    await robin.must(deleteItem, { query: { itemID: gone } })
    await issue(robin, projectID)
    const { revisionID } = await issue(robin, projectID)
    await robin.must(removeRevision, { query: { revisionID } })
    for (const { papers } of here.servers) await papers.close()

    const sent = await projectFileOf(viewer, projectID)
    const { lines, files } = await partsOf(sent)
    const books = [1, 2].map((number) => `revisions/Spec Book, Revision ${number}, Maple Street.pdf`)
    expect(lines.filter((line) => 'revision' in line)).toMatchObject([
      { revision: { number: 1, note: 'For the plumber,\nand the tiler', issuedBy: 'robin', path: books[0] } },
      { revision: { number: 2, note: '', issuedBy: 'robin', path: books[1] } },
      { revision: { number: 3, note: '', issuedBy: '', path: null } },
    ])
    expect(lines.at(-1)).toEqual({ marks: ['PL-1', 'PL-2'] })
    const asIssued = await bytesOf(robin, projectID)
    expect([...books].reverse().map((path) => files.get(path))).toEqual(asIssued)

    const { projectID: copyID } = await mustImport(casey, sent)
    const without = ({ revisionID: _id, remote: _remote, isImported: _is, ...revision }: Revision) => revision
    const imported = await issuedOf(casey, copyID)
    expect(imported.map(without)).toEqual((await issuedOf(robin, projectID)).map(without))
    expect(imported.map(({ isImported }) => isImported)).toEqual([true, true])
    expect(await bytesOf(casey, copyID)).toEqual(asIssued)
    const { events } = await casey.must(getActivity, { query: { projectID: copyID } })
    expect(events.slice(0, 2).map(({ kind, who, is }) => [kind, who, is])).toEqual([
      ['revision imported', 'casey', 'Revision 2'],
      ['revision imported', 'casey', 'Revision 1: For the plumber,\nand the tiler'],
    ])
    expect(await said(await projectFileOf(casey, copyID))).toEqual(await said(sent))

    // Its number and its marks go on from there, and it says nothing of changes.
    const [room] = (await casey.must(listRooms, { query: { projectID: copyID } })).rooms
    await casey.newItem(copyID, room?.ID ?? 0, { field1: 'Bridge', field2: '7120-SB' })
    expect((await issue(casey, copyID)).number).toBe(4)
    const [latest] = await issuedOf(casey, copyID)
    expect([latest?.issuedBy, latest?.isImported]).toEqual(['casey', false])
    const text = async ([bytes = Buffer.of()]: readonly Buffer[]) =>
      (await readPDF(bytes)).pages.flatMap((page) => page.lines).join(' ')
    const book = await text(await bytesOf(casey, copyID))
    expect(book).toContain('Revision 4')
    expect(book).not.toContain('What changed since')
    expect(book).toContain('PL-1 Castellan Arc 40')
    expect(book).toContain('PL-3 Bridge 7120-SB')
    await issue(casey, copyID)
    expect(await text(await bytesOf(casey, copyID))).toContain('What changed since Revision 4')
    for (const { papers } of there.servers) await papers.close()

    // A removed one leaves its marks, as ever.
    const [, , second] = await issuedOf(casey, copyID)
    await casey.must(removeRevision, { query: { revisionID: second?.revisionID ?? 0 } })
    const again = await partsOf(await projectFileOf(casey, copyID))
    expect(again.lines.at(-1)).toEqual({ marks: ['PL-1', 'PL-2', 'PL-3'] })
    expect(again.lines.filter((line) => 'revision' in line)).toHaveLength(3)
  })

  test('of a revision whose book the store has lost keeps its number, and says which', async () => {
    const { newUser, services } = await startWithoutPapers()
    const robin = await newUser('robin')
    const projectID = await robin.newProject()
    await oldRevision(services.db, robin, projectID)
    const { storage_key: key } = await services.db.selectFrom('blobs').select('storage_key').executeTakeFirstOrThrow()
    await services.store.remove(key)
    const sent = await projectFileOf(robin, projectID)
    const { projectID: copyID, report } = await mustImport(robin, sent)
    expect(report.lostFiles).toEqual([`Spec Book of ${projectID}.pdf`])
    expect((await robin.must(listRevisions, { query: { projectID: copyID } })).revisions).toEqual([])
    const rows = services.db.selectFrom('revisions').where('project_id', '=', copyID)
    const row = { number: 1, note: '', issued_by: '', upload_id: null }
    expect(await rows.select(['number', 'note', 'issued_by', 'upload_id']).execute()).toEqual([row])
    const { lines } = await partsOf(await projectFileOf(robin, copyID))
    expect(lines).toMatchObject([{ revision: { number: 1, path: null } }])
  })

  test('keeps every value where the structure lacks what it goes by, tells what is missing, and an Admin can add that', async () => {
    const { newUser } = await startWithoutPapers()
    const robin = await newUser('robin', [Role.Admin])
    const there = await startElsewhere([Role.Admin])
    const { user } = there
    const { projectID, kitchen } = await newHome(robin)
    const longest = 'x'.repeat(250)
    const spout = {
      subcategories: { Spout: ['Batch', 'Lot'] },
      categories: {},
      roomTypes: { Kitchen: { Plumbing: ['Spout'] } },
    }
    await robin.must(importStructure, { body: { structure: spout, apply: true } })
    const place = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Spout')
    const inputs = { field1: longest, notes: 'as it was' }
    await robin.must(createItem, { body: { projectID, roomID: kitchen, ...place, inputs } })
    const sent = await projectFileOf(robin, projectID)

    const faucet = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
    // Under other names, so that neither is known.
    await user.must(renameRoomType, {
      body: { roomTypeID: await roomTypeID(user, 'Kitchen'), roomType: 'Cookery', was: 'Kitchen' },
    })
    await user.must(renameSubcategory, { body: { subcatID: faucet.subcatID, subCatName: 'Tap', was: 'Faucet' } })

    const refused = await sendProjectFile(user, sent, { query: '?unfit=refuse' })
    expect([refused.status, refused.problem.code]).toEqual([409, 'does_not_fit'])
    expect(refused.problem.report).toMatchObject({
      roomTypes: [{ name: 'Kitchen', rooms: 2 }],
      subcategories: [
        { category: 'Plumbing', name: 'Faucet', items: 2 },
        { category: 'Plumbing', name: 'Spout', items: 1 },
      ],
      labels: expect.arrayContaining([{ subcategory: 'Spout', name: 'Batch', items: 1 }]),
    })
    const before = (await user.must(listProjects, {})).projects.length
    const { projectID: copyID, report } = await mustImport(user, sent)
    expect((await user.must(listProjects, {})).projects).toHaveLength(before + 1)
    expect(report).toEqual(refused.problem.report)
    const [first, long] = await user.must(listItems, { query: { roomID: await roomOf(user, copyID, 'Kitchen') } })
    const texts = (item: Item | undefined) => [item?.note, ...SLOTS.map((slot) => item?.[slot])].join('\n')
    for (const value of ['left\nof "it"', 'Plumbing – Faucet', 'Castellan', 'Brass'])
      expect(texts(first)).toContain(value)
    expect(long?.note).toBe('as it was')
    const paper = (await downloaded(user, long)).join('\n')
    expect(texts(long) + paper).toContain(longest)
    expect(report).toMatchObject({ inNotes: 2, inFiles: 1 })

    // What is missing is added, and then all fits.
    await user.must(importStructure, { body: { structure: report.structure, apply: true } })
    const whole = await sendProjectFile(user, sent, { query: '?unfit=refuse' })
    expect(whole.status).toBe(201)
    expect(whole.body.report.structure).toBeNull()
    const fitted = await seen(user, whole.body.projectID)
    expect({ ...fitted, name: '' }).toEqual({ ...(await seen(robin, projectID)), name: '' })
  })

  test('keeps a value whose label is missing in the notes, and one that is hidden where it is', async () => {
    const { newUser } = await startWithoutPapers()
    const robin = await newUser('robin', [Role.Admin])
    const there = await startElsewhere([Role.Admin])
    const projectID = await robin.newProject()
    const roomID = await robin.newRoom(projectID)
    const { subcatID } = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Faucet')
    const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan', field2: 'Kept out of sight' })
    const { labels } = await robin.must(getItem, { query: { itemID } })
    const propIDs = SLOTS.map((slot) => labels.find(({ field }) => field === slot)?.propID ?? null)
    // The second label goes, its value stays out of sight.
    const fields = propIDs.map((each, at) => (at === 1 ? null : each))
    await robin.must(setLabels, { body: { subcatID, fields, was: propIDs, moveValues: false, confirmed: true } })
    expect((await robin.must(getItem, { query: { itemID } })).field2).toBe('Kept out of sight')
    const sent = await projectFileOf(robin, projectID)
    const { projectID: copyID, report } = await mustImport(there.user, sent)
    const [item] = await there.user.must(listItems, { query: { roomID: await roomOf(there.user, copyID, 'Kitchen') } })
    // There it would be shown under another label.
    expect(item).toMatchObject({ field1: 'Castellan', field2: '', note: 'Field 2: Kept out of sight' })
    expect(report).toMatchObject({ inNotes: 1, structure: null })
    const back = await mustImport(robin, sent)
    const [same] = await robin.must(listItems, { query: { roomID: await roomOf(robin, back.projectID, 'Kitchen') } })
    expect(same).toMatchObject({ field2: 'Kept out of sight', note: '' })
  })

  test('is refused beyond the projects of the plan, and made once for one Idempotency-Key', async () => {
    const { services, newUser } = await startWithoutPapers({ planLimit: true })
    const robin = await newUser('robin')
    const { projectID } = await newHome(robin)
    const sent = await projectFileOf(robin, projectID)
    const keyed = { headers: { 'idempotency-key': 'once' } }
    const [first, again] = [await sendProjectFile(robin, sent, keyed), await sendProjectFile(robin, sent, keyed)]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body).toEqual(first.body)
    const third = await sendProjectFile(robin, sent)
    expect([third.status, third.problem.code]).toEqual([409, 'plan_limit'])
    expect((await robin.must(listProjects, {})).projects).toHaveLength(2)
    expect(await services.db.selectFrom('pending_writes').selectAll().execute()).toEqual([])
    await robin.must(deleteProject, { query: { projectID: first.body.projectID } })
    expect((await sendProjectFile(robin, sent)).status).toBe(201)
  })

  test('is one at a time for each user', async () => {
    const { newUser } = await startWithoutPapers({}, { alone: 'each server has imports of its own' })
    const robin = await newUser('robin')
    const { projectID } = await newHome(robin)
    const sent = await projectFileOf(robin, projectID)
    const both = await Promise.all([sendProjectFile(robin, sent), sendProjectFile(robin, sent)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 429])
    expect((await sendProjectFile(robin, sent)).status).toBe(201)
  })

  test('that was killed leaves a file in the spool that the sweep removes after a day', async () => {
    const { services } = await startWithoutPapers({}, { alone: 'each server has a spool of its own' })
    const folder = join(services.config.dataDir, 'spool')
    await sweep(services)
    const [old, young] = ['a'.repeat(32), 'b'.repeat(32)]
    for (const name of [old, young]) writeFileSync(join(folder, name), 'begun')
    const long = (Date.now() - 25 * 60 * 60 * 1000) / 1000
    utimesSync(join(folder, old), long, long)
    await sweep(services)
    expect(readdirSync(folder)).toEqual([young])
  })

  test('keeps its files where the connection breaks while the project is being committed, and the caller has gone', async () => {
    const { services, newUser } = await startWithoutPapers()
    const { sent } = await homeOf({ newUser })
    const sam = await newUser('sam')
    const { db } = services
    const actor = await actorOf(services, 'sam')
    const gone = new AbortController()
    const broken = new Error('The connection is broken.')
    const importing = importProjectFile(services, actor, {
      arrived: await takeIn(services, Readable.from([sent])),
      refuseUnfit: false,
      signal: gone.signal,
      inDatabase: async (work) => {
        await transact(db, work)
        gone.abort()
        throw broken
      },
    })
    await expect(importing).rejects.toBe(broken)
    const items = await sam.must(listItems, { query: { roomID: await roomOf(sam, undefined, 'Kitchen') } })
    expect(await downloaded(sam, items[0])).toEqual(['tap.png', 'how to'])
  })

  test('that is refused removes its files a few at a time, and those that it could not remove go after a day', async () => {
    const { services, newUser, clock } = await startWithoutPapers({ planLimit: true }, { alone: 'it breaks one store' })
    const { db, store } = services
    const robin = await newUser('robin')
    const projectID = await robin.newProject()
    const roomID = await robin.newRoom(projectID)
    for (let n = 0; n < 3; n++) {
      const bytes = Array.from({ length: 20 }, (_, at) => ({ name: `${at}.txt`, bytes: Buffer.from(`${n} ${at}`) }))
      const files = (await robin.upload(bytes)).map(({ filename, remote }) => ({ name: filename, remote }))
      await robin.newItem(projectID, roomID, {}, filesJSON(files))
    }
    const sent = await projectFileOf(robin, projectID)
    await robin.newProject('Elm Street')
    const keys = async () => {
      const all = []
      for await (const { key } of store.list()) all.push(key)
      return all.toSorted()
    }
    const before = await keys()

    const remove = store.remove.bind(store)
    let [calls, under, most] = [0, 0, 0]
    const left: string[] = []
    store.remove = async (key) => {
      most = Math.max(most, ++under)
      const fails = calls++ % 10 === 0
      if (fails) left.push(key)
      else await remove(key)
      under--
      if (fails) throw unavailable(new Error('The bucket does not answer.'))
    }
    expect((await sendProjectFile(robin, sent)).problem.code).toBe('plan_limit')
    store.remove = remove
    expect([calls, most <= 20]).toEqual([60, true])
    expect(await keys()).toEqual([...before, ...left].toSorted())
    const pending = async () =>
      (await db.selectFrom('pending_writes').select('storage_key').execute()).map((row) => row.storage_key).toSorted()
    expect(await pending()).toEqual(left.toSorted())
    clock.turn(DAY)
    await sweep(services)
    expect([await keys(), await pending()]).toEqual([before, []])
  })
})

const homeOf = async ({ newUser }: Pick<TestApp, 'newUser'>) => {
  const robin = await newUser('robin')
  const { projectID } = await newHome(robin)
  return { robin, projectID, sent: await projectFileOf(robin, projectID) }
}

const byOtherTool = (entries: readonly (readonly [string, Buffer])[]): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, bytes] of entries) {
    if (name.includes('/')) zip.addEmptyDirectory(name.replace(/[^/]*$/, ''))
    zip.addReadStream(Readable.from([bytes]), name, { compress: false })
  }
  zip.end()
  return buffer(zip.outputStream as Readable)
}

const roomOf = async (client: Client, projectID: number | undefined, name: string): Promise<number> => {
  const projects =
    projectID === undefined ? (await client.must(listProjects, {})).projects.map((one) => one.projectID) : [projectID]
  for (const each of projects) {
    const { rooms = [] } = (await client.call(listRooms, { query: { projectID: each } })).body ?? {}
    const room = rooms.find((one) => one.name === name)
    if (room) return room.ID
  }
  throw new Error(`There is no room ${name}.`)
}

/** The texts of an item's files, and of other files their names. */
const downloaded = async (client: Client, item: Item | undefined): Promise<string[]> => {
  const texts = []
  for (const { remote, filename } of item?.attachments ?? []) {
    const { rawPayload, statusCode } = await client.raw({ url: `/download/${remote}` })
    expect(statusCode).toBe(200)
    texts.push(filename.endsWith('.txt') ? rawPayload.toString() : filename)
  }
  return texts
}

const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
const fileIn = (line: Parts['lines'][number]) => (line.file as { path: string } | undefined)?.path
const fileOf = ({ lines }: Parts, path: string) => lines.find((line) => fileIn(line) === path)?.file as object

const lastRevision = ({ lines }: Parts) =>
  lines.findLast((line) => 'revision' in line)?.revision as Record<string, unknown>
const marksIn = ({ lines }: Parts) => lines.at(-1)?.marks as string[]

/** With two revisions that were issued and one that was removed, and marks, of which the first item has one. */
const withRevisions = (parts: Parts): Parts => {
  const issuedAt = '2026-01-02T12:00:00.000Z'
  const books = ['One', 'Two'].map((name) => [`revisions/${name}.pdf`, Buffer.from(`%PDF-1.7 ${name}`)] as const)
  const revisions = [...books.map(([path]) => path), null].map((path, at) => ({
    revision: { number: at + 1, note: `note ${at}`, issuedAt, issuedBy: 'robin', path },
  }))
  const lines = [
    ...books.map(([path, bytes]) => ({
      file: { path, originalName: 'Book.pdf', size: bytes.length, sha256: sha256Of(bytes) },
    })),
    ...structuredClone(parts.lines),
    ...revisions,
    { marks: ['PL-1', 'PL-2'] },
  ]
  const item = lines.find((line): line is { item: Record<string, unknown> } => 'item' in line)?.item ?? {}
  item.mark = 'PL-1'
  return { head: { ...parts.head, revisions: 3 }, lines, files: new Map([...parts.files, ...books]) }
}

/** A copy of the parts with a change. */
const with_ = (parts: Parts, change: (copy: Parts) => void): Parts => {
  const copy = { ...structuredClone({ head: parts.head, lines: parts.lines }), files: new Map(parts.files) }
  change(copy)
  return copy
}

describe('a hostile project file', () => {
  test('is a 400 that names what is wrong, and leaves nothing', async () => {
    const { services, servers, newUser } = await startWithoutPapers({
      ...IN_FOLDER,
      maxFileBytes: 1024 * 1024,
      maxProjectFileBytes: 2 * 1024 * 1024,
    })
    const { robin, sent } = await homeOf({ newUser })
    const { db, store } = services
    const good = withRevisions(await partsOf(sent))
    const [photo = ''] = good.files.keys()
    const made = (change: (copy: Parts) => void) => zipOf(entriesOf(with_(good, change)))
    const lineOf = (copy: Parts, kind: string) =>
      copy.lines.find((line) => kind in line)?.[kind] as Record<string, unknown>
    const addEntry = (name: string, bytes: Buffer | string = 'x') => zipOf([...entriesOf(good), [name, bytes]])
    /** A ZIP in whose directory the bytes after the name's place are changed. */
    const patched = async (name: string, at: number, bytes: readonly number[]) => {
      const zip = await zipOf(entriesOf(good))
      const place = zip.lastIndexOf(Buffer.from(name))
      zip.set(bytes, place - 46 + at)
      return zip
    }
    const raw = (contents: string | Buffer) => zipOf(entriesOf(good, Buffer.from(contents)))
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const now = '2026-01-01T00:00:00.000Z'
    const fileLine = (path: string) => ({ file: { path, originalName: 'a', size: null, sha256: null } })
    const photoLine = (path: string) => ({ photo: { path, room: null, addedAt: now } })
    const aRoom = { room: { name: 'A', roomType: 'Kitchen', cover: null, createdAt: now, updatedAt: now } }

    const cases: Record<string, [Buffer, RegExp]> = {
      'no ZIP': [Buffer.from('hello'), /no ZIP/],
      nothing: [Buffer.of(), /no ZIP/],
      'a ZIP that is cut off': [sent.subarray(0, sent.length - 100), /no ZIP/],
      'a ZIP without its beginning': [sent.subarray(100), /no ZIP|no JSON|not/],
      'another ZIP': [await zipOf([['files/readme.txt', 'hello']]), /no project file/],
      'the export of an account': [
        (await robin.raw({ url: '/export' })).rawPayload,
        /export of an account.*one by one/,
      ],
      'two project files': [
        await zipOf(
          ['a', 'b'].flatMap((folder) => entriesOf(good).map(([name, bytes]) => [`${folder}/${name}`, bytes] as const)),
        ),
        /several project files/,
      ],
      'a file beside the folder of a project': [
        await zipOf([...entriesOf(good).map(([name, bytes]) => [`home/${name}`, bytes] as const), ['evil.sh', 'x']]),
        /"evil\.sh" belongs to no project file/,
      ],
      'a renamed file with other bytes': [
        await made(({ files }) => {
          files.set('files/renamed.png', Buffer.alloc(files.get(photo)?.length ?? 0))
          files.delete(photo)
        }),
        /is not in the file/,
      ],
      'a path that leads out': [await addEntry('../../etc/passwd'), /no ZIP/],
      'a path that leads out of files': [await addEntry('files/../../etc/passwd'), /no ZIP/],
      'an absolute path': [await addEntry('/etc/passwd'), /no ZIP/],
      'a path of Windows': [await addEntry('files\\..\\x'), /no ZIP/],
      'an unknown entry': [await addEntry('evil.sh'), /"evil\.sh" belongs to no project file/],
      'a name too long': [await addEntry(`files/${'a'.repeat(2000)}`), /belongs to no project file/],
      'a file that nobody names': [await addEntry('files/extra.txt'), /"files\/extra\.txt" is not among the files/],
      'an entry twice': [await addEntry(photo, good.files.get(photo)), /twice/],
      'a symbolic link': [await patched(photo, 38, [0, 0, 0xff, 0xa1]), /is no file/],
      'an encrypted entry': [await patched(photo, 8, [9, 8]), /encrypted/],
      'a size that lies': [await patched(photo, 24, [1, 0, 0, 0]), /has not the size|no ZIP/],
      'a compression that is none': [await patched(photo, 10, [12, 0]), /compressed in a way/],
      'too large a file': [
        await addEntry('files/bomb.txt', Buffer.alloc(1024 * 1024 + 1)),
        /larger than a file may be/,
      ],
      'too much unpacked': [
        await zipOf([...entriesOf(good), ...[1, 2, 3].map((n) => [`files/${n}`, Buffer.alloc(1024 * 1024)] as const)]),
        /Unpacked it is larger/,
      ],
      'a missing file': [await made(({ files }) => files.delete(photo)), /is not in the file/],
      'other bytes': [
        await made(({ files }) => files.set(photo, Buffer.alloc(good.files.get(photo)?.length ?? 0))),
        /SHA-256 differs/,
      ],
      'other bytes of another size': [
        await made(({ files }) => files.set(photo, Buffer.from('x'))),
        /has not the size/,
      ],
      'a wrong hash of the lines': [
        await zipOf([
          ...[...good.files].map(([name, bytes]) => [name, bytes] as const),
          ['contents.jsonl', good.lines.map((line) => `${JSON.stringify(line)}\n`).join('')],
          ['project.json', JSON.stringify({ ...good.head, contents: { size: 1, sha256: 'a'.repeat(64) } })],
        ]),
        /contents\.jsonl.*SHA-256 differs/,
      ],
      'no lines': [await zipOf([['project.json', JSON.stringify(good.head)]]), /contents\.jsonl is missing/],
      'more of a newer version': [
        await zipOf([...entriesOf({ ...good, head: { ...good.head, version: 5 } }), ['tours.json', '{}']]),
        /newer version/,
      ],
      'a newer version': [await made(({ head }) => (head.version = 5)), /newer version/],
      'a version that is none': [await made(({ head }) => (head.version = 'x')), /version/],
      'another format': [await made(({ head }) => (head.format = 'Homes')), /no project file/],
      'more tasks than a project has': [
        await made(({ lines }) => lines.push(...Array.from({ length: 5000 }, () => ({ task: lineOf(good, 'task') })))),
        /more than 5000 tasks/,
      ],
      'more photos than an inbox may have': [
        await made((copy) => {
          copy.lines.push(
            ...Array.from({ length: 5000 }, (_, n) => [fileLine(`inbox/${n}`), photoLine(`inbox/${n}`)]).flat(),
          )
          copy.head.photos = 5003
        }),
        /more than 5000 photos in the inbox/,
      ],
      'fewer photos than told': [await made(({ head }) => (head.photos = 4)), /tells of 4 photos/],
      'photos that are not told': [await made(({ head }) => delete head.photos), /tells of 0 photos/],
      'a photo that is nowhere': [
        await made((copy) => (lineOf(copy, 'photo').path = 'inbox/none')),
        /There is no "inbox\/none"/,
      ],
      'a photo that waits twice': [
        await made(({ lines }) => lines.push(structuredClone(lines.findLast((line) => 'photo' in line) ?? {}))),
        /"inbox\/wall \(2\)\.png" waits in the inbox twice/,
      ],
      'a photo of a room that is not there': [
        await made((copy) => (lineOf(copy, 'photo').room = 3)),
        /There is no room 3/,
      ],
      'a photo of no room': [await made((copy) => (lineOf(copy, 'photo').room = 0)), /There is no room 0/],
      'a photo of a time that is none': [await made((copy) => (lineOf(copy, 'photo').addedAt = 'x')), /addedAt/],
      'a photo that nobody names': [await addEntry('inbox/extra.png'), /"inbox\/extra\.png" is not among the files/],
      'a photo that leads out': [await addEntry('inbox/../../etc/passwd'), /no ZIP/],
      'a photo that is neither on an item nor waits': [
        await made(({ head, lines }) => {
          lines.splice(
            lines.findLastIndex((line) => 'photo' in line),
            1,
          )
          head.photos = 2
        }),
        /"inbox\/wall \(2\)\.png" is on no item, not in the inbox and no issued revision/,
      ],
      'other bytes of a photo': [
        await made(({ files }) => {
          const bytes = Buffer.from(files.get('inbox/wall.png') ?? [])
          bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
          files.set('inbox/wall.png', bytes)
        }),
        /"inbox\/wall\.png" is not what it was/,
      ],
      'fewer revisions than told': [await made(({ head }) => (head.revisions = 4)), /tells of 4 revisions/],
      'revisions that are not told': [await made(({ head }) => delete head.revisions), /more revisions than are told/],
      'a revision that is nowhere': [
        await made((copy) => (lineOf(copy, 'revision').path = 'revisions/none.pdf')),
        /There is no "revisions\/none\.pdf"/,
      ],
      'a revision that is no PDF': [
        await made((copy) => {
          const bytes = Buffer.from('<html>')
          copy.files.set('revisions/One.pdf', bytes)
          Object.assign(fileOf(copy, 'revisions/One.pdf'), { size: bytes.length, sha256: sha256Of(bytes) })
        }),
        /"revisions\/One\.pdf" is no PDF/,
      ],
      'a revision that is empty': [
        await made((copy) => {
          copy.files.set('revisions/One.pdf', Buffer.of())
          Object.assign(fileOf(copy, 'revisions/One.pdf'), { size: 0, sha256: sha256Of(Buffer.of()) })
        }),
        /"revisions\/One\.pdf" is no PDF/,
      ],
      'other bytes of a revision': [
        await made(({ files }) => files.set('revisions/One.pdf', Buffer.from('%PDF-1.7 not'))),
        /"revisions\/One\.pdf" is not what it was/,
      ],
      'a revision that is a file of an item': [
        await made((copy) => (lineOf(copy, 'revision').path = photo)),
        /Must be a path in revisions\//,
      ],
      'a file of an item that is a revision': [
        await made((copy) => (lineOf(copy, 'attached').path = 'revisions/One.pdf')),
        /Must be a path in files\/ or inbox\//,
      ],
      'a photo that is a revision': [
        await made((copy) => (lineOf(copy, 'photo').path = 'revisions/One.pdf')),
        /Must be a path in files\/ or inbox\//,
      ],
      'a revision that nobody names': [
        await addEntry('revisions/extra.pdf', '%PDF-1.7'),
        /"revisions\/extra\.pdf" is not among the files/,
      ],
      'a book that nobody issued': [
        await made(({ head, lines }) => {
          lines.splice(
            lines.findIndex((line) => 'revision' in line),
            1,
          )
          head.revisions = 2
        }),
        /"revisions\/One\.pdf" is on no item, not in the inbox and no issued revision/,
      ],
      'a revision that leads out': [await addEntry('revisions/../../etc/passwd', '%PDF-1.7'), /no ZIP/],
      'a book that is issued twice': [
        await made((copy) => (lastRevision(copy).path = 'revisions/One.pdf')),
        /"revisions\/One\.pdf" is issued twice/,
      ],
      'revisions in another order': [
        await made((copy) => (lineOf(copy, 'revision').number = 3)),
        /Revision 2 is not in its place/,
      ],
      'a number that is given twice': [
        await made((copy) => (lineOf(copy, 'revision').number = 2)),
        /Revision 2 is not in its place/,
      ],
      'a revision without a number': [await made((copy) => (lineOf(copy, 'revision').number = 0)), /number from 1 on/],
      'a number that nobody comes to': [
        await made((copy) => (lineOf(copy, 'revision').number = 9_007_199_254_740_991)),
        /number: Must be at most 1000000/,
      ],
      'more revisions than a project has': [
        await made((copy) => {
          const names = Array.from({ length: 99 }, (_, n) => `revisions/${n}.pdf`)
          copy.lines = copy.lines.filter((line) => (line.revision as { path: unknown } | undefined)?.path !== null)
          copy.lines.unshift(...names.map(fileLine))
          copy.lines.push(
            ...names.map((path, n) => ({ revision: { ...lineOf(copy, 'revision'), number: 3 + n, path } })),
          )
          copy.head.revisions = 101
        }),
        /more than 100 issued revisions/,
      ],
      'more removed revisions than told of': [
        await made((copy) => {
          const rows = Array.from({ length: 100 }, (_, n) => ({
            ...lineOf(copy, 'revision'),
            number: 4 + n,
            path: null,
          }))
          copy.lines.push(...rows.map((revision) => ({ revision })))
          copy.head.revisions = 103
        }),
        /103 revisions; 101 are the most/,
      ],
      'a note of a revision that is too long': [
        await made((copy) => (lineOf(copy, 'revision').note = 'x'.repeat(1001))),
        /note: Must be at most 1000/,
      ],
      'a revision of a time that is none': [
        await made((copy) => (lineOf(copy, 'revision').issuedAt = 'x')),
        /issuedAt/,
      ],
      'a mark that is none': [await made((copy) => marksIn(copy).push('PT-0')), /such as PT-1/],
      'a mark twice': [await made((copy) => marksIn(copy).push('PL-1')), /PL-1 stands there twice/],
      'a mark of an item that was not issued': [
        await made((copy) => (lineOf(copy, 'item').mark = 'PL-7')),
        /the mark PL-7, which was not issued/,
      ],
      'marks without a revision': [
        await made((copy) => {
          copy.lines = copy.lines.filter((line) => !('revision' in line || fileIn(line)?.startsWith('revisions/')))
          for (const path of copy.files.keys()) if (path.startsWith('revisions/')) copy.files.delete(path)
          delete copy.head.revisions
        }),
        /no revision was ever issued/,
      ],
      'more marks than were ever issued': [
        await made(({ lines }) =>
          lines.push(
            ...Array.from({ length: 100 }, (_, n) => ({
              marks: Array.from({ length: 1000 }, (__, at) => `XY-${1 + n * 1000 + at}`),
            })),
          ),
        ),
        /more than 100000 marks/,
      ],
      'more marks than stand on a line': [
        await made(({ lines }) => lines.push({ marks: Array.from({ length: 1001 }, (_, at) => `XY-${1 + at}`) })),
        /at most 1000 marks/,
      ],
      'a task on no day': [
        await made((copy) => (lineOf(copy, 'task').day = '2031-02-30')),
        /task › day|day: Must be a day/,
      ],
      'a task that repeats too often': [
        await made((copy) => (lineOf(copy, 'task').repeats = { every: 0, unit: 'day', fromDone: false })),
        /every/,
      ],
      'a thing that nobody asks for': [await made((copy) => (lineOf(copy, 'item').notNeeded = ['roof'])), /notNeeded/],
      'a member that nobody knows': [await made(({ head }) => (head.extra = 1)), /extra: Not known here/],
      'a head that is no JSON': [await zipOf([['project.json', '{']]), /project\.json is no JSON/],
      'a head that is null': [await zipOf([['project.json', 'null']]), /no project file/],
      'a deep head': [await zipOf([['project.json', deep]]), /no project file|no JSON/],
      'a huge head': [await zipOf([['project.json', ' '.repeat(300_000)]]), /larger than it may be/],
      'no project': [await made(({ head }) => (head.project = null)), /project/],
      'a project without a name': [
        await made(({ head }) => ((head.project as { name: string }).name = ' ')),
        /project › name: Required/,
      ],
      'a name with NUL': [await made(({ head }) => ((head.project as { city: string }).city = 'a\0b')), /city/],
      'a lone surrogate': [
        await raw(
          `{"room":{"name":"\\ud800","roomType":"Kitchen","cover":null,"createdAt":"${now}","updatedAt":"${now}"}}\n`,
        ),
        /line 1.*name/,
      ],
      'a time that is none': [await made((copy) => (lineOf(copy, 'item').createdAt = '2026-02-30')), /createdAt/],
      ...Object.fromEntries(
        await Promise.all(
          ['createdAt', 'updatedAt'].flatMap((time) =>
            ['room', 'item'].map(async (kind) => [
              `a ${time} of a ${kind} before the first year`,
              [await made((copy) => (lineOf(copy, kind)[time] = '0000-01-01T00:00:00Z')), new RegExp(time)],
            ]),
          ),
        ),
      ),
      'a project made before the first year': [
        await made(({ head }) => ((head.project as { createdAt: string }).createdAt = '0000-12-31T23:59:59.999999Z')),
        /createdAt/,
      ],
      'no structure': [await made(({ head }) => (head.structure = 7)), /structure/],
      'a cover that is on no item': [
        await made(({ head }) => ((head.project as { cover: string }).cover = 'files/none')),
        /cover of the project/,
      ],
      'a room cover that is in another room': [
        await made((copy) => (lineOf(copy, 'room').cover = 'files/elsewhere.png')),
        /cover of the room "Kitchen"/,
      ],
      'a line that is no JSON': [await raw('{"room":\n'), /line 1 is no JSON/],
      'a line that is cut off': [await raw('{"room":{}}'), /cut off/],
      'a line of another kind': [await raw('{"user":{}}\n'), /Must be one of file, room, item, attached/],
      'a line of two kinds': [await raw('{"room":{},"item":{}}\n'), /Must be one of/],
      'a deep line': [await raw(`${deep}\n`), /Must be one of|no JSON/],
      'a line without end': [await raw('x'.repeat(200_000)), /longer than it may be/],
      'what is no UTF-8': [await raw(Buffer.of(0x7b, 0xff, 0xfe, 0x0a)), /UTF-8/],
      'an item in no room': [
        await made(
          (copy) =>
            void copy.lines.splice(
              0,
              copy.lines.length,
              ...copy.lines.filter((line) => 'file' in line || 'item' in line),
            ),
        ),
        /stands in no room/,
      ],
      'a file on no item': [
        await raw(
          `${JSON.stringify(aRoom)}\n${JSON.stringify({ attached: { path: photo, name: 'a', caption: '' } })}\n`,
        ),
        /stands on no item/,
      ],
      'an attachment that is nowhere': [
        await made((copy) => (lineOf(copy, 'attached').path = 'files/none')),
        /There is no "files\/none"/,
      ],
      'a file that is told twice': [
        await made((copy) => void copy.lines.unshift(structuredClone(copy.lines[0] ?? {}))),
        /stands there twice/,
      ],
      'a file outside files': [await made((copy) => (lineOf(copy, 'file').path = '../x')), /Must be a path in files/],
      'a display name twice': [
        await made((copy) => {
          const at = copy.lines.findIndex((line) => 'attached' in line)
          copy.lines.splice(at, 0, structuredClone(copy.lines[at] ?? {}))
          copy.head.files = 4
        }),
        /stands on the item twice/,
      ],
      'fewer items than told': [await made(({ head }) => (head.items = 3)), /tells of 3 items/],
      'more items than told': [await made(({ head }) => (head.items = 1)), /more items than are told/],
      'more rooms than told': [await made(({ head }) => (head.rooms = 1)), /more rooms than are told/],
      '100,000 rooms': [
        await zipOf(
          entriesOf({
            head: { ...good.head, rooms: 100_000 },
            lines: Array.from({ length: 10_000 }, () => aRoom),
            files: new Map(),
          }),
        ),
        /100000 rooms; 1000 are the most/,
      ],
      'a room name too long': [
        await made((copy) => (lineOf(copy, 'room').name = 'a'.repeat(33))),
        /name: Must be at most 32/,
      ],
      'a room type that is not told': [
        await made((copy) => (lineOf(copy, 'room').roomType = 'Cave')),
        /no room type "Cave"/,
      ],
      'a category that is not told': [
        await made((copy) => (lineOf(copy, 'item').category = 'Cave')),
        /no category "Cave"/,
      ],
      'a subcategory that is not told': [
        await made((copy) => (lineOf(copy, 'item').subcategory = 'Cave')),
        /no subcategory "Cave"/,
      ],
      'a label that is not told': [
        await made((copy) => (lineOf(copy, 'item').values = { Cave: 'x' })),
        /no label "Cave"/,
      ],
      'a label called __proto__': [
        await raw(
          good.lines
            .map((line) => `${JSON.stringify(line)}\n`)
            .join('')
            .replace('"values":{"Brand"', '"values":{"__proto__"'),
        ),
        /no label "__proto__"/,
      ],
      'a value too long': [
        await made((copy) => (lineOf(copy, 'item').values = { Brand: 'x'.repeat(256) })),
        /Must be at most 255/,
      ],
      'a value that is no text': [await made((copy) => (lineOf(copy, 'item').values = { Brand: { a: 1 } })), /Brand/],
      'notes too long': [
        await made((copy) => (lineOf(copy, 'item').notes = 'x'.repeat(256))),
        /notes: Must be at most 255/,
      ],
    }

    const countAll = async () => {
      const counts: Record<string, number> = {}
      for (const table of [
        'projects',
        'rooms',
        'items',
        'uploads',
        'blobs',
        'item_files',
        'inbox_photos',
        'revisions',
        'events',
        'pending_writes',
        'first_answers',
        'items_without_words',
      ] as const)
        counts[table] =
          (
            await db
              .selectFrom(table)
              .select((eb) => eb.fn.countAll<number>().as('n'))
              .execute()
          )[0]?.n ?? 0
      const keys = []
      for await (const { key } of store.list()) keys.push(key)
      // It is made with a server's first file.
      const spools = servers.map(({ config }) => join(config.dataDir, 'spool'))
      const spool = spools.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []))
      return { counts, keys: keys.toSorted(), spool }
    }
    // The good one is good.
    expect((await sendProjectFile(robin, await zipOf(entriesOf(good)))).status).toBe(201)
    await robin.must(search, { query: { q: 'x' } })
    const before = await countAll()
    const wrong: string[] = []
    for (const [name, [bytes, sentence]] of Object.entries(cases)) {
      const { status, problem } = await sendProjectFile(robin, bytes)
      const [told = ''] = Object.values(problem.fields ?? {})
      if (status !== 400 || !sentence.test(told) || told !== problem.message)
        wrong.push(`${name}: ${status} ${problem.code} ${told || problem.message}`)
    }
    expect(wrong).toEqual([])
    expect(await countAll()).toEqual(before)
    expect(before.spool).toEqual([])
  })

  test('that is no form of one file, or larger than a project file may be, is refused', async () => {
    const { services, newUser, anonymous } = await startWithoutPapers({ maxProjectFileBytes: 1024 })
    const robin = await newUser('robin')
    const small = { name: 'a.zip', bytes: Buffer.from('a') }
    const put = async (form: object, client = robin, query = '') => {
      const response = await client.raw({ method: 'PUT', url: `/importproject${query}`, ...form })
      return [response.statusCode, response.json<{ code: string }>().code]
    }
    expect(await put(multipart([{ name: 'a.zip', bytes: Buffer.alloc(1025) }]))).toEqual([413, 'too_large'])
    expect(await put(multipart([small, small]))).toEqual([413, 'too_many_files'])
    expect(await put(multipart([small], 'other'))).toEqual([400, 'invalid_input'])
    expect(await put(multipart([]))).toEqual([400, 'invalid_input'])
    expect(await put({ payload: {} })).toEqual([415, 'unsupported_type'])
    expect(await put(multipart([small]), robin, '?unfit=maybe')).toEqual([400, 'invalid_input'])
    expect(await put(multipart([small]), anonymous)).toEqual([401, 'not_signed_in'])
    expect(readdirSync(join(services.config.dataDir, 'spool'))).toEqual([])
  })
})
