import type { Page } from '@playwright/test'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
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
