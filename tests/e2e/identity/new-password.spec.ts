import type { Page } from '@playwright/test'
import { expect, test } from '../../support/e2e.ts'
import { newName, PASSWORD } from '../../support/e2e-server.ts'

const GIVEN = 'given by somebody'

const logIn = async (page: Page, name: string) => {
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(GIVEN)
  await page.getByRole('button', { name: 'Login' }).click()
}

const fill = async (page: Page, current: string, next: string) => {
  await page.getByLabel('Current Password').fill(current)
  await page.getByLabel('New Password', { exact: true }).fill(next)
  await page.getByLabel('Confirm New Password').fill(next)
}

test('another tab goes on once the password is set', async ({ page, context, server }) => {
  const name = newName()
  await server.createUser(name, GIVEN)
  await page.goto('/login')
  await logIn(page, name)
  await expect(page).toHaveURL('/newpassword')
  const other = await context.newPage()
  await other.goto('/selectproject')
  await expect(other).toHaveURL('/newpassword')
  const renewed = other.waitForResponse((response) => response.url().endsWith('/refresh'))
  await fill(page, GIVEN, PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page).toHaveURL('/selectproject')
  await renewed
  await other.getByRole('link', { name: 'My Account' }).click()
  await expect(other).toHaveURL('/account')
})
