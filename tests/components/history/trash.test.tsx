import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { addItemFiles, deleteItem, deleteItemFile, getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { deletePermanently, listTrash, restore } from '../../../src/shared/history/trash.api.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { button, fill, mountApp } from '../../support/mount-app.tsx'
import {
  dialog,
  expectAccessible,
  expectAt,
  expectDone,
  expectFailed,
  expectFocusedAlert,
  expectToast,
  notifications,
} from '../../support/on-screen.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished } from '../../support/test-app.ts'

/** The project Maple Street has a kitchen with one item, which has two files. */
const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const roomID = await robin.newRoom(projectID, 'Kitchen')
  const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan' })
  const uploaded = await robin.upload([
    { name: 'guide.txt', bytes: Buffer.from('How to') },
    { name: 'count.csv', bytes: Buffer.from('part,count\nknob,14\n') },
  ])
  const files = uploaded.map(({ filename, remote }) => ({ name: filename, remote }))
  await robin.must(addItemFiles, { body: { itemID, files } })
  return { people: { robin }, things: { projectID, roomID, itemID } }
})

type Started = Awaited<ReturnType<typeof start>>

const prepared = async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, roomID, itemID } = server.things
  const attached = async () => (await robin.must(getItem, { query: { itemID } })).attachments
  const deleted = async () => (await robin.must(listTrash, {})).map(({ name }) => name)
  const open = (path: string) => mountApp(server, { path, user: 'robin' })
  return { server, robin, projectID, roomID, itemID, attached, deleted, open }
}

const paths = ({ things: { projectID, roomID, itemID } }: Started) => ({
  project: `/editproject?projectID=${projectID}`,
  room: `/createroom?projectID=${projectID}&roomID=${roomID}`,
  item: `/edititem?itemID=${itemID}`,
})

const undo = async (user: UserEvent) => user.click((await notifications()).getByRole('button', { name: 'Undo' }))

const deleteMapleStreet = async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: 'Delete Project' }))
  const asked = await dialog()
  await fill(user, asked.getByRole('textbox'), 'Maple Street')
  await user.click(asked.getByRole('button', { name: 'Delete Project' }))
  await expectDone('project "Maple Street"')
}

const deleteKitchen = async (user: UserEvent) => {
  await user.click(await screen.findByRole('button', { name: 'Delete Room' }))
  await user.click((await dialog('Delete Kitchen?')).getByRole('button', { name: 'Delete Room' }))
}

test('a room is deleted after a question, and Undo brings it back with its items', async () => {
  const { server, projectID, open } = await prepared()
  const { user } = await open(paths(server).room)
  await user.click(await screen.findByRole('button', { name: 'Delete Room' }))
  const asked = await dialog('Delete Kitchen?')
  expect(asked.element).toHaveTextContent('1 item and its files are deleted with it.')
  expect(asked.getByRole('button', { name: 'Keep Room' })).toHaveFocus()
  await expectAccessible()
  await user.keyboard('{Escape}')
  expect(button('Delete Room')).toHaveFocus()
  await deleteKitchen(user)
  await expectAt(`/projecthome?projectID=${projectID}`)
  await expectToast('Deleted room "Kitchen"')
  expect(await screen.findByText(EMPTY.project)).toBeVisible()
  await undo(user)
  await expectToast('Restored room "Kitchen"')
  expect(await screen.findByRole('link', { name: 'Kitchen, Kitchen, 1 item' })).toBeVisible()
})

test('Undo shows what it restored on any page', async () => {
  const { server, open } = await prepared()
  const { user, click } = await open(paths(server).room)
  await deleteKitchen(user)
  await expectToast('Deleted room "Kitchen"')
  expect(await screen.findByText(EMPTY.project)).toBeVisible()
  await click('link', 'Home', within(screen.getByRole('navigation', { name: 'Breadcrumb' })))
  await expectAt('/selectproject')
  const project = await screen.findByRole('link', { name: /^Maple Street/ })
  await waitFor(() => expect(project).toHaveTextContent('0 rooms'))
  await undo(user)
  await waitFor(() => expect(project).toHaveTextContent('1 room'))
})

