import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getMyAccount } from '../../../src/shared/identity/account.api.ts'
import { getSecondFactorRule, setSecondFactorRule } from '../../../src/shared/identity/second-factor.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { DAY, isoTime } from '../../../src/server/platform/lib/clock.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { expectAccessible } from '../../support/on-screen.ts'
import { codeAt, turnOn } from '../../support/second-factor.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished, PASSWORD, signIn, type TestApp } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => ({
  people: { robin: await newUser('robin'), admin: await newUser('admin', [Role.Admin]) },
  things: {},
}))

const STEP_MS = 30_000

/** A factor set up in the session of the screen: another session would end that one. */
const addFactor = async ({ services: { db }, clock }: TestApp, username: string) => {
  const { id } = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow()
  const factor = { user_id: id, secret: 'A'.repeat(32), last_step: 0, created_at: isoTime(clock) }
  await db.insertInto('second_factors').values(factor).execute()
}

/** Fills the page Second Factor in, like a user whose app has the key that it shows. */
const setUp = async ({ user }: Awaited<ReturnType<typeof mountApp>>, { clock }: TestApp) => {
  const copy = await screen.findByRole('button', { name: /^Copy [A-Z2-7]{32}$/ })
  const secret = copy.getAttribute('aria-label')?.slice('Copy '.length) ?? ''
  expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const link = screen.getByRole('link', { name: 'Open an app on this device' }).getAttribute('href')
  expect(new URL(link ?? '').searchParams.get('secret')).toBe(secret)
  await fill(user, field('Code'), '12345')
  await fill(user, field('Current Password'), PASSWORD)
  await user.click(button('Turn On Second Factor'))
  expect(await screen.findByText(/^That code isn’t right/, { selector: '[role=alert] *' })).toBeVisible()
  await fill(user, field('Code'), codeAt(clock, secret))
  await user.click(button('Turn On Second Factor'))
  const list = await screen.findByRole('list', { name: 'Recovery Codes' })
  return {
    secret,
    codes: within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  }
}

const logIn = async ({ user }: Awaited<ReturnType<typeof mountApp>>) => {
  await fill(user, field('Username or Email'), 'robin')
  await fill(user, field('Password'), PASSWORD)
  await user.click(button('Login'))
}

test('is set up in My Account, which then makes new codes and turns it off', async () => {
  const server = await start()
  const { robin } = server.people
  const app = await mountApp(server, { path: '/account', user: 'robin' })
  const { user } = app
  await user.click(screen.getByRole('link', { name: 'Set Up Second Factor' }))
  await screen.findByRole('button', { name: 'Turn On Second Factor' })
  await expectAccessible()
  const { secret, codes } = await setUp(app, server)
  expect(codes).toHaveLength(10)
  await expectAccessible()
  await user.click(screen.getByRole('link', { name: 'I’ve Saved Them' }))
  expect(await screen.findByText(/You have 10 recovery codes left/)).toBeVisible()

  await user.click(button('New Recovery Codes'))
  await fill(user, field('Code'), codes[0] ?? '')
  await user.click(button('Make New Codes'))
  const renewed = await screen.findByRole('list', { name: 'Recovery Codes' })
  expect(within(renewed).queryByText(codes[1] ?? '')).toBeNull()
  await user.click(button('I’ve Saved Them'))

  server.clock.turn(2 * STEP_MS)
  await user.click(button('Turn Off'))
  await fill(user, field('Code'), codeAt(server.clock, secret))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn Off' }))
  expect(await screen.findByRole('link', { name: 'Set Up Second Factor' })).toBeVisible()
  // Turning it on ended the other session.
  expect((await robin.call(getMyAccount, {})).status).toBe(401)
  expect((await (await signIn(server.app, 'robin')).must(getMyAccount, {})).secondFactor).toBeNull()
})

