import { describe, expect, test } from 'vitest'
import {
  createProject,
  createSampleProject,
  deleteProject,
  listProjects,
  updateProject,
} from '../../../src/shared/projects/projects.api.ts'
import { sentenceOf } from '../../support/problems.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'

const ADDRESS = { address: '418 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }
const TOO_MANY = { statusCode: 409, code: 'plan_limit', message: sentenceOf('plan_limit') }

const create = (user: Client, name: string) => user.call(createProject, { body: { inputs: { name, ...ADDRESS } } })
const names = async (user: Client) => (await user.must(listProjects, {})).projects.map(({ name }) => name)

const startLimited = async () => {
  const started = await startTestApp({ planLimit: true })
  return { ...started, user: await started.newUser() }
}

// Proves 1.8
test('without the setting the number of projects is unlimited', async () => {
  const { newUser } = await startTestApp()
  const user = await newUser()
  for (const name of ['One', 'Two', 'Three', 'Four']) expect((await create(user, name)).status).toBe(201)
  expect((await user.call(createSampleProject, {})).status).toBe(201)
})

describe('with the limit of the Basic plan', () => {
  // Proves 1.8, 9.9
  test('the first and the second project are created, the third is refused', async () => {
    const { user } = await startLimited()
    expect((await create(user, 'One')).status).toBe(201)
    expect((await create(user, 'Two')).status).toBe(201)
    for (const name of ['Three', 'One']) expect((await create(user, name)).problem).toMatchObject(TOO_MANY)
    expect(await names(user)).toEqual(['One', 'Two'])
  })

  test('the sample project counts like any other', async () => {
    const { user, newUser } = await startLimited()
    await user.must(createSampleProject, {})
    expect((await create(user, 'Two')).status).toBe(201)
    expect((await create(user, 'Three')).problem).toMatchObject(TOO_MANY)
    const other = await newUser()
    await other.newProject('One')
    await other.newProject('Two')
    expect((await other.call(createSampleProject, {})).problem).toMatchObject(TOO_MANY)
    expect(await names(other)).toEqual(['One', 'Two'])
  })

  test('the refusal names no plan if none is offered', async () => {
    const { newUser } = await startTestApp({ planLimit: true, prices: false })
    const user = await newUser()
    for (const name of ['One', 'Two']) expect((await create(user, name)).status).toBe(201)
    const problem = { statusCode: 409, code: 'plan_limit', message: 'You can keep up to two projects here.' }
    expect((await create(user, 'Three')).problem).toMatchObject(problem)
  })

  test('a deleted project does not count', async () => {
    const { user } = await startLimited()
    await user.newProject('One')
    const projectID = await user.newProject('Two')
    await user.must(deleteProject, { query: { projectID } })
    expect((await create(user, 'Three')).status).toBe(201)
    expect((await create(user, 'Four')).problem).toMatchObject(TOO_MANY)
  })

  test('projects of others do not count, even shared ones', async () => {
    const { user, newUser, services } = await startLimited()
    const other = await newUser('other')
    const projectIDs = [await other.newProject('One'), await other.newProject('Two')]
    const { id: user_id } = await services.db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow()
    const members = projectIDs.map((project_id) => ({ project_id, user_id, role: 'editor' as const }))
    await services.db.insertInto('project_members').values(members).execute()
    for (const name of ['Three', 'Four']) expect((await create(user, name)).status).toBe(201)
    expect((await create(user, 'Five')).problem).toMatchObject(TOO_MANY)
    expect(await names(user)).toEqual(['Four', 'One', 'Three', 'Two'])
  })

  test('existing projects can still be changed', async () => {
    const { user } = await startLimited()
    await user.newProject('One')
    const projectID = await user.newProject('Two')
    await user.must(updateProject, { body: { projectID, inputs: { name: 'Second', ...ADDRESS } } })
    expect(await names(user)).toEqual(['One', 'Second'])
  })

  test('projects created at the same time cannot exceed the limit', async () => {
    const { user } = await startLimited()
    await user.newProject('One')
    const answers = await Promise.all([
      ...['A', 'B', 'C', 'D', 'E'].map((name) => create(user, name)),
      user.call(createSampleProject, {}),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await names(user)).toHaveLength(2)
  })
})
