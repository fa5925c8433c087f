import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { forgot, login } from '../../../src/shared/identity/auth.api.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import { button, field, fill, mountApp } from '../../support/mount-app.tsx'
import {
  expectAccessible,
  expectAt,
  expectDisabled,
  expectEnabled,
  expectFocused,
  expectFocusedAlert,
  expectToast,
} from '../../support/on-screen.ts'
import { registrationFields } from '../../support/registration-fields.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished, PASSWORD, registrationOf, startTestApp } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => ({ people: { robin: await newUser('robin') }, things: {} }))

const logIn = async (user: UserEvent, name: string, password = PASSWORD) => {
  await fill(user, await screen.findByLabelText('Username or Email'), name)
  await fill(user, field('Password'), password)
  await user.click(button('Login'))
}

describe('Login', () => {
  test('logs in and leads to the projects', async () => {
    const { user } = await mountApp(await start(), { path: '/login' })
    await logIn(user, 'robin')
    const heading = await screen.findByRole('heading', { level: 1, name: 'My Projects' })
    await waitFor(() => expect(heading).toHaveFocus())
    expect(location.pathname).toBe('/selectproject')
  })

  // Proves 2.10, 3.1
  test('with Remember Me opens a session that is remembered, and a reload keeps it', async () => {
    const server = await start()
    const { user, click, open } = await mountApp(server, { path: '/login' })
    await click('checkbox', /^Remember Me/)
    await logIn(user, 'robin')
    await expectAt('/selectproject')
    const sessions = await server.services.db.selectFrom('sessions').select('remember').orderBy('id', 'desc').execute()
    expect(sessions[0]).toEqual({ remember: 1 })
    await open()
    expect(button('Log Out')).toBeVisible()
    await expectAt('/selectproject')
  })

  // Proves 2.9
  test('after Log Out does not lead back to the earlier page', async () => {
    const { user, click, open } = await mountApp(await start(), { path: '/projectsetup' })
    await logIn(user, 'robin')
    await expectAt('/projectsetup')
    await click('button', 'Log Out')
    await expectAt('/')
    await open('/login')
    await logIn(user, 'robin')
    await expectAt('/selectproject')
  })

  // Proves 2.9, 2.11
  test('leads back to the page that asked for it, with its query', async () => {
    const { user } = await mountApp(await start(), { path: '/selectproject?from=a+mail' })
    await expectAt('/login')
    await fill(user, field('Username or Email'), 'robin@EXAMPLE.com')
    await fill(user, field('Password'), PASSWORD)
    await user.keyboard('{Enter}')
    await expectAt('/selectproject?from=a+mail')
  })

  // Proves 2.10, 4.1, 5.8, 8.1
  test('has a message for each failure, which takes the focus, and keeps what was typed', async () => {
    const server = await start()
    const { user, cutOff } = await mountApp(server, { path: '/login' })
    await user.click(button('Login'))
    await expectFocusedAlert(sentenceOf('missing_credentials'))
    await logIn(user, 'robin', 'wrong password')
    await expectFocusedAlert(sentenceOf('wrong_credentials'))
    expect(field('Username or Email')).toHaveValue('robin')
    expect(field('Password')).toHaveValue('wrong password')
    await logIn(user, ' ')
    await expectFocusedAlert(sentenceOf('missing_credentials'))
    await expectAccessible()
    const reconnect = cutOff()
    await logIn(user, 'robin')
    await expectFocusedAlert('No server response')
    reconnect()
    await sql`alter table users rename to lost`.execute(server.services.db)
    await user.click(button('Login'))
    await expectFocusedAlert('Login failure')
    expect(field('Username or Email')).toHaveValue('robin')
  })

  test('says how long to wait after too many wrong passwords', async () => {
    const server = await startTestApp({ loginTriesPerAccount: 1 })
    await server.newUser('robin')
    const { user } = await mountApp(server, { path: '/login' })
    await logIn(user, 'robin', 'wrong password')
    await expectFocusedAlert(sentenceOf('wrong_credentials'))
    await logIn(user, 'robin')
    await expectFocusedAlert(/^Too many tries\. Please wait .+ and try again\.$/)
  })
})

