import { describe, expect, test } from 'vitest'
import { listPictures, setProjectCover, setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import {
  addItemFiles,
  deleteItem,
  deleteItemFile,
  filesJSON,
  updateItem,
  updateItemFile,
} from '../../../src/shared/items/items.api.ts'
import { getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, getRoom } from '../../../src/shared/projects/rooms.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import { accountExportOf } from '../../support/account-export.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { startTestApp, type TestFile } from '../../support/test-app.ts'

const png = async (name: string, color: string): Promise<TestFile> => ({ name, bytes: await pictureOf(color, 'png') })

/** A kitchen whose item has a picture and a text file, and a bathroom whose item has a picture. */
const startWithPictures = async () => {
  const started = await startTestApp()
  const user = await started.newUser()
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const bathroomID = await user.newRoom(projectID, 'Bathroom')
  const stored = await user.upload([
    await png('a.png', 'red'),
    await png('b.png', 'blue'),
    { name: 'c.txt', bytes: Buffer.from('c') },
  ])
  const [picture = '', other = '', text = ''] = stored.map(({ remote }) => remote)
  const files = filesJSON([
    { name: 'c.txt', remote: text },
    { name: 'a.png', remote: picture },
  ])
  const itemID = await user.newItem(projectID, roomID, { field1: 'Castellan' }, files)
  const otherID = await user.newItem(
    projectID,
    bathroomID,
    { field1: 'Bristow' },
    filesJSON([{ name: 'b.png', remote: other }]),
  )
  const covers = async () => {
    const { cover } = await user.must(getRoom, { query: { roomID } })
    const project = await user.must(getProject, { query: { projectID } })
    const { projects } = await user.must(listProjects, {})
    expect(projects[0]?.cover).toBe(project.cover)
    return { room: cover, project: project.cover }
  }
  const cover = (remote: string | null) => user.call(setRoomCover, { body: { roomID, remote } })
  const coverProject = (remote: string | null) => user.call(setProjectCover, { body: { projectID, remote } })
  return {
    ...started,
    user,
    projectID,
    roomID,
    bathroomID,
    itemID,
    otherID,
    picture,
    other,
    text,
    covers,
    cover,
    coverProject,
  }
}

test('a room and a project have a picture of one of their items as cover, otherwise their board', async () => {
  const { covers, cover, coverProject, picture, other } = await startWithPictures()
  expect(await covers()).toEqual({ room: null, project: null })
  expect(await cover(picture)).toMatchObject({ status: 200, body: { message: 'Changed the cover of "Kitchen"' } })
  expect(await coverProject(other)).toMatchObject({ body: { message: expect.stringContaining('"Maple Street"') } })
  expect(await covers()).toEqual({ room: picture, project: other })
  expect(await cover(null)).toMatchObject({ body: { message: '"Kitchen" now shows its material board' } })
  expect(await coverProject(null)).toMatchObject({ body: { message: expect.stringContaining('"Maple Street"') } })
  expect(await covers()).toEqual({ room: null, project: null })
})

test('only a picture of an item in a room or project can be its cover', async () => {
  const { covers, cover, coverProject, text, other, user } = await startWithPictures()
  const [waiting] = await user.upload([await png('d.png', 'green')])
  expect((await cover(text)).problem).toMatchObject({ statusCode: 415, code: 'no_picture' })
  expect((await cover(other)).problem).toMatchObject({ statusCode: 404, code: 'not_found' })
  for (const set of [cover, coverProject]) expect((await set(waiting?.remote ?? '')).status).toBe(404)
  expect(await covers()).toEqual({ room: null, project: null })
})

test('a cover keeps its picture when that is renamed or reordered', async () => {
  const { user, covers, cover, coverProject, itemID, picture, text } = await startWithPictures()
  await cover(picture)
  await coverProject(picture)
  await user.must(updateItemFile, { body: { itemID, remote: picture, inputs: { name: 'Oven.png', before: text } } })
  const files = filesJSON([{ name: 'c.png', remote: picture }])
  await user.must(updateItem, { body: { itemID, inputs: {}, files } })
  expect(await covers()).toEqual({ room: picture, project: picture })
})

describe('the board replaces a cover', () => {
  const gone = { room: null, project: null }

  test('while its picture, item or room is in the trash', async () => {
    const { user, covers, cover, coverProject, itemID, picture, roomID } = await startWithPictures()
    await cover(picture)
    await coverProject(picture)
    const there = { room: picture, project: picture }
    const back = ({ trashID }: { trashID: number }) => user.must(restore, { body: { trashID } })
    const file = await user.must(deleteItemFile, { query: { itemID, remote: picture } })
    expect(await covers()).toEqual(gone)
    await back(file)
    expect(await covers()).toEqual(there)
    const item = await user.must(deleteItem, { query: { itemID } })
    expect(await covers()).toEqual(gone)
    await back(item)
    expect(await covers()).toEqual(there)
    const room = await user.must(deleteRoom, { query: { roomID } })
    const { projects } = await user.must(listProjects, {})
    expect(projects[0]?.cover).toBeNull()
    await back(room)
    expect(await covers()).toEqual(there)
  })

  test('whose item has moved to another room', async () => {
    const { services, covers, cover, coverProject, itemID, picture, bathroomID } = await startWithPictures()
    await cover(picture)
    await coverProject(picture)
    await services.db.updateTable('items').set({ room_id: bathroomID }).where('id', '=', itemID).execute()
    expect(await covers()).toEqual({ room: null, project: picture })
  })
})

test('the pictures to choose from are those of the project or room, by room, in two statements', async () => {
  const { user, projectID, roomID, itemID, otherID, picture, other, statements } = await startWithPictures()
  await user.must(updateItemFile, { body: { itemID, remote: picture, inputs: { caption: 'The oven' } } })
  const before = statements()
  const { pictures } = await user.must(listPictures, { query: { projectID } })
  expect(statements() - before).toBe(2)
  const kitchen = {
    remote: picture,
    name: 'a.png',
    caption: 'The oven',
    itemID,
    title: 'Castellan',
    roomID,
    roomName: 'Kitchen',
  }
  expect(pictures).toMatchObject([{ remote: other, itemID: otherID, roomName: 'Bathroom' }, kitchen])
  expect(await user.must(listPictures, { query: { projectID, roomID } })).toEqual({ pictures: [kitchen] })
  const emptyID = await user.newRoom(projectID, 'Attic')
  expect(await user.must(listPictures, { query: { projectID, roomID: emptyID } })).toEqual({ pictures: [] })
})

test('covers and captions have events, and are in the export', async () => {
  const { user, services, projectID, roomID, itemID, picture, cover, coverProject } = await startWithPictures()
  await user.must(updateItemFile, { body: { itemID, remote: picture, inputs: { name: 'Oven', caption: 'The oven' } } })
  await cover(picture)
  await cover(picture)
  await coverProject(picture)
  await cover(null)
  const rows = await services.db.selectFrom('events').selectAll().orderBy('id').execute()
  const it = { remote: picture, name: 'Oven' }
  expect(
    rows
      .slice(-3)
      .map(({ kind, before, after }) => [kind, JSON.parse(before ?? ''), JSON.parse(after ?? '')] as unknown),
  ).toEqual([
    ['room changed', { cover: null }, { cover: it }],
    ['project changed', { cover: null }, { cover: it }],
    ['room changed', { cover: it }, { cover: null }],
  ])
  expect(rows.at(-1)).toMatchObject({ project_id: projectID, room_id: roomID, item_id: null })

  const [exported] = (await accountExportOf(user)).projects
  // Without its extension no program would open it.
  const path = 'files/Kitchen/Castellan/Oven.png'
  expect(exported?.head.project).toMatchObject({ cover: path })
  expect(exported?.lines).toContainEqual({ attached: { name: 'Oven', caption: 'The oven', path } })
  expect([...(exported?.files.keys() ?? [])]).toContain(path)
})

test('a cover stays while a second item has its picture', async () => {
  const { user, projectID, roomID, itemID, picture, cover, covers } = await startWithPictures()
  const second = await user.newItem(projectID, roomID, { field1: 'Second' })
  await user.must(addItemFiles, { body: { itemID: second, files: [{ name: 'a.png', remote: picture }] } })
  await cover(picture)
  await user.must(deleteItemFile, { query: { itemID, remote: picture } })
  expect((await covers()).room).toBe(picture)
})
