import { describe, expect, test } from 'vitest'
import { changePassword, getMyAccount } from '../../../src/shared/identity/account.api.ts'
import { createKey } from '../../../src/shared/identity/api-keys.api.ts'
import { forgot, login } from '../../../src/shared/identity/auth.api.ts'
import { askToAddPasskey, savePasskey } from '../../../src/shared/identity/passkeys.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { renewCalendarAddress } from '../../../src/shared/upkeep/calendar.api.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { HOUR, MINUTE, SECOND, isoTime } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { newAuthenticator } from '../../support/authenticator.ts'
import { Client, PASSWORD } from '../../support/test-app.ts'
import { NEW, PUBLIC_URL, start, type Started, tokenIn, reset, loginStatus } from './password-mail-fixture.ts'

const NO_LONGER_VALID = { statusCode: 404, code: 'reset_link_invalid' }

/** Asks for a link and returns its token from the mail. */
const askForToken = async ({ anonymous, mailServer, jobsDone }: Started, user = 'robin'): Promise<string> => {
  await anonymous.must(forgot, { body: { user } })
  const mail = await mailServer.waitForMail(`${user}@example.com`, '/reset#')
  // Waits until the mail is noted as sent, or a turned clock would send it again.
  await jobsDone()
  return tokenIn(mail)
}

