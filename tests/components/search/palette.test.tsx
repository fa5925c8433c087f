import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { RECENT_KEY } from '../../../src/web/lib/session.ts'
import { addMember } from '../../support/members.ts'
import { fill, mountApp } from '../../support/mount-app.tsx'
import { expectAccessible, expectAt } from '../../support/on-screen.ts'
import { furnished } from '../../support/test-app.ts'

/** A kitchen with a paint and a faucet, and the same paint in the hall. */
const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  await newUser('casey')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  const paint = await robin.newItemOf(['Paint', 'Wall Paint'], {
    projectID,
    roomID,
    inputs: { field1: 'Harrow & Vale', field2: 'Dry Sage', field3: 'HV-6102, #B9C6B4', field4: 'Eggshell' },
  })
  await robin.newItem(projectID, roomID, { field1: 'Castellan', field2: 'Bridge 7120-SB', field4: 'CS-40-112' })
  const hall = await robin.newRoom(projectID, 'Hall')
  const inputs = { field2: 'Sage', field3: 'hv 6102 #b9c6b4' }
  await robin.newItemOf(['Paint', 'Wall Paint'], { projectID, roomID: hall, inputs })
  return { people: { robin }, things: { projectID, roomID, paint } }
})

const palette = async () => within(await screen.findByRole('dialog', { name: 'Search' }))
const input = async () => (await palette()).findByRole('combobox', { name: 'Search' })
const rows = async () => (await palette()).queryAllByRole('row').map(({ textContent }) => textContent.trim())
const expectFirst = (text: string) => waitFor(async () => expect((await rows())[0]).toContain(text))

const openOn = async (path: string, user = 'robin') => {
  const server = await start()
  const mounted = await mountApp(server, { path, user })
  /** Opens the palette with its button. */
  const search = async () => {
    const [shown] = await screen.findAllByRole('button', { name: 'Search' })
    await mounted.user.click(shown as HTMLElement)
    await waitFor(async () => expect(await input()).toHaveFocus())
  }
  return { server, ...server.people, ...server.things, ...mounted, search }
}

test('keys open the palette, a hit and its copied value', async () => {
  const { user, paint } = await openOn('/selectproject')
  await screen.findAllByRole('button', { name: 'Search' })
  fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK', ctrlKey: true })
  await waitFor(async () => expect(await input()).toHaveFocus())
  await user.keyboard('dry sa')
  await expectFirst('Dry Sage')
  // Safari's Enter that ends a conversion.
  fireEvent.keyDown(await input(), { key: 'Enter', code: 'Enter', keyCode: 229 })
  expect(await input()).toHaveFocus()
  await user.keyboard('{Enter}')
  await expectAt(`/edititem?itemID=${paint}`)
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Copy HV-6102' })[0]).toHaveFocus())
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Copied HV-6102')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe('HV-6102')

  await user.keyboard('/')
  await waitFor(async () => expect(await input()).toHaveFocus())
  await user.keyboard('bridge')
  await expectFirst('Castellan Bridge 7120-SB')
  expect((await palette()).getByText(/to copy Bridge 7120-SB/)).toBeVisible()
  await user.keyboard('{Control>}c{/Control}')
  expect(await (await palette()).findByText('Copied Bridge 7120-SB')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe('Bridge 7120-SB')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull())
  const notes = screen.getByRole('textbox', { name: 'Notes' })
  await user.type(notes, '/')
  expect(notes).toHaveValue('/')
  expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull()
})

test('an answer to an earlier text never replaces a newer one', async () => {
  const { user, search, hold } = await openOn('/selectproject')
  await search()
  const letGo = hold('/search?q=dry')
  await user.keyboard('dry')
  await fill(user, await input(), 'bridge')
  await expectFirst('Castellan Bridge 7120-SB')
  letGo()
  await fill(user, await input(), 'bridge 7')
  await expectFirst('Castellan Bridge 7120-SB')
})

