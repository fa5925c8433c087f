import type { Locator, Page } from '@playwright/test'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { signedIn } from '../../support/e2e-server.ts'

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const box = (within: Page | Locator, name: string) => within.getByLabel(name, { exact: true })

/** As a mouse does, which asks nobody whether the button is enabled. */
const press = async (grey: Locator) => {
  await expect(grey).toBeDisabled()
  await grey.click({ force: true })
}

const expectMissing = async (field: Locator, sentence: string) => {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence.replaceAll('.', '\\.')}`))
}

test.describe('a grey button says what is missing:', () => {
  // Proves 4.2
  test('Register marks every field that is, and goes to the first', async ({ page }) => {
    await page.goto('/register')
    await press(button(page, 'Register'))
    await expect(box(page, 'Username')).toBeFocused()
    for (const name of ['Email Address', 'Phone Number', 'First Name', 'Address', 'Zip']) {
      await expectMissing(box(page, name), 'Required.')
    }
    await expectMissing(box(page, 'Password'), 'Must be at least 8 characters.')
    await expect(box(page, 'Company (optional)')).not.toHaveAttribute('aria-invalid')
    await expectAccessible(page)
  })

  test('Enter in a field of Register does the same', NIGHTLY, async ({ page }) => {
    await page.goto('/register')
    await box(page, 'Username').fill('robin')
    await box(page, 'Last Name').press('Enter')
    await expect(box(page, 'Email Address')).toBeFocused()
    await expect(box(page, 'Username')).not.toHaveAttribute('aria-invalid')
    await expectMissing(box(page, 'City'), 'Required.')
  })

  // Proves 4.9
  test('Create Item marks category and sub category', async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID, 'Kitchen')
    await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
    await press(button(page, 'Create Item'))
    await expect(box(page, 'Category')).toBeFocused()
    await expectMissing(box(page, 'Category'), 'Required.')
    await box(page, 'Category').selectOption({ label: 'Plumbing' })
    await press(button(page, 'Create and Add Another'))
    await expect(box(page, 'Sub Category')).toBeFocused()
    await expectMissing(box(page, 'Sub Category'), 'Required.')
    await expect(box(page, 'Category')).not.toHaveAttribute('aria-invalid')
  })

  test('where nothing was changed, that nothing is there to save', async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID, 'Kitchen')
    const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'POST' && sent.push(new URL(request.url()).pathname)))
    for (const [address, save] of [
      [`/editproject?projectID=${projectID}`, 'Save Project'],
      [`/edititem?itemID=${itemID}`, 'Update Item'],
    ] as const) {
      await page.goto(address)
      await press(button(page, save))
      await expect(page.getByRole('status').filter({ hasText: 'Nothing to save yet.' })).toBeVisible()
    }
    await box(page, 'Brand').press('Enter')
    await box(page, 'Brand').fill('Harrow')
    await expect(page.getByText('Nothing to save yet.')).toHaveCount(0)
    expect(sent.filter((path) => path !== '/refresh')).toEqual([])
  })

  // Proves 4.4
  test('Delete Project asks for the exact name', NIGHTLY, async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    await page.goto(`/editproject?projectID=${projectID}`)
    await button(page, 'Delete Project').click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('maple street')
    await press(button(dialog, 'Delete Project'))
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await expectMissing(dialog.getByRole('textbox'), 'Type the name exactly as it stands here.')
  })

  test('the forms of the account mark their fields', NIGHTLY, async ({ page, user }) => {
    expect(user.name).toBeTruthy()
    await page.goto('/account')
    await press(button(page, 'Change Password'))
    await expect(box(page, 'Current Password')).toBeFocused()
    await expectMissing(box(page, 'Current Password'), 'Required.')
    await expectMissing(box(page, 'New Password'), 'Must be at least 8 characters.')
    await button(page, 'Delete Account').click()
    const dialog = page.getByRole('alertdialog')
    await press(button(dialog, 'Delete Account'))
    await expectMissing(box(dialog, 'Password'), 'Required.')
  })

  test('so does the dialog that ends a session', NIGHTLY, async ({ page, user, request }) => {
    await signedIn(request, user.name)
    await page.goto('/account')
    await button(page, 'Change Password').waitFor()
    await page
      .getByRole('button', { name: /^End the session of / })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await press(button(dialog, 'End Session'))
    await expect(box(dialog, 'Password')).toBeFocused()
    await expectMissing(box(dialog, 'Password'), 'Required.')
    await box(dialog, 'Password').fill('x')
    await expect(button(dialog, 'End Session')).toBeEnabled()
  })

  // Proves 5.13, 5.14
  test('so do those of administration', NIGHTLY, async ({ page, admin }) => {
    expect(admin.name).toBeTruthy()
    await page.goto('/admin/home')
    await press(button(page, 'Create Room'))
    await expect(box(page, 'Name')).toBeFocused()
    await expectMissing(box(page, 'Name'), 'Required.')
    await button(page, 'Rename').click()
    const dialog = page.getByRole('dialog')
    await press(button(dialog, 'Rename'))
    await expectMissing(box(dialog, 'Name'), 'This is its name already.')
    await button(dialog, 'Cancel').click()

    await page.getByRole('link', { name: 'Edit Room' }).click()
    await expect(page.getByText('Choose a subcategory to see its fields.')).toBeVisible()
    await press(button(page, 'Create'))
    await expectMissing(box(page, 'Add a category'), 'Category name cannot be blank!')
    await box(page, 'Add a category').fill('Nowhere else')
    await press(button(page, 'Add'))
    await expectMissing(box(page, 'Add a category'), 'There is no category of this name yet. Create makes it.')
    await box(page, 'Add a category').fill('')
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ index: 1 })
    await press(button(page, 'Rename'))
    await expectMissing(box(page, 'Rename category'), 'This is its name already.')
    await page.getByRole('combobox', { name: 'Subcategory', exact: true }).selectOption({ index: 1 })
    await press(button(page, 'Update Fields'))
    await expect(page.getByRole('status').filter({ hasText: 'Nothing to save yet.' })).toBeVisible()
  })
})
