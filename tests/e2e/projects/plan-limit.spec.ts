import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { expect, NIGHTLY, onStrict as test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const SENTENCE = 'The Basic Monthly Plan includes up to two projects.'

const twoProjects = async (user: User): Promise<void> => {
  await user.newProject('Maple Street')
  await user.newProject('Lakeside Cottage')
}

// Proves 1.8
test('the third project is refused with the way to Pricing, and nothing typed is lost', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  await twoProjects(user)
  await page.goto('/projectsetup')
  for (const name of ['Project Name', 'Address', 'City', 'State', 'Zip']) {
    await page.getByRole('textbox', { name, exact: true }).fill('Harbor View')
  }
  await page.getByRole('button', { name: 'Create Project' }).click()
  const alert = page.getByRole('alert').filter({ hasText: SENTENCE })
  await expect(alert).toBeFocused()
  await expectAccessible(page)
  await alert.getByRole('link', { name: 'See Pricing' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
  await dialog.getByRole('button', { name: 'Keep Working' }).click()
  await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Harbor View')
  await alert.getByRole('link', { name: 'See Pricing' }).click()
  await dialog.getByRole('button', { name: 'Abandon Changes' }).click()
  await expect(page).toHaveURL('/info')
})

test('the sample project is refused with the way to Pricing', NIGHTLY, async ({ page, user, expectedErrors }) => {
  expectedErrors.push(/409/)
  await page.goto('/selectproject')
  const add = page.getByRole('button', { name: 'Try a Sample Project' })
  await expect(add).toBeVisible()
  await twoProjects(user)
  await add.click()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts).toContainText(SENTENCE)
  // It stays while it has the focus.
  await page.keyboard.press('F6')
  await expectAccessible(page)
  await toasts.getByRole('link', { name: 'See Pricing' }).click()
  await expect(page).toHaveURL('/info')
})

test(
  'restoring a third project is refused with the way to Pricing',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/409/)
    const projectID = await user.newProject('Harbor View')
    await user.call(deleteProject, { query: { projectID } })
    await twoProjects(user)
    await page.goto('/trash')
    await page.getByRole('button', { name: 'Restore Harbor View' }).click()
    const alert = page.getByRole('alert').filter({ hasText: SENTENCE })
    await expect(alert).toBeFocused()
    await alert.getByRole('link', { name: 'See Pricing' }).click()
    await expect(page).toHaveURL('/info')
  },
)

test(
  'Undo is refused with a link to Pricing if the limit is reached again',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/409/)
    const projectID = await user.newProject('Harbor View')
    await page.goto(`/editproject?projectID=${projectID}`)
    await page.getByRole('button', { name: 'Delete Project' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('Harbor View')
    await dialog.getByRole('button', { name: 'Delete Project' }).click()
    const toasts = page.getByRole('region', { name: 'Notifications' })
    await toasts.hover()
    await twoProjects(user)
    await toasts.getByRole('button', { name: 'Undo' }).click()
    await expect(toasts.getByRole('alert')).toHaveText(SENTENCE)
    await toasts.getByRole('link', { name: 'See Pricing' }).click()
    await expect(page).toHaveURL('/info')
  },
)
