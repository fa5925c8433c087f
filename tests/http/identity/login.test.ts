import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import type { Database } from '../../../src/server/platform/db/database.ts'
import { PASSWORD, registrationOf, startTestApp } from '../../support/test-app.ts'
import { handed, logIn, refresh, projectsStatus, startWithRobin } from './sessions-fixture.ts'

describe('logging in', () => {
  // Proves 3.1, 3.2, 3.16, 6.1, 7.2
  test('returns an access token, the roles and the name', async () => {
    const { app } = await startWithRobin()
    const response = await logIn(app)
    expect(response.json()).toEqual({ accessToken: expect.any(String), roles: [Role.User], user: 'robin' })
    expect(await projectsStatus(app, handed(response).access)).toBe(204)
  })

  test('accepts the username or the e-mail address in any case', async () => {
    const { app } = await startWithRobin()
    for (const user of ['robin', 'ROBIN', ' Robin ', 'robin@example.com', 'Robin@EXAMPLE.com']) {
      expect((await logIn(app, { user })).json(), user).toMatchObject({ user: 'robin' })
    }
  })

  // Proves 5.8
  test('without username or password names the field', async () => {
    const { app } = await startWithRobin()
    for (const [body, missing] of [
      [{ user: undefined, pwd: undefined }, ['pwd', 'user']],
      [{ user: '', pwd: '' }, ['pwd', 'user']],
      [{ user: '   ' }, ['user']],
      [{ user: null }, ['user']],
      [{ pwd: null }, ['pwd']],
      [{ pwd: '' }, ['pwd']],
    ] as const) {
      const response = await logIn(app, body)
      expect(response.json()).toMatchObject({ statusCode: 400, code: 'missing_credentials' })
      expect(Object.keys(response.json<{ fields: object }>().fields).sort()).toEqual(missing)
    }
  })

  test('rejects characters that no name or password can have as a malformed request', async () => {
    const { app } = await startWithRobin()
    for (const bad of ['robin\0', 'robin\ud800']) {
      const fields = { user: SENTENCES.unusable }
      expect((await logIn(app, { user: bad })).json()).toMatchObject({ statusCode: 400, fields })
      expect((await logIn(app, { pwd: bad })).json()).toMatchObject({ statusCode: 400, fields: { pwd: fields.user } })
    }
  })

  test('treats an overlong name or password as a wrong one', async () => {
    const { app } = await startWithRobin()
    const long = randomBytes(9000).toString('base64url')
    expect((await logIn(app, { user: long })).statusCode).toBe(401)
    expect((await logIn(app, { pwd: long })).statusCode).toBe(401)
  })

  test('answers an unknown user like a wrong password', async () => {
    const { app } = await startWithRobin()
    const wrong = await logIn(app, { pwd: 'wrong horse' })
    const unknown = await logIn(app, { user: 'nobody' })
    expect(wrong.json()).toMatchObject({ statusCode: 401, code: 'wrong_credentials' })
    expect(unknown.json()).toEqual({ ...wrong.json<object>(), requestId: expect.any(String) })
    expect(wrong.cookies).toEqual([])
  })

  test('compares a password exactly, including blanks and case', async () => {
    const { app, anonymous } = await startTestApp()
    const pwd = '  Pässwörd 😀 '
    await anonymous.must(register, { body: { ...registrationOf('robin'), pwd } })
    expect((await logIn(app, { pwd })).statusCode).toBe(200)
    for (const wrong of [pwd.trim(), pwd.toLowerCase(), pwd.normalize('NFD')]) {
      expect((await logIn(app, { pwd: wrong })).statusCode).toBe(401)
    }
  })
})

/** All contents of the database as one text. */
const everything = async (db: Database): Promise<string> => {
  const tables = await db.introspection.getTables()
  const rows = tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db))
  return JSON.stringify((await Promise.all(rows)).map((result) => result.rows))
}

test('the database has tokens only as hashes, and no password', async () => {
  const { app, services } = await startWithRobin()
  const first = handed(await logIn(app))
  const second = handed(await refresh(app, first.refresh))
  const stored = await everything(services.db)
  for (const token of [...Object.values(first), ...Object.values(second)]) {
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'))
    expect(stored).not.toContain(token)
  }
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  expect(stored).not.toContain(PASSWORD)
})
