import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import {
  createItem,
  deleteItem,
  filesJSON,
  listItems,
  updateItem,
  updateItemFile,
} from '../../../src/shared/items/items.api.ts'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { listInboxPhotos, turnPhoto } from '../../../src/shared/items/inbox.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
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
import { importStructure } from '../../../src/shared/structure/structure-file.api.ts'
import { oldRevision } from '../../support/cases.ts'
import { addMember } from '../../support/members.ts'
import { entriesOf, mustImport, partsOf, projectFileOf, sendProjectFile, zipOf } from '../../support/project-file.ts'
import { readPDF } from '../../support/read-pdf.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'
import { unzip } from '../../support/zip.ts'
import {
  startWithoutPapers,
  newPhotos,
  newHome,
  newRevision,
  seen,
  contentsOf,
  startElsewhere,
  homeOf,
  roomOf,
  downloadedFiles,
} from './project-file-home.ts'

describe('the import of a project file', () => {
  test('makes an equal project in another installation, and again back in the first', async () => {
    const here = await startWithoutPapers()
    const robin = await here.newUser('robin')
    const there = await startElsewhere()
    const admin = await there.newUser('admin', [Role.Admin])
    // So that ids and contents of the two installations differ.
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
    const [photo] = (await robin.must(listInboxPhotos, { query: { projectID } })).photos
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
    expect(await contentsOf(again)).toEqual(await contentsOf(sent))
    const back = await mustImport(robin, again)
    expect(back.name).toBe('Maple Street (imported)')
    expect(await contentsOf(await projectFileOf(robin, back.projectID))).toEqual(await contentsOf(sent))
    // Its bytes are stored once, search finds it, and the activity shows it.
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
    expect(await downloadedFiles(robin, first)).toEqual(['tap.png', 'how to'])
  })

  test('accepts a project file that was unpacked and zipped again', async () => {
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
      expect(await downloadedFiles(robin, items[0]), how).toEqual([
        'bytes of Größe.txt',
        'bytes of Größe (2).txt',
        '.DS_Store',
        'project.json',
      ])
      await robin.must(deleteProject, { query: { projectID: body.projectID } })
    }
  })

  test('reproduces any project', async () => {
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
            await newRevision(here.services, robin, projectID, { number: at + 1, note })
          const sent = await projectFileOf(robin, projectID)
          const { projectID: copyID, report } = await mustImport(there.user, sent)
          expect(report).toMatchObject({ labels: [], subcategories: [], roomTypes: [], inNotes: 0, inFiles: 0 })
          expect(await seen(there.user, copyID)).toEqual(await seen(robin, projectID))
          const again = await projectFileOf(there.user, copyID)
          expect(await contentsOf(again)).toEqual(await contentsOf(sent))
          const back = await mustImport(robin, again)
          expect(await contentsOf(await projectFileOf(robin, back.projectID))).toEqual(await contentsOf(sent))
        },
      ),
      { numRuns: 5 },
    )
  })

  test('reads the older versions of the format', async () => {
    const { newUser } = await startWithoutPapers()
    const { robin, sent } = await homeOf({ newUser })
    const {
      head: { photos, revisions, ...head },
      ...parts
    } = await partsOf(sent)
    expect([photos, revisions]).toEqual([3, 0])
    const files = new Map([...parts.files].filter(([path]) => !path.startsWith('inbox/')))
    // Version 4 added revisions, version 3 the photo inbox and version 2 tasks.
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

  test('keeps issued revisions with their numbers, books and marks', async () => {
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
    const without = ({
      revisionID: _id,
      remote: _remote,
      isImported: _is,
      issuedByName: _name,
      ...revision
    }: Revision) => revision
    const imported = await issuedOf(casey, copyID)
    expect(imported.map(without)).toEqual((await issuedOf(robin, projectID)).map(without))
    expect(imported.map(({ isImported, issuedByName }) => [isImported, issuedByName])).toEqual([
      [true, 'robin'],
      [true, 'robin'],
    ])
    expect(await bytesOf(casey, copyID)).toEqual(asIssued)
    const { events } = await casey.must(getActivity, { query: { projectID: copyID } })
    expect(events.slice(0, 2).map(({ kind, who, is }) => [kind, who, is])).toEqual([
      ['revision imported', 'casey', 'Revision 2'],
      ['revision imported', 'casey', 'Revision 1: For the plumber,\nand the tiler'],
    ])
    expect(await contentsOf(await projectFileOf(casey, copyID))).toEqual(await contentsOf(sent))

    // Numbers and marks continue from there; the first new revision lists no changes.
    const [room] = (await casey.must(listRooms, { query: { projectID: copyID } })).rooms
    await casey.newItem(copyID, room?.ID ?? 0, { field1: 'Bridge', field2: '7120-SB' })
    // A product keeps its mark when it changes.
    const [castellan] = await casey.must(listItems, { query: { roomID: room?.ID ?? 0 } })
    await casey.must(updateItem, { body: { itemID: castellan?.itemID ?? 0, inputs: { field2: 'Arc 41' } } })
    expect((await issue(casey, copyID)).number).toBe(4)
    const [latest] = await issuedOf(casey, copyID)
    expect([latest?.issuedBy, latest?.isImported]).toEqual(['casey', false])
    const text = async ([bytes = Buffer.of()]: readonly Buffer[]) =>
      (await readPDF(bytes)).pages.flatMap((page) => page.lines).join(' ')
    const book = await text(await bytesOf(casey, copyID))
    expect(book).toContain('Revision 4')
    expect(book).not.toContain('What changed since')
    expect(book).toContain('PL-1 Castellan Arc 41')
    expect(book).toContain('PL-3 Bridge 7120-SB')
    await issue(casey, copyID)
    expect(await text(await bytesOf(casey, copyID))).toContain('What changed since Revision 4')
    for (const { papers } of there.servers) await papers.close()

    // A removed revision leaves its marks.
    const [, , second] = await issuedOf(casey, copyID)
    await casey.must(removeRevision, { query: { revisionID: second?.revisionID ?? 0 } })
    const again = await partsOf(await projectFileOf(casey, copyID))
    expect(again.lines.at(-1)).toEqual({ marks: ['PL-1', 'PL-2', 'PL-3'] })
    expect(again.lines.filter((line) => 'revision' in line)).toHaveLength(3)
  })

  test('keeps the number of a revision whose book the store has lost, and names the lost file', async () => {
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
})

const byOtherTool = (entries: readonly (readonly [string, Buffer])[]): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, bytes] of entries) {
    if (name.includes('/')) zip.addEmptyDirectory(name.replace(/[^/]*$/, ''))
    zip.addReadStream(Readable.from([bytes]), name, { compress: false })
  }
  zip.end()
  return buffer(zip.outputStream as Readable)
}
