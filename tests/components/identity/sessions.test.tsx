import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { changePassword, endMySession, listMySessions } from '../../../src/shared/identity/account.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { hashPassword } from '../../../src/server/identity/passwords/passwords.ts'
import { createUser } from '../../../src/server/identity/account/create-user.repo.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { button, field, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectAt, expectFocusedAlert, expectToast } from '../../support/on-screen.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished, PASSWORD, registrationOf, signIn } from '../../support/test-app.ts'

const NEW_PASSWORD = 'copper kettle'

const start = furnished(async ({ newUser, services }) => {
  const robin = await newUser('robin')
  const reseller = await newUser('reseller', [Role.Reseller])
  const both = await newUser('user-and-admin', [Role.Admin])
  const admin = await newUser('admin-only', [Role.Admin])
  await setRole(services.db, 'admin-only', Role.User, false)
  return { people: { robin, reseller, both, admin }, things: { projectID: await robin.newProject('Maple Street') } }
})

type Started = Awaited<ReturnType<typeof start>>

/** From another browser of the same user: every session but its own ends. */
const endSessionsElsewhere = async ({ app }: Started) => {
  const elsewhere = await signIn(app, 'robin')
  for (const { sessionID, current } of await elsewhere.must(listMySessions, {})) {
    if (!current) await elsewhere.must(endMySession, { query: { sessionID }, body: { currentPass: PASSWORD } })
  }
  return elsewhere
}

const logIn = async (user: UserEvent, name: string, password = PASSWORD) => {
  await fill(user, await screen.findByLabelText('Username or Email'), name)
  await fill(user, field('Password'), password)
  await user.click(button('Login'))
}

const logInAgain = async (user: UserEvent, password = PASSWORD) => {
  const asked = await dialog('Log In')
  await fill(user, asked.getByLabelText('Password'), password)
  await user.click(asked.getByRole('button', { name: 'Login' }))
}

const expectNoDialog = () => waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())

describe('a session that another browser ends while someone types', () => {
  const openTyping = async () => {
    const server = await start()
    const mounted = await mountApp(server, { path: '/projectsetup', user: 'robin' })
    for (const [label, text] of [
      ['Project Name', 'Birch Lane'],
      ['Address', '418 Maple Street'],
      ['City', 'Burlington'],
      ['State', 'VT'],
      ['Zip', '05401'],
    ] as const) {
      await fill(mounted.user, field(label), text)
    }
    return { server, ...mounted, create: () => mounted.user.click(button('Create Project')) }
  }

  test('is asked for on the same screen, and the save goes on', async () => {
    const { server, user, create } = await openTyping()
    const elsewhere = await endSessionsElsewhere(server)
    await create()
    const asked = await dialog('Log In')
    expect(asked.element).toHaveTextContent(sentenceOf('session_ended'))
    const password = asked.getByLabelText('Password')
    await waitFor(() => expect(password).toHaveFocus())
    expect(asked.getByLabelText('Username')).toHaveValue('robin')
    expect(asked.getByLabelText('Username')).toHaveAttribute('readonly')
    expect(location.pathname).toBe('/projectsetup')
    await user.click(asked.getByRole('button', { name: 'Login' }))
    await expectFocusedAlert(sentenceOf('missing_credentials'))
    await logInAgain(user, 'wrong password')
    await expectFocusedAlert(sentenceOf('wrong_credentials'))
    await expectAccessible()
    await logInAgain(user)
    await expectToast('Created project "Birch Lane"')
    await expectAt('/selectproject')
    expect((await elsewhere.must(listProjects, {})).projects.map(({ name }) => name)).toContain('Birch Lane')
    expect(button('Log Out')).toBeVisible()
  })

  test('can stay ended: the save fails, what was typed stays, and the next save asks again', async () => {
    const { server, user, create } = await openTyping()
    await endSessionsElsewhere(server)
    for (const giveUp of [
      async () => user.click((await dialog()).getByRole('button', { name: 'Not Now' })),
      () => user.keyboard('{Escape}'),
    ]) {
      await create()
      await dialog('Log In')
      await giveUp()
      await expectNoDialog()
      await expectFocusedAlert('Project creation failure')
      expect(field('Project Name')).toHaveValue('Birch Lane')
    }
    await create()
    await logInAgain(user)
    await expectToast('Created project "Birch Lane"')
  })

  test('by changing the password is regained with the new one alone', async () => {
    const { server, user, create } = await openTyping()
    const elsewhere = await signIn(server.app, 'robin')
    await elsewhere.must(changePassword, { body: { currentPass: PASSWORD, newPass: NEW_PASSWORD } })
    await create()
    await logInAgain(user)
    await expectFocusedAlert(sentenceOf('wrong_credentials'))
    await logInAgain(user, NEW_PASSWORD)
    await expectToast('Created project "Birch Lane"')
  })

  test('is asked for once, for all calls that wait for it', async () => {
    const server = await start()
    const { user } = await mountApp(server, { path: '/account', user: 'robin' })
    await fill(user, field('Phone Number'), '(555) 010-0177')
    await fill(user, screen.getAllByLabelText('Current Password').at(-1) as HTMLElement, PASSWORD)
    await fill(user, field('New Password'), NEW_PASSWORD)
    await fill(user, field('Confirm New Password'), NEW_PASSWORD)
    await endSessionsElsewhere(server)
    const [update, change] = [button('Update Account'), button('Change Password')]
    update.click()
    change.click()
    await dialog('Log In')
    expect(document.querySelectorAll('dialog[open]')).toHaveLength(1)
    await logInAgain(user)
    expect(await screen.findByText('Account updated')).toBeVisible()
    expect(await screen.findByText('Password changed')).toBeVisible()
    await expectNoDialog()
  })

  test('leads from another page to the login, and from there to that page', async () => {
    const server = await start()
    const { user, click } = await mountApp(server, { path: '/selectproject', user: 'robin' })
    await endSessionsElsewhere(server)
    await click('link', /Maple Street/)
    await expectAt('/login')
    await expectToast(sentenceOf('session_ended'))
    await logIn(user, 'robin')
    await expectAt(`/projecthome?projectID=${server.things.projectID}`)
  })
})

