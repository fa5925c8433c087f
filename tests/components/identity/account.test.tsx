import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getMyAccount, listMySessions, updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { login } from '../../../src/shared/identity/auth.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { addMember } from '../../support/members.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import {
  dialog,
  expectAccessible,
  expectAt,
  expectDisabled,
  expectFocusedAlert,
  expectToast,
} from '../../support/on-screen.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished, PASSWORD, registrationOf, signIn, startTestApp, type Client } from '../../support/test-app.ts'

const WRONG_PASSWORD = new RegExp(sentenceOf('current_password_wrong'))
const NEW_PASSWORD = 'copper kettle'
const NEW_FIELDS = ['New Password', 'Confirm New Password']

const start = furnished(async ({ newUser }) => ({
  people: { robin: await newUser('robin'), admin: await newUser('admin', [Role.Admin, Role.Reseller]) },
  things: {},
}))

const openAccount = async (user = 'robin') => {
  const server = await start()
  return { server, ...server.people, ...(await mountApp(server, { path: '/account', user })) }
}

const take = (admin: Client, email: string) => {
  const inputs = { ...registrationOf('admin').inputs, user: 'admin', email }
  return admin.must(updateMyAccount, { body: { inputs, currentPass: PASSWORD } })
}

const currentPasswords = () => screen.getAllByLabelText('Current Password')
const changedPassword = () => currentPasswords().at(-1) as HTMLElement

describe('Edit Account', () => {
  // Proves 2.42, 5.12
  test('shows the account, waits for a change, saves it and is unchanged again', async () => {
    const { user, robin } = await openAccount()
    expect(field('Username')).toHaveValue('robin')
    expect(field('Username')).toHaveAttribute('readonly')
    for (const [label, value] of [
      ['Email Address', 'robin@example.com'],
      ['Phone Number', '(555) 010-0199'],
      ['First Name', 'Robin'],
      ['Last Name', 'Sample'],
      [/^Company/, ''],
      ['Address', '12 Elm Street'],
      [/^Address 2/, ''],
      ['City', 'Burlington'],
      ['State', 'VT'],
      ['Zip', '05401'],
    ] as const) {
      expect(screen.getByLabelText(label)).toHaveValue(value)
    }
    const update = button('Update Account')
    const company = screen.getByLabelText(/^Company/)
    expect(update).toHaveAttribute('aria-disabled', 'true')
    await fill(user, company, ' Sample & Daughters ')
    expect(update).not.toHaveAttribute('aria-disabled')
    await fill(user, company, '')
    expect(update).toHaveAttribute('aria-disabled', 'true')
    await fill(user, company, ' Sample & Daughters ')
    await fill(user, field('City'), 'Shelburne')
    await user.keyboard('{Enter}')
    const message = await screen.findByText('Account updated')
    await waitFor(() => expect(message.closest('[role=status]')).toHaveFocus())
    expect(update).toHaveAttribute('aria-disabled', 'true')
    expect(company).toHaveValue('Sample & Daughters')
    expect(await robin.must(getMyAccount, {})).toMatchObject({ company: 'Sample & Daughters', city: 'Shelburne' })
    await user.click(screen.getByRole('link', { name: 'My Projects' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'My Projects' })).toBeVisible()
  })

  // Proves 5.12
  test('requires everything but company and address 2', async () => {
    const { user, robin } = await openAccount()
    for (const label of [
      'Email Address',
      'Phone Number',
      'First Name',
      'Last Name',
      'Address',
      'City',
      'State',
      'Zip',
    ]) {
      await fill(user, field(label), ' ')
    }
    await user.click(button('Update Account'))
    expect(screen.getAllByText('Required.')).toHaveLength(8)
    expect(field('Email Address')).toHaveFocus()
    await fill(user, field('Email Address'), 'robin at example.com')
    await user.tab()
    expect(field('Email Address')).toHaveAccessibleDescription(SENTENCES.email)
    expect((await robin.must(getMyAccount, {})).city).toBe('Burlington')
  })

  // Proves 8.7
  test('reports an email address that another user took, and marks it', async () => {
    const { user, admin } = await openAccount()
    await fill(user, field('Email Address'), 'robin@homes.example')
    await fill(user, field('City'), 'Shelburne')
    await fill(user, currentPasswords()[0] as HTMLElement, PASSWORD)
    await take(admin, 'robin@HOMES.example')
    await user.click(button('Update Account'))
    await expectFocusedAlert(`Unable to update account: ${sentenceOf('email_taken')}`)
    expect(field('Email Address')).toHaveAttribute('aria-invalid', 'true')
    expect(field('City')).toHaveValue('Shelburne')
  })

  test('asks for the current password only to change the email address', async () => {
    const { user, robin } = await openAccount()
    expect(currentPasswords()).toHaveLength(1)
    await fill(user, field('Email Address'), 'ROBIN@example.com')
    expect(currentPasswords()).toHaveLength(1)
    await fill(user, field('Email Address'), 'robin@homes.example')
    expect(currentPasswords()).toHaveLength(2)
    const asked = currentPasswords()[0] as HTMLElement
    await user.click(button('Update Account'))
    expect(asked).toHaveFocus()
    expect(asked).toHaveAccessibleDescription(/^Required\./)
    await fill(user, asked, 'wrong password')
    await user.keyboard('{Enter}')
    await expectFocusedAlert(WRONG_PASSWORD)
    expect(asked).toHaveAttribute('aria-invalid', 'true')
    await fill(user, asked, PASSWORD)
    await user.click(button('Update Account'))
    expect(await screen.findByText('Account updated')).toBeVisible()
    expect(currentPasswords()).toHaveLength(1)
    expect(changedPassword()).toHaveValue('')
    expect((await robin.must(getMyAccount, {})).email).toBe('robin@homes.example')
  })

  test('and Change Password ask before unsaved changes are left', async () => {
    const { user } = await openAccount()
    const projects = screen.getByRole('link', { name: 'My Projects' })
    for (const [typed, back] of [
      [field('City'), 'Burlington'],
      [changedPassword(), ''],
    ] as const) {
      await fill(user, typed, 'Shelburne')
      await user.click(projects)
      await user.click(await screen.findByRole('button', { name: 'Keep Working' }))
      expect(screen.queryByRole('button', { name: 'Keep Working' })).toBeNull()
      expect(location.pathname).toBe('/account')
      expect(typed).toHaveValue('Shelburne')
      await fill(user, typed, back)
    }
    await fill(user, changedPassword(), 'typed')
    await user.click(projects)
    await user.click(await screen.findByRole('button', { name: 'Abandon Changes' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'My Projects' })).toBeVisible()
  })

  test('reports a lost connection and a failing server, and keeps what was typed', async () => {
    const { server, user, cutOff } = await openAccount()
    await fill(user, field('City'), 'Shelburne')
    await fill(user, changedPassword(), PASSWORD)
    for (const name of NEW_FIELDS) await fill(user, field(name), NEW_PASSWORD)
    const reconnect = cutOff()
    await user.click(button('Update Account'))
    await expectFocusedAlert('No server response')
    await user.click(button('Change Password'))
    await waitFor(() => expect(screen.getAllByText('No server response')).toHaveLength(2))
    reconnect()
    await sql`alter table users rename to lost`.execute(server.services.db)
    await user.click(button('Update Account'))
    await expectFocusedAlert('Account update failure')
    await user.click(button('Change Password'))
    await waitFor(() => expect(screen.getAllByText('Account update failure')).toHaveLength(2))
    expect(field('City')).toHaveValue('Shelburne')
    expect(field('New Password')).toHaveValue(NEW_PASSWORD)
  })
})

