import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { copyItem } from '../../../src/shared/items/bulk/copies.api.ts'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { offerProject } from '../../../src/shared/sharing/handover.api.ts'
import { mountApp } from '../../support/mount-app.tsx'
import { countClicks, dialog, expectToast, notifications } from '../../support/on-screen.ts'
import { furnished, type Client } from '../../support/test-app.ts'

/** How many clicks frequent tasks take. See also first-item.test.tsx, and sheets.spec.ts for an import. */

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const casey = await newUser('casey')
  const projectID = await robin.newProject('Maple Street')
  const bedrooms: number[] = []
  for (let n = 1; n <= 4; n++) bedrooms.push(await robin.newRoom(projectID, `Bedroom ${n}`, 'Bedroom'))
  const kitchen = await robin.newRoom(projectID, 'Kitchen')
  const [roomID = 0] = bedrooms
  const inputs = { field1: 'Harrow Knob', field4: 'Chrome' }
  const itemID = await robin.newItemOf(['Doors & Trim', 'Door Hardware'], { projectID, roomID, inputs })
  await robin.newItem(projectID, kitchen, { field1: 'Castellan' })
  return { people: { robin, casey }, things: { projectID, bedrooms, itemID } }
})

const openHome = async () => {
  const server = await start()
  const { projectID } = server.things
  const mounted = await mountApp(server, { path: `/projecthome?projectID=${projectID}`, user: 'robin' })
  return { ...server.people, ...server.things, ...mounted, done: countClicks() }
}

test.each([
  ['People', [['link', 'People']]],
  ['Ready to Hand Over', [['link', 'Ready to Hand Over']]],
  ['the menu', [['button', 'More']]],
] as const)('a project is handed over from Project Home through %s in 3 clicks', async (_, ways) => {
  const { user, click, done } = await openHome()
  for (const [role, name] of ways) await click(role, name)
  await click('link', /^Hand Over/)
  await waitFor(() => expect(screen.getByLabelText('New owner’s email')).toHaveFocus())
  await user.keyboard('buyer@example.com')
  await click('button', 'Send Offer')
  expect(await screen.findByLabelText('Link for buyer@example.com')).toBeVisible()
  expect(done.clicks).toBe(3)
})

test('an offered project is accepted with one click after the login', async () => {
  const server = await start()
  const { projectID } = server.things
  const goes = { notes: true, files: true, history: true, members: false, links: false }
  const body = { projectID, email: 'casey@example.com', goes, stays: false }
  const link = new URL((await server.people.robin.must(offerProject, { body })).link)
  const { click } = await mountApp(server, { path: link.pathname + link.hash, user: 'casey' })
  const done = countClicks()
  await click('button', /^Accept/)
  expect(await screen.findByRole('heading', { level: 1, name: 'Maple Street' })).toBeVisible()
  expect(done.clicks).toBe(1)
})

const finishesIn = async (user: Client, rooms: readonly number[]) => {
  const lists = await Promise.all(rooms.map((roomID) => user.must(listItems, { query: { roomID } })))
  return lists.map((items) => items.map(({ field4 }) => field4))
}

test('an item is copied into all bedrooms with 4 clicks and 3 letters', async () => {
  const server = await start()
  const { robin } = server.people
  const { bedrooms } = server.things
  const { user, click } = await mountApp(server, { path: `/roomitems?roomID=${bedrooms[0]}`, user: 'robin' })
  const done = countClicks()
  await click('link', /^Harrow Knob/)
  await click('button', 'Copy Item')
  const copy = await dialog()
  await waitFor(() => expect(copy.getByLabelText('Find a Room')).toHaveFocus())
  await user.keyboard('bed')
  expect(await copy.findByText('Bedroom · This room')).toBeVisible()
  await click('checkbox', 'Select All 3')
  await click('button', 'Copy into 3 Rooms')
  await expectToast(/into 3 rooms/)
  expect(done.clicks).toBe(4)
  expect(await finishesIn(robin, bedrooms)).toEqual(bedrooms.map(() => ['Chrome']))
})

test('a change reaches all copies with 3 clicks', async () => {
  const server = await start()
  const { robin } = server.people
  const { bedrooms, itemID } = server.things
  await robin.must(copyItem, { body: { itemIDs: [itemID], roomIDs: bedrooms.slice(1) } })
  const { user, click } = await mountApp(server, { path: `/edititem?itemID=${itemID}`, user: 'robin' })
  const done = countClicks()
  await user.clear(await screen.findByRole('combobox', { name: 'Finish' }))
  await user.keyboard('Satin Brass')
  await click('button', 'Update Item')
  await click('button', 'Update All 3 Copies', await notifications())
  await click('button', 'Update All 3 Copies', await dialog())
  await waitFor(async () => expect(await finishesIn(robin, bedrooms)).toEqual(bedrooms.map(() => ['Satin Brass'])))
  expect(done.clicks).toBe(3)
})

test('a template takes 3 clicks', async () => {
  const { click, done } = await openHome()
  await click('button', 'More')
  await click('button', 'Save as Template')
  await click('button', 'Save as Template', await dialog())
  await expectToast(/template/)
  expect(done.clicks).toBe(3)
})

test('a link is created and copied with 3 clicks', async () => {
  const { user, click, done } = await openHome()
  await click('link', 'People')
  await click('button', 'New Link')
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus())
  await user.keyboard('Painter{Enter}')
  const links = within(await screen.findByRole('region', { name: 'Read-Only Links' }))
  await click('button', 'Copy Link Painter', links)
  expect(done.clicks).toBe(3)
})

test('touch-up cards are downloaded with 2 clicks', async () => {
  const { click, intercept, hold, projectID, done } = await openHome()
  const letGo = hold('/paper?')
  const asked: string[] = []
  intercept('/paper?', (pass, _, address) => {
    asked.push(address)
    return pass()
  })
  await click('link', 'Papers')
  await click('button', 'Download Touch-Up Cards')
  const cards = within(await screen.findByRole('region', { name: 'Touch-Up Cards' }))
  await waitFor(() => expect(cards.getByRole('status')).toHaveTextContent(/PDF/))
  expect(asked).toEqual([`/paper?projectID=${projectID}&kind=touchup&size=letter`])
  expect(done.clicks).toBe(2)
  await click('button', 'Cancel', cards)
  letGo()
  await waitFor(() => expect(cards.getByRole('status')).toBeEmptyDOMElement())
})

test('a revision of the spec book is issued with 3 clicks', async () => {
  const { click, done } = await openHome()
  await click('link', 'Papers')
  await click('button', 'Issue a Revision')
  await click('button', 'Issue Revision', await dialog('Issue Revision'))
  await expectToast('Issued Revision 1')
  expect(done.clicks).toBe(3)
})
