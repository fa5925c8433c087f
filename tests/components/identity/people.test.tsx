import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { deleteMyAccount, getMyAccount } from '../../../src/shared/identity/account.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createUser } from '../../../src/server/identity/account/create-user.repo.ts'
import { hashPassword } from '../../../src/server/identity/passwords/passwords.ts'
import { linkIn, MailServer } from '../../support/mail-server.ts'
import { button, field, fill, mountApp } from '../../support/mount-app.tsx'
import { expectAccessible, expectAt, expectDone } from '../../support/on-screen.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished, PASSWORD, registrationOf, signIn, startTestApp } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => ({
  people: { admin: await newUser('admin', [Role.Admin]), robin: await newUser('robin') },
  things: {},
}))

/** All are called Robin Sample. */
const named = (username: string) => ({ name: (name: string) => name.endsWith(`, ${username}`) })
const rowOf = (username: string) => screen.getByRole('row', named(username))
const dialog = (name: string) => within(screen.getByRole('alertdialog', { name }))
const toasts = () => screen.getByRole('region', { name: 'Notifications' })

/** The page with one person on it. */
const openPerson = async (name: string) => {
  const server = await start()
  const mounted = await mountApp(server, { path: `/admin/people?search=${name}`, user: 'admin' })
  return { server, ...server.people, ...mounted, row: within(rowOf(name)) }
}

test('a search finds part of a username, email or name, is part of the address, and Back returns to the previous one', async () => {
  const server = await start()
  const { services, clock } = server
  for (const [name, inputs] of [
    ['jordan', { email: 'oak@example.net' }],
    ['sasha', { first: 'Ottilie', last: 'OAKLEY' }],
  ] as const) {
    const registration = registrationOf(name)
    const person = { ...registration, inputs: { ...registration.inputs, ...inputs } }
    await createUser(services.db, clock, person, await hashPassword(PASSWORD), { firstIsAdmin: false })
  }
  const { user, click, open } = await mountApp(server, { path: '/admin/people', user: 'admin' })
  const searchField = () => screen.getByRole('searchbox', { name: 'Search by Name, Username, or Email' })
  const status = () => within(screen.getByRole('main')).getByRole('status')
  await fill(user, searchField(), '  oak ')
  await user.keyboard('{Enter}')
  await expectAt('/admin/people?search=oak')
  await waitFor(() => expect(status()).toHaveTextContent('2 people with "oak"'))
  expect(searchField()).toHaveFocus()
  expect(rowOf('jordan')).toBeVisible()
  expect(rowOf('sasha')).toHaveTextContent('Ottilie OAKLEY')

  await fill(user, searchField(), 'sasha')
  await click('button', 'Search', within(screen.getByRole('main')))
  await expectAt('/admin/people?search=sasha')
  await waitFor(() => expect(screen.queryByRole('row', named('jordan'))).toBeNull())
  history.back()
  expect(await screen.findByRole('row', named('jordan'))).toBeVisible()
  expect(searchField()).toHaveValue('oak')
  await open()
  expect(rowOf('jordan')).toBeVisible()

  await fill(user, searchField(), 'oak%nobody')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(status()).toHaveTextContent('No people with "oak%nobody"'))
  expect(screen.queryByRole('table')).toBeNull()
})

