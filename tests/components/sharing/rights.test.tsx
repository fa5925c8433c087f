import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { addItemFiles, deleteItem, deleteItemFile, getItem } from '../../../src/shared/items/items.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { removeMember } from '../../../src/shared/sharing/members.api.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { addMember } from '../../support/members.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { expectEnabled, expectFailed, expectFocusedAlert, expectToast } from '../../support/on-screen.ts'
import { pdfOf } from '../../support/pdf.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const casey = await newUser('casey')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const inputs = { field1: 'Castellan', field3: 'Brass', notes: 'left of the sink' }
  const itemID = await robin.newItem(projectID, roomID, inputs)
  const uploads = await robin.upload([{ name: 'guide.pdf', bytes: pdfOf(2) }])
  const files = uploads.map(({ filename, remote }) => ({ name: filename, remote }))
  await robin.must(addItemFiles, { body: { itemID, files } })
  return { people: { robin, casey }, things: { projectID, roomID, itemID } }
})

/** A home of robin's of which casey is a member. */
const startShared = async (role: 'editor' | 'viewer') => {
  const server = await start()
  const { projectID } = server.things
  const join = (as = role) => addMember(server.services.db, projectID, 'casey', as)
  const userID = await join()
  const remove = () => server.people.robin.must(removeMember, { query: { projectID, userID } })
  const open = (path: string) => mountApp(server, { path, user: 'casey' })
  return { ...server.people, ...server.things, join, remove, open }
}

const main = () => within(screen.getByRole('main'))
const expectPage = async (name: string) => expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
/** No link or button of the page changes anything, or leads to where something is changed. */
const expectNothingChanges = () => {
  expect(main().queryByRole('link', { name: /Create New (Room|Item)|Edit/ })).toBeNull()
  expect(main().queryByRole('button', { name: /Create|Edit|Update|Delete|Remove|Clear|Add Files/ })).toBeNull()
}
const NOTHING = "There's nothing here"

test('a viewer finds everything to see and nothing that changes it', async () => {
  const { projectID, roomID, itemID, open } = await startShared('viewer')
  const { click, open: visit } = await open('/selectproject')
  await click('link', /^Maple Street/)
  expect(await screen.findByRole('heading', { name: 'Project Details' })).toBeVisible()
  expectNothingChanges()
  await click('link', /^Kitchen/)
  await expectPage('Kitchen')
  expectNothingChanges()
  await click('link', 'Castellan')
  await expectPage('Castellan')
  expect(main().getAllByText('left of the sink')[0]).toBeVisible()
  expect(main().queryByRole('textbox')).toBeNull()
  expectNothingChanges()
  await click('tab', /Attachments/)
  expect(await screen.findByRole('button', { name: /^guide\.pdf/ })).toBeVisible()
  expectNothingChanges()
  expect(document.querySelector('main input[type=file]')).toBeNull()
  for (const path of [
    `/editproject?projectID=${projectID}`,
    `/createroom?projectID=${projectID}`,
    `/createroom?projectID=${projectID}&roomID=${roomID}`,
    `/createitem?projectID=${projectID}&roomID=${roomID}`,
  ]) {
    await visit(path)
    await expectPage(NOTHING)
  }
  await visit(`/edititem?itemID=${itemID}`)
  await expectPage('Castellan')
})

test('a viewer of an empty room or project is not offered to fill it', async () => {
  const { robin, projectID, roomID, open } = await startShared('viewer')
  const empty = await robin.newRoom(projectID, 'Attic')
  const { open: visit } = await open(`/roomitems?roomID=${empty}`)
  expect(await screen.findByText(EMPTY.room)).toBeVisible()
  expectNothingChanges()
  for (const id of [roomID, empty]) await robin.must(deleteRoom, { query: { roomID: id } })
  await visit(`/projecthome?projectID=${projectID}`)
  expect(await screen.findByText(EMPTY.project)).toBeVisible()
  expectNothingChanges()
})

