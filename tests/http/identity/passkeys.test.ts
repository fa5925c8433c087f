import { describe, expect, test } from 'vitest'
import { exportMyData, getMyAccount } from '../../../src/shared/identity/account.api.ts'
import type { SessionBody } from '../../../src/shared/identity/auth.api.ts'
import {
  askToAddPasskey,
  askToLogInWithPasskey,
  logInWithPasskey,
  removePasskey,
  savePasskey,
} from '../../../src/shared/identity/passkeys.api.ts'
import { setUserLock } from '../../../src/shared/identity/people.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { setSecondFactorRule } from '../../../src/shared/identity/second-factor.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { newAuthenticator } from '../../support/authenticator.ts'
import { problemWith } from '../../support/problems.ts'
import { turnOn } from '../../support/second-factor.ts'
import { Client, PASSWORD, startTestApp, type TestApp } from '../../support/test-app.ts'
import { unzip } from '../../support/zip.ts'

type Authenticator = ReturnType<typeof newAuthenticator>
const ASK = { body: { currentPass: PASSWORD } }

const add = async (client: Client, key: Authenticator, name = 'Chrome on Linux') => {
  const options = await client.must(askToAddPasskey, ASK)
  return client.must(savePasskey, { body: { credential: key.make(options), name } })
}

const start = async (settings: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp(settings)
  return { ...started, robin: await started.newUser('robin') }
}

/** With a passkey. */
const startWithKey = async () => {
  const started = await start()
  const key = newAuthenticator()
  const { passkeyID } = await add(started.robin, key)
  return { ...started, key, passkeyID }
}

const logIn = async (
  { anonymous }: Pick<TestApp, 'anonymous'>,
  key: Authenticator,
  spoiled: Parameters<Authenticator['sign']>[1] = {},
) => {
  const options = await anonymous.must(askToLogInWithPasskey, {})
  return anonymous.call(logInWithPasskey, { body: { credential: key.sign(options, spoiled) } })
}

