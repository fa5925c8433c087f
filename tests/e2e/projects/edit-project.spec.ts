import type { Page } from '@playwright/test'
import { deleteProject, getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { cutOff, expectAccessible, expectFocusedAlert, expectMarkedAsChanged } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const open = async (page: Page, user: User, name = 'Maple Street'): Promise<number> => {
  const projectID = await user.newProject(name)
  await page.goto(`/editproject?projectID=${projectID}`)
  return projectID
}

const city = (page: Page) => page.getByRole('textbox', { name: 'City' })
const save = (page: Page) => page.getByRole('button', { name: 'Save Project' })

/** Confirms the deletion as it asks for it. */
const confirmDeletion = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Delete Project' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Delete Project' }).click()
}

// Proves 2.23, 2.24, 4.3, 8.4
test('a project is changed from its home: Save Project waits for a change, says so and leads to the projects', async ({
  page,
  user,
}) => {
  const projectID = await user.newProject('Maple Street')
  await page.goto(`/projecthome?projectID=${projectID}`)
  await page.getByRole('link', { name: 'Edit Project' }).click()
  await expect(page).toHaveURL(`/editproject?projectID=${projectID}`)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(/^Home.*Maple Street.*Edit Project$/)
  await expect(page.getByRole('textbox', { name: 'Project Name' })).toHaveValue('Maple Street')
  await expect(save(page)).toBeDisabled()

  await expectMarkedAsChanged(city(page), false)
  await city(page).fill('Shelburne')
  await expectMarkedAsChanged(city(page), true)
  await expectMarkedAsChanged(page.getByRole('textbox', { name: 'Client' }), false)
  await expect(save(page)).toBeEnabled()
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()
  await city(page).fill('Burlington')
  await expectMarkedAsChanged(city(page), false)
  await expect(save(page)).toBeDisabled()
  await page.getByRole('textbox', { name: 'Client' }).fill('Dana and Ruth Sample')
  await save(page).click()
  await expect(page.getByText('Successfully updated the project!', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/selectproject')
  const { project } = await user.call(getProject, { query: { projectID } })
  expect(project).toMatchObject({ name: 'Maple Street', client: 'Dana and Ruth Sample', city: 'Burlington' })
})

test('what a project needs cannot be emptied', NIGHTLY, async ({ page, user }) => {
  const projectID = await open(page, user)
  for (const name of ['Project Name', 'Address', 'City', 'State', 'Zip']) {
    await page.getByRole('textbox', { name, exact: true }).fill(' ')
  }
  await save(page).click()
  await expect(page.getByText('Required.')).toHaveCount(5)
  await expect(page.getByRole('textbox', { name: 'Project Name' })).toBeFocused()
  expect((await user.call(getProject, { query: { projectID } })).project.city).toBe('Burlington')
})

// Proves 8.4
test('a name that a second browser took is a Project update failure, marked with the sentence of the server', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  await open(page, user)
  await page.getByRole('textbox', { name: 'Project Name' }).fill('Harbor View')
  await city(page).fill('Portland')
  await user.newProject('Harbor View')
  await save(page).click()
  await expectFocusedAlert(page, 'Project update failure')
  const name = page.getByRole('textbox', { name: 'Project Name' })
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription('Project "Harbor View" already exists')
  await expect(city(page)).toHaveValue('Portland')
  await expectAccessible(page)
})

// Proves 8.4, 8.5
test('a project that a second browser deleted is neither saved nor deleted, and nothing typed is lost', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  const projectID = await open(page, user)
  await city(page).fill('Portland')
  await user.call(deleteProject, { query: { projectID } })
  await save(page).click()
  await expectFocusedAlert(page, 'Project update failure')
  await confirmDeletion(page, 'Maple Street')
  await expectFocusedAlert(page, 'Unable to delete project')
  await expect(city(page)).toHaveValue('Portland')
})

// Proves 8.4, 8.5
test('without a server neither saving nor deleting gets an answer, and both work once it is back', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_(CONNECTION|EMPTY)/)
  await open(page, user)
  await city(page).fill('Portland')
  const reconnect = await cutOff(page)
  await save(page).click()
  await expectFocusedAlert(page, 'No server response')
  await confirmDeletion(page, 'Maple Street')
  await expectFocusedAlert(page, 'No server response')
  await expect(city(page)).toHaveValue('Portland')
  await reconnect()
  await confirmDeletion(page, 'Maple Street')
  await expect(page.getByText('Deleted project "Maple Street"')).toBeVisible()
  await expect(page.getByText("You haven't created any projects yet.")).toBeVisible()
})

// Proves 2.24, 4.4, 5.9
test('a project is deleted only when its exact name was typed', async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  await page.goto(`/editproject?projectID=${projectID}`)
  const opener = page.getByRole('button', { name: 'Delete Project' })
  await opener.click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete Maple Street?' })
  await expect(dialog).toContainText('Its 1 room, 1 item and their files go with it.')
  const confirmation = dialog.getByRole('textbox', { name: 'Type Maple Street to confirm' })
  const remove = dialog.getByRole('button', { name: 'Delete Project' })
  await expect(confirmation).toBeFocused()
  await expect(remove).toBeDisabled()
  for (const other of ['maple street', 'Maple Street ', 'Maple Stree', 'Maple  Street']) {
    await confirmation.fill(other)
    await expect(remove).toBeDisabled()
    await confirmation.press('Enter')
    await expect(dialog).toBeVisible()
  }
  await expectAccessible(page)
  await confirmation.fill('Maple Street')
  await expect(remove).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(opener).toBeFocused()
  expect((await user.call(listProjects, {})).projects).toHaveLength(1)

  await opener.press('Enter')
  await expect(confirmation).toHaveValue('')
  await confirmation.fill('Maple Street')
  await confirmation.press('Enter')
  await expect(page.getByText('Deleted project "Maple Street"', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/selectproject')
})

test(
  'leaving with changes asks first; deleting the project does not ask about them again',
  NIGHTLY,
  async ({ page, user }) => {
    await open(page, user)
    await city(page).fill('Portland')
    await page.getByRole('link', { name: 'Maple Street' }).click()
    const unsaved = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
    await unsaved.getByRole('button', { name: 'Keep Working' }).click()
    await expect(city(page)).toHaveValue('Portland')
    await confirmDeletion(page, 'Maple Street')
    await expect(page).toHaveURL('/selectproject')
  },
)

test('without a project there is nothing to edit', NIGHTLY, async ({ page, user, expectedErrors }) => {
  expectedErrors.push(/404|There is nothing here|There's nothing here/)
  expect(user.name).toBeTruthy()
  await page.goto('/editproject')
  await expect(page).toHaveURL('/selectproject')
  for (const projectID of ['999999', 'abc']) {
    await page.goto(`/editproject?projectID=${projectID}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's nothing here")
  }
})
