import type { Locator, Page } from '@playwright/test'
import { createRoomType, getRoomStructure, listFields } from '../../../src/shared/structure/room-structure.api.ts'
import { createItem, getItem, listItems, type ItemInputs } from '../../../src/shared/items/items.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createRoom, getRoom } from '../../../src/shared/projects/rooms.api.ts'
import {
  addCategory,
  addSubcategory,
  createCategory,
  createSubcategory,
  listAllCategories,
  removeDefinition,
  renameCategory,
} from '../../../src/shared/structure/structure.api.ts'
import { createProperties, listProperties, setLabelKinds, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { cutOff, expectAccessible, expectFocusedAlert, tabTo, typeInto } from '../../support/e2e-page.ts'
import { registerUser, signedIn, type User } from '../../support/e2e-server.ts'

/** A room type of this test alone, with one category that has one subcategory; their names end in the admin's. */
interface Made {
  roomTypeID: number
  catID: number
  subcatID: number
  labels: number[]
}

const labelsOf = async (admin: User, names: readonly string[]): Promise<number[]> => {
  const ids = await admin.call(createProperties, { body: { newLabelList: [...names] } })
  return names.map((name) => Number(Object.keys(ids).find((id) => ids[id] === name)))
}

const make = async (admin: User, labelNames: readonly string[] = ['Brand', 'Finish']): Promise<Made> => {
  const { roomTypeID } = await admin.call(createRoomType, { body: { roomType: `Den ${admin.name}` } })
  const { catID } = await admin.call(createCategory, { body: { newCat: `Stoves ${admin.name}` } })
  const { subCatID: subcatID } = await admin.call(createSubcategory, { body: { newSubCat: `Insert ${admin.name}` } })
  await admin.call(addCategory, { body: { roomTypeID, catID } })
  await admin.call(addSubcategory, { body: { roomTypeID, catID, newSubcatID: subcatID } })
  const labels = await labelsOf(admin, labelNames)
  await admin.call(setLabels, { body: { subcatID, fields: labels } })
  return { roomTypeID, catID, subcatID, labels }
}

/** A room of that type with one item for each of the inputs. */
const makeItems = async (admin: User, { roomTypeID, catID, subcatID }: Made, items: readonly ItemInputs[]) => {
  const projectID = await admin.newProject(`House ${admin.name}`)
  const { roomID } = await admin.call(createRoom, { body: { projectID, roomName: 'Den', roomType: roomTypeID } })
  const ids: number[] = []
  for (const inputs of items) {
    ids.push((await admin.call(createItem, { body: { projectID, roomID, catID, subcatID, inputs } })).itemID)
  }
  return { roomID, ids }
}

const open = async (page: Page, roomTypeID: number) => {
  await page.goto(`/admin/editroom?roomTypeID=${roomTypeID}`)
  await expect(category(page)).toBeVisible()
}
const category = (page: Page) => page.getByRole('combobox', { name: 'Category', exact: true })
const subcategory = (page: Page) => page.getByRole('combobox', { name: 'Subcategory', exact: true })
const part = (page: Page, name: 'Category' | 'Subcategory' | 'Property labels') =>
  page.getByRole('region', { name, exact: true })
const button = (page: Page, of: 'Category' | 'Subcategory', name: 'Add' | 'Create' | 'Rename') =>
  part(page, of).getByRole('button', { name, exact: true })
const field = (page: Page, number: number) => page.getByLabel(`Field ${number}`)
const update = (page: Page) => page.getByRole('button', { name: 'Update Fields' })
const createNew = (page: Page) => page.getByRole('button', { name: 'Create New Properties' })
const chosen = (select: Locator) => select.locator('option:checked')

/** The room type with its category and subcategory chosen. */
const openMade = async (page: Page, admin: User, made: Made) => {
  await open(page, made.roomTypeID)
  await category(page).selectOption({ label: `Stoves ${admin.name}` })
  await subcategory(page).selectOption({ label: `Insert ${admin.name}` })
  await expect(page.getByText(`Insert ${admin.name}, up to 6 fields of 32 characters.`)).toBeVisible()
}

const expectFocusedStatus = async (page: Page, text: string) => {
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
  await open(page, roomTypeID)
  await typeInto(page, page.getByLabel('Add a category'), `Beams ${name}`)
  await page.keyboard.press('Enter')
  await expectFocusedStatus(page, `Added category "Beams ${name}"`)
  await expect(chosen(category(page))).toHaveText(`Beams ${name}`)

  await typeInto(page, page.getByLabel('Rename category'), `Timber ${name}`)
  await page.keyboard.press('Enter')
  await expectFocusedStatus(page, `Renamed category to "Timber ${name}"`)

  await typeInto(page, page.getByLabel('Add a subcategory'), `Rafter ${name}`)
  await tabTo(page, button(page, 'Subcategory', 'Create'))
  await page.keyboard.press('Space')
  await expectFocusedStatus(page, `Added subcategory "Rafter ${name}"`)
  await expect(chosen(subcategory(page))).toHaveText(`Rafter ${name}`)

  await typeInto(page, page.getByLabel('Rename subcategory'), `Purlin ${name}`)
  await page.keyboard.press('Enter')
  await expectFocusedStatus(page, `Renamed subcategory to "Purlin ${name}"`)

  await typeInto(page, field(page, 1), 'Brand')
  await typeInto(page, field(page, 2), `Span ${name}`)
  await page.keyboard.press('Enter')
  await expectFocusedStatus(page, `Updated fields of "Purlin ${name}"`)

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

test(
  'typing suggests what exists; Add takes a name that exists, Create also a new one',
  NIGHTLY,
  async ({ page, admin }) => {
    const { name } = admin
    const { roomTypeID } = await make(admin)
    await admin.call(createCategory, { body: { newCat: `Ducts ${name}` } })
    await open(page, roomTypeID)
    const input = page.getByLabel('Add a category')
    const suggested = await input.evaluate((element: HTMLInputElement) =>
      [...(element.list?.options ?? [])].map((option) => option.value),
    )
    expect(suggested).toContain(`Ducts ${name}`)
    expect(suggested).toContain('Plumbing')
    expect(suggested).not.toContain(`Stoves ${name}`)
    await expect(button(page, 'Category', 'Add')).toBeDisabled()
    await expect(button(page, 'Category', 'Create')).toBeDisabled()
    await input.fill('  ')
    await expect(button(page, 'Category', 'Create')).toBeDisabled()
    await input.fill(`Ducts of ${name}`)
    await expect(button(page, 'Category', 'Add')).toBeDisabled()
    await expect(button(page, 'Category', 'Create')).toBeEnabled()
    await input.fill(`  dUCTS ${name} `)
    await button(page, 'Category', 'Add').click()
    await expectFocusedStatus(page, `Added category "Ducts ${name}"`)
    await expect(chosen(category(page))).toHaveText(`Ducts ${name}`)
    await expect(page.getByText('Room type · 2 categories')).toBeVisible()

    await page.getByLabel('Add a subcategory').fill(`Insert ${name}`)
    await button(page, 'Subcategory', 'Add').click()
    await expectFocusedStatus(page, `Added subcategory "Insert ${name}"`)
    await expect(field(page, 1)).toHaveValue('Brand')
  },
)

test(
  'Create with an existing name just adds it, also one that someone else just made',
  NIGHTLY,
  async ({ page, admin, expectedErrors }) => {
    expectedErrors.push(/409/)
    const { name } = admin
    const { roomTypeID } = await make(admin)
    await admin.call(createCategory, { body: { newCat: `Ducts ${name}` } })
    await open(page, roomTypeID)
    await page.getByLabel('Add a category').fill(`ducts ${name}`)
    await button(page, 'Category', 'Create').click()
    await expectFocusedStatus(page, `Added category "Ducts ${name}"`)

    await page.getByLabel('Add a category').fill(`Vents ${name}`)
    await admin.call(createCategory, { body: { newCat: `Vents ${name}` } })
    await button(page, 'Category', 'Create').click()
    await expectFocusedStatus(page, `Added category "Vents ${name}"`)

    await page.getByLabel('Add a subcategory').fill(`Grille ${name}`)
    await admin.call(createSubcategory, { body: { newSubCat: `grille ${name}` } })
    await button(page, 'Subcategory', 'Create').click()
    await expectFocusedStatus(page, `Added subcategory "grille ${name}"`)
    const names = (await admin.call(listAllCategories, {})).map(({ catName }) => catName)
    expect(names.filter((each) => each.endsWith(` ${name}`))).toEqual([
      `Ducts ${name}`,
      `Stoves ${name}`,
      `Vents ${name}`,
    ])
  },
)

// Proves 8.9
test('what is in the room type already is a warning', NIGHTLY, async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/409/)
  const { name } = admin
  const made = await make(admin)
  await openMade(page, admin, made)
  await page.getByLabel('Add a category').fill(`Stoves ${name}`)
  await button(page, 'Category', 'Add').click()
  await expectFocusedStatus(page, `Category "Stoves ${name}" already exists in this room!`)
  await expect(page.getByLabel('Add a category')).toHaveValue(`Stoves ${name}`)
  await page.getByLabel('Add a subcategory').fill(`Insert ${name}`)
  await button(page, 'Subcategory', 'Add').click()
  await expectFocusedStatus(page, `Subcategory "Insert ${name}" already exists in this room and category!`)
  await expectAccessible(page)
})

