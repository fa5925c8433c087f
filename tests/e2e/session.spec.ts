import { registerUser, newName, PASSWORD, expect, test, Server } from '../support/e2e.ts'
import { expectAccessible } from '../support/e2e.ts'
import type { Page } from '@playwright/test'

const signIn = async (page: Page, name: string, password = PASSWORD) => {
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

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

test('a username that exists is marked invalid and nothing typed is lost', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  const name = await registerUser(request)
  await page.goto('/register')
  const boxes = await page.getByRole('textbox').all()
  for (const box of boxes) await box.fill('Elm 12345678')
  await page.getByRole('textbox', { name: 'Username' }).fill(name.toUpperCase())
  await page.getByRole('textbox', { name: /^Email/ }).fill(`other-${name}@example.com`)
  for (const field of await page.locator('input[type=password]').all()) await field.fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  const message = page.getByText('Unable to create user: Username already exists')
  await expect(message).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Unable to create user')
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(name.toUpperCase())
})

test('the username rule stands under its field', async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('textbox', { name: 'Username' }).fill('1st')
  await page.getByRole('textbox', { name: 'Username' }).blur()
  await expect(
    page.getByText('4 to 24 characters. Must begin with a letter. Letters, numbers, underscores and hyphens allowed.'),
  ).toBeVisible()
})

test('each failure of login has its message, which takes focus', async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/40[01]/)
  const name = await registerUser(request)
  await page.goto('/login')
  await signIn(page, name, 'wrong password')
  await expect(page.getByText('Invalid Username or Password')).toBeVisible()
  await expect(page.locator(':focus')).toContainText('Invalid Username or Password')
  await expect(page.getByLabel('Username or Email')).toHaveValue(name)
})

test('an anonymous visitor comes back to where they came from, with its query', async ({ page, request }) => {
  const name = await registerUser(request)
  await page.goto('/selectproject?from=a+mail')
  await expect(page).toHaveURL('/login')
  await signIn(page, `${name}@EXAMPLE.com`)
  await expect(page).toHaveURL('/selectproject?from=a+mail')
  await page.goBack()
  await expect(page).not.toHaveURL('/login')
})

test('a reload keeps the session; Remember Me also outlives the browser', async ({
  page,
  request,
  context,
  browser,
  server,
}) => {
  const name = await registerUser(request)
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

test('without Remember Me the session ends with the browser', async ({ page, request, context }) => {
  const name = await registerUser(request)
  await page.goto('/login')
  await signIn(page, name)
  await expect(page).toHaveURL('/selectproject')
  const cookies = await context.cookies()
  expect(cookies.map(({ expires }) => expires)).toEqual(cookies.map(() => -1))
  expect(cookies.every(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Strict')).toBe(true)
})

test('logging out in one tab logs out the others', async ({ page, request, context }) => {
  const name = await registerUser(request)
  await page.goto('/login')
  await signIn(page, name)
  await expect(page).toHaveURL('/selectproject')
  const other = await context.newPage()
  await other.goto('/selectproject')
  await expect(other.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(other.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
})

test('no answer from the server is told, and what was typed stays', async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/./)
  const server = new Server()
  await server.start()
  try {
    await page.goto(`${server.url}/login`)
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await server.stop()
    await signIn(page, 'somebody')
    await expect(page.getByText('No server response')).toBeVisible()
    await expect(page.getByLabel('Username or Email')).toHaveValue('somebody')
  } finally {
    await server.remove()
  }
  expect(request).toBeTruthy()
})

test('an unknown path is a not-found screen that leads back', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/)
  await page.goto('/')
  await page.goto('/no/such/place')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's nothing here")
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/')
})

test('home, login, register and unauthorized are accessible and fit every width', async ({ page }) => {
  for (const path of ['/', '/login', '/register', '/unauthorized']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  }
  await expect(page.getByText("You don't have permissions to do that with your account privileges.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go Back' })).toBeVisible()
})
