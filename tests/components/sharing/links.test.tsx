import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLink, listLinks, VIEW_ITEMS, type LinkScope } from '../../../src/shared/sharing/links.api.ts'
import { createItem } from '../../../src/shared/items/items.api.ts'
import { HIDES_NOTHING } from '../../support/cases.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { chooseOption, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectAt, optionsOf } from '../../support/on-screen.ts'
import { furnished, subcategoryIDs } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const [hall, den] = [await robin.newRoom(projectID, 'Hall'), await robin.newRoom(projectID, 'Den')]
  await robin.newRoom(projectID, 'Attic')
  const paint = await subcategoryIDs(robin, 'Kitchen', 'Paint', 'Wall Paint')
  for (const [roomID, name] of [
    [hall, 'Dry Sage'],
    [den, 'Gesso'],
  ] as const) {
    const inputs = { field2: name, field3: `HV-${name.length}` }
    await robin.must(createItem, { body: { projectID, roomID, ...paint, inputs } })
  }
  await robin.newItem(projectID, hall, { field1: 'Castellan' })
  return { people: { robin }, things: { projectID, hall } }
})

const openPeople = async (link?: string) => {
  const server = await start()
  const { projectID } = server.things
  const { robin } = server.people
  if (link !== undefined) await robin.must(createLink, { body: { projectID, name: link, hides: HIDES_NOTHING } })
  const mounted = await mountApp(server, { path: `/people?projectID=${projectID}`, user: 'robin' })
  const part = within(await screen.findByRole('region', { name: 'Read-Only Links' }))
  const links = async () => (await robin.must(listLinks, { query: { projectID } })).links
  const cardOf = async (name: string) =>
    within((await part.findByRole('heading', { name, level: 3 })).closest('li') as HTMLElement)
  const hiddenOf = (card: Awaited<ReturnType<typeof cardOf>>) =>
    within(card.getByRole('list', { name: 'Hidden' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  return { ...server.people, ...server.things, ...mounted, part, links, cardOf, hiddenOf }
}

test('a new link asks for four things to hide, and for all fields behind a button', async () => {
  const { user, click, part, cardOf, hiddenOf } = await openPeople()
  await click('button', 'New Link', part)
  await click('button', 'Cancel', part)
  await waitFor(() => expect(part.getByRole('button', { name: 'New Link' })).toHaveFocus())
  await click('button', 'New Link', part)
  expect(part.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    ...['Notes', 'Files', 'Prices', 'Serial numbers'],
  ])
  await click('button', 'Create Link', part)
  expect(part.getByText('Required.')).toBeVisible()
  await expectAccessible()
  await fill(user, part.getByRole('textbox', { name: 'Name' }), 'Painter, hall')
  await chooseOption(user, part.getByRole('combobox', { name: 'Shows' }), 'Hall')
  await fill(user, part.getByLabelText('Expires (optional)'), '2999-12-20')
  for (const name of ['Notes', 'Prices']) await click('checkbox', name, part)
  await click('button', 'More Fields…', part)
  await waitFor(() => expect(part.getByRole('checkbox', { name: 'Locations of photos' })).toHaveFocus())
  await click('checkbox', 'Sheen', part)
  await click('button', 'Create Link', part)
  const card = await cardOf('Painter, hall')
  await waitFor(() => expect(card.getByRole('button', { name: 'Copy Link Painter, hall' })).toHaveFocus())
  expect(card.getByText('Room Hall')).toBeVisible()
  expect(hiddenOf(card)).toEqual(['Notes', 'Prices', 'Locations of photos', 'Sheen'])
  expect(card.getByText(/Dec 20, 2999/)).toBeVisible()
  expect(await screen.findByText('1 person · 1 link')).toBeVisible()
})

test('what a link hides can be changed, and a link turned off', async () => {
  const { user, click, part, links, cardOf, hiddenOf } = await openPeople('Painter, hall')
  const card = await cardOf('Painter, hall')
  await click('button', 'Change Painter, hall', card)
  await click('button', 'More Fields…', part)
  for (const name of ['Notes', 'Sheen', 'Locations of photos']) await click('checkbox', name, part)
  await fill(user, part.getByLabelText('Expires (optional)'), '2999-12-20')
  await click('button', 'Update Link', part)
  await card.findByText(/Dec 20, 2999/)
  expect(hiddenOf(card)).toEqual(['Notes', 'Locations of photos', 'Sheen'])

  await click('button', 'Turn Off Painter, hall', card)
  await click('button', 'Turn Off', await dialog())
  expect(await part.findByText(/^Share a project, a room/)).toBeVisible()
  await waitFor(() => expect(part.getByRole('heading', { name: 'Read-Only Links' })).toHaveFocus())
  expect(await links()).toEqual([])
})

test('a new link can show some rooms, a trade or a category', async () => {
  const { user, click, part, links, cardOf } = await openPeople()
  const create = async (name: string, shows: string, rooms: readonly string[] = []) => {
    await click('button', 'New Link', part)
    await fill(user, part.getByRole('textbox', { name: 'Name' }), name)
    const select = part.getByRole('combobox', { name: 'Shows' })
    await chooseOption(user, select, shows)
    if (shows === 'Some rooms…') {
      await click('button', 'Create Link', part)
      expect(part.getByText(/one room\.$/)).toBeVisible()
    }
    for (const room of rooms) await click('checkbox', room, part)
    const options = optionsOf(select)
    await click('button', 'Create Link', part)
    return { card: await cardOf(name), options }
  }
  const { card, options } = await create('Two rooms', 'Some rooms…', ['Den', 'Attic'])
  expect(options).toEqual([
    ...['Whole project', 'Some rooms…', 'Attic', 'Den', 'Hall'],
    ...['Painter', 'Plumber', 'Paint', 'Plumbing'],
  ])
  expect(card.getByText('Attic, Den')).toBeVisible()
  await create('Paint', 'Painter')
  await create('Taps', 'Plumbing')
  expect((await links()).map(({ shows }) => shows)).toEqual(['Plumbing', 'Painter', 'Attic, Den'])
})

test('where there is a sheet to share with, a link is shared with it', async () => {
  const shared = vi.fn(async () => {})
  Object.assign(navigator, { share: shared })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'))
  const { click, links, cardOf } = await openPeople('Guest')
  await click('button', 'Share Link Guest', await cardOf('Guest'))
  expect(shared).toHaveBeenCalledWith({ title: 'Guest', url: (await links())[0]?.address })
})

const openLinkTo = async (scope: LinkScope, server?: Awaited<ReturnType<typeof start>>) => {
  server ??= await start()
  const { projectID } = server.things
  const { robin } = server.people
  await robin.must(createLink, { body: { projectID, name: 'Painter', scope, hides: HIDES_NOTHING } })
  const [link] = (await robin.must(listLinks, { query: { projectID } })).links
  return mountApp(server, { path: new URL(link?.address ?? '').pathname })
}

test('a link to a trade shows its items by room at once', async () => {
  const { user, click } = await openLinkTo({ trade: 'painter' })
  expect(await screen.findByRole('heading', { name: 'Painter', level: 1 })).toBeVisible()
  expect(screen.getByText('Maple Street')).toBeVisible()
  expect(screen.getByText('2 items in 2 rooms, as of today')).toBeVisible()
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Den', 'Hall'])
  await click('button', /Dry Sage/)
  expect(await screen.findByRole('button', { name: 'Copy HV-8' })).toBeVisible()
  expect(screen.queryByText(/Castellan/)).toBeNull()
  const list = await screen.findByRole('link', { name: /^Print Trade List/ })
  expect(list.getAttribute('href')).toMatch(/^\/paper\?.*kind=trade&trade=painter&link=/)
  await fill(user, screen.getByRole('searchbox', { name: 'Search all items' }), 'gesso')
  expect(await screen.findByText('1 item')).toBeVisible()
  await expectAccessible()
})

test('a link opens with signs of a chat behind it, and what is no token shows a calm page', async () => {
  const server = await start()
  const { robin } = server.people
  await robin.newLink(server.things.projectID)
  const { links } = await robin.must(listLinks, { query: { projectID: server.things.projectID } })
  const { pathname } = new URL(links[0]?.address ?? '')
  const { open } = await mountApp(server, { path: `${pathname}。` })
  expect(await screen.findByText('3 rooms, as of today')).toBeVisible()
  await expectAt(pathname)
  for (const none of ['/view/。', '/view/%E3%80', `${pathname.slice(0, -5)}…`]) {
    await open(none)
    expect(await screen.findByRole('heading', { name: "There's nothing to see here" }), none).toBeVisible()
  }
})

test('a link shows and finds all of more items than one answer has', async () => {
  const server = await start()
  const { db } = server.services
  const { id: _, ...faucet } = await db
    .selectFrom('items')
    .selectAll()
    .where('field1', '=', 'Castellan')
    .executeTakeFirstOrThrow()
  const more = Array.from({ length: VIEW_ITEMS }, (__, at) => ({
    ...faucet,
    field1: at === 499 ? 'Quill' : 'Castellan',
  }))
  await db.insertInto('items').values(more).execute()
  const { user } = await openLinkTo({ trade: 'plumber' }, server)
  expect(await screen.findByText(`${VIEW_ITEMS + 1} items in 1 room, as of today`)).toBeVisible()
  await fill(user, screen.getByRole('searchbox', { name: 'Search all items' }), 'quill')
  expect(await screen.findByText('1 item')).toBeVisible()
})

test('a link to a project shows its rooms, leads into each and back, and searches all of them', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID } = server.things
  await robin.newLink(projectID)
  const { links } = await robin.must(listLinks, { query: { projectID } })
  const { user, click } = await mountApp(server, { path: new URL(links[0]?.address ?? '').pathname })
  expect(await screen.findByText('3 rooms, as of today')).toBeVisible()
  const box = screen.getByRole('searchbox', { name: 'Search all rooms' })
  await fill(user, box, 'castellan')
  expect(await screen.findByRole('heading', { name: 'Hall', level: 2 })).toBeVisible()
  await fill(user, box, '')
  await click('link', /^Attic/)
  expect(await screen.findByText(EMPTY.room)).toBeVisible()
  await click('link', 'Maple Street')
  await click('link', /^Hall/)
  expect(await screen.findByRole('button', { name: /^Faucet Castellan/ })).toBeVisible()
})
