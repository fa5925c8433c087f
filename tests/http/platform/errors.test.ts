import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { healthz, readyz, testDB } from '../../../src/shared/admin/site.api.ts'
import { createProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { createApp } from '../../../src/server/app.ts'
import { openDatabase } from '../../../src/server/platform/db/database.ts'
import { openPaperMaker } from '../../../src/server/papers/paper-process.ts'
import { VERSION } from '../../../src/server/platform/lib/version.ts'
import { DatabaseAddress } from '../../support/database-address.ts'
import { ENGINE } from '../../support/database.ts'
import { problemWith } from '../../support/problems.ts'
import { Client, multipart, startTestApp, type TestApp, IN_FOLDER } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

const UNEXPECTED = {
  ...problemWith('unexpected'),
  error: 'Internal Server Error',
  requestId: expect.stringMatching(UUID),
}

const AWAY = { ...problemWith('unavailable'), error: 'Service Unavailable', requestId: expect.stringMatching(UUID) }

/** The same app with a PostgreSQL server that never answers. */
const withDatabaseAway = async ({ services }: TestApp) => {
  const db = openDatabase({ postgresURL: 'postgres://nobody@127.0.0.1:1/nothing' }, () => {})
  return createApp({ ...services, db })
}

describe('every error', () => {
  test('has one shape and its own id', async () => {
    const { anonymous } = await startTestApp()
    const first = (await anonymous.call(listProjects, {})).problem
    const second = (await anonymous.call(listProjects, {})).problem
    expect(first).toEqual({
      ...problemWith('not_signed_in'),
      error: 'Unauthorized',
      requestId: expect.stringMatching(UUID),
    })
    expect(second.requestId).not.toBe(first.requestId)
  })

  test('is JSON, even for unknown paths', async () => {
    const { anonymous } = await startTestApp()
    for (const request of [
      { url: '/nowhere' },
      { url: '/nowhere', headers: { accept: '*/*' } },
      { method: 'POST', url: '/getrooms', payload: {} },
      { method: 'PATCH', url: '/project', payload: {} },
      { method: 'OPTIONS', url: '/project' },
    ] as const) {
      const response = await anonymous.raw(request)
      expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(response.json()).toEqual({
        ...problemWith('not_found'),
        error: 'Not Found',
        requestId: expect.stringMatching(UUID),
      })
    }
  })

  test('names the fields that it is about', async () => {
    const { newUser } = await startTestApp()
    const { problem } = await (await newUser()).send(createProject, { body: { inputs: { name: 'Maple Street' } } })
    expect(problem).toEqual({
      ...problemWith('invalid_input'),
      error: 'Bad Request',
      fields: { address: 'Required.', city: 'Required.', state: 'Required.', zip: 'Required.' },
      requestId: expect.stringMatching(UUID),
    })
  })
})

describe('an internal error', () => {
  test('hides its cause, which the log has under the same id', async () => {
    const { services } = await startTestApp()
    const app = await createApp(services)
    const logged: unknown[] = []
    app.addHook('onRequest', async (request) => {
      request.log.error = (details: unknown) => void logged.push(details)
    })
    await services.db.schema.dropTable('attempts').execute()
    const response = await app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: 'horse' } })
    expect(response.json()).toEqual(UNEXPECTED)
    const { requestId } = response.json<{ requestId: string }>()
    expect(logged).toEqual([
      { requestId, err: expect.objectContaining({ message: expect.stringContaining('attempts') }) },
    ])
  })

  test('is only a warning in the log if too many calls wait', async () => {
    const { newUser, services, log } = await startTestApp(
      { logLevel: 'warn' },
      { alone: 'It reads the log of one server.' },
    )
    const user = await newUser()
    const projectID = await user.newProject()
    const roomID = await user.newRoom(projectID)
    // A stopping server accepts no more.
    services.papers = openPaperMaker()
    await services.papers.close()
    const { statusCode, headers } = await user.raw({
      url: `/paper?projectID=${projectID}&kind=labels&roomID=${roomID}`,
    })
    expect([statusCode, headers['retry-after']]).toEqual([503, '10'])
    expect(log.map(({ level, msg }) => [level, msg])).toEqual([[40, 'busy']])
  })

  test('is a 500 of the same shape if the database is gone', async () => {
    const { newUser, servers } = await startTestApp()
    const user = await newUser()
    for (const { db } of servers) await db.destroy()
    for (const request of [
      { url: '/projects' },
      { method: 'POST', url: '/login', payload: { user: 'robin', pwd: 'horse' } },
      { method: 'POST', url: '/refresh', cookies: { roomfolio_session: 'x' } },
      { url: '/roomtypes' },
    ] as const) {
      expect((await user.raw(request)).json()).toEqual(UNEXPECTED)
    }
  })

  test('in the file store is answered and leaves no row, so that the upload can be repeated', async () => {
    const { newUser, services } = await startTestApp()
    const user = await newUser()
    const { put } = services.store
    services.store.put = async (key, bytes) => {
      await put(key, bytes)
      await services.store.remove(key)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    }
    const form = multipart([{ name: 'a.txt', bytes: Buffer.from('the plan') }])
    const response = await user.raw({ method: 'POST', url: '/upload', ...form })
    expect(response.json()).toEqual(UNEXPECTED)
    expect(await services.db.selectFrom('uploads').selectAll().execute()).toEqual([])
    services.store.put = put
    expect(await user.upload([{ name: 'a.txt', bytes: Buffer.from('the plan') }])).toHaveLength(1)
  })

  test('sends no header and no part of a file whose bytes are gone', async () => {
    const { newUser, services } = await startTestApp(IN_FOLDER)
    const user = await newUser()
    for (const size of [10, 2 * 1024 * 1024]) {
      const [file] = await user.upload([{ name: 'a.bin', bytes: Buffer.alloc(size) }])
      for (const { parentPath, name } of filesOf(services.config.dataDir)) rmSync(join(parentPath, name))
      const response = await user.raw({ url: `/download/${file?.remote}` })
      expect(response.json()).toMatchObject({ statusCode: 404, code: 'file_missing' })
      expect(response.headers).not.toHaveProperty('etag')
      expect(response.headers).not.toHaveProperty('content-disposition')
    }
  })
})

