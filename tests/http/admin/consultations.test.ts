import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listConsultations, requestConsultation } from '../../../src/shared/admin/consultations.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { DAY, HOUR, isoTime } from '../../../src/server/platform/lib/clock.ts'
import { LEASE } from '../../../src/server/platform/jobs/jobs.repo.ts'
import { JOBS } from '../../../src/server/job-registry.ts'
import { openMailer } from '../../../src/server/platform/mail/mailer.ts'
import { runDueJobs } from '../../support/jobs.ts'
import { MailServer } from '../../support/mail-server.ts'
import { problemWith } from '../../support/problems.ts'
import { startTestApp } from '../../support/test-app.ts'

const OWNER = 'owner@homes.example'
const THANKS = { message: 'Thank you! We will be in touch to set a time.' }
const INPUTS = {
  name: 'Robin Sample',
  email: 'robin@example.com',
  phone: '(555) 010-0199',
  project: 'Maple Street',
  about: 'Which paint suits a north room?',
  preferredTimes: 'Weekday mornings',
}

const start = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  const started = await startTestApp({ smtpURL: mailServer.url, contactEmail: OWNER, mailFrom: OWNER, ...config })
  const admin = await started.newUser('admin', [Role.Admin])
  const listed = () => admin.must(listConsultations, {})
  const ask = (inputs: object = {}) =>
    started.anonymous.send(requestConsultation, { body: { inputs: { ...INPUTS, ...inputs } } })
  return { ...started, mailServer, listed, ask }
}

describe('a request for a consultation', () => {
  // Proves 1.15
  test('is stored, and mailed to the owner, who can reply to the visitor', async () => {
    const { ask, listed, mailServer, jobsDone } = await start()
    const answer = await ask()
    expect([answer.status, answer.body]).toEqual([201, THANKS])
    const mail = await mailServer.waitForMail(OWNER)
    expect(mail).toMatchObject({
      from: { name: 'Roomfolio', address: OWNER },
      to: [{ address: OWNER }],
      replyTo: [{ name: 'Robin Sample', address: 'robin@example.com' }],
      subject: 'Consultation request from Robin Sample',
      attachments: [],
    })
    for (const value of Object.values(INPUTS)) expect(mail.text).toContain(value)
    await jobsDone()
    expect(await listed()).toMatchObject([
      {
        ...INPUTS,
        consultationID: expect.any(Number),
        createdAt: expect.any(String),
        mailedAt: expect.any(String),
        done: false,
      },
    ])
  })

  test('is accepted from a signed-in user, and without a project', async () => {
    const { newUser, listed, mailServer } = await start()
    const { project: _, ...inputs } = INPUTS
    const user = await newUser('robin')
    expect(await user.must(requestConsultation, { body: { inputs } })).toEqual(THANKS)
    expect((await mailServer.waitForMail(OWNER)).text).toContain('(none named)')
    expect(await listed()).toMatchObject([{ project: '' }])
  })

  test('is stored if no mail server is set', async () => {
    const { ask, listed, services } = await start({ smtpURL: null })
    expect((await ask()).status).toBe(201)
    await runDueJobs(services, JOBS)
    expect(await listed()).toMatchObject([{ ...INPUTS, mailedAt: null }])
  })

  test('keeps text in any script unchanged', async () => {
    const { ask, listed, mailServer } = await start()
    const inputs = { name: 'Zoë 設計 😀', about: 'Tür "blau" <b>\n\nund\tWand', preferredTimes: "Mo–Fr; 9'00" }
    await ask(inputs)
    expect(await listed()).toMatchObject([inputs])
    const mail = await mailServer.waitForMail(OWNER)
    expect(mail.replyTo).toEqual([{ name: inputs.name, address: INPUTS.email }])
    expect(mail.subject).toBe(`Consultation request from ${inputs.name}`)
    expect(mail.text).toContain(inputs.about)
    expect(mail.text).toContain(inputs.preferredTimes)
  })
})

