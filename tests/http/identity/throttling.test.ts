import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changePassword } from '../../../src/shared/identity/account.api.ts'
import { MINUTE, SECOND } from '../../../src/server/platform/lib/clock.ts'
import { MailServer } from '../../support/mail-server.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'
import { PASSWORD, registrationOf, signIn, startTestApp, type Client } from '../../support/test-app.ts'

interface From {
  remoteAddress?: string
  headers?: Record<string, string>
  cookies?: Record<string, string>
}

const tryLogin = (app: FastifyInstance, user: string, pwd: string, from: From = {}) =>
  app.inject({ method: 'POST', url: '/login', payload: { user, pwd }, ...from })

const fail = async (app: FastifyInstance, times: number, user = 'robin', from: From = {}) => {
  for (let n = 0; n < times; n++) expect((await tryLogin(app, user, 'wrong horse', from)).statusCode).toBe(401)
}

const succeed = async (app: FastifyInstance, user = 'robin', from: From = {}) =>
  (await tryLogin(app, user, PASSWORD, from)).statusCode

const startWithUsers = async (...[config = {}]: Parameters<typeof startTestApp>) => {
  const started = await startTestApp(config)
  await started.newUser('robin')
  await started.newUser('other')
  return started
}

describe('ten failed logins of an account', () => {
  test('are answered with the wait, even if the eleventh password is right', async () => {
    const { app } = await startWithUsers()
    await fail(app, 10)
    const response = await tryLogin(app, 'robin', PASSWORD)
    expect(response.json()).toMatchObject({
      ...problemWith('too_many_tries', { wait: '15 minutes' }),
      error: 'Too Many Requests',
    })
    expect(response.headers['retry-after']).toBe('900')
    expect(await succeed(app, 'other')).toBe(200)
  })

  test('expire 15 minutes later, and attempts during the wait do not prolong it', async () => {
    const { app, clock } = await startWithUsers()
    await fail(app, 10)
    clock.turn(14 * MINUTE)
    const meanwhile = await tryLogin(app, 'robin', PASSWORD)
    expect(meanwhile.statusCode).toBe(429)
    expect(meanwhile.headers['retry-after']).toBe('60')
    expect(meanwhile.json()).toMatchObject({ message: sentenceOf('too_many_tries', { wait: '1 minute' }) })
    clock.turn(MINUTE)
    expect(await succeed(app)).toBe(200)
  })

  test('count in a sliding window: each failure counts for 15 minutes', async () => {
    const { app, clock } = await startWithUsers()
    await fail(app, 1)
    clock.turn(10 * MINUTE)
    await fail(app, 9)
    clock.turn(5 * MINUTE)
    await fail(app, 1)
    const response = await tryLogin(app, 'robin', 'wrong horse')
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBe(String((10 * MINUTE) / SECOND))
  })

  test('are counted together for username and e-mail address in any case', async () => {
    const { app } = await startWithUsers()
    for (const name of ['robin', 'ROBIN', ' robin', 'robin@example.com', 'Robin@Example.COM']) await fail(app, 2, name)
    for (const name of ['robin', 'robin@example.com']) expect(await succeed(app, name)).toBe(401)
  })

  test('by its username do not reveal its e-mail address, which is answered like any other', async () => {
    const { app } = await startWithUsers()
    await fail(app, 10)
    expect((await tryLogin(app, 'robin', 'wrong horse')).statusCode).toBe(429)
    const told = async (name: string) => {
      const answers: unknown[] = []
      for (let n = 0; n < 12; n++) {
        const { statusCode, body, headers } = await tryLogin(app, name, 'wrong horse')
        const { requestId: _, ...said } = JSON.parse(body) as Record<string, unknown>
        answers.push([statusCode, said, headers['retry-after']])
      }
      return answers
    }
    const own = await told('robin@example.com')
    expect(own).toEqual(await told('other@example.com'))
    expect(own).toEqual(await told('nobody@example.com'))
    expect(own[11]).toMatchObject([429, { code: 'too_many_tries' }, '900'])
  })

  test('by its username keep out its owner under both names, whose right password is answered like a wrong one', async () => {
    const { app, clock } = await startWithUsers()
    await fail(app, 10)
    const told = async (name: string, pwd: string) => {
      const answers: number[] = []
      for (let n = 0; n < 12; n++) answers.push((await tryLogin(app, name, pwd)).statusCode)
      return answers
    }
    expect(await told('robin@example.com', PASSWORD)).toEqual(await told('other@example.com', 'wrong horse'))
    clock.turn(15 * MINUTE)
    expect(await succeed(app, 'robin@example.com')).toBe(200)
  })

  test('under both names are forgotten when the right password comes with either', async () => {
    const { app } = await startWithUsers()
    for (let round = 0; round < 2; round++) {
      await fail(app, 9, 'robin@example.com')
      expect(await succeed(app)).toBe(200)
    }
  })

  test('are counted for an unknown account as for an existing one', async () => {
    const { app } = await startWithUsers()
    await fail(app, 5, 'nobody')
    await fail(app, 5, 'NOBODY')
    const unknown = await tryLogin(app, 'nobody', 'wrong horse')
    await fail(app, 10)
    const known = await tryLogin(app, 'robin', 'wrong horse')
    expect(unknown.statusCode).toBe(429)
    expect(known.json()).toEqual({ ...unknown.json<object>(), requestId: expect.any(String) })
  })

  test('are forgotten when the right password comes in time', async () => {
    const { app } = await startWithUsers()
    for (let round = 0; round < 2; round++) {
      await fail(app, 9)
      expect(await succeed(app)).toBe(200)
    }
    await fail(app, 10)
    expect(await succeed(app)).toBe(429)
  })

  test('stay ten for thirty attempts at once', async () => {
    const { app } = await startWithUsers()
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryLogin(app, 'robin', 'wrong horse')))
    const count = (status: number) => answers.filter(({ statusCode }) => statusCode === status).length
    expect({ checked: count(401), refused: count(429) }).toEqual({ checked: 10, refused: 20 })
  })
})