test('an editor finds what changes the rooms and items, and nothing that changes the project', async () => {
  const { robin, projectID, itemID, open } = await startShared('editor')
  const { user, click, open: visit } = await open(`/projecthome?projectID=${projectID}`)
  expect(await screen.findByRole('link', { name: 'Create New Room' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Edit Project' })).toBeNull()
  await visit(`/editproject?projectID=${projectID}`)
  await expectPage(NOTHING)
  await visit(`/edititem?itemID=${itemID}`)
  await fill(user, screen.getByRole('textbox', { name: 'Notes' }), 'right of the sink')
  await click('button', 'Update Item')
  await expectPage('Kitchen')
  expect((await robin.must(getItem, { query: { itemID } })).note).toBe('right of the sink')
  expect(screen.getByRole('link', { name: 'Edit Room' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Create New Item' })).toBeVisible()
})

test('an editor who became a viewer is told when saving and keeps what was typed', async () => {
  const { itemID, join, open } = await startShared('editor')
  const { user, click } = await open(`/edititem?itemID=${itemID}`)
  const notes = screen.getByRole('textbox', { name: 'Notes' })
  await fill(user, notes, 'right of the sink')
  await join('viewer')
  await click('button', 'Update Item')
  await expectToast(sentenceOf('not_allowed'))
  expect(notes).toHaveValue('right of the sink')
})

test('a member who lost access is told on the next click, and keeps what was typed', async () => {
  const { projectID, roomID, itemID, join, remove, open } = await startShared('editor')
  const room = `projectID=${projectID}&roomID=${roomID}`
  const { user, click, open: visit } = await open(`/createroom?${room}`)
  await fill(user, field('Room Name'), 'Scullery')
  await remove()
  await click('button', 'Update Room')
  await expectFocusedAlert(/"Scullery"$/)
  expect(await screen.findByText(/^Something here was deleted, or you no longer have access\./)).toBeVisible()
  expect(field('Room Name')).toHaveValue('Scullery')

  await join()
  await visit(`/createitem?${room}`)
  await chooseOption(user, field('Category'), 'Plumbing')
  await chooseOption(user, field('Subcategory'), 'Faucet')
  const notes = () => screen.getByRole('textbox', { name: 'Notes' })
  await waitFor(() => expectEnabled(button('Create Item')))
  await fill(user, notes(), 'right of the sink')
  await remove()
  await click('button', 'Create Item')
  await expectFailed(/create item/)
  expect(notes()).toHaveValue('right of the sink')

  await join()
  await visit(`/edititem?itemID=${itemID}`)
  await fill(user, notes(), 'below the sink')
  await remove()
  await click('button', 'Update Item')
  expect(await screen.findByText(/^This item was deleted, or you no longer have access\./)).toBeVisible()
  expect(notes()).toHaveValue('below the sink')
  await click('link', 'Maple Street')
  await click('button', 'Abandon Changes')
  await expectPage(NOTHING)
})

test('an editor sees in the trash who deleted what, restores it, and deletes nothing permanently', async () => {
  const { robin, casey, itemID, open } = await startShared('editor')
  const { attachments } = await robin.must(getItem, { query: { itemID } })
  await casey.must(deleteItemFile, { query: { itemID, remote: attachments[0]?.remote ?? '' } })
  await robin.must(deleteItem, { query: { itemID } })
  const { click } = await open('/trash')
  const rows = () =>
    main()
      .getAllByRole('listitem')
      .filter((row) => row.textContent.includes('Deletes permanently'))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(rows()[0]).toHaveTextContent('Deleted by Robin Sample')
  expect(rows()[1]).not.toHaveTextContent('Deleted by')
  expect(screen.queryByRole('button', { name: /Delete Permanently/ })).toBeNull()
  await click('button', /Restore/, within(rows()[0] as HTMLElement))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await robin.must(getItem, { query: { itemID } })
})
