import { TOTP } from 'otpauth'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { PASSWORD, registerUser } from '../../support/e2e-server.ts'

/** The server takes a code one step early, so that the next login need not wait for it. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })

test('a second factor is set up with an app and asked for at the next login', async ({ page, expectedErrors }) => {
  expectedErrors.push(/401/)
  const name = await registerUser(page.request)
  const logIn = async () => {
    await page.goto('/login')
    await page.getByLabel('Username or Email').fill(name)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
  }
  await logIn()
  await expect(page).toHaveURL('/selectproject')
  await page.goto('/account')
  await page.getByRole('link', { name: 'Set Up Second Factor' }).click()
  await expectAccessible(page)
  const link = await page.getByRole('link', { name: 'Open an app on this device' }).getAttribute('href')
  const secret = new URL(link ?? '').searchParams.get('secret') ?? ''
  await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret }).generate())
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Recovery Codes')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'I’ve Saved Them' }).click()
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')

  await logIn()
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel('Code', { exact: true }).fill(nextCode(secret))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/selectproject')
})
