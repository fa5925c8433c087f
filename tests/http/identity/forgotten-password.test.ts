import { describe, expect, onTestFinished, test } from 'vitest'
import { forgot, register } from '../../../src/shared/identity/auth.api.ts'
import { getSite } from '../../../src/shared/admin/site.api.ts'
import { HOUR, isoTime } from '../../../src/server/platform/lib/clock.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import { problemWith } from '../../support/problems.ts'
import { PASSWORD, registrationOf, signIn, startTestApp, type TestApp } from '../../support/test-app.ts'
import { until } from '../../support/until.ts'
import { NEW, PUBLIC_URL, start, type Started, tokenIn, reset, loginStatus } from './password-mail-fixture.ts'

const ON_ITS_WAY = 'If there is such an account, we’ve emailed a link to it.'

/** Waits until all mail is sent and returns its recipients. */
const allRecipients = async ({ jobsDone, mailServer }: Started): Promise<string[]> => {
  await jobsDone()
  return mailServer.received.flatMap(({ recipients }) => recipients)
}

describe('a forgotten password', () => {
  test('can be replaced with the mailed link', async () => {
    const started = await start()
    const { anonymous, mailServer, services } = started
    await services.db.updateTable('users').set({ email_confirmed_at: null }).execute()
    expect((await anonymous.call(forgot, { body: { user: 'robin' } })).body).toEqual({ message: ON_ITS_WAY })
    const mail = await mailServer.waitForMail('robin@example.com')
    expect(linkIn(mail).href).toBe(`${PUBLIC_URL}/reset#${tokenIn(mail)}`)

    const answer = await reset(anonymous, tokenIn(mail))
    expect([answer.status, answer.body]).toEqual([200, { message: 'Password changed' }])
    expect(await loginStatus(anonymous, NEW)).toBe(200)
    expect(await loginStatus(anonymous, PASSWORD)).toBe(401)

    // To an unconfirmed mailbox, which may be a stranger's, a full name could be an advertisement.
    expect(mail.text).toContain('Hello robin,')
    await anonymous.must(forgot, { body: { user: 'robin' } })
    expect((await mailServer.waitForMail('robin@example.com')).text).toContain('Hello Robin Sample,')
  })

  test('accepts the username or e-mail address in any case', async () => {
    const { anonymous, mailServer } = await start()
    for (const user of ['robin', ' ROBIN ', 'robin@example.com', 'Robin@Example.COM']) {
      await anonymous.must(forgot, { body: { user } })
      expect((await mailServer.waitForMail('robin@example.com')).text).toContain('Hello Robin Sample,')
    }
  })

  test('gets one answer for all accounts; only an existing, unlocked one gets a mail', async () => {
    const started = await start()
    const { anonymous, services, newUser } = started
    await newUser('locked')
    await services.db
      .updateTable('users')
      .set({ locked_at: isoTime(services.clock) })
      .where('username', '=', 'locked')
      .execute()
    for (const user of ['nobody', 'nobody@example.com', 'locked', 'robin']) {
      const answer = await anonymous.call(forgot, { body: { user } })
      expect([answer.status, answer.body], user).toEqual([200, { message: ON_ITS_WAY }])
    }
    expect(await allRecipients(started)).toEqual(['robin@example.com'])
  })

  test('without a name answers 400 and names the field', async () => {
    const { anonymous } = await start()
    for (const body of [{}, { user: '' }, { user: '   ' }, { user: null }]) {
      const { problem } = await anonymous.send(forgot, { body })
      expect(problem).toMatchObject({ statusCode: 400, fields: { user: 'Required.' } })
    }
  })

  test('cannot be replaced without a mail server, and the site settings say so', async () => {
    const { anonymous, newUser } = await startTestApp()
    await newUser('robin')
    expect(await anonymous.must(getSite, {})).toMatchObject({ sendsMail: false })
    for (const user of ['robin', 'nobody']) {
      expect((await anonymous.call(forgot, { body: { user } })).problem).toMatchObject(problemWith('mail_not_set_up'))
    }
    const { anonymous: visitor } = await start()
    expect(await visitor.must(getSite, {})).toMatchObject({ sendsMail: true })
  })
})

