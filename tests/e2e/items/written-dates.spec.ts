import { copyItem } from '../../../src/shared/items/bulk/copies.api.ts'
import { createItem, getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { elapse, expectAccessible } from '../../support/e2e-page.ts'

test('a date is taken as people write it, said as it was understood, and stored as ISO', async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  // A faucet has Warranty Expires in its last field.
  const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], {
    field1: 'Castellan',
    field6: 'sometime',
  })
  const stored = async () => (await user.call(getItem, { query: { itemID } })).field6
  const field = page.getByRole('combobox', { name: 'Warranty Expires', exact: true })
  const save = page.getByRole('button', { name: 'Update Item' })
  const open = async () => {
    await page.goto(`/edititem?itemID=${itemID}`)
    await expect(field).toBeVisible()
  }

  await open()
  await expect(page.getByText('We couldn’t read this as a date, so it won’t appear in Coming Up.')).toBeVisible()
  await field.fill('30.1.31')
  await expect(field).toHaveAccessibleDescription('January 30, 2031')
  await save.click()
  await expect(page).toHaveURL(/roomitems/)
  expect(await stored()).toBe('2031-01-30')
  await expect(page.getByText(/until Jan 2031|Jan 30, 2031/).first()).toBeVisible()

  // Ambiguous days are asked about, and stay as typed without an answer.
  await open()
  await expect(field).toHaveAccessibleDescription('January 30, 2031')
  await field.fill('03/04/2031')
  await expect(page.getByRole('button', { name: 'April 3, 2031' })).toBeVisible()
  await expectAccessible(page)
  // Announced to screen readers when typing stops.
  const said = page.locator('form').getByRole('status').filter({ hasText: 'Which date did you mean?' })
  await expect(said).toBeHidden()
  await elapse(page)
  await expect(said).toHaveText('Which date did you mean? March 4, 2031 or April 3, 2031')
  await save.click()
  await expect(page).toHaveURL(/roomitems/)
  expect(await stored()).toBe('03/04/2031')

  await open()
  await expect(page.getByText(/"03\/04\/2031" could be more than one day/)).toBeVisible()
  await page.getByRole('button', { name: 'April 3, 2031' }).click()
  await expect(field).toHaveValue('2031-04-03')
  await expect(field).toBeFocused()
  await expect(field).toHaveAccessibleDescription('April 3, 2031')
  await field.press('Enter')
  await expect(page).toHaveURL(/roomitems/)
  expect(await stored()).toBe('2031-04-03')

  // What only some languages read as one day is asked, too, where it is stored so.
  await user.call(updateItem, { body: { itemID, inputs: { field6: '5. listopada 2031' } } })
  await open()
  await page.getByRole('button', { name: 'October 5, 2031' }).click()
  await expect(field).toHaveValue('2031-10-05')

  await page.reload()
  await field.fill('Lifetime')
  await save.click()
  await expect(page).toHaveURL(/roomitems/)
  expect(await stored()).toBe('Lifetime')
})

test(
  'a date is in words where two saved it, where the others may follow, and in the activity',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/409/)
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID, 'Kitchen')
    const values = { field1: 'Castellan', field6: '2031-04-03' }
    const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], values)
    await page.goto(`/edititem?itemID=${itemID}`)
    const field = page.getByRole('combobox', { name: 'Warranty Expires', exact: true })
    await expect(field).toHaveAccessibleDescription('April 3, 2031')
    await user.call(updateItem, { body: { itemID, inputs: { field6: '2032-05' } } })
    await user.call(copyItem, { body: { itemID, roomIDs: [roomID] } })
    await field.fill('2033-06-07')
    await page.getByRole('button', { name: 'Update Item' }).click()
    await expect(page.getByRole('row', { name: /Warranty Expires/ })).toContainText('Jun 7, 2033May 2032')
    await page.getByRole('button', { name: 'Keep Mine', exact: true }).click()

    await page.getByRole('button', { name: 'Update the Other Copy' }).click()
    const dialog = page.getByRole('dialog', { name: 'Update the Other Copy' })
    await expect(dialog).toContainText('Warranty Expires: May 2032 → Jun 7, 2033')
    await page.goto(`/projectactivity?projectID=${projectID}`)
    await expect(page.getByText('Jun 7, 2033', { exact: true })).toBeVisible()
  },
)

