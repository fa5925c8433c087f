import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { changeSubcategory } from '../../../src/shared/items/change-subcategory.api.ts'
import {
  addItemFiles,
  createItem,
  deleteItem,
  deleteItemFile,
  getItem,
  updateItem,
  updateItemFile,
} from '../../../src/shared/items/items.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { createRoom, deleteRoom, updateRoom } from '../../../src/shared/projects/rooms.api.ts'
import { addMember } from '../../support/members.ts'
import { chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { furnished, roomTypeID, subcategoryIDs } from '../../support/test-app.ts'

/** An item whose brand and notes were changed. */
const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const casey = await newUser('casey')
  const projectID = await robin.newProject('Maple Street')
  const roomID = await robin.newRoom(projectID, 'Kitchen')
  const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan' })
  await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Marlow', notes: 'Shiny' } } })
  return { people: { robin, casey }, things: { projectID, roomID, itemID } }
})

type Started = Awaited<ReturnType<typeof start>>

/** The history of that item, after what was done before it was opened. */
const openHistory = async (
  before: (started: Started) => Promise<unknown> = () => Promise.resolve(),
  username = 'robin',
) => {
  const server = await start()
  await before(server)
  const { robin } = server.people
  const { itemID } = server.things
  const mounted = await mountApp(server, { path: `/edititem?itemID=${itemID}&tab=history`, user: username })
  await screen.findByRole('heading', { level: 2, name: 'Today' })
  const item = () => robin.must(getItem, { query: { itemID } })
  return { robin, itemID, item, ...mounted }
}

/** The rows whose text matches. */
const rows = (text: RegExp) => screen.getAllByRole('listitem').filter(({ textContent }) => text.test(textContent ?? ''))
const putBack = (name: string) => screen.queryByRole('button', { name: `Put Back ${name}` })
const expectRow = (text: RegExp) => waitFor(() => expect(rows(text)).toHaveLength(1))

const attach = async ({ people: { robin }, things: { itemID } }: Started, names: readonly string[]) => {
  const uploaded = await robin.upload(names.map((name) => ({ name, bytes: Buffer.from(name) })))
  await robin.must(addItemFiles, {
    body: { itemID, files: uploaded.map(({ filename, remote }) => ({ name: filename, remote })) },
  })
  return uploaded.map(({ remote }) => remote)
}

