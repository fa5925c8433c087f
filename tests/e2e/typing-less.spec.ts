import type { Page } from '@playwright/test'
import { getItem } from '../../src/shared/items.ts'
import { listSuggestions } from '../../src/shared/suggestions.ts'
import { expect, expectAccessible, test, type User } from '../support/e2e.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}

const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })
const suggestions = (page: Page) => page.getByRole('option').filter({ visible: true }).and(page.locator('li'))
const SUGGESTIONS = new RegExp(`${listSuggestions.path}\\?`)

// Proves 13.3.4
test('what was entered under a label is suggested below its field, to be taken by keys or a tap', async ({
  page,
  user,
}) => {
  const place = await kitchen(user)
  for (const brand of ['Castellan', 'Norwood', 'Castellan', 'Alder & Sons'])
    await user.newItem(place, FAUCET, { field1: brand })
  const itemID = await user.newItem(place, FAUCET, { notes: 'Left side.' })
  await page.goto(`/edititem?itemID=${itemID}`)
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

// Proves 13.3.4
test('Escape keeps what was typed, leaving takes nothing, and what cannot be had is not suggested', async ({
  page,
  user,
  expectedErrors,
}) => {
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
})
