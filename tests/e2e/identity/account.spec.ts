import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { login } from '../../../src/shared/identity/auth.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
import { PASSWORD } from '../../support/e2e-server.ts'

const openAccount = async (page: Page) => {
  await page.goto('/account')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Account')
}

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
})
