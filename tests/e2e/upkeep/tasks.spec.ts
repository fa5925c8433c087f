import type { Page } from '@playwright/test'
import { dateInWords } from '../../../src/shared/lib/dates.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { listInboxPhotos } from '../../../src/shared/items/inbox.api.ts'
import { deleteItem, getItem } from '../../../src/shared/items/items.api.ts'
import { createTask, type Repeats } from '../../../src/shared/upkeep/tasks.api.ts'
import { isoDay } from '../../support/days.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { pictureOf } from '../../support/sample-pictures.ts'

const DAY = 24 * 60 * 60_000

const inWords = (after: number): string => dateInWords(isoDay(after), 'en-US')

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const HALF_YEAR = { every: 6, unit: 'month', fromDone: true } as const

const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, ['Appliances', 'Refrigerator'], { field1: 'Brennholt' })
  const newTask = async (name: string, day: string, repeats: Repeats = null, at: object = { itemID }) =>
    user.call(createTask, { body: { projectID, ...at, inputs: { name, day, repeats } } })
  return { projectID, roomID, itemID, newTask }
}

test('a task is made for an item, done with one tap with Undo, and done with a note and a photo', async ({
  page,
  user,
}) => {
  const { itemID } = await home(user)
  await page.goto('/comingup')
  await expect(page.getByText(EMPTY.comingUp)).toBeVisible()
  await page.getByRole('button', { name: 'New Task', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Task' })
  await expect(dialog.getByLabel('Task')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Required.')).toBeVisible()
  await dialog.getByLabel('Task').fill('Change Water Filter BWF-20')
  await dialog.getByLabel('Room', { exact: true }).selectOption('Kitchen')
  await dialog.getByLabel('Item', { exact: true }).selectOption('Brennholt')
  await dialog.getByLabel('Due', { exact: true }).fill(isoDay(-12))
  await dialog.getByLabel('Repeats', { exact: true }).selectOption('Months')
  await dialog.getByLabel('Every', { exact: true }).fill('6')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog).toBeHidden()

  const task = row(page, 'Change Water Filter BWF-20')
  await expect(task).toContainText('Kitchen, Brennholt. Every 6 months')
  await expect(task).toContainText('12 days ago')
  await expect(page.getByText('1 overdue · nothing due in the next 90 days · 1 home')).toBeVisible()
  await task.getByRole('button', { name: 'Done: Change Water Filter BWF-20' }).click()
  await expect(toasts(page)).toContainText('Done: "Change Water Filter BWF-20". Next on')
  await expect(task).not.toContainText('12 days ago')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(task).toContainText('12 days ago')

  await task.getByRole('button', { name: 'More for Change Water Filter BWF-20' }).click()
  await task.getByRole('button', { name: 'Done With Note' }).click()
  const done = page.getByRole('dialog', { name: 'Change Water Filter BWF-20' })
  await done.getByLabel('Done On').fill(isoDay(-2))
  await done.getByLabel('Note').fill('The last one of the box.')
  const photo = { name: 'filter.png', mimeType: 'image/png', buffer: await pictureOf('red', 'png') }
  await done.getByLabel('Add Photo', { exact: true }).setInputFiles(photo)
  await expect(done.getByText('Attached Files:')).toBeVisible()
  await expectAccessible(page)
  await done.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(done).toBeHidden()
  await expect
    .poll(async () => (await user.call(getItem, { query: { itemID } })).attachments.map(({ name }) => name))
    .toEqual(['Change Water Filter BWF-20.png'])
  await task.getByRole('link', { name: 'Change Water Filter BWF-20' }).click()
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByText('The last one of the box.')).toBeVisible()
})

test(
  'a photo that could not be added to a completed task’s item says so',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push('404 /itemfiles', /^ApiError: There is nothing here/)
    const { itemID, newTask } = await home(user)
    await newTask('Change Water Filter', isoDay(0))
    await page.goto('/comingup')
    await page.getByRole('button', { name: 'More for Change Water Filter' }).click()
    await page.getByRole('button', { name: 'Done With Note' }).click()
    const done = page.getByRole('dialog', { name: 'Change Water Filter' })
    const photo = { name: 'filter.png', mimeType: 'image/png', buffer: await pictureOf('red', 'png') }
    await done.getByLabel('Add Photo', { exact: true }).setInputFiles(photo)
    await expect(done.getByText('Attached Files:')).toBeVisible()
    // Somebody else deletes the item in that moment.
    await page.route('**/itemfiles', async (route) => {
      await user.call(deleteItem, { query: { itemID } })
      await route.continue()
    })
    await done.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(done).toBeHidden()
    const told = toasts(page).getByText(/^"Change Water Filter" is done, but /)
    await expect(told).toBeVisible()
    await expect(toasts(page).getByRole('link', { name: 'Open Item' })).toBeVisible()
  },
)

