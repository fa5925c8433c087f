import type { Page } from '@playwright/test'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'
import { pdfOf } from '../../support/pdf.ts'
import { noise } from '../../support/sample-pictures.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const card = (page: Page) => page.getByRole('article')

const paint = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, ['Paint', 'Wall Paint'], {
    field1: 'Harrow & Vale Interior',
    field2: 'Dry Sage',
    field3: 'HV-6102, #B9C6B4',
    field4: 'Eggshell',
    notes: 'Shop: https://example.com/paint',
  })
  return { projectID, roomID, itemID }
}

test('an item begins with its card, which copies values and opens files; its form is below', async ({ page, user }) => {
  const { itemID } = await paint(user)
  await user.attach(itemID, [{ name: 'Data sheet.pdf', bytes: pdfOf(2) }])
  await page.goto(`/edititem?itemID=${itemID}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dry Sage HV-6102')
  await expect(page).toHaveTitle('Dry Sage HV-6102 · Roomfolio')
  await expect(card(page).getByRole('term').first()).toHaveText('Color Code')
  await expect(card(page).getByRole('link', { name: 'https://example.com/paint' })).toBeVisible()
  await card(page).getByRole('button', { name: 'Copy HV-6102' }).click()
  await expect(card(page).getByRole('status').filter({ hasText: 'Copied HV-6102' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('HV-6102')
  const below = await page.getByRole('combobox', { name: 'Color Code' }).boundingBox()
  const box = await card(page).boundingBox()
  expect(below?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0))

  await card(page).getByRole('link', { name: 'Data sheet.pdf' }).click()
  await expect(page).toHaveURL(/tab=attachments&file=/)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
})

test('a paint keeps its colour when a photo is added, which lies on it', NIGHTLY, async ({ page, user }) => {
  const { itemID } = await paint(user)
  await user.attach(itemID, [{ name: 'can.jpg', bytes: await noise(400, 300).jpeg().toBuffer() }])
  await page.goto(`/edititem?itemID=${itemID}`)
  const print = card(page).getByRole('button', { name: 'Picture can.jpg' })
  await expect(print).toBeVisible()
  await expect(print.locator('xpath=../..').locator('[aria-hidden=true]').first()).toHaveCSS(
    'background-color',
    'rgb(185, 198, 180)',
  )
})

test('on a phone the card fills the first screen, and Edit Fields leads to the form', async ({ page, user }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { itemID } = await paint(user)
  await page.goto(`/edititem?itemID=${itemID}`)
  const brand = page.getByRole('combobox', { name: 'Brand' })
  const edit = page.getByRole('button', { name: 'Edit Fields' })
  await expect(edit).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('tab', { name: 'Item Details' })).not.toBeInViewport()
  await edit.click()
  await expect(brand).toBeInViewport({ ratio: 1 })
  await expect(edit).not.toBeInViewport()
})
