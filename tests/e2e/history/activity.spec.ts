import type { Page } from '@playwright/test'
import { updateItem } from '../../../src/shared/items/items.api.ts'
import { updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { registerUser, signedIn, type User } from '../../support/e2e-server.ts'

const row = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })

const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  await user.newRoom(projectID, 'Hall')
  const itemID = await user.newItem({ projectID, roomID }, ['Paint', 'Wall Paint'], {
    field1: 'Harrow',
    field2: 'Dry Sage',
  })
  return { projectID, roomID, itemID }
}

test('what others did shows on the project and its rooms until its activity was looked at', async ({
  page,
  context,
  server,
  user,
}) => {
  const editor = await signedIn(context.request, await registerUser(context.request))
  await signedIn(context.request, user.name)
  const { projectID, roomID, itemID } = await home(user)
  await page.goto(`/projecthome?projectID=${projectID}`)
  await expect(page.getByRole('link', { name: 'Hall, Kitchen, 0 items', exact: true })).toBeVisible()
  await expect(page.getByText(/^New/)).toHaveCount(0)

  server.addMember(projectID, editor.name, 'editor')
  await editor.call(updateItem, { body: { itemID, inputs: { field2: 'Harbor Slate' } } })
  await editor.call(updateRoom, { body: { roomID, roomName: 'Kitchen and Pantry' } })
  await page.reload()
  await expect(page.getByText(/^New since [A-Z][a-z]{2} \d+: 2 changes by /)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Kitchen and Pantry, .*, New, 1 item$/ })).toBeVisible()

  await page.getByRole('link', { name: '2 changes by Robin Sample' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeFocused()
  await expect(row(page, 'New')).toHaveCount(2)
  await expect(row(page, 'Item Changed')).toHaveText(/Color Name.*From Dry Sage.*to Harbor Slate/)
  await expect(row(page, 'Room Changed')).toHaveText(/Name.*From Kitchen.*to Kitchen and Pantry/)
  await expect(row(page, 'Item Created')).toHaveText(/Harrow, Dry Sage/)
  await page.getByLabel('Breadcrumb').getByRole('link', { name: 'Maple Street' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Rooms' })).toBeVisible()
  await expect(page.getByText(/^New since/)).toHaveCount(0)
})