// Proves 5.13
test(
  'renaming: not blank, not unchanged, and not to a name that another has',
  NIGHTLY,
  async ({ page, admin, expectedErrors }) => {
    expectedErrors.push(/409/)
    const { name } = admin
    const made = await make(admin)
    await admin.call(createCategory, { body: { newCat: `Ducts ${name}` } })
    await admin.call(createSubcategory, { body: { newSubCat: `Grille ${name}` } })
    await openMade(page, admin, made)
    for (const [of, word, own, taken] of [
      ['Category', 'category', 'Stoves', 'Ducts'],
      ['Subcategory', 'subcategory', 'Insert', 'Grille'],
    ] as const) {
      const input = page.getByLabel(`Rename ${word}`)
      await expect(input).toHaveValue(`${own} ${name}`)
      await expect(button(page, of, 'Rename')).toBeDisabled()
      await input.fill(` ${own} ${name} `)
      await expect(button(page, of, 'Rename')).toBeDisabled()
      await input.fill('  ')
      await button(page, of, 'Rename').click()
      await expect(input).toHaveAccessibleDescription(`${of} name cannot be blank!`)
      await expect(input).toBeFocused()
      await input.fill(`${taken} ${name}`)
      await button(page, of, 'Rename').click()
      await expectFocusedStatus(page, `${of} "${taken} ${name}" already exists!`)
      await input.fill(`${own}s ${name}`)
      await button(page, of, 'Rename').click()
      await expectFocusedStatus(page, `Renamed ${word} to "${own}s ${name}"`)
      await expect(button(page, of, 'Rename')).toBeDisabled()
    }
  },
)

