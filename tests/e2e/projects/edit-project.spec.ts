import type { Page } from '@playwright/test'
import { getProject } from '../../../src/shared/projects/projects.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { expectMarkedAsChanged } from '../../support/e2e-page.ts'

const city = (page: Page) => page.getByRole('textbox', { name: 'City' })
const save = (page: Page) => page.getByRole('button', { name: 'Save Project' })

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
  await expect(page.getByRole('status').getByText(/^Success/)).toBeVisible()
  await expect(page).toHaveURL('/selectproject')
  const { project } = await user.call(getProject, { query: { projectID } })
  expect(project).toMatchObject({ name: 'Maple Street', client: 'Dana and Ruth Sample', city: 'Burlington' })
})
