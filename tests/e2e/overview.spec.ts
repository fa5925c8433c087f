import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { login } from '../../src/shared/auth.ts'
import { requestConsultation } from '../../src/shared/consultations.ts'
import {
  expect,
  expectAccessible,
  expectFocusedAlert,
  expectNoAlert,
  registerUser,
  onOwnServer as test,
  type User,
} from '../support/e2e.ts'
import { MailServer } from '../support/mail-server.ts'

const open = async (page: Page) => {
  await page.goto('/admin/overview')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
}

/** The value that stands under a name in one of the screen's parts. */
const fact = (page: Page, part: string, name: string) =>
  page
    .getByRole('region', { name: part })
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition')

const ask = (user: User, name: string) =>
  user.call(requestConsultation, {
    body: {
      inputs: {
        name,
        email: 'avery@example.com',
        phone: '(555) 010-0123',
        project: 'Harbor View',
        about: 'A kitchen that gets the morning sun.',
        preferredTimes: 'Mornings',
      },
    },
  })

test('the overview shows the numbers of the installation, its versions and its health', async ({
  page,
  admin,
  request,
}) => {
  const name = await registerUser(request)
  const wrong = await request.post(login.path, { data: { user: name, pwd: 'not it, surely' } })
  expect(wrong.status()).toBe(401)
  const projectID = await admin.newProject('Harbor View')
  const roomID = await admin.newRoom(projectID, 'Kitchen')
  await admin.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], {})
  await page.goto('/admin/home')
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL('/admin/overview')
  await expect(fact(page, 'Numbers', 'Users')).toHaveText('2')
  await expect(fact(page, 'Numbers', 'Locked accounts')).toHaveText('0')
  await expect(fact(page, 'Numbers', 'Failed logins in the last hour')).toHaveText('1')
  await expect(fact(page, 'Numbers', 'Projects')).toHaveText('1')
  await expect(fact(page, 'Numbers', 'Rooms')).toHaveText('1')
  await expect(fact(page, 'Numbers', 'Items')).toHaveText('1')
  await expect(fact(page, 'Numbers', 'Files')).toHaveText('0')
  await expect(fact(page, 'Numbers', 'Storage used')).toHaveText('0 bytes')
  await expect(fact(page, 'This Installation', 'Roomfolio')).toHaveText(/^\d+\.\d+\.\d+$/)
  await expect(fact(page, 'This Installation', 'Database')).toHaveText(/^SQLite \d+\.\d+\.\d+ Answers$/)
  await expect(fact(page, 'This Installation', 'File store')).toHaveText('Answers')
  await expect(fact(page, 'This Installation', 'E-mail')).toHaveText('Is not set up')
  await expect(page.getByRole('button', { name: 'Send Test Mail' })).toHaveCount(0)
  await expect(fact(page, 'This Installation', 'Free space')).toHaveText(/ of \d/)
  await expect(fact(page, 'This Installation', 'Scheduled backups')).toHaveText('None')
  await expect(fact(page, 'This Installation', 'Last backup')).toHaveText('None yet')
  await expect(page.getByText('Nobody has asked for one yet.')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Harbor View')
  await expectAccessible(page)
})

test('a file store that does not answer is shown as such, beside everything else', async ({
  page,
  admin,
  ownServer,
}) => {
  expect(admin.name).toBeTruthy()
  rmSync(join(ownServer.dataDir, 'files'), { recursive: true })
  await open(page)
  await expect(fact(page, 'This Installation', 'File store')).toHaveText('Does not answer')
  await expect(fact(page, 'This Installation', 'Database')).toHaveText(/Answers$/)
  await expect(fact(page, 'Numbers', 'Users')).toHaveText('1')
  await expectAccessible(page)
})

test('the overview costs two calls', async ({ page, admin }) => {
  expect(admin.name).toBeTruthy()
  await page.goto('/admin/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Administration')
  const calls: string[] = []
  page.on('request', (call) => call.resourceType() === 'fetch' && calls.push(new URL(call.url()).pathname))
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  expect(calls.sort()).toEqual(['/consultations', '/overview'])
})

