import { describe, expect, test } from 'vitest'
import {
  addItemFiles,
  createItem,
  deleteItemFile,
  filesJSON,
  getItem,
  listItems,
  updateItem,
  updateItemFile,
  type FileEntry,
} from '../../../src/shared/items/items.api.ts'
import type { SentBodyOf } from '../../../src/shared/contract/endpoint.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import { listAllWithoutWords } from '../../../src/server/search/words-of-items.repo.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { startTestApp, subcategoryIDs } from '../../support/test-app.ts'

const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

/** A user with an item in the kitchen, and a way to have uploads. */
const startWithItem = async () => {
  const started = await startTestApp()
  const user = await started.newUser()
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan' })
  const read = () => user.must(getItem, { query: { itemID } })
  return {
    ...started,
    db: started.services.db,
    user,
    projectID,
    roomID,
    itemID,
    read,
    names: async () => (await read()).attachments.map(({ name }) => name),
    /** The remotes of new uploads, one for each name. */
    uploaded: async (...names: string[]): Promise<string[]> => {
      const files = await user.upload(names.map((name) => ({ name, bytes: Buffer.from(`bytes of ${name}`) })))
      return files.map(({ remote }) => remote)
    },
    /** Makes these files the item's. */
    setFiles: (files: string | null) => user.call(updateItem, { body: { itemID, inputs: {}, files } }),
    attach: (files: FileEntry[]) => user.call(addItemFiles, { body: { itemID, files } }),
  }
}

const entries = (remotes: readonly string[], ...names: string[]): FileEntry[] =>
  names.map((name, at) => ({ name, remote: remotes[at] ?? '' }))

const gone = (name: string) => ({
  statusCode: 404,
  error: 'Not Found',
  code: 'file_not_found',
  message: `The file "${name}" is no longer there. Please add it again.`,
  fields: { files: `The file "${name}" is no longer there. Please add it again.` },
})

