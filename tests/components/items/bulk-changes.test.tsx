import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { listTrash } from '../../../src/shared/history/trash.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { addMember } from '../../support/members.ts'
import { button, chooseOption, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectDone, expectToast, notifications } from '../../support/on-screen.ts'
import { furnished, type Client } from '../../support/test-app.ts'

const HARDWARE = ['Doors & Trim', 'Door Hardware'] as const

/** A model bedroom with its hardware, and a kitchen. */
const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const casey = await newUser('casey')
  const projectID = await robin.newProject()
  const model = await robin.newRoom(projectID, 'Model Room', 'Bedroom')
  for (const field1 of ['Harrow Knob', 'Harrow Hinge', 'Harrow Stop']) {
    await robin.newItemOf(HARDWARE, { projectID, roomID: model, inputs: { field1 } })
  }
  const kitchen = await robin.newRoom(projectID, 'Kitchen')
  return { people: { robin, casey }, things: { projectID, model, kitchen } }
})

const titlesIn = async (user: Client, roomID: number) =>
  (await user.must(listItems, { query: { roomID } })).map(({ title }) => title)

const expectSelected = (text: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(text))

test('hardware is copied into several bedrooms, and one Undo takes all of it back', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, model } = server.things
  const bedrooms: number[] = []
  for (let n = 1; n <= 3; n++) bedrooms.push(await robin.newRoom(projectID, `Bedroom ${n}`, 'Bedroom'))
  const { user, click } = await mountApp(server, { path: `/roomitems?roomID=${model}`, user: 'robin' })
  await click('button', 'More')
  await click('button', 'Select')
  await click('checkbox', 'Select All')
  await click('button', 'Copy…')
  const copy = await dialog()
  expect(await copy.findByLabelText('Find a Room')).toHaveFocus()
  await user.keyboard('bedroom ')
  await click('checkbox', 'Select All 3')
  await expectAccessible()
  await click('button', 'Copy into 3 Rooms')
  await expectToast('Copied 3 items into 3 rooms')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  for (const roomID of bedrooms) expect(await titlesIn(robin, roomID)).toHaveLength(3)
  await click('button', 'Undo', await notifications())
  await expectToast('Moved 9 items to the trash.')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  for (const roomID of bedrooms) expect(await titlesIn(robin, roomID)).toEqual([])
  expect(await robin.must(listTrash, {})).toMatchObject([{ kind: 'items', name: '9 items' }])
})

test('a category is moved to another room, and back', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, model } = server.things
  const guest = await robin.newRoom(projectID, 'Guest Room', 'Bedroom')
  const inputs = { field2: 'Dry Sage' }
  const paint = await robin.newItemOf(['Paint', 'Wall Paint'], { projectID, roomID: model, inputs })
  const { click } = await mountApp(server, { path: `/roomitems?roomID=${model}`, user: 'robin' })
  await click('button', 'More')
  await click('button', 'Select')
  await click('checkbox', 'All of Doors & Trim')
  await expectSelected('3 items selected')
  await click('button', 'Move…')
  await click('radio', /^Guest Room/)
  await click('button', 'Move')
  await expectToast('Moved 3 items to room "Guest Room"')
  expect(await screen.findByRole('button', { name: 'More' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('heading', { name: /^Doors & Trim/ })).toBeNull())
  expect(await titlesIn(robin, guest)).toHaveLength(3)
  await click('button', 'Undo', await notifications())
  await expectToast('Moved 3 items back.')
  expect(await screen.findByRole('heading', { name: /^Doors & Trim/ })).toBeVisible()
  expect((await robin.must(getItem, { query: { itemID: paint } })).roomID).toBe(model)
})

