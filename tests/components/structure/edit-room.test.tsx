import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import {
  createCategory,
  createSubcategory,
  listAllCategories,
  removeDefinition,
  renameCategory,
} from '../../../src/shared/structure/structure.api.ts'
import { listProperties, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { atMost } from '../../../src/shared/contract/text-rules.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import {
  expectAccessible,
  expectDisabled,
  expectEnabled,
  expectFocused,
  expectFocusedAlert,
  optionsOf,
  suggestionsOf,
} from '../../support/on-screen.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { sentenceOf } from '../../support/problems.ts'

import { category, labelsOf, openDen, part, press, slot, start, subcategory, update } from './den.ts'

test('typing suggests what exists; Add takes a name that exists, Create also a new one', async () => {
  const { user, admin } = await openDen()
  const input = field('Add a category')
  expect(suggestionsOf(input)).toContain('Plumbing')
  expect(suggestionsOf(input)).not.toContain('Stoves')
  const add = part('Category').getByRole('button', { name: 'Add' })
  const create = part('Category').getByRole('button', { name: 'Create' })
  for (const empty of ['', '  ']) {
    await fill(user, input, empty)
    expectDisabled(add)
    expectDisabled(create)
  }
  await fill(user, input, 'Ducts of old')
  expectDisabled(add)
  expectEnabled(create)
  await fill(user, input, '  pLUMBING ')
  await user.click(add)
  await expectFocused('status', 'Added category "Plumbing"')
  await waitFor(() => expect(category()).toHaveDisplayValue('Plumbing'))
  expect(screen.getByText('Room type · 2 categories')).toBeVisible()

  await fill(user, field('Add a subcategory'), 'faucet')
  await press(user, 'Subcategory', 'Add')
  await expectFocused('status', 'Added subcategory "Faucet"')
  await waitFor(() => expect(slot(2)).toHaveValue('Model Number'))

  // Someone else creates them first.
  await fill(user, field('Add a category'), 'Vents')
  await admin.must(createCategory, { body: { newCat: 'Vents' } })
  await press(user, 'Category', 'Create')
  await expectFocused('status', 'Added category "Vents"')
  await fill(user, field('Add a subcategory'), 'Grille')
  await admin.must(createSubcategory, { body: { newSubCat: 'grille' } })
  await press(user, 'Subcategory', 'Create')
  await expectFocused('status', 'Added subcategory "grille"')
  const names = (await admin.must(listAllCategories, {})).map(({ catName }) => catName)
  expect(names.filter((name) => /vents/i.test(name))).toEqual(['Vents'])
})

// Proves 8.9
test('what is in the room type already is a warning', async () => {
  const { user } = await openDen()
  await fill(user, field('Add a category'), 'stoves')
  await press(user, 'Category', 'Create')
  await expectFocused('status', sentenceOf('category_there', { name: 'Stoves' }))
  expect(field('Add a category')).toHaveValue('stoves')
  await fill(user, field('Add a subcategory'), 'Insert')
  await press(user, 'Subcategory', 'Add')
  await expectFocused('status', sentenceOf('subcategory_there', { name: 'Insert' }))
  await expectAccessible()
})

// Proves 5.13
test('a new name is not blank, not the present one, and not taken', async () => {
  const { user, admin } = await openDen()
  await admin.must(createSubcategory, { body: { newSubCat: 'Grille' } })
  for (const [of, word, own, taken] of [
    ['Category', 'category', 'Stoves', 'Plumbing'],
    ['Subcategory', 'subcategory', 'Insert', 'Grille'],
  ] as const) {
    const input = field(`Rename ${word}`)
    const rename = part(of).getByRole('button', { name: 'Rename' })
    expect(input).toHaveValue(own)
    expectDisabled(rename)
    await fill(user, input, ` ${own} `)
    expectDisabled(rename)
    await fill(user, input, '  ')
    await user.click(rename)
    expect(input).toHaveAccessibleDescription(`${of} name cannot be blank!`)
    expect(input).toHaveFocus()
    await fill(user, input, taken)
    await user.click(rename)
    await expectFocused('status', `${of} "${taken}" already exists!`)
    await fill(user, input, `${own}s`)
    await user.click(rename)
    await expectFocused('status', `Renamed ${word} to "${own}s"`)
    expectDisabled(rename)
  }
})