test('is asked for after the password', async () => {
  const server = await start()
  const { secret } = await turnOn(server.people.robin, server.clock)
  server.clock.turn(2 * STEP_MS)
  const app = await mountApp(server, { path: '/login' })
  await logIn(app)
  const code = await screen.findByLabelText('Code')
  expect(code).toHaveFocus()
  expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  expect(screen.queryByLabelText('Password')).toBeNull()
  await expectAccessible()
  await app.user.click(button('Login'))
  expect(await screen.findByRole('alert')).toHaveTextContent(sentenceOf('code_required'))
  await fill(app.user, code, '000')
  await app.user.click(button('Login'))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('That code isn’t right'))
  await fill(app.user, code, codeAt(server.clock, secret))
  await app.user.click(screen.getByLabelText('Remember this device for 30 days'))
  await app.user.click(button('Login'))
  expect(await screen.findByRole('heading', { level: 1, name: 'My Projects' })).toBeVisible()
  expect(await server.services.db.selectFrom('remembered_browsers').selectAll().execute()).toHaveLength(1)
})

test('lists the devices that need no code, and forgets them', async () => {
  const server = await start()
  const { user, open } = await mountApp(server, { path: '/selectproject', user: 'robin' })
  await addFactor(server, 'robin')
  const { db } = server.services
  const { user_id } = await db.selectFrom('second_factors').select('user_id').executeTakeFirstOrThrow()
  const user_agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const expires_at = isoTime(server.clock, 30 * DAY)
  await db.insertInto('remembered_browsers').values({ user_id, browser_hash: 'a', user_agent, expires_at }).execute()
  await open('/account')
  const devices = await screen.findByRole('list', { name: 'Remembered Devices' })
  expect(devices).toHaveTextContent('Firefox on Linux')
  await expectAccessible()
  await user.click(button('Forget These Devices'))
  expect(await screen.findByText('Devices forgotten')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Remembered Devices' })).toBeNull()
  expect(await db.selectFrom('remembered_browsers').selectAll().execute()).toEqual([])
})

test('has recovery codes, each of which logs in once', async () => {
  const server = await start()
  const { recoveryCodes } = await turnOn(server.people.robin, server.clock)
  const app = await mountApp(server, { path: '/login' })
  await logIn(app)
  await app.user.click(await screen.findByRole('button', { name: 'Use a Recovery Code' }))
  expect(field('Recovery Code')).toHaveFocus()
  await fill(app.user, field('Recovery Code'), recoveryCodes[3] ?? '')
  await app.user.click(button('Login'))
  expect(await screen.findByRole('heading', { level: 1, name: 'My Projects' })).toBeVisible()
  expect((await server.people.robin.must(getMyAccount, {})).secondFactor?.recoveryCodesLeft).toBe(9)
})

test('is set up first, where an admin requires it, and leads on to the page asked for', async () => {
  const server = await start()
  await turnOn(server.people.admin, server.clock)
  await server.people.admin.must(setSecondFactorRule, { body: { requiredFor: 'everyone' } })
  const app = await mountApp(server, { path: '/account', user: 'robin' })
  expect(location.pathname).toBe('/secondfactor')
  expect(screen.getByText(/^Your administrator requires a second factor/)).toBeVisible()
  expect(screen.queryByRole('link', { name: 'My Projects' })).toBeNull()
  await setUp(app, server)
  await app.user.click(screen.getByRole('link', { name: 'I’ve Saved Them' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
})

test('is required by admins who have one', async () => {
  const server = await start()
  const { admin } = server.people
  const { user } = await mountApp(server, { path: '/admin/people', user: 'admin' })
  await chooseOption(user, field('Required For'), 'Admins')
  expect(await screen.findByRole('alert')).toHaveTextContent('Set up your own second factor first')
  expect(field('Required For')).toHaveValue('nobody')
  await addFactor(server, 'admin')
  await chooseOption(user, field('Required For'), 'Admins')
  expect(await screen.findByText(/^Admins now/)).toBeVisible()
  expect(await admin.must(getSecondFactorRule, {})).toEqual({ requiredFor: 'admins' })
})