describe("an item's files", () => {
  // Proves 1.4
  test('are the map that was saved, with their true types and sizes, in its order', async () => {
    const { user, projectID, roomID } = await startWithItem()
    const [pdf, text] = await user.upload([
      { name: 'care "and" use.pdf', bytes: Buffer.from('%PDF-1.4\n') },
      { name: 'b.pdf', bytes: Buffer.from('text') },
    ])
    const remotes = [text?.remote ?? '', pdf?.remote ?? '']
    const files = filesJSON(entries(remotes, 'z.pdf', 'a.pdf'))
    const itemID = await user.newItem(projectID, roomID, {}, files)
    const item = await user.must(getItem, { query: { itemID } })
    expect(item.files).toBe(files)
    expect(item.attachments).toEqual([
      { name: 'z.pdf', filename: 'b.pdf', remote: remotes[0], caption: '', type: 'application/octet-stream', size: 4 },
      {
        name: 'a.pdf',
        filename: 'care "and" use.pdf',
        remote: remotes[1],
        caption: '',
        type: 'application/pdf',
        size: 9,
      },
    ])
    const [, listed] = await user.must(listItems, { query: { roomID } })
    expect(listed).toEqual(item)
  })

  test('stay when a save does not speak of them', async () => {
    const { user, itemID, uploaded, setFiles, read, names } = await startWithItem()
    await setFiles(filesJSON(entries(await uploaded('a', 'b'), 'a', 'b')))
    const before = await read()
    await user.must(updateItem, { body: { itemID, inputs: { field1: 'other' } } })
    expect((await read()).attachments).toEqual(before.attachments)
    expect(await names()).toEqual(['a', 'b'])
  })

  test('are none after a save with an empty map, in each way to say so', async () => {
    const { uploaded, setFiles, read } = await startWithItem()
    const remotes = await uploaded('a', 'b')
    for (const files of [null, '', '{}']) {
      await setFiles(filesJSON(entries(remotes, 'a', 'b')))
      expect((await setFiles(files)).status).toBe(200)
      expect(await read()).toMatchObject({ files: '{}', attachments: [] })
    }
  })

  test('may be named as members of an object are', async () => {
    const { user, uploaded, projectID, roomID, setFiles, read } = await startWithItem()
    const names = ['__proto__', 'constructor', 'toString', '']
    const remotes = await uploaded('a', 'b', 'c')
    const files = `{"__proto__":"${remotes[0]}","constructor":"${remotes[1]}","toString":"${remotes[2]}"}`
    const made = await user.newItem(projectID, roomID, {}, files)
    expect((await setFiles(files)).status).toBe(200)
    for (const item of [await read(), await user.must(getItem, { query: { itemID: made } })]) {
      expect(item.files).toBe(files)
      expect(item.attachments.map(({ name }) => name)).toEqual(names.slice(0, 3))
    }
  })

  test('that are swapped in name are swapped', async () => {
    const { uploaded, setFiles, read, db } = await startWithItem()
    const [first = '', second = ''] = await uploaded('first', 'second')
    await setFiles(filesJSON(entries([first, second], 'a.txt', 'b.txt')))
    expect((await setFiles(filesJSON(entries([second, first], 'a.txt', 'b.txt')))).status).toBe(200)
    expect((await read()).attachments).toMatchObject([
      { name: 'a.txt', filename: 'second', remote: second },
      { name: 'b.txt', filename: 'first', remote: first },
    ])
    expect(await db.selectFrom('trash_entries').selectAll().execute()).toEqual([])
  })

  test('take the order of the newest map', async () => {
    const { uploaded, setFiles, names } = await startWithItem()
    const remotes = await uploaded('a', 'b', 'c')
    await setFiles(filesJSON(entries(remotes, 'a', 'b', 'c')))
    const [a = '', b = '', c = ''] = remotes
    await setFiles(filesJSON(entries([c, a, b], 'c', 'a', 'b')))
    expect(await names()).toEqual(['c', 'a', 'b'])
  })

  test('that fall out of the map go to the trash, each as an entry of its own, the rest keeps its order', async () => {
    const { uploaded, setFiles, names, user, db, clock } = await startWithItem()
    const remotes = await uploaded('one.txt', 'two.txt', 'three.txt', 'four.txt')
    const [one = '', two = '', three = '', four = ''] = remotes
    await setFiles(filesJSON(entries(remotes, 'one.txt', 'two.txt', 'three.txt', 'four.txt')))
    expect((await setFiles(filesJSON(entries([four, two], 'four.txt', 'two.txt')))).status).toBe(200)
    expect(await names()).toEqual(['four.txt', 'two.txt'])

    const trash = await db.selectFrom('trash_entries').selectAll().orderBy('id').execute()
    const place = 'Maple Street > Kitchen > Castellan'
    const times = [0, 30 * DAY].map((later) => new Date(clock.now().getTime() + later).toISOString())
    const entry = { kind: 'attachment', place, deleted_at: times[0], expires_at: times[1] }
    expect(trash).toMatchObject([
      { ...entry, name: 'one.txt' },
      { ...entry, name: 'three.txt' },
    ])
    const marked = await db.selectFrom('item_files').where('deleted_at', 'is not', null).selectAll().execute()
    expect(marked.map(({ trash_id, display_name }) => [trash_id, display_name])).toEqual([
      [trash[0]?.id, 'one.txt'],
      [trash[1]?.id, 'three.txt'],
    ])
    for (const [remote, status] of [
      [one, 404],
      [two, 200],
      [three, 404],
      [four, 200],
    ] as const) {
      expect((await user.raw({ url: `/download/${remote}` })).statusCode).toBe(status)
    }
  })

  test('that went to the trash free their name, and can be attached again', async () => {
    const { uploaded, setFiles, names } = await startWithItem()
    const [first = '', second = ''] = await uploaded('a.txt', 'b.txt')
    await setFiles(filesJSON([{ name: 'a.txt', remote: first }]))
    await setFiles(filesJSON([{ name: 'a.txt', remote: second }]))
    expect(await names()).toEqual(['a.txt'])
    await setFiles(filesJSON(entries([second, first], 'a.txt', 'again.txt')))
    expect(await names()).toEqual(['a.txt', 'again.txt'])
  })

  test('may be on several items; taken from one they stay on the other', async () => {
    const { user, projectID, roomID, uploaded, setFiles } = await startWithItem()
    const [remote = ''] = await uploaded('shared.txt')
    const files = filesJSON([{ name: 'shared.txt', remote }])
    const other = await user.newItem(projectID, roomID, {}, files)
    await setFiles(files)
    await setFiles('')
    expect((await user.must(getItem, { query: { itemID: other } })).files).toBe(files)
    expect((await user.raw({ url: `/download/${remote}` })).body).toBe('bytes of shared.txt')
  })
})

