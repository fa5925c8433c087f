import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { getMyAccount, updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { login } from '../../../src/shared/identity/auth.api.ts'
import { expect, NIGHTLY, onStrict, test } from '../../support/e2e.ts'
import { expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
import { PASSWORD, registerUser, registrationOf, signedIn, type User } from '../../support/e2e-server.ts'

const NEW_PASSWORD = 'copper kettle'

const openAccount = async (page: Page) => {
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account')
}

const update = (page: Page) => page.getByRole('button', { name: 'Update Account' })
const change = (page: Page) => page.getByRole('button', { name: 'Change Password' })
const currentPassword = (page: Page) => page.getByLabel('Current Password')
const newPassword = (page: Page) => page.getByLabel('New Password', { exact: true })
const confirmation = (page: Page) => page.getByLabel('Confirm New Password')

const fillPasswords = async (page: Page, current: string, next = NEW_PASSWORD) => {
  await currentPassword(page).fill(current)
  await newPassword(page).fill(next)
  await confirmation(page).fill(next)
}

const expectFocusedSuccess = async (page: Page, text: string) => {
  const message = page.getByRole('status').filter({ hasText: text })
  await expect(message).toHaveText(text)
  await expect(message).toBeFocused()
}

const accountOf = (user: User) => user.call(getMyAccount, {})

/** Takes an e-mail address in a second browser. */
const takeEmail = async (user: User, email: string) => {
  const { user: name, inputs } = registrationOf(user.name)
  await user.call(updateMyAccount, {
    body: { inputs: { ...inputs, user: name, email }, currentPass: PASSWORD },
  })
}

test.describe('Edit Account', () => {
  test(
    'an answer takes nothing from what is typed when it comes',
    NIGHTLY,
    async ({ page, user, request, expectedErrors }) => {
      expectedErrors.push(/409/)
      await takeEmail(await signedIn(request, await registerUser(request)), `${user.name}@homes.example`)
      await openAccount(page)
      await page.getByLabel('Email Address').fill(`${user.name}@homes.example`)
      await currentPassword(page).first().fill(PASSWORD)
      let goOn = () => {}
      const held = new Promise<void>((resolve) => (goOn = resolve))
      await page.route('**/myaccount', async (route) => {
        if (route.request().method() === 'POST') await held
        await route.continue()
      })
      await update(page).click()
      await page.getByLabel('Zip').fill('')
      await page.getByLabel('Zip').press('0')
      goOn()
      const alert = page
        .getByRole('alert')
        .filter({ hasText: 'Unable to update account: Email address is already in use' })
      await expect(alert).toBeInViewport()
      await page.keyboard.type('5402')
      await expect(page.getByLabel('Zip')).toHaveValue('05402')
      await expect(page.getByLabel('Zip')).toBeFocused()
      // Requested after the screen reader has announced it.
      await page.getByLabel('Zip').press('Enter')
      await expectFocusedAlert(page, 'Unable to update account: Email address is already in use')
    },
  )
})

test.describe('Change Password', () => {
  // Proves 8.7
  test('takes only the right current password, empties itself and ends the other sessions', async ({
    page,
    user,
    request,
    browser,
    server,
    expectedErrors,
  }) => {
    expectedErrors.push(/409/)
    const elsewhere = await browser.newContext({ baseURL: server.url })
    const other = await elsewhere.newPage()
    await other.goto('/login')
    await other.getByLabel('Username or Email').fill(user.name)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Login' }).click()
    await expect(other).toHaveURL('/selectproject')

    await openAccount(page)
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await fillPasswords(page, 'wrong password')
    await change(page).click()
    await expectFocusedAlert(page, 'Unable to update account: Current password is incorrect')
    await expect(currentPassword(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(newPassword(page)).toHaveValue(NEW_PASSWORD)

    await currentPassword(page).fill(PASSWORD)
    await change(page).click()
    await expectFocusedSuccess(page, 'Password changed')
    for (const field of [currentPassword(page), newPassword(page), confirmation(page)])
      await expect(field).toHaveValue('')
    await expect(sessions).toHaveCount(1)
    await expect(sessions).toContainText('This device')

    await other.getByRole('link', { name: 'My Account' }).click()
    await expect(other).toHaveURL('/login')
    await expect(other.getByText('Your session has ended. Please log in again.')).toBeVisible()
    await elsewhere.close()
    const answers = await Promise.all(
      [PASSWORD, NEW_PASSWORD].map((pwd) => request.post(login.path, { data: { user: user.name, pwd } })),
    )
    expect(answers.map((answer) => answer.status())).toEqual([401, 200])
  })

  onStrict('says how long to wait after too many wrong passwords', NIGHTLY, async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/409|429/)
    expect(user.name).toBeTruthy()
    await openAccount(page)
    await fillPasswords(page, 'wrong password')
    for (let tries = 0; tries < 2; tries++) {
      await change(page).click()
      await expectFocusedAlert(page, 'Unable to update account: Current password is incorrect')
    }
    await change(page).click()
    await expectFocusedAlert(page, /^Too many tries\. Please wait .+ and try again\.$/)
  })
})

test.describe('Your Data', () => {
  test('is downloaded as one ZIP, and the Trash is one click away', async ({ page, user }) => {
    await user.newProject('Maple Street')
    await openAccount(page)
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download My Data' }).click()
    const download = await started
    expect(download.suggestedFilename()).toMatch(new RegExp(`^roomfolio-${user.name}-\\d{4}-\\d{2}-\\d{2}\\.zip$`))
    const bytes = await readFile(await download.path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    await page.getByRole('link', { name: 'Trash', exact: true }).click()
    await expect(page).toHaveURL('/trash')
  })
})

test.describe('Delete Account', () => {
  const dialog = (page: Page) => page.getByRole('alertdialog')
  const remove = (page: Page) => dialog(page).getByRole('button', { name: 'Delete Account' })
  const openDialog = (page: Page) => page.getByRole('button', { name: 'Delete Account' }).click()

  test('says what is lost, asks for the password and takes everything along', async ({
    page,
    user,
    request,
    expectedErrors,
  }) => {
    expectedErrors.push(/40[19]/)
    await user.newProject('Maple Street')
    await openAccount(page)
    // What is typed here is deleted with the account and asks nothing.
    await page.getByLabel('City').fill('Shelburne')
    await openDialog(page)
    await expect(dialog(page)).toContainText('This permanently deletes your projects, files, and trash.')
    await expect(dialog(page)).toContainText('Pending offers are canceled.')
    const password = dialog(page).getByLabel('Password', { exact: true })
    await expect(password).toBeFocused()
    await expect(remove(page)).toBeDisabled()
    await expectAccessible(page)
    await password.fill('wrong password')
    await remove(page).click()
    await expectFocusedAlert(page, 'Unable to delete account: Current password is incorrect')

    await password.fill(PASSWORD)
    await password.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Account deleted')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
    await page.goto('/selectproject')
    await expect(page).toHaveURL('/login')
    const answer = await request.post(login.path, { data: { user: user.name, pwd: PASSWORD } })
    expect(answer.status()).toBe(401)
  })

  onStrict('is refused to the last Admin', NIGHTLY, async ({ page, user, strict, expectedErrors }) => {
    expectedErrors.push(/409/)
    strict.makeOnlyAdmin(user.name)
    await openAccount(page)
    await openDialog(page)
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await remove(page).click()
    await expectFocusedAlert(
      page,
      'Unable to delete account: The last admin can’t be removed. Make someone else an admin first.',
    )
    expect((await accountOf(user)).username).toBe(user.name)
  })
})

test(
  'where no mail is sent My Account and Coming Up say so, and name the calendar',
  NIGHTLY,
  async ({ page, user }) => {
    await user.newProject('Maple Street')
    await page.goto('/account')
    await expect(
      page.getByText('This installation sends no mail. The calendar on Coming Up tells the same.'),
    ).toBeVisible()
    await page.goto('/comingup')
    await expect(page.getByText('Email isn’t set up on this server. Use the calendar instead.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create Calendar Link' })).toBeVisible()
  },
)
