import type { Page } from '@playwright/test'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { expect, test } from '../../support/e2e.ts'
import { newName, PASSWORD } from '../../support/e2e-server.ts'
import { EMPTY } from '../../support/empty-pages.ts'

const signIn = async (page: Page, name: string, password = PASSWORD) => {
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

// Proves 2.2, 2.11, 2.12, 2.13, 3.1, 4.1, 4.2, 4.17, 5.3
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
  await expect(page.getByText(SENTENCES.password)).toBeVisible()
  await expect(page.getByText(SENTENCES.passwordsMatch)).toBeVisible()
  await expect(register).toBeDisabled()
  await password?.fill(PASSWORD)
  await confirmation?.fill(PASSWORD)
  await expect(register).toBeEnabled()
  await register.click()

  await expect(page.getByText('Registration Successful!')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await signIn(page, name)
  await expect(page).toHaveURL('/selectproject')
  await expect(page.getByText(EMPTY.projects)).toBeVisible()
  await page.reload()
  await expect(page.getByText(EMPTY.projects)).toBeVisible()

  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
})