test('Undo brings an item back with its attachments', async () => {
  const { server, roomID, open } = await prepared()
  const { user } = await open(paths(server).item)
  await user.click(await screen.findByRole('button', { name: 'Delete Item' }))
  await expectAt(`/roomitems?roomID=${roomID}`)
  await expectToast('Deleted item "Castellan"')
  expect(await screen.findByText(EMPTY.room)).toBeVisible()
  await undo(user)
  await expectToast('Restored item "Castellan"')
  expect(await screen.findByRole('link', { name: '2 files, open attachments' })).toBeVisible()
})

test('Undo brings an attachment back to its place, and what is typed in the details stays', async () => {
  const { server, roomID, itemID, robin, attached, open } = await prepared()
  const { user, click } = await open(paths(server).item)
  await fill(user, await screen.findByRole('combobox', { name: 'Brand' }), 'Castellan & Sons')
  await click('tab', /Attachments/)
  await click('button', 'Remove guide.txt')
  await expectToast('Deleted file "guide.txt"')
  expect((await attached()).map(({ name }) => name)).toEqual(['count.csv'])
  await undo(user)
  await expectToast('Restored attachment "guide.txt"')
  expect((await attached()).map(({ name }) => name)).toEqual(['guide.txt', 'count.csv'])
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: /^Remove / }).map((each) => each.getAttribute('aria-label'))).toEqual([
      'Remove guide.txt',
      'Remove count.csv',
    ]),
  )
  await click('tab', 'Item Details')
  expect(await screen.findByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan & Sons')
  await click('button', 'Update Item')
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({ field1: 'Castellan & Sons' })
})

test('Undo renames a project whose name is taken by now', async () => {
  const { server, robin, open } = await prepared()
  const { user } = await open(paths(server).project)
  await deleteMapleStreet(user)
  await robin.newProject('Maple Street')
  await undo(user)
  await expectToast('Restored project "Maple Street (restored)"')
  await waitFor(() =>
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Maple Street',
      'Maple Street (restored)',
    ]),
  )
})

test('Undo without a connection says so, and the trash still has the project', async () => {
  const { server, deleted, open } = await prepared()
  const { user, cutOff } = await open(paths(server).project)
  await deleteMapleStreet(user)
  cutOff()
  await undo(user)
  await expectToast('No server response')
  expect(await deleted()).toEqual(['Maple Street'])
})

test('Undo that comes too late says so', async () => {
  const { server, robin, open } = await prepared()
  const { user } = await open(paths(server).project)
  await deleteMapleStreet(user)
  const [entry] = await robin.must(listTrash, {})
  await robin.must(deletePermanently, { query: { trashID: entry?.trashID ?? 0 } })
  await undo(user)
  await expectFailed('"Maple Street"')
})

test('deleting an item with unsaved changes asks first', async () => {
  const { server, roomID, robin, open } = await prepared()
  const { user } = await open(paths(server).item)
  const brand = await screen.findByRole('combobox', { name: 'Brand' })
  await fill(user, brand, 'Castellan & Sons')
  await user.click(await screen.findByRole('button', { name: 'Delete Item' }))
  const keep = (await dialog('Unsaved Changes')).getByRole('button', { name: 'Keep Working' })
  expect(keep).toHaveFocus()
  await user.click(keep)
  expect(brand).toHaveValue('Castellan & Sons')
  expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: 'Delete Item' }))
  await user.click((await dialog('Unsaved Changes')).getByRole('button', { name: 'Delete Item' }))
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await robin.must(listItems, { query: { roomID } })).toEqual([])
})

