import { screen, waitFor, within } from '@testing-library/react'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Role } from '../../../src/shared/contract/roles.ts'
import { createItem, getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { createProperties, setLabels } from '../../../src/shared/structure/labels.api.ts'
import { createRoomType, listFields, listRoomTypes } from '../../../src/shared/structure/room-structure.api.ts'
import {
  addCategory,
  addSubcategory,
  createCategory,
  createSubcategory,
  renameCategory,
  renameRoomType,
} from '../../../src/shared/structure/structure.api.ts'
import { atMost } from '../../../src/shared/contract/text-rules.ts'
import {
  chooseFile,
  expectAccessible,
  expectDisabled,
  expectFocused,
  expectFocusedAlert,
} from '../../support/on-screen.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { sentenceOf } from '../../support/problems.ts'
import { furnished, type Client } from '../../support/test-app.ts'

const idsOf = async (admin: Client, labels: readonly string[]): Promise<number[]> => {
  const ids = await admin.must(createProperties, { body: { newLabelList: [...labels] } })
  return labels.map((label) => Number(Object.keys(ids).find((id) => ids[id] === label)))
}

/** The room type Den has the subcategory Insert with two labels, and one item that holds a value for each. */
const start = furnished(async ({ newUser }) => {
  const admin = await newUser('admin', [Role.Admin])
  const reseller = await newUser('reseller', [Role.Reseller])
  const { roomTypeID } = await admin.must(createRoomType, { body: { roomType: 'Den' } })
  const { catID } = await admin.must(createCategory, { body: { newCat: 'Stoves' } })
  const { subCatID: subcatID } = await admin.must(createSubcategory, { body: { newSubCat: 'Insert' } })
  await admin.must(addCategory, { body: { roomTypeID, catID } })
  await admin.must(addSubcategory, { body: { roomTypeID, catID, newSubcatID: subcatID } })
  await admin.must(setLabels, { body: { subcatID, fields: await idsOf(admin, ['Brand', 'Finish']) } })
  const projectID = await admin.newProject()
  const { roomID } = await admin.must(createRoom, { body: { projectID, roomName: 'Den', roomType: roomTypeID } })
  const inputs = { field1: 'Acme', field2: 'Black' }
  await admin.must(createItem, { body: { projectID, roomID, catID, subcatID, inputs } })
  return { people: { admin, reseller }, things: { projectID, catID, subcatID } }
})

type Started = Awaited<ReturnType<typeof start>>

/** A page of administration, after what an administrator did before it was opened. */
const open = async (path: string, before: (started: Started) => Promise<unknown> = () => Promise.resolve()) => {
  const server = await start()
  await before(server)
  const mounted = await mountApp(server, { path, user: 'admin' })
  const labels = async () =>
    (await server.people.admin.must(listFields, { query: { subCatID: server.things.subcatID } })).map(
      ({ label }) => label,
    )
  return { server, admin: server.people.admin, labels, ...mounted }
}

const texts = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)

const history = () => within(screen.getByRole('region', { name: 'History' }))
const entries = () => within(history().getByRole('list')).getAllByRole('listitem')
const undo = (what: string) => history().getByRole('button', { name: `Undo: ${what}` })
const choose = (name: string, content: unknown) =>
  chooseFile(
    field('Choose a File to Import'),
    new File([typeof content === 'string' ? content : JSON.stringify(content)], name),
  )
const affected = async () => within(await screen.findByRole('alertdialog', { name: 'Existing Values Affected' }))

test('the history says who changed what and when, before and after, and undoes a change', async () => {
  const { user } = await open('/admin/structure', ({ people, things }) =>
    people.admin.must(renameCategory, { body: { catID: things.catID, catName: 'Hearths' } }),
  )
  const what = 'Renamed category "Stoves" to "Hearths"'
  const renamed = entries()[0] as HTMLElement
  expect(within(renamed).getByRole('heading')).toHaveTextContent(what)
  expect(renamed).toHaveTextContent('Robin Sample')
  expect(renamed.querySelector('time')?.dateTime).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(texts(within(renamed).getAllByRole('term'))).toEqual(['Before', 'After'])
  expect(texts(within(renamed).getAllByRole('definition'))).toEqual(['Stoves', 'Hearths'])
  await user.click(undo(what))
  await expectFocused('status', `Undone: ${what}`)
  expect(within(entries()[0] as HTMLElement).getByRole('heading')).toHaveTextContent(`Undone: ${what}`)
  expect(within(entries()[1] as HTMLElement).queryByRole('button')).toBeNull()
})

