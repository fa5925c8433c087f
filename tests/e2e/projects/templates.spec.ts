import type { Page } from '@playwright/test'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { keepTemplate } from '../../../src/shared/projects/templates.api.ts'
import { listDeleted } from '../../../src/shared/history/trash.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' })

/** Counts what a person does: presses of the pointer and of keys. */
const hand = (page: Page) => {
  const done = { clicks: 0, keys: 0 }
  return {
    done,
    click: async (role: 'button' | 'link', name: string | RegExp) => {
      done.clicks++
      await page.getByRole(role, { name, exact: typeof name === 'string' }).click()
    },
    type: async (label: string, text: string) => {
      done.clicks++
      await page.getByLabel(label, { exact: true }).click()
      done.keys += text.length
      await page.keyboard.type(text)
    },
  }
}

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
  (await user.call(keepTemplate, { body: { projectID, name } })).projectID

const projectsOf = async (user: User) =>
  (await user.call(listProjects, {})).projects.map(({ name, roomCount, itemCount }) => [name, roomCount, itemCount])

test('one action creates a house of 25 rooms from a template, and one Undo removes it', async ({ page, user }) => {
  const projectID = await house(user, 25)
  await page.goto(`/projecthome?projectID=${projectID}`)
  const { click, type, done } = hand(page)
  await click('button', 'Save as Template')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save as Template' }).click()
  await expect(toasts(page)).toContainText('Kept template "Model House"')
  const shelf = page.getByRole('region', { name: 'Templates' })
  await expect(shelf.getByRole('link', { name: /^Model House/ })).toContainText('25 rooms')

  await click('link', 'Use Template: Model House')
  await expect(page.getByLabel('Start From')).toHaveValue(/\d+/)
  await expect(page.getByText('25 rooms and 50 items are copied, with their files.')).toBeVisible()
  await type('Project Name', 'Maple Street 8')
  await type('Address', '8 Maple Street')
  await type('City', 'Burlington')
  await type('State', 'VT')
  await type('Zip', '05401')
  await click('button', 'Create Project')
  await expect(toasts(page)).toContainText('Created project "Maple Street 8"')
  await expect(page.getByRole('link', { name: /^Maple Street 8/ })).toContainText('50 items')
  expect(done.clicks).toBeLessThanOrEqual(8)
  expect(done.keys).toBeLessThanOrEqual(50)
  const made = (await user.call(listProjects, {})).projects.find(({ name }) => name === 'Maple Street 8')
  const query = { projectID: made?.projectID ?? 0 }
  expect((await user.call(listRooms, { query })).rooms).toHaveLength(25)
  const { events } = await user.call(getActivity, { query })
  expect(events.map(({ kind, is }) => [kind, is])).toEqual([
    ['project created from template', 'Maple Street 8, from Model House'],
  ])

  await undo(page).click()
  await expect(toasts(page)).toContainText('Moved project "Maple Street 8" to the trash.')
  await expect(page.getByRole('link', { name: /^Maple Street 8/ })).toBeHidden()
  expect(await projectsOf(user)).toEqual([['Model House', 25, 50]])
})

test('four equal houses are created one after the other from one template', NIGHTLY, async ({ page, user }) => {
  const projectID = await house(user, 2)
  await kept(user, projectID, 'Row House')
  await page.goto('/projectsetup')
  const from = page.getByLabel('Start From')
  await expect(from).toHaveValue('')
  await from.selectOption('Row House')
  for (let n = 1; n <= 4; n++) {
    await page.getByLabel('Project Name', { exact: true }).fill(`House ${n}`)
    for (const [label, text] of Object.entries({
      Address: `${n} Elm Street`,
      City: 'Burlington',
      State: 'VT',
      Zip: '05401',
    }))
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Create and Add Another' }).click()
    await expect(toasts(page)).toContainText(`Created project "House ${n}"`)
    await expect(page.getByLabel('Project Name', { exact: true })).toHaveValue('')
  }
  expect(await projectsOf(user)).toEqual([...[1, 2, 3, 4].map((n) => [`House ${n}`, 2, 4]), ['Model House', 2, 4]])
})