describe('text typed by a visitor', () => {
  const BREAKS = ['\r\n', '\n', '\r', '\u2028', '\u0085', '\u000b']

  test('adds no header to the mail by line breaks', async () => {
    const { ask, listed, mailServer } = await start()
    await ask()
    const plain = (await mailServer.waitForMail(OWNER)).headers.map(({ key }) => key)
    for (const lineBreak of BREAKS) {
      const name = `Robin${lineBreak}Bcc: victim@example.com${lineBreak}${lineBreak}<b>Hello</b>`
      const refused = await ask({ name, phone: name, project: name, email: `a${lineBreak}@example.com` })
      expect(refused.status).toBe(400)
      expect(Object.keys(refused.problem.fields ?? {}).sort()).toEqual(['email', 'name', 'phone', 'project'])
      expect((await ask({ about: name, preferredTimes: name })).status).toBe(201)
      const mail = await mailServer.waitForMail(OWNER)
      expect(mail.headers.map(({ key }) => key)).toEqual(plain)
      expect(mail.recipients).toEqual([OWNER])
      expect((await listed())[0]).toMatchObject({ about: name, preferredTimes: name })
    }
  })

  test('adds no recipient and no second reply address', async () => {
    const { ask, mailServer } = await start()
    for (const email of [
      'a,victim@example.com',
      'a;victim@example.com',
      'x<victim@example.com>',
      '"a,b"@example.com',
    ]) {
      expect((await ask({ email, name: 'Robin" <victim@example.com>, "' })).status).toBe(201)
      const mail = await mailServer.waitForMail(OWNER)
      expect([mail.recipients, mail.to?.length, mail.replyTo?.length]).toEqual([[OWNER], 1, 1])
      expect(mail.replyTo?.[0]?.address).not.toBe('victim@example.com')
    }
  })

  test('is refused with each problem: missing, blank, too long, not an e-mail address', async () => {
    const { ask, listed } = await start()
    for (const name of ['name', 'email', 'phone', 'about', 'preferredTimes'] as const) {
      for (const missing of [undefined, null, '', ' \n ']) {
        expect((await ask({ [name]: missing })).problem, name).toMatchObject({
          statusCode: 400,
          fields: { [name]: 'Required.' },
        })
      }
    }
    for (const email of ['robin', 'robin@', '@example.com', 'robin@example.com\r\nBcc: victim@example.com']) {
      expect((await ask({ email })).problem.fields).toEqual({ email: SENTENCES.email })
    }
    expect(await listed()).toEqual([])
  })

  test.each(['name', 'phone', 'project', 'about', 'preferredTimes'] as const)(
    'as %s has up to 255 characters as people count them',
    async (name) => {
      const { ask, listed } = await start({ smtpURL: null })
      for (const sign of ['x', '😀']) {
        for (const length of [254, 255]) {
          expect((await ask({ [name]: sign.repeat(length) })).status).toBe(201)
          expect((await listed())[0]).toMatchObject({ [name]: sign.repeat(length) })
        }
        expect((await ask({ [name]: sign.repeat(256) })).problem).toMatchObject({
          statusCode: 400,
          fields: { [name]: atMost(255) },
        })
      }
    },
  )

  test('as e-mail address has up to 254 characters', async () => {
    const { ask } = await start({ smtpURL: null })
    const ofLength = (length: number) => `${'x'.repeat(length - '@example.com'.length)}@example.com`
    for (const length of [253, 254]) expect((await ask({ email: ofLength(length) })).status).toBe(201)
    expect((await ask({ email: ofLength(255) })).problem.fields).toEqual({ email: atMost(254) })
  })
})

describe('the list of requests', () => {
  test('is for Admins only', async () => {
    const { anonymous, newUser, services } = await start()
    expect((await anonymous.call(listConsultations, {})).status).toBe(401)
    expect((await (await newUser('robin')).call(listConsultations, {})).status).toBe(403)
    expect((await (await newUser('seller', [Role.Reseller])).call(listConsultations, {})).status).toBe(403)
    const admin = await newUser('other', [Role.Admin])
    await setRole(services.db, 'other', Role.User, false)
    expect((await admin.call(listConsultations, {})).status).toBe(200)
  })

  test('shows the latest 200, newest first', async () => {
    const { services, clock, listed } = await start({ smtpURL: null })
    const { preferredTimes, ...rest } = INPUTS
    const rows = Array.from({ length: 201 }, (_, n) => ({
      ...rest,
      name: `Visitor ${n}`,
      preferred_times: preferredTimes,
      created_at: isoTime(clock),
      mailed_at: null,
    }))
    await services.db.insertInto('consultations').values(rows).execute()
    const names = (await listed()).map(({ name }) => name)
    expect(names).toEqual(
      rows
        .map(({ name }) => name)
        .reverse()
        .slice(0, 200),
    )
  })
})

