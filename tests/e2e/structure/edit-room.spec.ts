import type { Locator, Page } from '@playwright/test'
import { createRoomType, getRoomStructure, listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { tabTo, typeInto } from '../../support/e2e-page.ts'
import type { User } from '../../support/e2e-server.ts'

const category = (page: Page) => page.getByRole('combobox', { name: 'Category', exact: true })
const subcategory = (page: Page) => page.getByRole('combobox', { name: 'Subcategory', exact: true })
const field = (page: Page, number: number) => page.getByLabel(`Field ${number}`)
const chosen = (select: Locator) => select.locator('option:checked')

const expectFocusedStatus = async (page: Page, text: string | RegExp) => {
  const status = page.getByRole('status').filter({ hasText: text })
  await expect(status).toHaveText(text)
  await expect(status).toBeFocused()
}

const slotsOf = async (admin: User, subCatID: number) =>
  (await admin.call(listFields, { query: { subCatID } })).map((each) => [each.field, each.label])

// Proves 2.47
test('a whole room type is shaped by keyboard alone, without leaving the page', async ({ page, admin }) => {
  const { name } = admin
  const { roomTypeID } = await admin.call(createRoomType, { body: { roomType: `Loft ${name}` } })
  await page.goto(`/admin/editroom?roomTypeID=${roomTypeID}`)
  await typeInto(page, page.getByLabel('Add a category'), `Beams ${name}`)
  await page.keyboard.press('Enter')
  await expectFocusedStatus(page, `Added category "Beams ${name}"`)
  await expect(chosen(category(page))).toHaveText(`Beams ${name}`)

  await typeInto(page, page.getByLabel('Rename category'), `Timber ${name}`)
  await page.keyboard.press('Enter')
  await expectFocusedStatus(page, new RegExp(`category .*"Timber ${name}"$`))

  await typeInto(page, page.getByLabel('Add a subcategory'), `Rafter ${name}`)
  await tabTo(
    page,
    page.getByRole('region', { name: 'Subcategory', exact: true }).getByRole('button', { name: 'Create', exact: true }),
  )
  await page.keyboard.press('Space')
  await expectFocusedStatus(page, `Added subcategory "Rafter ${name}"`)
  await expect(chosen(subcategory(page))).toHaveText(`Rafter ${name}`)

  await typeInto(page, page.getByLabel('Rename subcategory'), `Purlin ${name}`)
  await page.keyboard.press('Enter')
  await expectFocusedStatus(page, new RegExp(`subcategory .*"Purlin ${name}"$`))

  await typeInto(page, field(page, 1), 'Brand')
  await typeInto(page, field(page, 2), `Span ${name}`)
  await page.keyboard.press('Enter')
  await expectFocusedStatus(page, new RegExp(`fields .*"Purlin ${name}"$`))

  await tabTo(page, category(page))
  await page.keyboard.press('ArrowUp')
  await expect(subcategory(page)).toBeDisabled()
  await page.keyboard.press('ArrowDown')
  await tabTo(page, subcategory(page))
  await page.keyboard.press('ArrowDown')
  await expect(field(page, 2)).toHaveValue(`Span ${name}`)
  await expect(page).toHaveURL(`/admin/editroom?roomTypeID=${roomTypeID}`)
  const structure = Object.values(await admin.call(getRoomStructure, { query: { roomType: roomTypeID } }))
  expect(structure).toMatchObject([{ parentCatName: `Timber ${name}`, subcatNameList: [`Purlin ${name}`] }])
  expect(await slotsOf(admin, structure[0]?.subcatList[0] ?? 0)).toEqual([
    ['field1', 'Brand'],
    ['field2', `Span ${name}`],
  ])
})
