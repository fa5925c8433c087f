import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { expectAccessible, expectAt, expectToast } from '../../support/on-screen.ts'
import { furnished } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  for (const field1 of ['Castellan', 'Norwood', 'Castellan', 'Alder & Sons']) {
    await robin.newItem(projectID, roomID, { field1 })
  }
  const itemID = await robin.newItem(projectID, roomID, { notes: 'Left side.' })
  return { people: { robin }, things: { projectID, roomID, itemID } }
})

const suggestions = () =>
  screen
    .queryAllByRole('option')
    .filter(({ tagName }) => tagName === 'LI')
    .map(({ textContent }) => textContent)
const expectSuggestions = (texts: readonly string[]) => waitFor(() => expect(suggestions()).toEqual(texts))

test('values entered under a label are suggested below its field, and chosen by keys or a click', async () => {
  const server = await start()
  const { roomID, itemID } = server.things
  const { user, click } = await mountApp(server, { path: `/edititem?itemID=${itemID}`, user: 'robin' })
  const brand = await screen.findByRole('combobox', { name: 'Brand' })
  expect(brand).toHaveAttribute('aria-expanded', 'false')
  await user.type(brand, '{ArrowDown}')
  await expectSuggestions(['Castellan', 'Alder & Sons', 'Norwood'])
  expect(brand).toHaveAttribute('aria-expanded', 'true')
  const spoken = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(spoken()).toContain('3 suggestions')
  await expectAccessible()
  await user.keyboard('{Escape}')
  await expectSuggestions([])
  await user.keyboard('al')
  await expectSuggestions(['Alder & Sons'])
  expect(spoken()).toContain('1 suggestion')
  await user.keyboard('{ArrowDown}')
  expect(screen.getByRole('option', { name: 'Alder & Sons', selected: true })).toBeVisible()
  await user.keyboard('{Enter}')
  expect(brand).toHaveValue('Alder & Sons')
  expect(brand).toHaveFocus()

  await user.clear(brand)
  await click('option', 'Norwood')
  expect(brand).toHaveValue('Norwood')
  await expectSuggestions([])
  await user.keyboard('{Enter}')
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await server.people.robin.must(getItem, { query: { itemID } })).toMatchObject({ field1: 'Norwood' })
})

test('Escape and Tab keep what was typed, and nothing is suggested without a connection', async () => {
  const server = await start()
  const { projectID, roomID } = server.things
  const path = `/createitem?projectID=${projectID}&roomID=${roomID}`
  const { user, cutOff } = await mountApp(server, { path, user: 'robin' })
  await chooseOption(user, field('Category'), 'Plumbing')
  await chooseOption(user, field('Subcategory'), 'Faucet')
  const brand = await screen.findByRole('combobox', { name: 'Brand' })
  await user.type(brand, 'Cas')
  await expectSuggestions(['Castellan'])
  await user.keyboard('{ArrowDown}{Escape}')
  expect(brand).toHaveValue('Cas')
  await user.keyboard('{ArrowDown}{ArrowDown}')
  await waitFor(() => expect(screen.getByRole('option', { name: 'Castellan', selected: true })).toBeVisible())
  await user.tab()
  expect(brand).toHaveValue('Cas')
  await expectSuggestions([])

  const connect = cutOff()
  await user.type(brand, '{Backspace}{Backspace}{Backspace}Nor')
  connect()
  await user.type(brand, 'w')
  await expectSuggestions(['Norwood'])
  await user.type(brand, '{Escape}ay{Enter}')
  expect(screen.getByRole('combobox', { name: 'Model Number' })).toHaveFocus()
  await user.keyboard('{Control>}s{/Control}')
  await expectAt(`/roomitems?roomID=${roomID}`)
  const items = await server.people.robin.must(listItems, { query: { roomID } })
  expect(items.at(-1)).toMatchObject({ field1: 'Norway' })
})

