import type { Page } from '@playwright/test'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'
import { EMPTY } from '../../support/empty-pages.ts'

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}

const FAUCET = ['Plumbing', 'Faucet'] as const
const NOTES = { name: /^Notes/ }

const chooseFaucet = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
  await page.getByRole('combobox', { name: 'Subcategory' }).selectOption({ label: 'Faucet' })
  await expect(page.getByRole('combobox', { name: 'Model Number' })).toBeVisible()
}

// Proves 2.27, 2.28, 2.29, 2.30, 2.32, 4.8, 4.9, 4.10
test('an item is created in an empty room and stands under its category and subcategory', async ({ page, user }) => {
  const { projectID, roomID } = await kitchen(user)
  await page.goto(`/roomitems?roomID=${roomID}`)
  await expect(page.getByText(EMPTY.room)).toBeVisible()
  await page.getByRole('link', { name: 'Create New Item' }).click()
  await expect(page).toHaveURL(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(
    /Home.*Maple Street.*Kitchen.*Create Item/,
  )

  const create = page.getByRole('button', { name: 'Create Item' })
  await expect(create).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Create and Add Another' })).toBeDisabled()
  await chooseFaucet(page)
  await expect(create).toBeEnabled()
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Paint' })
  await expect(page.getByRole('combobox', { name: 'Model Number' })).toHaveCount(0)
  await expect(create).toBeDisabled()

  await chooseFaucet(page)
  await page.getByRole('combobox', { name: 'Model Number' }).fill('Bridge 7120-SB')
  await page.getByRole('textbox', NOTES).fill('Shut-off is under the sink, left side.')
  await create.click()
  await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
  await expect(page.getByRole('heading', { level: 2, name: /Plumbing/ })).toBeVisible()
  const table = page.getByRole('table', { name: 'Faucet' })
  await expect(table.getByRole('columnheader').filter({ visible: true })).toContainText([
    'Brand',
    'Model Number',
    'Files',
  ])
  const cells = table.getByRole('row').nth(1).getByRole('cell')
  await expect(cells.first()).toContainText('Unspecified')
  await expect(cells.nth(1)).toContainText('Bridge 7120-SB')
  await expect(cells.nth(2)).toContainText('N/A')
  await expect(table.getByRole('link', { name: '0 files, open attachments' })).toBeVisible()
})

// Proves 1.4, 2.31, 2.33, 2.34, 2.35, 2.36, 2.37, 4.13
test('an item is opened from its row, changed and saved', async ({ page, user }) => {
  const place = await kitchen(user)
  const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan', field3: 'Satin brass', notes: 'Left side.' })
  await page.goto(`/roomitems?roomID=${place.roomID}`)
  await page.getByRole('link', { name: 'Castellan' }).click()
  await expect(page).toHaveURL(`/edititem?itemID=${itemID}`)
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(
    /Home.*Maple Street.*Kitchen.*Update Item/,
  )
  for (const fact of ['Project Name', 'Room Name', 'Category', 'Sub Category']) {
    await expect(page.getByText(fact, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('textbox', NOTES)).toHaveValue('Left side.')
  const update = page.getByRole('button', { name: 'Update Item' })
  await expect(update).toBeDisabled()
  await page.getByRole('combobox', { name: 'Finish' }).fill('Satin brass, unlacquered')
  await expect(update).toBeEnabled()
  await expect(page.getByText('Unsaved changes', { exact: true })).toBeVisible()

  await page.getByRole('combobox', { name: 'Finish' }).fill('Satin brass')
  await expect(update).toBeDisabled()
  await page.getByRole('combobox', { name: 'Finish' }).fill('Polished nickel')
  await page.goBack()
  await page.getByRole('button', { name: 'Keep Working' }).click()
  await update.click()
  await expect(page.getByText('Successfully Updated Plumbing – Faucet')).toBeVisible()
  await expect(page).toHaveURL(`/roomitems?roomID=${place.roomID}`)
  expect(await user.call(getItem, { query: { itemID } })).toMatchObject({
    field3: 'Polished nickel',
    note: 'Left side.',
  })
})
