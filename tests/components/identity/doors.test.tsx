import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { login } from '../../../src/shared/identity/auth.api.ts'
import { listInvitations, listUsers } from '../../../src/shared/identity/people.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { firstAdminCode } from '../../../src/server/identity/people/first-admin.repo.ts'
import { button, field, fill, mountApp } from '../../support/mount-app.tsx'
import { expectAccessible, expectAt, expectDone } from '../../support/on-screen.ts'
import { registrationFields } from '../../support/registration-fields.ts'
import { sentenceOf } from '../../support/problems.ts'
import { PASSWORD, registrationOf, startTestApp } from '../../support/test-app.ts'

const register = async (user: UserEvent, name: string, code?: string) => {
  const texts = registrationFields(registrationOf(name))
  for (const [label, text] of Object.entries(texts)) await fill(user, field(label), text)
  if (code !== undefined) await fill(user, screen.getByLabelText(/^Code/), code)
  await user.click(button('Register'))
}

test('Register asks for the setup code until it has made an Admin', async () => {
  const server = await startTestApp({ firstUserIsAdmin: true, firstAdminNeedsCode: true })
  const { user, open } = await mountApp(server, { path: '/register' })
  expect(await screen.findByRole('heading', { name: 'First Administrator' })).toBeVisible()
  await expectAccessible()
  await register(user, 'owner', 'abcd-abcd-abcd-abcd')
  expect(await screen.findByText(sentenceOf('admin_code_wrong'))).toBeVisible()
  await fill(user, screen.getByLabelText(/^Code/), (await firstAdminCode(server.services.db)) ?? '')
  await user.click(button('Register'))
  await expectAt('/login')
  const { roles } = await server.anonymous.must(login, { body: { user: 'owner', pwd: PASSWORD } })
  expect(roles).toContain(Role.Admin)
  await open('/register')
  expect(button('Register')).toBeVisible()
  expect(screen.queryByLabelText(/^Code/)).toBeNull()
})

test('a closed installation has no registration, but a way to its contact', async () => {
  const { click } = await mountApp(await startTestApp({ registration: 'closed' }), { path: '/register' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Registration is closed' })).toBeVisible()
  expect(screen.queryByRole('textbox')).toBeNull()
  await expectAccessible()
  await click('link', 'Contact')
  await waitFor(() => expect(location.pathname + location.hash).toBe('/help#contact'))
})

test('registration by invitation says so to visitors without one', async () => {
  await mountApp(await startTestApp({ registration: 'invited' }), { path: '/register' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Registration is by invitation' })).toBeVisible()
  await expectAccessible()
})

test('an Admin invites by a link, which lets one person register', async () => {
  const server = await startTestApp({ registration: 'invited' })
  const owner = await server.newUser('owner', [Role.Admin])
  const { user, click, open, hold } = await mountApp(server, { path: '/admin/people', user: 'owner' })
  const part = within(screen.getByRole('region', { name: 'Invitations' }))
  const invite = async (email: string) => {
    await fill(user, part.getByLabelText('Email Address'), email)
    await user.click(part.getByRole('button', { name: 'Invite' }))
  }
  await invite('avery')
  expect(await part.findByText(SENTENCES.email)).toBeVisible()
  await invite('blake@example.com')
  await click('button', 'Cancel the Invitation for blake@example.com')
  await expectDone()
  await waitFor(() => expect(part.queryByRole('listitem')).toBeNull())

  // The link shows before the list has reloaded.
  const release = hold(/\/invitations$/)
  await invite('avery@example.com')
  const link = await part.findByText(/^http\S+#[\w-]{43}$/)
  expect(link.closest('[role=status]')).toHaveTextContent('avery@example.com.')
  release()
  expect(await part.findByRole('listitem')).toHaveTextContent('Invited by Robin Sample')
  await expectAccessible()

  const { hash } = new URL(link.textContent)
  await click('button', 'Log Out')
  await expectAt('/')
  await open(`/register${hash}`)
  await register(user, 'avery')
  await expectAt('/login')
  const { users } = await owner.must(listUsers, { query: { search: 'avery', after: '' } })
  expect(users.map(({ username }) => username)).toEqual(['avery'])
  expect((await owner.must(listInvitations, {})).invitations).toEqual([])
})