test(
  "the photo of a room's task is on its way at once, can be cancelled, and goes into the inbox",
  NIGHTLY,
  async ({ page, user }) => {
    const { projectID, roomID, newTask } = await home(user)
    await newTask('Oil Countertop', isoDay(0), null, { roomID })
    await page.goto('/comingup')
    await page.getByRole('button', { name: 'More for Oil Countertop' }).click()
    await page.getByRole('button', { name: 'Done With Note' }).click()
    const dialog = page.getByRole('dialog', { name: 'Oil Countertop' })
    const done = dialog.getByRole('button', { name: 'Done', exact: true })
    const choose = async (name: string) =>
      dialog
        .getByLabel('Add Photo', { exact: true })
        .setInputFiles({ name, mimeType: 'image/png', buffer: await pictureOf('red', 'png') })
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/upload', async (route) => {
      await held
      await route.continue().catch(() => {})
    })
    await choose('blurred.png')
    await expect(dialog.getByText('Uploading...')).toBeVisible()
    await expect(done).toHaveAttribute('aria-busy', 'true')
    await dialog.getByRole('button', { name: 'Cancel Oil Countertop.png' }).click()
    await expect(dialog.getByText('Uploading...')).toBeHidden()
    await expect(dialog.getByLabel('Add Photo', { exact: true })).toBeFocused()
    release()
    await choose('sharp.png')
    await expect(dialog.getByText('Attached Files:')).toBeVisible()
    await done.click()
    await expect(dialog).toBeHidden()
    await expect
      .poll(async () =>
        (await user.call(listInboxPhotos, { query: { projectID } })).photos.map((photo) => photo.roomID),
      )
      .toEqual([roomID])
  },
)

test.describe('a page that was left open over midnight', () => {
  test.use({ ownContext: true })

  test(
    'notes the day on which Done is pressed, and shows that day when one comes back to it',
    NIGHTLY,
    async ({ page, user }) => {
      const { itemID, newTask } = await home(user)
      for (const name of ['Test Alarms', 'Clean Gutters']) await newTask(name, isoDay(1))
      await page.goto('/comingup')
      const alarms = row(page, 'Test Alarms')
      await expect(alarms).toContainText('tomorrow')
      await page.clock.setFixedTime(Date.now() + DAY)
      await alarms.getByRole('button', { name: 'Done: Test Alarms' }).click()
      await expect(alarms).toHaveCount(0)
      const gutters = row(page, 'Clean Gutters')
      await expect(gutters).toContainText('today')
      await page.clock.setFixedTime(Date.now() + 2 * DAY)
      await gutters.getByRole('button', { name: 'More for Clean Gutters' }).click()
      await gutters.getByRole('button', { name: 'Done With Note' }).click()
      const done = page.getByRole('dialog', { name: 'Clean Gutters' })
      await expect(done.getByLabel('Done On')).toHaveValue(isoDay(2))
      await expect(done.getByLabel('Done On')).toHaveAttribute('max', isoDay(2))
      await done.getByRole('button', { name: 'Done', exact: true }).click()
      await expect(done).toBeHidden()
      const { events } = await user.call(getHistory, { query: { itemID } })
      const days = events.flatMap(({ kind, is }) => (kind === 'task done' ? [is] : []))
      expect(days).toEqual([`Clean Gutters, ${inWords(2)}`, `Test Alarms, ${inWords(1)}`])

      await newTask('Sweep Chimney', isoDay(4))
      await page.clock.setFixedTime(Date.now() + 3 * DAY)
      // As a browser tells that its page is looked at again.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      await expect(row(page, 'Sweep Chimney')).toContainText('tomorrow')
    },
  )
})

test('on a phone everything of a task is in reach, also with a long name', NIGHTLY, async ({ page, user }) => {
  const { newTask } = await home(user)
  await newTask('Change the very long-named filter '.repeat(2).slice(0, 64), isoDay(1), HALF_YEAR)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/comingup')
  const done = page.getByRole('button', { name: /^Done:/ })
  await expect(done).toBeVisible()
  await expect.poll(async () => (await done.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
  await page.getByRole('button', { name: /^More for/ }).click()
  await expect(page.getByRole('button', { name: 'Delete Task' })).toBeInViewport()
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessible(page)
})
