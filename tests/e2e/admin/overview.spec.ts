import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { requestConsultation } from '../../../src/shared/admin/consultations.api.ts'
import { expect, NIGHTLY, onMailing, onOwnServer, test } from '../../support/e2e.ts'
import { expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

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

test('the overview shows the numbers of the installation, its versions and its health', async ({ page, admin }) => {
  await admin.newProject('Harbor View')
  await page.goto('/admin/home')
  await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL('/admin/overview')
  for (const name of ['Users', 'Projects']) await expect(fact(page, 'Numbers', name)).toHaveText(/^[1-9][\d,]*$/)
  for (const name of ['Locked accounts', 'Failed logins in the last hour', 'Rooms', 'Items', 'Files'])
    await expect(fact(page, 'Numbers', name)).toHaveText(/^[\d,]+$/)
  await expect(fact(page, 'Numbers', 'Storage used')).toHaveText(/^[\d.]+ (bytes|KB|MB)$/)
  await expect(fact(page, 'This Server', 'Roomfolio')).toHaveText(/^\d+\.\d+\.\d+$/)
  await expect(fact(page, 'This Server', 'Database')).toHaveText(/^SQLite \d+\.\d+\.\d+ OK$/)
  await expect(fact(page, 'This Server', 'File store')).toHaveText('OK')
  await expect(fact(page, 'This Server', 'Email')).toHaveText('Not set up')
  await expect(page.getByRole('button', { name: 'Send Test Email' })).toHaveCount(0)
  await expect(fact(page, 'This Server', 'Free space')).toHaveText(/ of \d/)
  await expect(fact(page, 'This Server', 'Scheduled backups')).toHaveText('None')
  await expect(fact(page, 'This Server', 'Last backup')).toHaveText('None yet')
  await expect(page.getByRole('main')).not.toContainText('Harbor View')
})

onOwnServer(
  'a file store that does not answer is shown as such, beside everything else',
  NIGHTLY,
  async ({ page, admin, ownServer }) => {
    expect(admin.name).toBeTruthy()
    rmSync(join(ownServer.dataDir, 'files'), { recursive: true })
    await open(page)
    await expect(fact(page, 'This Server', 'File store')).toHaveText('Does not answer')
    await expect(fact(page, 'This Server', 'Database')).toHaveText(/OK$/)
    await expect(fact(page, 'Numbers', 'Users')).toHaveText('1')
  },
)

test('the overview costs two calls, and one that a tab makes once', NIGHTLY, async ({ page, admin }) => {
  expect(admin.name).toBeTruthy()
  await page.goto('/admin/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Structure')
  const calls: string[] = []
  page.on('request', (call) => call.resourceType() === 'fetch' && calls.push(new URL(call.url()).pathname))
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')
  expect(calls.sort()).toEqual(['/consultations', '/overview', '/site'])
})

onMailing(
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
      'Email about a consultation request',
      'Email about a consultation request',
    ])
    await expect(jobs).toContainText('1 try')
    await expect(jobs).toContainText('No such mailbox')
    await expectAccessible(page)

    await jobs.getByRole('button', { name: 'Dismiss: Email about a consultation request' }).first().focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Dismissed.')
    await expect(jobs.getByRole('listitem')).toHaveCount(1)

    mail.will('accept')
    await jobs.getByRole('button', { name: 'Try Again: Email about a consultation request' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('Trying again now.')
    await mail.waitForMail('owner@example.com')
    await expect(jobs).toHaveCount(0)
  },
)

onMailing('Send Test Email says at once whether the mail server took it', async ({ page, admin, mail }) => {
  await open(page)
  const send = page.getByRole('button', { name: 'Send Test Email' })
  await send.click()
  await expect(page.getByText(`The mail server accepted an email to ${admin.name}@example.com.`)).toBeVisible()
  await mail.waitForMail(`${admin.name}@example.com`)

  mail.will('refuse')
  await send.click()
  await expectFocusedAlert(page, /^The mail server rejected it: .*Not today\.$/)
  await expect(fact(page, 'This Server', 'Email')).toHaveText('Not working right now')
  await expect(fact(page, 'This Server', 'Email last failed')).toContainText('Not today')
  // The other tests have their mails.
  mail.will('accept')
  await send.click()
  await mail.waitForMail(`${admin.name}@example.com`)
})
