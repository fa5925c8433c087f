import type { Page } from '@playwright/test'
import { getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { sentenceOf } from '../../support/problems.ts'

const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const place = { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
  const inputs = { field1: 'Castellan', field3: 'Brass', notes: 'Left side.' }
  return { ...place, itemID: await user.newItem(place, ['Plumbing', 'Faucet'], inputs) }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change' })
const confirm = (page: Page, name: string) => dialog(page).getByRole('button', { name })
const CHANGE = 'Change Subcategory'

test('the sub category of an item is changed by the keyboard, with what has no place shown and put into the notes', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push('409 /changesubcategory')
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
  await expect(dialog(page).getByRole('alert')).toContainText(sentenceOf('item_changed'))
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