/** The pages by section 2 of the specification; `at` is where a page leads that misses its id. */
const PUBLIC = ['/', '/register', '/info', '/about', '/help', '/unauthorized']
const PROJECTS = [
  { path: '/selectproject' },
  { path: '/projectsetup' },
  { path: '/account' },
  { path: '/trash' },
  { path: '/editproject', at: '/selectproject' },
  { path: '/projecthome', at: '/selectproject' },
  { path: '/createroom', at: '/selectproject' },
  { path: '/createitem', at: '/selectproject' },
  { path: '/roomitems', at: '/selectproject' },
  { path: '/edititem', at: '/selectproject' },
]
const STRUCTURE = [
  { path: '/test_time' },
  { path: '/admin/home' },
  { path: '/admin/editroom', at: '/admin/home' },
  { path: '/admin/structure' },
]
const PEOPLE = [{ path: '/admin/people' }, { path: '/admin/overview' }]

describe('pages', () => {
  // Proves 2.4
  test('that are not public ask an anonymous visitor to log in', async () => {
    const { open } = await mountApp(await start(), { path: '/login' })
    for (const path of PUBLIC) {
      await open(path)
      await expectAt(path)
    }
    for (const { path } of [...PROJECTS, ...STRUCTURE, ...PEOPLE]) {
      await open(path)
      await expectAt('/login')
    }
  })

  // Proves 1.5, 2.5, 2.6, 2.8, 6.2, 6.3, 9.8
  test.each([
    { user: 'robin', opens: [PROJECTS], landing: '/selectproject' },
    { user: 'reseller', opens: [PROJECTS, STRUCTURE], landing: '/selectproject' },
    { user: 'admin-only', opens: [STRUCTURE, PEOPLE], landing: '/admin/home' },
    { user: 'user-and-admin', opens: [PROJECTS, STRUCTURE, PEOPLE], landing: '/selectproject' },
  ])('open to $user by role, and a login leads to $landing', async ({ user: name, opens, landing }) => {
    const { user, open } = await mountApp(await start(), { path: '/login' })
    await logIn(user, name)
    await expectAt(landing)
    await open('/login')
    await expectAt(landing)
    for (const pages of [PROJECTS, STRUCTURE, PEOPLE]) {
      for (const page of pages) {
        await open(page.path)
        const at = { at: page.path, ...page }.at
        await expectAt(opens.includes(pages) ? at : '/unauthorized')
      }
    }
  })

  // Proves 2.8, 2.14
  test('of a role that was taken away are closed at the next visit, which leads back', async () => {
    const server = await start()
    const { user, click } = await mountApp(server, { path: '/about', user: 'robin' })
    const link = await screen.findByRole('link', { name: 'My Projects' })
    await setRole(server.services.db, 'robin', Role.User, false)
    await user.click(link)
    await expectAt('/unauthorized')
    const sentence = sentenceOf('role_missing')
    expect(await screen.findByText(sentence)).toBeVisible()
    await click('button', 'Go Back')
    await expectAt('/about')
  })

  test('of another role are replaced in the history, so that Back leads out of them', async () => {
    const { open } = await mountApp(await start(), { path: '/about', user: 'robin' })
    await open('/admin/home')
    await expectAt('/unauthorized')
    history.back()
    await expectAt('/about')
    expect(await screen.findByRole('heading', { level: 1, name: 'It began with a paint can' })).toBeVisible()
  })
})

describe('a password given by somebody', () => {
  const GIVEN = 'given by somebody'

  test('has to be changed before anything else', async () => {
    const server = await start()
    const { db } = server.services
    await createUser(db, server.clock, registrationOf('avery'), await hashPassword(GIVEN), {
      firstIsAdmin: false,
      mustChangePassword: true,
    })
    const { user, click, open } = await mountApp(server, { path: '/trash' })
    await logIn(user, 'avery', GIVEN)
    await expectAt('/newpassword')
    expect(await screen.findByRole('heading', { level: 1, name: 'New Password' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'My Account' })).toBeNull()
    for (const path of ['/selectproject', '/account', '/login', '/trash']) {
      await open(path)
      await expectAt('/newpassword')
    }
    const put = async (current: string, next: string) => {
      await fill(user, field('Current Password'), current)
      await fill(user, field('New Password'), next)
      await fill(user, field('Confirm New Password'), next)
      await user.click(button('Change Password'))
    }
    await user.click(button('Change Password'))
    expect(field('Current Password')).toHaveFocus()
    expect(field('Current Password')).toHaveAccessibleDescription('Required.')
    await put('wrong password', NEW_PASSWORD)
    await expectFocusedAlert(new RegExp(sentenceOf('current_password_wrong')))
    await put(GIVEN, 'Password1')
    await waitFor(() => expect(field('New Password')).toHaveAccessibleDescription(SENTENCES.passwordCommon))
    await put(GIVEN, NEW_PASSWORD)
    await expectAt('/trash')
    await expectToast('Password changed')
    await click('link', 'My Account')
    expect(await screen.findByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
    await open('/newpassword')
    await expectAt('/selectproject')
  })

  test('is asked for after a login', async () => {
    await mountApp(await start(), { path: '/newpassword' })
    await expectAt('/login')
  })
})