// Proves 2.47
test('new categories have up to 32 characters, renamed ones and subcategories 64, labels 32', async () => {
  const { user } = await openDen()
  const long = (length: number) => 'é'.padEnd(length, 'x')
  const refuse = async (input: HTMLElement, length: number, button: () => HTMLElement) => {
    await fill(user, input, long(length + 1))
    await user.click(button())
    expect(input).toHaveAccessibleDescription(expect.stringContaining(atMost(length)))
    expect(input).toHaveFocus()
    await fill(user, input, long(length))
  }
  for (const [of, word] of [
    ['Category', 'category'],
    ['Subcategory', 'subcategory'],
  ] as const) {
    const rename = part(of).getByRole('button', { name: 'Rename' })
    await refuse(field(`Rename ${word}`), 64, () => rename)
    await user.click(rename)
    await expectFocused('status', `Renamed ${word} to "${long(64)}"`)
  }
  await refuse(slot(3), 32, () => button('Create New Properties'))
  await user.click(button('Create New Properties'))
  await expectFocused('status', new RegExp(`"${long(64)}"$`))
  const createSub = part('Subcategory').getByRole('button', { name: 'Create' })
  await refuse(field('Add a subcategory'), 64, () => createSub)
  await fill(user, field('Add a subcategory'), 'ö'.padEnd(64, 'y'))
  await user.click(createSub)
  await expectFocused('status', `Added subcategory "${'ö'.padEnd(64, 'y')}"`)
  const create = part('Category').getByRole('button', { name: 'Create' })
  await refuse(field('Add a category'), 32, () => create)
  await user.click(create)
  await expectFocused('status', `Added category "${long(32)}"`)
})

// Proves 2.47
test("categories and subcategories are alphabetical, with 'other' last", async () => {
  const { user } = await openDen()
  for (const name of ['Zone', 'Other', 'Apron']) {
    await fill(user, field('Add a subcategory'), name)
    await press(user, 'Subcategory', 'Create')
    await expectFocused('status', `Added subcategory "${name}"`)
  }
  expect(optionsOf(subcategory())).toEqual(['Choose a subcategory', 'Apron', 'Insert', 'Zone', 'Other'])
  for (const name of ['Zinc', 'Other', 'Beams']) {
    await fill(user, field('Add a category'), name)
    await press(user, 'Category', 'Create')
    await expectFocused('status', `Added category "${name}"`)
  }
  expect(optionsOf(category())).toEqual(['Choose a category', 'Beams', 'Stoves', 'Zinc', 'Other'])
})

// Proves 8.9, 8.10
test('without a connection each part says so and keeps what was typed', async () => {
  const { user, cutOff } = await openDen()
  const reconnect = cutOff()
  const expectUnable = (to: string) => expectFocusedAlert(`Unable to ${to} - No server response`)
  await fill(user, field('Rename category'), 'Hearths')
  await press(user, 'Category', 'Rename')
  await expectUnable('update category "Stoves"')
  await fill(user, field('Add a category'), 'Plumbing')
  await press(user, 'Category', 'Add')
  await expectUnable('add category "Plumbing"')
  await fill(user, field('Add a subcategory'), 'Cowl')
  await press(user, 'Subcategory', 'Create')
  await expectUnable('create subcategory "Cowl"')
  await fill(user, slot(2), 'Supplier')
  await user.click(update())
  await expectUnable('update fields')
  await fill(user, slot(3), 'Flue')
  await user.click(button('Create New Properties'))
  await expectUnable('create properties')

  reconnect()
  await user.click(button('Create New Properties'))
  await expectFocused('status', /"Insert"$/)
  expect(field('Rename category')).toHaveValue('Hearths')
  expect(field('Add a subcategory')).toHaveValue('Cowl')
})