describe('a files map that is not good', () => {
  test('is refused where it is malformed, and nothing is saved', async () => {
    const { user, projectID, roomID, itemID, read, uploaded, setFiles } = await startWithItem()
    const [remote = ''] = await uploaded('a.txt')
    await setFiles(filesJSON([{ name: 'a.txt', remote }]))
    const before = await read()
    const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
    const sentence = 'Must be JSON text that maps display names to file identifiers.'
    for (const files of [
      '{',
      'null',
      '[]',
      '"a"',
      ' ',
      `{"":"${remote}"}`,
      '{"a.txt":1}',
      '{"a.txt":""}',
      '{"a.txt":null}',
      '{"a.txt":"../../etc/passwd"}',
      `{"a\\u0000":"${remote}"}`,
      `{"${'x'.repeat(256)}":"${remote}"}`,
      { 'a.txt': remote },
      [],
      12,
    ]) {
      const put = await user.send(createItem, { body: { projectID, roomID, ...ids, inputs: {}, files } })
      const post = await user.send(updateItem, { body: { itemID, inputs: { field1: 'lost' }, files } })
      for (const { problem } of [put, post]) {
        expect(problem, JSON.stringify(files)).toMatchObject({ statusCode: 400, fields: { files: sentence } })
      }
    }
    expect(await user.must(listItems, { query: { roomID } })).toEqual([before])
  })

  test('that names an unknown file is a 404 that names the file, and nothing is saved', async () => {
    const { user, projectID, roomID, itemID, read, uploaded, setFiles } = await startWithItem()
    const [kept = '', fresh = ''] = await uploaded('a.txt', 'b.txt')
    await setFiles(filesJSON([{ name: 'a.txt', remote: kept }]))
    const before = await read()
    const ids = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
    const files = filesJSON(entries([fresh, UNKNOWN], 'b.txt', 'plan "2".pdf'))
    const put = await user.call(createItem, { body: { projectID, roomID, ...ids, inputs: {}, files } })
    const post = await user.call(updateItem, { body: { itemID, inputs: { field1: 'lost' }, files } })
    for (const { problem } of [put, post]) expect(problem).toMatchObject(gone('plan "2".pdf'))
    expect(await user.must(listItems, { query: { roomID } })).toEqual([before])
  })

  test('of more than a thousand files is refused', async () => {
    const { uploaded, setFiles, attach, names } = await startWithItem()
    const [remote = ''] = await uploaded('a.txt')
    const files = Array.from({ length: 1001 }, (_, n) => ({ name: `${n}.txt`, remote }))
    const fields = { files: 'At most 1000 files can be attached at once.' }
    expect((await setFiles(filesJSON(files))).problem).toMatchObject({ statusCode: 400, fields })
    expect((await attach(files)).problem).toMatchObject({ statusCode: 400, fields })
    expect((await setFiles(filesJSON(files.slice(1)))).status).toBe(200)
    expect(await names()).toHaveLength(1000)
  })
})

