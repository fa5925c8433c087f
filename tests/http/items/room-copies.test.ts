import { describe, expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyProject, copyRoom } from '../../../src/shared/items/bulk/copies.api.ts'
import { setProjectCover, setRoomCover } from '../../../src/shared/projects/covers.api.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { deleteItem, listItems } from '../../../src/shared/items/items.api.ts'
import { listLinks } from '../../../src/shared/sharing/links.api.ts'
import { listMembers } from '../../../src/shared/sharing/members.api.ts'
import { getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, getRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { addMember } from '../../support/members.ts'
import { problemWith } from '../../support/problems.ts'
import { startTestApp } from '../../support/test-app.ts'
import { startWithFaucet } from './copied-items.ts'

describe('copying a room', () => {
  test('copies its type, cover and items in order, under a free name', async () => {
    const { robin, projectID, roomID, itemID, picture } = await startWithFaucet()
    await robin.newItem(projectID, roomID, { field1: 'Second' })
    await robin.must(deleteItem, { query: { itemID: await robin.newItem(projectID, roomID, { field1: 'Deleted' }) } })
    await robin.must(setRoomCover, { body: { roomID, remote: picture } })
    const made = await robin.must(copyRoom, { body: { roomID, toProjectID: projectID } })
    expect([made.roomName, made.message]).toEqual(['Kitchen (2)', 'Copied room "Kitchen" as "Kitchen (2)"'])
    const again = await robin.must(copyRoom, { body: { roomID: made.roomID, toProjectID: projectID } })
    expect(again.roomName).toBe('Kitchen (3)')
    const room = await robin.must(getRoom, { query: { roomID: made.roomID } })
    expect(room).toMatchObject({ roomTypeName: 'Kitchen', cover: picture, projectID })
    const items = await robin.must(listItems, { query: { roomID: made.roomID } })
    expect(items.map(({ title, attachments }) => [title, attachments.length])).toEqual([
      ['Castellan', 2],
      ['Second', 0],
    ])
    expect(items.map((item) => item.itemID)).not.toContain(itemID)

    const bare = await robin.must(copyRoom, {
      body: { roomID, toProjectID: projectID, roomName: 'Bare', files: false },
    })
    expect(await robin.must(getRoom, { query: { roomID: bare.roomID } })).toMatchObject({
      roomName: 'Bare',
      cover: null,
    })
  })

  test('into another project does not show its members the source', async () => {
    const { robin, newUser, db, projectID, roomID } = await startWithFaucet()
    const casey = await newUser('casey')
    const toProjectID = await casey.newProject('Birch Lane')
    await addMember(db, toProjectID, 'robin', 'editor')
    const made = await robin.must(copyRoom, { body: { roomID, toProjectID } })
    expect(made.roomName).toBe('Kitchen')
    const [item] = await casey.must(listItems, { query: { roomID: made.roomID } })
    const shown = JSON.stringify([
      await casey.must(getHistory, { query: { itemID: item?.itemID ?? 0 } }),
      await casey.must(getActivity, { query: { projectID: toProjectID } }),
    ])
    expect(shown).not.toMatch(/Maple|, from/)
    expect((await casey.call(copyRoom, { body: { roomID, toProjectID } })).problem.code).toBe('not_found')
    await addMember(db, projectID, 'casey', 'viewer')
    expect((await casey.call(copyRoom, { body: { roomID, toProjectID: projectID } })).problem.code).toBe('not_allowed')
    await casey.must(copyRoom, { body: { roomID, toProjectID } })
  })
})

describe('copying a project', () => {
  test('copies rooms, items, files and covers, without members, links and history', async () => {
    const { robin, db, newUser, projectID, roomID, picture, manual } = await startWithFaucet()
    await newUser('casey')
    await addMember(db, projectID, 'casey', 'editor')
    await robin.newLink(projectID, roomID)
    await robin.newItem(projectID, await robin.newRoom(projectID, 'Bar'), { field1: 'Bar faucet' })
    await robin.must(deleteRoom, { query: { roomID: await robin.newRoom(projectID, 'Attic') } })
    await robin.must(setProjectCover, { body: { projectID, remote: picture } })
    const made = await robin.must(copyProject, { body: { projectID } })
    expect([made.name, made.message]).toEqual([
      'Maple Street (2)',
      'Copied project "Maple Street" as "Maple Street (2)"',
    ])
    const query = { projectID: made.projectID }
    const { project, cover } = await robin.must(getProject, { query })
    expect([project, cover]).toEqual([
      { ...(await robin.must(getProject, { query: { projectID } })).project, ...query, name: made.name },
      picture,
    ])
    const { rooms } = await robin.must(listRooms, { query })
    expect(rooms.map(({ name, itemCount }) => [name, itemCount])).toEqual([
      ['Bar', 1],
      ['Kitchen', 1],
    ])
    const [item] = await robin.must(listItems, { query: { roomID: rooms[1]?.ID ?? 0 } })
    expect(item?.attachments.map(({ remote }) => remote)).toEqual([picture, manual])
    expect((await robin.must(listMembers, { query })).members.map(({ username }) => username)).toEqual(['robin'])
    expect((await robin.must(listLinks, { query })).links).toEqual([])
    const { events } = await robin.must(getActivity, { query })
    expect(events.map(({ kind, is }) => [kind, is])).toEqual([['project copied', 'Maple Street (2)']])
  })

  test('is open to readers, who own the copy, under a free or given name', async () => {
    const { robin, newUser, db, projectID } = await startWithFaucet()
    const casey = await newUser('casey')
    await addMember(db, projectID, 'casey', 'viewer')
    const copy = await casey.must(copyProject, { body: { projectID, name: 'Next Door' } })
    const taken = await casey.call(copyProject, { body: { projectID, name: 'next door' } })
    expect(taken.problem).toMatchObject(problemWith('project_name_taken', { name: 'next door' }))
    expect((await casey.must(listProjects, {})).projects.map(({ name, may }) => [name, may])).toEqual([
      ['Maple Street', 'read'],
      ['Next Door', 'own'],
    ])
    expect((await robin.call(getProject, { query: { projectID: copy.projectID } })).status).toBe(404)
  })

  test('counts towards the plan limit', async () => {
    const { newUser } = await startTestApp({ planLimit: true })
    const robin = await newUser()
    const projectID = await robin.newProject()
    await robin.must(copyProject, { body: { projectID } })
    expect((await robin.call(copyProject, { body: { projectID } })).problem.code).toBe('plan_limit')
  })
})
