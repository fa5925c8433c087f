import type { Page } from '@playwright/test'
import { expect, NIGHTLY, onStrict, STRICT, test } from '../../support/e2e.ts'
import { cutOff, expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
import { newName, PASSWORD, registrationOf } from '../../support/e2e-server.ts'

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

// Proves 8.2
test(
  'a username that exists is marked invalid and nothing typed is lost',
  NIGHTLY,
  async ({ page, request, server, expectedErrors }) => {
    expectedErrors.push(/409/)
    const name = await server.addUser(request)
    await page.goto('/register')
    await expect(page.getByRole('textbox', { name: 'Zip' })).toBeVisible()
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
  },
)

const fillRegistration = async (page: Page, name: string) => {
  await page.goto('/register')
  const { user, pwd, inputs } = registrationOf(name)
  for (const [label, text] of [
    ['Username', user],
    ['Email Address', inputs.email],
    ['Phone Number', inputs.phone],
    ['First Name', inputs.first],
    ['Last Name', inputs.last],
    ['Address', inputs.address],
    ['City', inputs.city],
    ['State', inputs.state],
    ['Zip', inputs.zip],
    ['Password', pwd],
    ['Confirm Password', pwd],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text)
  }
}

const pressRegister = (page: Page) => page.getByRole('button', { name: 'Register' }).click()

// Proves 8.2
test(
  'an email address that a second browser takes first is marked invalid',
  NIGHTLY,
  async ({ page, request, server, expectedErrors }) => {
    expectedErrors.push(/409/)
    await fillRegistration(page, newName())
    const other = await server.addUser(request)
    await page.getByLabel('Email Address').fill(`${other}@EXAMPLE.com`)
    await pressRegister(page)
    await expectFocusedAlert(page, 'Unable to create user: Email address is already in use')
    await expect(page.getByLabel('Email Address')).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel('Username')).not.toHaveAttribute('aria-invalid')
  },
)

// Proves 8.2
test(
  'a registration that fails or gets no answer says so, and succeeds later',
  NIGHTLY,
  async ({ page, server, expectedErrors }) => {
    expectedErrors.push(/./)
    await fillRegistration(page, newName())
    const reconnect = await cutOff(page)
    await pressRegister(page)
    await expectFocusedAlert(page, 'No server response')
    await reconnect()
    server.loseTable('users')
    await pressRegister(page)
    await expectFocusedAlert(page, 'Registration failure')
    await expect(page.getByLabel('City')).toHaveValue('Burlington')
    server.restoreTable('users')
    await pressRegister(page)
    await expect(page.getByText('Registration Successful!')).toBeVisible()
    await expect(page).toHaveURL('/login')
  },
)

// Proves 5.1
test('the username rule stands under its field', NIGHTLY, async ({ page }) => {
  await page.goto('/register')
  await page.getByRole('textbox', { name: 'Username' }).fill('1st')
  await page.getByRole('textbox', { name: 'Username' }).blur()
  await expect(
    page.getByText('4 to 24 characters. Must begin with a letter. Letters, numbers, underscores and hyphens allowed.'),
  ).toBeVisible()
})

// Proves 2.10, 4.1, 5.8, 8.1
test('each failure of login has its message, which takes focus', async ({ page, server, request, expectedErrors }) => {
  expectedErrors.push(/40[01]/)
  const name = await server.addUser(request)
  await page.goto('/login')
  await signIn(page, name, 'wrong password')
  await expectFocusedAlert(page, 'Invalid Username or Password')
  await expect(page.getByLabel('Username or Email')).toHaveValue(name)
  await signIn(page, 'robin', '')
  await expectFocusedAlert(page, 'Missing user/pass')
  await signIn(page, ' ', PASSWORD)
  await expectFocusedAlert(page, 'Missing user/pass')
  await expectAccessible(page)
})

onStrict(
  'a login after too many wrong ones says how long to wait',
  async ({ page, strict, request, expectedErrors }) => {
    expectedErrors.push(/401|429/)
    const name = await strict.addUser(request)
    await page.goto('/login')
    for (let tries = 0; tries < STRICT.tries; tries++) {
      await signIn(page, name, 'wrong password')
      await expectFocusedAlert(page, 'Invalid Username or Password')
    }
    await signIn(page, name)
    await expectFocusedAlert(page, /^Too many tries\. Please wait .+ and try again\.$/)
  },
)

// Proves 2.9, 2.11
test('an anonymous visitor comes back to where they came from, with its query', async ({ page, request, server }) => {
  const name = await server.addUser(request)
  await page.goto('/selectproject?from=a+mail')
  await expect(page).toHaveURL('/login')
  await signIn(page, `${name}@EXAMPLE.com`)
  await expect(page).toHaveURL('/selectproject?from=a+mail')
  await page.goBack()
  await expect(page).not.toHaveURL('/login')
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

test('without Remember Me the session ends with the browser', NIGHTLY, async ({ page, request, server, context }) => {
  const name = await server.addUser(request)
  await page.goto('/login')
  await signIn(page, name)
  await expect(page).toHaveURL('/selectproject')
  const cookies = await context.cookies()
  // One cookie outlives the session: it marks a browser that has logged in before, and opens nothing.
  const kept = cookies.filter(({ expires }) => expires !== -1)
  expect(kept.map(({ name }) => name)).toEqual(['roomfolio_browser'])
  expect(cookies.every(({ httpOnly, sameSite }) => httpOnly && sameSite === 'Strict')).toBe(true)
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

// Proves 8.1
test('a login that fails or gets no answer says so and keeps what was typed', async ({
  page,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/./)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
  const reconnect = await cutOff(page)
  await signIn(page, 'somebody')
  await expectFocusedAlert(page, 'No server response')
  await reconnect()
  server.loseTable('users')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectFocusedAlert(page, 'Login failure')
  await expect(page.getByLabel('Username or Email')).toHaveValue('somebody')
  server.restoreTable('users')
})

// Proves 2.7, 2.15
test('an unknown path is a not-found screen that leads back', async ({ page, expectedErrors }) => {
  expectedErrors.push(/404/)
  await page.goto('/')
  await page.goto('/no/such/place')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's nothing here")
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/')
})

// Proves 2.14
test('unauthorized says why and leads back', async ({ page }) => {
  await page.goto('/about')
  await page.goto('/unauthorized')
  await expect(page.getByText("You don't have permissions to do that with your account privileges.")).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/about')
})