test('deleting a room with a changed name says that the change goes too', async () => {
  const { server, projectID, open } = await prepared()
  const { user } = await open(paths(server).room)
  await fill(user, screen.getByRole('textbox', { name: 'Room Name' }), 'Pantry')
  await user.click(await screen.findByRole('button', { name: 'Delete Room' }))
  const asked = await dialog('Delete Kitchen?')
  expect(asked.element).toHaveTextContent('The new name isn’t saved.')
  await user.click(asked.getByRole('button', { name: 'Delete Room' }))
  await expectAt(`/projecthome?projectID=${projectID}`)
})

test('what somebody else deleted cannot be deleted, and what was typed stays', async () => {
  const { server, robin, roomID, itemID, attached, open } = await prepared()
  const { user, click, open: load } = await open(`${paths(server).item}&tab=attachments`)
  const remove = await screen.findByRole('button', { name: 'Remove count.csv' })
  const remote = (await attached())[1]?.remote ?? ''
  await robin.must(deleteItemFile, { query: { itemID, remote } })
  await user.click(remove)
  await expectFailed('"count.csv"')

  await click('tab', 'Item Details')
  await robin.must(deleteItem, { query: { itemID } })
  await user.click(await screen.findByRole('button', { name: 'Delete Item' }))
  await expectFailed(/item$/)

  await load(paths(server).room)
  await fill(user, screen.getByRole('textbox', { name: 'Room Name' }), 'Pantry')
  await robin.must(deleteRoom, { query: { roomID } })
  await deleteKitchen(user)
  await expectFocusedAlert(/ room "Kitchen"$/)
  expect(screen.getByRole('textbox', { name: 'Room Name' })).toHaveValue('Pantry')
})

test('without a connection nothing is deleted', async () => {
  const { server, deleted, attached, open } = await prepared()
  const { user, click, cutOff, open: load } = await open(paths(server).room)
  const reconnect = cutOff()
  await deleteKitchen(user)
  await expectFocusedAlert('No server response')
  reconnect()
  await load(`${paths(server).item}&tab=attachments`)
  await screen.findByRole('button', { name: 'Remove count.csv' })
  cutOff()
  await click('button', 'Remove count.csv')
  await expectToast('No server response')
  await click('button', 'Close', await notifications())
  await click('tab', 'Item Details')
  await click('button', 'Delete Item')
  await expectToast('No server response')
  expect(await deleted()).toEqual([])
  expect(await attached()).toHaveLength(2)
})

const entries = () =>
  within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .filter((each) => within(each).queryAllByRole('button').length > 0)

test('the trash is reached from the projects, and says when it is empty', async () => {
  const { open } = await prepared()
  const { click } = await open('/selectproject')
  await click('link', 'Trash')
  expect(await screen.findByText(EMPTY.trash)).toBeVisible()
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(/^Home.*Trash$/)
  await click('link', 'My Projects', within(screen.getByRole('main')))
  await expectAt('/selectproject')
})

test('the trash lists what was deleted with its kind, place and times, the latest first, and restores it', async () => {
  const { robin, projectID, roomID, itemID, attached, open } = await prepared()
  const bath = await robin.newRoom(projectID, 'Bath')
  const cottage = await robin.newProject('Lakeside Cottage')
  await robin.must(deleteItemFile, { query: { itemID, remote: (await attached())[1]?.remote ?? '' } })
  await robin.must(deleteItem, { query: { itemID } })
  await robin.must(deleteRoom, { query: { roomID: bath } })
  await robin.must(deleteProject, { query: { projectID: cottage } })
  const { user } = await open('/trash')
  const expected = [
    /^Lakeside Cottage\s*Project\s*Deleted/,
    /^Bath\s*Room in Maple Street\s*Deleted/,
    /^Castellan\s*Item in Maple Street > Kitchen\s*Deleted/,
    /^count.csv\s*Attachment in Maple Street > Kitchen > Castellan\s*Deleted/,
  ]
  expect(entries()).toHaveLength(expected.length)
  for (const [at, text] of expected.entries()) expect(entries()[at]).toHaveTextContent(text)
  const [first] = await robin.must(listTrash, {})
  const times = [...(entries()[0]?.querySelectorAll('time') ?? [])].map(({ dateTime }) => dateTime)
  expect(times).toEqual([first?.deletedAt, first?.expiresAt])

  button('Restore Bath').focus()
  await user.keyboard('{Enter}')
  await expectToast('Restored room "Bath"')
  await waitFor(() => expect(entries()).toHaveLength(expected.length - 1))
  await waitFor(() => expect(button('Restore Castellan')).toHaveFocus())
  expect((await robin.must(listRooms, { query: { projectID } })).rooms.map(({ name }) => name)).toEqual([
    'Bath',
    'Kitchen',
  ])
  expect(await robin.must(listItems, { query: { roomID } })).toEqual([])
})

