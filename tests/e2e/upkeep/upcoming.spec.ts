import { isoDay } from '../../support/days.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'
import { EMPTY } from '../../support/empty-pages.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const

const home = async (user: User, name: string) => {
  const projectID = await user.newProject(name)
  const place = { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
  const newItem = (brand: string, expires: string, notes = '') =>
    user.newItem(place, FAUCET, { field1: brand, field6: expires, notes })
  return { projectID, newItem }
}

test(
  'Coming Up without a date says what puts one there, and fits a phone with long names',
  NIGHTLY,
  async ({ page, user }) => {
    await page.goto('/comingup')
    await expect(page.getByText(EMPTY.comingUp)).toBeVisible()
    const { newItem } = await home(user, 'Maple Street')
    await newItem('Castellanissimo'.repeat(4), isoDay(9), 'Call (555) 010-0122')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await expect(page.getByText('in 9 days')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  },
)
