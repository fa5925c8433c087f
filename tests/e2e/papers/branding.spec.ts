import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { pictureOf } from '../../support/sample-pictures.ts'

test('a firm’s logo and name replace Roomfolio’s at the head of its read-only links', async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const hides = { notes: false, files: true, positions: true, labels: [] }
  await user.call(createLink, { body: { projectID, name: 'Painter', hides } })
  const { links } = await user.call(listLinks, { query: { projectID } })
  const { pathname } = new URL(links[0]?.address ?? '')

  await page.goto('/account')
  await page.getByLabel('Firm Name (optional)').fill('Hale & Moss Interiors')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: await pictureOf('#1B3A5C', 'png') }
  await page.getByLabel('Choose Logo').setInputFiles(logo)
  await expect(page.getByLabel('Replace Logo')).toBeVisible()
  await page.getByRole('button', { name: 'Save Branding', exact: true }).click()
  await expect(page.getByRole('status').getByText(/branding$/)).toBeVisible()

  await page.goto(pathname)
  const banner = page.getByRole('banner')
  await expect(banner.getByText('Hale & Moss Interiors', { exact: true })).toBeVisible()
  await expect(banner.getByRole('link', { name: /Roomfolio/ })).toBeHidden()
  const picture = banner.locator('img')
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(page.getByText('Made with Roomfolio', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/about')
  await expect(banner.getByRole('link', { name: /Roomfolio/ })).toBeVisible()
})
