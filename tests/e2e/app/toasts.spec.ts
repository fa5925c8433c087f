import type { Locator, Page } from '@playwright/test'
import { deleteItem } from '../../../src/shared/items/items.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { elapse } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

const place = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [1280, 720],
] as const) {
  test(`a toast does not cover the main button at ${width} × ${height}`, async ({ page, user, expectedErrors }) => {
    expectedErrors.push('404 /item', /^ApiError: There is nothing here/)
    const { projectID, roomID } = await place(user)
    const items = []
    for (const brand of ['Castellan', 'Harrow', 'Merrow']) {
      items.push(await user.newItem({ projectID, roomID }, FAUCET, { field1: brand }))
    }
    const [first = 0, second = 0] = items
    const expectFree = async (text: string, button: Locator) => {
      await expect(toast(page)).toContainText(text)
      await expect(toast(page)).toBeInViewport({ ratio: 1 })
      await expect(button).toBeInViewport({ ratio: 1 })
      const [over, under] = await Promise.all([toast(page).boundingBox(), button.boundingBox()])
      if (!over || !under) throw new Error('The toast or the button is not shown.')
      const beside = over.x + over.width <= under.x || under.x + under.width <= over.x
      expect(beside || over.y + over.height <= under.y || under.y + under.height <= over.y).toBe(true)
    }
    await page.setViewportSize({ width, height })
    await page.goto(`/edititem?itemID=${first}`)
    await page.getByRole('button', { name: 'Delete Item' }).click()
    await expectFree('Deleted item', page.getByRole('link', { name: 'Create New Item' }))
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('button', { name: 'Select' }).click()
    await page.getByRole('checkbox', { name: 'Harrow' }).check()
    await expectFree('Deleted item', page.getByRole('group', { name: 'With the selected items' }))

    // A failure, beside a form whose foot stays at the bottom.
    await page.goto(`/edititem?itemID=${second}`)
    await page.getByRole('combobox', { name: 'Brand' }).fill('Harrow & Vale')
    await user.call(deleteItem, { query: { itemID: second } })
    await page.getByRole('button', { name: 'Update Item' }).click()
    await expectFree('update item', page.getByRole('button', { name: 'Update Item' }))
    await elapse(page)
    await expect(toast(page)).toContainText('update item')
    await toast(page).getByRole('button').click()
    await expect(toast(page)).toBeHidden()
  })
}
