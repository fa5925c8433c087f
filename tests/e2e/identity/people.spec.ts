import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { register } from '../../../src/shared/identity/auth.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { expect, NIGHTLY, onMailing, test } from '../../support/e2e.ts'
import { expectAccessible, tabTo } from '../../support/e2e-page.ts'
import { newName, registerUser, registrationOf, type Server, signedIn } from '../../support/e2e-server.ts'
import { linkIn } from '../../support/mail-server.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name, exact: true })

/** The screen with just this person. */
const openPerson = async (page: Page, name: string) => {
  await page.goto(`/admin/people?search=${name}`)
  await expect(rowOf(page, name)).toBeVisible()
}

const usernames = (page: Page) => page.getByRole('rowheader').locator('span:first-child').allTextContents()

const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search by Username, Email, or Name' })

const registerWith = async (request: APIRequestContext, inputs: { email?: string; first?: string; last?: string }) => {
  const registration = registrationOf(newName())
  const answer = await request.post(register.path, {
    data: { ...registration, inputs: { ...registration.inputs, ...inputs } },
  })
  expect(answer.status()).toBe(201)
  return registration.user
}

/** A new user at a browser of their own. */
const somebodyElse = async (browser: Browser, server: Server) => {
  const context = await browser.newContext({ baseURL: server.url })
  const name = await server.addUser(context.request)
  const user = await signedIn(context.request, name)
  await context.addInitScript((mark) => localStorage.setItem('roomfolio.signed-in', mark), name)
  return { name, user, page: await context.newPage(), close: () => context.close() }
}

test('a search finds part of a username, email or name, is part of the address, and Back returns to the previous one', async ({
  page,
  admin,
  request,
}) => {
  const mark = newName().replaceAll('-', '')
  const byMail = await registerWith(request, { email: `${mark}@example.net` })
  const byName = await registerWith(request, { first: 'Ottilie', last: mark.toUpperCase() })
  await page.goto('/admin/people')
  await searchField(page).fill(`  ${mark} `)
  await searchField(page).press('Enter')
  await expect(page).toHaveURL(`/admin/people?search=${mark}`)
  const status = page.getByRole('main').getByRole('status')
  await expect(status).toHaveText(`2 people with "${mark}" in username, email, or name.`)
  await expect(searchField(page)).toBeFocused()
  expect((await usernames(page)).sort()).toEqual([byMail, byName].sort())

  await searchField(page).fill(byName)
  await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(`/admin/people?search=${byName}`)
  await expect(rowOf(page, byMail)).toHaveCount(0)
  await expect(rowOf(page, byName)).toContainText(`Ottilie ${mark.toUpperCase()}`)
  await page.goBack()
  await expect(rowOf(page, byMail)).toBeVisible()
  await expect(searchField(page)).toHaveValue(mark)
  await page.reload()
  await expect(rowOf(page, byMail)).toBeVisible()

  await searchField(page).fill(`${admin.name}%nobody`)
  await searchField(page).press('Enter')
  await expect(status).toHaveText(`No people with "${admin.name}%nobody" in username, email, or name.`)
  await expect(page.getByRole('table')).toHaveCount(0)
})

onMailing(
  'a password mail goes to its person with a link that sets a new password; a locked one gets none',
  async ({ page, admin, mail, mailing, request }) => {
    expect(admin.name).toBeTruthy()
    const name = await mailing.server.addUser(request)
    await openPerson(page, name)
    const send = rowOf(page, name).getByRole('button', { name: `Send Password Email to ${name}` })
    await send.click()
    await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
      `We emailed a link for a new password to ${name}@example.com.`,
    )
    await expect(send).toBeFocused()
    const { pathname } = linkIn(await mail.waitForMail(`${name}@example.com`))
    expect(pathname).toBe('/reset')

    await rowOf(page, name)
      .getByRole('button', { name: `Lock ${name}` })
      .click()
    await page.getByRole('button', { name: 'Lock Account' }).click()
    await expect(rowOf(page, name).getByText('Locked')).toBeVisible()
    await expect(send).toHaveCount(0)
  },
)

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
  await tabTo(page, row.getByRole('button', { name: `Lock ${other.name}` }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(row.getByText('Locked')).toBeVisible()
  await expect(row.getByRole('button', { name: `Unlock ${other.name}` })).toBeFocused()
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
    await expect(links).toHaveText(['Structure', 'History', 'People', 'Overview'])
  },
)