test('a change that later ones depend on cannot be undone, and says so', async () => {
  let roomTypeID = 0
  const { user, admin } = await open('/admin/structure', async ({ people }) => {
    roomTypeID = (await people.admin.must(createRoomType, { body: { roomType: 'Loft' } })).roomTypeID
    await people.admin.must(renameRoomType, { body: { roomTypeID, roomType: 'Attic' } })
  })
  const renaming = undo('Renamed room type "Loft" to "Attic"')
  await admin.must(renameRoomType, { body: { roomTypeID, roomType: 'Garret' } })
  await user.click(renaming)
  await expectFocused('status', sentenceOf('cannot_undo'))
  expect(history().queryByRole('button', { name: 'Undo: Renamed room type "Loft" to "Attic"' })).toBeNull()
  expect(undo('Renamed room type "Attic" to "Garret"')).toBeVisible()
})

test('undoing labels whose fields hold values names them and asks first', async () => {
  const { user, labels } = await open('/admin/structure', async ({ people: { admin }, things: { subcatID } }) => {
    const fields = await idsOf(admin, ['Maker', 'Finish'])
    await admin.must(setLabels, { body: { subcatID, fields, confirmed: true } })
  })
  const latest = () => history().getAllByRole('button', { name: /^Undo: .*"Insert"$/ })[0] as HTMLElement
  await user.click(latest())
  const dialog = await affected()
  expect(texts(dialog.getAllByRole('listitem'))).toEqual(['Insert, Field 1: 1 item, "Maker" → "Brand"'])
  await expectAccessible()
  await user.click(dialog.getByRole('button', { name: 'Leave as It Is' }))
  expect(await labels()).toEqual(['Maker', 'Finish'])
  await user.click(latest())
  await user.click((await affected()).getByRole('button', { name: 'Undo Anyway' }))
  await expectFocused('status', /^Undone: .*"Insert"$/)
  expect(await labels()).toEqual(['Brand', 'Finish'])
})

test('the history shows 50 changes, and older ones when asked for', async () => {
  const { user } = await open('/admin/structure', async ({ people: { admin } }) => {
    const { roomTypeID } = await admin.must(createRoomType, { body: { roomType: 'Loft 0' } })
    for (let number = 1; number <= 50; number++)
      await admin.must(renameRoomType, { body: { roomTypeID, roomType: `Loft ${number}` } })
  })
  expect(entries()).toHaveLength(50)
  await user.click(button('Older Changes'))
  expect(await history().findByText(/ type "Loft 0"$/)).toBeVisible()
  expect(entries()[50]).toHaveFocus()
  expect(screen.queryByRole('button', { name: 'Older Changes' })).toBeNull()
})

test('Import shows what a file would change before it does anything, then applies it', async () => {
  const { user, admin } = await open('/admin/structure')
  const file = {
    subcategories: { Grate: ['Brand', '', 'Flue'] },
    categories: { Hearths: ['Grate'] },
    roomTypes: { Snug: { Hearths: ['Grate'] } },
  }
  choose('snug.json', file)
  const list = within(await screen.findByRole('list', { name: 'Changes' }))
  const changes = list.getAllByRole('listitem')
  expect(changes[0]).toHaveTextContent('Create room type "Snug"')
  await expectFocused('status', `snug.json: Importing would make ${changes.length} changes`)
  await expectAccessible()
  const has = async () =>
    (await admin.must(listRoomTypes, {})).rooms.some(({ roomTypeName }) => roomTypeName === 'Snug')
  await user.click(button('Cancel'))
  await expectFocused('status', /^Nothing/)
  expect(await has()).toBe(false)

  choose('snug.json', file)
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  await expectFocused('status', `Imported the structure: ${changes.length} changes`)
  expect(await has()).toBe(true)
  await user.click(undo(`Imported a structure: ${changes.length} changes`))
  await expectFocused('status', `Undone: Imported a structure: ${changes.length} changes`)
  expect(await has()).toBe(false)
})