test('what was in a deleted thing is restored only after that, and the trash says so', async () => {
  const { robin, roomID, itemID, open } = await prepared()
  await robin.must(deleteItem, { query: { itemID } })
  await robin.must(deleteRoom, { query: { roomID } })
  const { click } = await open('/trash')
  await click('button', 'Restore Castellan')
  await expectFocusedAlert(sentenceOf('restore_parent_first', { kind: 'room', name: 'Kitchen' }))
  await expectAccessible()
  await click('button', 'Restore Kitchen')
  await expectToast('Restored room "Kitchen"')
  expect(screen.queryByText(sentenceOf('restore_parent_first', { kind: 'room', name: 'Kitchen' }))).toBeNull()
  await click('button', 'Restore Castellan')
  expect(await screen.findByText(EMPTY.trash)).toBeVisible()
  expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(1)
})

test('an entry is deleted for good only after a question', async () => {
  const { robin, projectID, itemID, deleted, open } = await prepared()
  await robin.must(deleteItem, { query: { itemID } })
  await robin.must(deleteProject, { query: { projectID } })
  const { user } = await open('/trash')
  const opener = button('Delete Permanently: Maple Street')
  await user.click(opener)
  const asked = await dialog('Delete Permanently')
  expect(asked.element).toHaveTextContent('"Maple Street" and everything in it can’t be restored afterward.')
  expect(asked.getByRole('button', { name: 'Keep in Trash' })).toHaveFocus()
  await expectAccessible()
  await user.keyboard('{Escape}')
  expect(opener).toHaveFocus()
  expect(await deleted()).toHaveLength(2)
  await user.keyboard('{Enter}')
  await user.click((await dialog('Delete Permanently')).getByRole('button', { name: 'Delete Permanently' }))
  await expectToast('Permanently deleted "Maple Street"')
  expect(await screen.findByText(EMPTY.trash)).toBeVisible()
  expect(await deleted()).toEqual([])
})

test('entries that are gone or cannot be reached say so', async () => {
  const { robin, projectID, open } = await prepared()
  const second = await robin.newProject('Lakeside Cottage')
  await robin.must(deleteProject, { query: { projectID } })
  await robin.must(deleteProject, { query: { projectID: second } })
  const [cottage, maple] = await robin.must(listTrash, {})
  const { user, click, cutOff } = await open('/trash')
  const end = async (name: string) => {
    await user.click(button(`Delete Permanently: ${name}`))
    await click('button', 'Delete Permanently', await dialog('Delete Permanently'))
  }
  const reconnect = cutOff()
  await click('button', 'Restore Maple Street')
  await expectFocusedAlert('No server response')
  await end('Maple Street')
  await expectFocusedAlert('No server response')
  expect(button('Restore Maple Street')).toBeVisible()
  reconnect()
  await robin.must(restore, { body: { trashID: maple?.trashID ?? 0 } })
  await click('button', 'Restore Maple Street')
  await expectFocusedAlert(/"Maple Street"$/)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Restore Maple Street' })).toBeNull())
  await robin.must(deletePermanently, { query: { trashID: cottage?.trashID ?? 0 } })
  await end('Lakeside Cottage')
  await expectFocusedAlert(/"Lakeside Cottage"$/)
  expect(await screen.findByText(EMPTY.trash)).toBeVisible()
  expect((await robin.must(listProjects, {})).projects).toHaveLength(1)
})
