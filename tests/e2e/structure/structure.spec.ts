import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createRoomType, listFields, listRoomTypes } from '../../../src/shared/structure/room-structure.api.ts'
import { createItem } from '../../../src/shared/items/items.api.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import {
  addCategory,
  addSubcategory,
  createCategory,
  createSubcategory,
  renameCategory,
  renameRoomType,
} from '../../../src/shared/structure/structure.api.ts'
import { createProperties, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { expect, NIGHTLY, onOwnServer, test } from '../../support/e2e.ts'
import { cutOff, expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const open = async (page: Page) => {
  await page.goto('/admin/structure')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Structure')
}
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const entries = (page: Page) => history(page).locator('li')
const undo = (page: Page, what: string) => history(page).getByRole('button', { name: `Undo: ${what}` })
const filePart = (page: Page) => page.getByRole('region', { name: 'Export and Import' })

const expectFocusedStatus = async (page: Page, text: string) => {
  const status = page.getByRole('status').filter({ hasText: text })
  await expect(status).toHaveText(text)
  await expect(status).toBeFocused()
}

const choose = (page: Page, name: string, content: unknown) =>
  filePart(page)
    .getByLabel('Choose a File to Import')
    .setInputFiles({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    })

/** Names of one test: others are shaped on the same server. */
const naming = ({ name }: User) => {
  const of = (word: string) => `${word} ${name}`
  return { of, den: of('Den'), stoves: of('Stoves'), insert: of('Insert') }
}

/** A subcategory with labels, in a room type, and one item that holds a value for each. */
const makeFilledSubcategory = async (admin: User, labels: readonly string[]): Promise<number> => {
  const { den, stoves, insert } = naming(admin)
  const { roomTypeID } = await admin.call(createRoomType, { body: { roomType: den } })
  const { catID } = await admin.call(createCategory, { body: { newCat: stoves } })
  const { subCatID: subcatID } = await admin.call(createSubcategory, { body: { newSubCat: insert } })
  await admin.call(addCategory, { body: { roomTypeID, catID } })
  await admin.call(addSubcategory, { body: { roomTypeID, catID, newSubcatID: subcatID } })
  await admin.call(setLabels, { body: { subcatID, fields: await idsOf(admin, labels) } })
  const projectID = await admin.newProject('House')
  const { roomID } = await admin.call(createRoom, { body: { projectID, roomName: 'Den', roomType: roomTypeID } })
  const inputs = labels.length > 1 ? { field1: 'Acme', field2: 'Black' } : { field1: 'Acme' }
  await admin.call(createItem, { body: { projectID, roomID, catID, subcatID, inputs } })
  return subcatID
}

const idsOf = async (admin: User, labels: readonly string[]): Promise<number[]> => {
  const ids = await admin.call(createProperties, { body: { newLabelList: [...labels] } })
  return labels.map((label) => Number(Object.keys(ids).find((id) => ids[id] === label)))
}

test('the history tells who changed what and when, before and after, and takes a change back', async ({
  page,
  admin,
}) => {
  const { of, stoves } = naming(admin)
  const { catID } = await admin.call(createCategory, { body: { newCat: stoves } })
  await admin.call(renameCategory, { body: { catID, catName: of('Hearths') } })
  await open(page)
  const renamed = entries(page).first()
  await expect(renamed.getByRole('heading')).toHaveText(`Renamed category "${stoves}" to "${of('Hearths')}"`)
  await expect(renamed).toContainText(admin.name)
  await expect(renamed.locator('time')).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/)
  await expect(renamed.getByRole('term')).toHaveText(['Before', 'After'])
  await expect(renamed.getByRole('definition')).toHaveText([stoves, of('Hearths')])

  await undo(page, `Renamed category "${stoves}" to "${of('Hearths')}"`).click()
  await expectFocusedStatus(page, `Undone: Renamed category "${stoves}" to "${of('Hearths')}"`)
  await expect(entries(page).first().getByRole('heading')).toHaveText(
    `Undone: Renamed category "${stoves}" to "${of('Hearths')}"`,
  )
  await expect(entries(page).nth(1).getByRole('button')).toHaveCount(0)
})

test(
  'a change that later ones depend on cannot be undone, and says so',
  NIGHTLY,
  async ({ page, admin, expectedErrors }) => {
    const { of } = naming(admin)
    expectedErrors.push(/409/)
    const { roomTypeID } = await admin.call(createRoomType, { body: { roomType: of('Loft') } })
    await admin.call(renameRoomType, { body: { roomTypeID, roomType: of('Attic') } })
    await open(page)
    const renaming = `Renamed room type "${of('Loft')}" to "${of('Attic')}"`
    await expect(undo(page, renaming)).toBeVisible()
    await admin.call(renameRoomType, { body: { roomTypeID, roomType: of('Garret') } })
    await undo(page, renaming).click()
    await expectFocusedStatus(page, 'Can’t undo this because a later change depends on it.')
    await expect(undo(page, renaming)).toHaveCount(0)
    await expect(undo(page, `Renamed room type "${of('Attic')}" to "${of('Garret')}"`)).toBeVisible()
  },
)

test(
  'undoing labels whose slots hold values names them and asks first',
  NIGHTLY,
  async ({ page, admin, expectedErrors }) => {
    const { insert } = naming(admin)
    expectedErrors.push(/409/)
    const subcatID = await makeFilledSubcategory(admin, ['Brand'])
    await admin.call(setLabels, { body: { subcatID, fields: await idsOf(admin, ['Maker']), confirmed: true } })
    await open(page)
    await undo(page, `Updated fields of "${insert}"`).first().click()
    const dialog = page.getByRole('alertdialog', { name: 'Existing Values Affected' })
    await expect(dialog.getByRole('listitem')).toHaveText([`${insert}, Field 1: 1 item, "Maker" → "Brand"`])
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Leave as It Is' }).click()
    expect(await admin.call(listFields, { query: { subCatID: subcatID } })).toMatchObject([{ label: 'Maker' }])
    await undo(page, `Updated fields of "${insert}"`).first().click()
    await dialog.getByRole('button', { name: 'Undo Anyway' }).click()
    await expectFocusedStatus(page, `Undone: Updated fields of "${insert}"`)
    expect(await admin.call(listFields, { query: { subCatID: subcatID } })).toMatchObject([{ label: 'Brand' }])
  },
)

onOwnServer('the history shows 50 changes, and older ones when asked for', NIGHTLY, async ({ page, admin }) => {
  const { roomTypeID } = await admin.call(createRoomType, { body: { roomType: 'Loft 0' } })
  for (let number = 1; number <= 55; number++) {
    await admin.call(renameRoomType, { body: { roomTypeID, roomType: `Loft ${number}` } })
  }
  await open(page)
  await expect(entries(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Older changes' }).click()
  await expect(entries(page).getByText('Created room type "Loft 0"')).toBeVisible()
  await expect(entries(page).nth(50)).toBeFocused()
  await expect(page.getByRole('button', { name: 'Older changes' })).toHaveCount(0)
})

test('Export saves structure.json, and that file changes nothing where it comes from', async ({ page, admin }) => {
  const { of } = naming(admin)
  await admin.call(createRoomType, { body: { roomType: of('Loft') } })
  await open(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('structure.json')
  await expectFocusedStatus(page, 'Exported the structure to structure.json')
  const text = readFileSync(await download.path(), 'utf8')
  const file = JSON.parse(text) as { roomTypes: Record<string, unknown>; subcategories: Record<string, string[]> }
  expect(file.roomTypes[of('Loft')]).toEqual({})
  expect(file.subcategories['Faucet']?.[1]).toBe('Model Number')
  await choose(page, 'structure.json', text)
  await expectFocusedStatus(page, 'structure.json: This server already has all of this')
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
})

test('Import shows what a file would change before anything is, and then applies it', async ({ page, admin }) => {
  const { den, stoves, insert } = naming(admin)
  await open(page)
  const file = {
    subcategories: { [insert]: ['Brand', '', 'Flue'] },
    categories: { [stoves]: [insert] },
    roomTypes: { [den]: { [stoves]: [insert] } },
  }
  await choose(page, 'den.json', file)
  const list = filePart(page).getByRole('list', { name: 'What it would change' })
  await expect(list.getByRole('listitem').first()).toHaveText(`Create room type "${den}"`)
  const count = await list.getByRole('listitem').count()
  await expectFocusedStatus(page, `den.json: Importing would make ${count} changes`)
  await expectAccessible(page)
  const has = async () => (await admin.call(listRoomTypes, {})).rooms.some(({ roomTypeName }) => roomTypeName === den)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expectFocusedStatus(page, 'Nothing was imported.')
  expect(await has()).toBe(false)

  await choose(page, 'den.json', file)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expectFocusedStatus(page, `Imported the structure: ${count} changes`)
  expect(await has()).toBe(true)
  await undo(page, `Imported a structure: ${count} changes`).click()
  await expectFocusedStatus(page, `Undone: Imported a structure: ${count} changes`)
  expect(await has()).toBe(false)
})

test(
  'an import under which values would stand under another label is asked for first',
  NIGHTLY,
  async ({ page, admin, expectedErrors }) => {
    const { insert } = naming(admin)
    expectedErrors.push(/409/)
    const subcatID = await makeFilledSubcategory(admin, ['Brand', 'Finish'])
    await open(page)
    await choose(page, 'insert.json', {
      subcategories: { [insert]: ['Maker', 'Finish'] },
      categories: {},
      roomTypes: {},
    })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Existing Values Affected' })
    await expect(dialog.getByRole('listitem')).toHaveText([`${insert}, Field 1: 1 item, "Brand" → "Maker"`])
    await dialog.getByRole('button', { name: 'Import Nothing' }).click()
    expect(await admin.call(listFields, { query: { subCatID: subcatID } })).toMatchObject([
      { label: 'Brand' },
      { label: 'Finish' },
    ])
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByRole('button', { name: 'Import Anyway' }).click()
    await expect(page.getByRole('status').filter({ hasText: /^Imported the structure: \d+ changes?$/ })).toBeFocused()
    expect(await admin.call(listFields, { query: { subCatID: subcatID } })).toMatchObject([
      { label: 'Maker' },
      { label: 'Finish' },
    ])
  },
)

test('a file that is no structure says what is wrong and where', NIGHTLY, async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/400/)
  expect(admin.name).toBeTruthy()
  await open(page)
  await choose(page, 'notes.txt', 'Paint the den')
  await expectFocusedAlert(page, '"notes.txt" is not a JSON file.')
  await choose(page, 'long.json', {
    subcategories: { Insert: ['x'.repeat(33)] },
    categories: {},
    roomTypes: {},
  })
  await expectFocusedAlert(
    page,
    'Unable to read "long.json" - subcategories › Insert › field 1: Must be at most 32 characters.',
  )
})

test('without an answer Export, Import and Undo say so', NIGHTLY, async ({ page, admin, expectedErrors }) => {
  const { of } = naming(admin)
  expectedErrors.push(/ERR_(CONNECTION|EMPTY)|No server response/)
  await admin.call(createRoomType, { body: { roomType: of('Loft') } })
  await open(page)
  await cutOff(page)
  await page.getByRole('button', { name: 'Export' }).click()
  await expectFocusedAlert(page, 'Unable to export the structure - No server response')
  await choose(page, 'den.json', { subcategories: {}, categories: {}, roomTypes: {} })
  await expectFocusedAlert(page, 'Unable to read "den.json" - No server response')
  await undo(page, `Created room type "${of('Loft')}"`).click()
  const alert = history(page).getByRole('alert')
  await expect(alert).toHaveText(`Unable to undo "Created room type "${of('Loft')}"" - No server response`)
  await expect(alert).toBeFocused()
})

test('a room type is renamed, duplicated with all it has, and deleted where no room is of it', async ({
  page,
  admin,
  expectedErrors,
}) => {
  const { of, den } = naming(admin)
  expectedErrors.push(/409/)
  await makeFilledSubcategory(admin, ['Brand'])
  await page.goto('/admin/home')
  const selector = page.getByRole('combobox', { name: 'Room Type', exact: true })
  await selector.selectOption({ label: den })
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('kitchen')
  await page.keyboard.press('Enter')
  await expectFocusedStatus(page, 'Room type "kitchen" already exists!')
  await expectAccessible(page)
  await dialog.getByLabel('Name').fill(of('Snug'))
  await dialog.getByRole('button', { name: 'Duplicate' }).click()
  await expectFocusedStatus(page, `Created room type "${of('Snug')}"`)
  await expect(selector.locator('option:checked')).toHaveText(of('Snug'))

  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue(of('Snug'))
  await expect(dialog.getByRole('button', { name: 'Rename' })).toBeDisabled()
  await dialog.getByLabel('Name').fill(of('Nook'))
  await dialog.getByRole('button', { name: 'Rename' }).click()
  await expectFocusedStatus(page, `Renamed room type to "${of('Nook')}"`)
  await page.getByRole('link', { name: 'Edit Room' }).click()
  await expect(page.getByText('Room type · 1 category')).toBeVisible()
  await page.goBack()

  await selector.selectOption({ label: den })
  const remove = async (name: string) => {
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('alertdialog', { name: `Delete ${name}?` })
      .getByRole('button', { name: 'Delete Room Type' })
      .click()
  }
  await remove(den)
  await expectFocusedStatus(page, 'Some rooms still use this type (check the Trash too). Delete or change them first.')
  await selector.selectOption({ label: of('Nook') })
  await remove(of('Nook'))
  await expectFocusedStatus(page, `Deleted room type "${of('Nook')}"`)
  expect(await selector.getByRole('option').allTextContents()).not.toContain(of('Nook'))
})
