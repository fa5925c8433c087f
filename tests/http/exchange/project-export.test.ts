import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test, vi } from 'vitest'
import { filesJSON } from '../../../src/shared/items/items.api.ts'
import { listLinks, getQRLink } from '../../../src/shared/sharing/links.api.ts'
import { removeMember } from '../../../src/shared/sharing/members.api.ts'
import { MOST_ITEMS_OF_PAPER } from '../../../src/shared/papers/papers.api.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { openPaperMaker } from '../../../src/server/papers/paper-process.ts'
import { openDownloads } from '../../../src/server/attachments/downloads.ts'
import { makeFindPicture } from '../../../src/server/attachments/pictures.service.ts'
import { bookOfProject } from '../../../src/server/exchange/project-file/book-of-project.ts'
import { answeringProgram } from '../../support/answering-program.ts'
import { addMember } from '../../support/members.ts'
import { mustImport, partsOf, projectFileOf } from '../../support/project-file.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { startTestApp } from '../../support/test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { until } from '../../support/until.ts'
import { unzip } from '../../support/zip.ts'
import { startWithoutPapers, actorOf, remoteOf, newHome, roomOf } from './project-file-home.ts'

describe('an exported project file', () => {
  test('holds everything in a project except the trash, and is available to viewers', async () => {
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
    const { head: project, lines } = await partsOf(response.rawPayload)
    expect(project).toMatchObject({
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

  test('contains a spec book without any address of a read-only link', async () => {
    const { newUser, services } = await startTestApp({}, { alone: 'it listens to one typesetter' })
    const robin = await newUser('robin')
    const { projectID, kitchen } = await newHome(robin)
    await robin.must(getQRLink, { body: { roomID: kitchen } })
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

  test('names a picture that the store has lost, omits it from the spec book, and can be imported without it', async () => {
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

  test('is refused while the user downloads another export', async () => {
    const { app, newUser } = await startWithoutPapers({}, { alone: 'each server counts its own' })
    const robin = await newUser('robin')
    const projectID = await robin.newProject()
    const roomID = await robin.newRoom(projectID)
    // Larger than the buffers of a connection whose client does not read.
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

  test('says why it lacks a spec book if none can be made, and can still be imported', async () => {
    const { newUser, services } = await startTestApp({}, { alone: 'it breaks one typesetter' })
    const robin = await newUser('robin')
    const { projectID } = await newHome(robin)
    const typesetters = [
      ["'no library'", /it couldn’t be made this time/],
      ["{ wrong: 'a template' }", /it couldn’t be made this time/],
      ["process.kill(process.pid, 'SIGUSR2') && undefined", /the whole project is too large/],
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

  test('makes no spec book and reads no picture for a project with more items than a book holds', async () => {
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
    expect(entries.get('README.txt')?.toString()).toMatch(/the whole project is too large/)
  })

  test('stops making the spec book when the client disconnects', async () => {
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

  test('ends when the caller loses access to the project', async () => {
    const { app, newUser, services } = await startWithoutPapers()
    const [robin, sam] = [await newUser('robin'), await newUser('sam_e')]
    const { projectID } = await newHome(robin)
    const userID = await addMember(services.db, projectID, 'sam_e', 'viewer')
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const call = () =>
      fetch(`${address}/export?projectID=${projectID}`, { headers: { authorization: `Bearer ${sam.accessToken}` } })
    const whole = await unzip(Buffer.from(await (await call()).arrayBuffer()))
    expect([...whole.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(2)

    // More files than are read in parallel.
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
    // A 404 if nothing was sent yet, otherwise a broken connection.
    const taken = await call()
      .then((response) => (response.ok ? response.arrayBuffer() : undefined))
      .catch(() => undefined)
    expect(taken).toBeUndefined()
    expect(asked.length).toBeLessThan(40)
  })

  test('is refused to strangers and to read-only links', async () => {
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
