import type { Page } from '@playwright/test'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { elapse, expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { pdfOf } from '../../support/pdf.ts'

test.use({ viewport: { width: 390, height: 844 }, permissions: ['clipboard-read', 'clipboard-write'] })

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** A kitchen of three categories and ten items. */
const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street Remodel of the Whole House and Its Garden')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const place = { projectID, roomID }
  for (let item = 1; item <= 4; item++) {
    await user.newItem(place, ['Appliances', 'Dishwasher'], { field1: 'Brennholt', field2: `BDW-62${item}` })
  }
  const paint = await user.newItem(place, ['Paint', 'Wall Paint'], {
    field1: 'Harrow & Vale Interior',
    field2: 'Dry Sage',
    field3: 'HV-6102, #B9C6B4',
    field4: 'Eggshell',
    field5: 'North and east walls',
    notes: 'Leftover: www.example.com/paint or (555) 010-0168.',
  })
  for (const field2 of ['Harbor Slate', 'Verdigris']) await user.newItem(place, ['Paint', 'Wall Paint'], { field2 })
  for (let item = 1; item <= 3; item++) {
    await user.newItem(place, ['Plumbing', 'Faucet'], { field1: 'Castellan', field2: `7120-${item}` })
  }
  await user.attach(paint, [{ name: 'can.pdf', bytes: pdfOf(1) }])
  return { ...place, paint }
}

test('the first screen of a room on a phone shows at least seven items, and what changes it is at the thumb', async ({
  page,
  user,
}) => {
  const { projectID, roomID } = await kitchen(user)
  await page.goto(`/roomitems?roomID=${roomID}`)
  const rows = page.getByRole('main').getByRole('listitem').getByRole('button')
  await expect(rows.first()).toHaveAccessibleName('Dishwasher Brennholt BDW-621 Serial N/A Color N/A 0 files')
  const bar = await page.getByRole('link', { name: 'Create New Item' }).locator('xpath=../..').boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBe(844)
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
  const shown = boxes.filter((box) => box && box.y + box.height <= (bar?.y ?? 0))
  expect(shown.length).toBeGreaterThanOrEqual(7)
  expect(Math.min(...boxes.map((box) => box?.height ?? 0))).toBeGreaterThanOrEqual(68)
  const crumbs = await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').all()
  const tops = await Promise.all(crumbs.map(async (crumb) => (await crumb.boundingBox())?.y))
  expect(new Set(tops).size).toBe(1)
  await page.getByRole('link', { name: 'Edit Room' }).click()
  await expect(page).toHaveURL(`/createroom?projectID=${projectID}&roomID=${roomID}`)
})

test('a row opens in place with all values and notes, copies what tells, and leads to the item and its files', async ({
  page,
  user,
}) => {
  const { roomID, paint } = await kitchen(user)
  await page.goto(`/roomitems?roomID=${roomID}`)
  const row = page.getByRole('button', { name: /Dry Sage HV-6102 Eggshell North and east walls 1 file/ })
  await expect(row).toHaveAttribute('aria-expanded', 'false')
  await row.click()
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  const item = page.getByRole('listitem').filter({ has: row })
  await expect(item.getByRole('term')).toHaveText([
    'Color Code',
    'Color Name',
    'Brand / Product Line',
    'Sheen',
    'Location',
    'Date Painted',
  ])
  await expect(item.getByRole('definition').last()).toHaveText('N/A')
  await expect(item.getByRole('link', { name: 'www.example.com/paint' })).toHaveAttribute(
    'href',
    'https://www.example.com/paint',
  )
  await expect(item.getByRole('link', { name: '(555) 010-0168' })).toHaveAttribute('href', 'tel:5550100168')
  await expectAccessible(page)

  await item.getByRole('button', { name: 'Copy HV-6102' }).click()
  const said = item.getByRole('status').filter({ hasText: 'Copied HV-6102' })
  await expect(said).toBeVisible()
  expect(await clipboard(page)).toBe('HV-6102')
  await elapse(page)
  await expect(said).toHaveCount(0)

  await item.getByRole('link', { name: '1 File' }).click()
  await expect(page).toHaveURL(`/edititem?itemID=${paint}&tab=attachments`)
  await page.goBack()
  await expect(row).toHaveAttribute('aria-expanded', 'true')
  await item.getByRole('link', { name: 'Open Item' }).click()
  await expect(page).toHaveURL(`/edititem?itemID=${paint}`)
})

test(
  'without a clipboard, as on a server at home without https, a value is copied all the same',
  NIGHTLY,
  async ({ page, user }) => {
    const { roomID } = await kitchen(user)
    await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    await page.goto(`/roomitems?roomID=${roomID}`)
    await page.getByRole('button', { name: /Dry Sage/ }).click()
    await page.getByRole('button', { name: 'Copy Dry Sage' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Copied Dry Sage' })).toBeVisible()
    expect(await clipboard(page)).toBe('Dry Sage')
  },
)

test('the chips of categories stay in view and mark the one being read', async ({ page, user }) => {
  const { roomID } = await kitchen(user)
  await page.goto(`/roomitems?roomID=${roomID}`)
  const chips = page.getByRole('navigation', { name: 'Categories' })
  const current = chips.locator('[aria-current]')
  await expect(current).toHaveText('Appliances 4')
  await chips.getByRole('link', { name: 'Plumbing' }).click()
  await expect(current).toHaveText('Plumbing 3')
  await expect(page.getByRole('heading', { name: 'Plumbing' })).toBeFocused()
  await expect(chips).toBeInViewport({ ratio: 1 })
  await page.evaluate(() => scrollTo(0, 0))
  await expect(current).toHaveText('Appliances 4')
})

test('an empty room has no bar at the thumb, and the page has its foot', NIGHTLY, async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  await page.goto(`/roomitems?roomID=${roomID}`)
  await expect(page.getByText('This room is empty.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create New Item' })).toHaveCount(1)
  await expect(page.getByRole('contentinfo')).toBeVisible()
})