describe('Change Password', () => {
  // Proves 2.43, 5.2, 5.3, 5.11
  test('waits for the current password, a valid new one and its confirmation', async () => {
    const { user } = await openAccount()
    const change = button('Change Password')
    const confirmation = field('Confirm New Password')
    const fillAll = async (current: string, next: string) => {
      await fill(user, changedPassword(), current)
      await fill(user, field('New Password'), next)
      await fill(user, confirmation, next)
    }
    expect(change).toHaveAttribute('aria-disabled', 'true')
    await fillAll('', '8 chars!')
    expect(change).toHaveAttribute('aria-disabled', 'true')
    await fillAll(PASSWORD, '7 chars')
    expect(field('New Password')).toHaveAccessibleDescription(SENTENCES.password)
    expect(change).toHaveAttribute('aria-disabled', 'true')
    await fill(user, field('New Password'), '8 chars!')
    expect(confirmation).toHaveAccessibleDescription(SENTENCES.passwordsMatch)
    expect(change).toHaveAttribute('aria-disabled', 'true')
    await fill(user, confirmation, '8 chars!')
    expect(change).not.toHaveAttribute('aria-disabled')
    await fillAll(PASSWORD, 'x'.repeat(129))
    expect(field('New Password')).toHaveAccessibleDescription(atMost(128))
    expect(change).toHaveAttribute('aria-disabled', 'true')
  })

  // Proves 8.7
  test('takes only the right current password, empties itself and ends the other sessions', async () => {
    const server = await start()
    const elsewhere = await signIn(server.app, 'robin')
    const { user } = await mountApp(server, { path: '/account', user: 'robin' })
    const sessions = within(screen.getByRole('list', { name: 'Sessions' }))
    await fill(user, changedPassword(), 'wrong password')
    for (const name of NEW_FIELDS) await fill(user, field(name), NEW_PASSWORD)
    await user.click(button('Change Password'))
    await expectFocusedAlert(WRONG_PASSWORD)
    expect(changedPassword()).toHaveAttribute('aria-invalid', 'true')
    expect(field('New Password')).toHaveValue(NEW_PASSWORD)
    await fill(user, changedPassword(), PASSWORD)
    await user.click(button('Change Password'))
    expect(await screen.findByText('Password changed')).toBeVisible()
    for (const each of [changedPassword(), field('New Password'), field('Confirm New Password')])
      expect(each).toHaveValue('')
    await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
    expect(sessions.getByText('This device')).toBeVisible()
    expect((await elsewhere.call(getMyAccount, {})).status).toBe(401)
    expect((await signIn(server.app, 'robin', NEW_PASSWORD)).accessToken).toBeTruthy()
  })

  test('says how long to wait after too many wrong passwords', async () => {
    const server = await startTestApp({ loginTriesPerAccount: 2 })
    await server.newUser('robin')
    const { user } = await mountApp(server, { path: '/account', user: 'robin' })
    await fill(user, changedPassword(), 'wrong password')
    for (const name of NEW_FIELDS) await fill(user, field(name), NEW_PASSWORD)
    for (let tries = 0; tries < 2; tries++) {
      await user.click(button('Change Password'))
      await expectFocusedAlert(WRONG_PASSWORD)
    }
    await user.click(button('Change Password'))
    await expectFocusedAlert(/^Too many tries\. Please wait .+ and try again\.$/)
  })
})

