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
  await expect.poll(() => server.said).toMatch(/Register with this setup code to become the admin: \S+\n/)
  expect(server.said).not.toContain('The first account also becomes Admin')
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
  expectedErrors.push('404 /info')
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
  await expectAccessible(page)

  await logIn(page)
  await page.goto('/admin/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Structure' })).toBeVisible()
  expect(await page.getByRole('main').innerText()).not.toMatch(OFFERS)
  await page.goto('/admin/overview')
  await expect(page.getByRole('heading', { name: 'This Server' })).toBeVisible()
  expect(await page.getByRole('main').innerText()).not.toMatch(OFFERS)
})
