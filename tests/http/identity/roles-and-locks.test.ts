import { describe, expect, onTestFinished, test } from 'vitest'
import { deleteMyAccount } from '../../../src/shared/identity/account.api.ts'
import { login, resetPassword } from '../../../src/shared/identity/auth.api.ts'
import {
  endUserSessions,
  listUsers,
  sendUserReset,
  setUserLock,
  setUserRole,
} from '../../../src/shared/identity/people.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { addPasswordReset } from '../../../src/server/identity/passwords/password-resets.repo.ts'
import { HOUR } from '../../../src/server/platform/lib/clock.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import { problemWith } from '../../support/problems.ts'
import { Client, PASSWORD, signIn } from '../../support/test-app.ts'
import { start, find, idOf } from './people-fixture.ts'

const LAST_ADMIN = { statusCode: 409, code: 'last_admin' }

describe('a role', () => {
  test('is granted and revoked at once, and repeating that is harmless', async () => {
    const { admin, newUser } = await start()
    const robin = await newUser('robin')
    const userID = await idOf(admin, 'robin')
    for (const [held, status, has] of [
      [true, 200, 'now'],
      [true, 200, 'now'],
      [false, 403, 'no longer'],
      [false, 403, 'no longer'],
    ] as const) {
      const { message } = await admin.must(setUserRole, { body: { userID, role: Role.Admin, held } })
      expect(message).toBe(`Robin Sample ${has} has the role Admin.`)
      expect((await robin.call(listUsers, { query: {} })).status).toBe(status)
    }
    await admin.must(setUserRole, { body: { userID, role: Role.User, held: false } })
    expect((await robin.call(listProjects, {})).status).toBe(403)
    expect((await find(admin, 'robin@'))[0]?.roles).toEqual([])
    await admin.must(setUserRole, { body: { userID, role: Role.Reseller, held: true } })
    expect((await robin.call(listProjects, {})).status).toBe(204)
  })

  test('of Admin stays with the last Admin, who can pass it on', async () => {
    const { admin, newUser } = await start()
    const robin = await newUser('robin')
    const [adminID, robinID] = [await idOf(admin, 'admin'), await idOf(admin, 'robin')]
    const give = (held: boolean, userID: number) =>
      admin.call(setUserRole, { body: { userID, role: Role.Admin, held } })
    expect((await give(false, adminID)).problem).toMatchObject(LAST_ADMIN)
    expect((await give(true, robinID)).status).toBe(200)
    expect((await give(false, adminID)).status).toBe(200)
    expect((await give(true, adminID)).status).toBe(403)
    expect((await robin.call(listUsers, { query: {} })).status).toBe(200)
  })

  test("of Admin stays with one when all revoke each other's at once", async () => {
    const { admin, newUser } = await start()
    const admins = [admin, ...(await Promise.all(['second', 'third'].map((name) => newUser(name, [Role.Admin]))))]
    const ids = (await find(admin)).map(({ userID }) => userID)
    await Promise.all(
      admins.map((one, at) =>
        one.call(setUserRole, { body: { userID: ids[(at + 1) % 3] ?? 0, role: Role.Admin, held: false } }),
      ),
    )
    const statuses = await Promise.all(admins.map(async (one) => (await one.call(listUsers, { query: {} })).status))
    expect(statuses.sort()).toEqual([200, 403, 403])
  })

  test('is one of three: any other is a 400', async () => {
    const { admin } = await start()
    const userID = await idOf(admin, 'admin')
    for (const role of [1, 9002, '9001', null, undefined]) {
      expect((await admin.send(setUserRole, { body: { userID, role, held: true } })).problem).toMatchObject({
        statusCode: 400,
        fields: { role: 'Must be 9001, 2023 or 1001.' },
      })
    }
  })
})

