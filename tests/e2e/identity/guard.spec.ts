import type { Page } from '@playwright/test'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { PASSWORD } from '../../support/e2e-server.ts'

const logIn = async (page: Page, name: string) => {
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Waits for the screen, not for the frame around it. */
const expectScreen = async (page: Page, path: string) => {
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test('a detour replaces the history entry, so that Back leads out of it', async ({ page, user }) => {
  expect(user.name).toBeTruthy()
  await page.goto('/about')
  await page.goto('/admin/home')
  await expectScreen(page, '/unauthorized')
  await page.goBack()
  await expectScreen(page, '/about')
})

// Proves 2.9
test('after Log Out no place is remembered', NIGHTLY, async ({ page, request, server }) => {
  const name = await server.addUser(request)
  await page.goto('/projectsetup')
  await logIn(page, name)
  await expectScreen(page, '/projectsetup')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expectScreen(page, '/')
  await page.getByRole('link', { name: 'Log In' }).first().click()
  await logIn(page, name)
  await expectScreen(page, '/selectproject')
})