test('the name of a thing leads to its category, subcategory and first field without a call', async () => {
  const server = await start()
  const { projectID } = server.things
  const roomID = await server.people.robin.newRoom(projectID, 'Hall bath', 'Bathroom')
  const path = `/createitem?projectID=${projectID}&roomID=${roomID}`
  const { user, cutOff } = await mountApp(server, { path, user: 'robin' })
  const what = await screen.findByRole('combobox', { name: 'What is it?' })
  // The last thing that the page loads.
  expect(await screen.findByText(/^Up to \d+ files/)).toBeVisible()
  const connect = cutOff()
  await user.type(what, 'towel hook')
  await expectSuggestions(['Towel Bars & Hooks Glass & Accessories'])
  connect()
  // Safari's Enter that ends a conversion.
  fireEvent.keyDown(what, { key: 'Enter', code: 'Enter', keyCode: 229 })
  expect([document.activeElement, (what as HTMLInputElement).value]).toEqual([what, 'towel hook'])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(field('Subcategory')).toHaveDisplayValue('Towel Bars & Hooks'))
  expect(field('Category')).toHaveDisplayValue('Glass & Accessories')
  await waitFor(() => expect(field('Brand')).toHaveFocus())
  expect(what).toHaveValue('Towel Bars & Hooks')

  await fill(user, what, 'zeppelin')
  expect(await screen.findByText(/^No match for a Bathroom\./, { selector: 'span' })).toBeVisible()
  expect(field('Subcategory')).not.toHaveDisplayValue('Towel Bars & Hooks')
  expect(button('Create Item')).toHaveAttribute('aria-disabled', 'true')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(field('Subcategory')).toHaveDisplayValue('Other'))
  expect(await screen.findByRole('combobox', { name: 'Description' })).toHaveValue('zeppelin')

  await fill(user, what, 'tap')
  await user.click(await screen.findByRole('option', { name: /^Faucet/ }))
  await waitFor(() => expect(field('Subcategory')).toHaveDisplayValue('Faucet'))
  expect(screen.queryByText('Required.')).toBeNull()
  await waitFor(() => expect(field('Brand')).toHaveFocus())
})

test('Create and Add Another keeps the type of a room and moves to its name, and Ctrl+S saves', async () => {
  const server = await start()
  const { projectID } = server.things
  const { user, click } = await mountApp(server, { path: `/createroom?projectID=${projectID}`, user: 'robin' })
  const name = screen.getByRole('textbox', { name: 'Room Name' })
  await fill(user, name, 'Hall bath')
  await chooseOption(user, field('Room Type'), 'Bathroom')
  await click('button', 'Create and Add Another')
  await expectToast('Created room "Hall bath"')
  expect(name).toHaveValue('')
  expect(name).toHaveFocus()
  expect(field('Room Type')).toHaveDisplayValue('Bathroom')
  await user.keyboard('Guest bath{Control>}s{/Control}')
  await click('link', 'Guest bath, Bathroom, 0 items')
  await click('link', 'Edit Room')
  await fill(user, await screen.findByRole('textbox', { name: 'Room Name' }), 'Guest bathroom')
  await user.keyboard('{Control>}s{/Control}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Guest bathroom' })).toBeVisible()
})

test('Use My Address fills in the address of the account, and Undo brings back what it replaced', async () => {
  const { user, click } = await mountApp(await start(), { path: '/projectsetup', user: 'robin' })
  const text = (name: string) => screen.getByRole('textbox', { name })
  await click('button', 'Use My Address')
  await waitFor(() => expect(text('Address')).toHaveValue('12 Elm Street'))
  for (const [name, value] of Object.entries({ City: 'Burlington', State: 'VT', Zip: '05401' })) {
    expect(text(name)).toHaveValue(value)
  }
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await fill(user, text('Address'), '418 Maple Street')
  await click('button', 'Use My Address')
  expect(text('Address')).toHaveValue('12 Elm Street')
  await click('button', 'Undo')
  expect(text('Address')).toHaveValue('418 Maple Street')
})
