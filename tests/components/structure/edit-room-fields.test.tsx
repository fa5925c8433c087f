import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setLabelKinds } from '../../../src/shared/structure/labels.api.ts'
import {
  expectAccessible,
  expectDisabled,
  expectEnabled,
  expectFocused,
  expectFocusedAlert,
  optionsOf,
  suggestionsOf,
} from '../../support/on-screen.ts'
import { button, chooseOption, fill } from '../../support/mount-app.tsx'
import { sentenceOf } from '../../support/problems.ts'

import { openDen, part, slot, subcategory, update } from './den.ts'

test('the labels that titles use are chosen beside the fields, and go with a label that moves', async () => {
  const { user, item } = await openDen({
    labels: ['Brand', 'Finish', 'Color'],
    items: [{ field1: 'Hearth', field2: 'Black', field3: 'Slate' }],
  })
  const place = (name: 'First' | 'Second' | 'Third') => screen.getByRole('combobox', { name })
  const titles = screen.getByRole('group', { name: 'Titles' })
  expect(titles).toHaveTextContent('Item titles use Brand and Finish. If those are blank, the title is “Insert')
  expectDisabled(update())
  await chooseOption(user, place('First'), 'Color')
  expect(titles).toHaveTextContent('Item titles use Color and Finish.')
  expect(screen.getByText('Titles changed')).toBeVisible()
  expect(optionsOf(place('Second'))).toEqual(['None', 'Brand', 'Finish'])
  await chooseOption(user, place('Second'), 'None')
  expect(optionsOf(place('First'))).not.toContain('None')
  expect(place('Third')).toBeDisabled()
  await expectAccessible()
  await fill(user, slot(1), 'Color')
  await fill(user, slot(3), 'Brand')
  expect(titles).toHaveTextContent('Item titles use Color.')
  await user.click(update())
  await expectFocused('status', /"Insert"$/)
  expect(place('First')).toHaveValue('Color')
  expectDisabled(update())
  expect(await item()).toMatchObject({ title: 'Slate', telling: ['field1'] })
})

test('a subcategory gets a surface, a trade, other names, types of its fields and fields required for handover', async () => {
  const { user } = await openDen({ labels: ['Bought', 'Seen'] })
  const select = (group: string, name: string) =>
    within(screen.getByRole('group', { name: group })).getByRole('combobox', { name })
  const required = (name: string) =>
    within(screen.getByRole('group', { name: 'Required for Handover' })).getByRole('checkbox', { name })
  await waitFor(() => expect(select('Used In', 'Surface')).toHaveDisplayValue('None'))
  await chooseOption(user, select('Used In', 'Surface'), 'Walls')
  await chooseOption(user, select('Used In', 'Trade'), 'Painter')
  expect(screen.getByText(/Used In changed/)).toBeVisible()
  const otherNames = () => screen.getByRole('textbox', { name: /^Also Called/ })
  await fill(user, otherNames(), 'log burner,  firebox ,')
  expect(screen.getByText(/Also Called changed/)).toBeVisible()
  expect(select('Field Types', 'Bought')).toHaveValue('date')
  expect(select('Field Types', 'Seen')).toHaveValue('text')
  await chooseOption(user, select('Field Types', 'Seen'), 'Date It Ends')
  await fill(user, slot(3), 'Flue')
  for (const name of ['Bought', 'Flue', 'Manual']) await user.click(required(name))
  expect(screen.getByText(/Required for Handover changed/)).toBeVisible()
  await user.click(button('Create New Properties'))
  await expectFocused('status', /"Insert"/)
  expectDisabled(update())

  await user.click(within(screen.getByRole('navigation', { name: 'Breadcrumb' })).getByRole('link', { name: 'Admin' }))
  await chooseOption(user, await screen.findByRole('combobox', { name: 'Room Type' }), 'Den')
  await user.click(screen.getByRole('link', { name: 'Edit Room' }))
  await chooseOption(user, await screen.findByRole('combobox', { name: 'Category' }), 'Stoves')
  await chooseOption(user, subcategory(), 'Insert')
  await waitFor(() => expect(select('Used In', 'Surface')).toHaveValue('walls'))
  expect(select('Used In', 'Trade')).toHaveValue('painter')
  expect(otherNames()).toHaveValue('log burner, firebox')
  expect(select('Field Types', 'Seen')).toHaveValue('end')
  for (const name of ['Bought', 'Flue', 'Manual']) expect(required(name)).toBeChecked()
  for (const name of ['Seen', 'Receipt']) expect(required(name)).not.toBeChecked()
})