test('without a template nothing of them is shown', NIGHTLY, async ({ page, user }) => {
  await user.newProject('Maple Street')
  await page.goto('/selectproject')
  await expect(page.getByRole('link', { name: /^Maple Street/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Templates' })).toHaveCount(0)
  await page.goto('/projectsetup')
  await expect(page.getByLabel('Project Name', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Start From')).toHaveCount(0)
})

test('a template is opened, filled, renamed and deleted, and offers nothing that is for homes alone', async ({
  page,
  user,
}) => {
  const templateID = await kept(user, await house(user, 2), 'Row House')
  await page.goto('/selectproject')
  await page
    .getByRole('region', { name: 'Templates' })
    .getByRole('link', { name: /^Row House/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Row House' })).toBeVisible()
  await expect(page.getByText('Template · 2 rooms · 4 items')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Use Template' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download Spreadsheet' })).toBeVisible()
  for (const name of ['People', 'Download Project', 'Edit Project'])
    await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
  for (const name of ['Copy Project', 'Save as Template', 'Move Rooms'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.getByText('Address', { exact: true })).toHaveCount(0)

  await page.getByRole('link', { name: 'Create New Room' }).click()
  await page.getByLabel('Room Name').fill('Bath')
  await page.getByLabel('Room Type').selectOption('Bathroom')
  await page.getByRole('button', { name: 'Create Room', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Bath, Bathroom, 0 items' })).toBeVisible()
  const { rooms } = await user.call(listRooms, { query: { projectID: templateID } })
  await page.goto(`/createroom?projectID=${templateID}&roomID=${rooms[0]?.ID}`)
  await expect(page.getByRole('button', { name: 'Delete Room' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to Another Project' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Copy Room' }).click()
  const project = page.getByRole('dialog').getByLabel('Project', { exact: true })
  await expect(project).toHaveValue(String(templateID))
  await expect(project.locator('optgroup')).toHaveAttribute('label', 'Templates')

  await page.goto(`/projecthome?projectID=${templateID}`)
  await page.getByRole('link', { name: 'Edit Template' }).click()
  await page.getByLabel('Template Name').fill('Town House')
  await page.getByRole('button', { name: 'Save Template' }).click()
  await expect(toasts(page)).toContainText('Renamed template "Row House" to "Town House"')
  await expect(page.getByRole('heading', { level: 1, name: 'Town House' })).toBeVisible()
  expect((await user.call(getProject, { query: { projectID: templateID } })).project.name).toBe('Town House')

  await page.getByRole('link', { name: 'Edit Template' }).click()
  await page.getByRole('button', { name: 'Delete Template' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Template' }).click()
  await expect(toasts(page)).toContainText('Deleted template "Town House"')
  await expect(page.getByRole('heading', { name: 'Templates' })).toHaveCount(0)
  expect(await user.call(listDeleted, {})).toMatchObject([{ kind: 'template', name: 'Town House' }])
  await undo(page).click()
  await expect(toasts(page)).toContainText('Restored template "Town House"')
  await expect(page.getByRole('region', { name: 'Templates' })).toBeVisible()
})

test.describe('a name that another template has', () => {
  test.use({ expectedErrors: [/409/] })

  test('is told at the field', NIGHTLY, async ({ page, user }) => {
    const projectID = await house(user, 1)
    await kept(user, projectID, 'Row House')
    const templateID = await kept(user, projectID, 'Villa')
    await page.goto(`/projecthome?projectID=${projectID}`)
    await page.getByRole('button', { name: 'Save as Template' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('villa')
    await dialog.getByRole('button', { name: 'Save as Template' }).click()
    await expect(dialog.getByText('Template "villa" already exists')).toBeVisible()
    await page.goto(`/editproject?projectID=${templateID}`)
    await page.getByLabel('Template Name').fill('Row House')
    await page.getByRole('button', { name: 'Save Template' }).click()
    await expect(page.getByRole('textbox')).toHaveAccessibleDescription('Template "Row House" already exists')
  })
})

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

test.describe('a page that a template is without', () => {
  test.use({ expectedErrors: [/409/] })

  test('says so at its address and leads back to the template', NIGHTLY, async ({ page, user }) => {
    const templateID = await kept(user, await house(user, 1), 'Suite')
    for (const address of ['/people?', '/handover?', '/comingup?', '/find?q=knob&', '/inbox?']) {
      await page.goto(`${address}projectID=${templateID}`)
      await expect(page.getByRole('heading', { level: 1, name: 'Templates don’t have this' })).toBeVisible()
    }
    await expect(page.getByRole('link', { name: 'Use Template', exact: true })).toHaveAttribute(
      'href',
      `/projectsetup?templateID=${templateID}`,
    )
    await page.getByRole('link', { name: 'Open Template', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Suite' })).toBeVisible()
  })
})