// Proves 2.47
test(
  'limits: new categories 32, renamed ones 64, subcategories 64, labels 32 characters',
  NIGHTLY,
  async ({ page, admin }) => {
    const { name } = admin
    const made = await make(admin)
    await openMade(page, admin, made)
    const long = (length: number) => `é${name}`.padEnd(length, 'x')
    const refuse = async (input: Locator, length: number, press: () => Promise<void>) => {
      await input.fill(long(length + 1))
      await press()
      await expect(input).toHaveAccessibleDescription(new RegExp(`Must be at most ${length} characters.`))
      await expect(input).toBeFocused()
      await input.fill(long(length))
    }
    const renameCat = page.getByLabel('Rename category')
    await refuse(renameCat, 64, () => button(page, 'Category', 'Rename').click())
    await button(page, 'Category', 'Rename').click()
    await expectFocusedStatus(page, `Renamed category to "${long(64)}"`)
    const renameSub = page.getByLabel('Rename subcategory')
    await refuse(renameSub, 64, () => button(page, 'Subcategory', 'Rename').click())
    await button(page, 'Subcategory', 'Rename').click()
    await expectFocusedStatus(page, `Renamed subcategory to "${long(64)}"`)
    await refuse(field(page, 3), 32, () => createNew(page).click())
    await createNew(page).click()
    await expectFocusedStatus(page, `Updated fields of "${long(64)}"`)
    const newSub = page.getByLabel('Add a subcategory')
    await refuse(newSub, 64, () => button(page, 'Subcategory', 'Create').click())
    await newSub.fill(`ö${name}`.padEnd(64, 'y'))
    await button(page, 'Subcategory', 'Create').click()
    await expectFocusedStatus(page, `Added subcategory "${`ö${name}`.padEnd(64, 'y')}"`)
    const newCat = page.getByLabel('Add a category')
    await refuse(newCat, 32, () => button(page, 'Category', 'Create').click())
    await button(page, 'Category', 'Create').click()
    await expectFocusedStatus(page, `Added category "${long(32)}"`)
  },
)

test('the labels that titles are made of are chosen beside the fields, and go with a label that moves', async ({
  page,
  admin,
}) => {
  const { name } = admin
  const made = await make(admin, ['Brand', 'Finish', 'Color'])
  const { ids } = await makeItems(admin, made, [{ field1: 'Hearth', field2: 'Black', field3: 'Slate' }])
  const item = () => admin.call(getItem, { query: { itemID: ids[0] ?? 0 } })
  const place = (which: 'First' | 'Second' | 'Third') => page.getByRole('combobox', { name: which, exact: true })
  await openMade(page, admin, made)
  const titles = page.getByRole('group', { name: 'Titles' })
  await expect(titles).toContainText(
    `Item titles use Brand and Finish. If those are blank, the title is “Insert ${name}”`,
  )
  await expect(update(page)).toBeDisabled()
  await place('First').selectOption('Color')
  await expect(titles).toContainText('Item titles use Color and Finish.')
  await expect(page.getByText('Titles changed')).toBeVisible()
  await expect(place('Second').getByRole('option')).toHaveText(['None', 'Brand', 'Finish'])
  await place('Second').selectOption('None')
  await expect(place('First').getByRole('option', { name: 'None' })).toHaveCount(0)
  await expect(place('Third')).toBeDisabled()
  await expectAccessible(page)
  await field(page, 1).fill('Color')
  await field(page, 3).fill('Brand')
  await expect(titles).toContainText('Item titles use Color.')
  await update(page).click()
  await expectFocusedStatus(page, `Updated fields of "Insert ${name}"`)
  await expect(place('First')).toHaveValue('Color')
  await expect(update(page)).toBeDisabled()
  expect(await item()).toMatchObject({ title: 'Slate', telling: ['field1'] })
})

test('a subcategory is made to stand for a surface and a trade', NIGHTLY, async ({ page, admin }) => {
  const { name } = admin
  const made = await make(admin, ['Brand', 'Finish'])
  await openMade(page, admin, made)
  const standsFor = page.getByRole('group', { name: 'Used In' })
  const surface = standsFor.getByRole('combobox', { name: 'Surface', exact: true })
  const trade = standsFor.getByRole('combobox', { name: 'Trade', exact: true })
  await expect(surface).toHaveValue('')
  await surface.selectOption('Walls')
  await trade.selectOption('Painter')
  await expect(page.getByText('Used In changed')).toBeVisible()
  await update(page).click()
  await expectFocusedStatus(page, `Updated fields of "Insert ${name}"`)
  await expect(update(page)).toBeDisabled()
  await page.reload()
  await openMade(page, admin, made)
  await expect(surface).toHaveValue('walls')
  await expect(trade).toHaveValue('painter')
})

