import { describe, expect, test } from 'vitest'
import { listItems } from '../../../src/shared/items/items.api.ts'
import {
  createProject,
  createSampleProject,
  deleteProject,
  getProject,
  listProjects,
  updateProject,
} from '../../../src/shared/projects/projects.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { atMost } from '../../../src/shared/contract/text-rules.ts'
import { DAY } from '../../../src/server/platform/lib/clock.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'

const ADDRESS = { address: '418 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }
const inputsOf = (name: string) => ({ name, ...ADDRESS })

const create = (client: Client, name: string) => client.call(createProject, { body: { inputs: inputsOf(name) } })

const names = async (client: Client) => (await client.call(listProjects, {})).body?.projects.map(({ name }) => name)

const taken = (name: string) => ({
  statusCode: 409,
  code: 'project_name_taken',
  message: `Project "${name}" already exists`,
  fields: { name: `Project "${name}" already exists` },
})

describe("a user's projects", () => {
  // Proves 7.4
  test('are a 204 without a body if there are none', async () => {
    const { newUser } = await startTestApp()
    const response = await (await newUser()).raw({ url: '/projects' })
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
  })

  // Proves 3.4, 7.4
  test('are listed with the contents of their cards, rooms in order', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const projectID = await user.newProject('Maple Street')
    for (const [name, items] of [
      ['Room 10', 1],
      ['Room 9', 2],
      ['Attic', 0],
    ] as const) {
      const roomID = await user.newRoom(projectID, name)
      for (let n = 0; n < items; n++) await user.newItem(projectID, roomID)
    }
    expect(await user.must(listProjects, {})).toEqual({
      projects: [
        {
          projectID,
          name: 'Maple Street',
          city: 'Burlington',
          state: 'VT',
          roomCount: 3,
          itemCount: 3,
          roomItemCounts: [0, 2, 1],
          owner: null,
          cover: null,
          may: 'own',
        },
      ],
      templates: [],
    })
  })

  test('are in alphabetical order, numbers by value', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    for (const name of ['Unit 10', 'élan', 'unit 9', 'Attic', 'Zoo']) await user.newProject(name)
    expect(await names(user)).toEqual(['Attic', 'élan', 'unit 9', 'Unit 10', 'Zoo'])
  })
})

describe('creating a project', () => {
  // Proves 7.7
  test('answers its id and a message with its name, trims texts, and leaves optional ones empty', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const answer = await create(user, '  Maple "Street" 😀 ')
    expect(answer.status).toBe(201)
    const { projectID } = answer.body
    expect(answer.body).toEqual({ projectID: expect.any(Number), message: 'Created project "Maple "Street" 😀"' })
    expect(await user.must(getProject, { query: { projectID } })).toEqual({
      project: { projectID, name: 'Maple "Street" 😀', client: '', address2: '', ...ADDRESS },
      cover: null,
      may: 'own',
      template: false,
      news: null,
      unsorted: 0,
      emergency: [],
    })
  })

  // Proves 3.4, 7.5
  test('keeps client and second address line', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const inputs = { ...inputsOf('Maple Street'), client: ' The Birches ', address2: 'Unit 2' }
    const { projectID } = await user.must(createProject, { body: { inputs } })
    const { project } = await user.must(getProject, { query: { projectID } })
    expect(project).toMatchObject({ client: 'The Birches', address2: 'Unit 2' })
  })

  // Proves 5.5
  test('needs name, address, city, state and zip, at most 255 characters each', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const required = Object.fromEntries(['name', ...Object.keys(ADDRESS)].map((input) => [input, 'Required.']))
    const blank = Object.fromEntries(Object.keys(required).map((input) => [input, ' \t']))
    for (const inputs of [{}, blank]) {
      const { problem } = await user.send(createProject, { body: { inputs } })
      expect(problem).toMatchObject({ statusCode: 400, code: 'invalid_input' })
      expect(problem.fields).toEqual(required)
    }
    const long = { ...inputsOf('x'.repeat(256)), client: 'x'.repeat(256) }
    const { problem } = await user.send(createProject, { body: { inputs: long } })
    const sentence = atMost(255)
    expect(problem.fields).toEqual({ name: sentence, client: sentence })
    expect((await create(user, '😀'.repeat(255))).status).toBe(201)
  })

  test.each([
    ['Äpfel Haus', ['äpfel haus', 'ÄPFEL HAUS', 'A\u0308pfel Haus', '  Äpfel Haus ', 'Ａ\u0308pfel Haus']],
    ['ﬁr №1', ['fir no1', 'FIR NO1']],
  ])('refuses a name the user has in any spelling: %s', async (first, others) => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    await create(user, first)
    for (const name of others) expect((await create(user, name)).problem).toMatchObject(taken(name.trim()))
    expect(await names(user)).toEqual([first])
  })

  test('accepts a name of another user', async () => {
    const { newUser } = await startTestApp()
    for (const user of [await newUser(), await newUser()]) expect((await create(user, 'Home')).status).toBe(201)
  })

  test('accepts and compares names whose characters expand to several', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    // Squared words: each becomes up to six letters of three bytes when compared.
    const name = Array.from({ length: 255 }, (_, at) => String.fromCodePoint(0x3300 + at)).join('')
    expect((await create(user, name)).status).toBe(201)
    expect((await create(user, name)).problem).toMatchObject(taken(name))
    expect((await create(user, `${name.slice(1)}x`)).status).toBe(201)
  })

  test('makes one project and nineteen conflicts in twenty concurrent calls with one name', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(user, 'Maple Street')))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(19).fill(409)])
    for (const { status, problem } of answers) if (status === 409) expect(problem).toMatchObject(taken('Maple Street'))
    expect(await names(user)).toEqual(['Maple Street'])
  })
})

