import { expect, test } from 'vitest'
import { getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, getRoom, listRooms, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { listTrash } from '../../../src/shared/history/trash.api.ts'
import { ENGINE } from '../../support/database.ts'
import { addMember } from '../../support/members.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'

/** The session lookup, with user and roles, and the one statement of the call itself. */
const SESSION_AND_CALL = 2

test('a screen needs two statements for any amount of data', async () => {
  const { newUser, statements } = await startTestApp()
  const user = await newUser()
  const [file] = await user.upload([{ name: 'a.txt', bytes: Buffer.from('a') }])
  const files = JSON.stringify({ 'a.txt': file?.remote, 'b.txt': file?.remote })
  const ids = { projectID: await user.newProject('Project 0'), roomID: 0, itemID: 0 }

  for (const size of [1, 12]) {
    for (let n = 1; n < size; n++) await user.newProject(`Project ${n}`)
    for (let n = 0; n < size; n++) ids.roomID = await user.newRoom(ids.projectID, `Room ${n}`)
    for (let n = 0; n < size; n++)
      ids.itemID = await user.newItem(ids.projectID, ids.roomID, { field3: 'brass' }, files)
    for (let n = 0; n < size; n++)
      await user.must(deleteRoom, { query: { roomID: await user.newRoom(ids.projectID, `Attic ${n}`) } })

    const count = async (call: () => Promise<unknown>) => {
      const before = statements()
      await call()
      return statements() - before
    }
    const { projectID, roomID, itemID } = ids
    expect({
      projects: await count(() => user.must(listProjects, {})),
      project: await count(() => user.must(getProject, { query: { projectID } })),
      rooms: await count(() => user.must(listRooms, { query: { projectID } })),
      room: await count(() => user.must(getRoom, { query: { roomID } })),
      items: await count(() => user.must(listItems, { query: { roomID } })),
      item: await count(() => user.must(getItem, { query: { itemID } })),
      file: await count(() => user.raw({ url: `/download/${file?.remote}` })),
      trash: await count(() => user.must(listTrash, {})),
    }).toEqual({
      projects: SESSION_AND_CALL,
      project: SESSION_AND_CALL,
      rooms: SESSION_AND_CALL,
      room: SESSION_AND_CALL,
      items: SESSION_AND_CALL,
      item: SESSION_AND_CALL,
      file: SESSION_AND_CALL,
      trash: SESSION_AND_CALL,
    })
  }
})

test('a save reads the item and changes it, with its event', async () => {
  const { newUser, statements } = await startTestApp()
  const user = await newUser()
  const projectID = await user.newProject()
  const itemID = await user.newItem(projectID, await user.newRoom(projectID), { field1: 'Brass' })
  const before = statements()
  await user.must(updateItem, { body: { itemID, inputs: { field1: 'Nickel' } } })
  // PostgreSQL does all in one statement, to save round trips: the item, its event, the words for the search.
  // SQLite has no such statement, and no round trips.
  expect(statements() - before).toBe(SESSION_AND_CALL + (ENGINE === 'PostgreSQL' ? 1 : 3))
})

test('a refused call costs only the session lookup', async () => {
  const { newUser, statements, anonymous } = await startTestApp()
  const user = await newUser()
  const before = statements()
  await user.raw({ url: '/items?roomID=x' })
  expect(statements()).toBe(before + 1)
  await anonymous.raw({ url: '/items?roomID=1' })
  expect(statements()).toBe(before + 1)
})

test('reporting a missing right costs one more statement, for refused calls only', async () => {
  const { newUser, services, statements } = await startTestApp()
  const people = { owner: await newUser('owner'), editor: await newUser('editor'), viewer: await newUser('viewer') }
  const projectID = await people.owner.newProject()
  const roomID = await people.owner.newRoom(projectID)
  for (const role of ['editor', 'viewer'] as const) await addMember(services.db, projectID, role, role)
  let names = 0
  const count = async (user: Client) => {
    const before = statements()
    await user.call(updateRoom, { body: { roomID, roomName: `Galley ${++names}` } })
    return statements() - before
  }
  const [SESSION, FOUND_NOTHING, RIGHT] = [1, 1, 1]
  expect(await count(people.editor)).toBe(await count(people.owner))
  expect(await count(people.viewer)).toBe(SESSION + FOUND_NOTHING + RIGHT)
  expect(await count(await newUser('stranger'))).toBe(SESSION + FOUND_NOTHING + RIGHT)
})