describe('a reset link', () => {
  test('is valid for one hour', async () => {
    const started = await start()
    const { anonymous, clock } = started
    const [first, second] = [await askForToken(started), await askForToken(started)]
    clock.turn(HOUR - SECOND)
    expect((await reset(anonymous, first)).status).toBe(200)
    const third = await askForToken(started)
    expect(third).not.toBe(second)
    clock.turn(HOUR)
    expect((await reset(anonymous, third)).problem).toMatchObject(NO_LONGER_VALID)
    expect(await loginStatus(anonymous, NEW)).toBe(200)
  })

  test('works once', async () => {
    const started = await start()
    const { anonymous } = started
    const token = await askForToken(started)
    expect((await reset(anonymous, token)).status).toBe(200)
    expect((await reset(anonymous, token, 'third horse')).problem).toMatchObject(NO_LONGER_VALID)
    expect(await loginStatus(anonymous, NEW)).toBe(200)
  })

  test('works once for several uses at once', async () => {
    const started = await start()
    const { anonymous } = started
    const token = await askForToken(started)
    const passwords = Array.from({ length: 6 }, (_, n) => `another horse ${n}`)
    const answers = await Promise.all(passwords.map((newPass) => reset(anonymous, token, newPass)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    const winner = answers.findIndex(({ status }) => status === 200)
    for (const [n, pwd] of passwords.entries()) expect(await loginStatus(anonymous, pwd)).toBe(n === winner ? 200 : 401)
  })

  test('ends when another one of the account is used, also at the same moment', async () => {
    const started = await start()
    const { anonymous } = started
    const tokens = [await askForToken(started), await askForToken(started), await askForToken(started)]
    const answers = await Promise.all(tokens.map((token) => reset(anonymous, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    for (const token of tokens) expect((await reset(anonymous, token)).problem).toMatchObject(NO_LONGER_VALID)
  })

  test('ends what else opens the account, if nobody had confirmed the address before', async () => {
    const started = await start()
    const { anonymous, robin, app, services } = started
    await services.db.updateTable('users').set({ email_confirmed_at: null }).execute()
    const key = async (client: Client, currentPass: string) => {
      const body = { name: 'curl', writes: false, currentPass }
      return new Client(app, (await client.must(createKey, { body })).key)
    }
    // Anybody may have registered with the address of somebody else, who finds an account there later.
    const stranger = await key(robin, PASSWORD)
    const options = await robin.must(askToAddPasskey, { body: { currentPass: PASSWORD } })
    const credential = newAuthenticator().make(options, { origin: PUBLIC_URL })
    await robin.must(savePasskey, { body: { credential, name: 'Phone' } })
    const calendar = new URL((await robin.must(renewCalendarAddress, {})).address ?? '').pathname
    expect([(await stranger.call(listProjects, {})).status, (await app.inject(calendar)).statusCode]).toEqual([
      204, 200,
    ])
    await reset(anonymous, await askForToken(started))
    expect([(await stranger.call(listProjects, {})).status, (await app.inject(calendar)).statusCode]).toEqual([
      401, 404,
    ])
    const session = await anonymous.must(login, { body: { user: 'robin', pwd: NEW } })
    const owner = new Client(app, session.accessToken)
    expect((await owner.must(getMyAccount, {})).passkeys).toEqual([])
    const own = await key(owner, NEW)
    await reset(anonymous, await askForToken(started), 'third horse')
    expect((await own.call(listProjects, {})).status).toBe(204)
  })

  test('ends when the user changes the password', async () => {
    const started = await start()
    const { anonymous, robin } = started
    const token = await askForToken(started)
    await robin.must(changePassword, { body: { currentPass: PASSWORD, newPass: NEW } })
    expect((await reset(anonymous, token, 'third horse')).problem).toMatchObject(NO_LONGER_VALID)
    expect(await loginStatus(anonymous, NEW)).toBe(200)
  })

  test('survives a password that is too short, and names the problem', async () => {
    const started = await start()
    const { anonymous } = started
    const token = await askForToken(started)
    const { problem } = await reset(anonymous, token, '7 signs')
    expect(problem).toMatchObject({ statusCode: 400, fields: { newPass: SENTENCES.password } })
    expect((await reset(anonymous, token, 'x'.repeat(129))).problem).toMatchObject({ statusCode: 400 })
    expect((await reset(anonymous, token, '8 signs!')).status).toBe(200)
  })

  test('refuses a guessable password, and works with the next one', async () => {
    const started = await start()
    const { anonymous } = started
    const token = await askForToken(started)
    for (const [newPass, sentence] of [
      ['iloveyou', SENTENCES.passwordCommon],
      ['Robin-2024', SENTENCES.passwordNamed],
    ] as const) {
      const { problem } = await reset(anonymous, token, newPass)
      expect(problem).toMatchObject({ statusCode: 400, fields: { newPass: sentence } })
    }
    expect((await reset(anonymous, token)).status).toBe(200)
  })

  test('with an unknown token is answered like an expired one', async () => {
    const started = await start()
    const { anonymous, services } = started
    const token = await askForToken(started)
    const { token_hash } = await services.db.selectFrom('password_resets').selectAll().executeTakeFirstOrThrow()
    expect(token_hash).not.toContain(token)
    for (const wrong of ['x', 'A'.repeat(43), `${token}A`, token.slice(1), token_hash, "' or 1=1 --"]) {
      expect((await reset(anonymous, wrong)).problem).toMatchObject(NO_LONGER_VALID)
    }
    expect((await reset(anonymous, token)).status).toBe(200)
  })

  test('of an account that was locked is invalid', async () => {
    const started = await start()
    const token = await askForToken(started)
    await started.services.db
      .updateTable('users')
      .set({ locked_at: isoTime(started.services.clock) })
      .execute()
    expect((await reset(started.anonymous, token)).problem).toMatchObject(NO_LONGER_VALID)
  })

  test('is deleted by the sweep when it has expired, and no other is', async () => {
    const started = await start()
    const { services, clock, anonymous } = started
    await askForToken(started)
    clock.turn(HOUR - MINUTE)
    const token = await askForToken(started)
    clock.turn(MINUTE)
    await sweep(services)
    expect(await services.db.selectFrom('password_resets').select('id').execute()).toHaveLength(1)
    expect((await reset(anonymous, token)).status).toBe(200)
  })
})

describe('a reset password', () => {
  test('ends all sessions of the user at once, and no other session', async () => {
    const started = await start()
    const { app, anonymous, robin, newUser } = started
    const sam = await newUser('sam_e')
    const session = await app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: PASSWORD } })
    const cookies = Object.fromEntries(session.cookies.map(({ name, value }) => [name, value]))
    expect((await robin.call(listProjects, {})).status).toBe(204)

    await reset(anonymous, await askForToken(started))
    expect((await robin.call(listProjects, {})).problem).toMatchObject({ statusCode: 401, code: 'session_ended' })
    expect((await app.inject({ method: 'POST', url: '/refresh', cookies })).statusCode).toBe(401)
    expect((await app.inject({ url: '/download/AAAAAAAAAAAAAAAAAAAAAA', cookies })).statusCode).toBe(401)
    expect((await sam.call(listProjects, {})).status).toBe(204)
  })

  test('leaves no session to a login with the old one at the same moment', async () => {
    const started = await start({ forgotPerAccount: 100 })
    const { app, anonymous } = started
    let old = PASSWORD
    for (let round = 0; round < 4; round++) {
      const token = await askForToken(started)
      const next = `horse of round ${round}`
      const [logins] = await Promise.all([
        Promise.all([1, 2, 3].map(() => anonymous.call(login, { body: { user: 'robin', pwd: old } }))),
        reset(anonymous, token, next),
      ])
      for (const { status, body } of logins) {
        expect([200, 401]).toContain(status)
        if (status === 200) expect((await new Client(app, body.accessToken).call(listProjects, {})).status).toBe(401)
      }
      old = next
    }
    expect(await loginStatus(anonymous, old)).toBe(200)
  })

  test('lets the user in after any number of failed logins', async () => {
    const started = await start()
    const { anonymous } = started
    for (let n = 0; n < 10; n++) expect(await loginStatus(anonymous, 'wrong horse')).toBe(401)
    expect(await loginStatus(anonymous, PASSWORD)).toBe(429)
    await reset(anonymous, await askForToken(started))
    expect(await loginStatus(anonymous, NEW)).toBe(200)
  })

  test('keeps the links of other accounts', async () => {
    const started = await start()
    const { app, anonymous, newUser } = started
    await newUser('sam_e')
    const token = await askForToken(started, 'sam_e')
    await reset(anonymous, await askForToken(started))
    expect((await reset(anonymous, token)).status).toBe(200)
    expect(await loginStatus(new Client(app), NEW, 'sam_e')).toBe(200)
  })
})