test('a value is put back from the history of its item, and what is being typed stays', async () => {
  const { user, click, open, itemID } = await openHistory()
  await open(`/edititem?itemID=${itemID}`)
  await fill(user, screen.getByRole('textbox', { name: 'Notes' }), 'Still typing')
  await click('tab', 'History')
  await screen.findByRole('heading', { level: 2, name: 'Today' })
  const shown = () => within(screen.getByRole('tabpanel')).getAllByRole('listitem')
  expect(shown()).toHaveLength(3)
  expect(shown()[0]).toHaveTextContent(/Brand.*From Castellan.*to Marlow/)
  expect(shown()[1]).toHaveTextContent(/Notes.*From N\/A.*to Shiny/)
  expect(shown()[2]).toHaveTextContent(/Created.*Faucet, Castellan/)
  await click('button', 'Put Back Brand: Castellan')
  await waitFor(() => expect(shown()[0]).toHaveTextContent(/From Marlow.*to Castellan/))
  expect(putBack('Brand: Castellan')).toBeNull()
  await click('tab', 'Item Details')
  expect(await screen.findByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan')
  expect(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('Still typing')
})

test('restoring a value does not overwrite what someone else has just saved', async () => {
  const { click, robin, itemID } = await openHistory()
  await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Elsewhere' } } })
  await click('button', 'Put Back Brand: Castellan')
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Someone else/)
  await expectRow(/From Marlow.*to Elsewhere/)
  await click('button', 'Put Back Brand: Castellan')
  await expectRow(/From Elsewhere.*to Castellan/)
})

test('a file that was removed is put back', async () => {
  const { click } = await openHistory(async (started) => {
    const [remote = ''] = await attach(started, ['manual.txt'])
    await started.people.robin.must(deleteItemFile, { query: { itemID: started.things.itemID, remote } })
  })
  await click('button', 'Put Back Removed: manual.txt')
  await expectRow(/Restored.*manual\.txt/)
  expect(putBack('Removed: manual.txt')).toBeNull()
  expect(screen.getByRole('tab', { name: /Attachments/ })).toHaveTextContent('1')
})

test('a file gets back its former name, caption and place, and says if it is gone', async () => {
  const { click, item } = await openHistory(async (started) => {
    const { robin } = started.people
    const { itemID } = started.things
    const [a = '', b = '', c = ''] = await attach(started, ['a.txt', 'b.txt', 'c.txt'])
    const change = (remote: string, inputs: { name?: string; caption?: string; before?: string | null }) =>
      robin.must(updateItemFile, { body: { itemID, remote, inputs } })
    await change(c, { before: a })
    await change(a, { name: 'z.txt' })
    await change(a, { caption: 'Page 3' })
    await change(b, { name: 'gone.txt' })
    await robin.must(deleteItemFile, { query: { itemID, remote: b } })
  })
  expect(rows(/Renamed.*b\.txt/)[0]).toHaveTextContent(/file no longer exists/)
  await click('button', 'Put Back Renamed: a.txt')
  await expectRow(/Renamed.*From z\.txt.*to a\.txt/)
  await click('button', 'Put Back Caption: N/A')
  await expectRow(/Caption.*From Page 3.*to N\/A/)
  await click('button', 'Put Back Reordered: Files')
  await waitFor(() => expect(rows(/Reordered/)).toHaveLength(2))
  expect((await item()).attachments.map(({ name, caption }) => [name, caption])).toEqual([
    ['a.txt', ''],
    ['c.txt', ''],
  ])
})

test('a former subcategory is put back with its values, and the card shows what was there before', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, roomID } = server.things
  const paint = await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint')
  const inputs = { field2: 'Dry Sage', field3: 'HV-6102' }
  const { itemID } = await robin.must(createItem, { body: { projectID, roomID, ...paint, inputs } })
  await robin.must(updateItem, { body: { itemID, inputs: { field2: 'Harbor Slate', field3: 'HV-6204' } } })
  const sink = await subcategoryIDs(robin, 'Kitchen', 'Plumbing', 'Sink')
  const { version } = await robin.must(getItem, { query: { itemID } })
  await robin.must(changeSubcategory, { body: { itemID, ...sink, version } })
  const { click } = await mountApp(server, { path: `/edititem?itemID=${itemID}&tab=history`, user: 'robin' })
  await screen.findByRole('heading', { level: 2, name: 'Today' })
  expect(rows(/Color Name.*Dry Sage.*Harbor Slate/)[0]).toHaveTextContent(/field no longer exists/)
  await click('button', 'Put Back Subcategory: Paint – Wall Paint')
  expect(await screen.findByRole('heading', { level: 1, name: 'Harbor Slate HV-6204' })).toBeVisible()
  await click('tab', 'Item Details')
  await click('link', 'Dry Sage HV-6102')
  await waitFor(() => expect(screen.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true'))
})

test('an item goes back to the room that it left, and what is being typed stays', async () => {
  const { user, click, item, open, itemID } = await openHistory(async ({ people: { robin }, things }) => {
    const pantry = await robin.newRoom(things.projectID, 'Pantry')
    await robin.must(moveItems, { body: { itemIDs: [things.itemID], roomID: pantry } })
  })
  await open(`/edititem?itemID=${itemID}`)
  await fill(user, screen.getByRole('textbox', { name: 'Notes' }), 'Still typing')
  await click('tab', 'History')
  const place = screen.getByRole('navigation', { name: 'Breadcrumb' })
  expect(place).toHaveTextContent('Pantry')
  await click('button', 'Put Back Moved: Kitchen')
  expect(await screen.findByText('Moved "Marlow" to room "Kitchen"')).toBeVisible()
  await waitFor(() => expect(place).toHaveTextContent('Kitchen'))
  await expectRow(/Moved.*From Pantry.*to Kitchen/)
  expect(putBack('Moved: Kitchen')).toBeNull()
  expect(putBack('Moved: Pantry')).toBeVisible()
  await click('tab', 'Item Details')
  expect(await screen.findByRole('textbox', { name: 'Notes' })).toHaveValue('Still typing')
  await click('button', 'Update Item')
  expect(await screen.findByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  expect(await item()).toMatchObject({ roomName: 'Kitchen', note: 'Still typing' })
})

test('a sentence says why an item cannot go back', async () => {
  let bath = 0
  const { click, robin, open } = await openHistory(
    async ({ people: { robin: owner }, things: { projectID, itemID } }) => {
      const roomType = await roomTypeID(owner, 'Bathroom')
      bath = (await owner.must(createRoom, { body: { projectID, roomName: 'Bath', roomType } })).roomID
      for (const roomID of [bath, await owner.newRoom(projectID, 'Galley')])
        await owner.must(moveItems, { body: { itemIDs: [itemID], roomID } })
      const refrigerator = await subcategoryIDs(owner, 'Kitchen', 'Appliances', 'Refrigerator')
      const { version } = await owner.must(getItem, { query: { itemID } })
      await owner.must(changeSubcategory, { body: { itemID, ...refrigerator, version } })
    },
  )
  await click('button', 'Put Back Moved: Bath')
  expect(await screen.findByRole('alert')).toHaveTextContent(/subcategory$/)
  await robin.must(deleteRoom, { query: { roomID: bath } })
  await click('button', 'Put Back Moved: Bath')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(/room no longer exists$/))
  await open()
  await expectRow(/From Bath.*to Galley.*room no longer exists/)
  expect(putBack('Moved: Kitchen')).toBeVisible()
})

test('viewers see the history without buttons to restore', async () => {
  await openHistory(
    ({ services, things: { projectID } }) => addMember(services.db, projectID, 'casey', 'viewer'),
    'casey',
  )
  expect(rows(/From Castellan.*to Marlow/)[0]).toHaveTextContent('Robin Sample')
  expect(screen.queryByRole('button', { name: /^Put Back/ })).toBeNull()
})

test('activity loads older entries, filters by person, and does not link what is gone', async () => {
  const server = await start()
  const { robin, casey } = server.people
  const { projectID, roomID, itemID } = server.things
  for (let n = 1; n <= 48; n++) await robin.must(updateRoom, { body: { roomID, roomName: `Kitchen ${n}` } })
  await robin.must(deleteItem, { query: { itemID } })
  await addMember(server.services.db, projectID, 'casey', 'editor')
  const { user, click, open } = await mountApp(server, {
    path: `/projectactivity?projectID=${projectID}`,
    user: 'casey',
  })
  const list = () => rows(/Changed|Created|Deleted/)
  expect(list()).toHaveLength(50)
  expect(list()[0]).toHaveTextContent(/Item Deleted New.*Marlow in Kitchen 48/)
  const links = within(list()[0] as HTMLElement).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(['Kitchen 48'])
  await click('button', 'Show Older')
  await waitFor(() => expect(list().at(-1)).toHaveTextContent('Project Created'))
  expect(screen.queryByRole('button', { name: 'Show Older' })).toBeNull()
  // With changes by one person alone there is nothing to filter.
  expect(screen.queryByLabelText('Person')).toBeNull()

  await casey.must(updateRoom, { body: { roomID, roomName: 'Pantry' } })
  await open()
  // Both have the same name, so casey is first by username.
  await user.selectOptions(field('Person'), screen.getAllByRole('option', { name: 'Robin Sample' }).slice(0, 1))
  await waitFor(() => expect(list()).toHaveLength(1))
  expect(list()[0]).toHaveTextContent(/Room Changed.*Kitchen 48.*Pantry/)
  expect(location.search).toMatch(/userID=\d+$/)
  await chooseOption(user, field('Person'), 'Everyone')
  await waitFor(() => expect(list()).toHaveLength(50))
})

test('what others did shows on the project and its rooms until its activity is viewed', async () => {
  const server = await start()
  const { robin, casey } = server.people
  const { projectID, roomID, itemID } = server.things
  await robin.newRoom(projectID, 'Hall')
  const { click, open } = await mountApp(server, { path: `/projecthome?projectID=${projectID}`, user: 'robin' })
  expect(await screen.findByRole('link', { name: /^Kitchen, .*1 item$/ })).toBeVisible()
  expect(screen.queryByText(/^New/)).toBeNull()

  await addMember(server.services.db, projectID, 'casey', 'editor')
  await casey.must(updateItem, { body: { itemID, inputs: { field1: 'Harrow' } } })
  await casey.must(updateRoom, { body: { roomID, roomName: 'Kitchen and Pantry' } })
  await open()
  await waitFor(() => expect(screen.getByRole('main')).toHaveTextContent(/New since [A-Z][a-z]{2} \d+: 2 changes by /))
  expect(screen.getByRole('link', { name: /^Kitchen and Pantry, .*New, 1 item$/ })).toBeVisible()

  await click('link', '2 changes by Robin Sample')
  const heading = await screen.findByRole('heading', { level: 1, name: 'Activity' })
  await waitFor(() => expect(heading).toHaveFocus())
  await waitFor(() => expect(rows(/New/)).toHaveLength(2))
  expect(rows(/New/)[0]).toHaveTextContent(/Room Changed.*Name.*From Kitchen.*to Kitchen and Pantry/)
  expect(rows(/New/)[1]).toHaveTextContent(/Item Changed.*Brand.*From Marlow.*to Harrow/)
  expect(rows(/Item Created/)).toHaveLength(1)
  const isSeen = async () => {
    const { events } = await robin.must(getActivity, { query: { projectID } })
    return events.every(({ isNew }) => !isNew)
  }
  await waitFor(async () => expect(await isSeen()).toBe(true))
  await click('link', 'Maple Street', within(screen.getByRole('navigation', { name: 'Breadcrumb' })))
  expect(await screen.findByRole('heading', { level: 2, name: 'Rooms' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('main')).not.toHaveTextContent('New since'))
})
