import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { getMyAccount, listMySessions, updateMyAccount } from '../../../src/shared/identity/account.api.ts'
import { login } from '../../../src/shared/identity/auth.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { expect, NIGHTLY, onStrict, test } from '../../support/e2e.ts'
import { cutOff, expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
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
  // Proves 2.42, 5.12
  test('shows the account, waits for an edit, saves it and is clean again', async ({ page, user }) => {
    await openAccount(page)
    await expect(page.getByLabel('Username')).toHaveValue(user.name)
    await expect(page.getByLabel('Username')).not.toBeEditable()
    for (const [label, value] of [
      ['Email Address', `${user.name}@example.com`],
      ['Phone Number', '(555) 010-0199'],
      ['First Name', 'Robin'],
      ['Last Name', 'Sample'],
      ['Company (optional)', ''],
      ['Address', '12 Elm Street'],
      ['Address 2 (optional)', ''],
      ['City', 'Burlington'],
      ['State', 'VT'],
      ['Zip', '05401'],
    ] as const) {
      await expect(page.getByLabel(label, { exact: true })).toHaveValue(value)
    }
    await expect(update(page)).toBeDisabled()

    await page.getByLabel('Company').fill(' Sample & Daughters ')
    await expect(update(page)).toBeEnabled()
    await page.getByLabel('Company').fill('')
    await expect(update(page)).toBeDisabled()
    await page.getByLabel('Company').fill(' Sample & Daughters ')
    await page.getByLabel('City').fill('Shelburne')
    await page.getByLabel('City').press('Enter')
    await expectFocusedSuccess(page, 'Account updated')
    await expect(update(page)).toBeDisabled()
    await expect(page.getByLabel('Company')).toHaveValue('Sample & Daughters')
    expect(await accountOf(user)).toMatchObject({
      company: 'Sample & Daughters',
      city: 'Shelburne',
      phone: '(555) 010-0199',
    })
    // Nothing is unsaved any more.
    await page.getByRole('link', { name: 'My Projects' }).click()
    await expect(page).toHaveURL('/selectproject')
  })

  // Proves 5.12
  test('needs everything but company and address 2', NIGHTLY, async ({ page, user }) => {
    await openAccount(page)
    for (const label of [
      'Email Address',
      'Phone Number',
      'First Name',
      'Last Name',
      'Address',
      'City',
      'State',
      'Zip',
    ]) {
      await page.getByLabel(label, { exact: true }).fill(' ')
    }
    await update(page).click()
    await expect(page.getByText('Required.')).toHaveCount(8)
    await expect(page.getByLabel('Email Address')).toBeFocused()
    await page.getByLabel('Email Address').fill('robin at example.com')
    await page.getByLabel('Email Address').blur()
    await expect(page.getByLabel('Email Address')).toHaveAccessibleDescription('Must be an email address.')
    await expectAccessible(page)
    expect((await accountOf(user)).city).toBe('Burlington')
  })

  // Proves 8.7
  test(
    'tells of an e-mail address that a second browser took, and marks it',
    NIGHTLY,
    async ({ page, user, request, expectedErrors }) => {
      expectedErrors.push(/409/)
      const other = await signedIn(request, await registerUser(request))
      await openAccount(page)
      await page.getByLabel('Email Address').fill(`${user.name}@homes.example`)
      await page.getByLabel('City').fill('Shelburne')
      await currentPassword(page).first().fill(PASSWORD)
      await takeEmail(other, `${user.name}@HOMES.example`)
      await update(page).click()
      await expectFocusedAlert(page, 'Unable to update account: Email address is already in use')
      await expect(page.getByLabel('Email Address')).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel('City')).toHaveValue('Shelburne')
    },
  )

  test('asks for the current password only where the e-mail address is another', async ({
    page,
    user,
    expectedErrors,
  }) => {
    expectedErrors.push(/409/)
    await openAccount(page)
    const email = page.getByLabel('Email Address')
    await expect(currentPassword(page)).toHaveCount(1)
    await email.fill(`${user.name.toUpperCase()}@example.com`)
    await expect(currentPassword(page)).toHaveCount(1)
    await email.fill(`${user.name}@homes.example`)
    await expect(currentPassword(page)).toHaveCount(2)
    const asked = currentPassword(page).first()
    await update(page).click()
    await expect(asked).toBeFocused()
    await expect(asked).toHaveAccessibleDescription(/^Required\./)
    await asked.fill('wrong password')
    await asked.press('Enter')
    await expectFocusedAlert(page, 'Unable to update account: Current password is incorrect')
    await expect(asked).toHaveAttribute('aria-invalid', 'true')
    await asked.fill(PASSWORD)
    await update(page).click()
    await expectFocusedSuccess(page, 'Account updated')
    await expect(currentPassword(page)).toHaveCount(1)
    await expect(currentPassword(page)).toHaveValue('')
    expect((await accountOf(user)).email).toBe(`${user.name}@homes.example`)
  })

  test('and Change Password hold up every way out while they hold something', NIGHTLY, async ({ page, user }) => {
    expect(user.name).toBeTruthy()
    await openAccount(page)
    const dialog = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
    for (const field of [page.getByLabel('City'), currentPassword(page)]) {
      await field.fill('Shelburne')
      await page.getByRole('link', { name: 'My Projects' }).click()
      const isGoneAtOnce = await dialog
        .getByRole('button', { name: 'Keep Working' })
        .evaluate(async (button: HTMLButtonElement) => {
          button.click()
          await Promise.resolve()
          return !document.querySelector('dialog[open]')
        })
      expect(isGoneAtOnce, 'what is typed next is not lost').toBe(true)
      await expect(page).toHaveURL('/account')
      await field.fill(field === currentPassword(page) ? '' : 'Burlington')
    }
    await currentPassword(page).fill('typed')
    await page.getByRole('link', { name: 'My Projects' }).click()
    await dialog.getByRole('button', { name: 'Abandon Changes' }).click()
    await expect(page).toHaveURL('/selectproject')
  })

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
      // What is asked for after it is told to whoever has no eyes on the page.
      await page.getByLabel('Zip').press('Enter')
      await expectFocusedAlert(page, 'Unable to update account: Email address is already in use')
    },
  )

  test('tells that there was no answer, and that the server failed', async ({ page, user, server, expectedErrors }) => {
    expectedErrors.push(/./)
    expect(user.name).toBeTruthy()
    await openAccount(page)
    await page.getByLabel('City').fill('Shelburne')
    await fillPasswords(page, PASSWORD)
    const reconnect = await cutOff(page)
    await update(page).click()
    await expectFocusedAlert(page, 'No server response')
    await change(page).click()
    await expect(page.getByRole('main').getByRole('alert').filter({ hasText: 'No server response' })).toHaveCount(2)
    await reconnect()
    server.loseTable('users')
    await update(page).click()
    await expectFocusedAlert(page, 'Account update failure')
    await change(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Account update failure' })).toHaveCount(2)
    await expect(page.getByLabel('City')).toHaveValue('Shelburne')
    await expect(newPassword(page)).toHaveValue(NEW_PASSWORD)
    server.restoreTable('users')
  })
})

