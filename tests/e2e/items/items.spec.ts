import type { Page } from '@playwright/test'
import { getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { setLabels } from '../../../src/shared/structure/labels.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}

const FAUCET = ['Plumbing', 'Faucet'] as const
const NOTES = { name: /^Notes/ }

const chooseFaucet = async (page: Page) => {
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
  await page.getByRole('combobox', { name: 'Sub Category' }).selectOption({ label: 'Faucet' })
  await expect(page.getByRole('combobox', { name: 'Model Number' })).toBeVisible()
}

// Proves 2.27, 2.28, 2.29, 2.30, 2.32, 4.8, 4.9, 4.10
test('an item is created in an empty room and stands under its category and subcategory', async ({ page, user }) => {
  const { projectID, roomID } = await kitchen(user)
  await page.goto(`/roomitems?roomID=${roomID}`)
  await expect(page.getByText('This room is empty.')).toBeVisible()
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

// Proves 4.10
test('Create and Add Another stays for one more of the kind, clears the form and says so', async ({ page, user }) => {
  const { projectID, roomID } = await kitchen(user)
  await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await chooseFaucet(page)
  await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan')
  await page.getByRole('button', { name: 'Create and Add Another' }).click()
  await expect(page.getByText('Successfully Created New Item')).toBeVisible()
  await expect(page).toHaveURL(/\/createitem/)
  const chosen = (name: string) => page.getByRole('combobox', { name, exact: true }).locator('option:checked')
  await expect(chosen('Category')).toHaveText('Plumbing')
  await expect(chosen('Sub Category')).toHaveText('Faucet')
  const brand = page.getByRole('combobox', { name: 'Brand' })
  await expect(brand).toHaveValue('')
  await expect(brand).toBeFocused()
  expect(await user.call(listItems, { query: { roomID } })).toHaveLength(1)
  await page.getByRole('link', { name: 'Kitchen' }).click()
  await expect(page).toHaveURL(/\/roomitems/)
})

test('Ctrl+S saves an item that is created or edited, and Enter in a field does', NIGHTLY, async ({ page, user }) => {
  const { projectID, roomID } = await kitchen(user)
  await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await chooseFaucet(page)
  await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan')
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
  const stored = async () => (await user.call(listItems, { query: { roomID } })).map(({ title }) => title)
  expect(await stored()).toEqual(['Castellan'])
  await page.getByRole('link', { name: 'Castellan', exact: true }).click()
  await page.getByRole('combobox', { name: 'Model Number' }).fill('K-77')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
  expect(await stored()).toEqual(['Castellan K-77'])
  await page.getByRole('link', { name: 'Castellan', exact: true }).click()
  await page.getByRole('combobox', { name: 'Warranty Expires' }).fill('2031')
  await page.getByRole('combobox', { name: 'Warranty Expires' }).press('Enter')
  await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
})

// Proves 4.12
test('leaving a form that holds text asks first, and Clear Form asks too', async ({ page, user }) => {
  const { projectID, roomID } = await kitchen(user)
  await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await chooseFaucet(page)
  await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan')
  await page.getByRole('link', { name: 'Kitchen' }).click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(dialog.getByRole('heading')).toHaveText('Unsaved Changes')
  await expect(dialog.getByRole('button', { name: 'Keep Working' })).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep Working' }).click()
  await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan')

  await page.getByRole('button', { name: 'Clear Form' }).click()
  await dialog.getByRole('button', { name: 'Keep Working' }).click()
  await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan')

  await page.getByRole('link', { name: 'Maple Street' }).click()
  await dialog.getByRole('button', { name: 'Abandon Changes' }).click()
  await expect(page).toHaveURL(`/projecthome?projectID=${projectID}`)

  await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await chooseFaucet(page)
  const whatIsIt = page.getByRole('combobox', { name: 'What is it?' })
  await whatIsIt.fill('towel hook')
  await page.getByRole('button', { name: 'Clear Form' }).click()
  await dialog.getByRole('button', { name: 'Clear Form' }).click()
  await expect(whatIsIt).toHaveValue('')
  await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveCount(0)
})

// Proves 1.3, 2.29, 5.10
test('items are grouped by category with other last, and three categories get jump links', async ({ page, user }) => {
  const place = await kitchen(user)
  await user.newItem(place, ['Other', 'Other'], {})
  await user.newItem(place, ['Paint', 'Wall Paint'], { field1: 'Harrow & Vale', field2: 'Dry Sage' })
  await user.newItem(place, ['Appliances', 'Dishwasher'], { field1: 'Brennholt' })
  await user.newItem(place, ['Appliances', 'Cooktop'], { field1: 'Aldous & Finch' })
  await page.goto(`/roomitems?roomID=${place.roomID}`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/Appliances/, /Paint/, /Other/])
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Cooktop', 'Dishwasher', 'Wall Paint', 'Other'])
  await expect(page.getByRole('navigation', { name: 'Categories' }).getByRole('link')).toHaveCount(3)
})

// Proves 2.31, 2.33, 2.34, 2.35, 2.36, 2.37, 4.13
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

// Proves 2.36
test(
  'Clear Fields empties the form only after it was confirmed, and saves nothing by itself',
  NIGHTLY,
  async ({ page, user }) => {
    const place = await kitchen(user)
    const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan', notes: 'Left side.' })
    await page.goto(`/edititem?itemID=${itemID}`)
    await page.getByRole('button', { name: 'Clear Fields' }).click()
    await page.getByRole('button', { name: 'Keep Working' }).click()
    await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan')
    await page.getByRole('button', { name: 'Clear Fields' }).click()
    await page.getByRole('button', { name: 'Clear Form' }).click()
    await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('')
    await expect(page.getByRole('textbox', NOTES)).toHaveValue('')
    expect(await user.call(getItem, { query: { itemID } })).toMatchObject({ field1: 'Castellan', note: 'Left side.' })
  },
)

test('the second of two people who save one item learns of the first and loses nothing', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  const place = await kitchen(user)
  const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
  await page.goto(`/edititem?itemID=${itemID}`)
  await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan & Sons')
  await user.call(updateItem, { body: { itemID, inputs: { field1: 'Castellan Works' } } })
  await page.getByRole('button', { name: 'Update Item' }).click()
  await expect(page.getByRole('cell', { name: 'Castellan Works' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan & Sons')
  expect(await user.call(getItem, { query: { itemID } })).toMatchObject({ field1: 'Castellan Works' })
  await expectAccessible(page)
})

test('255 code points fit a field and its notes, 256 are refused in the browser', NIGHTLY, async ({ page, user }) => {
  const place = await kitchen(user)
  const itemID = await user.newItem(place, FAUCET, {})
  await page.goto(`/edititem?itemID=${itemID}`)
  await page.getByRole('combobox', { name: 'Brand' }).fill('🚰'.repeat(256))
  await page.getByRole('button', { name: 'Update Item' }).click()
  await expect(page.getByText('Must be at most 255 characters.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Brand' }).fill('🚰'.repeat(255))
  await page.getByRole('button', { name: 'Update Item' }).click()
  await expect(page).toHaveURL(`/roomitems?roomID=${place.roomID}`)
  expect(await user.call(getItem, { query: { itemID } })).toMatchObject({ field1: '🚰'.repeat(255) })
})

// Proves 1.4, 2.35
test('the notes of an item are typed, saved and shown', async ({ page, user }) => {
  const { projectID, roomID } = await kitchen(user)
  await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
  await page.getByRole('combobox', { name: 'Sub Category' }).selectOption({ label: 'Faucet' })
  await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan')
  const notes = page.getByRole('textbox', { name: 'Notes', exact: true })
  await notes.fill('left of the sink')
  await page.getByRole('button', { name: 'Create Item' }).click()
  await page.getByRole('link', { name: 'Castellan', exact: true }).click()
  await expect(notes).toHaveValue('left of the sink')
  await notes.fill('right of the sink')
  await page.getByRole('button', { name: 'Update Item' }).click()
  await page.getByRole('link', { name: 'Castellan', exact: true }).click()
  await expect(notes).toHaveValue('right of the sink')
})

// Proves 2.33
test(
  'without an item the page leads one step back, and to the projects where there is none',
  NIGHTLY,
  async ({ page, user }) => {
    expect(user.name).toBeTruthy()
    await page.goto('/edititem')
    await expect(page).toHaveURL('/selectproject')
    await page.goto('/projectsetup')
    await page.goto('/edititem')
    await expect(page).toHaveURL('/projectsetup')
  },
)

// Proves 2.34
test('unsaved changes of an item ask on every way out but its other tab', async ({ page, user }) => {
  const place = await kitchen(user)
  const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
  await page.goto(`/roomitems?roomID=${place.roomID}`)
  await page.getByRole('link', { name: 'Castellan' }).click()
  await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan & Sons')
  await page.getByRole('tab', { name: /Attachments/ }).click()
  await expect(page).toHaveURL(`/edititem?itemID=${itemID}&tab=attachments`)
  await page.getByRole('tab', { name: 'Item Details' }).click()

  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  const keep = page.getByRole('button', { name: 'Keep Working' })
  for (const leave of [
    () => breadcrumb.getByRole('link', { name: 'Home' }).click(),
    () => breadcrumb.getByRole('link', { name: 'Maple Street' }).click(),
    () => breadcrumb.getByRole('link', { name: 'Kitchen' }).click(),
    () => page.getByRole('link', { name: 'Help' }).first().click(),
    () => page.getByRole('button', { name: 'Log Out' }).click(),
  ]) {
    await leave()
    await keep.click()
    await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan & Sons')
  }
  await breadcrumb.getByRole('link', { name: 'Kitchen' }).click()
  await page.getByRole('button', { name: 'Abandon Changes' }).click()
  await expect(page).toHaveURL(`/roomitems?roomID=${place.roomID}`)
  await expect(page.getByRole('link', { name: 'Castellan', exact: true })).toBeVisible()
})

test(
  'labels that move while an item is typed in are told, and each text stays under its own',
  NIGHTLY,
  async ({ page, user, server, expectedErrors }) => {
    expectedErrors.push(/./)
    const place = await kitchen(user)
    // A subcategory that no other test of this server uses.
    const itemID = await user.newItem(place, ['Plumbing', 'Pot Filler'], {})
    const { subcatID, labels } = await user.call(getItem, { query: { itemID } })
    const [first, second, ...others] = labels
    await page.goto(`/createitem?projectID=${place.projectID}&roomID=${place.roomID}`)
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
    await page.getByRole('combobox', { name: 'Sub Category' }).selectOption({ label: 'Pot Filler' })
    const firstBox = page.getByRole('combobox', { name: first?.label ?? '', exact: true })
    await firstBox.fill('Castellan')

    server.setRole('grant', user.name, Role.Reseller)
    const fields = [second, first, ...others].map((label) => label?.propID ?? null)
    await user.call(setLabels, { body: { subcatID, fields } })
    const create = page.getByRole('button', { name: 'Create Item' })
    await create.click()
    await expectFocusedAlert(
      page,
      'The fields of this subcategory have changed. Review them and create the item again.',
    )
    await expect(page.locator('input[name^="label"]').first()).toHaveAccessibleName(second?.label ?? '')
    await expect(firstBox).toHaveValue('Castellan')
    await create.click()
    await expect(page).toHaveURL(`/roomitems?roomID=${place.roomID}`)
    const created = (await user.call(listItems, { query: { roomID: place.roomID } })).at(-1)
    expect(created).toMatchObject({ field1: '', field2: 'Castellan' })
  },
)
