import { describe, expect, onTestFinished, test } from 'vitest'
import { changePassword } from '../../../src/shared/identity/account.api.ts'
import { forgot, login, register, resetPassword } from '../../../src/shared/identity/auth.api.ts'
import { getSite } from '../../../src/shared/admin/site.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { HOUR, MINUTE, SECOND } from '../../../src/server/platform/lib/clock.ts'
import { sweep } from '../../../src/server/sweep.ts'
import { linkIn, MailServer, type ReceivedMail } from '../../support/mail-server.ts'
import { Client, PASSWORD, registrationOf, signIn, startTestApp, type TestApp } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'

const NEW = 'another horse'
const PUBLIC_URL = 'https://homes.example.com'
const ON_ITS_WAY = 'If there is such an account, an e-mail with a link is on its way.'
const NO_LONGER_VALID = {
  statusCode: 404,
  code: 'reset_link_invalid',
  message: 'This link is no longer valid. Please ask for a new one.',
}

const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const settings = { smtpURL: mailServer.url, publicURL: PUBLIC_URL, mailFrom: 'post@homes.example', ...config }
  const started = await startTestApp(settings)
  const robin = await started.newUser('robin')
  return { ...started, mailServer, robin }
}
type Started = Awaited<ReturnType<typeof start>>

const tokenIn = (mail: ReceivedMail): string => linkIn(mail).hash.slice(1)

/** Asks for a link and takes its token out of the mail. */
const askForToken = async ({ anonymous, mailServer, jobsDone }: Started, user = 'robin'): Promise<string> => {
  await anonymous.must(forgot, { body: { user } })
  const mail = await mailServer.waitForMail(`${user}@example.com`)
  // Until it is noted as sent, a clock that is turned would have it sent again.
  await jobsDone()
  return tokenIn(mail)
}

const reset = (client: Client, token: string, newPass = NEW) => client.call(resetPassword, { body: { token, newPass } })

const loginStatus = async (client: Client, pwd: string, user = 'robin') =>
  (await client.call(login, { body: { user, pwd } })).status

/** Waits until nothing is on its way any more, and answers to whom mails came. */
const allRecipients = async ({ jobsDone, mailServer }: Started): Promise<string[]> => {
  await jobsDone()
  return mailServer.received.flatMap(({ recipients }) => recipients)
}

describe('a forgotten password', () => {
  test('is set anew with the link that comes by mail', async () => {
    const started = await start()
    const { anonymous, mailServer } = started
    expect((await anonymous.call(forgot, { body: { user: 'robin' } })).body).toEqual({ message: ON_ITS_WAY })
    const mail = await mailServer.waitForMail('robin@example.com')
    expect(linkIn(mail).href).toBe(`${PUBLIC_URL}/reset#${tokenIn(mail)}`)

    const answer = await reset(anonymous, tokenIn(mail))
    expect([answer.status, answer.body]).toEqual([200, { message: 'Password changed' }])
    expect(await loginStatus(anonymous, NEW)).toBe(200)
    expect(await loginStatus(anonymous, PASSWORD)).toBe(401)
  })

  test('is asked for by username or e-mail address, in any case', async () => {
    const { anonymous, mailServer } = await start()
    for (const user of ['robin', ' ROBIN ', 'robin@example.com', 'Robin@Example.COM']) {
      await anonymous.must(forgot, { body: { user } })
      expect((await mailServer.waitForMail('robin@example.com')).text).toContain('Hello robin,')
    }
  })

  test('is answered alike whether there is such an account or not; only the one that is there, and not locked, gets a mail', async () => {
    const started = await start()
    const { anonymous, services, newUser } = started
    await newUser('locked')
    await services.db
      .updateTable('users')
      .set({ locked_at: new Date().toISOString() })
      .where('username', '=', 'locked')
      .execute()
    for (const user of ['nobody', 'nobody@example.com', 'locked', 'robin']) {
      const answer = await anonymous.call(forgot, { body: { user } })
      expect([answer.status, answer.body], user).toEqual([200, { message: ON_ITS_WAY }])
    }
    expect(await allRecipients(started)).toEqual(['robin@example.com'])
  })

  test('without a name to look for is a 400 that says so', async () => {
    const { anonymous } = await start()
    for (const body of [{}, { user: '' }, { user: '   ' }, { user: null }]) {
      const { problem } = await anonymous.send(forgot, { body })
      expect(problem).toMatchObject({ statusCode: 400, fields: { user: 'Required.' } })
    }
  })

  test('cannot be helped where no mail server is set, and the site says so beforehand', async () => {
    const { anonymous, newUser } = await startTestApp()
    await newUser('robin')
    expect(await anonymous.must(getSite, {})).toMatchObject({ sendsMail: false })
    for (const user of ['robin', 'nobody']) {
      expect((await anonymous.call(forgot, { body: { user } })).problem).toMatchObject({
        statusCode: 409,
        code: 'mail_not_set_up',
        message: 'This installation cannot send e-mail. Please ask its owner to reset your password.',
      })
    }
    const { anonymous: visitor } = await start()
    expect(await visitor.must(getSite, {})).toMatchObject({ sendsMail: true })
  })
})

