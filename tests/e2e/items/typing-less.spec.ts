import type { Page } from '@playwright/test'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { listSuggestions } from '../../../src/shared/items/suggestions.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const suggestions = (page: Page) => page.getByRole('option').filter({ visible: true }).and(page.locator('li'))
const SUGGESTIONS = new RegExp(`${listSuggestions.path}\\?`)

test('what was entered under a label is suggested below its field, to be taken by keys or a tap', async ({
  page,
  user,
}) => {
  const place = await kitchen(user)
  for (const brand of ['Castellan', 'Norwood', 'Castellan', 'Alder & Sons'])
    await user.newItem(place, FAUCET, { field1: brand })
  const itemID = await user.newItem(place, FAUCET, { notes: 'Left side.' })
  await page.goto(`/edititem?itemID=${itemID}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const brand = field(page, 'Brand')
  await expect(brand).toHaveAttribute('aria-expanded', 'false')
  await brand.press('ArrowDown')
  await expect(suggestions(page)).toHaveText(['Castellan', 'Alder & Sons', 'Norwood'])
  await expect(brand).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)

  await brand.press('Escape')
  await expect(suggestions(page)).toHaveCount(0)
  await brand.pressSequentially('al')
  await expect(suggestions(page)).toHaveText(['Alder & Sons'])
  await brand.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Alder & Sons', selected: true })).toBeVisible()
  await brand.press('Enter')
  await expect(brand).toHaveValue('Alder & Sons')
  await expect(brand).toBeFocused()
  await expect(page).toHaveURL(`/edititem?itemID=${itemID}`)

  await brand.fill('')
  await brand.click()
  await suggestions(page).filter({ hasText: 'Norwood' }).click()
  await expect(brand).toHaveValue('Norwood')
  await expect(suggestions(page)).toHaveCount(0)
  await brand.press('Enter')
  await expect(page).toHaveURL(`/roomitems?roomID=${place.roomID}`)
  expect(await user.call(getItem, { query: { itemID } })).toMatchObject({ field1: 'Norwood', note: 'Left side.' })
})

test(
  'Escape keeps what was typed, leaving takes nothing, and what cannot be had is not suggested',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/500/)
    const place = await kitchen(user)
    const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan', field2: 'K-77' })
    await page.goto(`/createitem?projectID=${place.projectID}&roomID=${place.roomID}`)
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
    await page.getByRole('combobox', { name: 'Sub Category' }).selectOption({ label: 'Faucet' })
    const brand = field(page, 'Brand')
    await brand.pressSequentially('Cas')
    await expect(suggestions(page)).toHaveText(['Castellan'])
    await brand.press('ArrowDown')
    await brand.press('Escape')
    await expect(brand).toHaveValue('Cas')
    await brand.press('ArrowDown')
    await brand.press('ArrowDown')
    await expect(page.getByRole('option', { name: 'Castellan', selected: true })).toBeVisible()
    await brand.press('Tab')
    await expect(brand).toHaveValue('Cas')
    await expect(suggestions(page)).toHaveCount(0)

    const failed = page.waitForResponse(SUGGESTIONS)
    await page.route(SUGGESTIONS, (route) => route.fulfill({ status: 500, body: 'no' }))
    await field(page, 'Model Number').pressSequentially('K')
    await failed
    await page.unroute(SUGGESTIONS)
    await field(page, 'Model Number').pressSequentially('-')
    await expect(suggestions(page)).toHaveText(['K-77'])
    await expect(page.getByRole('alert')).toHaveCount(0)
    await field(page, 'Model Number').press('Enter')
    await expect(page).toHaveURL(`/roomitems?roomID=${place.roomID}`)
    expect(await user.call(getItem, { query: { itemID: itemID + 1 } })).toMatchObject({ field1: 'Cas', field2: 'K-' })
  },
)

const chosen = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true }).locator('option:checked')

test('what a thing is called leads to its category, sub category and first field, by the keyboard and without a request', async ({
  page,
  user,
}) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Hall bath', 'Bathroom')
  await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  const what = field(page, 'What is it?')
  await expect(what).toBeFocused()
  // What files may be added is the last thing the page asks for by itself.
  await expect(page.getByText(/^Up to \d+ files/)).toBeVisible()
  const requests: string[] = []
  page.on('request', (request) => request.resourceType() === 'fetch' && requests.push(request.url()))
  await page.keyboard.type('towel hook')
  await expect(suggestions(page)).toHaveText([/^Towel Bars & Hooks\s*Glass & Accessories$/])
  await expect(
    page.getByRole('option', { name: 'Towel Bars & Hooks Glass & Accessories', selected: true }),
  ).toBeVisible()
  expect(requests).toEqual([])
  await page.keyboard.press('Enter')
  await expect(chosen(page, 'Category')).toHaveText('Glass & Accessories')
  await expect(chosen(page, 'Sub Category')).toHaveText('Towel Bars & Hooks')
  await expect(field(page, 'Brand')).toBeFocused()

  await what.fill('zeppelin')
  await expect(page.getByText('No match for a Bathroom.')).toBeVisible()
  await expect(chosen(page, 'Sub Category')).not.toHaveText('Towel Bars & Hooks')
  await expect(page.getByRole('button', { name: 'Create Item' })).toBeDisabled()
  await expect(suggestions(page)).toHaveText([/^Other: zeppelin/])
  await what.press('Enter')
  await expect(chosen(page, 'Sub Category')).toHaveText('Other')
  await expect(field(page, 'Description')).toHaveValue('zeppelin')

  await what.fill('tap')
  await suggestions(page)
    .filter({ hasText: /^Faucet/ })
    .click()
  await expect(chosen(page, 'Sub Category')).toHaveText('Faucet')
  await expect(page.getByText('This field is required')).toHaveCount(0)
  await expect(field(page, 'Brand')).toBeFocused()
})

test(
  'Create and Add Another keeps the type of a room and goes to its name; Ctrl+S and Enter save',
  NIGHTLY,
  async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    await page.goto(`/createroom?projectID=${projectID}`)
    const name = page.getByRole('textbox', { name: 'Room Name' })
    await name.fill('Hall bath')
    await page.getByRole('combobox', { name: 'Room Type' }).selectOption({ label: 'Bathroom' })
    await page.getByRole('button', { name: 'Create and Add Another' }).click()
    await expect(page.getByText('Created room "Hall bath"')).toBeVisible()
    await expect(name).toHaveValue('')
    await expect(name).toBeFocused()
    await expect(chosen(page, 'Room Type')).toHaveText('Bathroom')
    await page.keyboard.type('Guest bath')
    await page.keyboard.press('Control+s')
    await expect(page).toHaveURL(`/projecthome?projectID=${projectID}`)
    await page.getByRole('link', { name: 'Guest bath, Bathroom, 0 items' }).click()
    await page.getByRole('link', { name: 'Edit Room' }).click()
    await name.fill('Guest bathroom')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(page.getByRole('heading', { level: 1, name: 'Guest bathroom' })).toBeVisible()

    await page.goto(`/editproject?projectID=${projectID}`)
    await page.getByRole('textbox', { name: 'Zip' }).fill('05402')
    await page.getByRole('textbox', { name: 'Zip' }).press('Enter')
    await expect(page).toHaveURL('/selectproject')
  },
)

test('Use My Address fills in the address of the account, and what it replaces is said and comes back', async ({
  page,
  user,
}) => {
  expect(user.name).toBeTruthy()
  await page.goto('/projectsetup')
  const text = (name: string) => page.getByRole('textbox', { name, exact: true })
  const mine = page.getByRole('button', { name: 'Use My Address' })
  await mine.click()
  await expect(text('Address')).toHaveValue('12 Elm Street')
  await expect(text('City')).toHaveValue('Burlington')
  await expect(text('State')).toHaveValue('VT')
  await expect(text('Zip')).toHaveValue('05401')
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await text('Address').fill('418 Maple Street')
  await mine.click()
  await expect(text('Address')).toHaveValue('12 Elm Street')
  await expect(page.getByText('Your address has replaced the one that was typed.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(text('Address')).toHaveValue('418 Maple Street')

  await text('Project Name').fill('Elm Street')
  await page.getByRole('button', { name: 'Create and Add Another' }).click()
  await expect(page.getByText('Created project "Elm Street"')).toBeVisible()
  await expect(text('Project Name')).toBeFocused()
})

test('Use My Address is not there for an account without one', NIGHTLY, async ({ page, user }) => {
  expect(user.name).toBeTruthy()
  await page.route('**/myaccount', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), address: '' } })
  })
  const answered = page.waitForResponse('**/myaccount')
  await page.goto('/projectsetup')
  await answered
  await expect(page.getByRole('textbox', { name: 'Zip' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use My Address' })).toHaveCount(0)
})