describe('a passkey', () => {
  test('logs its user in without a password, also where there is a second factor', async () => {
    const started = await startWithKey()
    const { robin, key, clock, app, newUser } = started
    const admin = await newUser('admin', [Role.Admin])
    await turnOn(admin, clock)
    await admin.must(setSecondFactorRule, { body: { requiredFor: 'everyone' } })
    const opened = await logIn(started, key)
    expect(opened.body).toMatchObject({ user: 'robin' })
    expect(opened.body).not.toHaveProperty('mustSetUpSecondFactor')
    const client = new Client(app, (opened.body as SessionBody).accessToken)
    expect((await client.call(listProjects, {})).status).toBe(204)
    expect((await robin.call(listProjects, {})).problem?.code).toBe('second_factor_required')
    expect((await client.must(getMyAccount, {})).passkeys).toEqual([
      {
        passkeyID: expect.any(Number),
        name: 'Chrome on Linux',
        createdAt: expect.any(String),
        lastUsedAt: clock.now().toISOString(),
      },
    ])
  })

  test('is added after the password, by a challenge of its user that works once within five minutes', async () => {
    const { robin, newUser, clock } = await start()
    const other = await newUser('other')
    expect((await robin.call(askToAddPasskey, { body: { currentPass: 'wrong horse' } })).problem?.code).toBe(
      'current_password_wrong',
    )
    const key = newAuthenticator()
    const save = (client: Client, credential: ReturnType<Authenticator['make']>) =>
      client.call(savePasskey, { body: { credential, name: 'Phone' } })
    const late = key.make(await robin.must(askToAddPasskey, ASK))
    clock.turn(5 * MINUTE)
    expect((await save(robin, late)).problem?.code).toBe('passkey_wrong')
    const made = key.make(await robin.must(askToAddPasskey, ASK))
    expect((await save(other, made)).problem?.code).toBe('passkey_wrong')
    expect((await save(robin, made)).status).toBe(200)
    expect((await save(robin, made)).problem?.code).toBe('passkey_wrong')
    const again = key.make(await other.must(askToAddPasskey, ASK))
    expect((await save(other, again)).problem?.code, 'of another account').toBe('passkey_wrong')
    expect((await other.must(getMyAccount, {})).passkeys).toEqual([])
  })

  test('of another address, or from a device that asked for no fingerprint or PIN, is refused', async () => {
    const started = await start()
    const { robin } = started
    for (const spoiled of [{ origin: 'https://roomfolio.example' }, { verifies: false }]) {
      const credential = newAuthenticator().make(await robin.must(askToAddPasskey, ASK), spoiled)
      expect((await robin.call(savePasskey, { body: { credential, name: 'Phone' } })).problem?.code).toBe(
        'passkey_wrong',
      )
    }
    const key = newAuthenticator()
    await add(robin, key)
    for (const spoiled of [{ origin: 'https://roomfolio.example' }, { verifies: false }, { counter: 1 }])
      expect((await logIn(started, key, spoiled)).problem?.code, JSON.stringify(spoiled)).toBe('passkey_wrong')
    expect((await logIn(started, key)).status).toBe(200)
  })

  test('is refused after so many failures from an address, which then write nothing to the audit log', async () => {
    const started = await start({ loginTriesPerAddress: 3 })
    const { robin, services } = started
    const key = newAuthenticator()
    await add(robin, key)
    for (let n = 0; n < 5; n++) expect((await logIn(started, key)).status).toBe(200)
    const wrong = { origin: 'https://roomfolio.example' }
    for (let n = 0; n < 3; n++) expect((await logIn(started, key, wrong)).problem?.code).toBe('passkey_wrong')
    expect((await logIn(started, key)).problem?.code).toBe('too_many_tries')
    const failed = services.db.selectFrom('security_events').select('times').where('kind', '=', 'login_failed')
    expect(await failed.execute()).toEqual([{ times: 3 }])
  })

  test('signs each challenge once, within five minutes', async () => {
    const { anonymous, key, clock } = await startWithKey()
    const options = await anonymous.must(askToLogInWithPasskey, {})
    const ask = () => anonymous.call(logInWithPasskey, { body: { credential: key.sign(options) } })
    const answers = await Promise.all([ask(), ask()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const old = await anonymous.must(askToLogInWithPasskey, {})
    clock.turn(5 * MINUTE)
    expect((await anonymous.call(logInWithPasskey, { body: { credential: key.sign(old) } })).problem?.code).toBe(
      'passkey_wrong',
    )
  })

  test('logs no one in whose account is locked, or after it was removed with the password', async () => {
    const started = await startWithKey()
    const { robin, key, passkeyID, newUser, services } = started
    const admin = await newUser('admin', [Role.Admin])
    const { id: userID } = await services.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', 'robin')
      .executeTakeFirstOrThrow()
    await admin.must(setUserLock, { body: { userID, locked: true } })
    expect((await logIn(started, key)).problem?.code).toBe('passkey_wrong')
    await admin.must(setUserLock, { body: { userID, locked: false } })
    const opened = await logIn(started, key)
    const client = new Client(robin.app, (opened.body as SessionBody).accessToken)
    const remove = (currentPass: string) => client.call(removePasskey, { query: { passkeyID }, body: { currentPass } })
    expect((await remove('wrong horse')).problem?.code).toBe('current_password_wrong')
    expect((await remove(PASSWORD)).body).toEqual({ message: 'Passkey removed' })
    expect((await remove(PASSWORD)).status).toBe(404)
    expect((await logIn(started, key)).problem?.code).toBe('passkey_wrong')
  })

  test('is in the account’s export by its name, without its key', async () => {
    const { robin, services } = await startWithKey()
    const json =
      (await unzip((await robin.raw({ url: exportMyData.path })).rawPayload)).get('roomfolio.json')?.toString() ?? ''
    expect(JSON.parse(json)).toMatchObject({ account: { passkeys: [{ name: 'Chrome on Linux' }] } })
    const { public_key } = await services.db.selectFrom('passkeys').select('public_key').executeTakeFirstOrThrow()
    expect(json).not.toContain(public_key)
  })
})

test.each([['http://homes.example.com'], ['http://192.0.2.7:3000'], ['https://192.0.2.7']])(
  'at %s nobody can make a passkey, and the answer says why',
  async (publicURL) => {
    const { robin } = await start({ publicURL })
    expect((await robin.call(askToAddPasskey, ASK)).problem).toMatchObject(problemWith('passkeys_unavailable'))
  },
)