test('a request for a consultation is marked as done and opened again, by keyboard and with its counts', async ({
  page,
  admin,
}) => {
  await ask(admin, 'Avery Lane')
  await ask(admin, 'Blake Hill')
  await open(page)
  const names = page.getByRole('region', { name: 'Consultation Requests' }).getByRole('heading', { level: 3 })
  await expect(names).toHaveText(['Blake Hill', 'Avery Lane'])
  await expect(fact(page, 'Consultation Requests', 'Open')).toHaveText('2')
  await expect(fact(page, 'Consultation Requests', 'Open and not mailed to you')).toHaveText('2')
  await expect(fact(page, 'Consultation Requests', 'Done')).toHaveText('0')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Done: request of Blake Hill' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The request is done.')
  await expect(names).toHaveText(['Avery Lane', 'Blake Hill'])
  const reopen = page.getByRole('button', { name: 'Reopen: request of Blake Hill' })
  await expect(reopen).toBeFocused()
  await expect(fact(page, 'Consultation Requests', 'Open')).toHaveText('1')
  await expect(fact(page, 'Consultation Requests', 'Done')).toHaveText('1')
  await expectAccessible(page)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The request is open again.')
  await expect(names).toHaveText(['Blake Hill', 'Avery Lane'])
  await expect(page.getByRole('button', { name: 'Done: request of Blake Hill' })).toBeFocused()
})

const withMail = test.extend<{ mail: MailServer }>({
  mail: async ({}, use) => {
    const mail = await MailServer.start()
    await use(mail)
    await mail.stop()
  },
  settings: async ({ mail }, use) => use({ SMTP_URL: mail.url, CONTACT_EMAIL: 'owner@example.com' }),
})

withMail(
  'a job that was given up is shown with its reason, and tried again or dismissed by keyboard',
  async ({ page, admin, mail }) => {
    await open(page)
    await expect(page.getByText('Failed Jobs')).toHaveCount(0)
    mail.will('refuse recipients')
    await ask(admin, 'Avery Lane')
    await ask(admin, 'Blake Hill')
    const jobs = page.getByRole('region', { name: 'Failed Jobs' })
    await expect(async () => {
      await page.reload()
      await expect(jobs.getByRole('listitem')).toHaveCount(2, { timeout: 1000 })
    }).toPass()
    await expect(jobs.getByRole('heading', { level: 3 })).toHaveText([
      'E-mail about a consultation request',
      'E-mail about a consultation request',
    ])
    await expect(jobs).toContainText('1 try')
    await expect(jobs).toContainText('No such mailbox')
    await expectAccessible(page)

    await jobs.getByRole('button', { name: 'Dismiss: E-mail about a consultation request' }).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Dismissed.')
    await expect(jobs.getByRole('listitem')).toHaveCount(1)

    mail.will('accept')
    await jobs.getByRole('button', { name: 'Try Again: E-mail about a consultation request' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('It is tried again now.')
    await mail.waitForMail('owner@example.com')
    await expect(jobs).toHaveCount(0)
    await expectAccessible(page)
  },
)

withMail('Send Test Mail says at once whether the mail server took it', async ({ page, admin, mail }) => {
  await open(page)
  const send = page.getByRole('button', { name: 'Send Test Mail' })
  await send.click()
  await expect(page.getByText(`The mail server took an e-mail to ${admin.name}@example.com.`)).toBeVisible()
  await mail.waitForMail(`${admin.name}@example.com`)
  await expectAccessible(page)

  mail.will('refuse')
  await send.click()
  await expectFocusedAlert(page, /^The mail server did not take it: .*Not today\.$/)
  await expect(fact(page, 'This Installation', 'E-mail')).toHaveText('Cannot be sent right now')
  await expect(fact(page, 'This Installation', 'E-mail last failed')).toContainText('Not today')
  await expectAccessible(page)
})

test('a request that cannot be marked says why, and stays as it was', async ({
  page,
  admin,
  ownServer,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_(CONNECTION|EMPTY)/)
  await ask(admin, 'Avery Lane')
  await open(page)
  const done = page.getByRole('button', { name: 'Done: request of Avery Lane' })
  await ownServer.stop()
  await done.click()
  await expectFocusedAlert(page, 'No server response')
  await expect(done).toBeVisible()
  await expectAccessible(page)
  await ownServer.start()
  await done.click()
  await expect(page.getByRole('button', { name: 'Reopen: request of Avery Lane' })).toBeVisible()
  await expectNoAlert(page)
})
