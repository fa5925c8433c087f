import { dateInWords } from '../../../src/shared/upkeep/dates.ts'
import { isoDay } from '../../support/days.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const

const home = async (user: User, name: string) => {
  const projectID = await user.newProject(name)
  const place = { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
  const newItem = (brand: string, expires: string, notes = '') =>
    user.newItem(place, FAUCET, { field1: brand, field6: expires, notes })
  return { projectID, newItem }
}

test('Coming Up shows what ends in all homes, what is over, and leads to the item, its receipt and whom to call', async ({
  page,
  user,
}) => {
  const maple = await home(user, 'Maple Street')
  const itemID = await maple.newItem('Castellan', isoDay(80), 'Call (555) 010-0122')
  await user.attach(itemID, [{ name: 'Hatch receipt.txt', bytes: Buffer.from('Paid') }])
  for (const days of [3, 20, 400, 500]) await maple.newItem(`Marlow ${days}`, isoDay(-days))
  await maple.newItem('Norrland', 'Feb 2199')
  const cottage = await home(user, 'Lakeside Cottage')
  await cottage.newItem('Aldous', isoDay(70))
  await page.goto('/selectproject')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Coming Up', exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Coming Up' })).toBeFocused()
  await expect(page.getByText('4 overdue · 2 due in 90 days · 2 homes')).toBeVisible()
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect(row('Warranty of Castellan ends')).toContainText('in 80 days')
  await expect(row('Warranty of Castellan ends')).toContainText('Maple Street, Kitchen, Faucet')
  await expect(row('Warranty of Aldous ends')).toContainText('Lakeside Cottage')
  await expect(row('Warranty of Norrland ends')).toContainText('Feb 2199')
  await expect(row('Warranty of Marlow 3 ended')).toContainText('3 days ago')
  // The latest of what is over, the others on demand.
  await expect(row('Marlow 500')).toHaveCount(0)
  await page.getByRole('button', { name: 'Show Earlier', exact: true }).click()
  await expect(row('Marlow 500')).toBeVisible()

  const filters = page.getByRole('navigation', { name: 'Show', exact: true })
  await filters.getByRole('link', { name: 'Lakeside Cottage 1', exact: true }).click()
  await expect(row('Warranty of Castellan ends')).toHaveCount(0)
  await expect(row('Warranty of Aldous ends')).toBeVisible()
  await filters.getByRole('link', { name: 'All 7', exact: true }).click()

  await expect(page.getByRole('link', { name: 'Call (555) 010-0122: Castellan', exact: true })).toHaveAttribute(
    'href',
    'tel:5550100122',
  )
  await page.getByRole('link', { name: 'Receipt: Castellan', exact: true }).click()
  await expect(page.getByText('Hatch receipt.txt').first()).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Warranty of Castellan ends', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Castellan' })).toBeVisible()
})

test('the card of an item shows how long its warranty lasts, and that it is over', NIGHTLY, async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const newItem = (field5: string, field6: string) =>
    user.newItem({ projectID, roomID }, ['Appliances', 'Dishwasher'], { field1: 'Brennholt', field5, field6 })
  await page.goto(`/edititem?itemID=${await newItem(isoDay(-20), isoDay(20))}`)
  const core = page.getByRole('article')
  const inWords = (days: number) => dateInWords(isoDay(days), 'en-US')
  await expect(core.getByText(`Under warranty until ${inWords(20)}`)).toBeVisible()
  await expect(core.getByText(`${inWords(-20)} 20 days left ${inWords(20)}`)).toBeVisible()
  await page.goto(`/edititem?itemID=${await newItem('', isoDay(-3))}`)
  await expect(core.getByText(`Warranty ended ${inWords(-3)}3 days ago`)).toBeVisible()
})

test(
  'Coming Up without a date says what puts one there, and fits a phone with long names',
  NIGHTLY,
  async ({ page, user }) => {
    await page.goto('/comingup')
    await expect(page.getByText('Nothing is coming up.')).toBeVisible()
    const { newItem } = await home(user, 'Maple Street')
    await newItem('Castellanissimo'.repeat(4), isoDay(9), 'Call (555) 010-0122')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(page.getByText('in 9 days')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  },
)