describe('changing a project', () => {
  // Proves 7.6
  test('answers a message, keeps absent optional properties, and empties empty ones', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const inputs = { ...inputsOf('Maple Street'), client: 'The Birches', address2: 'Unit 2' }
    const { projectID } = await user.must(createProject, { body: { inputs } })
    const changed = { ...inputsOf('Birch Lane'), city: ' Montpelier ', client: '' }
    expect(await user.must(updateProject, { body: { projectID, inputs: changed } })).toEqual({
      message: 'Successfully updated the project!',
    })
    expect(await user.must(getProject, { query: { projectID } })).toEqual({
      project: { projectID, ...inputsOf('Birch Lane'), city: 'Montpelier', client: '', address2: 'Unit 2' },
      cover: null,
      may: 'own',
      template: false,
      news: null,
      unsorted: 0,
      emergency: [],
    })
  })

  test('requires the same properties as creating', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const projectID = await user.newProject()
    const { problem } = await user.send(updateProject, { body: { projectID, inputs: { name: 'Only' } } })
    expect(Object.keys(problem.fields ?? {}).sort()).toEqual(['address', 'city', 'state', 'zip'])
  })

  test('refuses the name of another project, but not its own in another case', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const projectID = await user.newProject('Maple Street')
    await user.newProject('Birch Lane')
    const rename = (name: string) => user.call(updateProject, { body: { projectID, inputs: inputsOf(name) } })
    expect((await rename('BIRCH lane')).problem).toMatchObject(taken('BIRCH lane'))
    expect((await rename('MAPLE street')).status).toBe(200)
    expect(await names(user)).toEqual(['Birch Lane', 'MAPLE street'])
  })
})

describe('deleting a project', () => {
  // Proves 7.8
  test('answers a message with its name, and hides it with its contents', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID)
    await user.newProject('Birch Lane')
    expect(await user.must(deleteProject, { query: { projectID } })).toEqual({
      message: 'Deleted project "Maple Street"',
      trashID: expect.any(Number),
    })
    expect(await names(user)).toEqual(['Birch Lane'])
    expect((await user.call(getProject, { query: { projectID } })).status).toBe(404)
    expect((await user.call(listRooms, { query: { projectID } })).status).toBe(404)
    expect((await user.call(listItems, { query: { roomID } })).status).toBe(404)
    expect((await user.call(deleteProject, { query: { projectID } })).status).toBe(404)
  })

  test('moves it to the trash for 30 days, as one entry', async () => {
    const { newUser, services, clock } = await startTestApp()
    const user = await newUser()
    const projectID = await user.newProject('Maple Street')
    await user.newRoom(projectID)
    const { trashID } = await user.must(deleteProject, { query: { projectID } })
    const now = clock.now().getTime()
    const { deleted_at, expires_at, ...entry } = await services.db
      .selectFrom('trash_entries')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ id: trashID, kind: 'project', name: 'Maple Street' })
    expect([deleted_at, expires_at]).toEqual([now, now + 30 * DAY].map((time) => new Date(time).toISOString()))
    const marked = await services.db.selectFrom('projects').select('trash_id').execute()
    expect(marked).toEqual([{ trash_id: trashID }])
  })

  test('frees its name', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    for (let round = 0; round < 3; round++) {
      const projectID = await user.newProject('Maple Street')
      await user.must(deleteProject, { query: { projectID } })
    }
    expect((await create(user, 'maple street')).status).toBe(201)
    expect(await names(user)).toEqual(['maple street'])
  })

  test('deletes once in ten concurrent calls', async () => {
    const { newUser, services } = await startTestApp()
    const user = await newUser()
    const projectID = await user.newProject()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => user.call(deleteProject, { query: { projectID } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(404)])
    expect(await services.db.selectFrom('trash_entries').select('id').execute()).toHaveLength(1)
  })
})

describe('the sample project', () => {
  // Proves 1.1
  test('has rooms, items and files that can be downloaded', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const { projectID, message } = await user.must(createSampleProject, {})
    const [card] = (await user.must(listProjects, {})).projects
    expect(message).toBe(`Created project "${card?.name}"`)
    const { rooms } = await user.must(listRooms, { query: { projectID } })
    const items = await Promise.all(rooms.map(({ ID }) => user.must(listItems, { query: { roomID: ID } })))
    const attachments = items.flat().flatMap((item) => item.attachments)
    expect(items.flat().length).toBe(card?.itemCount)
    expect(attachments.map(({ type }) => type)).toEqual(expect.arrayContaining(['application/pdf', 'image/jpeg']))
    for (const { remote, size } of attachments) {
      expect((await user.raw({ url: `/download/${remote}` })).rawPayload).toHaveLength(size)
    }
  })

  test('is made once, because its name is then taken', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    await user.must(createSampleProject, {})
    const [name = ''] = (await names(user)) ?? []
    expect((await user.call(createSampleProject, {})).problem).toMatchObject(taken(name))
  })
})