describe('a lock', () => {
  test('ends sessions and links of the user at once, who can log in after being unlocked', async () => {
    const { admin, anonymous, newUser, services, clock } = await start()
    const robin = await newUser('robin')
    const userID = await idOf(admin, 'robin')
    const tryLogin = async () => (await anonymous.call(login, { body: { user: 'robin', pwd: PASSWORD } })).status
    const reset = await addPasswordReset(services.db, clock, { id: userID, email: 'robin@example.com' })
    const locked = await admin.must(setUserLock, { body: { userID, locked: true } })
    expect(locked).toEqual({ message: 'Robin Sample is locked.' })
    expect((await robin.call(listProjects, {})).status).toBe(401)
    expect(await tryLogin()).toBe(401)
    await admin.must(setUserLock, { body: { userID, locked: true } })
    expect(await find(admin, 'robin@')).toMatchObject([{ locked: true, sessions: 0, roles: [Role.User] }])

    const unlocked = await admin.must(setUserLock, { body: { userID, locked: false } })
    expect(unlocked).toEqual({ message: 'Robin Sample can log in again.' })
    expect((await robin.call(listProjects, {})).status).toBe(401)
    const body = { token: reset?.token ?? '', newPass: 'battery staple' }
    expect((await anonymous.call(resetPassword, { body })).problem.code).toBe('reset_link_invalid')
    expect(await tryLogin()).toBe(200)
  })

  test('is refused for the last Admin', async () => {
    const { admin, newUser } = await start()
    await newUser('robin')
    const lockMyself = async () =>
      admin.call(setUserLock, { body: { userID: await idOf(admin, 'admin'), locked: true } })
    expect((await lockMyself()).problem).toMatchObject(LAST_ADMIN)
    await newUser('second', [Role.Admin])
    expect((await lockMyself()).status).toBe(200)
    expect((await admin.call(listUsers, { query: {} })).status).toBe(401)
  })

  test('makes the only unlocked Admin the last one, for roles, locks and deletion of the account', async () => {
    const { admin, newUser } = await start()
    await newUser('second', [Role.Admin])
    const [adminID, secondID] = [await idOf(admin, 'admin'), await idOf(admin, 'second')]
    await admin.must(setUserLock, { body: { userID: secondID, locked: true } })
    const refused = [
      await admin.call(setUserRole, { body: { userID: adminID, role: Role.Admin, held: false } }),
      await admin.call(setUserLock, { body: { userID: adminID, locked: true } }),
      await admin.call(deleteMyAccount, { body: { currentPass: PASSWORD } }),
    ]
    for (const { problem } of refused) expect(problem).toMatchObject(LAST_ADMIN)
    // The locked Admin is not needed and may lose the role.
    await admin.must(setUserRole, { body: { userID: secondID, role: Role.Admin, held: false } })
    await admin.must(setUserRole, { body: { userID: secondID, role: Role.Admin, held: true } })
    await admin.must(setUserLock, { body: { userID: secondID, locked: false } })
    await admin.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
  })

  test('leaves one Admin when all lock each other, or lock and delete, at once', async () => {
    const { admin, newUser, app } = await start()
    const names = ['second', 'third', 'fourth']
    const admins = [admin, ...(await Promise.all(names.map((name) => newUser(name, [Role.Admin]))))]
    const ids = await Promise.all(['admin', ...names].map((name) => idOf(admin, name)))
    const answers = await Promise.all(
      admins.flatMap((one, at) => [
        one.call(setUserLock, { body: { userID: ids[(at + 1) % 4] ?? 0, locked: true } }),
        one.call(deleteMyAccount, { body: { currentPass: PASSWORD } }),
      ]),
    )
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const logins = await Promise.all(
      ['admin', ...names].map((user) => new Client(app).call(login, { body: { user, pwd: PASSWORD } })),
    )
    expect(logins.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1)
  })
})

describe('the sessions of a user', () => {
  test('end all at once, and of nobody else', async () => {
    const { app, admin, newUser } = await start()
    const robin = [await newUser('robin'), await signIn(app, 'robin')]
    const sam = await newUser('sam_e')
    await admin.must(endUserSessions, { query: { userID: await idOf(admin, 'robin') } })
    for (const client of robin) expect((await client.call(listProjects, {})).status).toBe(401)
    for (const client of [sam, await signIn(app, 'robin')]) {
      expect((await client.call(listProjects, {})).status).toBe(204)
    }
    expect((await find(admin, 'robin@'))[0]?.sessions).toBe(1)
  })
})

describe('a reset mail sent by an Admin', () => {
  const startWithMail = async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const settings = { smtpURL: mailServer.url, publicURL: 'https://homes.example.com', forgotPerAccount: 1 }
    return { ...(await start(settings)), mailServer }
  }

  test('can be sent any number of times, and its link works', async () => {
    const { admin, anonymous, newUser, mailServer, clock } = await startWithMail()
    await newUser('robin')
    const userID = await idOf(admin, 'robin')
    for (let n = 0; n < 3; n++) {
      const { message } = await admin.must(sendUserReset, { body: { userID } })
      expect(message).toContain('robin@example.com')
      const mail = await mailServer.waitForMail('robin@example.com', '/reset#')
      expect(mail.text).toContain('Your administrator asks you to set a new password')
      const token = linkIn(mail).hash.slice(1)
      await anonymous.must(resetPassword, { body: { token, newPass: `another horse ${n}` } })
    }
    expect((await anonymous.call(login, { body: { user: 'robin', pwd: 'another horse 2' } })).status).toBe(200)

    await admin.must(sendUserReset, { body: { userID } })
    const token = linkIn(await mailServer.waitForMail('robin@example.com', '/reset#')).hash.slice(1)
    clock.turn(HOUR)
    const late = await anonymous.call(resetPassword, { body: { token, newPass: 'another horse' } })
    expect(late.problem).toMatchObject({ code: 'reset_link_invalid' })
  })

  test('is refused for a locked account, whose link would not work', async () => {
    const { admin, newUser, mailServer, jobsDone } = await startWithMail()
    await newUser('robin')
    const userID = await idOf(admin, 'robin')
    await admin.must(setUserLock, { body: { userID, locked: true } })
    expect((await admin.call(sendUserReset, { body: { userID } })).problem).toMatchObject(problemWith('account_locked'))
    await jobsDone()
    expect(mailServer.received).toEqual([])
  })

  test('is a 409 without a mail server', async () => {
    const { admin, newUser } = await start()
    await newUser('robin')
    const answer = await admin.call(sendUserReset, { body: { userID: await idOf(admin, 'robin') } })
    expect(answer.problem).toMatchObject({ statusCode: 409, code: 'mail_not_set_up' })
  })
})