const filesOf = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

describe('with an unreachable database', () => {
  test('calls answer 503 with Retry-After', async () => {
    const app = await withDatabaseAway(await startTestApp())
    const client = new Client(app, 'A'.repeat(43))
    for (const request of [
      { url: '/projects' },
      { url: '/roomtypes' },
      { method: 'POST', url: '/login', payload: { user: 'robin', pwd: 'horse' } },
      { method: 'POST', url: '/refresh', cookies: { roomfolio_session: 'x' } },
      { method: 'POST', url: '/upload', ...multipart([{ name: 'a', bytes: Buffer.from('a') }]) },
    ] as const) {
      const response = await client.raw(request)
      expect(response.json()).toEqual(AWAY)
      expect(response.headers['retry-after']).toBe('5')
    }
  })

  test('the process is live but not ready', async () => {
    const client = new Client(await withDatabaseAway(await startTestApp()))
    expect(await client.must(healthz, {})).toMatchObject({ version: VERSION })
    for (const endpoint of [readyz, testDB]) {
      const answer = await client.call(endpoint, {})
      const reasons = endpoint === readyz && {
        reasons: [expect.any(String)],
        reasonCodes: ['database_away'],
      }
      expect(answer.problem).toEqual({ ...AWAY, ...reasons })
      expect(answer.headers['retry-after']).toBe('5')
    }
  })

  test('sessions survive and continue when it is back', async () => {
    const started = await startTestApp()
    const user = await started.newUser()
    const away = await withDatabaseAway(started)
    expect((await new Client(away, user.accessToken).call(listProjects, {})).status).toBe(503)
    const refused = await away.inject({ method: 'POST', url: '/refresh', cookies: { roomfolio_session: 'x' } })
    expect(refused.cookies).toEqual([])
    expect((await user.call(listProjects, {})).status).toBe(204)
  })
})