describe('a browser that has logged in before', () => {
  /** Logs in like a browser that keeps its cookies, and returns the new cookies. */
  const known = async (app: FastifyInstance, user = 'robin', cookies: Record<string, string> = {}) => {
    const { statusCode, cookies: set } = await tryLogin(app, user, PASSWORD, { cookies })
    const browser = set.find(({ name }) => name === 'roomfolio_browser')?.value ?? ''
    expect([statusCode, browser]).toEqual([200, expect.stringContaining('.')])
    return { cookies: { roomfolio_browser: browser } }
  }

  test('is not kept out by failed logins of strangers, under either name, even from its own address', async () => {
    const { app } = await startWithUsers({ loginTriesPerAddress: 10 })
    const browser = await known(app)
    await fail(app, 10)
    for (const name of ['robin', 'robin@example.com']) {
      expect(await succeed(app, name)).toBe(429)
      expect(await succeed(app, name, browser)).toBe(200)
    }
    // Its login gives strangers no more attempts.
    expect((await tryLogin(app, 'robin', 'wrong horse')).statusCode).toBe(429)
  })

  test('has ten attempts of its own, which also count for strangers', async () => {
    const { app, clock } = await startWithUsers()
    const [browser, another] = [await known(app), await known(app)]
    await fail(app, 10, 'robin', browser)
    expect(await succeed(app, 'robin', browser)).toBe(429)
    expect(await succeed(app)).toBe(429)
    expect(await succeed(app, 'robin', another)).toBe(200)
    clock.turn(15 * MINUTE)
    expect(await succeed(app, 'robin', browser)).toBe(200)
    await fail(app, 9, 'robin', browser)
    expect(await succeed(app, 'robin', browser)).toBe(200)
    await fail(app, 9, 'robin', browser)
    expect(await succeed(app, 'robin', browser)).toBe(200)
  })

  test('has them only for accounts it has logged in to', async () => {
    const { app, newUser } = await startWithUsers()
    await newUser('third')
    const browser = await known(app, 'other', (await known(app)).cookies)
    for (const name of ['robin', 'other', 'third']) await fail(app, 10, name)
    expect(await succeed(app, 'robin', browser)).toBe(200)
    expect(await succeed(app, 'other', browser)).toBe(200)
    expect(await succeed(app, 'third', browser)).toBe(429)
  })

  test('is unknown with an unsigned cookie, and after the password was changed elsewhere', async () => {
    const { app, newUser } = await startTestApp()
    const robin = await newUser('robin')
    const { cookies } = await known(app)
    const forged = { cookies: { roomfolio_browser: `${cookies.roomfolio_browser.slice(0, -1)}_` } }
    await fail(app, 10)
    expect(await succeed(app, 'robin', forged)).toBe(429)
    const newPass = 'battery staple'
    const changed = await robin.raw({
      method: 'POST',
      url: '/changepass',
      payload: { currentPass: PASSWORD, newPass },
    })
    const here = changed.cookies.find(({ name }) => name === 'roomfolio_browser')?.value ?? ''
    await fail(app, 10)
    expect((await tryLogin(app, 'robin', newPass, { cookies })).statusCode).toBe(429)
    const there = { cookies: { roomfolio_browser: here } }
    expect((await tryLogin(app, 'robin', newPass, there)).statusCode).toBe(200)
  })
})