test('an import that would put values under another label asks first', async () => {
  const { user, labels } = await open('/admin/structure')
  choose('insert.json', { subcategories: { Insert: ['Maker', 'Finish'] }, categories: {}, roomTypes: {} })
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  const dialog = await affected()
  expect(texts(dialog.getAllByRole('listitem'))).toEqual(['Insert, Field 1: 1 item, "Brand" → "Maker"'])
  await user.click(dialog.getByRole('button', { name: 'Don’t Import' }))
  expect(await labels()).toEqual(['Brand', 'Finish'])
  await user.click(await screen.findByRole('button', { name: 'Import' }))
  await user.click((await affected()).getByRole('button', { name: 'Import Anyway' }))
  await expectFocused('status', /^Imported the structure: \d+ changes?$/)
  expect(await labels()).toEqual(['Maker', 'Finish'])
})

test('a file that is no structure says what is wrong and where', async () => {
  await open('/admin/structure')
  choose('notes.json', 'Paint the den')
  await expectFocusedAlert(/^"notes\.json"/)
  choose('long.json', { subcategories: { Insert: ['x'.repeat(33)] }, categories: {}, roomTypes: {} })
  await expectFocusedAlert(new RegExp(`"long\\.json" - subcategories › Insert › field 1: ${atMost(32)}`))
})

test('without a connection Export, Import and Undo say so', async () => {
  const { user, cutOff } = await open('/admin/structure')
  cutOff()
  await user.click(button('Export'))
  await expectFocusedAlert(/structure - No server response$/)
  choose('den.json', { subcategories: {}, categories: {}, roomTypes: {} })
  await expectFocusedAlert(/"den\.json" - No server response$/)
  await user.click(history().getByRole('button', { name: /"Insert"$/ }))
  await expectFocusedAlert(/"Insert"" - No server response$/)
})

test('a room type is renamed, duplicated with all it has, and deleted if no room uses it', async () => {
  const { user } = await open('/admin/home')
  const selector = screen.getByRole('combobox', { name: 'Room Type' })
  const inDialog = () => within(screen.getByRole('dialog'))
  await chooseOption(user, selector, 'Den')
  await user.click(button('Duplicate'))
  const name = () => inDialog().getByLabelText('Name')
  expect(name()).toHaveFocus()
  await fill(user, name(), 'kitchen')
  await user.keyboard('{Enter}')
  await expectFocused('status', sentenceOf('room_type_taken', { name: 'kitchen' }))
  await expectAccessible()
  await fill(user, name(), 'Snug')
  await user.click(inDialog().getByRole('button', { name: 'Duplicate' }))
  await expectFocused('status', /"Snug"$/)
  await waitFor(() => expect(selector).toHaveDisplayValue('Snug'))

  await user.click(button('Rename'))
  expect(name()).toHaveValue('Snug')
  expectDisabled(inDialog().getByRole('button', { name: 'Rename' }))
  await fill(user, name(), 'Nook')
  await user.click(inDialog().getByRole('button', { name: 'Rename' }))
  await expectFocused('status', /"Nook"$/)

  const remove = async (roomType: string) => {
    await chooseOption(user, selector, roomType)
    await user.click(button('Delete'))
    const dialog = within(await screen.findByRole('alertdialog', { name: `Delete ${roomType}?` }))
    await user.click(dialog.getByRole('button', { name: 'Delete Room Type' }))
  }
  await remove('Den')
  await expectFocused('status', sentenceOf('room_type_in_use'))
  await chooseOption(user, selector, 'Nook')
  await user.click(screen.getByRole('link', { name: 'Edit Room' }))
  expect(await screen.findByText('Room type · 1 category')).toBeVisible()
  await user.click(screen.getAllByRole('link', { name: 'Admin' })[0] as HTMLElement)
  await screen.findByRole('heading', { level: 1, name: 'Structure' })
})

const create = () => button('Create Room')

// Proves 2.45, 5.14, 8.8, 9.3
test('a room type with a name of up to 32 characters is created and chosen; a taken name is a warning', async () => {
  const { user, admin } = await open('/admin/home')
  const name = field('Name')
  expectDisabled(create())
  await fill(user, name, '   ')
  expectDisabled(create())
  await fill(user, name, 'é'.padEnd(33, 'x'))
  await user.click(create())
  expect(name).toHaveAccessibleDescription(atMost(32))
  expect(name).toHaveFocus()
  await fill(user, name, 'é'.padEnd(32, 'x'))
  await admin.must(createRoomType, { body: { roomType: 'É'.padEnd(32, 'x') } })
  await user.click(create())
  await expectFocused('status', `Room type "${'é'.padEnd(32, 'x')}" already exists!`)
  expect(name).toHaveValue('é'.padEnd(32, 'x'))
  await expectAccessible()
  await fill(user, name, 'ö'.padEnd(32, 'x'))
  await user.click(create())
  await expectFocused('status', new RegExp(`"${'ö'.padEnd(32, 'x')}"$`))
  expect(name).toHaveValue('')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Room Type' })).toHaveDisplayValue('ö'.padEnd(32, 'x')),
  )
  await user.click(screen.getByRole('link', { name: 'Edit Room' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'ö'.padEnd(32, 'x') })).toBeVisible()
  expect(screen.getByText('Room type · 0 categories')).toBeVisible()
})