describe('the mail', () => {
  test('is plain text from this installation, to one recipient, and says that no person wrote it', async () => {
    const { anonymous, mailServer } = await start()
    await anonymous.must(forgot, { body: { user: 'robin' } })
    const mail = await mailServer.waitForMail('robin@example.com')
    expect(mail).toMatchObject({
      from: { name: 'Roomfolio', address: 'post@homes.example' },
      to: [{ address: 'robin@example.com' }],
      subject: 'Set a new password for Roomfolio',
      attachments: [],
    })
    expect(mail.html).toBeUndefined()
    expect(mail.text).toContain('It works once, and for one hour.')
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  })

  test('leads to PUBLIC_URL, whatever the request says of itself', async () => {
    const { anonymous, mailServer } = await start({ trustProxy: true })
    const forged = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    }
    await anonymous.raw({ method: 'POST', url: '/forgot', headers: forged, payload: { user: 'robin' } })
    const mail = await mailServer.waitForMail('robin@example.com')
    expect(linkIn(mail).origin).toBe(PUBLIC_URL)
    expect(mail.source).not.toContain('evil.example')
  })

  test('leads under the path that PUBLIC_URL has', async () => {
    const publicURL = 'https://example.com/homes'
    const { app, mailServer } = await start({ publicURL })
    await app.inject({ method: 'POST', url: '/homes/forgot', payload: { user: 'robin' } })
    const mail = await mailServer.waitForMail('robin@example.com')
    expect(linkIn(mail).href).toBe(`${publicURL}/reset#${tokenIn(mail)}`)
  })

  test('goes to one address alone, also where that holds what separates addresses', async () => {
    const { anonymous, mailServer } = await start()
    const registration = registrationOf('sam_e')
    for (const [user, email] of [
      ['comma', 'first,victim@example.com'],
      ['semicolon', 'first;victim@example.com'],
      ['angled', 'first<victim@example.com>'],
    ] as const) {
      await anonymous.must(register, { body: { ...registration, user, inputs: { ...registration.inputs, email } } })
      const before = mailServer.received.length
      await anonymous.must(forgot, { body: { user } })
      await anonymous.must(forgot, { body: { user: 'robin' } })
      await mailServer.waitForMail('robin@example.com')
      for (const { recipients, to, cc, bcc } of mailServer.received.slice(before)) {
        expect([recipients.length, to?.length, cc, bcc], user).toEqual([1, 1, undefined, undefined])
        expect(recipients).not.toContain('victim@example.com')
      }
    }
  })

  test('is handed in under the name and password of SMTP_URL', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { anonymous, newUser } = await startTestApp({ smtpURL: mailServer.urlWithPassword })
    await newUser('robin')
    await anonymous.must(forgot, { body: { user: 'robin' } })
    expect(await mailServer.waitForMail('robin@example.com')).toMatchObject({ user: 'roomfolio' })
  })
})

