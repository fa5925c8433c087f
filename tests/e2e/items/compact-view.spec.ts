import type { Page } from '@playwright/test'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

test.use({ viewport: { width: 1280, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const place = { projectID, roomID }
  const faucet = await user.newItem(place, ['Plumbing', 'Faucet'], {
    field1: 'Castellan',
    field2: 'Bridge 7120',
    field3: 'Satin brass',
    field5: 'Fixture & Form',
    field6: 'Jan 30, 2031',
  })
  await user.newItem(place, ['Paint', 'Wall Paint'], {
    field1: 'Harrow & Vale',
    field2: 'Dry Sage',
    field3: 'HV-6102, #B9C6B4',
    field4: 'Eggshell',
    field6: 'Feb 22, 2026',
    notes: 'Half a gallon left.',
  })
  await user.newItem(place, ['Paint', 'Wall Paint'], { field2: 'Gesso', field4: 'Flat', field6: 'Feb 20, 2025' })
  return { roomID, faucet }
}

const view = (page: Page, name: 'Schedule' | 'Compact') => page.getByRole('button', { name, exact: true })

test('the compact view has a row an item in columns of one kind, can be chosen once, and leads to the item', async ({
  page,
  user,
  context,
}) => {
  const { roomID, faucet } = await kitchen(user)
  await page.goto(`/roomitems?roomID=${roomID}`)
  await expect(page.getByRole('table')).toHaveCount(2)
  await view(page, 'Compact').click()
  await expect(view(page, 'Compact')).toHaveAttribute('aria-pressed', 'true')
  await expect(view(page, 'Compact')).toBeFocused()
  await expect(page.getByRole('columnheader')).toHaveText([
    'Item',
    'Subcategory',
    'Finish',
    'Size or Place',
    'Supplier',
    'Date',
    'Warranty',
    'Notes',
    'Used',
    'Files',
  ])
  await page.reload()
  const sage = page.getByRole('row').filter({ hasText: 'Dry Sage' })
  await expect(sage.getByRole('cell')).toHaveText([
    'Wall Paint',
    'Eggshell',
    '',
    'Harrow & Vale',
    'Feb 22, 2026',
    '',
    'Half a gallon left.',
    '',
    '0',
  ])
  await expectAccessible(page)

  await sage.hover()
  await sage.getByRole('button', { name: 'Copy HV-6102' }).click()
  await expect(sage.getByRole('status')).toHaveText('Copied HV-6102')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('HV-6102')

  // The whole row is the item's link, for the middle button too.
  const row = page.getByRole('row').filter({ hasText: 'Castellan' })
  const position = { x: 700, y: 20 }
  const [tab] = await Promise.all([context.waitForEvent('page'), row.click({ button: 'middle', position })])
  await expect(tab).toHaveURL(`/edititem?itemID=${faucet}`)
  await row.click({ position })
  await expect(page).toHaveURL(`/edititem?itemID=${faucet}`)

  await page.setViewportSize({ width: 1080, height: 900 })
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  await expect(view(page, 'Compact')).toHaveCount(0)
})
