import { expect, test } from '../../support/e2e.ts'

const WHITE = 'rgb(255, 255, 255)'

test('a printed page has what it is about, in ink on white with its swatches, and nothing to press, from a phone too', async ({
  page,
  user,
}) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Hall')
  const inputs = { field1: 'Harrow & Vale', field2: 'Dry Sage #B9C6B4', field3: 'HV-6102' }
  const itemID = await user.newItem({ projectID, roomID }, ['Paint', 'Wall Paint'], inputs)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })

  for (const address of [
    `/projecthome?projectID=${projectID}`,
    `/roomitems?roomID=${roomID}`,
    `/edititem?itemID=${itemID}`,
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const chrome of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      page.getByRole('navigation'),
      page.getByRole('tablist'),
    ])
      await expect(chrome).toHaveCount(0)
    await expect(page.locator('body')).toHaveCSS('background-color', WHITE)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(27, 36, 34)')
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('break-after', 'avoid')
  }
  await expect(page.getByRole('button', { name: 'Update Item' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Print Touch-Up Card' })).toBeHidden()

  await page.goto(`/roomitems?roomID=${roomID}`)
  const row = page.getByRole('row').filter({ hasText: 'HV-6102' })
  await expect(row).toHaveCSS('break-inside', 'avoid')
  const swatch = row.locator('[aria-hidden=true]').first()
  await expect(swatch).toBeVisible()
  await expect(swatch).toHaveCSS('print-color-adjust', 'exact')
  await expect(page.getByRole('link', { name: 'Create Item' })).toBeHidden()

  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 390, height: 844 })
  const ofPhone = page.getByRole('button', { name: /^Wall Paint Dry Sage HV-6102/ })
  await expect(ofPhone).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 816, height: 1056 })
  await expect(ofPhone).toBeVisible()
})
