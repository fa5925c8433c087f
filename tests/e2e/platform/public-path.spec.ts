import type { Page } from '@playwright/test'
import { expect, onOwnServer } from '../../support/e2e.ts'
import { PASSWORD, registrationOf } from '../../support/e2e-server.ts'

const PATH = '/our/homes'

/** An installation that shares its host with others, and so has a path. */
const test = onOwnServer.extend({ settings: { PUBLIC_URL: `http://localhost${PATH}` } })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The page is that of this address, shown as it would be after a reload. */
const expectAt = async (page: Page, path: RegExp, title: string | RegExp) => {
  await expect(heading(page)).toHaveText(title)
  expect(new URL(page.url()).pathname.slice(PATH.length)).toMatch(path)
  expect(page.url()).toContain(`${PATH}/`)
}

test('everything works under a path: pages, assets, files, links, Back, a reload, logging out and in', async ({
  page,
  ownServer,
  context,
}) => {
  const { origin } = new URL(ownServer.url)
  const outside: string[] = []
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url())
    if (protocol.startsWith('http') && pathname !== PATH && !pathname.startsWith(`${PATH}/`))
      outside.push(request.url())
  })
  expect(ownServer.url).toBe(`${origin}${PATH}`)
  const registered = await context.request.post(`${ownServer.url}/register`, { data: registrationOf('robin') })
  expect(registered.status()).toBe(201)

  // The ready page, and from there by links.
  await page.goto(ownServer.url)
  await page.getByRole('link', { name: 'Log In' }).first().click()
  await expect(page).toHaveURL(`${ownServer.url}/login`)
  // Somebody who is not signed in yet is led back to where they wanted to go.
  await page.goto(`${ownServer.url}/projectsetup`)
  await expect(page).toHaveURL(`${ownServer.url}/login`)
  await page.getByLabel('Username or Email').fill('robin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expectAt(page, /^\/projectsetup$/, /Project/)

  // A project, a room and an item with a file of the sample project.
  await page.goto(`${ownServer.url}/selectproject`)
  await page.getByRole('button', { name: 'Try a Sample Project' }).click()
  await expect(page).toHaveURL(/\/projecthome\?projectID=\d+$/)
  await expect(heading(page)).not.toHaveText('My Projects')
  const project = await heading(page).textContent()
  await page.locator('a[href*="/roomitems?"]', { hasText: 'Kitchen' }).first().click()
  await expectAt(page, /^\/roomitems$/, /Kitchen/)
  // What is asked for while the code comes is asked for under the path too.
  await page.reload()
  await expectAt(page, /^\/roomitems$/, /Kitchen/)
  await page.locator('a[href*="/edititem?"]').first().click()
  await expect(page).toHaveURL(/\/edititem\?/)
  await page.goBack()
  await expectAt(page, /^\/roomitems$/, /Kitchen/)

  await page.locator('a[href*="/createitem?"]').first().click()
  await expect(page).toHaveURL(/\/createitem\?/)
  await expect(heading(page)).toBeVisible()
  await page.goto(`${ownServer.url}/find?q=paint`)
  await expect(heading(page)).toBeVisible()

  // Logging out leads home by a full load; an existing session is restored by one.
  await page.goto(`${ownServer.url}/selectproject`)
  await expect(page.getByText(project ?? '').first()).toBeVisible()
  await page.goto(`${ownServer.url}/help`)
  await page.locator('main a[href*="/help/"]').first().click()
  await expect(page).toHaveURL(/\/help\/./)
  await expect(heading(page)).toBeVisible()
  await expect(page.getByRole('img').first()).toBeVisible()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(new RegExp(`^${ownServer.url}/?$`))
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
  await page.goto(`${origin}/login`)
  await expect(page).toHaveURL(`${ownServer.url}/login`)
  expect(outside.filter((url) => url !== `${origin}/login`)).toEqual([])
})