test('guesses at the current password are ten by all sessions of the account together', async () => {
  const { app, newUser, clock } = await startTestApp()
  const robin = await newUser('robin')
  const sessions = [robin, await signIn(app, 'robin'), await signIn(app, 'robin')]
  const change = (client: Client, currentPass: string) =>
    client.call(changePassword, { body: { currentPass, newPass: 'another horse' } })
  for (let n = 0; n < 10; n++)
    expect((await change(sessions[n % 3] ?? robin, 'wrong horse')).problem?.code).toBe('current_password_wrong')
  for (const client of sessions) expect((await change(client, PASSWORD)).problem?.code).toBe('too_many_tries')
  clock.turn(14 * MINUTE)
  expect((await change(robin, PASSWORD)).problem?.code).toBe('too_many_tries')
})

describe('failed logins from one address', () => {
  const settings = { loginTriesPerAddress: 3 }
  const here = { remoteAddress: '192.0.2.1' }
  const elsewhere = { remoteAddress: '192.0.2.2' }

  test('are limited for all accounts together; other addresses are not affected', async () => {
    const { app, clock } = await startWithUsers(settings)
    for (const name of ['nobody', 'no-one', 'other']) await fail(app, 1, name, here)
    expect(await succeed(app, 'robin', here)).toBe(429)
    expect(await succeed(app, 'robin', elsewhere)).toBe(200)
    clock.turn(15 * MINUTE)
    expect(await succeed(app, 'robin', here)).toBe(200)
  })

  test('count alone: right passwords use up nothing, and clear nothing of the address', async () => {
    const { app } = await startWithUsers(settings)
    for (let n = 0; n < 5; n++) expect(await succeed(app, 'robin', here)).toBe(200)
    await fail(app, 2, 'nobody', here)
    expect(await succeed(app, 'robin', here)).toBe(200)
    await fail(app, 1, 'nobody', here)
    expect(await succeed(app, 'robin', here)).toBe(429)
  })

  test('of one account from many addresses are still ten', async () => {
    const { app } = await startWithUsers(settings)
    for (let n = 0; n < 10; n++) await fail(app, 1, 'robin', { remoteAddress: `192.0.2.${n}` })
    expect(await succeed(app, 'robin', { remoteAddress: '192.0.2.99' })).toBe(429)
  })
})