test('rooms without a place for an item are named before anything is copied, and can be left out', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, kitchen } = server.things
  await robin.newItem(projectID, kitchen, { field1: 'Castellan' })
  const bath = await robin.newRoom(projectID, 'Bath', 'Bathroom')
  const { click } = await mountApp(server, { path: `/roomitems?roomID=${kitchen}`, user: 'robin' })
  await click('button', 'More')
  await click('button', 'Select')
  await click('checkbox', 'Select All')
  await click('button', 'Copy…')
  await click('checkbox', /^Bath/)
  await click('checkbox', /^Model Room/)
  await click('button', 'Copy into 2 Rooms')
  const { element } = await dialog()
  await waitFor(() => expect(element).toHaveTextContent('Model Room doesn’t have a place for Castellan.'))
  expect(await titlesIn(robin, bath)).toEqual([])
  await click('button', 'Copy the Others')
  await expectToast('Copied "Castellan" into room "Bath"')
  expect(await titlesIn(robin, bath)).toEqual(['Castellan'])
})

test('a field of many items is set at once, and Undo gives each its former value back', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, kitchen } = server.things
  for (const field5 of ['', 'Fixture & Form', '']) await robin.newItem(projectID, kitchen, { field5 })
  const { user, click } = await mountApp(server, { path: `/roomitems?roomID=${kitchen}`, user: 'robin' })
  await click('button', 'More')
  await click('button', 'Select')
  await click('checkbox', 'Select All')
  await click('button', 'Change a Field…')
  const change = await dialog()
  await chooseOption(user, await change.findByLabelText('Field'), 'Supplier')
  await fill(user, change.getByLabelText('Value'), 'Vale & Daughters')
  await expectAccessible()
  await click('button', 'Set 3 Items')
  await expectToast('Set Supplier on 3 items to "Vale & Daughters"')
  const fields = async () => (await robin.must(listItems, { query: { roomID: kitchen } })).map(({ field5 }) => field5)
  expect(await fields()).toEqual(Array(3).fill('Vale & Daughters'))
  await click('button', 'Undo', await notifications())
  await expectDone('3 items')
  expect(await fields()).toEqual(['', 'Fixture & Form', ''])
})

test('what a search found in a project is selected across its rooms', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, model, kitchen } = server.things
  await robin.newItemOf(HARDWARE, { projectID, roomID: kitchen, inputs: { field1: 'Harrow Pull' } })
  const attic = await robin.newRoom(projectID, 'Attic', 'Bedroom')
  const { click } = await mountApp(server, { path: '/find?q=harrow', user: 'robin' })
  await click('button', 'Select in Maple Street')
  await click('checkbox', 'All of Kitchen')
  await click('checkbox', /Harrow Knob/)
  await click('button', 'Move…')
  await click('radio', /^Attic/)
  await click('button', 'Move')
  await expectToast('Moved 2 items to room "Attic"')
  expect(await screen.findByRole('link', { name: 'Attic' })).toBeVisible()
  expect((await titlesIn(robin, attic)).toSorted()).toEqual(['Harrow Knob', 'Harrow Pull'])
  await click('button', 'Undo', await notifications())
  await expectToast('Moved 2 items back.')
  expect(await screen.findByRole('link', { name: 'Kitchen' })).toBeVisible()
  expect([await titlesIn(robin, attic), (await titlesIn(robin, model)).length]).toEqual([[], 3])
})

test('Escape and Done end the selection, and the next one starts empty', async () => {
  const server = await start()
  const { user, click } = await mountApp(server, { path: `/roomitems?roomID=${server.things.model}`, user: 'robin' })
  await click('button', 'More')
  await click('button', 'Select')
  expect(await screen.findByRole('checkbox', { name: 'Select All' })).toHaveFocus()
  expect(button('Delete')).toBeDisabled()
  await user.keyboard(' ')
  await expectSelected('3 items selected')
  await user.keyboard('{Escape}')
  await click('button', 'More')
  await click('button', 'Select')
  await expectSelected('0 items selected')
  await click('button', 'Done')
  expect(await screen.findByRole('button', { name: 'More' })).toBeVisible()
})