// Proves 8.9, 8.10
test('each action says that the user has lost the role', async () => {
  const { server, user } = await openDen({ user: 'reseller' })
  await setRole(server.services.db, 'reseller', Role.Reseller, false)
  const expectUnable = (to: string) => expectFocusedAlert(`Unable to ${to} - ${sentenceOf('role_missing')}`)
  await fill(user, field('Add a category'), 'Chimneys')
  await press(user, 'Category', 'Create')
  await expectUnable('create category "Chimneys"')
  await fill(user, field('Rename subcategory'), 'Ember')
  await press(user, 'Subcategory', 'Rename')
  await expectUnable('update subcategory "Insert"')
  await fill(user, slot(2), 'Supplier')
  await user.click(update())
  await expectUnable('update fields')
  await user.click(button('Remove Subcategory'))
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Remove Subcategory' }))
  await expectUnable('remove subcategory "Insert"')
})

// Proves 8.10
test('a failure between the two calls of a click says so, and a second click uses what exists', async () => {
  const { server, user, admin, slots } = await openDen()
  const { db } = server.services
  const failing = async (table: string, click: () => Promise<void>, text: string) => {
    await sql`alter table ${sql.table(table)} rename to lost`.execute(db)
    await click()
    await expectFocusedAlert(`Unable to ${text} - ${sentenceOf('unexpected')}`)
    await sql`alter table lost rename to ${sql.table(table)}`.execute(db)
  }
  await fill(user, field('Add a category'), 'Chimneys')
  const add = () => press(user, 'Category', 'Create')
  await failing('room_type_categories', add, 'add category "Chimneys"')
  await fill(user, field('Add a subcategory'), 'Cowl')
  const addSub = () => press(user, 'Subcategory', 'Create')
  await failing('room_type_subcategories', addSub, 'add subcategory "Cowl"')
  await fill(user, slot(3), 'Damper')
  await failing('subcategory_labels', () => user.click(button('Create New Properties')), 'update fields')

  expect(slot(3)).toHaveAccessibleName('Field 3 Modified')
  await user.click(update())
  await expectFocused('status', /"Insert"$/)
  await addSub()
  await expectFocused('status', 'Added subcategory "Cowl"')
  await add()
  await expectFocused('status', 'Added category "Chimneys"')
  expect(await slots()).toContainEqual(['field3', 'Damper'])
  const { properties } = await admin.must(listProperties, {})
  expect(properties.filter(({ propName }) => propName === 'Damper')).toHaveLength(1)
})

test('of two administrators at once the second sees the current state and keeps what was typed', async () => {
  const { server, user, admin, slots } = await openDen()
  const { catID, subcatID } = server.things
  await fill(user, field('Rename category'), 'Hearths')
  await admin.must(renameCategory, { body: { catID, catName: 'Fires' } })
  await press(user, 'Category', 'Rename')
  await expectFocused('status', /^Someone else .* category to "Fires"\./)
  await waitFor(() => expect(category()).toHaveDisplayValue('Fires'))
  expect(field('Rename category')).toHaveValue('Hearths')
  await press(user, 'Category', 'Rename')
  await expectFocused('status', /category to "Hearths"$/)

  await fill(user, slot(3), 'Supplier')
  await admin.must(setLabels, { body: { subcatID, fields: await labelsOf(admin, ['Brand', 'Color']) } })
  await user.click(update())
  await expectFocused('status', /^Someone else .* these fields\./)
  expect(slot(2)).toHaveValue('Color')
  expect(slot(3)).toHaveValue('Supplier')
  await user.click(update())
  await expectFocused('status', /"Insert"$/)
  expect((await slots()).map(([, label]) => label)).toEqual(['Brand', 'Color', 'Supplier'])
})

