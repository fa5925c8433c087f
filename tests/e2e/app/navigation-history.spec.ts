import type { Page } from '@playwright/test'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
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
    expect(await scrolled(page)).toBe(0)
    await goBack()
    await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
    await expect(row).toBeVisible()
    await expect.poll(() => scrolled(page)).toBe(place)
  }

  // Opened again it begins at its top.
  await crumb(page, 'Maple Street').click()
  await card.click()
  await expect(row).toBeVisible()
  expect(await scrolled(page)).toBe(0)
})

test('Back does not lead to an item that was deleted, and does again after Undo', async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  await user.newItem({ projectID, roomID }, FAUCET, { field1: 'Castellan' })
  await page.goto(`/roomitems?roomID=${roomID}`)
  await page.getByRole('link', { name: 'Castellan' }).click()
  await page.getByRole('tab', { name: /Attachments/ }).click()
  // Of an item that is deleted by then it is a 404.
  const tasks = page.waitForResponse(/\/upcoming\?/)
  await page.getByRole('tab', { name: 'Item Details' }).click()
  await tasks
  await page.getByRole('button', { name: 'Delete Item' }).click()
  await expect(page.getByText('This room is empty.')).toBeVisible()
  for (let step = 0; step < 2; step++) {
    await page.goBack()
    await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
    await expect(heading(page)).toHaveText('Kitchen')
  }
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Castellan' })).toBeVisible()
  await page.goForward()
  await page.goForward()
  await expect(heading(page)).toHaveText('Kitchen')
})

test('nor to a room or a project that was deleted, nor to what stood in them', NIGHTLY, async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  await user.newItem({ projectID, roomID }, FAUCET, { field1: 'Castellan' })
  await page.goto('/selectproject')
  await page.getByRole('link', { name: /^Maple Street/ }).click()
  await page.getByRole('link', { name: /^Kitchen/ }).click()
  await page.getByRole('link', { name: 'Castellan' }).click()
  await crumb(page, 'Kitchen').click()
  await page.getByRole('link', { name: 'Edit Room' }).click()
  await page.getByRole('button', { name: 'Delete Room' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Room' }).click()
  await expect(page.getByText('No rooms have been created for this project yet!')).toBeVisible()
  const home = `/projecthome?projectID=${projectID}`
  // Past the room, its item and the room again.
  for (let step = 0; step < 3; step++) {
    await page.goBack()
    await expect(page).toHaveURL(home)
    await expect(heading(page)).toHaveText('Maple Street')
  }

  await page.getByRole('link', { name: 'Edit Project' }).click()
  await page.getByRole('button', { name: 'Delete Project' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('Maple Street')
  await dialog.getByRole('button', { name: 'Delete Project' }).click()
  await expect(page.getByText("You haven't created any projects yet.")).toBeVisible()
  for (let step = 0; step < 2; step++) {
    await page.goBack()
    await expect(page).toHaveURL('/selectproject')
    await expect(heading(page)).toHaveText('My Projects')
  }
})