test('the palette offers what fits the page, marks the active hit, and names close matches', async () => {
  const { user, search, open, roomID } = await openOn('/selectproject')
  await open(`/roomitems?roomID=${roomID}`)
  await search()
  const [first, second, third] = await rows()
  expect([first, second, third]).toEqual([
    expect.stringMatching(/^Kitchen/),
    expect.stringMatching(/^Create Item in Kitchen/),
    expect.stringMatching(/^Create Room in Maple Street/),
  ])
  await user.keyboard('cas')
  const active = async () =>
    document.getElementById((await input()).getAttribute('aria-activedescendant') ?? '')?.textContent
  const expectActive = (text: RegExp) => waitFor(async () => expect(await active()).toMatch(text))
  await expectActive(/^Castellan Bridge/)
  expect(await input()).toHaveAttribute('aria-expanded', 'true')
  await user.keyboard('{ArrowDown}')
  await waitFor(async () => expect(await active()).not.toMatch(/^Castellan Bridge/))
  await user.keyboard('{ArrowUp}{ArrowUp}')
  await expectActive(/^See All Results/)
  expect((await palette()).getByRole('rowgroup', { name: 'Maple Street Kitchen' })).toBeVisible()
  await expectAccessible()

  await fill(user, await input(), 'bridge marble')
  expect(await (await palette()).findByRole('heading', { name: 'No results' })).toBeVisible()
  expect((await palette()).getByText('Close matches without “marble”:')).toBeVisible()
  await expectFirst('Castellan Bridge 7120-SB')
  await fill(user, await input(), 'account')
  await expectFirst('My Account')
  await user.keyboard('{Enter}')
  await expectAt('/account')
})

test('recent things are kept for their user alone, and end with a logout', async () => {
  const { user, click, search, open, robin, roomID, paint } = await openOn('/selectproject')
  for (const path of [`/roomitems?roomID=${roomID}`, `/edititem?itemID=${paint}`]) await open(path)
  await search()
  const recent = async () => within((await palette()).getByRole('rowgroup', { name: 'Recent' })).getAllByRole('row')
  expect((await recent()).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Dry Sage HV-6102/),
    expect.stringMatching(/^Kitchen\s*Maple Street/),
  ])
  await robin.must(deleteRoom, { query: { roomID } })
  await click('link', /^Kitchen/, within((await recent())[1] as HTMLElement))
  expect(await screen.findByRole('heading', { name: "There's nothing here" })).toBeVisible()
  await search()
  expect(await recent()).toHaveLength(1)
  await user.keyboard('{Escape}')
  await click('button', 'Log Out')
  await expectAt('/')
  expect(localStorage.getItem(RECENT_KEY)).toBeNull()
})

test('recent things of another user are not offered', async () => {
  const { search, open } = await openOn('/selectproject', 'casey')
  const things = [{ kind: 'room', to: '/roomitems?roomID=1', name: 'Kitchen', where: '' }]
  localStorage.setItem(RECENT_KEY, JSON.stringify({ user: 'robin', things }))
  await open()
  await search()
  expect((await rows())[0]).toBe('Create New Project')
})

test('a viewer is not offered to create an item', async () => {
  const { server, search, open, projectID, roomID } = await openOn('/selectproject', 'casey')
  await addMember(server.services.db, projectID, 'casey', 'viewer')
  await open(`/roomitems?roomID=${roomID}`)
  await search()
  expect((await rows()).filter((text) => text.includes('Create'))).toEqual(['Create New Project'])
})

test('a value of an item leads to everything that has it', async () => {
  const { click, open, paint } = await openOn('/selectproject')
  await open(`/edititem?itemID=${paint}`)
  const main = within(screen.getByRole('main'))
  await click('link', /HV-6102 · in 2 rooms$/, main)
  expect(await screen.findByRole('heading', { level: 1, name: 'HV-6102, #B9C6B4' })).toBeVisible()
  expect(location.pathname + location.search).toMatch(/^\/find\?q=HV-6102.*&propID=\d+$/)
  expect(main.getAllByText('2 items in 2 rooms')[0]).toBeVisible()
  expect(main.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['Kitchen', 'Hall'])
})
