import type { Browser, Page } from '@playwright/test'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible, tabTo } from '../../support/e2e-page.ts'
import { registerUser, registrationOf, type Server, signedIn } from '../../support/e2e-server.ts'

/** Ends in the username. */
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`, ${name}$`) })

/** The screen with just this person. */
const openPerson = async (page: Page, name: string) => {
  await page.goto(`/admin/people?search=${name}`)
  await expect(rowOf(page, name)).toBeVisible()
}

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search by Name, Username, or Email' })

/** A new user at a browser of their own. */
const somebodyElse = async (browser: Browser, server: Server) => {
  const context = await browser.newContext({ baseURL: server.url })
  const name = await server.addUser(context.request)
  const user = await signedIn(context.request, name)
  await context.addInitScript((mark) => localStorage.setItem('roomfolio.signed-in', mark), name)
  return { name, user, page: await context.newPage(), close: () => context.close() }
}

test('people are looked after by keyboard alone', NIGHTLY, async ({ page, admin, browser, server }) => {
  expect(admin.name).toBeTruthy()
  const other = await somebodyElse(browser, server)
  await page.goto('/admin/people')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('People')
  await tabTo(page, searchField(page))
  await page.keyboard.type(other.name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main').getByRole('status')).toContainText(`1 person with "${other.name}"`)
  const row = rowOf(page, other.name)
  await tabTo(page, row.getByRole('checkbox', { name: 'Reseller' }))
  await page.keyboard.press('Space')
  await expect(row.getByRole('checkbox', { name: 'Reseller' })).toBeChecked()
  await tabTo(page, row.getByRole('button', { name: 'Lock Robin Sample' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(row.getByText('Locked')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Unlock Robin Sample' })).toBeFocused()
  await other.close()
})

test('the longest names and addresses fit every width', NIGHTLY, async ({ page, admin, request }) => {
  const username = `Y${'w'.repeat(23)}`
  const registration = registrationOf(username)
  const answer = await request.post(register.path, {
    data: {
      ...registration,
      inputs: {
        ...registration.inputs,
        email: `${'m'.repeat(64)}@${'example'.repeat(20)}.com`,
        first: 'W'.repeat(100),
      },
    },
  })
  expect(answer.status()).toBe(201)
  await openPerson(page, username)
  await expect(rowOf(page, username)).toContainText('W'.repeat(100))
  await expectAccessible(page)
  expect(admin.name).toBeTruthy()
})

test(
  'a Reseller reaches the structure from administration but neither people nor overview',
  NIGHTLY,
  async ({ page, context, server }) => {
    const name = await registerUser(context.request)
    server.setRole('grant', name, Role.Reseller)
    await context.addInitScript((user) => localStorage.setItem('roomfolio.signed-in', user), name)
    await signedIn(context.request, name)
    await page.goto('/admin/home')
    const links = page.getByRole('navigation', { name: 'Administration' }).getByRole('link')
    await expect(links).toHaveText(['Structure', 'History'])
    await links.filter({ hasText: 'History' }).click()
    await expect(page).toHaveURL('/admin/structure')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import and History')
    for (const path of ['/admin/people', '/admin/overview']) {
      await page.goto(path)
      await expect(page).toHaveURL('/unauthorized')
    }
    server.setRole('grant', name, Role.Admin)
    await page.goto('/admin/home')
    await expect(links).toHaveText(['Structure', 'History', 'People', 'Audit Log', 'Overview'])
  },
)
