import { describe, expect, test } from 'vitest'
import { login } from '../../../src/shared/identity/auth.api.ts'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { createProject, getProject, listProjects, updateProject } from '../../../src/shared/projects/projects.api.ts'
import { RIGHTS } from '../../../src/shared/contract/rights.ts'
import { ALL_ROLES, Role } from '../../../src/shared/contract/roles.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { isoTime } from '../../../src/server/platform/lib/clock.ts'
import { addMember } from '../../support/members.ts'
import { problemWith } from '../../support/problems.ts'
import { Client, PASSWORD, startTestApp } from '../../support/test-app.ts'

const all = Object.entries<EndpointSpec>(endpoints).map(([name, endpoint]) => ({ name, endpoint }))
const guarded = all.filter(({ endpoint }) => endpoint.access !== 'public')
const open = all.filter(({ endpoint }) => endpoint.access === 'public')

/** Requests wrong in everything but their path: access is decided before the server reads the rest. */
const wrongIn = ({ method, path }: EndpointSpec) => {
  const target = { method, url: `${path.replace(':remote', '%20')}?projectID=x&roomID=x&itemID=x` }
  return [
    { ...target, headers: { 'content-type': 'application/json' }, payload: '{"broken' },
    { ...target, headers: { 'content-type': 'text/plain' }, payload: 'hello' },
    { ...target, headers: { 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x' },
    { ...target, headers: { 'content-type': 'application/json' }, payload: JSON.stringify('x'.repeat(2_000_000)) },
  ]
}

describe('without a session', () => {
  test('every non-public call answers 401 before it reads the request', async () => {
    const { anonymous } = await startTestApp()
    for (const { name, endpoint } of guarded) {
      for (const request of wrongIn(endpoint)) {
        const answer = await anonymous.raw(request)
        expect(answer.json(), name).toMatchObject({ statusCode: 401, error: 'Unauthorized', code: 'not_signed_in' })
      }
    }
  })

  test('an unknown token is an ended session', async () => {
    const { app } = await startTestApp()
    for (const { name, endpoint } of guarded.filter(({ endpoint: { access } }) => access !== 'link')) {
      const forger = new Client(app, 'A'.repeat(43))
      for (const request of wrongIn(endpoint)) {
        expect((await forger.raw(request)).json(), name).toMatchObject({ statusCode: 401, code: 'session_ended' })
      }
    }
  })

  test('no public call requires a session', async () => {
    const { anonymous } = await startTestApp()
    for (const { name, endpoint } of open) {
      const answer = await anonymous.send(endpoint, {
        ...(endpoint.body && { body: {} }),
        ...(endpoint.params && { params: { file: 'a' } }),
      })
      expect(['not_signed_in', 'role_missing'], name).not.toContain(answer.problem?.code)
    }
  })

  test('the public calls are exactly these', () => {
    expect(open.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).sort()).toEqual([
      // The path is the credential.
      'GET /calendar/:file',
      'GET /categories',
      // As above; so are those below.
      'GET /confirmemail/:token',
      'GET /endinvitations/:token',
      'GET /endreminders/:token',
      'GET /fields',
      'GET /healthz',
      'GET /readyz',
      'GET /roomstructure',
      'GET /roomtypes',
      'GET /site',
      'GET /test_db',
      'POST /confirmemail/:token',
      'POST /consultation',
      'POST /endinvitations/:token',
      'POST /endreminders/:token',
      'POST /forgot',
      'POST /login',
      'POST /logout',
      'POST /oidclink',
      'POST /oidclogin',
      'POST /oidcsession',
      'POST /openinvitation',
      'POST /openoffer',
      'POST /passkeylogin',
      'POST /passkeyloginoptions',
      'POST /refresh',
      'POST /register',
      'POST /reset',
    ])
  })
})

describe('without the role', () => {
  // Proves 6.4
  test('every call that needs a role answers 403 before it reads the request', async () => {
    for (const role of ALL_ROLES) {
      const closed = guarded.filter(({ endpoint: { access } }) => Array.isArray(access) && !access.includes(role))
      const { newUser, services } = await startTestApp()
      const user = await newUser('holder', [role])
      if (role !== Role.User) await setRole(services.db, 'holder', Role.User, false)
      for (const { name, endpoint } of closed) {
        for (const request of wrongIn(endpoint)) {
          const answer = await user.raw(request)
          expect(answer.json(), `${name} with ${role}`).toMatchObject({
            ...problemWith('role_missing'),
            error: 'Forbidden',
          })
        }
      }
    }
  })

  // Proves 6.2
  test('an administrator who is neither User nor Reseller has no projects; a reseller has', async () => {
    const { newUser, services } = await startTestApp()
    for (const [name, role, status] of [
      ['admin', Role.Admin, 403],
      ['reseller', Role.Reseller, 204],
    ] as const) {
      const user = await newUser(name, [role])
      await setRole(services.db, name, Role.User, false)
      expect((await user.call(listProjects, {})).status).toBe(status)
    }
  })
})

describe('current rights count, not those at login', () => {
  test('a revoked role is missing at once, and a granted one is there at once', async () => {
    const { newUser, services } = await startTestApp()
    const user = await newUser('robin')
    expect((await user.call(listProjects, {})).status).toBe(204)
    await setRole(services.db, 'robin', Role.User, false)
    expect((await user.call(listProjects, {})).status).toBe(403)
    await setRole(services.db, 'robin', Role.Reseller, true)
    expect((await user.call(listProjects, {})).status).toBe(204)
  })

  test('a locked user is out at once and cannot log in', async () => {
    const { app, services, newUser } = await startTestApp()
    await newUser('robin')
    const session = await app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: PASSWORD } })
    const user = new Client(app, session.json<{ accessToken: string }>().accessToken)
    const cookies = Object.fromEntries(session.cookies.map(({ name, value }) => [name, value]))
    expect((await user.call(listProjects, {})).status).toBe(204)

    await services.db
      .updateTable('users')
      .set({ locked_at: isoTime(services.clock) })
      .execute()
    expect((await user.call(listProjects, {})).problem).toMatchObject({ statusCode: 401, code: 'session_ended' })
    expect((await app.inject({ method: 'POST', url: '/refresh', cookies })).statusCode).toBe(401)
    expect((await app.inject({ url: '/download/AAAAAAAAAAAAAAAAAAAAAA', cookies })).statusCode).toBe(401)
    const again = await new Client(app).call(login, { body: { user: 'robin', pwd: PASSWORD } })
    expect(again.problem).toMatchObject({ statusCode: 401, code: 'wrong_credentials' })
  })
})

