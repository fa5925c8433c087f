import type { Page } from '@playwright/test'
import { dateInWords } from '../../../src/shared/upkeep/dates.ts'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { listUnsorted } from '../../../src/shared/attachments/inbox.api.ts'
import { deleteItem, getItem } from '../../../src/shared/items/items.api.ts'
import { createTask, updateTask, type Repeats } from '../../../src/shared/upkeep/tasks.api.ts'
import { isoDay } from '../../support/days.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { signedIn, type User } from '../../support/e2e-server.ts'
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
  await expect(page.getByText('Nothing is coming up.')).toBeVisible()
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
  await expect(page.getByText('1 overdue · 0 due in 90 days · 1 home')).toBeVisible()
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
    expectedErrors.push(/404|There is nothing here/, /ApiError/)
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
    const told = toasts(page).getByText('"Change Water Filter" is done, but its photo could not be added.')
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
      .poll(async () => (await user.call(listUnsorted, { query: { projectID } })).photos.map((photo) => photo.roomID))
      .toEqual([roomID])
  },
)

test('a task is put off, skipped, edited and deleted, each with Undo, and chips show tasks alone', async ({
  page,
  user,
}) => {
  const { projectID, roomID, newTask } = await home(user)
  await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan', field6: isoDay(20) })
  await newTask('Test Alarms', isoDay(3), { every: 6, unit: 'month', fromDone: false }, {})
  await page.goto('/comingup')
  const filters = page.getByRole('navigation', { name: 'Show', exact: true })
  await filters.getByRole('link', { name: 'Tasks 1', exact: true }).click()
  await expect(row(page, 'Castellan')).toHaveCount(0)
  const task = row(page, 'Test Alarms')
  await expect(task).toContainText('Whole home. Every 6 months')
  const choose = async (choice: string) => {
    await task.getByRole('button', { name: 'More for Test Alarms' }).click()
    await task.getByRole('button', { name: choice, exact: true }).click()
  }
  await choose('Put Off')
  const dialog = page.getByRole('dialog', { name: 'Test Alarms' })
  await expect(dialog.getByLabel('Reschedule to')).toHaveValue(isoDay(10))
  await dialog.getByLabel('Reschedule to').fill(isoDay(30))
  await dialog.getByRole('button', { name: 'Put Off' }).click()
  await expect(task).toContainText('in 30 days')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(task).toContainText('in 3 days')
  await choose('Skip')
  await expect(task).not.toContainText('in 3 days')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(task).toContainText('in 3 days')
  await choose('Edit Task')
  const edit = page.getByRole('dialog', { name: 'Edit Task' })
  await edit.getByLabel('Repeats', { exact: true }).selectOption('Once')
  await edit.getByRole('button', { name: 'Update Task' }).click()
  await expect(task).not.toContainText('Every')
  await choose('Delete Task')
  await expect(task).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(task).toBeVisible()
  await filters.getByRole('link', { name: 'Warranties 1', exact: true }).click()
  await expect(task).toHaveCount(0)
  await expect(row(page, 'Castellan')).toBeVisible()
})

test(
  'a dialog stays with what was typed where somebody else changes the task, and a second press saves it',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/409/)
    const { newTask } = await home(user)
    const { taskID } = await newTask('Test Alarms', isoDay(3))
    await page.goto('/comingup')
    const choose = async (choice: string) => {
      await page.getByRole('button', { name: 'More for Test Alarms' }).click()
      await page.getByRole('button', { name: choice, exact: true }).click()
    }
    await choose('Edit Task')
    const edit = page.getByRole('dialog', { name: 'Edit Task' })
    await edit.getByLabel('Task').fill('Test All Alarms')
    // Then it stands under another heading.
    await user.call(updateTask, { body: { taskID, version: 1, inputs: { day: isoDay(200), note: 'In the attic' } } })
    await edit.getByRole('button', { name: 'Update Task' }).click()
    await expect(toasts(page)).toContainText('changed')
    await expect(edit.getByLabel('Task')).toHaveValue('Test All Alarms')
    await expect(edit.getByLabel('Note')).toHaveValue('In the attic')
    await expect(edit.getByLabel('Due', { exact: true })).toHaveValue(isoDay(200))
    await edit.getByRole('button', { name: 'Update Task' }).click()
    await expect(edit).toBeHidden()
    await expect(row(page, 'Test All Alarms')).toContainText('In the attic')

    await page.getByRole('button', { name: 'More for Test All Alarms' }).click()
    await page.getByRole('button', { name: 'Done With Note' }).click()
    const done = page.getByRole('dialog', { name: 'Test All Alarms' })
    await done.getByLabel('Note').fill('All six of them.')
    await user.call(updateTask, { body: { taskID, version: 3, inputs: { day: isoDay(2) } } })
    await done.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(row(page, 'Test All Alarms')).toContainText('in 2 days')
    await expect(done.getByLabel('Note')).toHaveValue('All six of them.')
    await done.getByRole('button', { name: 'Done', exact: true }).click()
    await expect(done).toBeHidden()
    await expect(row(page, 'Test All Alarms')).toHaveCount(0)
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
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(row(page, 'Sweep Chimney')).toContainText('tomorrow')
    },
  )
})

test('what a home usually needs is added with one press, or not needed', async ({ page, user }) => {
  const { projectID, roomID } = await home(user)
  await user.newItem({ projectID, roomID }, ['Appliances', 'Dishwasher'], { field1: 'Castellan' })
  await page.goto('/comingup')
  const suggested = page.getByRole('region', { name: 'Suggested' })
  await expect(suggested.getByRole('listitem')).toHaveCount(2)
  await suggested.getByRole('button', { name: 'Add: Change Water Filter, Brennholt' }).click()
  await expect(suggested.getByRole('listitem')).toHaveCount(1)
  await expect(row(page, 'Change Water Filter')).toContainText('Kitchen, Brennholt. Every 6 months')
  await suggested.getByRole('button', { name: 'Not Needed: Clean Dishwasher Filter, Castellan' }).click()
  await expect(suggested).toHaveCount(0)
  await page.reload()
  await expect(row(page, 'Change Water Filter')).toBeVisible()
})