test('the fields required for handover are chosen, also among new labels', NIGHTLY, async ({ page, admin }) => {
  const { name } = admin
  const made = await make(admin, ['Brand', 'Finish'])
  await openMade(page, admin, made)
  const wanted = page.getByRole('group', { name: 'Required for Handover' })
  const box = (label: string) => wanted.getByRole('checkbox', { name: label, exact: true })
  await expect(box('Brand')).not.toBeChecked()
  await box('Brand').check()
  await field(page, 3).fill(`Flue ${name}`)
  await box(`Flue ${name}`).check()
  await box('Manual').check()
  await expect(page.getByText('Required for Handover changed')).toBeVisible()
  await page.getByRole('button', { name: 'Create New Properties' }).click()
  await expectFocusedStatus(page, `Updated fields of "Insert ${name}"`)
  await expect(update(page)).toBeDisabled()
  await page.reload()
  await openMade(page, admin, made)
  await expect(box('Brand')).toBeChecked()
  await expect(box('Finish')).not.toBeChecked()
  await expect(box(`Flue ${name}`)).toBeChecked()
  await expect(box('Manual')).toBeChecked()
  await expect(box('Receipt')).not.toBeChecked()
})

test('what people write under a label is said beside it, wherever it stands', NIGHTLY, async ({ page, admin }) => {
  const { name } = admin
  const made = await make(admin, [`Bought ${name}`, `Seen ${name}`])
  await openMade(page, admin, made)
  const kinds = page.getByRole('group', { name: 'Field Types' })
  const kind = (label: string) => kinds.getByRole('combobox', { name: `${label} ${name}`, exact: true })
  await expect(kind('Bought')).toHaveValue('date')
  await expect(kind('Seen')).toHaveValue('text')
  await kind('Seen').selectOption('Date It Ends')
  await expect(page.getByText('Field Types changed')).toBeVisible()
  await update(page).click()
  await expectFocusedStatus(page, `Changed the kind of "Seen ${name}"`)
  await expect(update(page)).toBeDisabled()
  await page.reload()
  await openMade(page, admin, made)
  await expect(kind('Seen')).toHaveValue('end')
})

test(
  'where the fields were saved and the kinds of labels were not, it says so, keeps all of it, and a second press saves the rest',
  NIGHTLY,
  async ({ page, admin, server, expectedErrors }) => {
    expectedErrors.push(/500|409/)
    const { name } = admin
    const made = await make(admin, [`Bought ${name}`, `Seen ${name}`])
    await openMade(page, admin, made)
    const kinds = page.getByRole('group', { name: 'Field Types' })
    const kind = (label: string) => kinds.getByRole('combobox', { name: `${label} ${name}`, exact: true })
    const receipt = page.getByRole('checkbox', { name: 'Receipt', exact: true })
    const trade = page.getByRole('combobox', { name: 'Trade' })
    await kind('Seen').selectOption('Number')
    await kind('Bought').selectOption('Date It Ends')
    await field(page, 2).fill('Brand')
    await receipt.check()
    await trade.selectOption('Painter')
    server.refuseChanges('labels')
    await update(page).click()
    await expectFocusedAlert(
      page,
      `Updated fields of "Insert ${name}", but not the kinds of its labels - Something went wrong.`,
    )
    expect(await slotsOf(admin, made.subcatID)).toEqual([
      ['field1', `Bought ${name}`],
      ['field2', 'Brand'],
    ])
    await expect(page.getByText('Field Types changed')).toBeVisible()
    await expect(kind('Bought')).toHaveValue('end')
    // Of a label that stands here no more, too.
    await expect(kind('Seen')).toHaveValue('number')
    await expect(receipt).toBeChecked()
    await expect(trade.locator('option:checked')).toHaveText('Painter')
    await update(page).click()
    await expectFocusedAlert(page, 'Unable to change field types - Something went wrong.')

    server.takeChanges('labels')
    await admin.call(setLabelKinds, { body: { kinds: [{ propID: made.labels[0] ?? 0, kind: 'text' }] } })
    await field(page, 3).fill('Finish')
    await update(page).click()
    await expectFocusedStatus(
      page,
      `Updated fields of "Insert ${name}". Someone else just changed the types of these fields. We’ve loaded the latest version and kept your choices.`,
    )
    await expect(kind('Bought')).toHaveValue('end')
    await update(page).click()
    await expectFocusedStatus(page, 'Changed the kinds of 2 labels')
    await expect(update(page)).toBeDisabled()
    const { properties } = await admin.call(listProperties, {})
    expect(properties.filter(({ propName }) => propName === `Seen ${name}`)).toHaveLength(1)
  },
)