describe('Account Roles', () => {
  // Proves 2.44
  test.each([
    ['Admin', 'Structure'],
    ['Reseller', 'Structure'],
    ['User', 'My Projects'],
  ])('lead a user with the role %s to %s', async (role, heading) => {
    const { user } = await openAccount('admin')
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: role }))
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
  })

  // Proves 2.44
  test('of a User are one link', async () => {
    await openAccount()
    const main = within(screen.getByRole('main'))
    expect(main.getByRole('link', { name: 'User' })).toBeVisible()
    expect(main.queryByRole('link', { name: /^(Admin|Reseller)$/ })).toBeNull()
  })
})

test('Sessions name each device, and another one can be ended with the password', async () => {
  const server = await start()
  const { robin } = server.people
  await server.anonymous.raw({
    method: 'POST',
    url: login.path,
    payload: { user: 'robin', pwd: PASSWORD },
    headers: {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
    },
  })
  const { user } = await mountApp(server, { path: '/account', user: 'robin' })
  const list = screen.getByRole('list', { name: 'Sessions' })
  const before = (await robin.must(listMySessions, {})).length
  expect(within(list).getAllByText('This device')).toHaveLength(1)
  const end = within(list).getByRole('button', { name: 'End the Session of Safari on iPhone' })
  expect(end.closest('li')).toHaveTextContent(/Last used .+ from 127\.0\.0\.1/)
  await user.click(end)
  const asked = within(screen.getByRole('dialog', { name: 'End the Session of Safari on iPhone?' }))
  const password = asked.getByLabelText('Password')
  expect(password).toHaveFocus()
  await fill(user, password, 'wrong password')
  await user.click(asked.getByRole('button', { name: 'End Session' }))
  await expectFocusedAlert(WRONG_PASSWORD)
  await fill(user, password, PASSWORD)
  await user.click(asked.getByRole('button', { name: 'End Session' }))
  expect(await screen.findByText('Session ended')).toBeVisible()
  expect(list).toHaveFocus()
  expect(within(list).queryByText(/Safari on iPhone/)).toBeNull()
  expect(await robin.must(listMySessions, {})).toHaveLength(before - 1)
})

test('Your Data is downloaded as one ZIP, and the Trash is one click away', async () => {
  const { robin, click } = await openAccount()
  const download = screen.getByRole('link', { name: 'Download My Data' })
  expect(download).toHaveAttribute('download')
  const { rawPayload } = await robin.raw({ url: download.getAttribute('href') ?? '' })
  expect(rawPayload.subarray(0, 2).toString()).toBe('PK')
  await click('link', 'Trash', within(screen.getByRole('main')))
  await expectAt('/trash')
})

