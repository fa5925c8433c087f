import type { Page } from '@playwright/test'
import { expect, expectFocusedAlert, test, type User } from '../support/e2e.ts'

/** The real answer of a call, with another status of success. */
const answerWith = (page: Page, method: string, path: string, status: number, body?: object) =>
  page.route(`**${path}`, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    expect(response.ok()).toBe(true)
    await route.fulfill({ response, status, ...(body && { json: body }) })
  })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const box = (page: Page, name: string) =>
  page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }))

const itemOf = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  return { projectID, roomID, itemID }
}

test.describe('a success of another status than the specified one is a failure with its sentence:', () => {
  test.use({ expectedErrors: [/Unexpected status/] })

  // Proves 8.6
  test('a room is created with 201 alone, and its name stays otherwise', async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    await page.goto(`/createroom?projectID=${projectID}`)
    await box(page, 'Room Name').fill('Pantry')
    await page.getByRole('combobox', { name: 'Room Type' }).selectOption({ label: 'Kitchen' })
    await answerWith(page, 'PUT', '/createroom', 200)
    for (const name of ['Create Room', 'Create and Add Another']) {
      await button(page, name).click()
      await expectFocusedAlert(page, 'Unable to create room "Pantry"')
      await expect(box(page, 'Room Name')).toHaveValue('Pantry')
    }
    await expect(page).toHaveURL(`/createroom?projectID=${projectID}`)
  })

  // Proves 8.6
  test('a room is renamed with 200 alone', async ({ page, user }) => {
    const { projectID, roomID } = await itemOf(user)
    await page.goto(`/createroom?projectID=${projectID}&roomID=${roomID}`)
    await box(page, 'Room Name').fill('Pantry')
    await answerWith(page, 'POST', '/room', 201)
    await button(page, 'Update Room').click()
    await expectFocusedAlert(page, 'Unable to update room "Pantry"')
    await expect(box(page, 'Room Name')).toHaveValue('Pantry')
  })

  // Proves 8.8, 8.10
  test('a room type is created with 201 and an ID', async ({ page, admin }) => {
    const name = `Pantry of ${admin.name}`
    await page.goto('/admin/home')
    await box(page, 'Name').fill(name)
    await answerWith(page, 'PUT', '/roomtype', 201, { message: `Created room type "${name}"` })
    await button(page, 'Create Room').click()
    await expectFocusedAlert(page, `Unable to create room type "${name}" - No ID was returned`)
    await expect(box(page, 'Name')).toHaveValue(name)
  })

  // Proves 8.4, 8.5
  test('a project is saved and deleted with 200 alone', async ({ page, user }) => {
    const { projectID } = await itemOf(user)
    await page.goto(`/editproject?projectID=${projectID}`)
    await box(page, 'City').fill('Winooski')
    await answerWith(page, 'POST', '/project', 201)
    await button(page, 'Save Project').click()
    await expectFocusedAlert(page, 'Project update failure')
    await answerWith(page, 'DELETE', '/project?*', 204)
    await button(page, 'Delete Project').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('Maple Street')
    await dialog.getByRole('button', { name: 'Delete Project' }).click()
    await expectFocusedAlert(page, 'Unable to delete project')
  })

  // Proves 8.11
  test('an item is created with 201 and saved with 200 alone, and what was typed stays', async ({ page, user }) => {
    const { projectID, roomID, itemID } = await itemOf(user)
    await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
    await page.getByRole('combobox', { name: 'Sub Category' }).selectOption({ label: 'Faucet' })
    await box(page, 'Brand').fill('Harrow')
    await answerWith(page, 'PUT', '/item', 200)
    await button(page, 'Create Item').click()
    await expect(page.getByText('Unable to create item')).toBeVisible()
    await expect(box(page, 'Brand')).toHaveValue('Harrow')

    await page.goto(`/edititem?itemID=${itemID}`)
    await box(page, 'Brand').fill('Harrow')
    await answerWith(page, 'POST', '/item', 201)
    await button(page, 'Update Item').click()
    await expect(page.getByText('Unable to update item')).toBeVisible()
    await expect(box(page, 'Brand')).toHaveValue('Harrow')
  })
})