/** A server whose connection to its database is under our control, with a user. */
const withAddress = async (options = '') => {
  const { services, newUser } = await startTestApp()
  const { accessToken } = await newUser('robin')
  const { database } = services.config
  const url = 'postgresURL' in database ? database.postgresURL : ''
  const address = new DatabaseAddress(Number(new URL(url).port))
  await address.start()
  const db = openDatabase({ postgresURL: address.through(url) + options }, () => {})
  onTestFinished(async () => {
    await db.destroy()
    address.stop()
  })
  return { address, user: new Client(await createApp({ ...services, db }), accessToken) }
}

const UNAVAILABLE = { statusCode: 503, code: 'unavailable' }
const PROJECT = { name: 'Maple Street', address: '418 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }

if (ENGINE === 'PostgreSQL') {
  test('connections cut during their start use up no place in the pool', async () => {
    const { address, user } = await withAddress()
    address.cutAt('roomfolio.words')
    // More than the pool has.
    for (let tries = 0; tries < 12; tries++) expect((await user.call(listProjects, {})).status).toBe(503)
    expect(address.cuts).toBeGreaterThanOrEqual(12)
    address.cutAt()
    expect((await user.call(listProjects, {})).status).toBe(204)
  })

  test.each([
    ['before a transaction is committed', 'commit', 'unsent'],
    ['when it was committed and nobody was told', 'commit', 'unanswered'],
    ['in the middle of a transaction', 'insert into "projects"', 'unsent'],
  ] as const)('a connection that is lost %s is a 503, and a repetition creates once', async (_, text, moment) => {
    const { address, user } = await withAddress()
    const headers = { 'idempotency-key': 'the-same' }
    const create = () =>
      user.raw({ method: createProject.method, url: createProject.path, payload: { inputs: PROJECT }, headers })
    address.cutAt(text, moment)
    const refused = await create()
    expect([refused.json(), refused.headers['retry-after']]).toEqual([expect.objectContaining(UNAVAILABLE), '5'])
    address.cutAt()
    expect((await create()).statusCode).toBe(201)
    expect((await user.must(listProjects, {})).projects).toHaveLength(1)
  })

  test('silent connections are given up, and the next call gets a new one', async () => {
    const { address, user } = await withAddress('?query_timeout=3000')
    await until(async () => (await user.call(listProjects, {})).status === 204)
    address.freeze()
    address.refuse(true)
    const answers = await Promise.all(Array.from({ length: 12 }, () => user.call(listProjects, {})))
    for (const { problem } of answers) expect(problem).toMatchObject(UNAVAILABLE)
    address.refuse(false)
    await until(async () => (await user.call(listProjects, {})).status === 204)
  })

  test('a database that cuts every connection causes only 503 answers', async () => {
    const { newUser, services } = await startTestApp()
    const user = await newUser()
    await user.newProject()
    for (let round = 0; round < 3; round++) {
      const calls = Array.from({ length: 20 }, () => user.call(listProjects, {}))
      const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(services.db)
      const statuses = (await Promise.all(calls)).map(({ status }) => status)
      await cut.catch(() => undefined)
      for (const status of statuses) expect([200, 503]).toContain(status)
      await until(async () => (await user.call(listProjects, {})).status === 200)
    }
  })
}

describe('a healthy server', () => {
  // Proves 7.38
  test('is live and ready, and names its engine', async () => {
    const { anonymous } = await startTestApp()
    expect(await anonymous.must(healthz, {})).toEqual({ message: 'The server is running.', version: VERSION })
    expect(await anonymous.must(readyz, {})).toEqual({ message: 'Database and file store answer.' })
    expect(await anonymous.must(testDB, {})).toEqual({ message: 'The database answers.', type: ENGINE })
  })

  test('is live but not ready without the file store', async () => {
    const { anonymous, services } = await startTestApp(IN_FOLDER)
    rmSync(join(services.config.dataDir, 'files'), { recursive: true })
    expect((await anonymous.call(readyz, {})).problem).toEqual({
      ...AWAY,
      reasons: [expect.any(String)],
      reasonCodes: ['files_away'],
    })
    expect((await anonymous.call(testDB, {})).status).toBe(200)
    expect((await anonymous.call(healthz, {})).status).toBe(200)
  })
})