test('a room type that cannot be created says why and keeps its name', async () => {
  const { server, user, cutOff } = await open('/admin/home')
  await fill(user, field('Name'), 'Sauna')
  const reconnect = cutOff()
  await user.click(create())
  await expectFocusedAlert(/"Sauna" - No server response$/)
  reconnect()
  await sql`alter table room_types rename to lost`.execute(server.services.db)
  await user.click(create())
  await expectFocusedAlert(`Unable to create room type "Sauna" - ${sentenceOf('unexpected')}`)
  expect(field('Name')).toHaveValue('Sauna')
})

// Proves 2.46
test('Edit Room shows the shipped Kitchen: its categories, their subcategories and the labels of each', async () => {
  const { user } = await open('/admin/home')
  await chooseOption(user, screen.getByRole('combobox', { name: 'Room Type' }), 'Kitchen')
  await user.click(screen.getByRole('link', { name: 'Edit Room' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent('HomeAdminEdit Room')
  const subcategory = screen.getByRole('combobox', { name: 'Subcategory' })
  expect(subcategory).toBeDisabled()
  await chooseOption(user, screen.getByRole('combobox', { name: 'Category' }), 'Plumbing')
  await chooseOption(user, subcategory, 'Faucet')
  await waitFor(() => expect(field('Field 2')).toHaveValue('Model Number'))
  await chooseOption(user, screen.getByRole('combobox', { name: 'Category' }), 'Appliances')
  await waitFor(() => expect(subcategory).toHaveDisplayValue('Choose a subcategory'))
  expect(screen.queryByLabelText('Field 2')).toBeNull()
})

// Proves 2.46
test.each([
  ['', 'Structure'],
  ['?roomTypeID=999999', "There's nothing here"],
  ['?roomTypeID=kitchen', "There's nothing here"],
])('Edit Room at "%s" shows "%s"', async (query, heading) => {
  await open(`/admin/editroom${query}`)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(heading)
})

test.each([
  ['reseller', false],
  ['admin', true],
])('a %s sees consultation requests: %s', async (user, sees) => {
  await mountApp(await start(), { path: '/admin/home', user })
  expect(create()).toBeVisible()
  expect(screen.queryAllByRole('link', { name: 'Consultation requests' })).toHaveLength(sees ? 1 : 0)
})

const opened = async () => within(await screen.findByRole('dialog', { name: /^Change/ }))

/** Edit Item of a faucet. */
const openFaucet = async (notes = 'Left side.') => {
  let itemID = 0
  const server = await start()
  const { admin } = server.people
  const { projectID } = server.things
  itemID = await admin.newItem(projectID, await admin.newRoom(projectID), { field1: 'Castellan', field3: 'Brass' })
  await admin.must(updateItem, { body: { itemID, inputs: { notes } } })
  const mounted = await mountApp(server, { path: `/edititem?itemID=${itemID}`, user: 'admin' })
  await mounted.user.click(button('Change Subcategory'))
  const change = await opened()
  await change.findByRole('combobox', { name: 'Category' })
  return { ...mounted, change, item: () => admin.must(getItem, { query: { itemID } }) }
}

test('words that name no subcategory become the description of Other', async () => {
  const { user, change, item } = await openFaucet()
  await fill(user, change.getByRole('combobox', { name: 'What is it?' }), 'zeppelin')
  await user.click(await change.findByRole('option', { name: /Other.*zeppelin/ }))
  const told = () => change.getAllByRole('status').map(({ textContent }) => textContent)
  await waitFor(() => expect(told().join(' ')).toContain('Description: zeppelin'))
  await user.click(change.getByRole('button', { name: 'Change Subcategory' }))
  expect(await screen.findByRole('combobox', { name: 'Description' })).toHaveValue('zeppelin')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await item()).toMatchObject({ title: 'zeppelin Castellan' })
})

test('what does not fit the notes keeps the subcategory from being changed until they are shortened', async () => {
  const { user, change, item } = await openFaucet('n'.repeat(250))
  await chooseOption(user, change.getByRole('combobox', { name: 'Category' }), 'Plumbing')
  await chooseOption(user, change.getByRole('combobox', { name: 'Subcategory' }), 'Sink')
  expect(await change.findByText(/^9 characters over\./)).toBeVisible()
  const confirm = change.getByRole('button', { name: 'Change Subcategory' })
  expectDisabled(confirm)
  await fill(user, change.getByRole('textbox', { name: 'Notes' }), 'Brass')
  await user.click(confirm)
  expect(await screen.findByText('Changed to Plumbing – Sink')).toBeVisible()
  expect(await item()).toMatchObject({ subCatName: 'Sink', note: 'Brass' })
  await fill(user, screen.getByRole('combobox', { name: 'Brand' }), 'Norwood')
  await user.click(button('Change Subcategory'))
  const refused = await opened()
  expect(refused.getByText(/^You have unsaved changes\./)).toBeVisible()
  await user.click(refused.getByRole('button', { name: 'Keep Working' }))
  expect(screen.getByRole('combobox', { name: 'Brand' })).toHaveValue('Norwood')
})

test('the type of a room is changed, its items stay, and what does not fit it is named', async () => {
  const server = await start()
  const { admin } = server.people
  const { projectID } = server.things
  const roomID = await admin.newRoom(projectID)
  await admin.newItem(projectID, roomID, { field1: 'Castellan' })
  const { user } = await mountApp(server, {
    path: `/createroom?projectID=${projectID}&roomID=${roomID}`,
    user: 'admin',
  })
  await user.click(button('Change Room Type'))
  const change = await opened()
  const type = await change.findByRole('combobox', { name: 'New Room Type' })
  await chooseOption(user, type, 'Bathroom')
  expect(await change.findByText('Everything in this room fits the new type.')).toBeVisible()
  await chooseOption(user, type, 'Bedroom')
  expect(await change.findByText(/^A Bedroom doesn’t include these\./)).toBeVisible()
  expect(texts(change.getAllByRole('listitem'))).toEqual(['Plumbing, Faucet (1 item)'])
  await expectAccessible()
  await user.click(change.getByRole('button', { name: 'Change Room Type' }))
  expect(await screen.findByText(/"Kitchen" to Bedroom$/)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Room Type' })).toHaveDisplayValue('Bedroom'))
  await user.click(screen.getByRole('link', { name: 'Kitchen' }))
  expect((await screen.findAllByRole('link', { name: /Castellan/ }))[0]).toBeVisible()
})
