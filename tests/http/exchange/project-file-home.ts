import { expect } from 'vitest'
import { setProjectCover, setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import { deleteItem, filesJSON, listItems, updateItemFile, type Item } from '../../../src/shared/items/items.api.ts'
import { setNotNeeded } from '../../../src/shared/upkeep/handover-checklist.api.ts'
import { addInboxPhoto, deleteInboxPhotos, listInboxPhotos } from '../../../src/shared/items/inbox.api.ts'
import { createTask, markTaskDone, type Repeats } from '../../../src/shared/upkeep/tasks.api.ts'
import { getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { SLOTS } from '../../../src/shared/structure/room-structure.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { listRevisions } from '../../../src/shared/papers/revisions.api.ts'
import { getRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { mintActor } from '../../../src/server/platform/db/actor.ts'
import { readMarks } from '../../../src/server/papers/revisions/issued-marks.ts'
import { readMarkMatter } from '../../../src/server/papers/revisions/marks.repo.ts'
import { packed } from '../../../src/server/papers/revisions/snapshot.ts'
import { oldRevision } from '../../support/cases.ts'
import { partsOf, projectFileOf } from '../../support/project-file.ts'
import { pictureOf } from '../../support/sample-pictures.ts'
import { startTestApp, type Client, type TestApp, type TestFile } from '../../support/test-app.ts'

/** An app that makes no papers: spec books would take most of the time. */
export const startWithoutPapers = async (...how: Parameters<typeof startTestApp>) => {
  const started = await startTestApp(...how)
  for (const { papers } of started.servers) await papers.close()
  return started
}

export const actorOf = async ({ db }: TestApp['services'], username: string) => {
  const { id } = await db.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()
  return mintActor({
    ...{ userID: id, username, roles: [Role.User] },
    ...{ sessionID: 0, mustChangePassword: false, mustSetUpSecondFactor: false },
  })
}

export const remoteOf = async (user: Client, file: TestFile): Promise<string> => {
  const [uploaded] = await user.upload([file])
  return uploaded?.remote ?? ''
}

/** Puts photos into the project's inbox, each with the room it was taken in if one is given. */
export const newPhotos = async (
  user: Client,
  projectID: number,
  photos: readonly (TestFile & { roomID?: number })[],
) => {
  const remotes = (await user.upload(photos)).map(({ remote }) => remote)
  const ids = []
  for (const [at, { roomID }] of photos.entries()) {
    const body = { projectID, remote: remotes[at] ?? '', ...(roomID !== undefined && { roomID }) }
    ids.push((await user.must(addInboxPhoto, { body })).photoID)
  }
  return ids
}

/** A project with two rooms, items, a picture that is on two of them and is both covers, a manual, inbox photos and a trash. */
export const newHome = async (user: Client) => {
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
  await user.must(markTaskDone, { body: { taskID: far.taskID, version: 1, day: '2031-02-28' } })
  const cartridge = await newTask({ itemID: faucet }, 'Change Cartridge', { every: 1, unit: 'year', fromDone: true })
  await user.must(markTaskDone, { body: { taskID: cartridge.taskID, version: 1, day: '2031-03-01' } })
  await user.must(setNotNeeded, { body: { itemID: faucet, what: 'values', notNeeded: true } })
  await user.must(setNotNeeded, { body: { roomID: hall, what: 'items', notNeeded: true } })
  const [, , , deleted = 0] = await newPhotos(user, projectID, [
    { name: 'wall.png', bytes: await pictureOf('#113355', 'png'), roomID: hall },
    { name: 'roof.png', bytes: await pictureOf('#224466', 'png') },
    { name: 'wall.png', bytes: await pictureOf('#335577', 'png'), roomID: kitchen },
    { name: 'thumb.png', bytes: await pictureOf('#446688', 'png') },
  ])
  await user.must(deleteInboxPhotos, { body: { projectID, photoIDs: [deleted] } })
  return { projectID, kitchen, hall, faucet }
}

/** Issues a revision of the current project with its marks, without typesetting its book, which would take too long. */
export const newRevision = async (
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

/** Everything users see of a project, without the ids of the installation. */
export const seen = async (client: Client, projectID: number) => {
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
  const shownRooms = []
  for (const { ID, name, roomTypeName, itemCount, samples } of rooms) {
    const shown = await items(ID)
    const room = await client.must(getRoom, { query: { roomID: ID } })
    shownRooms.push({
      name,
      roomTypeName,
      itemCount,
      samples,
      cover: room.cover && files.get(room.cover),
      items: shown,
    })
  }
  const { projectID: _, ...texts } = project
  const { photos } = await client.must(listInboxPhotos, { query: { projectID } })
  const inbox = photos.map(({ photoID: _id, remote: _remote, roomID: _room, ...photo }) => photo)
  const { revisions } = await client.must(listRevisions, { query: { projectID } })
  const issued = revisions.map(
    ({ revisionID: _id, remote: _remote, isImported: _is, issuedByName: _name, ...revision }) => revision,
  )
  return { ...texts, cover: cover && files.get(cover), rooms: shownRooms, inbox, issued }
}

/** The contents of a project file, without the project's name and the time and program that made the file. */
export const contentsOf = async (bytes: Buffer) => {
  const { head, lines, files } = await partsOf(bytes)
  const { project, rooms, items, files: count, photos, revisions } = head
  const counts = { rooms, items, count, photos, revisions }
  return { project: { ...(project as object), name: '' }, ...counts, lines, files: [...files] }
}

/** A second installation, always on SQLite, whose ids differ. */
export const startElsewhere = async (roles: readonly Role[] = []) => {
  const started = await startWithoutPapers({}, { onSQLite: true })
  const user = await started.newUser('casey', roles)
  await user.newRoom(await user.newProject('Elsewhere'), 'Attic')
  return { ...started, user }
}

export const homeOf = async ({ newUser }: Pick<TestApp, 'newUser'>) => {
  const robin = await newUser('robin')
  const { projectID } = await newHome(robin)
  return { robin, projectID, sent: await projectFileOf(robin, projectID) }
}

export const roomOf = async (client: Client, projectID: number | undefined, name: string): Promise<number> => {
  const projects =
    projectID === undefined ? (await client.must(listProjects, {})).projects.map((one) => one.projectID) : [projectID]
  for (const each of projects) {
    const { rooms = [] } = (await client.call(listRooms, { query: { projectID: each } })).body ?? {}
    const room = rooms.find((one) => one.name === name)
    if (room) return room.ID
  }
  throw new Error(`There is no room ${name}.`)
}

/** The contents of an item's text files, and the names of its other files. */
export const downloadedFiles = async (client: Client, item: Item | undefined): Promise<string[]> => {
  const texts = []
  for (const { remote, filename } of item?.attachments ?? []) {
    const { rawPayload, statusCode } = await client.raw({ url: `/download/${remote}` })
    expect(statusCode).toBe(200)
    texts.push(filename.endsWith('.txt') ? rawPayload.toString() : filename)
  }
  return texts
}