describe('a link', () => {
  test('is good for one hour', async () => {
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

  test('works once also for several who use it at the same moment', async () => {
    const started = await start()
    const { anonymous } = started
    const token = await askForToken(started)
    const passwords = Array.from({ length: 6 }, (_, n) => `another horse ${n}`)
    const answers = await Promise.all(passwords.map((newPass) => reset(anonymous, token, newPass)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404])
    const winner = answers.findIndex(({ status }) => status === 200)
    for (const [n, pwd] of passwords.entries()) expect(await loginStatus(anonymous, pwd)).toBe(n === winner ? 200 : 401)
  })

  test('is over when another of the same account has been used, at the same moment too', async () => {
    const started = await start()
    const { anonymous } = started
    const tokens = [await askForToken(started), await askForToken(started), await askForToken(started)]
    const answers = await Promise.all(tokens.map((token) => reset(anonymous, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    for (const token of tokens) expect((await reset(anonymous, token)).problem).toMatchObject(NO_LONGER_VALID)
  })

  test('is over when its owner has changed the password meanwhile', async () => {
    const started = await start()
    const { anonymous, robin } = started
    const token = await askForToken(started)
    await robin.must(changePassword, { body: { currentPass: PASSWORD, newPass: NEW } })
    expect((await reset(anonymous, token, 'third horse')).problem).toMatchObject(NO_LONGER_VALID)
    expect(await loginStatus(anonymous, NEW)).toBe(200)
  })

  test('stays when it was followed with a password that is too short, and says so', async () => {
    const started = await start()
    const { anonymous } = started
    const token = await askForToken(started)
    const { problem } = await reset(anonymous, token, '7 signs')
    expect(problem).toMatchObject({ statusCode: 400, fields: { newPass: 'Must be at least 8 characters.' } })
    expect((await reset(anonymous, token, 'x'.repeat(129))).problem).toMatchObject({ statusCode: 400 })
    expect((await reset(anonymous, token, '8 signs!')).status).toBe(200)
  })

  test('refuses a password that is guessed first, and works with the next one', async () => {
    const started = await start()
    const { anonymous } = started
    const token = await askForToken(started)
    for (const [newPass, sentence] of [
      ['iloveyou', 'One of the commonest passwords. Please choose another.'],
      ['Robin-2024', 'Must not be the username, the email address or Roomfolio.'],
    ] as const) {
      const { problem } = await reset(anonymous, token, newPass)
      expect(problem).toMatchObject({ statusCode: 400, fields: { newPass: sentence } })
    }
    expect((await reset(anonymous, token)).status).toBe(200)
  })

  test('that nobody was sent is as good as one that is over', async () => {
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

  test('of an account that has been locked since is over', async () => {
    const started = await start()
    const token = await askForToken(started)
    await started.services.db.updateTable('users').set({ locked_at: new Date().toISOString() }).execute()
    expect((await reset(started.anonymous, token)).problem).toMatchObject(NO_LONGER_VALID)
  })

  test('that is over is swept away, and no other', async () => {
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

describe('a password that was reset', () => {
  test('ends all sessions of that user at once, and no other session', async () => {
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

  test('leaves no session to somebody who signs in with the old one at the same moment', async () => {
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

  test('lets its owner in, however often others had guessed before', async () => {
    const started = await start()
    const { anonymous } = started
    for (let n = 0; n < 10; n++) expect(await loginStatus(anonymous, 'wrong horse')).toBe(401)
    expect(await loginStatus(anonymous, PASSWORD)).toBe(429)
    await reset(anonymous, await askForToken(started))
    expect(await loginStatus(anonymous, NEW)).toBe(200)
  })

  test('leaves the links of other accounts alone', async () => {
    const started = await start()
    const { app, anonymous, newUser } = started
    await newUser('sam_e')
    const token = await askForToken(started, 'sam_e')
    await reset(anonymous, await askForToken(started))
    expect((await reset(anonymous, token)).status).toBe(200)
    expect(await loginStatus(new Client(app), NEW, 'sam_e')).toBe(200)
  })
})

describe('a mail server that is in trouble', () => {
  const trouble: [string, (mailServer: MailServer) => Promise<void> | void][] = [
    ['is down', (mailServer) => mailServer.stop()],
    ['refuses the mail', (mailServer) => mailServer.will('refuse')],
    ['says nothing', (mailServer) => mailServer.will('hang')],
  ]
  test.each(trouble)('that %s keeps no caller waiting, and changes no answer', async (_, begin) => {
    const { anonymous, mailServer } = await start()
    await begin(mailServer)
    for (const user of ['nobody', 'robin']) {
      expect((await anonymous.call(forgot, { body: { user } })).body).toEqual({ message: ON_ITS_WAY })
    }
    // Cuts the connection that is left without a word, so that the app need not wait for it.
    await mailServer.stop()
  })

  test('is asked again by the next who forgets a password', async () => {
    const started = await start()
    const { anonymous, mailServer } = started
    mailServer.will('hang')
    await anonymous.must(forgot, { body: { user: 'robin' } })
    await mailServer.waitForConnections(1)
    await mailServer.stop()
    mailServer.will('accept')
    await mailServer.start()
    // Until the failure is noted somebody may be told that a mail is on its way, and it is: the server is back.
    await until(async () => (await anonymous.call(forgot, { body: { user: 'robin' } })).status === 200)
    const token = tokenIn(await mailServer.waitForMail('robin@example.com'))
    expect((await reset(anonymous, token)).status).toBe(200)
  })
})

describe('asking for a link', () => {
  const ask = async ({ app }: TestApp, user: string, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/forgot', payload: { user }, remoteAddress })
  const REFUSED = {
    statusCode: 429,
    code: 'too_many_tries',
    message: 'Too many tries. Please wait 1 hour and try again.',
  }

  test('is possible five times an hour for one account, under all its names and from everywhere', async () => {
    const started = await start()
    const { mailServer } = started
    const names = ['robin', 'ROBIN', 'robin@example.com', ' Robin', 'robin@EXAMPLE.com']
    for (const [n, name] of names.entries()) {
      expect((await ask(started, name, `192.0.2.${n}`)).statusCode).toBe(200)
      await mailServer.waitForMail('robin@example.com')
    }
    // Each name has its own refusal, so that none tells which other one belongs to it.
    for (const name of ['robin', 'robin', 'robin@example.com', 'robin@example.com', 'robin@example.com']) {
      expect((await ask(started, name, '192.0.2.99')).json()).toEqual({ message: ON_ITS_WAY })
    }
    for (const name of ['robin', 'robin@example.com']) {
      const refused = await ask(started, name, '192.0.2.99')
      expect(refused.json()).toMatchObject(REFUSED)
      expect(refused.headers['retry-after']).toBe('3600')
    }
    started.clock.turn(HOUR)
    expect((await ask(started, 'robin')).statusCode).toBe(200)
    expect(await allRecipients(started)).toHaveLength(6)
  })

  test('is counted for an account that does not exist, as for one that does', async () => {
    const started = await start()
    for (const user of ['nobody', 'robin']) {
      for (let n = 0; n < 5; n++) expect((await ask(started, user)).statusCode).toBe(200)
      expect((await ask(started, user)).json()).toMatchObject(REFUSED)
    }
  })

  test('is possible fifty times an hour from one address, whichever accounts', async () => {
    const started = await start()
    for (let n = 0; n < 50; n++) expect((await ask(started, `nobody-${n}`)).statusCode).toBe(200)
    expect((await ask(started, 'robin')).json()).toMatchObject(REFUSED)
    expect((await ask(started, 'robin', '192.0.2.2')).statusCode).toBe(200)
    started.clock.turn(HOUR)
    expect((await ask(started, 'robin')).statusCode).toBe(200)
  })

  test('uses up no login, and failed logins use up no link', async () => {
    const started = await start()
    const { app, anonymous } = started
    for (let n = 0; n < 6; n++) await ask(started, 'robin')
    expect(await loginStatus(anonymous, PASSWORD)).toBe(200)
    await signIn(app, 'robin')
    expect((await ask(started, 'robin')).statusCode).toBe(429)
  })
})
