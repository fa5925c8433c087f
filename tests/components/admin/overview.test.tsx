import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { requestConsultation } from '../../../src/shared/admin/consultations.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { mountApp } from '../../support/mount-app.tsx'
import { expectFocusedAlert, expectToast } from '../../support/on-screen.ts'
import { furnished } from '../../support/test-app.ts'

const REQUEST = {
  email: 'avery@example.com',
  phone: '(555) 010-0123',
  project: 'Harbor View',
  about: 'A kitchen that gets the morning sun.',
  preferredTimes: 'Mornings',
}

/** Two people have asked for a consultation. */
const start = furnished(async ({ newUser }) => {
  const admin = await newUser('admin', [Role.Admin])
  for (const name of ['Avery Lane', 'Blake Hill']) {
    await admin.must(requestConsultation, { body: { inputs: { ...REQUEST, name } } })
  }
  return { people: { admin }, things: {} }
})

const openOverview = async () => mountApp(await start(), { path: '/admin/overview', user: 'admin' })

const requests = () => within(screen.getByRole('region', { name: 'Consultation Requests' }))
const names = () =>
  requests()
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent)
const count = (term: string) =>
  requests().getByText(term, { selector: 'dt' }).parentElement?.querySelector('dd')?.textContent

test('a request for a consultation is marked as done and opened again, and the focus stays', async () => {
  const { user } = await openOverview()
  expect(names()).toEqual(['Blake Hill', 'Avery Lane'])
  expect([count('Open'), count('Done')]).toEqual(['2', '0'])
  const request = within(requests().getAllByRole('listitem')[0] as HTMLElement)
  for (const said of Object.values({ ...REQUEST, name: 'Blake Hill' })) expect(request.getByText(said)).toBeVisible()
  requests().getByRole('button', { name: 'Done: request of Blake Hill' }).focus()
  await user.keyboard('{Enter}')
  await expectToast('The request is done.')
  const reopen = await requests().findByRole('button', { name: 'Reopen: request of Blake Hill' })
  await waitFor(() => expect(reopen).toHaveFocus())
  expect(names()).toEqual(['Avery Lane', 'Blake Hill'])
  expect([count('Open'), count('Done')]).toEqual(['1', '1'])
  await user.keyboard('{Enter}')
  await expectToast('The request is open again.')
  await waitFor(() => expect(requests().getByRole('button', { name: 'Done: request of Blake Hill' })).toHaveFocus())
  expect(names()).toEqual(['Blake Hill', 'Avery Lane'])
})

test('a request that cannot be marked says why, and stays as it was', async () => {
  const { click, cutOff } = await openOverview()
  const reconnect = cutOff()
  await click('button', 'Done: request of Avery Lane')
  await expectFocusedAlert('No server response')
  expect(names()).toEqual(['Blake Hill', 'Avery Lane'])
  reconnect()
  await click('button', 'Done: request of Avery Lane')
  expect(await screen.findByRole('button', { name: 'Reopen: request of Avery Lane' })).toBeVisible()
  expect(screen.queryByText('No server response')).toBeNull()
})