// Proves 2.47, 5.15
test('labels are marked Modified or New Property, and the button says what it will do', async ({ page, admin }) => {
  const { name } = admin
  const made = await make(admin, ['Brand', 'Finish'])
  await openMade(page, admin, made)
  await expect(update(page)).toBeDisabled()
  await field(page, 1).fill(' BRAND ')
  await expect(field(page, 1)).toHaveAccessibleName('Field 1')
  await expect(update(page)).toBeDisabled()
  await field(page, 2).fill('Supplier')
  await expect(field(page, 2)).toHaveAccessibleName('Field 2 Modified')
  await expect(part(page, 'Property labels').getByText('Modified', { exact: true })).toBeVisible()
  await expect(update(page)).toBeEnabled()
  await expect(page.getByText('1 label changed')).toBeVisible()
  await field(page, 6).fill(`Flue ${name}`)
  await expect(field(page, 6)).toHaveAccessibleName('Field 6 New Property')
  await expect(page.getByText('2 labels changed')).toBeVisible()
  await expect(update(page)).toHaveCount(0)
  await field(page, 5).fill(`flue ${name}`)
  await createNew(page).click()
  await expect(field(page, 6)).toHaveAccessibleDescription(/A label can be used in one field only\./)
  await field(page, 5).fill('')
  await createNew(page).click()
  await expectFocusedStatus(page, `Updated fields of "Insert ${name}"`)
  await expect(update(page)).toBeDisabled()
  await expect(field(page, 6)).toHaveAccessibleName('Field 6')
  expect(await slotsOf(admin, made.subcatID)).toEqual([
    ['field1', 'Brand'],
    ['field2', 'Supplier'],
    ['field6', `Flue ${name}`],
  ])
  const suggested = await field(page, 1).evaluate((element: HTMLInputElement) =>
    [...(element.list?.options ?? [])].map((option) => option.value),
  )
  expect(suggested).toEqual(expect.arrayContaining(['Brand', 'Supplier', `Flue ${name}`]))
})

// Proves 2.47
test("categories and subcategories are alphabetical, with 'other' last", NIGHTLY, async ({ page, admin }) => {
  const { name } = admin
  const made = await make(admin)
  const all = await admin.call(listAllCategories, {})
  const other = all.find(({ catName }) => catName.toLowerCase() === 'other')?.catID
  const otherID = other ?? (await admin.call(createCategory, { body: { newCat: 'Other' } })).catID
  await admin.call(addCategory, { body: { roomTypeID: made.roomTypeID, catID: otherID } })
  const { catID } = await admin.call(createCategory, { body: { newCat: `Zinc ${name}` } })
  await admin.call(addCategory, { body: { roomTypeID: made.roomTypeID, catID } })
  await open(page, made.roomTypeID)
  expect((await category(page).getByRole('option').allTextContents()).map((text) => text.toLowerCase())).toEqual([
    'choose a category',
    `stoves ${name}`,
    `zinc ${name}`,
    'other',
  ])
  await category(page).selectOption({ label: `Stoves ${name}` })
  for (const label of [`Apron ${name}`, `Zone ${name}`]) {
    await page.getByLabel('Add a subcategory').fill(label)
    await button(page, 'Subcategory', 'Create').click()
    await expectFocusedStatus(page, `Added subcategory "${label}"`)
  }
  await page.getByLabel('Add a subcategory').fill('other')
  await button(page, 'Subcategory', 'Create').click()
  await expect(chosen(subcategory(page))).toHaveText(/^other$/i)
  expect((await subcategory(page).getByRole('option').allTextContents()).map((text) => text.toLowerCase())).toEqual([
    'choose a subcategory',
    `apron ${name}`,
    `insert ${name}`,
    `zone ${name}`,
    'other',
  ])
})

// Proves 8.9, 8.10
test('without an answer every action says so and keeps what was typed', async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/ERR_(CONNECTION|EMPTY)/)
  const { name } = admin
  const made = await make(admin)
  const { catID } = await admin.call(createCategory, { body: { newCat: `Ducts ${name}` } })
  await admin.call(createSubcategory, { body: { newSubCat: `Grille ${name}` } })
  expect(catID).toBeGreaterThan(0)
  await openMade(page, admin, made)
  const reconnect = await cutOff(page)

  await page.getByLabel('Rename category').fill('Hearths')
  await button(page, 'Category', 'Rename').click()
  await expectFocusedAlert(page, `Unable to update category "Stoves ${name}" - No server response`)
  await page.getByLabel('Rename subcategory').fill('Ember')
  await button(page, 'Subcategory', 'Rename').click()
  await expectFocusedAlert(page, `Unable to update subcategory "Insert ${name}" - No server response`)
  await page.getByLabel('Add a category').fill(`Ducts ${name}`)
  await button(page, 'Category', 'Add').click()
  await expectFocusedAlert(page, `Unable to add category "Ducts ${name}" - No server response`)
  await page.getByLabel('Add a category').fill('Chimneys')
  await button(page, 'Category', 'Create').click()
  await expectFocusedAlert(page, 'Unable to create category "Chimneys" - No server response')
  await page.getByLabel('Add a subcategory').fill(`Grille ${name}`)
  await button(page, 'Subcategory', 'Add').click()
  await expectFocusedAlert(page, `Unable to add subcategory "Grille ${name}" - No server response`)
  await page.getByLabel('Add a subcategory').fill('Cowl')
  await button(page, 'Subcategory', 'Create').click()
  await expectFocusedAlert(page, 'Unable to create subcategory "Cowl" - No server response')
  await field(page, 2).fill('Supplier')
  await update(page).click()
  await expectFocusedAlert(page, 'Unable to update fields - No server response')
  await field(page, 3).fill('Flue')
  await createNew(page).click()
  await expectFocusedAlert(page, 'Unable to create properties - No server response')

  await reconnect()
  await createNew(page).click()
  await expectFocusedStatus(page, `Updated fields of "Insert ${name}"`)
  await expect(page.getByLabel('Rename category')).toHaveValue('Hearths')
  await expect(page.getByLabel('Rename subcategory')).toHaveValue('Ember')
  await expect(page.getByLabel('Add a subcategory')).toHaveValue('Cowl')
})