test('an item, a room and a project are copied from their own screens', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, model } = server.things
  const guest = await robin.newRoom(projectID, 'Guest Room', 'Bedroom')
  const [item] = await robin.must(listItems, { query: { roomID: model } })
  const { user, click, open, hold } = await mountApp(server, {
    path: `/edititem?itemID=${item?.itemID}`,
    user: 'robin',
  })
  await click('button', 'Copy Item')
  await click('checkbox', /^Guest Room/)
  await click('button', 'Copy into 1 Room')
  await expectToast('Copied "Harrow Knob" into room "Guest Room"')
  expect(await titlesIn(robin, guest)).toEqual(['Harrow Knob'])

  await open(`/createroom?projectID=${projectID}&roomID=${model}`)
  await click('button', 'Copy Room')
  await expectAccessible()
  await click('button', 'Copy Room', await dialog())
  await expectToast('Copied room "Model Room" as "Model Room (2)"')
  expect(await screen.findByRole('link', { name: 'Model Room (2), Bedroom, 3 items' })).toBeVisible()
  await click('button', 'Undo', await notifications())
  await expectDone(/room "Model Room \(2\)" to/)
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Model Room/ })).toHaveLength(1))
  expect((await robin.must(listRooms, { query: { projectID } })).rooms).toHaveLength(3)

  await click('button', 'More')
  await click('button', 'Copy Project')
  const copy = await dialog()
  const name = copy.getByLabelText(/^Name/)
  await waitFor(() => expect(name).toHaveValue('Maple Street (2)'))
  await fill(user, name, 'Elm Street')
  const letGo = hold('/copyproject')
  await click('button', 'Copy Project', copy)
  // What has started cannot be closed.
  await waitFor(() => expect(copy.getByRole('button', { name: 'Cancel' })).toBeDisabled())
  await user.keyboard('{Escape}{Escape}')
  expect(name).toHaveValue('Elm Street')
  letGo()
  await expectToast('Copied project "Maple Street" as "Elm Street"')
  expect(await screen.findByRole('link', { name: /^Elm Street/ })).toBeVisible()
  await click('button', 'Undo', await notifications())
  await expectDone(/project "Elm Street" to/)
  expect((await robin.must(listProjects, {})).projects).toHaveLength(1)
})

test('a copy that is answered after its page was left leads nowhere', async () => {
  const server = await start()
  const { projectID } = server.things
  const { click, hold } = await mountApp(server, { path: `/projecthome?projectID=${projectID}`, user: 'robin' })
  await click('link', /^Model Room/)
  await screen.findByRole('heading', { level: 1, name: 'Model Room' })
  history.back()
  await screen.findByRole('heading', { level: 1, name: 'Maple Street' })
  await click('button', 'More')
  await click('button', 'Copy Project')
  const letGo = hold('/copyproject')
  const copy = await dialog()
  await click('button', 'Copy Project', copy)
  await waitFor(() => expect(copy.getByRole('button', { name: 'Cancel' })).toBeDisabled())
  history.forward()
  expect(await screen.findByRole('heading', { level: 1, name: 'Model Room' })).toBeVisible()
  letGo()
  await expectToast('Copied project "Maple Street" as "Maple Street (2)"')
  expect(screen.getByRole('heading', { level: 1, name: 'Model Room' })).toBeVisible()
})

test('a viewer can copy the project, but select nothing', async () => {
  const server = await start()
  const { casey } = server.people
  const { projectID, model } = server.things
  await addMember(server.services.db, projectID, 'casey', 'viewer')
  const { click, open } = await mountApp(server, { path: `/roomitems?roomID=${model}`, user: 'casey' })
  expect(await screen.findByRole('heading', { name: /^Doors & Trim/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  await open(`/projecthome?projectID=${projectID}`)
  await click('button', 'More')
  await click('button', 'Copy Project')
  await click('button', 'Copy Project', await dialog())
  await expectToast('Copied project "Maple Street" as "Maple Street"')
  expect((await casey.must(listProjects, {})).projects.map(({ may }) => may).toSorted()).toEqual(['own', 'read'])
})
