import { describe, expect, test } from 'vitest'
import { deleteItem, deleteItemFile, updateItem } from '../../../src/shared/items/items.api.ts'
import { deleteProject, listProjects, updateProject } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { deleteRoom, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { search, whereUsed } from '../../../src/shared/search/search.api.ts'
import { renameSubcategory } from '../../../src/shared/structure/structure.api.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { restore } from '../../../src/shared/history/trash.api.ts'
import { addMember } from '../../support/members.ts'
import { subcategoryIDs } from '../../support/test-app.ts'
import { start } from './found-items.ts'

describe('search finds nothing of others', () => {
  test('as a stranger or former member, in the trash, or after a permanent deletion', async () => {
    const { user, newUser, services, projectID, roomID, found } = await start()
    const [file] = await user.upload([{ name: 'castellan.pdf', bytes: Buffer.from('a') }])
    const itemID = await user.newItem(
      projectID,
      roomID,
      { field1: 'Zephyr' },
      JSON.stringify({ 'castellan.pdf': file?.remote }),
    )
    const member = await newUser('member')
    const stranger = await newUser('stranger')
    const both = async (q: string) => [await found(q), await found(q, member), await found(q, stranger)]
    expect(await both('zephyr')).toEqual([[itemID], [], []])
    await addMember(services.db, projectID, 'member', 'viewer')
    expect(await both('zephyr')).toEqual([[itemID], [itemID], []])
    expect(await both('castellan')).toEqual([[itemID], [itemID], []])
    const closeTo = await stranger.must(search, { query: { q: 'zephyrr quarry scullery' } })
    expect(closeTo).toMatchObject({ groups: [], close: [], read: [] })

    await user.must(deleteItemFile, { query: { itemID, remote: file?.remote ?? '' } })
    expect(await both('castellan')).toEqual([[], [], []])

    for (const remove of [
      () => user.must(deleteItem, { query: { itemID } }),
      () => user.must(deleteRoom, { query: { roomID } }),
      () => user.must(deleteProject, { query: { projectID } }),
    ]) {
      const { trashID } = await remove()
      expect(await both('zephyr')).toEqual([[], [], []])
      expect((await user.must(search, { query: { q: 'zephir' } })).groups).toEqual([])
      await user.must(restore, { body: { trashID } })
      expect(await both('zephyr')).toEqual([[itemID], [itemID], []])
    }
    await services.db.deleteFrom('project_members').execute()
    expect(await both('zephyr')).toEqual([[itemID], [], []])
    expect((await member.call(search, { query: { q: 'zephyr', projectID } })).status).toBe(404)
    expect((await member.call(whereUsed, { query: { itemID } })).status).toBe(404)
  })

  test('and takes the same number of statements for any data of others', async () => {
    const { user, newUser, projectID, roomID, statements } = await start()
    const stranger = await newUser('stranger')
    const counts = async () => {
      const all: number[] = []
      for (const q of ['zephyr', 'zepyhr', 'quarry lodge', 'zephyr cartridge', 'zephyr quarry']) {
        const before = statements()
        await stranger.must(search, { query: { q } })
        all.push(statements() - before)
      }
      return all
    }
    await counts()
    const before = await counts()
    await user.newItem(projectID, roomID, { field1: 'Zephyr', notes: 'cartridge' })
    expect(await counts()).toEqual(before)
  })
})

test('a search takes the same number of statements for any amount of data', async () => {
  const { user, projectID, roomID, statements } = await start({
    alone: 'Each server reads the names of the structure once.',
  })
  for (const more of [1, 15]) {
    for (let n = 0; n < more; n++) {
      await user.newItem(projectID, roomID, { field1: 'Brass' })
      await user.newRoom(await user.newProject(`Home ${more} ${n}`))
    }
    await user.must(search, { query: { q: 'brass' } })
    const before = statements()
    await user.must(search, { query: { q: 'brass' } })
    // Session; pending names and words; places; items by words, counted; by files; categories; details of hits.
    expect(statements() - before).toBe(7)
  }
})

test('results follow changes of items, rooms, projects, labels and names in the structure', async () => {
  const { user, newUser, projectID, roomID, found } = await start()
  const admin = await newUser('admin', [Role.Admin])
  const itemID = await user.newItem(projectID, roomID, { field1: 'Zephyr' })
  await user.must(updateItem, { body: { itemID, inputs: { field1: 'Mistral' } } })
  expect([await found('zephyr'), await found('mistral')]).toEqual([[], [itemID]])
  await user.must(updateRoom, { body: { roomID, roomName: 'Larder' } })
  expect([await found('mistral scullery'), await found('mistral larder')]).toEqual([[], [itemID]])
  const inputs = { name: 'Mill House', address: '1 Elm', city: 'Berlin', state: 'VT', zip: '05401' }
  await user.must(updateProject, { body: { projectID, inputs } })
  expect([await found('mistral quarry'), await found('mistral mill berlin')]).toEqual([[], [itemID]])
  const { subcatID } = await subcategoryIDs(user, 'Kitchen', 'Plumbing', 'Faucet')
  await admin.must(renameSubcategory, { body: { subcatID, subCatName: 'Spigot' } })
  expect([await found('mistral faucet'), await found('mistral spigot')]).toEqual([[], [itemID]])
  // Without a label the value is hidden, so it is not found.
  await admin.must(setLabels, { body: { subcatID, fields: [], confirmed: true } })
  expect(await found('mistral')).toEqual([])
})

test('a user without data finds nothing', async () => {
  const { newUser } = await start()
  const nobody = await newUser('nobody')
  expect((await nobody.must(search, { query: { q: 'brass' } })).groups).toEqual([])
  expect((await nobody.call(listProjects, {})).status).toBe(204)
})

test.each([
  ['', 'q'],
  ['   ', 'q'],
  ['x'.repeat(256), 'q'],
])('the query %j is refused with an error on %s', async (q, field) => {
  const { user } = await start()
  const { status, problem } = await user.call(search, { query: { q } })
  expect([status, Object.keys(problem.fields ?? {})]).toEqual([400, [field]])
})