describe('a request that could not be mailed at once', () => {
  test.each(['is down', 'refuses it'])(
    'because the mail server %s is kept, and mailed once by a retry',
    async (trouble) => {
      const { ask, mailServer, services, clock, jobsDone } = await start()
      const mailedAt = async () =>
        (await services.db.selectFrom('consultations').select('mailed_at').execute())[0]?.mailed_at
      if (trouble === 'is down') await mailServer.stop()
      else mailServer.will('refuse')
      const answer = await ask()
      expect([answer.status, answer.body]).toEqual([201, THANKS])
      await jobsDone()
      clock.turn(HOUR)
      await jobsDone()
      expect(await mailedAt()).toBeNull()

      if (trouble === 'is down') await mailServer.start()
      else mailServer.will('accept')
      clock.turn(HOUR)
      await jobsDone()
      expect(await mailedAt()).toBe(isoTime(clock))
      clock.turn(DAY)
      await jobsDone()
      expect(mailServer.received).toHaveLength(1)
      expect(mailServer.received[0]?.text).toContain(INPUTS.about)
    },
  )

  test('is mailed once by several servers that retry at the same moment', async () => {
    const { ask, mailServer, services } = await start({ smtpURL: null })
    for (let n = 0; n < 5; n++) await ask({ name: `Visitor ${n}` })
    const mail = openMailer({ smtpURL: mailServer.url, mailFrom: OWNER })
    await runDueJobs({ ...services, mail }, JOBS, { servers: 4 })
    await runDueJobs({ ...services, mail }, JOBS)
    const subjects = mailServer.received.map(({ subject }) => subject).sort()
    expect(subjects).toEqual([0, 1, 2, 3, 4].map((n) => `Consultation request from Visitor ${n}`))
  })

  test('is left to the server that is mailing it until its lease ends', async () => {
    const { ask, mailServer, services, clock } = await start()
    mailServer.will('hang')
    await ask()
    await mailServer.waitForConnections(1)
    mailServer.will('accept')
    clock.turn(LEASE - 1)
    await runDueJobs(services, JOBS)
    expect(mailServer.received).toEqual([])
    clock.turn(1)
    await runDueJobs(services, JOBS)
    expect(mailServer.received).toHaveLength(1)
    // Cuts the hanging connection, so that the app need not wait for it.
    await mailServer.stop()
  })

  test('waits for a mail server without a limit', async () => {
    const { ask, mailServer, services, clock } = await start({ smtpURL: null })
    await ask()
    clock.turn(400 * DAY)
    const mail = openMailer({ smtpURL: mailServer.url, mailFrom: OWNER })
    await runDueJobs({ ...services, mail }, JOBS)
    expect(mailServer.received).toHaveLength(1)
  })
})

test('a silent mail server delays no visitor', async () => {
  const { ask, mailServer } = await start()
  mailServer.will('hang')
  for (let n = 0; n < 3; n++) expect((await ask()).status).toBe(201)
  await mailServer.stop()
})

test('requests are limited to fifty an hour from one address', async () => {
  const { app, listed, clock } = await start({ smtpURL: null })
  const from = async (server: FastifyInstance, remoteAddress: string) =>
    server.inject({ method: 'POST', url: '/consultation', payload: { inputs: INPUTS }, remoteAddress })
  for (let n = 0; n < 50; n++) expect((await from(app, '192.0.2.1')).statusCode).toBe(201)
  const refused = await from(app, '192.0.2.1')
  expect(refused.json()).toMatchObject(problemWith('too_many_tries', { wait: '1 hour' }))
  expect(refused.headers['retry-after']).toBe('3600')
  expect(await listed()).toHaveLength(50)
  expect((await from(app, '192.0.2.2')).statusCode).toBe(201)
  clock.turn(HOUR)
  expect((await from(app, '192.0.2.1')).statusCode).toBe(201)
})
