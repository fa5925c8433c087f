import { saveAsTemplate } from '../../../src/shared/items/bulk/templates.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'

/** A project with as many rooms, two items in each. */
const house = async (user: User, rooms: number) => {
  const projectID = await user.newProject('Model House')
  for (let n = 1; n <= rooms; n++) {
    const roomID = await user.newRoom(projectID, `Room ${n}`, 'Bedroom')
    for (const field1 of [`Knob ${n}`, `Hinge ${n}`])
      await user.newItem({ projectID, roomID }, ['Doors & Trim', 'Door Hardware'], { field1 })
  }
  return projectID
}

const kept = async (user: User, projectID: number, name: string): Promise<number> =>
  (await user.call(saveAsTemplate, { body: { projectID, name } })).projectID

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test(
    'the way to a new project is 44 px high, and nothing is wider than the screen',
    NIGHTLY,
    async ({ page, user }) => {
      await kept(user, await house(user, 1), 'Row House')
      await page.goto('/selectproject')
      const way = page.getByRole('link', { name: 'Use Template: Row House' })
      expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      await way.click()
      await expect(page.getByLabel('Start From')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    },
  )
})
