import { expect, test } from 'vitest'
import { register } from '../../src/shared/identity/auth.api.ts'
import { listItems } from '../../src/shared/items/items.api.ts'
import { JOBS } from '../../src/server/job-registry.ts'
import { runDueJobs } from '../support/jobs.ts'
import { registrationOf, startTestApp } from '../support/test-app.ts'

/** The logged calls, in the order of their first statement. */
const startSlow = async (slowStatementMs: number) => {
  const started = await startTestApp({ logLevel: 'warn', slowStatementMs })
  const slow = () => started.log.filter(({ event }) => event === 'slow_statement')
  return { ...started, slow, calls: () => [...new Set(slow().map(({ call }) => call))] }
}

test('a slow statement is logged with its milliseconds and its call, and without its values', async () => {
  const { anonymous, newUser, log, slow, calls, services, jobsDone } = await startSlow(0)
  const user = await newUser('robin')
  const before = log.length
  await anonymous.must(register, { body: registrationOf('quillfeather') })
  const projectID = await user.newProject('Quillfeather House')
  const roomID = await user.newRoom(projectID, 'Quillfeather Room')
  await user.newItem(projectID, roomID, { field1: 'Quillfeather & Daughters' })
  await user.must(listItems, { query: { roomID } })
  await jobsDone()
  await runDueJobs(services, JOBS)
  expect(calls()).toEqual(
    expect.arrayContaining([
      ...['POST /register', 'PUT /project', 'PUT /createroom', 'PUT /item', 'GET /items'],
      'job sweep',
    ]),
  )
  for (const line of slow().slice(before)) {
    expect(line).toMatchObject({ level: 40, ms: expect.any(Number), sql: expect.any(String) })
  }
  expect(slow().map(({ sql }) => sql)).toContainEqual(expect.stringMatching(/^insert into "projects" .*(\?|\$1)/))
  expect(JSON.stringify(log)).not.toMatch(/quillfeather/i)
})

test('a fast statement is not logged', async () => {
  const { newUser, log } = await startSlow(60_000)
  await (await newUser('robin')).newProject()
  expect(log).toEqual([])
})
