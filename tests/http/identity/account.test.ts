import { describe, expect, onTestFinished, test } from 'vitest'
import { getMyAccount, updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { forgot, register, resetPassword } from '../../../src/shared/identity/auth.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { addPasswordReset } from '../../../src/server/identity/passwords/password-resets.repo.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import { problemWith, sentenceOf } from '../../support/problems.ts'
import { PASSWORD, signIn, startTestApp } from '../../support/test-app.ts'
import { NEW_PASSWORD, formOf, moving, logIn, startWithRobin, WRONG } from './account-fixture.ts'

const NOTHING_STORED = { bytes: 0, mostBytes: null }

describe('an account', () => {
  // Proves 3.15, 3.16, 7.23, 9.8
  test('has the values of its registration, and its current roles as JSON text', async () => {
    const { app, anonymous, services } = await startTestApp()
    const inputs = {
      email: 'robin@example.com',
      phone: '(555) 010-0123',
      first: 'Robin',
      last: 'Sample',
      company: 'Sample & Co',
      address: '1 Elm',
      address2: 'Floor 2',
      city: 'Burlington',
      state: 'VT',
      zip: '05401',
    }
    await anonymous.must(register, { body: { user: 'Robin', pwd: PASSWORD, inputs } })
    const robin = await signIn(app, 'robin')
    const { first, last, ...same } = inputs
    const account = {
      username: 'Robin',
      firstName: first,
      lastName: last,
      ...same,
      emailConfirmed: null,
      secondFactor: null,
      rememberedDevices: [],
      passkeys: [],
      providers: [],
      storage: NOTHING_STORED,
    }
    expect(await robin.must(getMyAccount, {})).toEqual({ ...account, roles: '[1001]' })
    await setRole(services.db, 'robin', Role.Admin, true)
    await setRole(services.db, 'robin', Role.User, false)
    expect(await robin.must(getMyAccount, {})).toEqual({ ...account, roles: '[9001]' })
  })

  test('is open to every role, also to users without projects', async () => {
    const { robin, services } = await startWithRobin()
    await setRole(services.db, 'robin', Role.User, false)
    expect(await robin.must(getMyAccount, {})).toMatchObject({ username: 'robin', roles: '[]' })
    expect(await robin.must(updateMyAccount, { body: { inputs: formOf('robin') } })).toEqual({
      message: 'Account updated',
    })
  })

  // Proves 7.24
  test('can change in every field but the username', async () => {
    const { robin } = await startWithRobin()
    const inputs = {
      user: 'robin',
      email: ' new@example.org ',
      phone: '1',
      first: ' Robyn ',
      last: 'Example',
      company: 'Example Ltd',
      address: '2 Oak',
      address2: 'Rear',
      city: 'Barre',
      state: 'NH',
      zip: '1',
    }
    const body = { inputs, currentPass: PASSWORD }
    expect(await robin.must(updateMyAccount, { body })).toEqual({ message: 'Account updated' })
    expect(await robin.must(getMyAccount, {})).toEqual({
      username: 'robin',
      email: 'new@example.org',
      phone: '1',
      firstName: 'Robyn',
      lastName: 'Example',
      company: 'Example Ltd',
      address: '2 Oak',
      address2: 'Rear',
      city: 'Barre',
      state: 'NH',
      zip: '1',
      emailConfirmed: null,
      secondFactor: null,
      rememberedDevices: [],
      passkeys: [],
      providers: [],
      roles: '[1001]',
      storage: NOTHING_STORED,
    })
  })

  test('keeps an absent optional field, and clears a blank one', async () => {
    const { robin } = await startWithRobin()
    const full = { ...formOf('robin'), company: 'Example Ltd', address2: 'Rear' }
    await robin.must(updateMyAccount, { body: { inputs: full } })
    const absent = { company: undefined, address2: undefined }
    expect((await robin.send(updateMyAccount, { body: { inputs: { ...full, ...absent } } })).status).toBe(200)
    expect(await robin.must(getMyAccount, {})).toMatchObject({ company: 'Example Ltd', address2: 'Rear' })
    await robin.must(updateMyAccount, { body: { inputs: { ...full, company: ' ', address2: '' } } })
    expect(await robin.must(getMyAccount, {})).toMatchObject({ company: '', address2: '' })
  })

  // Proves 7.24
  test('is saved for the signed-in user only', async () => {
    const { robin, newUser } = await startWithRobin()
    const other = await newUser('other')
    const before = await other.must(getMyAccount, {})
    const answer = await robin.call(updateMyAccount, { body: { inputs: formOf('other') } })
    expect(answer.problem).toMatchObject({ ...problemWith('invalid_input'), fields: { user: expect.any(String) } })
    expect(await other.must(getMyAccount, {})).toEqual(before)
    const inputs = { ...formOf('robin'), user: ' ROBIN ' }
    expect((await robin.call(updateMyAccount, { body: { inputs } })).status).toBe(200)
    expect(await robin.must(getMyAccount, {})).toMatchObject({ username: 'robin' })
  })

  // Proves 5.12
  test('names every missing required field', async () => {
    const { robin } = await startWithRobin()
    const { problem } = await robin.send(updateMyAccount, { body: { inputs: { user: 'robin', first: '  ' } } })
    const names = ['address', 'city', 'email', 'first', 'last', 'phone', 'state', 'zip']
    expect(problem).toMatchObject({ statusCode: 400, fields: Object.fromEntries(names.map((n) => [n, 'Required.'])) })
  })

  test('logs in by its new e-mail address at once, and no longer by the old one', async () => {
    const { app, robin } = await startWithRobin()
    const inputs = { ...formOf('robin'), email: 'new@example.org' }
    await robin.must(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })
    expect((await logIn(app, { user: 'NEW@example.org' })).statusCode).toBe(200)
    expect((await logIn(app, { user: 'robin@example.com' })).statusCode).toBe(401)
  })

  test("refuses another user's e-mail address in any case or form, and accepts its own in a new one", async () => {
    const { robin, newUser } = await startWithRobin()
    await newUser('other')
    for (const email of ['other@example.com', 'OTHER@Example.com', ' other@example.com', 'ｏther@example.com']) {
      const inputs = { ...formOf('robin'), email }
      const answer = await robin.call(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })
      expect(answer.problem, email).toMatchObject({
        ...problemWith('email_taken'),
        fields: { email: sentenceOf('email_taken') },
      })
    }
    const inputs = { ...formOf('robin'), email: 'ROBIN@example.com' }
    await robin.must(updateMyAccount, { body: { inputs } })
    expect(await robin.must(getMyAccount, {})).toMatchObject({ email: 'ROBIN@example.com' })
  })

  test('gives an e-mail address to one of two users who save it at once', async () => {
    const { newUser } = await startTestApp()
    const users = await Promise.all(
      ['first', 'second', 'third'].map(async (name) => ({ name, is: await newUser(name) })),
    )
    const answers = await Promise.all(
      users.map(({ name, is }) =>
        is.call(updateMyAccount, {
          body: { inputs: { ...formOf(name), email: 'both@example.com' }, currentPass: PASSWORD },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('a changed e-mail address', () => {
  const REQUIRED = { statusCode: 400, code: 'invalid_input', fields: { currentPass: 'Required.' } }

  test('requires the current password: without it, or with a wrong one, nothing changes', async () => {
    const { robin } = await startWithRobin()
    const before = await robin.must(getMyAccount, {})
    expect((await robin.send(updateMyAccount, { body: moving() })).problem).toMatchObject(REQUIRED)
    const wrong = await robin.send(updateMyAccount, { body: moving({ currentPass: 'wrong horse' }) })
    expect(wrong.problem).toMatchObject(WRONG)
    expect(await robin.must(getMyAccount, {})).toEqual(before)
    expect((await robin.send(updateMyAccount, { body: moving({ currentPass: PASSWORD }) })).status).toBe(200)
    expect(await robin.must(getMyAccount, {})).toMatchObject({ email: 'new@example.org' })
  })

  test('includes another Unicode form of the same letters, but not another case', async () => {
    const { robin } = await startWithRobin()
    const save = (email: string) => robin.send(updateMyAccount, { body: { inputs: { ...formOf('robin'), email } } })
    expect((await save('ｒobin@example.com')).problem).toMatchObject(REQUIRED)
    expect((await save(' Robin@Example.com')).status).toBe(200)
  })

  test('counts a taken address as no failed login, but stops after ten an hour to hide who has an account', async () => {
    const { app, robin, newUser } = await startWithRobin()
    await newUser('other')
    const move = (email: string) =>
      robin.call(updateMyAccount, { body: { inputs: { ...formOf('robin'), email }, currentPass: PASSWORD } })
    for (let n = 0; n < 10; n++) {
      if (n < 4) expect((await move(`free${n}@example.com`)).status).toBe(200)
      expect((await move('other@example.com')).problem.code).toBe('email_taken')
    }
    for (const email of ['other@example.com', 'free@example.com'])
      expect((await move(email)).problem).toMatchObject({ statusCode: 429, code: 'too_many_tries' })
    expect((await logIn(app)).statusCode).toBe(200)
  })

  test('ends the links mailed to the old address, which gets a notice', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { robin, anonymous } = await startWithRobin({ smtpURL: mailServer.url })
    await anonymous.must(forgot, { body: { user: 'robin' } })
    const token = linkIn(await mailServer.waitForMail('robin@example.com')).hash.slice(1)
    await robin.send(updateMyAccount, { body: moving({ currentPass: PASSWORD }) })
    expect((await mailServer.waitForMail('robin@example.com')).source).not.toContain('new@example.org')
    const reset = await anonymous.call(resetPassword, { body: { token, newPass: NEW_PASSWORD } })
    expect(reset.problem).toMatchObject({ statusCode: 404, code: 'reset_link_invalid' })
  })

  test('gets no link that was requested before, however late its mail is created', async () => {
    const { robin, services, clock } = await startWithRobin()
    const before = await services.db.selectFrom('users').select(['id', 'email']).executeTakeFirstOrThrow()
    await robin.send(updateMyAccount, { body: moving({ currentPass: PASSWORD }) })
    expect(await addPasswordReset(services.db, clock, before)).toBeUndefined()
  })

  test('sends no notice if only the case changes', async () => {
    const mailServer = await MailServer.start()
    onTestFinished(() => mailServer.stop())
    const { robin, jobsDone } = await startWithRobin({ smtpURL: mailServer.url })
    await robin.must(updateMyAccount, { body: { inputs: { ...formOf('robin'), city: 'Barre' } } })
    await jobsDone()
    expect(mailServer.received).toEqual([])
  })
})
