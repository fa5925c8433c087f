import type { Page } from '@playwright/test'
import { deleteItem } from '../../src/shared/items.ts'
import { expect, test, type User } from '../support/e2e.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** The words of the buttons, and of the links that look like one, that lie below the toast. */
const covered = (page: Page) =>
  toast(page).evaluate((region) => {
    const over = region.getBoundingClientRect()
    return [...document.querySelectorAll('button, a[class*="_button_"], input, select, textarea')]
      .filter((element) => {
        const box = element.getBoundingClientRect()
        const meets = box.left < over.right && over.left < box.right && box.top < over.bottom && over.top < box.bottom
        return meets && !region.contains(element) && element.checkVisibility({ visibilityProperty: true })
      })
      .map((element) => element.textContent || element.getAttribute('name'))
  })

const place = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}

test('the newest toast replaces the one before, and keeps the focus there', async ({ page, user }) => {
  const { projectID, roomID } = await place(user)
  const itemID = await user.newItem({ projectID, roomID }, FAUCET, { field1: 'Castellan' })
  // Asked behind the page: of an item that is deleted by then it is a 404.
  const tasks = page.waitForResponse(/\/upcoming\?/)
  await page.goto(`/edititem?itemID=${itemID}`)
  await tasks
  await page.getByRole('button', { name: 'Delete Item' }).click()
  await expect(toast(page)).toContainText('Deleted item')
  // The room has come, and with it the focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  const undo = toast(page).getByRole('button', { name: 'Undo' })
  await undo.focus()
  await page.keyboard.press('Enter')
  await expect(toast(page)).toContainText('Restored item')
  await expect(toast(page).getByRole('button', { name: 'Close' })).toHaveCount(1)
  await expect(toast(page)).not.toContainText('Deleted item')
})

for (const [width, height] of [
  [320, 568],
  [390, 844],
  [1280, 720],
] as const) {
  test(`a toast covers no button at ${width} × ${height}`, async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/./)
    const { projectID, roomID } = await place(user)
    const items = []
    for (const brand of ['Castellan', 'Harrow']) {
      items.push(await user.newItem({ projectID, roomID }, FAUCET, { field1: brand }))
    }
    const [first = 0, second = 0] = items
    const expectFree = async (text: string) => {
      await expect(toast(page)).toContainText(text)
      await expect.poll(() => covered(page)).toEqual([])
      await expect(toast(page)).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize({ width, height })
    await page.goto(`/edititem?itemID=${first}`)
    await page.getByRole('button', { name: 'Delete Item' }).click()
    await expectFree('Deleted item')
    await toast(page).getByRole('button', { name: 'Undo' }).click()
    await expectFree('Restored item')
    await page.getByRole('link', { name: 'Create New Item' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create Item')

    // A failure beside a form whose foot stays at the bottom, wherever it is scrolled.
    await page.goto(`/edititem?itemID=${second}`)
    await page.getByRole('combobox', { name: 'Brand' }).fill('Harrow & Vale')
    await user.call(deleteItem, { query: { itemID: second } })
    await page.getByRole('button', { name: 'Update Item' }).click()
    await expectFree('Unable to update item')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await expectFree('Unable to update item')

    await page.goto(`/editproject?projectID=${projectID}`)
    await page.getByRole('textbox', { name: 'City' }).fill('Winooski')
    await page.getByRole('button', { name: 'Save Project' }).click()
    await expectFree('Successfully updated the project!')
  })
}