describe('a shared project', () => {
  /** Shared by its owner with an editor and a viewer. */
  const share = async () => {
    const started = await startTestApp()
    const { newUser, services } = started
    const [own, write, read] = [await newUser('owner'), await newUser('editor'), await newUser('viewer')]
    const projectID = await own.newProject()
    const roomID = await own.newRoom(projectID)
    const itemID = await own.newItem(projectID, roomID)
    await own.must(endpoints.deleteRoom, { query: { roomID: await own.newRoom(projectID, 'Attic') } })
    await addMember(services.db, projectID, 'editor', 'editor')
    await addMember(services.db, projectID, 'viewer', 'viewer')
    return { ...started, people: { own, write, read }, projectID, roomID, itemID }
  }

  test("shows the reader's right, and so do its rooms, items and trash", async () => {
    const { people, projectID, roomID, itemID } = await share()
    for (const held of RIGHTS) {
      const user = people[held]
      expect((await user.must(listProjects, {})).projects.map(({ may }) => may)).toEqual([held])
      expect((await user.must(getProject, { query: { projectID } })).may).toBe(held)
      expect((await user.must(endpoints.listRooms, { query: { projectID } })).rooms.map(({ may }) => may)).toEqual([
        held,
      ])
      expect((await user.must(endpoints.getRoom, { query: { roomID } })).may).toBe(held)
      expect((await user.must(endpoints.getItem, { query: { itemID } })).may).toBe(held)
      expect((await user.must(endpoints.listItems, { query: { roomID } })).map(({ may }) => may)).toEqual([held])
      const trash = await user.must(endpoints.listTrash, {})
      expect(trash.map(({ may }) => may)).toEqual(held === 'read' ? [] : [held])
    }
  })

  test('can be filled by an editor, who attaches their own files', async () => {
    const { people, roomID, itemID } = await share()
    const { own, write } = people
    const [file] = await write.upload([{ name: 'new.txt', bytes: Buffer.from('new') }])
    const remote = file?.remote ?? ''
    await write.must(endpoints.updateRoom, { body: { roomID, roomName: 'Big kitchen' } })
    await write.must(endpoints.updateItem, { body: { itemID, inputs: { field1: 'Harbor' } } })
    await write.must(endpoints.addItemFiles, { body: { itemID, files: [{ name: 'new.txt', remote }] } })
    const [item] = await own.must(endpoints.listItems, { query: { roomID } })
    expect(item).toMatchObject({ roomName: 'Big kitchen', field1: 'Harbor', attachments: [{ name: 'new.txt' }] })
    expect((await own.raw({ url: `/download/${remote}` })).body).toBe('new')
  })

  test("hides the owner's other projects from an editor who picks a taken name", async () => {
    const { people, projectID } = await share()
    await people.own.newProject('Hidden Hollow')
    const inputs = { name: 'Hidden Hollow', address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }
    const { problem } = await people.write.call(updateProject, { body: { projectID, inputs } })
    expect(problem).toMatchObject({ statusCode: 403, code: 'not_allowed' })
    expect((await people.write.call(createProject, { body: { inputs } })).status).toBe(201)
  })

  test("stays open to its members if the owner's account is locked", async () => {
    const { people, projectID, itemID, newUser, services } = await share()
    const admin = await newUser('admin', [Role.Admin])
    const { id: userID } = await services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'owner')
      .executeTakeFirstOrThrow()
    await admin.must(endpoints.setUserLock, { body: { userID, locked: true } })
    expect((await people.own.call(getProject, { query: { projectID } })).status).toBe(401)
    await people.read.must(endpoints.getItem, { query: { itemID } })
    await people.write.must(endpoints.updateItem, { body: { itemID, inputs: { field1: 'Changed' } } })
  })

  test("is deleted with the owner's account, its trash included", async () => {
    const { people, projectID, itemID, services } = await share()
    await people.write.must(endpoints.deleteItem, { query: { itemID } })
    await people.own.must(endpoints.deleteProject, { query: { projectID } })
    await people.own.must(endpoints.deleteMyAccount, { body: { currentPass: PASSWORD } })
    expect(await people.write.must(endpoints.listTrash, {})).toEqual([])
    expect(await services.db.selectFrom('trash_entries').selectAll().execute()).toEqual([])
  })
})

describe('problems of a request have one order', () => {
  const inputs = { name: 'Maple Street', address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }
  const absent = Number.MAX_SAFE_INTEGER

  test('malformed before absent', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    const answer = await user.send(updateProject, { body: { projectID: absent, inputs: { ...inputs, zip: '' } } })
    expect(answer.problem).toMatchObject({ statusCode: 400, fields: { zip: 'Required.' } })
  })

  test('absent before conflicting', async () => {
    const { newUser } = await startTestApp()
    const user = await newUser()
    await user.must(createProject, { body: { inputs } })
    expect((await user.call(updateProject, { body: { projectID: absent, inputs } })).status).toBe(404)
    expect((await user.call(getProject, { query: { projectID: absent } })).status).toBe(404)
  })
})
