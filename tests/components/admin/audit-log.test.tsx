import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listUsers, setUserRole } from '../../../src/shared/identity/people.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { expectAccessible } from '../../support/on-screen.ts'
import { furnished, PASSWORD, signIn } from '../../support/test-app.ts'

const start = furnished(async ({ app, newUser }) => {
  const admin = await newUser('admin', [Role.Admin])
  const robin = await newUser('robin')
  await app.inject({ method: 'POST', url: '/login', payload: { user: 'nobody', pwd: PASSWORD } })
  await signIn(app, 'robin')
  return { people: { admin, robin }, things: {} }
})

const lines = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((line) => line.textContent?.replace(/[A-Z][a-z]{2} \d.*$/, '').replace(/Unknown device, [\d.]+/, '@'))

test('admins see who logged in, and search by event, username and day', async () => {
  const { user } = await mountApp(await start(), { path: '/admin/auditlog', user: 'admin' })
  expect(lines('Events').slice(-2)).toEqual([
    'Logged in: password · robin@',
    'Failed login: password · Unknown username@',
  ])
  const search = within(screen.getByRole('main'))
  await chooseOption(user, screen.getByLabelText('Event'), 'Logged in')
  await fill(user, field('Username'), ' Robin ')
  await user.click(search.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(location.search).toBe('?kind=logged_in&person=Robin'))
  await waitFor(() => expect(lines('Events')).toEqual(['Logged in: password · robin@']))
  expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    '/export/securityevents?kind=logged_in&person=Robin',
  )
  await fill(user, screen.getByLabelText('Day'), '2020-01-31')
  await user.click(search.getByRole('button', { name: 'Search' }))
  expect(await screen.findByText('Nothing found.')).toBeVisible()
  await expectAccessible()
})

test('users see the latest of their own activity in My Account, and more on demand', async () => {
  const server = await start()
  const { admin } = server.people
  const [robin] = (await admin.must(listUsers, { query: { search: 'robin@' } })).users
  const userID = robin?.userID ?? 0
  for (const held of [true, false, true]) await admin.must(setUserRole, { body: { userID, role: Role.Reseller, held } })
  for (let n = 0; n < 3; n++) await signIn(server.app, 'robin')
  const { user } = await mountApp(server, { path: '/account', user: 'robin' })
  expect(lines('Recent activity')).toHaveLength(5)
  await user.click(button('Show More'))
  expect(lines('Recent activity').slice(-4)).toEqual([
    'Role granted: Resellerby admin · @',
    'Role revoked: Resellerby admin · @',
    'Role granted: Resellerby admin · @',
    'Logged in: password@',
  ])
})
