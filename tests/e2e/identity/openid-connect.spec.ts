import { expect, onOwnServer } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { PASSWORD, registerUser } from '../../support/e2e-server.ts'
import { CLIENT, openOIDCProvider } from '../../support/oidc-provider.ts'

const test = onOwnServer.extend<{ provider: Awaited<ReturnType<typeof openOIDCProvider>> }>({
  provider: async ({}, use) => {
    const provider = await openOIDCProvider()
    await use(provider)
    await provider.stop()
  },
  settings: async ({ provider }, use) =>
    use({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Home ID',
    }),
})

test('logs in at the provider, ends the session there, and links an account by its password once', async ({
  page,
  provider,
  ownServer,
  expectedErrors,
}) => {
  expectedErrors.push('409 /oidcsession')
  provider.serve(ownServer.url)
  Object.assign(provider.person, { email: 'pat@example.org', preferred_username: 'pat_s' })
  await page.goto('/account')
  await expect(page).toHaveURL('/login')
  await page.getByRole('button', { name: 'Log In with Home ID' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByLabel('Username')).toHaveValue('pat_s')
  await page.goto('/oidc?code=old&state=old')
  await expect(page).toHaveURL('/selectproject')
  await page.goto('/account')

  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(page).toHaveURL('/')

  const name = await registerUser(page.request)
  Object.assign(provider.person, { sub: 'r-2', email: `${name}@example.com` })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log In with Home ID' }).click()
  await expect(page.getByText('An account here has your email address.')).toBeVisible()
  await expect(page.getByText('Ask your administrator to set one, then log in again.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to Log In' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel(`Password of ${name}`).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page).toHaveURL('/selectproject')
})
