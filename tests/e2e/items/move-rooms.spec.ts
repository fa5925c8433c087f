import type { Page } from '@playwright/test'
import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { registerUser, signedIn, type User } from '../../support/e2e-server.ts'

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const dialog = (page: Page) => page.getByRole('dialog')
const roomsIn = async (user: User, projectID: number) =>
  ((await user.call(listRooms, { query: { projectID } }))?.rooms ?? []).map(({ name }) => name)

/** Two homes; the first has a kitchen, a hall and an attic, and a link to the kitchen. */
const homes = async (user: User) => {
  const from = await user.newProject('Maple Street')
  const to = await user.newProject('Elm Street')
  const kitchen = await user.newRoom(from, 'Kitchen')
  for (const name of ['Hall', 'Attic']) await user.newRoom(from, name)
  const hides = { notes: false, files: false, labels: [] }
  await user.call(createLink, { body: { projectID: from, roomID: kitchen, name: 'Painter, kitchen', hides } })
  return { from, to, kitchen }
}

test('a room goes to another project from Edit Room, and Undo brings it back', async ({ page, user }) => {
  const { from, kitchen } = await homes(user)
  await page.goto(`/createroom?projectID=${from}&roomID=${kitchen}`)
  await page.getByRole('button', { name: 'Move to Another Project' }).click()
  await expect(dialog(page).getByLabel('To Project', { exact: true })).toBeFocused()
  await expect(dialog(page).getByRole('checkbox')).not.toBeChecked()
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Move Room', exact: true }).click()
  await expect(toasts(page)).toContainText('Moved room "Kitchen" to project "Elm Street". One link has ended.')
  await expect(page.getByRole('heading', { name: 'Elm Street', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /Kitchen/ })).toBeVisible()
  expect(await roomsIn(user, from)).toEqual(['Attic', 'Hall'])
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toContainText('Moved room "Kitchen" back to project "Maple Street".')
  await expect(page.getByText('No rooms have been created for this project yet!')).toBeVisible()
  expect(await roomsIn(user, from)).toEqual(['Attic', 'Hall', 'Kitchen'])
})

test('several rooms go together from Project Home, with their links if one says so', async ({ page, user }) => {
  const { from, to } = await homes(user)
  await page.goto(`/projecthome?projectID=${from}`)
  await page.getByRole('button', { name: 'Move Rooms' }).click()
  const move = dialog(page).getByRole('button', { name: /^Move \d Room/ })
  await expect(move).toBeDisabled()
  for (const name of [/^Kitchen/, /^Hall/]) await dialog(page).getByRole('checkbox', { name }).check()
  await dialog(page)
    .getByRole('checkbox', { name: /^Keep their read-only links/ })
    .check()
  await expect(move).toHaveText('Move 2 Rooms')
  await move.click()
  await expect(toasts(page)).toContainText('Moved 2 rooms to project "Elm Street"')
  expect([await roomsIn(user, from), await roomsIn(user, to)]).toEqual([['Attic'], ['Hall', 'Kitchen']])
  const { links } = (await user.call(listLinks, { query: { projectID: to } })) ?? { links: [] }
  expect(links.map(({ name }) => name)).toEqual(['Painter, kitchen'])
})

test.describe('more rooms than go at once', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\)/] })

  test('are told how many can go, and all stay', NIGHTLY, async ({ page, user }) => {
    const { from } = await homes(user)
    for (let n = 4; n <= 101; n++) await user.newRoom(from, `Room ${n}`)
    await page.goto(`/projecthome?projectID=${from}`)
    await page.getByRole('button', { name: 'Move Rooms' }).click()
    await dialog(page).getByRole('checkbox', { name: 'Select All 101' }).check()
    await dialog(page).getByRole('button', { name: 'Move 101 Rooms' }).click()
    await expect(dialog(page)).toContainText('Choose 1 to 100 rooms.')
    expect(await roomsIn(user, from)).toHaveLength(101)
  })
})

test('without a second project a room cannot be moved', NIGHTLY, async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  await user.newRoom(projectID, 'Kitchen')
  await page.goto(`/projecthome?projectID=${projectID}`)
  await page.getByRole('button', { name: 'Move Rooms' }).click()
  await expect(dialog(page)).toContainText('You don’t have another project to move rooms to.')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Move Rooms' })).toBeFocused()
})

test('an editor is not offered to take rooms out of a project', NIGHTLY, async ({ page, user, server, request }) => {
  const owner = await signedIn(request, await registerUser(request))
  const { from, kitchen } = await homes(owner)
  server.addMember(from, user.name, 'editor')
  await page.goto(`/projecthome?projectID=${from}`)
  await expect(page.getByRole('button', { name: 'Copy Project' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move Rooms' })).toHaveCount(0)
  await page.goto(`/createroom?projectID=${from}&roomID=${kitchen}`)
  await expect(page.getByRole('button', { name: 'Copy Room' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to Another Project' })).toHaveCount(0)
})
