import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { button, field, fill, mountApp } from '../../support/mount-app.tsx'
import { furnished, PASSWORD, registrationOf } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => ({ people: { robin: await newUser('robin') }, things: {} }))

test('logs in and leads to the projects', async () => {
  const { user } = await mountApp(await start(), { path: '/login' })
  await fill(user, field('Username or Email'), 'robin')
  await fill(user, field('Password'), PASSWORD)
  await user.click(button('Login'))
  const heading = await screen.findByRole('heading', { level: 1, name: 'My Projects' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(location.pathname).toBe('/selectproject')
})

test('leads back to the page that asked for the login', async () => {
  const { user } = await mountApp(await start(), { path: '/account' })
  expect(location.pathname).toBe('/login')
  await fill(user, field('Username or Email'), 'robin')
  await fill(user, field('Password'), PASSWORD)
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'My Account' })).toBeVisible()
})

test('keeps what was entered after a failed login', async () => {
  const { user } = await mountApp(await start(), { path: '/login' })
  await user.click(button('Login'))
  expect(await screen.findByRole('alert')).toHaveTextContent('Missing user/pass')
  await fill(user, field('Username or Email'), 'robin')
  await fill(user, field('Password'), 'not the password')
  await user.click(button('Login'))
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Invalid Username or Password'))
  expect(field('Username or Email')).toHaveValue('robin')
  expect(field('Password')).toHaveValue('not the password')
})

const registration = registrationOf('sasha')
const LABELS = {
  'Email Address': registration.inputs.email,
  'Phone Number': registration.inputs.phone,
  'First Name': registration.inputs.first,
  'Last Name': registration.inputs.last,
  Address: registration.inputs.address,
  City: registration.inputs.city,
  State: registration.inputs.state,
  Zip: registration.inputs.zip,
}

test('registers, then leads to the login', async () => {
  const { user } = await mountApp(await start(), { path: '/register' })
  await fill(user, field('Username'), 'sasha')
  await fill(user, field('Password'), PASSWORD)
  await fill(user, field('Confirm Password'), PASSWORD)
  for (const [label, text] of Object.entries(LABELS)) await fill(user, field(label), text)
  await user.click(button('Register'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Log In' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'Notifications' })).toHaveTextContent('Registration Successful!')
})

test('marks a username that is taken and keeps the rest', async () => {
  const { user } = await mountApp(await start(), { path: '/register' })
  await fill(user, field('Username'), 'robin')
  await fill(user, field('Password'), PASSWORD)
  await fill(user, field('Confirm Password'), PASSWORD)
  for (const [label, text] of Object.entries(LABELS)) await fill(user, field(label), text)
  await user.click(button('Register'))
  await waitFor(() => expect(field('Username')).toHaveAttribute('aria-invalid', 'true'))
  expect(field('City')).toHaveValue('Burlington')
})
