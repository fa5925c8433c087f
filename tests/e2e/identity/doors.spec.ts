import type { Page } from '@playwright/test'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { expect, onOwnServer } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { PASSWORD, registrationOf, type Server } from '../../support/e2e-server.ts'

/** Nobody registers, and nothing is offered. */
const test = onOwnServer.extend({ settings: { REGISTRATION: 'closed', PRICES: 'false', FIRST_USER_IS_ADMIN: 'true' } })

const OFFERS = /Sign Up|Pricing|consultation|\$4\.99|per month/i

/** Registers the first Admin with the code that the start has printed. */
const registerOwner = async (page: Page, server: Server) => {
  await expect.poll(() => server.said).toMatch(/become the admin: \S+\n/)
  const code = /become the admin: (\S+)/.exec(server.said)?.[1]
  const answer = await page.request.post(register.path, { data: { ...registrationOf('owner'), code } })
  expect(answer.status()).toBe(201)
}

const logIn = async (page: Page) => {
  await page.goto('/login')
  await page.getByLabel('Username or Email').fill('owner')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/selectproject')
}

test('a closed installation says nothing of signing up or of prices, and lets in its first Admin alone', async ({
  page,
  browser,
  baseURL,
  ownServer,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  // Before the code of a page is there, and after.
  const plain = await browser.newPage({ javaScriptEnabled: false, ...(baseURL !== undefined && { baseURL }) })
  for (const path of ['/', '/login', '/about', '/help']) {
    for (const shown of [plain, page]) {
      await shown.goto(path)
      await expect(shown.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await shown.locator('#root').innerText()).not.toMatch(OFFERS)
    }
    await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
  }
  await plain.close()
  const answer = await page.goto('/info')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's nothing here")

  await page.goto('/register')
  await expect(page.getByRole('heading', { name: 'First Administrator' })).toBeVisible()
  await registerOwner(page, ownServer)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registration is closed')
  await expect(page.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/help#contact')

  await logIn(page)
  await page.goto('/admin/home')
  await expect(page.getByRole('link', { name: 'Preview the alternate home page in this browser' })).toBeVisible()
  expect(await page.getByRole('main').innerText()).not.toMatch(OFFERS)
  await page.goto('/admin/overview')
  await expect(page.getByRole('heading', { name: 'This Server' })).toBeVisible()
  expect(await page.getByRole('main').innerText()).not.toMatch(OFFERS)
})

const byInvitation = onOwnServer.extend({ settings: { REGISTRATION: 'invited', FIRST_USER_IS_ADMIN: 'true' } })

byInvitation(
  'an Admin invites by a link, which lets one person register',
  async ({ page, ownServer, browser, expectedErrors }) => {
    expectedErrors.push(/400/)
    await registerOwner(page, ownServer)
    await page.goto('/register')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Registration is by invitation')
    await expectAccessible(page)

    await logIn(page)
    await page.goto('/admin/people')
    const part = page.getByRole('region', { name: 'Invitations' })
    await expect(part).toBeVisible()
    // A refusal shows before the list has reloaded.
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/invitations', async (route) => {
      await released
      await route.continue()
    })
    await part.getByLabel('Email Address').fill('avery')
    await part.getByRole('button', { name: 'Invite' }).click()
    await expect(part.getByText('Must be an email address.')).toBeVisible()
    await part.getByLabel('Email Address').fill('avery@example.com')
    await part.getByRole('button', { name: 'Invite' }).click()
    const told = part.getByRole('status').filter({ hasText: 'Copy this link and send it to avery@example.com.' })
    await expect(told).toBeVisible()
    release()
    const link = /http\S+?#[\w-]{43}/.exec(await told.innerText())?.[0] ?? ''
    await expect(part.getByRole('listitem')).toContainText('Invited by owner')
    await expectAccessible(page)

    const visitor = await browser.newPage()
    await visitor.goto(`${ownServer.url}/register${new URL(link).hash}`)
    const { inputs, pwd } = registrationOf('avery')
    const texts = {
      Username: 'avery',
      'Email Address': inputs.email,
      'Phone Number': inputs.phone,
      'First Name': inputs.first,
      'Last Name': inputs.last,
      Address: inputs.address,
      City: inputs.city,
      State: inputs.state,
      Zip: inputs.zip,
      Password: pwd,
      'Confirm Password': pwd,
    }
    for (const [label, text] of Object.entries(texts)) await visitor.getByLabel(label, { exact: true }).fill(text)
    await visitor.getByRole('button', { name: 'Register' }).click()
    await expect(visitor).toHaveURL(/\/login$/)
    await visitor.close()
    await page.reload()
    await expect(page.getByRole('row', { name: 'avery' })).toBeVisible()
    await expect(part.getByRole('listitem')).toHaveCount(0)

    await part.getByLabel('Email Address').fill('blake@example.com')
    await part.getByRole('button', { name: 'Invite' }).click()
    await part.getByRole('button', { name: 'Cancel the Invitation of blake@example.com' }).click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('The invitation is canceled.')
    await expect(part.getByRole('listitem')).toHaveCount(0)
  },
)
