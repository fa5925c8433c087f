import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changePassword, exportMyData, getMyAccount } from '../../../src/shared/identity/account.api.ts'
import type { SessionBody } from '../../../src/shared/identity/auth.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import {
  newSecondFactor,
  renewRecoveryCodes,
  setSecondFactorRule,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '../../../src/shared/identity/second-factor.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { DAY, MINUTE, SECOND } from '../../../src/server/platform/lib/clock.ts'
import { backUp, emptyInstallation, installationOf, restoreInto } from '../../support/backups.ts'
import { MailServer } from '../../support/mail-server.ts'
import { problemWith } from '../../support/problems.ts'
import { codeAt, turnOn } from '../../support/second-factor.ts'
import { Client, PASSWORD, startTestApp } from '../../support/test-app.ts'
import { unzip } from '../../support/zip.ts'

const STEP = 30 * SECOND

const start = async (settings: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp(settings)
  const robin = await started.newUser('robin')
  const logIn = (more: object = {}, cookies: Record<string, string> = {}) =>
    started.app.inject({ method: 'POST', url: '/login', payload: { user: 'robin', pwd: PASSWORD, ...more }, cookies })
  return { ...started, robin, logIn }
}

/** With a second factor, whose first code is used up. */
const startWithFactor = async (settings: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await start(settings)
  const factor = await turnOn(started.robin, started.clock)
  started.clock.turn(2 * STEP)
  return { ...started, ...factor, code: () => codeAt(started.clock, factor.secret) }
}

const codeOf = (response: LightMyRequestResponse) => response.json<{ code?: string }>().code ?? response.statusCode
const cookiesOf = (response: LightMyRequestResponse) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))