describe('the client address', () => {
  const forwarded = (client: string, remoteAddress = '10.0.0.1') => ({
    remoteAddress,
    headers: { 'x-forwarded-for': client },
  })
  const settings = { loginTriesPerAddress: 2 }

  test('is that of the connection, regardless of headers, if no proxy is trusted', async () => {
    const { app } = await startWithUsers(settings)
    await fail(app, 1, 'nobody', forwarded('192.0.2.1'))
    await fail(app, 1, 'nobody', forwarded('192.0.2.2'))
    expect(await succeed(app, 'robin', forwarded('192.0.2.3'))).toBe(429)
    expect(await succeed(app, 'robin', forwarded('192.0.2.3', '10.0.0.2'))).toBe(200)
  })

  test('is the forwarded one behind a trusted proxy', async () => {
    const { app } = await startWithUsers({ ...settings, trustProxy: '10.0.0.0/8' })
    await fail(app, 2, 'nobody', forwarded('192.0.2.1'))
    expect(await succeed(app, 'robin', forwarded('192.0.2.1'))).toBe(429)
    expect(await succeed(app, 'robin', forwarded('192.0.2.2'))).toBe(200)
    // The client's own header does not count: the proxy appends the true address.
    expect(await succeed(app, 'robin', forwarded('203.0.113.7, 192.0.2.1'))).toBe(429)
    // Headers of a client that is not the proxy are ignored.
    await fail(app, 2, 'nobody', forwarded('192.0.2.8', '198.51.100.1'))
    expect(await succeed(app, 'robin', forwarded('192.0.2.9', '198.51.100.1'))).toBe(429)
  })

  test('may be a text of any length if every proxy is trusted', async () => {
    const { app } = await startWithUsers({ ...settings, trustProxy: true })
    const long = forwarded(randomBytes(6000).toString('base64url'))
    await fail(app, 2, 'nobody', long)
    expect(await succeed(app, 'robin', long)).toBe(429)
  })
})

describe('an IPv6 address', () => {
  const settings = { loginTriesPerAddress: 2, registrationsPerHour: 1, forgotPerAddress: 1, consultationsPerHour: 1 }

  test('counts as the network of its subscriber in every throttle', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { app } = await startWithUsers({ ...settings, smtpURL: mailServer.url })
    await fail(app, 1, 'nobody', { remoteAddress: '2001:db8:1:2::1' })
    await fail(app, 1, 'no-one', { remoteAddress: '2001:DB8:1:2:ffff:ffff:ffff:ffff' })
    expect(await succeed(app, 'robin', { remoteAddress: '2001:db8:1:2:0:0:0:3' })).toBe(429)
    expect(await succeed(app, 'robin', { remoteAddress: '2001:db8:1:3::1' })).toBe(200)

    const inputs = {
      name: 'Robin Sample',
      email: 'robin@example.com',
      phone: '(555) 010-0199',
      project: 'Maple Street',
      about: 'Paint',
      preferredTimes: 'Mornings',
    }
    for (const [url, payload] of [
      ['/register', (n: number) => registrationOf(`new-user-${n}`)],
      ['/forgot', (n: number) => ({ user: `nobody-${n}` })],
      ['/consultation', () => ({ inputs })],
    ] as const) {
      const statuses: number[] = []
      for (const [n, remoteAddress] of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:3::1'].entries()) {
        statuses.push((await app.inject({ method: 'POST', url, payload: payload(n), remoteAddress })).statusCode)
      }
      expect([statuses[1], statuses[0]], url).toEqual([429, statuses[2]])
    }
  })

  test('with an embedded IPv4 address counts as that', async () => {
    const { app } = await startWithUsers(settings)
    await fail(app, 2, 'nobody', { remoteAddress: '::ffff:192.0.2.1' })
    expect(await succeed(app, 'robin', { remoteAddress: '192.0.2.1' })).toBe(429)
    expect(await succeed(app, 'robin', { remoteAddress: '::ffff:192.0.2.2' })).toBe(200)
  })
})

describe('registrations from one address', () => {
  const sign = (app: FastifyInstance, user: string, remoteAddress = '192.0.2.1') =>
    app.inject({ method: 'POST', url: '/register', payload: registrationOf(user), remoteAddress })

  test('are limited per hour', async () => {
    const { app, clock } = await startTestApp({ registrationsPerHour: 2 })
    expect((await sign(app, 'first')).statusCode).toBe(201)
    clock.turn(20 * MINUTE)
    expect((await sign(app, 'second')).statusCode).toBe(201)
    const refused = await sign(app, 'third')
    expect(refused.json()).toMatchObject({
      statusCode: 429,
      message: sentenceOf('too_many_tries', { wait: '40 minutes' }),
    })
    expect(refused.headers['retry-after']).toBe('2400')
    expect((await sign(app, 'elsewhere', '192.0.2.2')).statusCode).toBe(201)
    clock.turn(40 * MINUTE)
    expect((await sign(app, 'third')).statusCode).toBe(201)
  })
})
