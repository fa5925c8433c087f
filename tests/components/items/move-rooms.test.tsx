import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { orderRooms } from '../../../src/shared/items/bulk/ordering.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { listLinks } from '../../../src/shared/sharing/links.api.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { addMember } from '../../support/members.ts'
import { button, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectToast, notifications } from '../../support/on-screen.ts'
import { furnished, type Client } from '../../support/test-app.ts'

/** Three homes; the first has three rooms and a link to its kitchen, the last belongs to somebody else. */
const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const casey = await newUser('casey')
  const from = await robin.newProject('Maple Street')
  const to = await robin.newProject('Elm Street')
  const kitchen = await robin.newRoom(from, 'Kitchen')
  const roomIDs = [kitchen]
  for (const name of ['Hall', 'Attic']) roomIDs.push(await robin.newRoom(from, name))
  await robin.newLink(from, kitchen)
  const alone = await casey.newProject('Harbor View')
  await casey.newRoom(alone)
  return { people: { robin, casey }, things: { from, to, kitchen, roomIDs, alone } }
})

const roomsIn = async (user: Client, projectID: number) =>
  (await user.must(listRooms, { query: { projectID } })).rooms.map(({ name }) => name)

test('a room is moved to another project from Edit Room, and Undo brings it back', async () => {
  const server = await start()
  const { robin } = server.people
  const { from, kitchen } = server.things
  const path = `/createroom?projectID=${from}&roomID=${kitchen}`
  const { click } = await mountApp(server, { path, user: 'robin' })
  await click('button', 'Move to Another Project')
  const move = await dialog()
  await waitFor(() => expect(move.getByLabelText('To Project')).toHaveFocus())
  expect(move.getByRole('checkbox')).not.toBeChecked()
  await expectAccessible()
  await click('button', 'Move Room', move)
  await expectToast('Moved room "Kitchen" to project "Elm Street". 1 link stopped working.')
  expect(await screen.findByRole('heading', { name: 'Elm Street', level: 1 })).toBeVisible()
  expect(await screen.findByRole('link', { name: /^Kitchen/ })).toBeVisible()
  expect(await roomsIn(robin, from)).toEqual(['Attic', 'Hall'])
  await click('button', 'Undo', await notifications())
  await expectToast('Moved room "Kitchen" back to project "Maple Street".')
  expect(await screen.findByText(EMPTY.project)).toBeVisible()
  expect(await roomsIn(robin, from)).toEqual(['Attic', 'Hall', 'Kitchen'])
})

test('several rooms are moved together from Project Home, with their links if asked', async () => {
  const server = await start()
  const { robin } = server.people
  const { from, to } = server.things
  const { click } = await mountApp(server, { path: `/projecthome?projectID=${from}`, user: 'robin' })
  await click('button', 'More')
  await click('button', 'Move Rooms')
  const move = await dialog()
  expect(move.getByRole('button', { name: /^Move \d Room/ })).toBeDisabled()
  for (const name of [/^Kitchen/, /^Hall/, /^Keep their read-only links/]) await click('checkbox', name, move)
  await click('button', 'Move 2 Rooms', move)
  await expectToast('Moved 2 rooms to project "Elm Street"')
  expect([await roomsIn(robin, from), await roomsIn(robin, to)]).toEqual([['Attic'], ['Hall', 'Kitchen']])
  const { links } = await robin.must(listLinks, { query: { projectID: to } })
  expect(links.map(({ name }) => name)).toEqual(['Painter'])
})

test('without a second project no room can be moved', async () => {
  const server = await start()
  const { click } = await mountApp(server, { path: `/projecthome?projectID=${server.things.alone}`, user: 'casey' })
  await click('button', 'More')
  await click('button', 'Move Rooms')
  const { element, ...move } = await dialog()
  expect(element).toHaveTextContent(/another project/)
  await click('button', 'Close', move)
  await waitFor(() => expect(button('More')).toHaveFocus())
})

test('an editor can reorder rooms, but neither editors nor viewers move them out, and viewers reorder none', async () => {
  const server = await start()
  const { from, kitchen } = server.things
  await addMember(server.services.db, from, 'casey', 'editor')
  const home = `/projecthome?projectID=${from}`
  const { click, open } = await mountApp(server, { path: home, user: 'casey' })
  await click('button', 'More')
  expect(await screen.findByRole('button', { name: 'Copy Project' })).toBeVisible()
  expect(button('Reorder')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Move Rooms' })).toBeNull()
  await open(`/createroom?projectID=${from}&roomID=${kitchen}`)
  expect(await screen.findByRole('button', { name: 'Copy Room' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Move to Another Project' })).toBeNull()
  await addMember(server.services.db, from, 'casey', 'viewer')
  await open(home)
  await click('button', 'More')
  expect(await screen.findByRole('button', { name: 'Copy Project' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Reorder' })).toBeNull()
})

test('Undo leaves an order that somebody else made since, and says so', async () => {
  const server = await start()
  const { robin } = server.people
  const { from, roomIDs } = server.things
  await robin.must(orderRooms, { body: { projectID: from, roomIDs } })
  const { click } = await mountApp(server, { path: `/projecthome?projectID=${from}`, user: 'robin' })
  const shown = () =>
    within(screen.getByRole('region', { name: 'Rooms' }))
      .getAllByRole('link', { name: /item/ })
      .map((link) => link.getAttribute('aria-label') ?? link.textContent)
  await click('button', 'Reorder')
  await click('button', 'Sort by Name')
  await click('button', 'Done')
  await waitFor(() => expect(shown().map((name) => name.split(/\W/)[0])).toEqual(['Attic', 'Hall', 'Kitchen']))
  await robin.must(orderRooms, { body: { projectID: from, roomIDs: roomIDs.toReversed() } })
  await click('button', 'Undo')
  await expectToast('Can’t undo: these rooms have been reordered since.')
  await waitFor(() => expect(shown().map((name) => name.split(/\W/)[0])).toEqual(['Attic', 'Hall', 'Kitchen']))
})
