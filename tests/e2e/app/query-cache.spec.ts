import type { Page } from '@playwright/test'
import { getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { expect, NIGHTLY, nightlyIf, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const row = (page: Page, brand: string) => page.getByRole('link', { name: new RegExp(`^${brand} `) })
const crumb = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Kitchen' })

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, FAUCET, { field1: 'Castellan', field2: '7120' })
  return { projectID, roomID, itemID }
}

/** Lets no call through to a room or an item until what this gives is called. */
const hold = async (page: Page) => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/(item|items|getroom)\?/, async (route) => {
    await released
    await route.continue()
  })
  return () => release()
}

test('from a room to an item and back nobody waits for an answer, and sees what is new when it comes', async ({
  page,
  user,
}) => {
  const { roomID, itemID } = await kitchen(user)
  // The code of both pages is there.
  await page.goto(`/edititem?itemID=${itemID}`)
  await crumb(page).click()
  await expect(row(page, 'Castellan')).toBeVisible()

  const release = await hold(page)
  await user.call(updateItem, { body: { itemID, inputs: { field1: 'Harrow' } } })
  await row(page, 'Castellan').click()
  await expect(heading(page)).toHaveText('Castellan 7120')
  await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan')
  await crumb(page).click()
  await expect(row(page, 'Castellan')).toBeVisible()
  await page.goBack()
  await expect(heading(page)).toHaveText('Castellan 7120')
  await expect(page.getByText('Loading')).toHaveCount(0)
  release()
  await expect(heading(page)).toHaveText('Harrow 7120')
  await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Harrow')
  await page.goto(`/roomitems?roomID=${roomID}`)
  await expect(row(page, 'Harrow')).toBeVisible()
})

test(
  'what was typed before an item was renewed stays, and nothing old is saved over what is new',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/409/)
    const { roomID, itemID } = await kitchen(user)
    await page.goto(`/roomitems?roomID=${roomID}`)
    await expect(row(page, 'Castellan')).toBeVisible()
    const release = await hold(page)
    await user.call(updateItem, { body: { itemID, inputs: { field1: 'Harrow' } } })
    await row(page, 'Castellan').click()
    const brand = page.getByRole('combobox', { name: 'Brand' })
    await brand.fill('Castellan & Sons')
    const renewed = page.waitForResponse((answer) => answer.url().includes(`/item?itemID=${itemID}`))
    release()
    await (await renewed).finished()
    await expect(brand).toHaveValue('Castellan & Sons')
    await page.getByRole('button', { name: 'Update Item' }).click()
    await expect(page.getByText('Someone else has changed this item.')).toBeVisible()
    await expect(brand).toHaveValue('Castellan & Sons')
    expect(await user.call(getItem, { query: { itemID } })).toMatchObject({ field1: 'Harrow' })
  },
)

test(
  'what was saved here is shown at once, and what is gone is not shown on',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/404|nothing here/)
    const { roomID } = await kitchen(user)
    await page.goto(`/roomitems?roomID=${roomID}`)
    await row(page, 'Castellan').click()
    await page.getByRole('combobox', { name: 'Brand' }).fill('Harrow')
    await page.getByRole('button', { name: 'Update Item' }).click()
    await expect(row(page, 'Harrow')).toBeVisible()
    const renewed = page.waitForResponse((answer) => answer.url().includes('/item?itemID='))
    await row(page, 'Harrow').click()
    await expect(heading(page)).toHaveText('Harrow 7120')
    await (await renewed).finished()

    await user.call(deleteRoom, { query: { roomID } })
    await crumb(page).click()
    await expect(page.getByText("There's nothing here")).toBeVisible()
    await page.goBack()
    await expect(page.getByText("There's nothing here")).toBeVisible()
  },
)

for (const [name, width, view] of [
  ['schedule', 1280, ''],
  ['compact view', 1280, 'compact'],
  ['list on a phone', 390, ''],
] as const) {
  test(
    `a long room comes back where it was scrolled, at once and with all of its items, in the ${name}`,
    nightlyIf(name !== 'schedule'),
    async ({ page, user, context }) => {
      const { projectID, roomID } = await kitchen(user)
      const place = { projectID, roomID }
      for (let at = 1; at <= 25; at++) {
        await user.newItem(place, ['Appliances', 'Dishwasher'], { field1: `Brennholt ${at}` })
        await user.newItem(place, ['Tile', 'Floor Tile'], {
          field1: `Medina ${at} of a very long name, `.repeat(at % 5),
        })
      }
      await context.addInitScript(([key, value]) => localStorage.setItem(key, value), [
        `roomfolio.room-view.${user.name}`,
        view,
      ] as const)
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`/roomitems?roomID=${roomID}`)
      const rows = page.locator('main tbody tr:has(a), main li:has([data-row])')
      await expect(rows).toHaveCount(51)
      const row = rows.filter({ hasText: 'Castellan' })
      await row.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      if (width === 390) await row.getByRole('button').click()
      const link = row.locator('a[href^="/edititem"]').first()
      const topOf = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top))
      const before = await topOf()
      const release = await hold(page)
      await link.evaluate((element: HTMLElement) => element.click())
      await expect(heading(page)).toHaveText('Castellan 7120')
      await page.goBack()
      await expect(row).toBeInViewport()
      await expect(rows).toHaveCount(51)
      expect(await topOf()).toBe(before)
      release()
    },
  )
}
