import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { changePassword } from '../../../src/shared/identity/account.api.ts'
import { login } from '../../../src/shared/identity/auth.api.ts'
import {
  listConsultations,
  requestConsultation,
  setConsultationDone,
} from '../../../src/shared/admin/consultations.api.ts'
import { deleteItem } from '../../../src/shared/items/items.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { getOverview, sendTestMail } from '../../../src/shared/admin/overview.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { setLock } from '../../../src/server/identity/people/set-lock.service.ts'
import { MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { openMailer } from '../../../src/server/platform/mail/mailer.ts'
import { JOBS } from '../../../src/server/job-registry.ts'
import { ENGINE } from '../../support/database.ts'
import { runDueJobs } from '../../support/jobs.ts'
import { MAIL_PASSWORD, MAIL_USER, MailServer } from '../../support/mail-server.ts'
import { PASSWORD, signIn, startTestApp } from '../../support/test-app.ts'

const INPUTS = {
  name: 'Robin Sample',
  email: 'robin@example.com',
  phone: '(555) 010-0199',
  about: 'Paint',
  preferredTimes: 'Mornings',
}

const start = async (...given: Parameters<typeof startTestApp>) => {
  const started = await startTestApp(...given)
  const admin = await started.newUser('admin', [Role.Admin])
  return { ...started, admin, overview: () => admin.must(getOverview, {}) }
}

describe('the overview', () => {
  test('of a new installation has its one Admin, its versions and its health', async () => {
    const { overview } = await start()
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(await overview()).toEqual({
      users: 1,
      locked: 0,
      projects: 0,
      rooms: 0,
      items: 0,
      files: 0,
      storageBytes: 0,
      storagePerAccountBytes: null,
      consultations: { open: 0, done: 0, notMailed: 0 },
      failedLoginsLastHour: 0,
      failedJobs: { count: 0, latest: [] },
      backups: { everyHours: 0, made: null, failed: null },
      disk: { freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
      databaseBytes: expect.any(Number),
      version,
      database: expect.stringMatching(ENGINE === 'SQLite' ? /^SQLite 3(\.\d+)+$/ : /^PostgreSQL \d+(\.\d+)*$/),
      databaseAnswers: true,
      fileStoreAnswers: true,
      sendsMail: false,
      mailFails: false,
      mailFailure: null,
      passkeys: { host: 'localhost', here: 0, elsewhere: 0 },
      untrustedProxy: null,
    })
  })

  test('counts everything that users keep; things in the trash count only by their files and bytes', async () => {
    const { overview, newUser, services, clock } = await start()
    const [robin, sam] = [await newUser('robin'), await newUser('sam_e')]
    await newUser('unlocked')
    await setLock(services.db, clock, 'unlocked', true)
    await setLock(services.db, clock, 'unlocked', false)
    await newUser('locked')
    await setLock(services.db, clock, 'locked', true)
    const [file] = await robin.upload([{ name: 'a.txt', bytes: Buffer.from('five!') }])
    await sam.upload([
      { name: 'b.txt', bytes: Buffer.from('eleven more') },
      { name: 'c.txt', bytes: Buffer.alloc(0) },
    ])
    const projectID = await robin.newProject('Maple Street')
    const roomID = await robin.newRoom(projectID)
    const itemID = await robin.newItem(projectID, roomID, {}, JSON.stringify({ 'a.txt': file?.remote }))
    await robin.newItem(projectID, roomID)
    await robin.newRoom(projectID, 'Attic')
    await sam.newProject('Birch Lane')
    const stored = { users: 5, locked: 1, files: 3, storageBytes: 16 }
    expect(await overview()).toMatchObject({ ...stored, projects: 2, rooms: 2, items: 2 })

    await robin.must(deleteItem, { query: { itemID } })
    expect(await overview()).toMatchObject({ ...stored, projects: 2, rooms: 2, items: 1 })
    await robin.must(deleteRoom, { query: { roomID } })
    expect(await overview()).toMatchObject({ ...stored, projects: 2, rooms: 1, items: 0 })
    await robin.must(deleteProject, { query: { projectID } })
    expect(await overview()).toMatchObject({ ...stored, projects: 1, rooms: 0, items: 0 })
  })

  test('reports an untrusted proxy after one request through it, and the log does so once', async () => {
    for (const forwarded of [{ 'x-forwarded-for': '192.0.2.7' }, { forwarded: 'for=192.0.2.7' }]) {
      const { app, overview, log } = await start(
        { logLevel: 'info' },
        { alone: 'Each server notes and logs by itself who forwards requests to it.' },
      )
      expect((await overview()).untrustedProxy).toBeNull()
      for (let n = 0; n < 2; n++) {
        await app.inject({ url: '/healthz', headers: forwarded, remoteAddress: '::ffff:10.0.0.1' })
      }
      expect((await overview()).untrustedProxy).toBe('10.0.0.1')
      expect(log).toEqual([expect.objectContaining({ level: 40, event: 'proxy_not_trusted', address: '10.0.0.1' })])
      expect(log[0]?.msg).toContain('set TRUST_PROXY=10.0.0.1')
    }
  })

  test('reports none if the proxy is trusted', async () => {
    const { app, overview } = await start({ trustProxy: '10.0.0.0/8' })
    const headers = { 'x-forwarded-for': '192.0.2.7' }
    await app.inject({ url: '/healthz', headers, remoteAddress: '10.0.0.1' })
    expect((await overview()).untrustedProxy).toBeNull()
  })

  test('counts each failed login of the last hour, even before a successful one, and no other attempt', async () => {
    const { app, newUser, anonymous, clock } = await start({ loginTriesPerAccount: 3 })
    const robin = await newUser('robin')
    const tryTo = async (user: string, pwd: string) => (await anonymous.call(login, { body: { user, pwd } })).status
    const failed = async () => (await (await signIn(app, 'admin')).must(getOverview, {})).failedLoginsLastHour
    expect(await tryTo('robin', PASSWORD)).toBe(200)
    expect(await failed()).toBe(0)
    for (let n = 0; n < 2; n++) expect(await tryTo('robin', 'wrong horse')).toBe(401)
    expect(await tryTo('nobody', 'wrong horse')).toBe(401)
    expect(await failed()).toBe(3)
    expect(await tryTo('robin', PASSWORD)).toBe(200)
    expect(await failed()).toBe(3)

    clock.turn(10 * MINUTE)
    const body = { currentPass: 'wrong horse', newPass: 'another horse' }
    expect((await robin.call(changePassword, { body })).status).toBe(409)
    for (let n = 0; n < 2; n++) expect(await tryTo('robin', 'wrong horse')).toBe(401)
    // Calls refused unseen are no failed logins.
    expect(await tryTo('robin', 'wrong horse')).toBe(429)
    expect(await failed()).toBe(6)
    clock.turn(50 * MINUTE)
    expect(await failed()).toBe(3)
    clock.turn(10 * MINUTE)
    expect(await failed()).toBe(0)
  })

  test('needs two statements for any amount of data', async () => {
    const { overview, statements, newUser, admin } = await start()
    const robin = await newUser('robin')
    for (const size of [1, 10]) {
      for (let n = 0; n < size; n++) await robin.newRoom(await robin.newProject(`Project ${size} ${n}`))
      await admin.must(requestConsultation, { body: { inputs: INPUTS } })
      const before = statements()
      await overview()
      expect(statements() - before).toBe(2)
    }
  })

  test('reports a file store that does not answer, with everything else', async () => {
    const { overview, services } = await start()
    const { check } = services.store
    services.store.check = () => Promise.reject(new Error('the disk is gone'))
    expect(await overview()).toMatchObject({ users: 1, fileStoreAnswers: false, databaseAnswers: true })
    services.store.check = check
    expect(await overview()).toMatchObject({ fileStoreAnswers: true })
  })

  test('reports whether mail is sent', async () => {
    const { overview } = await start({ smtpURL: 'smtp://127.0.0.1:1' })
    expect(await overview()).toMatchObject({ sendsMail: true })
  })

  test('reports the free disk space and the size of the database', async () => {
    const { overview } = await start()
    const { disk, databaseBytes } = await overview()
    expect(databaseBytes).toBeGreaterThan(64 * 1024)
    expect(disk?.freeBytes).toBeGreaterThan(0)
    expect(disk?.freeBytes).toBeLessThanOrEqual(disk?.totalBytes ?? 0)
  })

  test('is for Admins only', async () => {
    const { anonymous, newUser } = await start()
    expect((await anonymous.call(getOverview, {})).status).toBe(401)
    expect((await (await newUser('sam')).call(sendTestMail, {})).status).toBe(403)
    expect((await (await newUser('robin')).call(getOverview, {})).status).toBe(403)
    expect((await (await newUser('seller', [Role.Reseller])).call(getOverview, {})).status).toBe(403)
  })
})

describe('a test mail', () => {
  test('goes to the address of the Admin who requests it, with a confirmation', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { admin, overview } = await start({ smtpURL: mailServer.urlWithPassword })
    expect(await admin.must(sendTestMail, {})).toEqual({
      sent: true,
      message: 'The mail server accepted an email to admin@example.com.',
    })
    expect(mailServer.received).toMatchObject([{ recipients: ['admin@example.com'], user: MAIL_USER }])

    // Overview shows a failure with the same words.
    mailServer.will('refuse')
    const refused = await admin.must(sendTestMail, {})
    expect(refused).toEqual({
      sent: false,
      message: expect.stringMatching(/^The mail server rejected it: .*Not today\.$/),
    })
    const { mailFailure, mailFails } = await overview()
    expect(mailFails).toBe(true)
    expect(refused.message).toContain(mailFailure?.why)
    mailServer.will('accept')
    expect(await admin.must(sendTestMail, {})).toMatchObject({ sent: true })
    expect(await overview()).toMatchObject({ sendsMail: true, mailFails: false })
  })

  test('that fails reveals no password of the mail server', async () => {
    const parrot = createServer((socket) => {
      socket.write('220 parrot\r\n')
      let last = ''
      socket.on('data', (chunk: Buffer) => {
        last = chunk.toString().trim()
        socket.write(/^EHLO/.test(last) ? '250-parrot\r\n250 AUTH PLAIN\r\n' : `535 ${last} ${MAIL_PASSWORD}\r\n`)
      })
      socket.on('error', () => {})
    })
    await once(parrot.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void parrot.close())
    const { port } = parrot.address() as AddressInfo
    const smtpURL = `smtp://${MAIL_USER}:${encodeURIComponent(MAIL_PASSWORD)}@127.0.0.1:${port}`
    const { admin, overview } = await start({ smtpURL })
    const { message } = await admin.must(sendTestMail, {})
    expect(message).toMatch(/^The mail server rejected it: Invalid login: 535 .*\.$/)
    for (const text of [message, JSON.stringify(await overview())]) {
      expect(text).not.toContain(MAIL_PASSWORD)
      expect(text).not.toContain(Buffer.from(`\0${MAIL_USER}\0${MAIL_PASSWORD}`).toString('base64'))
    }
  })

  test('is refused without a mail server', async () => {
    const { admin } = await start()
    expect((await admin.call(sendTestMail, {})).problem.code).toBe('mail_not_set_up')
  })
})

describe('a request for a consultation', () => {
  test('is marked as done and open again; open ones come first, newest first in each group', async () => {
    const { admin, anonymous, overview, clock } = await start()
    for (const name of ['first', 'second', 'third', 'fourth']) {
      await anonymous.must(requestConsultation, { body: { inputs: { ...INPUTS, name } } })
      clock.turn(MINUTE)
    }
    const listed = async () =>
      (await admin.must(listConsultations, {})).map(({ name, done }) => `${name}${done ? ', done' : ''}`)
    const mark = async (which: string, done: boolean) => {
      const found = (await admin.must(listConsultations, {})).find(({ name }) => name === which)
      return admin.must(setConsultationDone, { body: { consultationID: found?.consultationID ?? 0, done } })
    }
    expect(await listed()).toEqual(['fourth', 'third', 'second', 'first'])
    expect(await mark('third', true)).toEqual({ message: 'Marked the request as done.' })
    await mark('first', true)
    await mark('first', true)
    expect(await listed()).toEqual(['fourth', 'second', 'third, done', 'first, done'])
    expect(await overview()).toMatchObject({ consultations: { open: 2, done: 2, notMailed: 2 } })
    expect(await mark('first', false)).toEqual({ message: 'Reopened the request.' })
    expect(await listed()).toEqual(['fourth', 'second', 'first', 'third, done'])
  })

  test('is no longer mailed to the owner once it is done', async () => {
    const { admin, anonymous, services } = await start({ contactEmail: 'owner@homes.example' })
    for (const name of ['first', 'second']) {
      await anonymous.must(requestConsultation, { body: { inputs: { ...INPUTS, name } } })
    }
    const [second] = await admin.must(listConsultations, {})
    await admin.must(setConsultationDone, { body: { consultationID: second?.consultationID ?? 0, done: true } })
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const mail = openMailer({ smtpURL: mailServer.url, mailFrom: 'post@homes.example' })
    await runDueJobs({ ...services, mail }, JOBS)
    expect(mailServer.received.map(({ subject }) => subject)).toEqual(['Consultation request from first'])
  })

  test('can be marked by Admins only', async () => {
    const { admin, anonymous, newUser } = await start()
    await anonymous.must(requestConsultation, { body: { inputs: INPUTS } })
    const [request] = await admin.must(listConsultations, {})
    const body = { consultationID: request?.consultationID ?? 0, done: true }
    expect((await anonymous.call(setConsultationDone, { body })).status).toBe(401)
    for (const client of [await newUser('robin'), await newUser('seller', [Role.Reseller])]) {
      expect((await client.call(setConsultationDone, { body })).status).toBe(403)
    }
    expect(await admin.must(listConsultations, {})).toMatchObject([{ done: false }])
  })
})