test('a password mail goes to its person with a link for a new password; a locked one gets none', async () => {
  const mail = await MailServer.start()
  onTestFinished(() => mail.stop())
  const server = await startTestApp({ smtpURL: mail.url })
  await server.newUser('admin', [Role.Admin])
  await server.newUser('robin')
  const { user, click } = await mountApp(server, { path: '/admin/people?search=robin@example.com', user: 'admin' })
  const send = button('Send Password Email to Robin Sample')
  await user.click(send)
  await expectDone('robin@example.com')
  expect(send).toHaveFocus()
  await server.jobsDone()
  expect(linkIn(await mail.waitForMail('robin@example.com')).pathname).toBe('/reset')

  await click('button', 'Lock Robin Sample')
  await click('button', 'Lock Account')
  expect(await within(rowOf('robin')).findByText('Locked')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Send Password Email to Robin Sample' })).toBeNull()
})

test('a person has a name, an email address, roles and sessions, but no projects', async () => {
  const server = await start()
  await server.people.robin.newProject('Harbor View')
  await mountApp(server, { path: '/admin/people?search=robin', user: 'admin' })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('People')
  const row = within(rowOf('robin'))
  expect(rowOf('robin')).toHaveTextContent('Robin Sample')
  expect(row.getByRole('link', { name: 'robin@example.com' })).toBeVisible()
  const roles = within(row.getByRole('group', { name: 'Roles of Robin Sample' }))
  expect(roles.getAllByRole('checkbox')).toHaveLength(3)
  expect(roles.getByRole('checkbox', { name: 'User' })).toBeChecked()
  expect(roles.getByRole('checkbox', { name: 'Admin' })).not.toBeChecked()
  expect(row.getAllByRole('cell')[2]).toHaveTextContent('1')
  expect(screen.getByRole('main')).not.toHaveTextContent(/Harbor View|\d project/)
  // This installation has no mail server.
  expect(row.queryByRole('button', { name: /Mail/ })).toBeNull()
})

test('ending sessions asks first and says how many; the focus stays with the person', async () => {
  const server = await start()
  await signIn(server.app, 'robin')
  const { user } = await mountApp(server, { path: '/admin/people?search=robin', user: 'admin' })
  const row = rowOf('robin')
  await user.click(within(row).getByRole('button', { name: 'End the Sessions of Robin Sample' }))
  expect(screen.getByText(/ in 2 places /)).toBeVisible()
  await user.click(button('End Sessions'))
  await waitFor(() => expect(within(row).getAllByRole('cell')[2]).toHaveTextContent('Sessions 0'))
  expect(row).toHaveFocus()
  expect(toasts()).toHaveTextContent('Robin Sample')
})

test('an admin who ends their own sessions logs in again and returns', async () => {
  const { user } = await openPerson('admin')
  await user.click(button('End the Sessions of Robin Sample'))
  expect(screen.getByText(/These are your own/)).toBeVisible()
  await user.click(button('End Sessions'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Log In' })).toBeVisible()
  await fill(user, field('Username or Email'), 'admin')
  await fill(user, field('Password'), PASSWORD)
  await user.click(button('Login'))
  expect(await screen.findByRole('heading', { level: 1, name: 'People' })).toBeVisible()
  expect(location.search).toBe('?search=admin')
})

test('a person whose account is gone is reported and leaves the list', async () => {
  const { user, robin, row } = await openPerson('robin')
  await robin.must(deleteMyAccount, { body: { currentPass: PASSWORD } })
  await user.click(row.getByRole('checkbox', { name: 'Reseller' }))
  expect(await screen.findByText(/^Robin Sample’s account/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('row', named('robin'))).toBeNull())
})

test('an admin confirms giving up the role and has no access then', async () => {
  const { user, server, row } = await openPerson('admin')
  await server.newUser('other-admin', [Role.Admin])
  const role = row.getByRole('checkbox', { name: 'Admin' })
  await user.click(role)
  await user.click(dialog('Give Up the Admin Role?').getByRole('button', { name: 'Cancel' }))
  expect(role).toBeChecked()
  await user.click(role)
  await user.click(dialog('Give Up the Admin Role?').getByRole('button', { name: 'Give Up Role' }))
  await waitFor(() => expect(location.pathname).toBe('/unauthorized'))
})

test('the last admin can neither lose the role nor be locked', async () => {
  const { user, row } = await openPerson('admin')
  const sentence = sentenceOf('last_admin')
  await user.click(row.getByRole('checkbox', { name: 'Admin' }))
  await user.click(button('Give Up Role'))
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(row.getByRole('checkbox', { name: 'Admin' })).toBeChecked()
  await user.click(row.getByRole('button', { name: 'Lock Robin Sample' }))
  expect(screen.getByText(/This is your own account/)).toBeVisible()
  await user.click(button('Lock Account'))
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(row.queryByText('Locked')).toBeNull()
})

test('without a connection every control says so and stays as it was', async () => {
  const { user, row, cutOff } = await openPerson('robin')
  const reconnect = cutOff()
  const reseller = row.getByRole('checkbox', { name: 'Reseller' })
  await user.click(reseller)
  expect(await screen.findByText('No server response')).toBeVisible()
  expect(reseller).not.toBeChecked()
  await user.click(row.getByRole('button', { name: 'Lock Robin Sample' }))
  await user.click(button('Lock Account'))
  expect(await screen.findByText('No server response')).toBeVisible()
  expect(row.queryByText('Locked')).toBeNull()
  reconnect()
  await user.click(reseller)
  await waitFor(() => expect(reseller).toBeChecked())
  expect(screen.queryByText('No server response')).toBeNull()
})

test('a role is given and taken, and the focus stays', async () => {
  const { user, robin, row } = await openPerson('robin')
  const reseller = row.getByRole('checkbox', { name: 'Reseller' })
  const roles = async () => (await robin.must(getMyAccount, {})).roles
  await user.click(reseller)
  await waitFor(() => expect(toasts()).toHaveTextContent(/^Robin Sample now .* Reseller\.$/))
  expect(await roles()).toContain(Role.Reseller)
  await waitFor(() => {
    expect(reseller).toHaveAttribute('aria-busy', 'false')
    expect(reseller).toBeChecked()
  })
  await user.click(reseller)
  await waitFor(() => expect(toasts()).toHaveTextContent(/^Robin Sample no longer .* Reseller\.$/))
  await waitFor(() => expect(reseller).not.toBeChecked())
  expect(reseller).toHaveFocus()
  expect(await roles()).not.toContain(Role.Reseller)
})

test('locking asks first and ends all sessions; an unlocked person can log in again', async () => {
  const { user, server, robin, row } = await openPerson('robin')
  const lock = () => row.getByRole('button', { name: 'Lock Robin Sample' })
  await user.click(lock())
  expect(dialog('Lock Robin Sample?').getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expectAccessible()
  await user.keyboard('{Escape}')
  expect(row.queryByText('Locked')).toBeNull()
  await user.click(lock())
  await user.click(dialog('Lock Robin Sample?').getByRole('button', { name: 'Lock Account' }))
  expect(await row.findByText('Locked')).toBeVisible()
  const unlock = row.getByRole('button', { name: 'Unlock Robin Sample' })
  await waitFor(() => expect(unlock).toHaveFocus())
  expect((await robin.call(getMyAccount, {})).status).toBe(401)
  await user.click(unlock)
  await waitFor(() => expect(row.queryByText('Locked')).toBeNull())
  expect((await signIn(server.app, 'robin')).accessToken).toBeTruthy()
})

test('fifty people are on a page; Next Page leads to those after them', async () => {
  const server = await start()
  const names = ['admin', 'robin']
  for (let count = 10; count < 60; count++) names.push(`user-${count}`)
  for (const name of names.slice(2)) await server.newUser(name)
  const { click } = await mountApp(server, { path: '/admin/people', user: 'admin' })
  const shown = () => screen.getAllByRole('rowheader').map((head) => head.querySelector('span')?.textContent)
  expect(shown()).toEqual(names.slice(0, 50))
  expect(screen.queryByRole('link', { name: 'First Page' })).toBeNull()
  await click('link', 'Next Page')
  await waitFor(() => expect(shown()).toEqual(names.slice(50)))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(screen.queryByRole('link', { name: 'Next Page' })).toBeNull()
  await click('link', 'First Page')
  await waitFor(() => expect(shown()).toEqual(names.slice(0, 50)))
})
