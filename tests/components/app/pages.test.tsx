import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listConsultations } from '../../../src/shared/admin/consultations.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { atMost } from '../../../src/shared/contract/text-rules.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { MailServer } from '../../support/mail-server.ts'
import { button, fill, mountApp } from '../../support/mount-app.tsx'
import {
  dialog,
  expectAccessible,
  expectAt,
  expectFocused,
  expectFocusedAlert,
  suggestionsOf,
} from '../../support/on-screen.ts'
import { furnished, startTestApp } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  await robin.newProject('Maple Street')
  await robin.newProject('Harbor View 12B')
  return { people: { robin, admin: await newUser('admin', [Role.Admin]) }, things: {} }
})

const ENTRIES = {
  'My Projects': '/selectproject',
  'Coming Up': '/comingup',
  Admin: '/admin/home',
  Pricing: '/info',
  About: '/about',
  Help: '/help',
  'My Account': '/account',
  'Log In': '/login',
  'Sign Up': '/register',
}
type Entry = keyof typeof ENTRIES

const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }))

const expectNavigation = (names: readonly Entry[], logOut: boolean) => {
  // The search, which is no link, precedes My Account.
  const shown = names.flatMap((name) => (name === 'My Account' ? ['Search', name] : [name]))
  expect(
    navigation()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(logOut ? [...shown, 'Log Out'] : shown)
  for (const name of names) {
    expect(navigation().getByRole('link', { name })).toHaveAttribute('href', ENTRIES[name])
  }
}

// Proves 2.1, 2.3
test('the navigation of a visitor has Pricing, About, Help, Log In and Sign Up, and each leads there', async () => {
  const { click } = await mountApp(await start(), { path: '/' })
  const names = ['Pricing', 'About', 'Help', 'Log In', 'Sign Up'] as const
  expectNavigation(names, false)
  for (const name of names) {
    await click('link', name, navigation())
    await expectAt(ENTRIES[name])
    await waitFor(() => expect(navigation().getByRole('link', { name })).toHaveAttribute('aria-current', 'page'))
  }
  await click('link', 'Roomfolio, Home')
  await expectAt('/')
})

const ADMINS = ['My Projects', 'Coming Up', 'Admin', 'About', 'Help', 'My Account'] as const

// Proves 2.2
test.each<{ who: string; roles: Role[]; names: readonly Entry[] }>([
  { who: 'a User', roles: [Role.User], names: ADMINS.filter((name) => name !== 'Admin') },
  { who: 'a Reseller', roles: [Role.Reseller], names: ADMINS },
  { who: 'User and Admin', roles: [Role.User, Role.Admin], names: ADMINS },
  { who: 'an Admin only', roles: [Role.Admin], names: ['Admin', 'About', 'Help'] },
])('the navigation of $who has $names and Log Out', async ({ roles, names }) => {
  const server = await startTestApp()
  await server.newUser('sasha', roles)
  if (!roles.includes(Role.User)) await setRole(server.services.db, 'sasha', Role.User, false)
  const { click } = await mountApp(server, { path: '/about', user: 'sasha' })
  await waitFor(() => expectNavigation(names, true))
  const [first = 'About'] = names
  await click('link', first, navigation())
  await expectAt(ENTRIES[first])
})

// Proves 1.12, 1.13
test('home has logo, welcome line, tagline, description and the contact for consultations', async () => {
  const { click } = await mountApp(await start(), { path: '/' })
  expect(screen.getByRole('link', { name: 'Roomfolio, Home' }).querySelector('svg')).toBeVisible()
  expect(screen.getByText('Welcome to Roomfolio')).toBeVisible()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Every finish, fixture and warranty/)
  expect(screen.getByText(/^Roomfolio keeps the paint codes/)).toBeVisible()
  const consultation = within(screen.getByRole('region', { name: 'Talk to us about your remodel' }))
  expect(await consultation.findByRole('link', { name: 'hello@roomfolio.example' })).toBeVisible()
  expect(consultation.getByRole('link', { name: '(555) 010-0142' })).toBeVisible()
  await click('link', 'See prices and book one', consultation)
  const booking = await screen.findByRole('heading', { name: 'Book a consultation' })
  await waitFor(() => expect(booking).toHaveFocus())
  expect(location.pathname + location.hash).toBe('/info#consultation')
})