describe('turning on a second factor', () => {
  test('takes the password and a first right code, and changes nothing before', async () => {
    const { robin, clock, logIn } = await start()
    const { secret, address } = await robin.must(newSecondFactor, {})
    expect(address).toBe(
      `otpauth://totp/Roomfolio:robin?issuer=Roomfolio&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const code = codeAt(clock, secret)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const ask = (body: object) =>
      robin.call(turnOnSecondFactor, { body: { secret, code, currentPass: PASSWORD, ...body } })
    expect((await ask({ code: wrong })).problem).toMatchObject({
      code: 'code_wrong',
      fields: { code: expect.any(String) },
    })
    expect((await ask({ currentPass: 'wrong horse' })).problem?.code).toBe('current_password_wrong')
    expect((await ask({ secret: 'short' })).problem).toMatchObject({
      statusCode: 400,
      fields: { secret: expect.any(String) },
    })
    expect((await robin.must(getMyAccount, {})).secondFactor).toBeNull()
    expect((await logIn()).statusCode).toBe(200)
    const { recoveryCodes } = await robin.must(turnOnSecondFactor, { body: { secret, code, currentPass: PASSWORD } })
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const each of recoveryCodes) expect(each).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    expect((await robin.must(getMyAccount, {})).secondFactor).toMatchObject({ recoveryCodesLeft: 10 })
    expect((await ask({})).problem?.code).toBe('second_factor_on')
    expect(codeOf(await logIn())).toBe('code_required')
  })
})

test('turning on a second factor ends the other sessions, and makes other browsers unknown', async () => {
  const { robin, clock, logIn, app } = await start()
  const before = await logIn()
  const other = new Client(app, before.json<SessionBody>().accessToken)
  const { secret } = await turnOn(robin, clock)
  expect((await other.call(getMyAccount, {})).problem?.code).toBe('session_ended')
  expect((await robin.must(getMyAccount, {})).username).toBe('robin')
  for (let n = 0; n < 10; n++) expect(codeOf(await logIn({ pwd: 'wrong horse' }))).toBe('wrong_credentials')
  clock.turn(2 * STEP)
  const right = { code: codeAt(clock, secret) }
  expect(codeOf(await logIn(right, cookiesOf(before)))).toBe('too_many_tries')
})

describe('a login with a second factor', () => {
  test('takes each code of the app once, one step early or late', async () => {
    const { clock, secret, logIn, code } = await startWithFactor()
    const at = (steps: number) => codeAt({ now: () => new Date(clock.now().getTime() + steps * STEP) }, secret)
    for (const steps of [-2, 2]) expect(codeOf(await logIn({ code: at(steps) })), String(steps)).toBe('code_wrong')
    expect(codeOf(await logIn({ code: at(-1) }))).toBe(200)
    expect(codeOf(await logIn({ code: code() }))).toBe(200)
    expect(codeOf(await logIn({ code: code() }))).toBe('code_wrong')
    // Used codes also end the earlier ones.
    expect(codeOf(await logIn({ code: at(-1) }))).toBe('code_wrong')
    expect(codeOf(await logIn({ code: at(1) }))).toBe(200)
  })

  test('takes six digits as apps show them and input methods write them, and nothing else', async () => {
    const { logIn, code, clock } = await startWithFactor()
    const wide = (text: string) => text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    for (const typed of [`0${code()}`, code().slice(1), `${code().slice(0, 3)}.${code().slice(3)}`])
      expect(codeOf(await logIn({ code: typed })), typed).toBe('code_wrong')
    for (const write of [(text: string) => ` ${text.slice(0, 3)} ${text.slice(3)} `, wide]) {
      const typed = write(code())
      expect(codeOf(await logIn({ code: typed })), typed).toBe(200)
      clock.turn(STEP)
    }
  })

  test('lets one of two concurrent logins with the same code in', async () => {
    const { logIn, code, recoveryCodes } = await startWithFactor()
    for (const used of [code(), recoveryCodes[0]]) {
      const answers = await Promise.all([logIn({ code: used }), logIn({ code: used })])
      expect(answers.map(codeOf).map(String).sort()).toEqual(['200', 'code_wrong'])
    }
  })

  test('takes each recovery code once, in any case and without its hyphens', async () => {
    const { logIn, robin, recoveryCodes } = await startWithFactor()
    const [first = '', second = ''] = recoveryCodes
    expect(codeOf(await logIn({ code: first }))).toBe(200)
    expect(codeOf(await logIn({ code: first }))).toBe('code_wrong')
    expect(codeOf(await logIn({ code: second.toUpperCase().replaceAll('-', '') }))).toBe(200)
    expect((await robin.must(getMyAccount, {})).secondFactor).toMatchObject({ recoveryCodesLeft: 8 })
  })

  test('counts wrong codes like wrong passwords, but not the question for the code', async () => {
    const { logIn, code, clock } = await startWithFactor()
    for (let n = 0; n < 12; n++) expect(codeOf(await logIn())).toBe('code_required')
    for (let n = 0; n < 5; n++) expect(codeOf(await logIn({ pwd: 'wrong horse' }))).toBe('wrong_credentials')
    for (let n = 0; n < 5; n++) expect(codeOf(await logIn({ code: 'wrong' }))).toBe('code_wrong')
    expect(codeOf(await logIn({ code: code() }))).toBe('too_many_tries')
    clock.turn(15 * MINUTE)
    expect(codeOf(await logIn({ code: code() }))).toBe(200)
  })

  test('counts wrong codes by the account, whichever browsers and sessions send them, and mails the tenth', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { logIn, code, clock, robin, recoveryCodes } = await startWithFactor({ smtpURL: mailServer.url })
    const browsers: Record<string, string>[] = []
    for (let n = 0; n < 4; n++) {
      browsers.push(cookiesOf(await logIn({ code: code() })))
      clock.turn(STEP)
    }
    for (let n = 0; n < 8; n++) expect(codeOf(await logIn({ code: '12345' }, browsers[n % 4]))).toBe('code_wrong')
    for (let n = 0; n < 2; n++)
      expect((await robin.call(turnOffSecondFactor, { body: { code: '12345' } })).problem?.code).toBe('code_wrong')
    await mailServer.waitForMail('robin@example.com', 'many wrong codes')
    for (const cookies of [...browsers, {}])
      expect(codeOf(await logIn({ code: code() }, cookies))).toBe('too_many_tries')
    expect((await robin.call(renewRecoveryCodes, { body: { code: code() } })).problem?.code).toBe('too_many_tries')
    // Nobody guesses a recovery code, so the user has a way in.
    expect(codeOf(await logIn({ code: recoveryCodes[0] }, browsers[0]))).toBe(200)
    clock.turn(15 * MINUTE)
    expect(codeOf(await logIn({ code: code() }, browsers[0]))).toBe(200)
  })

  test('checks 50 wrong codes a day, also between right ones', async () => {
    const { logIn, code, clock } = await startWithFactor()
    const browser = cookiesOf(await logIn({ code: code() }))
    for (let n = 0; n < 50; n++) {
      if (n % 10 === 0) clock.turn(15 * MINUTE)
      if (n % 10 === 5) expect(codeOf(await logIn({ code: code() }, browser))).toBe(200)
      expect(codeOf(await logIn({ code: '12345' }, browser)), String(n)).toBe('code_wrong')
    }
    clock.turn(15 * MINUTE)
    expect(codeOf(await logIn({ code: code() }, browser))).toBe('too_many_tries')
    clock.turn(DAY)
    expect(codeOf(await logIn({ code: code() }, browser))).toBe(200)
  })

  test('needs no code for 30 days in a browser that was to be remembered, until the password changes', async () => {
    const { logIn, code, robin, clock } = await startWithFactor()
    const unasked = cookiesOf(await logIn({ code: code() }))
    expect(codeOf(await logIn({}, unasked))).toBe('code_required')
    clock.turn(STEP)
    const cookies = cookiesOf(await logIn({ code: code(), rememberBrowser: true }))
    expect(codeOf(await logIn({}, cookies))).toBe(200)
    expect(codeOf(await logIn())).toBe('code_required')
    // Remembered by its code alone: later logins do not prolong it.
    clock.turn(29 * DAY)
    expect(codeOf(await logIn({ code: 'any', rememberBrowser: true }, cookies))).toBe(200)
    clock.turn(DAY)
    expect(codeOf(await logIn({}, cookies))).toBe('code_required')
    const again = cookiesOf(await logIn({ code: code(), rememberBrowser: true }, cookies))
    const client = new Client(robin.app, (await logIn({}, again)).json<SessionBody>().accessToken)
    await client.must(changePassword, { body: { currentPass: PASSWORD, newPass: 'another horse' } })
    expect(codeOf(await logIn({ pwd: 'another horse' }, again))).toBe('code_required')
  })

  test('is the same after a backup was restored', async () => {
    const started = await startWithFactor()
    const to = await emptyInstallation()
    const from = installationOf(started)
    await restoreInto(to, (await backUp(from, from.folder)).path)
    const factor = await to.db.selectFrom('second_factors').select('secret').executeTakeFirstOrThrow()
    expect(factor.secret).toBe(started.secret)
    expect(await to.db.selectFrom('recovery_codes').selectAll().execute()).toHaveLength(10)
  })
})

describe('a second factor', () => {
  test('is turned off, and gets new recovery codes, only by a code', async () => {
    const { robin, logIn, code, recoveryCodes, clock } = await startWithFactor()
    for (const endpoint of [renewRecoveryCodes, turnOffSecondFactor])
      expect((await robin.call(endpoint, { body: { code: '12345' } })).problem?.code).toBe('code_wrong')
    const remembered = cookiesOf(await logIn({ code: recoveryCodes[1], rememberBrowser: true }))
    const { rememberedDevices } = await robin.must(getMyAccount, {})
    expect(rememberedDevices).toEqual([{ userAgent: expect.any(String), expiresAt: expect.any(String) }])
    const renewed = await robin.must(renewRecoveryCodes, { body: { code: code() } })
    expect((await robin.must(getMyAccount, {})).rememberedDevices).toEqual([])
    // Who had the codes may have had a browser remembered by one.
    expect(codeOf(await logIn({}, remembered))).toBe('code_required')
    expect(codeOf(await logIn({ code: recoveryCodes[0] }))).toBe('code_wrong')
    expect(codeOf(await logIn({ code: renewed.recoveryCodes[0] }))).toBe(200)
    clock.turn(STEP)
    await robin.must(turnOffSecondFactor, { body: { code: code() } })
    expect(codeOf(await logIn())).toBe(200)
    expect((await robin.call(turnOffSecondFactor, { body: { code: code() } })).problem?.code).toBe('second_factor_off')
  })

  test('is in the account’s export without its secret', async () => {
    const { robin, secret } = await startWithFactor()
    const response = await robin.raw({ url: exportMyData.path })
    const json = (await unzip(response.rawPayload)).get('roomfolio.json')?.toString() ?? ''
    expect(JSON.parse(json)).toMatchObject({ account: { secondFactorSince: expect.any(String) } })
    expect(json).not.toContain(secret)
  })
})

describe('a second factor that an Admin requires', () => {
  const rule = (requiredFor: 'nobody' | 'admins' | 'everyone') => ({ body: { requiredFor } })

  test('is one that the Admin has', async () => {
    const { newUser, clock } = await start()
    const admin = await newUser('admin', [Role.Admin])
    expect((await admin.call(setSecondFactorRule, rule('admins'))).problem?.code).toBe('second_factor_required')
    await turnOn(admin, clock)
    expect(await admin.must(setSecondFactorRule, rule('admins'))).toEqual({
      message: 'Admins now need a second factor.',
    })
  })

  test('is set up before anything else by users who have none', async () => {
    const { robin, newUser, clock, logIn } = await start()
    const admin = await newUser('admin', [Role.Admin])
    const other = await newUser('other', [Role.Admin])
    await turnOn(admin, clock)
    await admin.must(setSecondFactorRule, rule('admins'))
    expect((await robin.call(listProjects, {})).status).toBe(204)
    expect((await other.call(listProjects, {})).problem).toMatchObject(problemWith('second_factor_required'))
    await admin.must(setSecondFactorRule, rule('everyone'))
    expect((await robin.call(listProjects, {})).problem?.code).toBe('second_factor_required')
    const response = await logIn()
    expect(response.json()).toMatchObject({ mustSetUpSecondFactor: true })
    // A download cookie opens no more than the bearer token.
    const download = await robin.app.inject({ url: exportMyData.path, cookies: cookiesOf(response) })
    expect(codeOf(download)).toBe('second_factor_required')
    const client = new Client(robin.app, response.json<SessionBody>().accessToken)
    await turnOn(client, clock)
    expect((await client.call(listProjects, {})).status).toBe(204)
    await admin.must(setSecondFactorRule, rule('nobody'))
    expect((await other.call(listProjects, {})).status).toBe(204)
  })
})
