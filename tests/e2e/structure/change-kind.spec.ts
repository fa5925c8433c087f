import type { Page } from '@playwright/test'
import { getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const place = { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
  const inputs = { field1: 'Castellan', field3: 'Brass', notes: 'Left side.' }
  return { ...place, itemID: await user.newItem(place, ['Plumbing', 'Faucet'], inputs) }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change' })
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name })
const CHANGE = 'Change Sub Category'

test('the sub category of an item is changed by the keyboard, with what has no place shown and put into the notes', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  const { itemID } = await home(user)
  await page.goto(`/edititem?itemID=${itemID}`)
  await page.getByRole('button', { name: CHANGE }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('combobox', { name: 'What is it?' })).toBeFocused()
  await page.keyboard.type('basin')
  await expect(dialog(page).getByRole('option', { name: 'Sink Plumbing', exact: true, selected: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Sink doesn’t have these fields. Their values move to Notes:')).toBeVisible()
  await expect(dialog(page).getByText('Finish: Brass', { exact: true })).toBeVisible()
  await expect(dialog(page).getByText('Brand: kept.')).toBeVisible()
  const notes = dialog(page).getByRole('textbox', { name: 'Notes' })
  await expect(notes).toHaveValue('Left side.\nFinish: Brass')
  await expectAccessible(page)

  // Somebody else is faster.
  await user.call(updateItem, { body: { itemID, inputs: { field3: 'Nickel' } } })
  await confirm(page, CHANGE).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Someone else has changed this item.')
  await expect(notes).toHaveValue('Left side.\nFinish: Nickel')
  await confirm(page, CHANGE).click()
  await expect(page.getByText('Changed to Plumbing – Sink')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: CHANGE })).toBeFocused()
  await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan')
  await expect(page.getByRole('combobox', { name: 'Finish' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Update Item' })).toBeDisabled()
  expect(await user.call(getItem, { query: { itemID } })).toMatchObject({
    subCatName: 'Sink',
    field1: 'Castellan',
    note: 'Left side.\nFinish: Nickel',
  })
})

test('words that no sub category is called become the description of Other', async ({ page, user }) => {
  const { itemID } = await home(user)
  await page.goto(`/edititem?itemID=${itemID}`)
  await page.getByRole('button', { name: CHANGE }).click()
  await dialog(page).getByRole('combobox', { name: 'What is it?' }).fill('zeppelin')
  await dialog(page).getByRole('option', { name: 'Other: zeppelin' }).click()
  await expect(dialog(page).getByText('Description: zeppelin')).toBeVisible()
  await confirm(page, CHANGE).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Description' })).toHaveValue('zeppelin')
  expect(await user.call(getItem, { query: { itemID } })).toMatchObject({ title: 'zeppelin Castellan' })
})

test(
  'what does not fit the notes keeps the sub category from being changed until they are shortened',
  NIGHTLY,
  async ({ page, user }) => {
    const { itemID } = await home(user)
    await user.call(updateItem, { body: { itemID, inputs: { notes: 'n'.repeat(250) } } })
    await page.goto(`/edititem?itemID=${itemID}`)
    await page.getByRole('button', { name: CHANGE }).click()
    await dialog(page).getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
    await dialog(page).getByRole('combobox', { name: 'Sub Category' }).selectOption({ label: 'Sink' })
    await expect(dialog(page).getByText(/^9 characters over\./)).toBeVisible()
    await expect(confirm(page, CHANGE)).toBeDisabled()
    await dialog(page).getByRole('textbox', { name: 'Notes' }).fill('Brass')
    await confirm(page, CHANGE).click()
    await expect(page.getByText('Changed to Plumbing – Sink')).toBeVisible()
    expect(await user.call(getItem, { query: { itemID } })).toMatchObject({ subCatName: 'Sink', note: 'Brass' })

    await page.getByRole('combobox', { name: 'Brand' }).fill('Norwood')
    await page.getByRole('button', { name: CHANGE }).click()
    await expect(dialog(page)).toContainText('You have unsaved changes.')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Norwood')
  },
)

test('the type of a room is changed, with what has no place there named, and its items stay', async ({
  page,
  user,
}) => {
  const { projectID, roomID } = await home(user)
  await page.goto(`/createroom?projectID=${projectID}&roomID=${roomID}`)
  await page.getByRole('button', { name: 'Change Room Type' }).click()
  await dialog(page).getByRole('combobox', { name: 'New Room Type' }).selectOption({ label: 'Bathroom' })
  await expect(dialog(page).getByText('Everything in this room fits the new type.')).toBeVisible()
  await dialog(page).getByRole('combobox', { name: 'New Room Type' }).selectOption({ label: 'Bedroom' })
  await expect(dialog(page).getByText('A Bedroom doesn’t include these.')).toBeVisible()
  await expect(dialog(page).getByRole('listitem')).toHaveText(['Plumbing, Faucet (1 item)'])
  await expectAccessible(page)
  await confirm(page, 'Change Room Type').click()
  await expect(page.getByText('Room "Kitchen" is of the type Bedroom now')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Room Type' }).locator('option:checked')).toHaveText('Bedroom')
  await page.getByRole('link', { name: 'Kitchen', exact: true }).click()
  await expect(page.getByRole('link', { name: /Castellan/ }).first()).toBeVisible()
})