// Proves 1.14
test('About tells why the product exists, and the version', async () => {
  const { click } = await mountApp(await start(), { path: '/about' })
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('It began with a paint can')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(await screen.findByText(`Roomfolio ${version}`)).toBeVisible()
  expect(screen.getByText('Why Roomfolio exists')).toBeVisible()
  expect(screen.getByRole('article')).toHaveTextContent(/cartridge/)
  expect(screen.getByRole('article')).toHaveTextContent(/warranty/)
  await click('link', 'No user information is sold or transferred')
  const privacy = await screen.findByRole('heading', { name: 'Privacy' })
  await waitFor(() => expect(privacy).toHaveFocus())
  expect(location.pathname + location.hash).toBe('/help#privacy')
})

// Proves 1.9, 1.10
test('Help has the contact, the privacy statement and how to do each thing', async () => {
  const { user, click, open } = await mountApp(await start(), { path: '/help' })
  expect(await screen.findByRole('link', { name: 'hello@roomfolio.example' })).toHaveAttribute(
    'href',
    'mailto:hello@roomfolio.example',
  )
  expect(screen.getByRole('link', { name: '(555) 010-0142' })).toHaveAttribute('href', 'tel:5550100142')
  expect(screen.getByText('No user information is sold or transferred to third parties.')).toBeVisible()
  const topics = within(screen.getByRole('region', { name: 'Topics' }))
  for (const task of [
    'Create an account and log in',
    'Create a project',
    'Add a room',
    'Record an item',
    'Attach files',
    'Find and edit an item',
    'Change, move, or copy several items',
    'Get reminders by email',
    'Start a project from a template',
    'Update all copies of an item',
    'Reorder rooms and items',
    'Edit in a spreadsheet, or import a list',
    'Delete and restore',
    'Change your account or password',
    'Download or delete all your data',
    'Book a consultation',
    'What can users, resellers, and admins do?',
  ])
    expect(topics.getAllByRole('link', { name: task })).toHaveLength(1)
  await fill(user, screen.getByLabelText('Search Help'), 'delete restore')
  await click('link', 'Delete and restore')
  await expectAt('/help/delete-and-restore')
  const topic = await screen.findByRole('heading', { level: 1, name: 'Delete and restore' })
  await waitFor(() => expect(topic).toHaveFocus())
  await click('link', 'All Topics')
  await expectAt('/help')

  // As older versions had it.
  await open('/help#delete-and-restore')
  await expectAt('/help/delete-and-restore')
  expect(await screen.findByRole('heading', { level: 1, name: 'Delete and restore' })).toBeVisible()
})

// Proves 1.6, 1.7, 1.8, 9.9, 9.10
test('Pricing shows every price and what it buys', async () => {
  await mountApp(await start(), { path: '/info' })
  const plan = screen.getByRole('region', { name: 'Basic Monthly Plan' })
  for (const text of ['Single user plan', '$4.99 per month', 'or $50 per year', 'Up to two separate projects']) {
    expect(plan).toHaveTextContent(text)
  }
  const rates = within(screen.getByRole('region', { name: 'Consultation' }))
  expect(screen.getByRole('region', { name: 'Consultation' })).toHaveTextContent('$25 per 15 minutes (minimum)')
  expect(rates.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'First hour',
    'Each additional hour',
  ])
  expect(rates.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['$150', '$100'])
})

const REQUEST = {
  Name: 'Alex Example',
  Email: 'alex@example.com',
  Phone: '(555) 010-0177',
  Project: '12 Elm Street',
  'How can we help?': 'Whether the wall to the dining room carries the roof.',
  'Preferred times': 'Tuesdays after 4 pm, Eastern',
}
type Texts = Partial<Record<keyof typeof REQUEST, string>>

