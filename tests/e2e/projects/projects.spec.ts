import { createProject } from '../../../src/shared/projects/projects.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'

// Proves 1.1
test('the sample project shows rooms, items and files at once', async ({ page, user }) => {
  expect(user.name).toBeTruthy()
  await page.goto('/selectproject')
  await page.getByRole('button', { name: 'Try a Sample Project' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Maple Street Remodel')
  await page.getByRole('link', { name: /^Kitchen, Kitchen, \d+ items$/ }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('Appliances')
})

test('a screen asks the API no more than it must', async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  const asked: string[] = []
  page.on('request', (request) => {
    if (['fetch', 'xhr'].includes(request.resourceType())) asked.push(new URL(request.url()).pathname)
  })
  await page.goto(`/projecthome?projectID=${projectID}`)
  await expect(page.getByRole('link', { name: 'Kitchen, Kitchen, 1 item' })).toBeVisible()
  // What is missing and what comes up are asked for behind the page.
  await expect.poll(() => asked.toSorted()).toEqual(['/getrooms', '/project', '/ready', '/refresh', '/upcoming'])
  asked.length = 0
  await page.getByRole('link', { name: 'Kitchen, Kitchen, 1 item' }).click()
  await expect(page.getByRole('link', { name: 'Castellan' })).toBeVisible()
  expect(asked.filter((path) => path === '/items')).toHaveLength(1)
  expect(asked.length).toBeLessThanOrEqual(2)
})

// Proves 2.20, 2.22
test(
  'a room shows its item count on a badge, in the danger colour over 0; details name the client',
  NIGHTLY,
  async ({ page, user }) => {
    const inputs = {
      name: 'Harbor View',
      client: 'Elm & Oak',
      address: '2 Pier',
      address2: 'Unit 12B',
      city: 'Burlington',
      state: 'VT',
      zip: '05401',
    }
    const { projectID } = await user.call(createProject, { body: { inputs } })
    const roomID = await user.newRoom(projectID, 'Kitchen')
    await user.newRoom(projectID, 'Hall', 'Hall / Stairs')
    await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
    await page.goto(`/projecthome?projectID=${projectID}`)
    const colourOf = (room: string, count: string) =>
      page
        .getByRole('link', { name: room })
        .getByText(count, { exact: true })
        .evaluate((badge) => getComputedStyle(badge).backgroundColor)
    const token = (name: string) =>
      page.evaluate((property) => {
        const probe = document.createElement('i')
        probe.style.backgroundColor = `var(${property})`
        document.body.append(probe)
        const colour = getComputedStyle(probe).backgroundColor
        probe.remove()
        return colour
      }, name)
    expect(await colourOf('Kitchen, Kitchen, 1 item', '1')).toBe(await token('--danger-soft'))
    expect(await colourOf('Hall, Hall / Stairs, 0 items', '0')).not.toBe(await token('--danger-soft'))
    for (const fact of ['Harbor View', 'Elm & Oak', '2 Pier', 'Unit 12B', 'Burlington, VT 05401']) {
      await expect(page.getByRole('main').getByText(fact, { exact: true }).last()).toBeVisible()
    }
  },
)

// Proves 2.25
test('Go Back leads to where the visitor came from', NIGHTLY, async ({ page, user }) => {
  expect(user.name).toBeTruthy()
  await page.goto('/selectproject')
  await page.getByRole('link', { name: 'Create New Project' }).click()
  await expect(page).toHaveURL('/projectsetup')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/selectproject')
  await page.goto('/projectsetup')
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/selectproject')
})

declare global {
  interface Window {
    /** How many cards My Projects showed, one after another. */
    cards: number[]
  }
}

test(
  'of very many homes the first are drawn at once, and who comes back is where they were',
  NIGHTLY,
  async ({ page, user }) => {
    test.slow()
    for (let home = 1; home <= 80; home++) await user.newProject(`Unit ${home}`)
    await page.addInitScript(() => {
      window.cards = []
      new MutationObserver(() => {
        const cards = document.querySelectorAll('main li').length
        if (cards !== window.cards.at(-1)) window.cards.push(cards)
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/selectproject')
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(80)
    expect((await page.evaluate(() => window.cards)).filter((count) => count > 0)).toEqual([60, 80])

    const last = page.getByRole('link', { name: /^Unit 80/ })
    await last.scrollIntoViewIfNeeded()
    const place = await page.evaluate(() => window.scrollY)
    expect(place).toBeGreaterThan(1500)
    await last.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unit 80')
    await page.goBack()
    await expect(last).toBeInViewport()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(place)
  },
)
