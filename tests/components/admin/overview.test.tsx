import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { requestConsultation } from '../../../src/shared/admin/consultations.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { MailServer } from '../../support/mail-server.ts'
import { mountApp } from '../../support/mount-app.tsx'
import { expectAccessible, expectAt, expectDone, expectFocusedAlert, expectToast } from '../../support/on-screen.ts'
import { furnished, startTestApp } from '../../support/test-app.ts'

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
  requests().getByRole('button', { name: 'Done: request from Blake Hill' }).focus()
  await user.keyboard('{Enter}')
  await expectDone()
  const reopen = await requests().findByRole('button', { name: 'Reopen: request from Blake Hill' })
  await waitFor(() => expect(reopen).toHaveFocus())
  expect(names()).toEqual(['Avery Lane', 'Blake Hill'])
  expect([count('Open'), count('Done')]).toEqual(['1', '1'])
  await user.keyboard('{Enter}')
  await expectDone()
  await waitFor(() => expect(requests().getByRole('button', { name: 'Done: request from Blake Hill' })).toHaveFocus())
  expect(names()).toEqual(['Blake Hill', 'Avery Lane'])
})

test('a request that cannot be marked says why, and stays as it was', async () => {
  const { click, cutOff } = await openOverview()
  const reconnect = cutOff()
  await click('button', 'Done: request from Avery Lane')
  await expectFocusedAlert('No server response')
  expect(names()).toEqual(['Blake Hill', 'Avery Lane'])
  reconnect()
  await click('button', 'Done: request from Avery Lane')
  expect(await screen.findByRole('button', { name: 'Reopen: request from Avery Lane' })).toBeVisible()
  expect(screen.queryByText('No server response')).toBeNull()
})

/** The value under a name in one of the parts of the page. */
const fact = (part: string, name: string) =>
  within(screen.getByRole('region', { name: part }))
    .getByText(name, { selector: 'dt' })
    .parentElement?.querySelector('dd')

test('the overview shows the numbers of the installation, its versions and its health', async () => {
  const server = await start()
  await server.people.admin.newProject('Maple Street')
  const { click, intercept } = await mountApp(server, { path: '/admin/home', user: 'admin' })
  const calls: string[] = []
  intercept('', (pass, _, address) => {
    calls.push(address)
    return pass()
  })
  await click('link', 'Overview', within(screen.getByRole('navigation', { name: 'Administration' })))
  await expectAt('/admin/overview')
  expect(await screen.findByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(calls.sort()).toEqual(['/consultations', '/overview', '/site'])
  for (const [name, value] of [
    ['Users', /^1$/],
    ['Projects', /^1$/],
    ['Locked accounts', /^0$/],
    ['Failed logins in the last hour', /^0$/],
    ['Rooms', /^0$/],
    ['Items', /^0$/],
    ['Files', /^0$/],
    ['Storage used', /^0 bytes$/],
  ] as const) {
    expect(fact('Numbers', name), name).toHaveTextContent(value)
  }
  for (const [name, value] of [
    ['Roomfolio', /^\d+\.\d+\.\d+$/],
    ['Database', /^SQLite \d+\.\d+\.\d+ OK$/],
    ['File store', /^OK$/],
    ['Email', /^Not set up$/],
    ['Free space', / of \d/],
    ['Scheduled backups', /^None$/],
    ['Last backup', /^None yet$/],
  ] as const) {
    expect(fact('This Server', name), name).toHaveTextContent(value)
  }
  expect(screen.queryByRole('button', { name: 'Send Test Email' })).toBeNull()
  expect(screen.getByRole('main')).not.toHaveTextContent('Maple Street')
})

test('a file store that does not respond is shown as such, beside everything else', async () => {
  const server = await start()
  rmSync(join(server.services.config.dataDir, 'files'), { recursive: true })
  await mountApp(server, { path: '/admin/overview', user: 'admin' })
  expect(fact('This Server', 'File store')).toHaveTextContent('Not responding')
  expect(fact('This Server', 'Database')).toHaveTextContent(/OK$/)
  expect(fact('Numbers', 'Users')).toHaveTextContent('1')
})

const startMailing = async () => {
  const mail = await MailServer.start()
  onTestFinished(() => mail.stop())
  const server = await startTestApp({ smtpURL: mail.url, contactEmail: 'owner@example.com' })
  return { mail, server, admin: await server.newUser('admin', [Role.Admin]) }
}

test('a failed job is shown with its reason, and retried or dismissed by keyboard', async () => {
  const { mail, server, admin } = await startMailing()
  mail.will('refuse recipients')
  const { user, open } = await mountApp(server, { path: '/admin/overview', user: 'admin' })
  expect(screen.queryByText('Failed Jobs')).toBeNull()
  for (const name of ['Avery Lane', 'Blake Hill']) {
    await admin.must(requestConsultation, { body: { inputs: { ...REQUEST, name } } })
  }
  await server.jobsDone()
  await open()
  const jobs = () => within(screen.getByRole('region', { name: 'Failed Jobs' }))
  const EMAIL = 'Email about a consultation request'
  expect(
    jobs()
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual([EMAIL, EMAIL])
  const [first] = jobs().getAllByRole('listitem')
  expect(first).toHaveTextContent('1 try')
  expect(first).toHaveTextContent('No such mailbox')
  await expectAccessible()

  jobs()
    .getAllByRole('button', { name: `Dismiss: ${EMAIL}` })[0]
    ?.focus()
  await user.keyboard('{Enter}')
  await expectToast('Dismissed.')
  await waitFor(() => expect(jobs().getAllByRole('listitem')).toHaveLength(1))

  mail.will('accept')
  jobs()
    .getByRole('button', { name: `Try Again: ${EMAIL}` })
    .focus()
  await user.keyboard('{Enter}')
  await expectDone()
  await server.jobsDone()
  await mail.waitForMail('owner@example.com')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Failed Jobs' })).toBeNull())
})

test('Send Test Email says at once whether the mail server accepted it', async () => {
  const { mail, server } = await startMailing()
  const { user, click } = await mountApp(server, { path: '/admin/overview', user: 'admin' })
  await click('button', 'Send Test Email')
  expect(await screen.findByText('The mail server accepted an email to admin@example.com.')).toBeVisible()
  await mail.waitForMail('admin@example.com')
  mail.will('refuse')
  const send = await screen.findByRole('button', { name: 'Send Test Email' })
  await waitFor(() => expect(send).not.toHaveAttribute('aria-busy', 'true'))
  await user.click(send)
  await expectFocusedAlert(/^The mail server rejected it: .*Not today\.$/)
  await waitFor(() => expect(fact('This Server', 'Email')).toHaveTextContent(/^Not working/))
  expect(fact('This Server', 'Email last failed')).toHaveTextContent('Not today')
})
