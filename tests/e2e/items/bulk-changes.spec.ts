import type { Page } from '@playwright/test'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const HARDWARE = ['Doors & Trim', 'Door Hardware'] as const
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' })
const titlesIn = async (user: User, roomID: number) =>
  ((await user.call(listItems, { query: { roomID } })) ?? []).map(({ title }) => title)

/** A model bedroom with its hardware. */
const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const model = await user.newRoom(projectID, 'Model Room', 'Bedroom')
  for (const field1 of ['Harrow Knob', 'Harrow Hinge', 'Harrow Stop'])
    await user.newItem({ projectID, roomID: model }, HARDWARE, { field1 })
  return { model }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('items are ticked by the thumb, deleted, and restored', async ({ page, user }) => {
    const { model } = await home(user)
    await page.goto(`/roomitems?roomID=${model}`)
    const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await click('More')
    await click('Select')
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expect(page.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await expect(rows).toHaveCount(3)
    await rows.first().click()
    await rows.last().click()
    await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('2 items selected')
    for (const button of await page.getByRole('group', { name: 'With the selected items' }).getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page)
    await click('Delete')
    await expect(toasts(page)).toContainText('Deleted 2 items')
    expect(await titlesIn(user, model)).toHaveLength(1)
    await undo(page).click()
    await expect(toasts(page)).toContainText('Restored 2 items.')
    expect(await titlesIn(user, model)).toHaveLength(3)
  })
})
