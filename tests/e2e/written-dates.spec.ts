import { getItem, updateItem } from '../../src/shared/items.ts'
import { elapse, expect, expectAccessible, test } from '../support/e2e.ts'

// Proves 18.9.5
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
  await expect(page.getByText('Kept as written: no date, so it does not come up.')).toBeVisible()
  await field.fill('30.1.31')
  await expect(field).toHaveAccessibleDescription('January 30, 2031')
  await save.click()
  await expect(page).toHaveURL(/roomitems/)
  expect(await stored()).toBe('2031-01-30')
  await expect(page.getByText(/until Jan 2031|Jan 30, 2031/).first()).toBeVisible()

  // What may be two days is asked, and stays as typed for whoever does not answer.
  await open()
  await expect(field).toHaveAccessibleDescription('January 30, 2031')
  await field.fill('03/04/2031')
  await expect(page.getByRole('button', { name: 'April 3, 2031' })).toBeVisible()
  await expectAccessible(page)
  // Said to whoever cannot see it, once nobody types on.
  const said = page.locator('form').getByRole('status').filter({ hasText: 'Which one is meant?' })
  await expect(said).toBeHidden()
  await elapse(page)
  await expect(said).toHaveText('Which one is meant? March 4, 2031 or April 3, 2031')
  await save.click()
  await expect(page).toHaveURL(/roomitems/)
  expect(await stored()).toBe('03/04/2031')

  await open()
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

// Proves 18.9.6
test('fields bring up the keyboard that fits, and the browser checks nothing', async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  await page.route('**/item?itemID=*', async (route) => {
    const answer = await route.fetch()
    const kinds = ['number', 'money', 'web', 'contact', 'color', 'date'].map((kind, at) => ({
      field: `field${at + 1}`,
      kind,
    }))
    await route.fulfill({ response: answer, json: { ...(await answer.json()), kinds } })
  })
  await page.goto(`/edititem?itemID=${itemID}`)
  const modes = async () =>
    page
      .locator('input[role=combobox][name^=field]')
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).inputMode))
  await expect.poll(modes).toEqual(['decimal', 'decimal', 'url', 'tel', '', ''])
  await expect(
    page.locator('form').filter({ has: page.getByRole('button', { name: 'Update Item' }) }),
  ).toHaveJSProperty('noValidate', true)
})