describe('a request for a consultation', () => {
  // Proves 1.15
  test('of a visitor is stored, mailed to the owner and confirmed', async () => {
    const mail = await MailServer.start()
    onTestFinished(() => mail.stop())
    const server = await startTestApp({ smtpURL: mail.url, contactEmail: 'owner@example.com' })
    const admin = await server.newUser('admin', [Role.Admin])
    const { user } = await mountApp(server, { path: '/info' })
    await send(user)
    for (const label of ['Name', 'Email', 'Phone', 'How can we help?', 'Preferred times']) {
      expect(box(label)).toHaveAccessibleDescription(/^Required\./)
    }
    expect(box('Project')).not.toHaveAttribute('aria-invalid')
    expect(box('Name')).toHaveFocus()
    await expectAccessible()

    await fillRequest(user, REQUEST)
    await send(user)
    await expectConfirmed()
    expectRequest(Object.fromEntries(Object.keys(REQUEST).map((label) => [label, ''])))
    await server.jobsDone()
    const { text = '', subject } = await mail.waitForMail('owner@example.com')
    expect(subject).toContain(REQUEST.Name)
    for (const said of Object.values(REQUEST)) expect(text).toContain(said)

    expect(await admin.must(listConsultations, {})).toMatchObject([
      { name: REQUEST.Name, about: REQUEST['How can we help?'], mailedAt: expect.any(String) },
    ])
  })

  const box = (label: string) => screen.getByLabelText(new RegExp(`^${label.replace('?', '\\?')}( \\(?optional\\)?)?$`))
  const fillRequest = async (user: UserEvent, texts: Texts) => {
    for (const [label, text] of Object.entries(texts)) await fill(user, box(label), text)
  }
  const expectRequest = (texts: Texts) => {
    for (const [label, text] of Object.entries(texts)) expect(box(label)).toHaveValue(text)
  }
  const send = (user: UserEvent) => user.click(button('Send Request'))
  const expectConfirmed = () => expectFocused('status', /^Thank you!/)

  test('starts with the name and addresses of the account, and suggests its projects', async () => {
    const server = await start()
    const { user } = await mountApp(server, { path: '/info', user: 'robin' })
    const known = { Name: 'Robin Sample', Email: 'robin@example.com', Phone: '(555) 010-0199' }
    await waitFor(() => expectRequest(known))
    expect(suggestionsOf(box('Project'))).toEqual(['Harbor View 12B', 'Maple Street'])
    await fillRequest(user, { ...REQUEST, Name: 'Robin S.', Project: 'Maple Street' })
    await send(user)
    await expectConfirmed()
    await waitFor(() => expect(box('Project')).toHaveValue(''))
    expectRequest({ ...known, Project: '', 'How can we help?': '', 'Preferred times': '' })
    expect(await server.people.admin.must(listConsultations, {})).toMatchObject([
      { name: 'Robin S.', email: REQUEST.Email, project: 'Maple Street' },
    ])
  })

  test('that is one too many says how long to wait and keeps what was typed', async () => {
    const { user } = await mountApp(await startTestApp({ consultationsPerHour: 1 }), { path: '/info' })
    await fillRequest(user, REQUEST)
    await send(user)
    await expectConfirmed()
    await fillRequest(user, REQUEST)
    await send(user)
    await expectFocusedAlert(/^Too many tries\. Please wait .+ and try again\.$/)
    expectRequest(REQUEST)
  })

  test('that fails or gets no answer shows why and keeps what was typed', async () => {
    const server = await start()
    const { user, cutOff } = await mountApp(server, { path: '/info' })
    await fillRequest(user, REQUEST)
    const reconnect = cutOff()
    await send(user)
    await expectFocusedAlert('No server response')
    reconnect()
    await sql`alter table consultations rename to lost`.execute(server.services.db)
    await send(user)
    await expectFocusedAlert(/^Unable to send/)
    expectRequest(REQUEST)
  })

  test('has up to 255 characters in a field, and leaving it asks first', async () => {
    const { user, click } = await mountApp(await start(), { path: '/info' })
    const help = box('How can we help?')
    await fill(user, help, 'é'.repeat(255))
    expect(screen.getByText('255 / 255')).toBeVisible()
    expect(help).not.toHaveAttribute('aria-invalid')
    await fill(user, help, 'é'.repeat(256))
    await user.tab()
    expect(help).toHaveAccessibleDescription(expect.stringContaining(atMost(255)))
    const leave = () => click('link', 'About', within(screen.getByRole('navigation', { name: 'Main' })))
    await leave()
    await click('button', 'Keep Working', await dialog('Unsaved Changes'))
    expect(help).toHaveValue('é'.repeat(256))
    await leave()
    await click('button', 'Abandon Changes', await dialog('Unsaved Changes'))
    await expectAt('/about')
  })
})