test('how long a warranty lasts counts from the purchase, and stays as it was written', async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, ['Appliances', 'Refrigerator'], { field5: '2031-01-30' })
  await page.goto(`/edititem?itemID=${itemID}`)
  const field = page.getByRole('combobox', { name: 'Warranty Expires', exact: true })
  await field.fill('2 years')
  await expect(field).toHaveAccessibleDescription('January 30, 2033, counted from Purchase Date')
  await page.getByRole('button', { name: 'Update Item' }).click()
  await expect(page).toHaveURL(/roomitems/)
  expect((await user.call(getItem, { query: { itemID } })).field6).toBe('2 years')
  await page.goto('/comingup')
  await expect(page.getByRole('link', { name: 'Warranty of Refrigerator ends' })).toBeVisible()
})

test('Create Item takes dates as Edit Item does', NIGHTLY, async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
  await page.getByRole('combobox', { name: 'Sub Category' }).selectOption({ label: 'Faucet' })
  const field = page.getByRole('combobox', { name: 'Warranty Expires', exact: true })
  await field.fill('Jan 30 31')
  await expect(field).toHaveAccessibleDescription('January 30, 2031')
  const answered = page.waitForResponse((response) => response.url().endsWith('/item'))
  await page.getByRole('button', { name: 'Create Item', exact: true }).click()
  const { itemID } = createItem.response.parse(await (await answered).json())
  expect((await user.call(getItem, { query: { itemID } })).field6).toBe('2031-01-30')
})

test(
  'fields bring up a keyboard with all that may be written, and the browser checks nothing',
  NIGHTLY,
  async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    const place = { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
    const modesOf = async (subcategory: string) => {
      const itemID = await user.newItem(place, ['Records', subcategory], {})
      await page.goto(`/edititem?itemID=${itemID}`)
      const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Update Item' }) })
      await expect(form).toHaveJSProperty('noValidate', true)
      return form
        .locator('input[role=combobox][name^=field]')
        .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).inputMode))
    }
    // The fourth is a telephone number or an e-mail address.
    expect(await modesOf('Contractor / Supplier')).toEqual(['', '', '', 'email', '', ''])
    // The fifth is a cost, such as '$650 incl. tax'.
    expect(await modesOf('Service Record')).toEqual(['', '', '', '', '', ''])
  },
)

test(
  'a date that is missing is understood where it is filled in, and so is one that many items get',
  NIGHTLY,
  async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    const place = { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
    const values = { field1: 'Wexley', field2: 'Beacon 2', field3: 'CR2' }
    const itemID = await user.newItem(place, ['Lighting & Electrical', 'Smoke / CO Alarm'], values)
    const stored = async () => (await user.call(getItem, { query: { itemID } })).field6

    await page.goto(`/projecthome?projectID=${projectID}&ready=1`)
    const field = page.getByRole('textbox', { name: 'Replace By of Wexley Beacon 2', exact: true })
    await field.fill('03/04/2031')
    await expect(field).toHaveAccessibleDescription(/^Which date did you mean\?/)
    await page.getByRole('button', { name: 'April 3, 2031' }).click()
    await expect(field).toHaveValue('2031-04-03')
    await field.fill('30.1.31')
    await expect(field).toHaveAccessibleDescription('January 30, 2031')
    await field.press('Enter')
    await expect(page.getByText('Updated item "Wexley Beacon 2"')).toBeVisible()
    expect(await stored()).toBe('2031-01-30')

    await page.goto(`/roomitems?roomID=${place.roomID}`)
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select All', exact: true }).click()
    await page.getByRole('button', { name: 'Change a Field…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label', { exact: true }).selectOption('Replace By')
    await dialog.getByLabel('Value').fill('Feb 5, 2036')
    await expect(dialog.getByLabel('Value')).toHaveAccessibleDescription('February 5, 2036')
    await dialog.getByRole('button', { name: 'Set 1 Item' }).click()
    await expect(page.getByText('Set Replace By of 1 item to "2036-02-05"')).toBeVisible()
    expect(await stored()).toBe('2036-02-05')
  },
)