test('what is removed from a room type keeps its items visible', async () => {
  const { user, item } = await openDen({ items: [{ field1: 'Acme' }] })
  await user.click(button('Remove Subcategory'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Insert?' }))
  expect(dialog.getByText(/Existing items stay visible/)).toBeVisible()
  await expectAccessible()
  await user.click(dialog.getByRole('button', { name: 'Keep It' }))
  await waitFor(() => expect(subcategory()).toHaveDisplayValue('Insert'))
  await user.click(button('Remove Subcategory'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove Subcategory' }))
  await expectFocused('status', 'Removed subcategory "Insert"')
  expect(optionsOf(subcategory())).toEqual(['No subcategories yet'])
  await user.click(button('Remove Category'))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove Category' }))
  await expectFocused('status', 'Removed category "Stoves"')
  expect(screen.getByText('Room type · 0 categories')).toBeVisible()
  expect(await item()).toMatchObject({ field1: 'Acme' })
})

test('edited names and labels are not lost by choosing another or by leaving', async () => {
  const { user } = await openDen()
  const answer = async (name: 'Keep Working' | 'Abandon Changes') => {
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Unsaved Changes' }))
    await user.click(dialog.getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  const leave = () => user.click(screen.getAllByRole('link', { name: 'Admin' })[0] as HTMLElement)
  await fill(user, slot(3), 'Supplier')
  await user.selectOptions(category(), '')
  await answer('Keep Working')
  await waitFor(() => expect(category()).toHaveDisplayValue('Stoves'))
  await leave()
  await answer('Keep Working')
  await fill(user, field('Add a subcategory'), 'Cowl')
  await press(user, 'Subcategory', 'Create')
  await expectFocused('status', 'Added subcategory "Cowl"')
  expect(slot(3)).toHaveValue('Supplier')

  await chooseOption(user, subcategory(), 'Cowl')
  await answer('Abandon Changes')
  await waitFor(() => expect(subcategory()).toHaveDisplayValue('Cowl'))
  await waitFor(() => expect(slot(3)).toHaveValue(''))
  await fill(user, field('Rename category'), 'Fires')
  await leave()
  await answer('Abandon Changes')
  expect(await screen.findByRole('heading', { level: 1, name: 'Structure' })).toBeVisible()
})

test('a Reseller shapes room types too', async () => {
  const { user } = await openDen({ user: 'reseller' })
  await fill(user, field('Rename category'), 'Fires')
  await press(user, 'Category', 'Rename')
  await expectFocused('status', /category to "Fires"$/)
})

test('a subcategory that was removed while its item was entered is marked, without taking the focus from typing', async () => {
  const server = await start()
  const { admin } = server.people
  const { roomTypeID, catID, subcatID } = server.things
  const projectID = await admin.newProject()
  const { roomID } = await admin.must(createRoom, { body: { projectID, roomName: 'Den', roomType: roomTypeID } })
  const { user, hold } = await mountApp(server, {
    path: `/createitem?projectID=${projectID}&roomID=${roomID}`,
    user: 'admin',
  })
  await chooseOption(user, field('Category'), 'Stoves')
  const kind = field('Subcategory')
  await chooseOption(user, kind, 'Insert')
  await waitFor(() => expectEnabled(button('Create Item')))
  await admin.must(removeDefinition, { query: { roomTypeID, catID, subcatID } })
  const sentence = sentenceOf('subcategory_not_there')
  const notes = screen.getByRole('textbox', { name: 'Notes' })
  const release = hold('/item')
  await user.click(button('Create Item'))
  await user.click(notes)
  await user.keyboard('1')
  release()
  await waitFor(() => expect(kind).toHaveAccessibleDescription(sentence))
  expect(kind).toHaveAttribute('aria-invalid', 'true')
  await waitFor(() => expect(kind).toHaveDisplayValue('Insert'))
  await user.keyboard('2')
  expect(notes).toHaveValue('12')
  await user.click(button('Create Item'))
  await waitFor(() => expect(kind).toHaveFocus())
  await chooseOption(user, field('Category'), 'Choose a category')
  expect(kind).not.toHaveAccessibleDescription(sentence)
})