test('the address of the calendar is made, renewed and taken back', async ({ page, user }) => {
  await home(user)
  await page.goto('/comingup')
  const calendar = page.getByRole('region', { name: 'Calendar' })
  await calendar.getByRole('button', { name: 'Create Calendar Link' }).click()
  const address = calendar.getByLabel('Address of the calendar')
  await expect(address).toHaveValue(/\/calendar\/[\w-]{43}\.ics$/)
  await expectAccessible(page)
  const first = await address.inputValue()
  await expect(calendar.getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
    'href',
    first.replace('http:', 'webcal:'),
  )
  expect((await page.request.get(new URL(first).pathname)).headers()['content-type']).toBe(
    'text/calendar; charset=utf-8',
  )
  await calendar.getByRole('button', { name: 'Renew' }).click()
  await page.getByRole('button', { name: 'Create New Link' }).click()
  await expect(address).not.toHaveValue(first)
  expect((await page.request.get(new URL(first).pathname)).status()).toBe(404)
  await calendar.getByRole('button', { name: 'Turn Off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn Off' }).click()
  await expect(calendar.getByRole('button', { name: 'Create Calendar Link' })).toBeVisible()
})

test('Project Home shows what comes up next in that home, and leads to all of it', NIGHTLY, async ({ page, user }) => {
  const { projectID, newTask } = await home(user)
  await page.goto(`/projecthome?projectID=${projectID}`)
  await expect(page.getByRole('link', { name: 'Kitchen, 1 item' })).toBeVisible()
  await newTask('Change Air Filter', isoDay(-12))
  await newTask('Repaint Everything', isoDay(900))
  await page.reload()
  const soon = page.getByRole('region', { name: 'Coming Up' })
  await expect(soon.getByRole('listitem')).toHaveCount(1)
  await expect(soon).toContainText('Change Air FilterKitchen, over')
  await soon.getByRole('link', { name: 'Change Air Filter' }).click()
  await expect(page.getByRole('button', { name: 'Done: Change Air Filter' })).toBeVisible()
  await page.goBack()
  await soon.getByRole('link', { name: 'All that is coming up' }).click()
  await expect(page.getByRole('button', { name: 'Done: Repaint Everything' })).toBeVisible()
})

test('the card of an item has its tasks, each with Done, and a task is made for it there', async ({ page, user }) => {
  const { itemID, roomID, newTask } = await home(user)
  await newTask('Oil Countertop', isoDay(1), null, { roomID })
  await page.goto(`/edititem?itemID=${itemID}`)
  await page.getByRole('button', { name: 'New Task', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'New Task' })
  await expect(dialog.getByText('For Brennholt', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Home', { exact: true })).toHaveCount(0)
  await dialog.getByLabel('Task').fill('Change Water Filter')
  await dialog.getByLabel('Due', { exact: true }).fill(isoDay(-12))
  await dialog.getByLabel('Repeats', { exact: true }).selectOption('Months')
  await dialog.getByLabel('Every', { exact: true }).fill('6')
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog).toBeHidden()
  const tasks = page.getByRole('region', { name: 'Tasks', exact: true })
  const since = `Overdue since ${inWords(-12)}, every 6 months`
  await expect(tasks.getByText(since, { exact: true })).toBeVisible()
  await expect(tasks.getByRole('listitem')).toHaveCount(1)

  // What is typed in the form stays.
  await page.getByLabel('Model Number', { exact: true }).fill('BFR-3690')
  await tasks.getByRole('button', { name: 'Done: Change Water Filter' }).click()
  await expect(tasks.getByText(since, { exact: true })).toHaveCount(0)
  await expect(tasks.getByText(/^Due .*, every 6 months$/)).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(tasks.getByText(since, { exact: true })).toBeVisible()
  await expect(page.getByLabel('Model Number', { exact: true })).toHaveValue('BFR-3690')

  await tasks.getByRole('button', { name: 'More for Change Water Filter' }).click()
  await tasks.getByRole('button', { name: 'Done With Note' }).click()
  const done = page.getByRole('dialog', { name: 'Change Water Filter' })
  const photo = { name: 'filter.png', mimeType: 'image/png', buffer: await pictureOf('red', 'png') }
  await done.getByLabel('Add Photo', { exact: true }).setInputFiles(photo)
  await expect(done.getByText('Attached Files:')).toBeVisible()
  await done.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(done).toBeHidden()
  const papers = page.getByRole('region', { name: /^Papers/ })
  await expect(papers.getByRole('link', { name: 'Change Water Filter.png' })).toBeVisible()
})

test(
  'who may only look sees the tasks of an item on its card, and no Done',
  NIGHTLY,
  async ({ page, user, usersServer, request }) => {
    const avery = await signedIn(request, await usersServer.addUser(request))
    const { projectID, itemID } = await home(avery)
    const inputs = { name: 'Change Water Filter', day: isoDay(3), repeats: null }
    await avery.call(createTask, { body: { projectID, itemID, inputs } })
    usersServer.addMember(projectID, user.name, 'viewer')
    await page.goto(`/edititem?itemID=${itemID}`)
    const tasks = page.getByRole('region', { name: 'Tasks', exact: true })
    await expect(tasks.getByText(`Due ${inWords(3)}`, { exact: true })).toBeVisible()
    await expect(tasks.getByRole('button')).toHaveCount(0)
  },
)

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
