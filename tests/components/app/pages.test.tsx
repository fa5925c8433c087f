import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listConsultations } from '../../../src/shared/admin/consultations.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { button, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAt, expectFocused, expectFocusedAlert, suggestionsOf } from '../../support/on-screen.ts'
import { furnished, startTestApp } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  await robin.newProject('Maple Street')
  await robin.newProject('Harbor View 12B')
  return { people: { robin, admin: await newUser('admin', [Role.Admin]) }, things: {} }
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
  const box = (label: string) => screen.getByLabelText(new RegExp(`^${label.replace('?', '\\?')}( \\(?optional\\)?)?$`))
  const fillRequest = async (user: UserEvent, texts: Texts) => {
    for (const [label, text] of Object.entries(texts)) await fill(user, box(label), text)
  }
  const expectRequest = (texts: Texts) => {
    for (const [label, text] of Object.entries(texts)) expect(box(label)).toHaveValue(text)
  }
  const send = (user: UserEvent) => user.click(button('Send Request'))
  const expectConfirmed = () => expectFocused('status', 'Thank you! We will be in touch to set a time.')

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
    await expectFocusedAlert('Unable to send the request')
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
    expect(help).toHaveAccessibleDescription(expect.stringContaining('Must be at most 255 characters.'))
    const leave = () => click('link', 'About', within(screen.getByRole('navigation', { name: 'Main' })))
    await leave()
    await click('button', 'Keep Working', await dialog('Unsaved Changes'))
    expect(help).toHaveValue('é'.repeat(256))
    await leave()
    await click('button', 'Abandon Changes', await dialog('Unsaved Changes'))
    await expectAt('/about')
  })
})