describe('Register', () => {
  const openFilled = async (name: string) => {
    const server = await start()
    const mounted = await mountApp(server, { path: '/register' })
    const { user } = mounted
    const texts = registrationFields({ ...registrationOf('sasha'), user: name })
    for (const [label, text] of Object.entries(texts)) await fill(user, field(label), text)
    return { server, ...mounted }
  }

  test('leads to the login', async () => {
    const { user } = await openFilled('sasha')
    await user.click(button('Register'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Log In' })).toBeVisible()
    await expectToast('Registration Successful!')
  })

  // Proves 5.1, 5.3
  test('has the rules of usernames and passwords under their fields', async () => {
    const { user } = await openFilled('1st')
    expect(field('Username')).toHaveAccessibleDescription(SENTENCES.username)
    await fill(user, field('Username'), 'sasha')
    await fill(user, field('Password'), 'short')
    await fill(user, field('Confirm Password'), 'shorter')
    await user.tab()
    expect(field('Password')).toHaveAccessibleDescription(SENTENCES.password)
    expect(field('Confirm Password')).toHaveAccessibleDescription(SENTENCES.passwordsMatch)
    expectDisabled(button('Register'))
    await fill(user, field('Password'), PASSWORD)
    await fill(user, field('Confirm Password'), PASSWORD)
    expectEnabled(button('Register'))
  })

  // Proves 8.2
  test('marks a username or email address that is taken and keeps the rest', async () => {
    const { user } = await openFilled('ROBIN')
    await user.click(button('Register'))
    await expectFocusedAlert(`Unable to create user: ${sentenceOf('username_taken')}`)
    expect(field('Username')).toHaveAttribute('aria-invalid', 'true')
    expect(field('Username')).toHaveValue('ROBIN')
    expect(field('City')).toHaveValue('Burlington')
    await fill(user, field('Username'), 'sasha')
    await fill(user, field('Email Address'), 'robin@EXAMPLE.com')
    await user.click(button('Register'))
    await expectFocusedAlert(new RegExp(sentenceOf('email_taken')))
    expect(field('Email Address')).toHaveAttribute('aria-invalid', 'true')
    expect(field('Username')).not.toHaveAttribute('aria-invalid')
  })

  // Proves 8.2
  test('says that it failed or got no answer, and succeeds later', async () => {
    const { server, user, cutOff } = await openFilled('sasha')
    const { db } = server.services
    const reconnect = cutOff()
    await user.click(button('Register'))
    await expectFocusedAlert('No server response')
    reconnect()
    await sql`alter table users rename to lost`.execute(db)
    await user.click(button('Register'))
    await expectFocusedAlert('Registration failure')
    expect(field('City')).toHaveValue('Burlington')
    await sql`alter table lost rename to users`.execute(db)
    await user.click(button('Register'))
    await expectToast('Registration Successful!')
    await expectAt('/login')
  })
})

// Proves 2.7, 2.15
test('an address without a page says so', async () => {
  await mountApp(await start(), { path: '/no/such/place' })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("There's nothing here")
  expect(button('Go Back')).toBeVisible()
  await expectAccessible()
})

describe('Forgot Password', () => {
  const mailing = async () => {
    const mail = await MailServer.start()
    onTestFinished(() => mail.stop())
    const server = await startTestApp({ smtpURL: mail.url })
    await server.newUser('robin')
    return { mail, server }
  }
  const askFor = async (user: UserEvent, name: string) => {
    await fill(user, field('Username or Email'), name)
    await user.click(button('Send Link'))
  }
  const expectSent = () => expectFocused('status', /emailed a link/)

  test('sends a link to a username or an email address, and tells nobody whether it exists', async () => {
    const { mail, server } = await mailing()
    const { user } = await mountApp(server, { path: '/forgot' })
    await waitFor(() => expect(field('Username or Email')).toHaveFocus())
    await user.click(button('Send Link'))
    expect(field('Username or Email')).toHaveAccessibleDescription('Required.')
    await expectAccessible()
    for (const name of ['robin', 'robin@EXAMPLE.com']) {
      await askFor(user, name)
      await expectSent()
      await server.jobsDone()
      expect(linkIn(await mail.waitForMail('robin@example.com')).pathname).toBe('/reset')
    }
    await askFor(user, 'nobody-at-all')
    await expectSent()
  })

  test('says that there is no connection', async () => {
    const { user, cutOff } = await mountApp(await start(), { path: '/forgot' })
    cutOff()
    await askFor(user, 'robin')
    await expectFocusedAlert('No server response')
  })

  test('is not offered without a mail server, and its page says why', async () => {
    const { user, open } = await mountApp(await start(), { path: '/login' })
    expect(await screen.findByText(/^Forgot your password\?/)).toBeVisible()
    expect(within(screen.getByRole('main')).queryByRole('link', { name: 'Forgot Password' })).toBeNull()
    await open('/forgot')
    await askFor(user, 'robin')
    await expectFocusedAlert(sentenceOf('mail_not_set_up'))
  })

  test('says before and after that the mail server takes no mails', async () => {
    const { mail, server } = await mailing()
    await mail.stop()
    await server.anonymous.must(forgot, { body: { user: 'robin' } })
    await server.jobsDone()
    const { user, open } = await mountApp(server, { path: '/login' })
    expect(await screen.findByRole('link', { name: 'Forgot Password' })).toHaveAttribute('href', '/forgot')
    await open('/forgot')
    const said = sentenceOf('mail_fails')
    expect(await screen.findByText(said)).toBeVisible()
    await askFor(user, 'robin')
    await expectFocusedAlert(said)
  })

  test('has a link that sets a new password once', async () => {
    const { mail, server } = await mailing()
    await server.anonymous.must(forgot, { body: { user: 'robin' } })
    await server.jobsDone()
    const { pathname, hash } = linkIn(await mail.waitForMail('robin@example.com'))
    const { user, click, open } = await mountApp(server, { path: pathname + hash })
    const setPassword = async (newPass: string, confirmation = newPass) => {
      await fill(user, field('New Password'), newPass)
      await fill(user, field('Confirm New Password'), confirmation)
      await click('button', 'Change Password')
    }
    await setPassword('short', 'shorter')
    expect(field('New Password')).toHaveAccessibleDescription(SENTENCES.password)
    expect(field('Confirm New Password')).toHaveAccessibleDescription(SENTENCES.passwordsMatch)
    await setPassword('copper kettle')
    await expectAt('/login')
    await expectToast('Password changed')
    const statuses = [PASSWORD, 'copper kettle'].map(
      async (pwd) => (await server.anonymous.call(login, { body: { user: 'robin', pwd } })).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 200])

    await open(pathname + hash)
    await setPassword('another kettle')
    await expectFocusedAlert(sentenceOf('reset_link_invalid'))
    await click('link', 'Ask for a new one')
    await expectAt('/forgot')
  })

  test('has no page for a link without its token', async () => {
    await mountApp(await start(), { path: '/reset' })
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("There's nothing here")
  })
})

describe('a server where everyone logs in at a provider', () => {
  // No provider listens there, so each login that begins fails.
  const oidc = {
    ...{ issuer: 'http://127.0.0.1:9', clientID: 'x', clientSecret: null, name: 'Home ID' },
    ...{ scopes: 'openid', adminClaim: null, only: true, createsAccounts: true },
  }
  const unreachable = 'Home ID isn’t answering right now. Please try again in a few minutes.'

  test('begins the login automatically', async () => {
    await mountApp(await startTestApp({ oidc }), { path: '/login' })
    expect(await screen.findByText(unreachable)).toBeVisible()
  })

  test('leaves the form to those who come for it by /login?own=1', async () => {
    const { user } = await mountApp(await startTestApp({ oidc }), { path: '/login?own=1' })
    const provider = await screen.findByRole('button', { name: 'Log In with Home ID' })
    expect(provider).toBeEnabled()
    expect(screen.queryByText(unreachable)).toBeNull()
    await user.click(provider)
    expect(await screen.findByText(unreachable)).toBeVisible()
  })
})
