import type { Page } from '@playwright/test'
import { expect, test } from '../../support/e2e.ts'
import { newName, PASSWORD } from '../../support/e2e-server.ts'

const signIn = async (page: Page, name: string, password = PASSWORD) => {
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

// Proves 2.2, 2.11, 2.12, 2.13, 4.1, 4.2, 4.17, 5.3
test('a visitor creates an account, logs in and logs out', async ({ page }) => {
  const name = newName()
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign Up' }).first().click()
  await expect(page).toHaveURL('/register')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create New Account')

  const register = page.getByRole('button', { name: 'Register' })
  await expect(register).toBeDisabled()
  const fields: [string, string][] = [
    ['Username', name],
    ['Email', `${name}@example.com`],
    ['Phone', '(555) 010-0123'],
    ['First', 'Robin'],
    ['Last', 'Sample'],
    ['Address', '12 Elm Street'],
    ['City', 'Burlington'],
    ['State', 'VT'],
    ['Zip', '05401'],
  ]
  for (const [label, value] of fields) {
    await page
      .getByRole('textbox', { name: new RegExp(`^${label}( Address| Number| Name| Code)?$`, 'i') })
      .first()
      .fill(value)
  }
  const [password, confirmation] = await page.locator('input[type=password]').all()
  await password?.fill('short')
  await confirmation?.fill('shorter')
  await confirmation?.blur()
  await expect(page.getByText('Must be at least 8 characters.')).toBeVisible()
  await expect(page.getByText('Passwords must match.')).toBeVisible()
  await expect(register).toBeDisabled()
  await password?.fill(PASSWORD)
  await confirmation?.fill(PASSWORD)
  await expect(register).toBeEnabled()
  await register.click()

  await expect(page.getByText('Registration Successful!')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await signIn(page, name)
  await expect(page).toHaveURL('/selectproject')
  await expect(page.getByText("You haven't created any projects yet.")).toBeVisible()

  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
})

// Proves 2.10, 3.1
test('a reload keeps the session; Remember Me also outlives the browser', async ({
  page,
  request,
  context,
  browser,
  server,
}) => {
  const name = await server.addUser(request)
  await page.goto('/login')
  await page.getByLabel('Remember Me').check()
  await signIn(page, name)
  await expect(page).toHaveURL('/selectproject')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect(page).toHaveURL('/selectproject')

  // A browser that is closed forgets session cookies and keeps the others.
  const state = await context.storageState()
  const kept = state.cookies.filter((cookie) => cookie.expires > 0)
  const later = await browser.newContext({ baseURL: server.url, storageState: { ...state, cookies: kept } })
  const pageLater = await later.newPage()
  await pageLater.goto('/selectproject')
  await expect(pageLater.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await later.close()
})

test('logging out in one tab logs out the others', async ({ page, request, server, context }) => {
  const name = await server.addUser(request)
  await page.goto('/login')
  await signIn(page, name)
  await expect(page).toHaveURL('/selectproject')
  const other = await context.newPage()
  await other.goto('/selectproject')
  await expect(other.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(other.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
})

// Proves 2.7, 2.14, 2.15
test('a page that does not exist and one without permission lead back', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/)
  await page.goto('/about')
  await page.goto('/no/such/place')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's nothing here")
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/about')
  await page.goto('/unauthorized')
  await expect(page.getByText("You don't have permissions to do that with your account privileges.")).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/about')
})
