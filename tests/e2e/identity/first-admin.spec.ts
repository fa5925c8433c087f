import type { Page } from '@playwright/test'
import { expect, onOwnServer } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { PASSWORD } from '../../support/e2e-server.ts'

/** A new installation that the whole network can reach. */
const test = onOwnServer.extend({
  settings: { HOST: '0.0.0.0', FIRST_USER_IS_ADMIN: 'true' },
  baseURL: async ({ ownServer }, use) => use(ownServer.url.replace('0.0.0.0', '127.0.0.1')),
})

const register = async (page: Page, user: string, code?: string) => {
  const texts = {
    Username: user,
    'Email Address': `${user}@example.com`,
    'Phone Number': '(555) 010-0199',
    'First Name': 'Robin',
    'Last Name': 'Sample',
    Address: '12 Elm Street',
    City: 'Burlington',
    State: 'VT',
    Zip: '05401',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  if (code !== undefined) await page.getByLabel(/^Code/).fill(code)
  await page.getByRole('button', { name: 'Register' }).click()
}

test('the start prints a setup code, and Register asks for it until it has made an Admin', async ({
  page,
  ownServer,
  expectedErrors,
}) => {
  expectedErrors.push(/400/)
  await expect.poll(() => ownServer.said).toMatch(/Register with this setup code to become the admin: \S+\n/)
  expect(ownServer.said).not.toContain('The first account also becomes Admin')
  const code = /become the admin: (\S+)/.exec(ownServer.said)?.[1] ?? ''

  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'First Administrator' })).toBeVisible()
  await expectAccessible(page)
  await register(page, 'owner', 'abcd-abcd-abcd-abcd')
  await expect(page.getByText('That isn’t the setup code from the server’s startup log.')).toBeVisible()
  await page.getByLabel(/^Code/).fill(code)
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('Username or Email').fill('owner')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).not.toHaveURL(/\/login$/)
  await page.goto('/admin/overview')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview')

  const site = page.waitForResponse('/site')
  await page.goto('/register')
  await (await site).finished()
  await expect(page.getByRole('button', { name: 'Register' })).toBeVisible()
  await expect(page.getByLabel(/^Code/)).toHaveCount(0)
})
