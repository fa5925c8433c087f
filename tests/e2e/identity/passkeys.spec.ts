import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { PASSWORD, registerUser } from '../../support/e2e-server.ts'

test.use({ ownContext: true })

/** A phone or key whose user always agrees. */
const plugIn = async (context: BrowserContext, page: Page) => {
  const session = await context.newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
}

const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
}

test('a passkey is made, logs in from the username field or by a button, and is removed', async ({
  page,
  context,
  expectedErrors,
}) => {
  const name = await registerUser(page.request)
  await page.goto('/login')
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/selectproject')
  await plugIn(context, page)
  await page.goto('/account')
  await page.getByRole('button', { name: 'Add Passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create Passkey' }).click()
  const passkeys = page.getByRole('list', { name: 'Passkeys' })
  await expect(passkeys).toContainText('Chrome on')
  await expect(passkeys).toContainText('not used yet')

  // The browser offers the passkey in the username field, and its user takes it.
  await logOut(page)
  await page.goto('/login')
  await expect(page).toHaveURL('/selectproject')

  await logOut(page)
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
  await page.goto('/login')
  const button = page.getByRole('button', { name: 'Log In with a Passkey' })
  await expect(button).toBeVisible()
  await expectAccessible(page)
  await button.click()
  await expect(page).toHaveURL('/selectproject')

  await page.goto('/account')
  await expect(passkeys).toContainText('last used')

  // A session that ends while its user types goes on by the passkey.
  await page.getByLabel('City').fill('Shelburne')
  expectedErrors.push('401 /')
  await page.request.post('/logout')
  await page.getByRole('button', { name: 'Update Account' }).click()
  await expect(dialog).toContainText('Your session has ended')
  await dialog.getByRole('button', { name: 'Log In with a Passkey' }).click()
  await expect(page.getByText('Account updated')).toBeVisible()

  await passkeys.getByRole('button', { name: /^Remove the Passkey/ }).click()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Remove Passkey' }).click()
  await expect(passkeys).toHaveCount(0)
})
