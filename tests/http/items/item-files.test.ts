import { describe, expect, test } from 'vitest'
import {
  addItemFiles,
  createItem,
  filesJSON,
  getItem,
  listItems,
  updateItem,
} from '../../../src/shared/items/items.api.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { subcategoryIDs } from '../../support/test-app.ts'
import { UNKNOWN, startWithItem, entries, gone } from './item-with-files.ts'

describe("an item's files", () => {
  // Proves 1.4
  test('are the saved map in its order, with the detected types and sizes', async () => {
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

  test('stay when a save omits them', async () => {
    const { user, itemID, uploaded, setFiles, read, names } = await startWithItem()
    await setFiles(filesJSON(entries(await uploaded('a', 'b'), 'a', 'b')))
    const before = await read()
    await user.must(updateItem, { body: { itemID, inputs: { field1: 'other' } } })
    expect((await read()).attachments).toEqual(before.attachments)
    expect(await names()).toEqual(['a', 'b'])
  })

  test('are removed by a save with an empty map, in each notation', async () => {
    const { uploaded, setFiles, read } = await startWithItem()
    const remotes = await uploaded('a', 'b')
    for (const files of [null, '', '{}']) {
      await setFiles(filesJSON(entries(remotes, 'a', 'b')))
      expect((await setFiles(files)).status).toBe(200)
      expect(await read()).toMatchObject({ files: '{}', attachments: [] })
    }
  })

  test('may be named like properties of objects', async () => {
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

  test('can swap names', async () => {
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

  test('have the order of the last map', async () => {
    const { uploaded, setFiles, names } = await startWithItem()
    const remotes = await uploaded('a', 'b', 'c')
    await setFiles(filesJSON(entries(remotes, 'a', 'b', 'c')))
    const [a = '', b = '', c = ''] = remotes
    await setFiles(filesJSON(entries([c, a, b], 'c', 'a', 'b')))
    expect(await names()).toEqual(['c', 'a', 'b'])
  })

  test('go to the trash as separate entries if missing from the map, and the rest keeps its order', async () => {
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

  test('free their names when moved to the trash, and can be attached again', async () => {
    const { uploaded, setFiles, names } = await startWithItem()
    const [first = '', second = ''] = await uploaded('a.txt', 'b.txt')
    await setFiles(filesJSON([{ name: 'a.txt', remote: first }]))
    await setFiles(filesJSON([{ name: 'a.txt', remote: second }]))
    expect(await names()).toEqual(['a.txt'])
    await setFiles(filesJSON(entries([second, first], 'a.txt', 'again.txt')))
    expect(await names()).toEqual(['a.txt', 'again.txt'])
  })

  test('may be on several items, and stay on one when removed from another', async () => {
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

describe('a wrong files map', () => {
  test('is refused if malformed, and nothing is saved', async () => {
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

  test('is a 404 that names the file if it is unknown, and nothing is saved', async () => {
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

  test('is refused with more than 1,000 files', async () => {
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
  test('appends the files, and answers all files of the item', async () => {
    const { uploaded, setFiles, attach, read } = await startWithItem()
    const [a = '', b = '', c = ''] = await uploaded('a.txt', 'b.txt', 'c.txt')
    await setFiles(filesJSON([{ name: 'a.txt', remote: a }]))
    const answer = await attach(entries([c, b], 'c.txt', 'b.txt'))
    const { files, attachments } = await read()
    expect(answer).toMatchObject({ status: 201 })
    expect(answer.body).toEqual({ files, attachments })
    expect(files).toBe(filesJSON(entries([a, c, b], 'a.txt', 'c.txt', 'b.txt')))
  })

  test('changes neither fields nor version nor time', async () => {
    const { uploaded, attach, read, clock } = await startWithItem()
    const before = await read()
    clock.turn(MINUTE)
    const { body } = await attach(entries(await uploaded('a.txt'), 'a.txt'))
    expect(await read()).toEqual({ ...before, ...body })
  })

  test("adds ' (2)' before the extension of a taken name", async () => {
    const { uploaded, attach, names } = await startWithItem()
    const remotes = await uploaded('1', '2', '3', '4', '5')
    await attach(entries(remotes, 'plan.pdf'))
    await attach(entries(remotes.slice(1), 'plan.pdf', 'plan.pdf', 'Plan.pdf', 'plan (2).pdf'))
    expect(await names()).toEqual(['plan.pdf', 'plan (2).pdf', 'plan (3).pdf', 'Plan.pdf', 'plan (2) (2).pdf'])
  })

  test('adds no duplicate when repeated', async () => {
    const { uploaded, attach, read, names } = await startWithItem()
    const remotes = await uploaded('a.txt', 'b.txt')
    await attach(entries(remotes, 'a.txt', 'b.txt'))
    const before = await read()
    const again = await attach(entries(remotes, 'a.txt', 'other name.txt'))
    expect(again.status).toBe(201)
    expect(again.body).toEqual({ files: before.files, attachments: before.attachments })
    expect(await names()).toEqual(['a.txt', 'b.txt'])
  })

  test('makes ten names and positions in ten concurrent calls', async () => {
    const { uploaded, attach, names, db } = await startWithItem()
    const remotes = await uploaded(...Array.from({ length: 10 }, (_, n) => `${n}`))
    const answers = await Promise.all(remotes.map((remote) => attach([{ name: 'plan.pdf', remote }])))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const numbered = Array.from({ length: 9 }, (_, n) => `plan (${n + 2}).pdf`)
    expect(await names()).toEqual(['plan.pdf', ...numbered])
    const places = await db.selectFrom('item_files').select('position').orderBy('position').execute()
    expect(places.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('attaches nothing if one file is unknown', async () => {
    const { uploaded, attach, names } = await startWithItem()
    const [remote = ''] = await uploaded('a.txt')
    expect((await attach(entries([remote, UNKNOWN], 'a.txt', 'b.txt'))).problem).toMatchObject(gone('b.txt'))
    expect(await names()).toEqual([])
  })

  test('needs at least one file, each with a name and an identifier', async () => {
    const { user, itemID, uploaded, names } = await startWithItem()
    const [remote = ''] = await uploaded('a.txt')
    for (const [files, fields] of [
      [undefined, { files: expect.any(String) }],
      ['{}', { files: expect.any(String) }],
      [[], { files: SENTENCES.filesMissing }],
      [[{ remote }], { name: 'Required.' }],
      [[{ name: '', remote }], { name: SENTENCES.fileNameMissing }],
      [[{ name: 'x'.repeat(256), remote }], { name: atMost(255) }],
      [[{ name: 'a.txt', remote: 'x' }], { remote: SENTENCES.notFileID }],
      [[{ name: 'a.txt' }], { remote: SENTENCES.notFileID }],
    ] as const) {
      const { problem } = await user.send(addItemFiles, { body: { itemID, files } })
      expect(problem).toMatchObject({ statusCode: 400, code: 'invalid_input', fields })
    }
    expect(await names()).toEqual([])
  })
})