describe('the mail', () => {
  test('is plain text from this installation, to one recipient, and says that it was sent automatically', async () => {
    const { anonymous, mailServer } = await start()
    await anonymous.must(forgot, { body: { user: 'robin' } })
    const mail = await mailServer.waitForMail('robin@example.com')
    expect(mail).toMatchObject({
      from: { name: 'Roomfolio', address: 'post@homes.example' },
      to: [{ address: 'robin@example.com' }],
      subject: expect.stringContaining('new password'),
      attachments: [],
    })
    expect(mail.html).toBeUndefined()
    expect(mail.text).toContain('The link works once and expires in an hour.')
    expect(mail.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
  })

  test("links to PUBLIC_URL, regardless of the request's headers", async () => {
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

  test('keeps the path of PUBLIC_URL', async () => {
    const publicURL = 'https://example.com/homes'
    const { app, mailServer } = await start({ publicURL })
    await app.inject({ method: 'POST', url: '/homes/forgot', payload: { user: 'robin' } })
    const mail = await mailServer.waitForMail('robin@example.com')
    expect(linkIn(mail).href).toBe(`${publicURL}/reset#${tokenIn(mail)}`)
  })

  test('has one recipient, even if the address contains separators', async () => {
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

  test('is sent with the username and password of SMTP_URL', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { anonymous, newUser } = await startTestApp({ smtpURL: mailServer.urlWithPassword })
    await newUser('robin')
    await anonymous.must(forgot, { body: { user: 'robin' } })
    expect(await mailServer.waitForMail('robin@example.com')).toMatchObject({ user: 'roomfolio' })
  })
})

describe('a failing mail server', () => {
  const trouble: [string, (mailServer: MailServer) => Promise<void> | void][] = [
    ['is down', (mailServer) => mailServer.stop()],
    ['refuses the mail', (mailServer) => mailServer.will('refuse')],
    ['says nothing', (mailServer) => mailServer.will('hang')],
  ]
  test.each(trouble)('that %s delays no caller and changes no answer', async (_, begin) => {
    const { anonymous, mailServer } = await start()
    await begin(mailServer)
    for (const user of ['nobody', 'robin']) {
      expect((await anonymous.call(forgot, { body: { user } })).body).toEqual({ message: ON_ITS_WAY })
    }
    // Cuts the silent connection, so that the app need not wait for it.
    await mailServer.stop()
  })

  test('is tried again for the next forgotten password', async () => {
    const started = await start()
    const { anonymous, mailServer } = started
    mailServer.will('hang')
    await anonymous.must(forgot, { body: { user: 'robin' } })
    await mailServer.waitForConnections(1)
    await mailServer.stop()
    mailServer.will('accept')
    await mailServer.start()
    // Until the failure is noted the answer promises a mail, and it arrives: the server is back.
    await until(async () => (await anonymous.call(forgot, { body: { user: 'robin' } })).status === 200)
    const token = tokenIn(await mailServer.waitForMail('robin@example.com'))
    expect((await reset(anonymous, token)).status).toBe(200)
  })
})

describe('asking for a link', () => {
  const ask = async ({ app }: TestApp, user: string, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/forgot', payload: { user }, remoteAddress })
  const REFUSED = problemWith('too_many_tries', { wait: '1 hour' })

  test('is limited to five an hour per account, under all its names and from all addresses', async () => {
    const started = await start()
    const { mailServer } = started
    const names = ['robin', 'ROBIN', 'robin@example.com', ' Robin', 'robin@EXAMPLE.com']
    for (const [n, name] of names.entries()) {
      expect((await ask(started, name, `192.0.2.${n}`)).statusCode).toBe(200)
      await mailServer.waitForMail('robin@example.com')
    }
    // Each name has its own limit, so that a refusal does not reveal the account's other name.
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

  test('counts for an unknown account as for an existing one', async () => {
    const started = await start()
    for (const user of ['nobody', 'robin']) {
      for (let n = 0; n < 5; n++) expect((await ask(started, user)).statusCode).toBe(200)
      expect((await ask(started, user)).json()).toMatchObject(REFUSED)
    }
  })

  test('is limited to fifty an hour per address, for all accounts', async () => {
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
