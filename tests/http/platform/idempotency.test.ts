import { describe, expect, test } from 'vitest'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { requestConsultation } from '../../../src/shared/admin/consultations.api.ts'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { createSampleProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { createApp } from '../../../src/server/app.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { asRequest, good, startWithThings, type Taking } from '../../support/cases.ts'
import { projectFileOf, sendProjectFile } from '../../support/project-file.ts'
import { Client, multipart, registrationOf, roomTypeID, signIn, startTestApp } from '../../support/test-app.ts'

const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324'

const keyed = (client: Client, endpoint: EndpointSpec, input: object, key: string = KEY) => {
  const request = asRequest(endpoint, { ...input })
  return client.raw({ ...request, headers: { ...request.headers, 'idempotency-key': key } })
}

/** Row counts of what must not be created twice. */
const startWithRooms = async () => {
  const started = await startTestApp()
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject()
  const room = { body: { projectID, roomName: 'Attic', roomType: await roomTypeID(robin, 'Kitchen') } }
  const rooms = async () => (await robin.call(listRooms, { query: { projectID } })).body?.rooms.length ?? 0
  return { ...started, robin, projectID, room, rooms }
}

const creating = Object.entries<EndpointSpec>(endpoints).flatMap(([name, { creates }]) => (creates ? [name] : []))

test('every call that creates accepts a key', () => {
  const saysSo = /^(add|copy|create|import|invite|issue|keep|offer|register|request|upload)/
  const others = Object.entries<EndpointSpec>(endpoints).filter(
    ([name, { method, creates }]) => (method === 'PUT' || saysSo.test(name)) && !creates,
  )
  // Attaching an attached file and adding existing structure change nothing; a second invitation replaces the link
  // of the first, and a second offer replaces the first. Answers with an API key or
  // the secret of a webhook are never stored.
  expect(others.map(([name]) => name).sort()).toEqual([
    ...['addItemFiles', 'createKey', 'createWebhook', 'importStructure', 'inviteMember', 'offerProject'],
  ])
  expect(creating).toEqual(expect.arrayContaining(['register', 'upload', 'requestConsultation', 'addSubcategory']))
})

describe('a repeated call with the same key', () => {
  test.each(creating.filter((name) => name !== 'upload' && name !== 'importProject'))(
    'of %s returns the first answer and creates nothing',
    async (name) => {
      const { user, anonymous, things, services, clock } = await startWithThings()
      const endpoint: EndpointSpec = endpoints[name as keyof typeof endpoints]
      const input = name === 'createSampleProject' ? {} : good[name as Taking](things)
      if (name === 'addSubcategory' || name === 'addCategory') {
        await services.db.deleteFrom('room_type_subcategories').where('room_type_id', '=', things.roomType).execute()
      }
      if (name === 'addCategory') {
        await services.db.deleteFrom('room_type_categories').where('room_type_id', '=', things.roomType).execute()
      }
      const caller = endpoint.access === 'public' ? anonymous : user
      const first = await keyed(caller, endpoint, input)
      expect([first.statusCode, first.body]).toEqual([endpoint.status, expect.stringMatching(/^{/)])
      const rows = async () =>
        Promise.all(
          (
            [
              ...['projects', 'rooms', 'items', 'users', 'consultations', 'structure_changes', 'events'],
              ...['links', 'tasks', 'inbox_photos', 'revisions', 'invitations'],
            ] as ('projects' | 'rooms')[]
          ).map((table) =>
            services.db
              .selectFrom(table)
              .select((eb) => eb.fn.countAll<number>().as('count'))
              .executeTakeFirstOrThrow(),
          ),
        )
      const counts = await rows()
      clock.turn(MINUTE)
      const second = await keyed(caller, endpoint, input)
      expect([second.statusCode, second.json()]).toEqual([first.statusCode, first.json()])
      expect(second.headers['content-type']).toBe(first.headers['content-type'])
      expect(await rows()).toEqual(counts)
    },
  )

  test('of an upload returns the same files, with bytes stored once', async () => {
    const { services, newUser } = await startTestApp()
    const robin = await newUser('robin')
    const send = (content: string) => {
      const { headers, payload } = multipart([{ name: 'a.txt', bytes: Buffer.from(content) }])
      return robin.raw({ method: 'POST', url: '/upload', headers: { ...headers, 'idempotency-key': KEY }, payload })
    }
    const first = await send('a')
    const second = await send('a')
    expect(second.json()).toEqual(first.json())
    expect((await send('b')).statusCode).toBe(422)
    expect(await services.db.selectFrom('uploads').select('id').execute()).toHaveLength(1)
    expect(await services.db.selectFrom('blobs').select('id').execute()).toHaveLength(1)
  })

  test('of a project file creates one project', async () => {
    const { newUser } = await startTestApp()
    const robin = await newUser('robin')
    const file = await projectFileOf(robin, await robin.newProject('Maple Street'))
    const sam = await newUser('sam_e')
    const send = (bytes: Buffer) => sendProjectFile(sam, bytes, { headers: { 'idempotency-key': KEY } })
    const first = await send(file)
    expect([first.status, await send(file)]).toEqual([201, first])
    expect((await sam.must(listProjects, {})).projects).toHaveLength(1)
    const other = await projectFileOf(robin, await robin.newProject('Elm Street'))
    expect((await send(other)).status).toBe(422)
  })

  test('of an invitation returns the same link, without a token in any row', async () => {
    const { services, newUser } = await startTestApp({ publicURL: 'https://homes.example' })
    const admin = await newUser('admin', [Role.Admin])
    const answers = [1, 2].map(() => keyed(admin, endpoints.inviteUser, { body: { email: 'avery@example.com' } }))
    const [first, second] = (await Promise.all(answers)).map((answer) => answer.json<{ link: string }>())
    expect(second).toEqual(first)
    const token = new URL(first?.link ?? '').hash.slice(1)
    expect(token).toHaveLength(43)
    expect(await services.db.selectFrom('invitations').select('email').execute()).toHaveLength(1)
    for (const table of ['invitations', 'idempotency_keys'] as const)
      expect(JSON.stringify(await services.db.selectFrom(table).selectAll().execute())).not.toContain(token)
  })

  test('during the first call waits for its answer, on two servers', async () => {
    const { app, services, robin, room, rooms } = await startWithRooms()
    const other = new Client(await createApp(services, { checkAnswers: true }), robin.accessToken)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => keyed(n % 2 ? other : robin, endpoints.createRoom, room)),
    )
    await other.app.close()
    expect(app).not.toBe(other.app)
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(201)
    expect(await rooms()).toBe(1)
  })

  test('with different content is a 422, and other users can use the key themselves', async () => {
    const { robin, room, rooms, newUser, projectID } = await startWithRooms()
    expect((await keyed(robin, endpoints.createRoom, room)).statusCode).toBe(201)
    const other = await keyed(robin, endpoints.createRoom, { body: { ...room.body, roomName: 'Cellar' } })
    expect([other.statusCode, other.json()]).toMatchObject([422, { code: 'idempotency_key_reused' }])
    const inputs = { name: 'Birch Lane', address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }
    expect((await keyed(robin, endpoints.createProject, { body: { inputs } })).statusCode).toBe(422)
    expect(await rooms()).toBe(1)

    const sam = await newUser('sam_e')
    const theirs = await sam.newProject()
    const room2 = await keyed(sam, endpoints.createRoom, { body: { ...room.body, projectID: theirs } })
    expect(room2.statusCode).toBe(201)
    // Another user's key reveals nothing, either.
    expect((await keyed(sam, endpoints.createRoom, room, 'another')).statusCode).toBe(404)
    expect(theirs).not.toBe(projectID)
  })

  test('is a new call after 24 hours, swept or not, and after a clock was put back', async () => {
    const { app, services, robin, room, clock } = await startWithRooms()
    expect((await keyed(robin, endpoints.createRoom, room)).statusCode).toBe(201)
    clock.turn(DAY - MINUTE)
    const late = await signIn(app, 'robin')
    expect((await keyed(late, endpoints.createRoom, room)).statusCode).toBe(201)
    await sweep(services)
    expect(await services.db.selectFrom('idempotency_keys').selectAll().execute()).toHaveLength(1)
    clock.turn(2 * MINUTE)
    expect((await keyed(late, endpoints.createRoom, room)).statusCode).toBe(201)
    const { rooms: both } = await late.must(listRooms, { query: { projectID: room.body.projectID } })
    expect(both).toHaveLength(2)
    clock.turn(DAY)
    await sweep(services)
    expect(await services.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  })
})

test('a refused or rolled back call leaves no key, so that a repetition works', async () => {
  const { robin, services } = await startWithRooms()
  await robin.must(createSampleProject, {})
  const refused = await keyed(robin, endpoints.createSampleProject, {})
  expect(refused.statusCode).toBe(409)
  expect(await services.db.selectFrom('idempotency_keys').selectAll().execute()).toEqual([])
  const { projects } = await robin.must(listProjects, {})
  expect(projects).toHaveLength(2)
})

test.each(['', 'a b', 'ä', 'x'.repeat(256), 'a\tb'])('the key "%s" is a 400 that names the header', async (key) => {
  const { robin, room, rooms } = await startWithRooms()
  const answer = await keyed(robin, endpoints.createRoom, room, key)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 'invalid_input', fields: { 'Idempotency-Key': expect.any(String) } })
  expect(await rooms()).toBe(0)
})

test('keys and request bodies are stored only as hashes, and passwords not at all', async () => {
  const { anonymous, services } = await startTestApp()
  const body = registrationOf('newcomer')
  expect((await keyed(anonymous, register, { body })).statusCode).toBe(201)
  const again = await keyed(anonymous, register, { body: { ...body, pwd: 'another horse' } })
  expect([again.statusCode, again.json()]).toEqual([201, { message: 'Registration Successful!' }])
  const inputs = { name: 'Sam', email: 's@example.com', phone: '5', about: 'A wall.', preferredTimes: 'Noon' }
  expect((await keyed(anonymous, requestConsultation, { body: { inputs } })).statusCode).toBe(422)
  const [row] = await services.db.selectFrom('idempotency_keys').selectAll().execute()
  expect(row).toMatchObject({
    key_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    request_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    answer: '{"message":"Registration Successful!"}',
    user_id: null,
  })
})
