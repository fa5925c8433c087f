import { describe, expect, onTestFinished, test } from 'vitest'
import { requestConsultation } from '../../src/shared/admin/consultations.api.ts'
import { JOBS } from '../../src/server/job-registry.ts'
import { openMailer } from '../../src/server/platform/mail/mailer.ts'
import { runDueJobs } from '../support/jobs.ts'
import { MailServer } from '../support/mail-server.ts'
import { startServerProcess } from '../support/server-process.ts'
import { startTestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const OWNER = 'owner@homes.example'
const inputsOf = (name: string) => ({
  name,
  email: 'robin@example.com',
  phone: '(555) 010-0199',
  about: 'Paint',
  preferredTimes: 'Mornings',
})

const startMailServer = async () => {
  const mailServer = await MailServer.start()
  onTestFinished(() => mailServer.stop())
  return mailServer
}

describe('a job', () => {
  test('runs on one of three servers, each once', async () => {
    const mailServer = await startMailServer()
    const { services, anonymous } = await startTestApp()
    const names = Array.from({ length: 20 }, (_, n) => `Visitor ${n}`)
    for (const name of names) await anonymous.must(requestConsultation, { body: { inputs: inputsOf(name) } })
    const { dataDir, database } = services.config
    const settings = { SMTP_URL: mailServer.url, CONTACT_EMAIL: OWNER }
    await Promise.all([1, 2, 3].map(() => startServerProcess(dataDir, database, settings)))
    const waiting = () => services.db.selectFrom('jobs').select('id').where('kind', '=', 'consultation-mail').execute()
    await until(async () => (await waiting()).length === 0)
    const subjects = mailServer.received.map(({ subject }) => subject)
    expect(subjects.sort()).toEqual(names.map((name) => `Consultation request from ${name}`).sort())
  })

  test('of a killed server is taken over after its lease, and not before', async () => {
    const mailServer = await startMailServer()
    const { services, anonymous, clock } = await startTestApp()
    const { dataDir, database } = services.config
    await anonymous.must(requestConsultation, { body: { inputs: inputsOf('Robin') } })
    mailServer.will('hang')
    const settings = { SMTP_URL: mailServer.url, CONTACT_EMAIL: OWNER }
    const server = await startServerProcess(dataDir, database, settings)
    // One connection checks the login, one delivers the mail.
    await mailServer.waitForConnections(2)
    await server.kill()
    mailServer.will('accept')
    const claimed = services.db.selectFrom('jobs').selectAll().where('kind', '=', 'consultation-mail')
    const { due_at: leaseEnds } = await claimed.executeTakeFirstOrThrow()
    const other = { ...services, mail: openMailer({ smtpURL: mailServer.url, mailFrom: OWNER }) }

    clock.turn(Date.parse(leaseEnds ?? '') - clock.now().getTime() - 1)
    await runDueJobs(other, JOBS)
    expect(mailServer.received).toEqual([])
    clock.turn(1)
    await runDueJobs(other, JOBS)
    expect(mailServer.received).toHaveLength(1)
    expect(await claimed.execute()).toEqual([])
  })

  test('of a stopping server is given back in time', async () => {
    const mailServer = await startMailServer()
    const { services, anonymous, clock } = await startTestApp()
    const { dataDir, database } = services.config
    await anonymous.must(requestConsultation, { body: { inputs: inputsOf('Robin') } })
    mailServer.will('hang')
    const settings = { SMTP_URL: mailServer.url, CONTACT_EMAIL: OWNER }
    const server = await startServerProcess(dataDir, database, settings)
    await mailServer.waitForConnections(2)
    const { code, took } = await server.stop()
    expect(code).toBe(0)
    expect(took).toBeLessThan(10_000)
    const left = services.db.selectFrom('jobs').selectAll().where('kind', '=', 'consultation-mail')
    expect(await left.execute()).toMatchObject([{ claimed_by: null, tries: 0 }])

    mailServer.will('accept')
    // The time of that server.
    clock.turn(Date.now() - clock.now().getTime())
    const mail = openMailer({ smtpURL: mailServer.url, mailFrom: OWNER })
    await runDueJobs({ ...services, mail }, JOBS)
    expect(mailServer.received).toHaveLength(1)
  })
})

test('a server checks its mail server at its start', async () => {
  const { services } = await startTestApp()
  await startTestApp()
  const { origin } = await startServerProcess(services.config.dataDir, services.config.database, {
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  const site = async () => (await (await fetch(`${origin}/site`)).json()) as { sendsMail: boolean; mailFails: boolean }
  await until(async () => (await site()).mailFails)
  expect(await site()).toMatchObject({ sendsMail: false })
})
