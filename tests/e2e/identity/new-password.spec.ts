import type { Page } from '@playwright/test'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
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

test('who was given a password sets another one before anything else, and comes where they wanted to go', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/40[019]/)
  const name = newName()
  await server.createUser(name, GIVEN)
  await page.goto('/trash')
  await expect(page).toHaveURL('/login')
  await logIn(page, name)
  await expect(page).toHaveURL('/newpassword')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Password')
  await expect(page.getByRole('link', { name: 'My Account' })).toHaveCount(0)
  await expectAccessible(page)

  // No way leads past it, also not a reload.
  for (const path of ['/selectproject', '/account', '/login']) {
    await page.goto(path)
    await expect(page).toHaveURL('/newpassword')
  }
  await page.goto('/trash')
  await expect(page).toHaveURL('/newpassword')

  const change = page.getByRole('button', { name: 'Change Password' })
  await change.click()
  await expect(page.getByLabel('Current Password')).toBeFocused()
  await expect(page.getByLabel('Current Password')).toHaveAccessibleDescription('Required.')
  await fill(page, 'wrong password', 'copper kettle')
  await change.click()
  await expectFocusedAlert(page, 'Unable to update account: Current password is incorrect')
  await fill(page, GIVEN, 'Password1')
  await change.click()
  await expect(page.getByLabel('New Password', { exact: true })).toHaveAccessibleDescription(
    'This password is too common. Choose another one.',
  )
  await fill(page, GIVEN, 'copper kettle')
  await change.click()
  await expect(page).toHaveURL('/trash')
  await expect(page.getByText('Password changed')).toBeVisible()
  await page.getByRole('link', { name: 'My Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account')
  // It is for nobody any more.
  await page.goto('/newpassword')
  await expect(page).toHaveURL('/selectproject')
})

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

test('a visitor without a session is led from there to the login', async ({ page }) => {
  await page.goto('/newpassword')
  await expect(page).toHaveURL('/login')
})
