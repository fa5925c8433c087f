import { describe, expect, test } from 'vitest'
import { changePassword, getMyAccount } from '../../../src/shared/identity/account.api.ts'
import { login, refresh, type SessionBody } from '../../../src/shared/identity/auth.api.ts'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { ALL_ROLES } from '../../../src/shared/contract/roles.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { addPasswordReset } from '../../../src/server/identity/passwords/password-resets.repo.ts'
import { hashPassword } from '../../../src/server/identity/passwords/passwords.ts'
import { setPassword } from '../../../src/server/identity/passwords/set-password.service.ts'
import { DAY, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { Client, PASSWORD, startTestApp } from '../../support/test-app.ts'
import { sentenceOf } from '../../support/problems.ts'

const GIVEN = 'given by somebody'

/** Robin, whose password was set by a command. */
const start = async () => {
  const started = await startTestApp()
  const { services, app, clock, newUser } = started
  await newUser('robin', ALL_ROLES)
  const robin = await services.db.selectFrom('users').select(['id', 'email']).executeTakeFirstOrThrow()
  await setPassword(services.db, clock, robin.id, await hashPassword(GIVEN), { mustChange: true })
  const logIn = (pwd: string) => app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd } })
  const response = await logIn(GIVEN)
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
  const session = response.json<SessionBody>()
  return { ...started, row: robin, cookies, session, client: new Client(app, session.accessToken), logIn }
}

describe('a user with an assigned password', () => {
  test('gets that information at login and at each refresh', async () => {
    const { app, session, cookies } = await start()
    expect(session.mustChangePassword).toBe(true)
    const renewed = await app.inject({ method: refresh.method, url: refresh.path, cookies })
    expect(renewed.json()).toMatchObject({ user: 'robin', mustChangePassword: true })
  })

  test('gets a 403 from every call but those of the setup and logging out', async () => {
    const { app, client, cookies } = await start()
    const refused: string[] = []
    // Calls of read-only links need no session.
    const guarded = Object.values<EndpointSpec>(endpoints).filter(
      ({ access }) => access !== 'public' && access !== 'link',
    )
    for (const { method, path } of guarded) {
      const response = await client.raw({ method, url: path.replace(':remote', 'AAAAAAAAAAAAAAAAAAAAAA') })
      const { code, message } = response.json<{ code?: string; message?: string }>()
      if (code !== 'password_change_required') continue
      expect([response.statusCode, message]).toEqual([403, sentenceOf('password_change_required')])
      refused.push(`${method} ${path}`)
    }
    const open = guarded.map(({ method, path }) => `${method} ${path}`).filter((call) => !refused.includes(call))
    expect(open.sort()).toEqual([
      'GET /myaccount',
      'POST /changepass',
      'POST /newsecondfactor',
      'POST /oidclogout',
      'POST /secondfactor',
    ])
    // Download cookies open no more than the bearer token.
    for (const url of ['/export', '/download/AAAAAAAAAAAAAAAAAAAAAA']) {
      expect((await app.inject({ url, cookies })).json()).toMatchObject({ code: 'password_change_required' })
    }
    expect(await client.must(getMyAccount, {})).toMatchObject({ username: 'robin' })
    expect((await client.raw({ method: 'POST', url: '/logout' })).statusCode).toBe(204)
    expect((await client.call(getMyAccount, {})).status).toBe(401)
  })

  test('can do everything in the same session after changing it', async () => {
    const { client, logIn } = await start()
    const change = (newPass: string) => client.call(changePassword, { body: { currentPass: GIVEN, newPass } })
    expect((await change(GIVEN)).problem).toMatchObject({
      statusCode: 400,
      fields: { newPass: SENTENCES.passwordSame },
    })
    expect((await change(PASSWORD)).status).toBe(200)
    expect((await client.call(listProjects, {})).status).toBe(204)
    expect((await logIn(PASSWORD)).json()).not.toHaveProperty('mustChangePassword')
  })

  test('can also change it by a mailed link', async () => {
    const { services, clock, app, row, logIn } = await start()
    const reset = await addPasswordReset(services.db, clock, row)
    const payload = { token: reset?.token, newPass: PASSWORD }
    expect((await app.inject({ method: 'POST', url: '/reset', payload })).statusCode).toBe(200)
    expect((await logIn(PASSWORD)).json()).not.toHaveProperty('mustChangePassword')
  })

  test('logs in with it for 14 days, and after a new one for 14 more', async () => {
    const { services, clock, row, logIn } = await start()
    clock.turn(14 * DAY - MINUTE)
    expect((await logIn(GIVEN)).statusCode).toBe(200)
    clock.turn(MINUTE)
    expect((await logIn(GIVEN)).json()).toMatchObject({ statusCode: 401, code: 'password_expired' })
    expect((await logIn('wrong horse')).json()).toMatchObject({ code: 'wrong_credentials' })
    await setPassword(services.db, clock, row.id, await hashPassword(GIVEN), { mustChange: true })
    expect((await logIn(GIVEN)).statusCode).toBe(200)
  })

  test('is never one who registered', async () => {
    const { newUser, anonymous } = await startTestApp()
    await newUser('robin')
    const session = await anonymous.must(login, { body: { user: 'robin', pwd: PASSWORD } })
    expect(session).not.toHaveProperty('mustChangePassword')
  })
})
