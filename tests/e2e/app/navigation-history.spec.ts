import type { Page } from '@playwright/test'
import { expect, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const
const crumb = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name })
const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

const longRoom = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  for (let item = 1; item <= 24; item++) {
    await user.newItem({ projectID, roomID }, FAUCET, { field1: `Castellan ${item}` })
  }
  return { projectID, roomID }
}

test('from an item its room comes back where it was: saved, by the breadcrumb and by Back', async ({ page, user }) => {
  const { projectID, roomID } = await longRoom(user)
  await page.goto(`/projecthome?projectID=${projectID}`)
  const card = page.getByRole('link', { name: /^Kitchen/ })
  await card.click()
  const row = page.getByRole('link', { name: 'Castellan 20', exact: true })
  await expect(row).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 700))
  const place = await scrolled(page)
  expect(place).toBeGreaterThan(300)

  const brand = page.getByRole('combobox', { name: 'Brand' })
  const ways = [
    async () => {
      await page.getByRole('textbox', { name: 'Notes' }).fill('Left of the sink')
      await page.getByRole('button', { name: 'Update Item' }).click()
    },
    () => crumb(page, 'Kitchen').click(),
    () => page.goBack(),
    // Back to the room that the breadcrumb had led to.
    async () => {
      await page.getByRole('tab', { name: /Attachments/ }).click()
      await expect(page).toHaveURL(/tab=attachments/)
      await crumb(page, 'Kitchen').click()
    },
  ]
  for (const goBack of ways) {
    await row.evaluate((link: HTMLElement) => link.click())
    await expect(brand).toHaveValue('Castellan 20')
    await expect.poll(() => scrolled(page)).toBe(0)
    await goBack()
    await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
    await expect(row).toBeVisible()
    await expect.poll(() => scrolled(page)).toBe(place)
  }

  // Opened again it begins at its top.
  await crumb(page, 'Maple Street').click()
  await card.click()
  await expect(row).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(0)
})
