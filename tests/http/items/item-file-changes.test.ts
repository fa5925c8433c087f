import { describe, expect, test } from 'vitest'
import {
  addItemFiles,
  deleteItemFile,
  filesJSON,
  updateItem,
  updateItemFile,
} from '../../../src/shared/items/items.api.ts'
import type { SentBodyOf } from '../../../src/shared/contract/endpoint.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { listAllWithoutWords } from '../../../src/server/search/words-of-items.repo.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { startWithItem, entries } from './item-with-files.ts'

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

  test('sets a name and caption, answers all files, and changes nothing else', async () => {
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

  test("adds ' (2)' to a name that another file has, but not to its own", async () => {
    const { remotes, change, names } = await startWithFiles('a.jpg', 'b.jpg')
    await change(remotes[1], { name: 'a.jpg' })
    await change(remotes[0], { name: 'a.jpg' })
    expect(await names()).toEqual(['a.jpg', 'a (2).jpg'])
  })

  test('moves it before another file or to the end, and leaves it if that file is gone', async () => {
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

  test('by several users at once ends in one order with every file', async () => {
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

  test('is refused with the current files if another user changed it first', async () => {
    const { remotes, change, read } = await startWithFiles('a.jpg')
    const was = { name: 'a.jpg', caption: '' }
    expect((await change(remotes[0], { caption: 'Hall' }, was)).status).toBe(200)
    const { problem } = await change(remotes[0], { caption: 'Stairs' }, was)
    const { attachments } = await read()
    expect(problem).toMatchObject({ statusCode: 409, code: 'file_changed', current: attachments })
    expect(attachments).toMatchObject([{ caption: 'Hall' }])
    expect((await change(remotes[0], { caption: 'Stairs' }, { ...was, caption: 'Hall' })).status).toBe(200)
  })

  test('accepts single-line texts within their limits', async () => {
    const { remotes, user, itemID, captions } = await startWithFiles('a.jpg')
    const [remote] = remotes
    for (const [inputs, fields] of [
      [{ name: ' ' }, { name: 'Required.' }],
      [{ name: 'x'.repeat(37) }, { name: atMost(36) }],
      [{ name: 'a\u001bgpj.exe' }, { name: SENTENCES.oneLine }],
      [{ caption: 'x'.repeat(256) }, { caption: atMost(255) }],
      [{ caption: 'one\ntwo' }, { caption: SENTENCES.oneLine }],
      [{ before: 'x' }, { before: SENTENCES.notFileID }],
      [undefined, { inputs: expect.any(String) as string }],
    ] as const) {
      const { problem } = await user.send(updateItemFile, { body: { itemID, remote, inputs } })
      expect(problem, JSON.stringify(inputs)).toMatchObject({ statusCode: 400, fields })
    }
    expect(await captions()).toEqual([['a.jpg', '']])
  })

  test('keeps its caption when the map is saved, and when restored from the trash', async () => {
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

  test('makes it searchable by name and caption immediately, and after indexing again', async () => {
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

  test('is an event with the values before and after', async () => {
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
    const changes = rows.map(
      ({ kind, before, after }) => [kind, JSON.parse(before ?? ''), JSON.parse(after ?? '')] as unknown,
    )
    expect(changes).toEqual([
      ['file renamed', { remote: b, name: 'b.jpg' }, { remote: b, name: 'lid.jpg' }],
      ['files reordered', { remotes: [a, b] }, { remotes: [b, a] }],
      ['file captioned', { remote: b, name: 'b.jpg', caption: '' }, { remote: b, name: 'lid.jpg', caption: 'Lid' }],
    ])
  })
})

test('changing files while the project is deleted succeeds or is a 404, without duplicates', async () => {
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