test('fields and the types of their labels are saved together or not at all', async () => {
  const { server, user, admin, labelIDs, slots } = await openDen({ labels: ['Bought', 'Seen'] })
  const { db } = server.services
  const kind = (name: string) =>
    within(screen.getByRole('group', { name: 'Field Types' })).getByRole('combobox', { name })
  const receipt = screen.getByRole('checkbox', { name: 'Receipt' })
  const trade = screen.getByRole('combobox', { name: 'Trade' })
  await chooseOption(user, kind('Seen'), 'Number')
  await chooseOption(user, kind('Bought'), 'Date It Ends')
  await fill(user, slot(2), 'Brand')
  await user.click(receipt)
  await chooseOption(user, trade, 'Painter')
  await sql`create trigger refuse before update on labels begin select raise(abort, 'refused'); end`.execute(db)
  await user.click(update())
  await expectFocusedAlert(new RegExp(`^Unable to .* - ${sentenceOf('unexpected')}`))
  expect(await slots()).toEqual([
    ['field1', 'Bought'],
    ['field2', 'Seen'],
  ])
  expect(screen.getByText(/Field Types changed/)).toBeVisible()
  expect(kind('Bought')).toHaveValue('end')
  // Also of a label that is no longer in this subcategory.
  expect(kind('Seen')).toHaveValue('number')
  expect(receipt).toBeChecked()
  await waitFor(() => expect(trade).toHaveDisplayValue('Painter'))

  await sql`drop trigger refuse`.execute(db)
  await admin.must(setLabelKinds, { body: { kinds: [{ propID: labelIDs[0] ?? 0, kind: 'text' }] } })
  await user.click(update())
  await expectFocused('status', /^Someone else/)
  expect(kind('Bought')).toHaveValue('end')
  await user.click(update())
  await expectFocused('status', /"Insert"$/)
  expect(await slots()).toEqual([
    ['field1', 'Bought'],
    ['field2', 'Brand'],
  ])
  expectDisabled(update())
})

// Proves 2.47, 5.15
test('labels are marked Modified or New Property, and the button says what it will do', async () => {
  const { user, slots } = await openDen()
  expectDisabled(update())
  await fill(user, slot(1), ' BRAND ')
  expect(slot(1)).toHaveAccessibleName('Field 1')
  expectDisabled(update())
  await fill(user, slot(2), 'Supplier')
  expect(slot(2)).toHaveAccessibleName('Field 2 Modified')
  expectEnabled(update())
  expect(screen.getByText('1 label changed')).toBeVisible()
  await fill(user, slot(6), 'Flue')
  expect(slot(6)).toHaveAccessibleName('Field 6 New Property')
  expect(screen.getByText('2 labels changed')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Update Fields' })).toBeNull()
  await fill(user, slot(5), 'flue')
  await user.click(button('Create New Properties'))
  expect(slot(6)).toHaveAccessibleDescription(expect.stringContaining('one field only'))
  await fill(user, slot(5), '')
  await user.click(button('Create New Properties'))
  await expectFocused('status', /"Insert"$/)
  expectDisabled(update())
  expect(slot(6)).toHaveAccessibleName('Field 6')
  expect(await slots()).toEqual([
    ['field1', 'Brand'],
    ['field2', 'Supplier'],
    ['field6', 'Flue'],
  ])
  expect(suggestionsOf(slot(1))).toEqual(expect.arrayContaining(['Brand', 'Supplier', 'Flue']))
})

test('the use of labels is shown before they change, and a label goes from values only if confirmed', async () => {
  const { user, slots, item } = await openDen({
    items: [
      { field1: 'Acme', field2: 'Black' },
      { field1: 'Boreal', field2: '' },
    ],
  })
  expect(screen.getByText(/^Used in 1 room type: Den · 2 items\./)).toBeVisible()
  expect(slot(1)).toHaveAccessibleDescription('2 items with a value')
  expect(slot(2)).toHaveAccessibleDescription('1 item with a value')
  expect(slot(3)).toHaveAccessibleDescription('No values')
  await fill(user, slot(1), '')
  await fill(user, slot(2), 'Supplier')
  expect(screen.getByText(/^2 items hold a value in Field 1\. 1 item holds a value in Field 2\./)).toBeVisible()
  await user.click(update())
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Existing Values Affected' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Insert, Field 1: 2 items, "Brand" → no label',
    'Insert, Field 2: 1 item, "Finish" → "Supplier"',
  ])
  expect(dialog.getByRole('button', { name: 'Keep Working' })).toHaveFocus()
  await expectAccessible()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(slot(2)).toHaveValue('Supplier')
  expect(await slots()).toEqual([
    ['field1', 'Brand'],
    ['field2', 'Finish'],
  ])
  await user.click(update())
  await user.click(await screen.findByRole('button', { name: 'Update Anyway' }))
  await expectFocused('status', /"Insert"$/)
  expect(await slots()).toEqual([['field2', 'Supplier']])
  expect(await item()).toMatchObject({ field1: 'Acme', field2: 'Black' })
})

test('a label that moves takes its values along if that is chosen', async () => {
  const { user, item } = await openDen({ items: [{ field1: 'Acme', field2: 'Black' }] })
  const swap = async (first: string, second: string) => {
    await fill(user, slot(1), first)
    await fill(user, slot(2), second)
  }
  const move = () => part('Fields').getByLabelText('Move values along with their labels')
  await swap('Finish', 'Brand')
  expect(move()).toBeChecked()
  await user.click(update())
  await expectFocused('status', /"Insert"$/)
  expect(await item()).toMatchObject({ field1: 'Black', field2: 'Acme' })

  await swap('Brand', 'Finish')
  await user.click(move())
  await user.click(update())
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Existing Values Affected' }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(2)
  const moveAfterAll = dialog.getByLabelText('Move values along with their labels')
  await user.click(moveAfterAll)
  expect(dialog.queryAllByRole('listitem')).toEqual([])
  await user.click(moveAfterAll)
  await user.click(dialog.getByRole('button', { name: 'Update Anyway' }))
  await expectFocused('status', /"Insert"$/)
  expect(await item()).toMatchObject({ field1: 'Black', field2: 'Acme' })
})
