import { describe, expect, test } from 'vitest'
import { login } from '../../src/shared/auth.ts'
import type { EndpointSpec } from '../../src/shared/endpoint.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import { createProject, getProject, listProjects, updateProject } from '../../src/shared/projects.ts'
import { ALL_ROLES, Role } from '../../src/shared/roles.ts'
import { setRole } from '../../src/server/auth/users.repo.ts'
import { Client, PASSWORD, startTestApp } from '../support/test-app.ts'

const all = Object.entries<EndpointSpec>(endpoints).map(([name, endpoint]) => ({ name, endpoint }))
const guarded = all.filter(({ endpoint }) => endpoint.access !== 'public')
const open = all.filter(({ endpoint }) => endpoint.access === 'public')

/** Requests that are wrong in every way but their address: who may call is to be decided before any of it is read. */
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
  test('every call that is not public answers 401, before it reads the request', async () => {
    const { anonymous } = await startTestApp()
    for (const { name, endpoint } of guarded) {
      for (const request of wrongIn(endpoint)) {
        const answer = await anonymous.raw(request)
        expect(answer.json(), name).toMatchObject({
          statusCode: 401,
          error: 'Unauthorized',
          code: 'not_signed_in',
          message: 'Please log in.',
        })
      }
    }
  })

  test('a token that nobody was given is a session that has ended', async () => {
    const { app } = await startTestApp()
    for (const { name, endpoint } of guarded.filter(({ endpoint: { access } }) => access !== 'link')) {
      const forger = new Client(app, 'A'.repeat(43))
      for (const request of wrongIn(endpoint)) {
        expect((await forger.raw(request)).json(), name).toMatchObject({ statusCode: 401, code: 'session_ended' })
      }
    }
  })

  test('no public call asks for one', async () => {
    const { anonymous } = await startTestApp()
    for (const { name, endpoint } of open) {
      const answer = await anonymous.send(endpoint, {
        ...(endpoint.body && { body: {} }),
        ...(endpoint.params && { params: { file: 'a' } }),
      })
      expect(['not_signed_in', 'role_missing'], name).not.toContain(answer.problem?.code)
    }
  })

  test('what is public is this and nothing else', () => {
    expect(open.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`).sort()).toEqual([
      // Its address is the right.
      'GET /calendar/:file',
      'GET /categories',
      // The same.
      'GET /endreminders/:token',
      'GET /fields',
      'GET /healthz',
      'GET /readyz',
      'GET /roomstructure',
      'GET /roomtypes',
      'GET /site',
      'GET /test_db',
      'POST /consultation',
      'POST /endreminders/:token',
      'POST /forgot',
      'POST /login',
      'POST /logout',
      'POST /openinvitation',
      'POST /openoffer',
      'POST /refresh',
      'POST /register',
      'POST /reset',
    ])
  })
})

describe('without the role', () => {
  // Proves 6.4
  test('every call that wants one answers 403, before it reads the request', async () => {
    for (const role of ALL_ROLES) {
      const closed = guarded.filter(({ endpoint: { access } }) => Array.isArray(access) && !access.includes(role))
      const { newUser, services } = await startTestApp()
      const user = await newUser('holder', [role])
      if (role !== Role.User) await setRole(services.db, 'holder', Role.User, false)
      for (const { name, endpoint } of closed) {
        for (const request of wrongIn(endpoint)) {
          const answer = await user.raw(request)
          expect(answer.json(), `${name} with ${role}`).toMatchObject({
            statusCode: 403,
            error: 'Forbidden',
            code: 'role_missing',
            message: "You don't have permissions to do that with your account privileges.",
          })
        }
      }
    }
  })

  // Proves 6.2
  test('an administrator who is neither User nor Reseller keeps no projects; a reseller does', async () => {
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

describe("today's standing counts, not that at login", () => {
  test('a role that is taken is missing at once, one that is given is there at once', async () => {
    const { newUser, services } = await startTestApp()
    const user = await newUser('robin')
    expect((await user.call(listProjects, {})).status).toBe(204)
    await setRole(services.db, 'robin', Role.User, false)
    expect((await user.call(listProjects, {})).status).toBe(403)
    await setRole(services.db, 'robin', Role.Reseller, true)
    expect((await user.call(listProjects, {})).status).toBe(204)
  })

  test('a locked user is out at once and cannot come back in', async () => {
    const { app, services, newUser } = await startTestApp()
    await newUser('robin')
    const session = await app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: PASSWORD } })
    const user = new Client(app, session.json<{ accessToken: string }>().accessToken)
    const cookies = Object.fromEntries(session.cookies.map(({ name, value }) => [name, value]))
    expect((await user.call(listProjects, {})).status).toBe(204)

    await services.db.updateTable('users').set({ locked_at: new Date().toISOString() }).execute()
    expect((await user.call(listProjects, {})).problem).toMatchObject({ statusCode: 401, code: 'session_ended' })
    expect((await app.inject({ method: 'POST', url: '/refresh', cookies })).statusCode).toBe(401)
    expect((await app.inject({ url: '/download/AAAAAAAAAAAAAAAAAAAAAA', cookies })).statusCode).toBe(401)
    const again = await new Client(app).call(login, { body: { user: 'robin', pwd: PASSWORD } })
    expect(again.problem).toMatchObject({ statusCode: 401, message: 'Invalid Username or Password' })
  })
})

describe('what is wrong with a request is told in one order', () => {
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