test.describe('Change Password', () => {
  // Proves 2.43, 5.2, 5.3, 5.11
  test('waits for a current password, a valid new one and its confirmation', NIGHTLY, async ({ page, user }) => {
    expect(user.name).toBeTruthy()
    await openAccount(page)
    await expect(change(page)).toBeDisabled()
    await fillPasswords(page, '', '8 chars!')
    await expect(change(page)).toBeDisabled()
    await fillPasswords(page, PASSWORD, '7 chars')
    await confirmation(page).blur()
    await expect(newPassword(page)).toHaveAccessibleDescription('Must be at least 8 characters.')
    await expect(change(page)).toBeDisabled()
    await newPassword(page).fill('8 chars!')
    await expect(confirmation(page)).toHaveAccessibleDescription('Passwords must match.')
    await expect(change(page)).toBeDisabled()
    await confirmation(page).fill('8 chars!')
    await expect(change(page)).toBeEnabled()
    await newPassword(page).fill('x'.repeat(129))
    await confirmation(page).fill('x'.repeat(129))
    await expect(newPassword(page)).toHaveAccessibleDescription('Must be at most 128 characters.')
    await expect(change(page)).toBeDisabled()
  })

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

test.describe('Account Roles', () => {
  // Proves 2.44
  test('lead the Admin and the Reseller to admin/home and the User to their projects', async ({
    page,
    user,
    server,
  }) => {
    server.setRole('grant', user.name, Role.Admin)
    server.setRole('grant', user.name, Role.Reseller)
    for (const [role, place] of [
      ['Admin', '/admin/home'],
      ['Reseller', '/admin/home'],
      ['User', '/selectproject'],
    ] as const) {
      await openAccount(page)
      await page.getByRole('link', { name: role, exact: true }).click()
      await expect(page).toHaveURL(place)
    }
  })

  // Proves 2.44
  test('of a User are one link', async ({ page, user }) => {
    expect(user.name).toBeTruthy()
    await openAccount(page)
    await expect(page.getByRole('link', { name: 'User', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: /^(Admin|Reseller)$/ })).toHaveCount(0)
  })
})

test.describe('Sessions', () => {
  test('name each device, and another one can be ended from here with the password', async ({
    page,
    user,
    browser,
    server,
    expectedErrors,
  }) => {
    expectedErrors.push(/409/)
    const phone = await browser.newContext({
      baseURL: server.url,
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
    })
    const other = await phone.newPage()
    await other.goto('/login')
    await other.getByLabel('Username or Email').fill(user.name)
    await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await other.getByRole('button', { name: 'Login' }).click()
    await expect(other).toHaveURL('/selectproject')

    await openAccount(page)
    const list = page.getByRole('list', { name: 'Sessions' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list.getByRole('listitem').filter({ hasText: 'This device' })).toHaveCount(1)
    const row = list.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
    await expect(row).toContainText(/Last used .+ from 127\.0\.0\.1/)
    await row.getByRole('button', { name: 'End the session of Safari on iPhone' }).click()
    const dialog = page.getByRole('dialog', { name: 'End the session of Safari on iPhone?' })
    const password = dialog.getByLabel('Password', { exact: true })
    await expect(password).toBeFocused()
    await expectAccessible(page)
    await password.fill('wrong password')
    await password.press('Enter')
    await expectFocusedAlert(page, 'Unable to end session: Current password is incorrect')
    await password.fill(PASSWORD)
    await dialog.getByRole('button', { name: 'End Session' }).click()
    await expect(page.getByText('Session ended')).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list).toBeFocused()
    expect(await user.call(listMySessions, {})).toHaveLength(1)

    await other.getByRole('link', { name: 'My Account' }).click()
    await expect(other).toHaveURL('/login')
    await phone.close()
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
    // What is typed here goes with the account and holds nobody up.
    await page.getByLabel('City').fill('Shelburne')
    await openDialog(page)
    await expect(dialog(page)).toContainText('Your projects go with it: their rooms, items and files')
    await expect(dialog(page)).toContainText('This is final; nothing of it can be restored.')
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

  test(
    'leads to handing over what others have access to',
    NIGHTLY,
    async ({ page, context, server, user, expectedErrors }) => {
      expectedErrors.push(/409/)
      const member = await registerUser(context.request)
      for (const name of ['Maple Street', 'Birch Lane']) server.addMember(await user.newProject(name), member, 'viewer')
      await user.newProject('Elm Street')
      await openAccount(page)
      await openDialog(page)
      await expect(dialog(page)).toContainText('an offer that nobody has accepted yet ends')
      await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
      await remove(page).click()
      await expect(page.getByRole('alert')).toContainText('Others have access to "Birch Lane" and "Maple Street".')
      await expect(dialog(page).getByRole('listitem')).toHaveText(['Hand Over Birch Lane', 'Hand Over Maple Street'])
      await expectAccessible(page)
      await dialog(page).getByRole('link', { name: 'Hand Over Maple Street' }).click()
      await expect(page).toHaveURL(/\/handover\?projectID=/)
      await expect(page.getByText('Maple Street').first()).toBeVisible()
    },
  )

  test('can be thought over', NIGHTLY, async ({ page, user }) => {
    await openAccount(page)
    await openDialog(page)
    await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
    await dialog(page).getByRole('button', { name: 'Keep Account' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('button', { name: 'Delete Account' })).toBeFocused()
    expect((await accountOf(user)).username).toBe(user.name)
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
      'Unable to delete account: The last Admin cannot be removed. Give the role to somebody else first.',
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
    await expect(page.getByText('This installation sends no mail. The calendar tells the same.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Make an Address' })).toBeVisible()
  },
)