describe('Delete Account', () => {
  test('says what is lost, asks for the password and deletes everything', async () => {
    const { server, user, robin, open } = await openAccount()
    await robin.newProject('Maple Street')
    // What is typed here is deleted with the account, so leaving asks nothing.
    await fill(user, field('City'), 'Shelburne')
    await user.click(button('Delete Account'))
    const asked = await dialog('Delete the Account robin?')
    expect(asked.element).toHaveTextContent('This permanently deletes your projects, files, and trash.')
    expect(asked.element).toHaveTextContent('Pending offers are canceled.')
    const password = asked.getByLabelText('Password')
    expect(password).toHaveFocus()
    const remove = asked.getByRole('button', { name: 'Delete Account' })
    expectDisabled(remove)
    await expectAccessible()
    await fill(user, password, 'wrong password')
    await user.click(remove)
    await expectFocusedAlert(WRONG_PASSWORD)

    await fill(user, password, PASSWORD)
    await user.click(remove)
    await expectAt('/')
    await expectToast('Account deleted')
    expect((await screen.findAllByRole('link', { name: 'Log In' }))[0]).toBeVisible()
    await open('/selectproject')
    await expectAt('/login')
    expect((await server.anonymous.call(login, { body: { user: 'robin', pwd: PASSWORD } })).status).toBe(401)
  })

  test('can be cancelled', async () => {
    const { user, robin } = await openAccount()
    await user.click(button('Delete Account'))
    const asked = within(screen.getByRole('alertdialog', { name: 'Delete the Account robin?' }))
    await fill(user, asked.getByLabelText('Password'), PASSWORD)
    await user.click(asked.getByRole('button', { name: 'Keep Account' }))
    expect(screen.queryByRole('alertdialog', { name: 'Delete the Account robin?' })).toBeNull()
    expect((await robin.must(getMyAccount, {})).username).toBe('robin')
  })

  test('leads to handing over projects that others can access', async () => {
    const server = await start()
    const { robin } = server.people
    for (const name of ['Maple Street', 'Birch Lane']) {
      await addMember(server.services.db, await robin.newProject(name), 'admin', 'viewer')
    }
    await robin.newProject('Elm Street')
    const { user } = await mountApp(server, { path: '/account', user: 'robin' })
    await user.click(button('Delete Account'))
    const asked = within(screen.getByRole('alertdialog', { name: 'Delete the Account robin?' }))
    await fill(user, asked.getByLabelText('Password'), PASSWORD)
    await user.click(asked.getByRole('button', { name: 'Delete Account' }))
    expect(await screen.findByText(/Other people still have access to "Birch Lane" and "Maple Street"\./)).toBeVisible()
    await user.click(asked.getByRole('link', { name: 'Hand Over Maple Street' }))
    await waitFor(() => expect(location.pathname).toBe('/handover'))
  })
})

describe('Appearance', () => {
  test('a color scheme chosen in My Account or in the footer is shown in both places and kept in this browser', async () => {
    const { user } = await openAccount()
    const selects = screen.getAllByLabelText('Appearance')
    expect(selects).toHaveLength(2)
    for (const select of selects) expect(select).toHaveValue('system')
    const [inAccount, inFooter] = selects as [HTMLElement, HTMLElement]
    await chooseOption(user, inAccount, 'Dark')
    expect(inFooter).toHaveValue('dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(localStorage.getItem('roomfolio.theme')).toBe('dark')
    await chooseOption(user, inFooter, 'System appearance')
    expect(inAccount).toHaveValue('system')
    expect(document.documentElement.dataset.theme).toBeUndefined()
    expect(localStorage.getItem('roomfolio.theme')).toBeNull()
  })

  test('is refused to the last Admin', async () => {
    const { user, admin } = await openAccount('admin')
    await user.click(button('Delete Account'))
    const asked = within(screen.getByRole('alertdialog', { name: 'Delete the Account admin?' }))
    await fill(user, asked.getByLabelText('Password'), PASSWORD)
    await user.click(asked.getByRole('button', { name: 'Delete Account' }))
    await expectFocusedAlert(new RegExp(sentenceOf('last_admin')))
    expect((await admin.must(getMyAccount, {})).username).toBe('admin')
  })
})

test('an answer takes nothing from what is typed when it comes', async () => {
  const { user, admin, hold } = await openAccount()
  await take(admin, 'robin@homes.example')
  await fill(user, field('Email Address'), 'robin@homes.example')
  await fill(user, currentPasswords()[0] as HTMLElement, PASSWORD)
  const release = hold('/myaccount')
  await user.click(button('Update Account'))
  await user.clear(field('Zip'))
  await user.keyboard('0')
  release()
  const taken = new RegExp(`: ${sentenceOf('email_taken')}`)
  expect(await screen.findByText(taken)).toBeVisible()
  await user.keyboard('5402')
  expect(field('Zip')).toHaveValue('05402')
  expect(field('Zip')).toHaveFocus()
  await user.keyboard('{Enter}')
  await expectFocusedAlert(taken)
})

test('without a mail server My Account and Coming Up name the calendar instead', async () => {
  const server = await start()
  await server.people.robin.newProject('Maple Street')
  const { open } = await mountApp(server, { path: '/account', user: 'robin' })
  expect(await screen.findByText(/^Email isn’t set up on this server\./)).toBeVisible()
  await open('/comingup')
  expect(await screen.findByText(/^Email isn’t set up on this server\./)).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Create Calendar Link' })).toBeVisible()
})