describe('attaching to an item', () => {
  test('adds the files behind those that are there, and answers all of them', async () => {
    const { uploaded, setFiles, attach, read } = await startWithItem()
    const [a = '', b = '', c = ''] = await uploaded('a.txt', 'b.txt', 'c.txt')
    await setFiles(filesJSON([{ name: 'a.txt', remote: a }]))
    const answer = await attach(entries([c, b], 'c.txt', 'b.txt'))
    const { files, attachments } = await read()
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.body).toEqual({ files, attachments })
    expect(files).toBe(filesJSON(entries([a, c, b], 'a.txt', 'c.txt', 'b.txt')))
  })

  test('touches nothing else: neither fields nor version nor time', async () => {
    const { uploaded, attach, read, clock } = await startWithItem()
    const before = await read()
    clock.turn(MINUTE)
    const { body } = await attach(entries(await uploaded('a.txt'), 'a.txt'))
    expect(await read()).toEqual({ ...before, ...body })
  })

  test("gives a name that is taken ' (2)' before its extension", async () => {
    const { uploaded, attach, names } = await startWithItem()
    const remotes = await uploaded('1', '2', '3', '4', '5')
    await attach(entries(remotes, 'plan.pdf'))
    await attach(entries(remotes.slice(1), 'plan.pdf', 'plan.pdf', 'Plan.pdf', 'plan (2).pdf'))
    expect(await names()).toEqual(['plan.pdf', 'plan (2).pdf', 'plan (3).pdf', 'Plan.pdf', 'plan (2) (2).pdf'])
  })

  test('again adds no second one', async () => {
    const { uploaded, attach, read, names } = await startWithItem()
    const remotes = await uploaded('a.txt', 'b.txt')
    await attach(entries(remotes, 'a.txt', 'b.txt'))
    const before = await read()
    const again = await attach(entries(remotes, 'a.txt', 'other name.txt'))
    expect(again.status).toBe(201)
    expect(again.body).toEqual({ files: before.files, attachments: before.attachments })
    expect(await names()).toEqual(['a.txt', 'b.txt'])
  })

  test('ten times at once gives ten names and ten places', async () => {
    const { uploaded, attach, names, db } = await startWithItem()
    const remotes = await uploaded(...Array.from({ length: 10 }, (_, n) => `${n}`))
    const answers = await Promise.all(remotes.map((remote) => attach([{ name: 'plan.pdf', remote }])))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const numbered = Array.from({ length: 9 }, (_, n) => `plan (${n + 2}).pdf`)
    expect(await names()).toEqual(['plan.pdf', ...numbered])
    const places = await db.selectFrom('item_files').select('position').orderBy('position').execute()
    expect(places.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('is all or nothing: one unknown file and none is attached', async () => {
    const { uploaded, attach, names } = await startWithItem()
    const [remote = ''] = await uploaded('a.txt')
    expect((await attach(entries([remote, UNKNOWN], 'a.txt', 'b.txt'))).problem).toMatchObject(gone('b.txt'))
    expect(await names()).toEqual([])
  })

  test('needs at least one file, each with a name and an identifier', async () => {
    const { user, itemID, uploaded, names } = await startWithItem()
    const [remote = ''] = await uploaded('a.txt')
    for (const [files, fields] of [
      [undefined, { files: 'Must be a list of files.' }],
      ['{}', { files: 'Must be a list of files.' }],
      [[], { files: 'At least one file is needed.' }],
      [[{ remote }], { name: 'Required.' }],
      [[{ name: '', remote }], { name: 'A file needs a name.' }],
      [[{ name: 'x'.repeat(256), remote }], { name: 'Must be at most 255 characters.' }],
      [[{ name: 'a.txt', remote: 'x' }], { remote: 'Must be a file identifier.' }],
      [[{ name: 'a.txt' }], { remote: 'Must be a file identifier.' }],
    ] as const) {
      const { problem } = await user.send(addItemFiles, { body: { itemID, files } })
      expect(problem).toMatchObject({ statusCode: 400, code: 'invalid_input', fields })
    }
    expect(await names()).toEqual([])
  })
})

describe('changing one file of an item', () => {
  const startWithFiles = async (...names: string[]) => {
    const started = await startWithItem()
    const { user, itemID, uploaded, attach, read } = started
    const remotes = await uploaded(...names)
    await attach(entries(remotes, ...names))
    type Inputs = SentBodyOf<typeof updateItemFile>['inputs']
    const change = (remote: string | undefined, inputs: Inputs, was?: { name: string; caption: string }) =>
      user.call(updateItemFile, { body: { itemID, remote: remote ?? '', inputs, ...(was && { was }) } })
    const captions = async () => (await read()).attachments.map(({ name, caption }) => [name, caption])
    return { ...started, remotes, change, captions }
  }

  test('gives it another name and a caption, answers all files, and touches nothing else of the item', async () => {
    const { remotes, change, read, clock } = await startWithFiles('a.jpg', 'b.jpg')
    const before = await read()
    clock.turn(MINUTE)
    const { status, body } = await change(remotes[0], { name: '  Can lid.jpg ', caption: ' Formula on the lid ' })
    const { files, attachments } = body
    expect([status, body.message]).toEqual([200, 'Updated "Can lid.jpg"'])
    expect(await read()).toEqual({ ...before, files, attachments })
    expect(attachments).toMatchObject([
      { name: 'Can lid.jpg', filename: 'a.jpg', caption: 'Formula on the lid', remote: remotes[0] },
      { name: 'b.jpg', caption: '' },
    ])
    expect(files).toBe(filesJSON(entries(remotes, 'Can lid.jpg', 'b.jpg')))
    await change(remotes[0], { caption: '' })
    expect((await read()).attachments[0]).toMatchObject({ name: 'Can lid.jpg', caption: '' })
  })

  test("gives a name that another file has ' (2)', and its own as it is", async () => {
    const { remotes, change, names } = await startWithFiles('a.jpg', 'b.jpg')
    await change(remotes[1], { name: 'a.jpg' })
    await change(remotes[0], { name: 'a.jpg' })
    expect(await names()).toEqual(['a.jpg', 'a (2).jpg'])
  })

  test('puts it before another one or last; before one that is gone it stays where it is', async () => {
    const { remotes, change, names, user, itemID } = await startWithFiles('a', 'b', 'c')
    const [a = '', b = '', c = ''] = remotes
    await change(c, { before: a })
    expect(await names()).toEqual(['c', 'a', 'b'])
    await change(c, { before: b })
    expect(await names()).toEqual(['a', 'c', 'b'])
    await change(a, { before: null })
    expect(await names()).toEqual(['c', 'b', 'a'])
    await user.must(deleteItemFile, { query: { itemID, remote: c } })
    expect((await change(a, { before: c })).status).toBe(200)
    expect(await names()).toEqual(['b', 'a'])
  })

  test('by several people at once ends in one order, without a failure and with every file in it', async () => {
    const { remotes, change, names, db } = await startWithFiles('a', 'b', 'c', 'd', 'e')
    const moves = remotes.flatMap((remote, at) => [
      change(remote, { before: remotes[(at + 2) % 5] ?? null }),
      change(remote, { before: null }),
    ])
    for (const { status } of await Promise.all(moves)) expect(status).toBe(200)
    expect((await names()).sort()).toEqual(['a', 'b', 'c', 'd', 'e'])
    const places = await db.selectFrom('item_files').select('position').execute()
    expect(new Set(places.map(({ position }) => position)).size).toBe(5)
  })

  test('that somebody else has changed meanwhile is refused with the files as they are', async () => {
    const { remotes, change, read } = await startWithFiles('a.jpg')
    const was = { name: 'a.jpg', caption: '' }
    expect((await change(remotes[0], { caption: 'Hall' }, was)).status).toBe(200)
    const { problem } = await change(remotes[0], { caption: 'Stairs' }, was)
    const { attachments } = await read()
    expect(problem).toMatchObject({ statusCode: 409, code: 'file_changed', current: attachments })
    expect(attachments).toMatchObject([{ caption: 'Hall' }])
    expect((await change(remotes[0], { caption: 'Stairs' }, { ...was, caption: 'Hall' })).status).toBe(200)
  })

  test('takes one line each, within its limit', async () => {
    const { remotes, user, itemID, captions } = await startWithFiles('a.jpg')
    const [remote] = remotes
    for (const [inputs, fields] of [
      [{ name: ' ' }, { name: 'Required.' }],
      [{ name: 'x'.repeat(37) }, { name: 'Must be at most 36 characters.' }],
      [{ name: 'a\u001bgpj.exe' }, { name: 'Contains a line break or an invisible control character.' }],
      [{ caption: 'x'.repeat(256) }, { caption: 'Must be at most 255 characters.' }],
      [{ caption: 'one\ntwo' }, { caption: 'Contains a line break or an invisible control character.' }],
      [{ before: 'x' }, { before: 'Must be a file identifier.' }],
      [undefined, { inputs: expect.any(String) as string }],
    ] as const) {
      const { problem } = await user.send(updateItemFile, { body: { itemID, remote, inputs } })
      expect(problem, JSON.stringify(inputs)).toMatchObject({ statusCode: 400, fields })
    }
    expect(await captions()).toEqual([['a.jpg', '']])
  })

  test('keeps its caption when the whole map is saved, and when it comes back from the trash', async () => {
    const { remotes, change, captions, setFiles, user, itemID } = await startWithFiles('a.jpg', 'b.jpg')
    await change(remotes[0], { caption: 'Of a' })
    await change(remotes[1], { caption: 'Of b' })
    const [a = '', b = ''] = remotes
    await setFiles(filesJSON(entries([b, a], 'a.jpg', 'b.jpg')))
    expect(await captions()).toEqual([
      ['a.jpg', 'Of b'],
      ['b.jpg', 'Of a'],
    ])
    const { trashID } = await user.must(deleteItemFile, { query: { itemID, remote: b } })
    await user.must(restore, { body: { trashID } })
    expect(await captions()).toEqual([
      ['a.jpg', 'Of b'],
      ['b.jpg', 'Of a'],
    ])
  })

  test('has it found by its new name and its caption at once, and by the words that are made anew', async () => {
    const { remotes, change, user, db } = await startWithFiles('a.jpg')
    const itemsFor = async (q: string) => {
      const { groups } = await user.must(search, { query: { q } })
      return groups.flatMap(({ rooms }) => rooms.flatMap(({ items }) => items))
    }
    const found = async (q: string) => (await itemsFor(q)).length
    expect(await found('pantry')).toBe(0)
    await change(remotes[0], { name: 'Tinting lid.jpg', caption: 'Alcove in the pantry' })
    for (let round = 0; round < 2; round++) {
      for (const q of ['pantry', 'tinting', 'castellan alcove']) expect(await found(q), q).toBe(1)
      await listAllWithoutWords(db)
    }
    const [item] = await itemsFor('alcove')
    expect(item?.found).toMatchObject([{ in: 'file', shown: { text: 'Alcove in the pantry' }, remote: remotes[0] }])
  })

  test('is told of, with what was before and after', async () => {
    const { remotes, change, db } = await startWithFiles('a.jpg', 'b.jpg')
    const [a = '', b = ''] = remotes
    const { count } = await db
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    await change(b, { name: 'lid.jpg', caption: 'Lid', before: a })
    await change(b, { name: 'lid.jpg', caption: 'Lid', before: a })
    const rows = await db
      .selectFrom('events')
      .select(['kind', 'before', 'after'])
      .orderBy('id')
      .offset(count)
      .limit(9)
      .execute()
    const told = rows.map(
      ({ kind, before, after }) => [kind, JSON.parse(before ?? ''), JSON.parse(after ?? '')] as unknown,
    )
    expect(told).toEqual([
      ['file renamed', { remote: b, name: 'b.jpg' }, { remote: b, name: 'lid.jpg' }],
      ['files reordered', { remotes: [a, b] }, { remotes: [b, a] }],
      ['file captioned', { remote: b, name: 'b.jpg', caption: '' }, { remote: b, name: 'lid.jpg', caption: 'Lid' }],
    ])
  })
})

test('files that change while their project is deleted end in a save or in a 404, and nothing is there twice', async () => {
  const { user, db, uploaded } = await startWithItem()
  const remotes = await uploaded('a', 'b', 'c')
  for (let round = 0; round < 8; round++) {
    const projectID = await user.newProject(`Round ${round}`)
    const itemID = await user.newItem(projectID, await user.newRoom(projectID))
    const save = (...names: string[]) =>
      user.call(updateItem, { body: { itemID, inputs: {}, files: filesJSON(entries(remotes, ...names)) } })
    const attach = () => user.call(addItemFiles, { body: { itemID, files: entries(remotes, 'a', 'b') } })
    await save('a', 'b', 'c')
    const saves = [save('a'), attach(), save('b', 'a'), attach(), save('a', 'b', 'c')]
    const deleted = user.call(deleteProject, { query: { projectID } })
    const answers = await Promise.all([...saves, save('c'), attach(), save('a', 'c')])
    expect((await deleted).status).toBe(200)
    for (const { status } of answers) expect([200, 201, 404]).toContain(status)
    const places = await db
      .selectFrom('item_files')
      .where('item_id', '=', itemID)
      .where('deleted_at', 'is', null)
      .select('position')
      .execute()
    expect(new Set(places.map(({ position }) => position)).size).toBe(places.length)
  }
})