// Proves 8.9, 8.10
test(
  'a user who lost the role learns so in the words of each action',
  NIGHTLY,
  async ({ page, admin, server, expectedErrors }) => {
    expectedErrors.push(/403/)
    const { name } = admin
    const made = await make(admin)
    await openMade(page, admin, made)
    server.setRole('revoke', name, Role.Admin)
    const reason = "You don't have permissions to do that with your account privileges."
    await page.getByLabel('Add a category').fill('Chimneys')
    await button(page, 'Category', 'Create').click()
    await expectFocusedAlert(page, `Unable to create category "Chimneys" - ${reason}`)
    await page.getByLabel('Rename subcategory').fill('Ember')
    await button(page, 'Subcategory', 'Rename').click()
    await expectFocusedAlert(page, `Unable to update subcategory "Insert ${name}" - ${reason}`)
    await field(page, 2).fill('Supplier')
    await update(page).click()
    await expectFocusedAlert(page, `Unable to update fields - ${reason}`)
    await page.getByRole('button', { name: 'Remove Subcategory' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove Subcategory' }).click()
    await expectFocusedAlert(page, `Unable to remove subcategory "Insert ${name}" - ${reason}`)
  },
)

// Proves 8.10
test(
  'a failure between the two calls of one click says so, and a repetition reuses what exists',
  NIGHTLY,
  async ({ page, admin, server, expectedErrors }) => {
    expectedErrors.push(/500|409/)
    const { name } = admin
    const made = await make(admin)
    await openMade(page, admin, made)

    await page.getByLabel('Add a category').fill('Chimneys')
    server.loseTable('room_type_categories')
    await button(page, 'Category', 'Create').click()
    await expectFocusedAlert(page, 'Unable to add category "Chimneys" - Something went wrong.')
    server.restoreTable('room_type_categories')
    await page.getByLabel('Add a subcategory').fill('Cowl')
    server.loseTable('room_type_subcategories')
    await button(page, 'Subcategory', 'Create').click()
    await expectFocusedAlert(page, 'Unable to add subcategory "Cowl" - Something went wrong.')
    server.restoreTable('room_type_subcategories')
    await field(page, 3).fill('Damper')
    server.loseTable('subcategory_labels')
    await createNew(page).click()
    await expectFocusedAlert(page, 'Unable to update fields - Something went wrong.')
    server.restoreTable('subcategory_labels')

    await expect(field(page, 3)).toHaveAccessibleName('Field 3 Modified')
    await update(page).click()
    await expectFocusedStatus(page, `Updated fields of "Insert ${name}"`)
    await button(page, 'Subcategory', 'Create').click()
    await expectFocusedStatus(page, 'Added subcategory "Cowl"')
    await button(page, 'Category', 'Create').click()
    await expectFocusedStatus(page, 'Added category "Chimneys"')
    expect(await slotsOf(admin, made.subcatID)).toEqual([
      ['field1', 'Brand'],
      ['field2', 'Finish'],
      ['field3', 'Damper'],
    ])
    const { properties } = await admin.call(listProperties, {})
    expect(properties.filter(({ propName }) => propName === 'Damper')).toHaveLength(1)
  },
)

test('of two administrators at once the second sees the current state and keeps what was typed', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  const { name } = admin
  const made = await make(admin)
  await openMade(page, admin, made)
  await page.getByLabel('Rename category').fill(`Hearths ${name}`)
  await admin.call(renameCategory, { body: { catID: made.catID, catName: `Fires ${name}` } })
  await button(page, 'Category', 'Rename').click()
  await expectFocusedStatus(
    page,
    `Somebody else has renamed this category to "Fires ${name}" meanwhile. What you typed is kept.`,
  )
  await expect(chosen(category(page))).toHaveText(`Fires ${name}`)
  await expect(page.getByLabel('Rename category')).toHaveValue(`Hearths ${name}`)
  await button(page, 'Category', 'Rename').click()
  await expectFocusedStatus(page, `Renamed category to "Hearths ${name}"`)

  await field(page, 3).fill('Supplier')
  const labels = await labelsOf(admin, ['Brand', 'Color'])
  await admin.call(setLabels, { body: { subcatID: made.subcatID, fields: labels } })
  await update(page).click()
  await expectFocusedStatus(
    page,
    'Someone else just changed these fields. We’ve loaded the latest version and kept your edits.',
  )
  await expect(field(page, 2)).toHaveValue('Color')
  await expect(field(page, 3)).toHaveValue('Supplier')
  await update(page).click()
  await expectFocusedStatus(page, `Updated fields of "Insert ${name}"`)
  expect((await slotsOf(admin, made.subcatID)).map(([, label]) => label)).toEqual(['Brand', 'Color', 'Supplier'])
})

test('before labels change, their use is shown; a label whose slot holds values goes only if confirmed', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  const { name } = admin
  const made = await make(admin, ['Brand', 'Finish'])
  const { ids } = await makeItems(admin, made, [
    { field1: 'Acme', field2: 'Black' },
    { field1: 'Boreal', field2: '' },
  ])
  await openMade(page, admin, made)
  await expect(page.getByText(`Used in 1 room type: Den ${name} · 2 items.`)).toBeVisible()
  await expect(field(page, 1)).toHaveAccessibleDescription('2 items with a value')
  await expect(field(page, 2)).toHaveAccessibleDescription('1 item with a value')
  await expect(field(page, 3)).toHaveAccessibleDescription('No values')

  await field(page, 1).fill('')
  await field(page, 2).fill('Supplier')
  await expect(page.getByText('2 items hold a value in Field 1. 1 item holds a value in Field 2.')).toBeVisible()
  await update(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Existing Values Affected' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    `Insert ${name}, Field 1: 2 items, "Brand" → no label`,
    `Insert ${name}, Field 2: 1 item, "Finish" → "Supplier"`,
  ])
  await expect(dialog.getByRole('button', { name: 'Keep Working' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(field(page, 2)).toHaveValue('Supplier')
  expect(await slotsOf(admin, made.subcatID)).toEqual([
    ['field1', 'Brand'],
    ['field2', 'Finish'],
  ])

  await update(page).click()
  await dialog.getByRole('button', { name: 'Update Anyway' }).click()
  await expectFocusedStatus(page, `Updated fields of "Insert ${name}"`)
  expect(await slotsOf(admin, made.subcatID)).toEqual([['field2', 'Supplier']])
  expect(await admin.call(getItem, { query: { itemID: ids[0] ?? 0 } })).toMatchObject({
    field1: 'Acme',
    field2: 'Black',
  })
})

test('a label that moves takes its values along if that is chosen', async ({ page, admin, expectedErrors }) => {
  expectedErrors.push(/409/)
  const { name } = admin
  const made = await make(admin, ['Brand', 'Finish'])
  const { ids } = await makeItems(admin, made, [{ field1: 'Acme', field2: 'Black' }])
  const itemID = ids[0] ?? 0
  const swap = async (first: string, second: string) => {
    await field(page, 1).fill(first)
    await field(page, 2).fill(second)
  }
  await openMade(page, admin, made)
  await swap('Finish', 'Brand')
  const move = part(page, 'Property labels').getByLabel('Move values along with their labels')
  await expect(move).toBeChecked()
  await update(page).click()
  await expectFocusedStatus(page, `Updated fields of "Insert ${name}"`)
  expect(await admin.call(getItem, { query: { itemID } })).toMatchObject({ field1: 'Black', field2: 'Acme' })

  await swap('Brand', 'Finish')
  await move.uncheck()
  await update(page).click()
  const dialog = page.getByRole('alertdialog', { name: 'Existing Values Affected' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    `Insert ${name}, Field 1: 1 item, "Finish" → "Brand"`,
    `Insert ${name}, Field 2: 1 item, "Brand" → "Finish"`,
  ])
  const moveAfterAll = dialog.getByLabel('Move values along with their labels')
  await moveAfterAll.check()
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await moveAfterAll.uncheck()
  await dialog.getByRole('button', { name: 'Update Anyway' }).click()
  await expectFocusedStatus(page, `Updated fields of "Insert ${name}"`)
  expect(await admin.call(getItem, { query: { itemID } })).toMatchObject({ field1: 'Black', field2: 'Acme' })
})

test('what is removed from a room type keeps its items visible in their rooms', async ({ page, admin }) => {
  const { name } = admin
  const made = await make(admin)
  const { roomID } = await makeItems(admin, made, [{ field1: 'Acme' }])
  await openMade(page, admin, made)
  await page.getByRole('button', { name: 'Remove Subcategory' }).click()
  const dialog = page.getByRole('alertdialog', { name: `Remove Insert ${name}?` })
  await expect(dialog).toContainText('Existing items stay visible')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep It' }).click()
  await expect(chosen(subcategory(page))).toHaveText(`Insert ${name}`)
  await page.getByRole('button', { name: 'Remove Subcategory' }).click()
  await dialog.getByRole('button', { name: 'Remove Subcategory' }).click()
  await expectFocusedStatus(page, `Removed subcategory "Insert ${name}"`)
  await expect(subcategory(page).getByRole('option')).toHaveText(['There are no subcategories yet'])

  await page.getByRole('button', { name: 'Remove Category' }).click()
  await page
    .getByRole('alertdialog', { name: `Remove Stoves ${name}?` })
    .getByRole('button', { name: 'Remove Category' })
    .click()
  await expectFocusedStatus(page, `Removed category "Stoves ${name}"`)
  await expect(page.getByText('Room type · 0 categories')).toBeVisible()
  expect(await admin.call(listItems, { query: { roomID } })).toMatchObject([{ field1: 'Acme' }])
  await page.goto(`/roomitems?roomID=${roomID}`)
  await expect(page.getByRole('link', { name: 'Acme' })).toBeVisible()
})

test(
  'a subcategory that went while its item was typed in is marked, and takes no letter from the notes',
  NIGHTLY,
  async ({ page, admin, expectedErrors }) => {
    expectedErrors.push(/400/, /ApiError/)
    const made = await make(admin)
    const { roomTypeID, catID, subcatID } = made
    const { roomID } = await makeItems(admin, made, [])
    const { projectID } = await admin.call(getRoom, { query: { roomID } })
    await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
    await category(page).selectOption({ label: `Stoves ${admin.name}` })
    const kind = page.getByRole('combobox', { name: 'Sub Category' })
    await kind.selectOption({ label: `Insert ${admin.name}` })
    await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan')
    await admin.call(removeDefinition, { query: { roomTypeID, catID, subcatID } })
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    await page.route('**/item', async (route) => {
      await held
      await route.continue()
    })
    const NOT_THERE = 'This subcategory is not in that category of the room.'
    const create = page.getByRole('button', { name: 'Create Item' })
    const notes = page.getByRole('textbox', { name: /^Notes/ })
    await create.click()
    await notes.press('1')
    goOn()
    await expect(kind).toHaveAccessibleDescription(NOT_THERE)
    await expect(kind).toHaveAttribute('aria-invalid', 'true')
    await page.keyboard.type('2 years old')
    await expect(notes).toHaveValue('12 years old')
    await expect(kind.locator('option:checked')).toHaveText(`Insert ${admin.name}`)
    // Without anything typed since, the focus goes to what is wrong.
    await create.click()
    await expect(kind).toBeFocused()
    await category(page).selectOption({ label: 'Choose a category' })
    await expect(kind).not.toHaveAccessibleDescription(NOT_THERE)
  },
)

test('edited names and labels are not lost by choosing another or by leaving', NIGHTLY, async ({ page, admin }) => {
  const { name } = admin
  const made = await make(admin)
  await openMade(page, admin, made)
  const dialog = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
  await field(page, 3).fill('Supplier')
  await category(page).selectOption('')
  await dialog.getByRole('button', { name: 'Keep Working' }).click()
  await expect(chosen(category(page))).toHaveText(`Stoves ${name}`)
  await expect(field(page, 3)).toHaveValue('Supplier')
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await dialog.getByRole('button', { name: 'Keep Working' }).click()
  await expect(field(page, 3)).toHaveValue('Supplier')

  await page.getByLabel('Add a subcategory').fill(`Cowl ${name}`)
  await button(page, 'Subcategory', 'Create').click()
  await expectFocusedStatus(page, `Added subcategory "Cowl ${name}"`)
  await expect(field(page, 3)).toHaveValue('Supplier')

  await subcategory(page).selectOption({ label: `Cowl ${name}` })
  await dialog.getByRole('button', { name: 'Abandon Changes' }).click()
  await expect(chosen(subcategory(page))).toHaveText(`Cowl ${name}`)
  await expect(field(page, 3)).toHaveValue('')
  await page.getByLabel('Rename category').fill(`Fires ${name}`)
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await dialog.getByRole('button', { name: 'Abandon Changes' }).click()
  await expect(page).toHaveURL('/admin/home')
})

test('a Reseller shapes room types too', NIGHTLY, async ({ page, context, server, admin }) => {
  const made = await make(admin)
  const reseller = await registerUser(context.request)
  server.setRole('grant', reseller, Role.Reseller)
  await context.addInitScript((user) => localStorage.setItem('roomfolio.signed-in', user), reseller)
  await signedIn(context.request, reseller)
  await openMade(page, admin, made)
  await page.getByLabel('Rename category').fill(`Fires ${admin.name}`)
  await button(page, 'Category', 'Rename').click()
  await expectFocusedStatus(page, `Renamed category to "Fires ${admin.name}"`)
})

// Proves 2.46
test('the shipped Kitchen: its categories, their subcategories and the labels of each', async ({ page, admin }) => {
  expect(admin.name).toBeTruthy()
  await page.goto('/admin/home')
  await page.getByLabel('Room Type', { exact: true }).selectOption({ label: 'Kitchen' })
  await page.getByRole('link', { name: 'Edit Room' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kitchen')
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText('HomeAdminEdit Room')
  await expect(subcategory(page)).toBeDisabled()
  await category(page).selectOption({ label: 'Plumbing' })
  await subcategory(page).selectOption({ label: 'Faucet' })
  await expect(field(page, 2)).toHaveValue('Model Number')
  await category(page).selectOption({ label: 'Appliances' })
  await expect(subcategory(page)).toHaveValue('')
  await expect(page.getByText('Choose a subcategory to see its fields.')).toBeVisible()
})
