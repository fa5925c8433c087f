import { describe, expect, test } from 'vitest'
import { filesJSON, getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { createProject, deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { deletePermanently, restore } from '../../../src/shared/history/trash.api.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { type Client } from '../../support/test-app.ts'
import {
  ADDRESS,
  NOBODYS,
  startWithItem,
  entriesOf,
  wholeView,
  countsOf,
  ABSENT,
  startWithFiles,
  NAMES,
  KINDS,
} from './trash-fixture.ts'

const restoreFirst = (kind: string, name: string) => ({
  statusCode: 409,
  code: 'restore_parent_first',
  message: `Restore the ${kind} "${name}" first.`,
})

describe('restoring', () => {
  test.each(KINDS)('restores a deleted %s unchanged, once', async (kind) => {
    const { user, projectID, roomID, remote, deletionOf, trash, undo, bytesOf } = await startWithFiles()
    await user.newItem(projectID, roomID, { field1: 'Other' })
    await user.newRoom(projectID, 'Attic')
    await user.newProject('Birch Lane')
    const before = await wholeView(user)

    const { trashID } = await deletionOf[kind]()
    expect(await wholeView(user)).not.toEqual(before)
    const answer = await undo(trashID)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ message: `Restored ${kind} "${NAMES[kind]}"` })
    expect(await wholeView(user)).toEqual(before)
    expect(await bytesOf(remote)).toBe('bytes of b.txt')
    expect(await trash()).toEqual([])
    expect((await undo(trashID)).problem).toMatchObject(ABSENT)
  })

  test('restores only what that deletion removed', async () => {
    const { user, roomID, itemID, projectID, remote, deletionOf, undo, namesOn, trash } = await startWithFiles()
    const deletions = [await deletionOf.attachment(), await deletionOf.item(), await deletionOf.room()]
    const [attachment, item, room] = deletions.map(({ trashID }) => trashID)
    const project = (await deletionOf.project()).trashID

    await undo(project)
    expect((await user.call(listRooms, { query: { projectID } })).status).toBe(204)
    await undo(room ?? 0)
    expect(await user.must(listItems, { query: { roomID } })).toEqual([])
    await undo(item ?? 0)
    expect(await namesOn(itemID)).toEqual(['a.txt', 'c.txt'])
    expect(await trash()).toMatchObject([{ trashID: attachment }])
    await undo(attachment ?? 0)
    expect(await namesOn(itemID)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    expect((await user.must(getItem, { query: { itemID } })).attachments[1]).toMatchObject({ remote })
  })

  test('refuses an entry within deleted things and names the outermost one to restore first', async () => {
    const { db, deletionOf, undo } = await startWithFiles()
    const ids: number[] = []
    const expectFirst = async (first: (typeof KINDS)[number]) => {
      const counts = await countsOf(db)
      for (const id of ids.slice(0, -1))
        expect((await undo(id)).problem).toMatchObject(restoreFirst(first, NAMES[first]))
      expect(await countsOf(db)).toEqual(counts)
    }
    for (const kind of ['attachment', 'item', 'room', 'project'] as const) {
      ids.push((await deletionOf[kind]()).trashID)
      await expectFirst(kind)
    }
    for (const id of ids.toReversed()) expect((await undo(id)).status).toBe(200)
  })

  test.each(['room', 'project'] as const)(
    'refuses an item two and three levels within a deleted %s until that is restored',
    async (kind) => {
      const { gone, itemID, remote, deletionOf, undo } = await startWithFiles()
      const file = await gone.file(itemID, remote)
      const outer = await deletionOf[kind]()
      expect((await undo(file.trashID)).problem).toMatchObject(restoreFirst(kind, NAMES[kind]))
      await undo(outer.trashID)
      expect((await undo(file.trashID)).status).toBe(200)
    },
  )

  const deletedProjects = async (user: Client, count: number, name: string): Promise<number[]> => {
    const trashIDs: number[] = []
    for (let n = 0; n < count; n++) {
      const { trashID } = await user.must(deleteProject, { query: { projectID: await user.newProject(name) } })
      trashIDs.push(trashID)
    }
    return trashIDs
  }
  const projectNames = async (user: Client) => (await user.must(listProjects, {})).projects.map(({ name }) => name)

  test("names a project '{name} (restored)' if its name is taken, and says so", async () => {
    const { user, undo } = await startWithItem()
    const trashIDs = await deletedProjects(user, 3, 'Birch Lane')
    await user.newProject('BIRCH lane')
    await user.newProject('birch lane (RESTORED 2)')
    const messages = []
    for (const trashID of trashIDs) messages.push((await undo(trashID)).body.message)
    expect(messages).toEqual([
      'Restored project "Birch Lane (restored)"',
      'Restored project "Birch Lane (restored 3)"',
      'Restored project "Birch Lane (restored 4)"',
    ])
    expect(await projectNames(user)).toEqual([
      'BIRCH lane',
      'birch lane (RESTORED 2)',
      'Birch Lane (restored 3)',
      'Birch Lane (restored 4)',
      'Birch Lane (restored)',
      'Maple Street',
    ])
    // The new name is an ordinary name.
    const inputs = { ...ADDRESS, name: 'birch lane (restored)' }
    expect((await user.call(createProject, { body: { inputs } })).problem).toMatchObject({ code: 'project_name_taken' })
  })

  test('shortens a long name so that it has at most 255 characters with the suffix', async () => {
    const { user, undo } = await startWithItem()
    const name = '😀'.repeat(254) + 'x'
    const trashIDs = await deletedProjects(user, 2, name)
    await user.newProject(name)
    for (const trashID of trashIDs) expect((await undo(trashID)).status).toBe(200)
    const names = await projectNames(user)
    expect(names).toContain('😀'.repeat(255 - ' (restored)'.length) + ' (restored)')
    expect(names).toContain('😀'.repeat(255 - ' (restored 2)'.length) + ' (restored 2)')
  })

  test('renames an attachment whose name is taken and gives it a new position', async () => {
    const { user, itemID, remotes, remote, deletionOf, undo, uploaded, namesOn, db } = await startWithFiles()
    const { trashID } = await deletionOf.attachment()
    const [first = '', , third = ''] = remotes
    const [newer = ''] = await uploaded('newer')
    const files = filesJSON(entriesOf([third, newer, first], 'c.txt', 'b.txt', 'a.txt'))
    await user.must(updateItem, { body: { itemID, inputs: {}, files } })
    expect((await undo(trashID)).body).toEqual({ message: 'Restored attachment "b (2).txt"' })
    expect(await namesOn(itemID)).toEqual(['c.txt', 'b.txt', 'a.txt', 'b (2).txt'])
    const { attachments } = await user.must(getItem, { query: { itemID } })
    expect(attachments[3]).toMatchObject({ filename: 'b.txt', remote })
    const places = await db.selectFrom('item_files').select('position').orderBy('position').execute()
    expect(places.map(({ position }) => position)).toEqual([0, 1, 2, 3])
  })

  test('shows a file twice, under two names, if it was attached again', async () => {
    const { itemID, remote, deletionOf, undo, attach, namesOn } = await startWithFiles()
    const { trashID } = await deletionOf.attachment()
    await attach(itemID, [{ name: 'b.txt', remote }])
    expect((await undo(trashID)).status).toBe(200)
    expect(await namesOn(itemID)).toEqual(['a.txt', 'b (2).txt', 'c.txt', 'b.txt'])
  })

  test('restores a file that a save removed from its item', async () => {
    const { user, itemID, remotes, trash, undo, namesOn, bytesOf } = await startWithFiles()
    const [first = '', second = '', third = ''] = remotes
    const files = filesJSON([{ name: 'b.txt', remote: second }])
    await user.must(updateItem, { body: { itemID, inputs: {}, files } })
    const entries = await trash()
    expect(entries.map(({ kind, name }) => [kind, name])).toEqual([
      ['attachment', 'c.txt'],
      ['attachment', 'a.txt'],
    ])
    for (const { trashID } of entries) expect((await undo(trashID)).status).toBe(200)
    expect(new Set(await namesOn(itemID))).toEqual(new Set(['a.txt', 'b.txt', 'c.txt']))
    expect([await bytesOf(first), await bytesOf(third)]).toEqual(['bytes of a.txt', 'bytes of c.txt'])
  })

  test('keeps the version of an item, so that an open draft can be saved', async () => {
    const { user, itemID, deletionOf, undo } = await startWithFiles()
    const { version } = await user.must(getItem, { query: { itemID } })
    const { trashID } = await deletionOf.item()
    const save = () => user.call(updateItem, { body: { itemID, version, inputs: { field1: 'typed' } } })
    expect((await save()).problem).toMatchObject(ABSENT)
    await undo(trashID)
    expect((await save()).status).toBe(200)
  })

  test('answers 400 to a bad id and 404 to an absent one', async () => {
    const { user, forGood } = await startWithItem()
    for (const trashID of [undefined, null, '1', 0, -1, 1.5, 2 ** 53]) {
      const { problem } = await user.send(restore, { body: { trashID } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { trashID: SENTENCES.notID } })
    }
    for (const query of [{}, { trashID: 'x' }, { trashID: '01' }]) {
      const { problem } = await user.send(deletePermanently, { query })
      expect(problem).toMatchObject({ statusCode: 400, fields: { trashID: SENTENCES.notID } })
    }
    expect((await user.call(restore, { body: { trashID: NOBODYS } })).problem).toMatchObject(ABSENT)
    expect((await forGood(NOBODYS)).problem).toMatchObject(ABSENT)
  })

  test('refuses a project over the limit of the Basic plan until there is room', async () => {
    const { user, projectID, gone, trash, undo } = await startWithItem({ planLimit: true })
    const { trashID } = await gone.project(projectID)
    await user.newProject('One')
    const other = await user.newProject('Two')
    expect((await undo(trashID)).problem).toMatchObject({ statusCode: 409, code: 'plan_limit' })
    expect(await trash()).toHaveLength(1)
    await gone.project(other)
    expect((await undo(trashID)).status).toBe(200)
    expect(await projectNames(user)).toEqual(['Maple Street', 'One'])
  })

  test('restores rooms, items and attachments regardless of the plan limit', async () => {
    const { user, roomID, itemID, gone, undo, uploaded, attach } = await startWithItem({ planLimit: true })
    await user.newProject('Two')
    const [remote = ''] = await uploaded('a.txt')
    await attach(itemID, [{ name: 'a.txt', remote }])
    for (const deletion of [() => gone.file(itemID, remote), () => gone.item(itemID), () => gone.room(roomID)]) {
      expect((await undo((await deletion()).trashID)).status).toBe(200)
    }
  })
})
