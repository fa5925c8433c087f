import type { Page } from '@playwright/test'
import { expect, nightlyIf, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

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
      const rows = page.locator('main tbody tr:has(a), main li:has(> [aria-expanded])')
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
