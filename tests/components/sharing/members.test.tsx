import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { updateItem } from '../../../src/shared/items/items.api.ts'
import { inviteMember, listMembers, removeMember } from '../../../src/shared/sharing/members.api.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { addMember } from '../../support/members.ts'
import { chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectAt } from '../../support/on-screen.ts'
import { furnished, PASSWORD } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const casey = await newUser('casey')
  const projectID = await robin.newProject()
  const itemID = await robin.newItem(projectID, await robin.newRoom(projectID), { field1: 'Castellan' })
  return { people: { robin, casey }, things: { projectID, itemID } }
})

/** With an invitation and the address in its mail. */
const startInvited = async (may: 'read' | 'write' = 'write') => {
  const server = await start()
  const body = { projectID: server.things.projectID, email: 'kim@example.com', may }
  const link = new URL((await server.people.robin.must(inviteMember, { body })).link)
  return { server, ...server.people, ...server.things, path: link.pathname + link.hash }
}

const listItem = (text: string) => screen.getAllByRole('listitem').find((row) => row.textContent.includes(text)) ?? null

test('an owner invites, copies the link, changes a right, removes a member and cancels an invitation', async () => {
  const server = await start()
  const { casey } = server.people
  const { projectID } = server.things
  await addMember(server.services.db, projectID, 'casey', 'viewer')
  const { user, click, open } = await mountApp(server, { path: `/people?projectID=${projectID}`, user: 'robin' })
  await click('button', 'Invite')
  expect(await screen.findByText('Required.')).toBeVisible()
  await fill(user, field('Invite by email'), 'kim@example.com')
  await chooseOption(user, field('Access'), 'Editor')
  await click('button', 'Invite')
  const said = await screen.findByText(/ to kim@example\.com/)
  await waitFor(() => expect(said.closest('[role=status]')).toHaveFocus())
  await waitFor(() => expect(listItem('kim@example.com')).toHaveTextContent('Invited as Editor, open until'))
  const linkOf = async () => ((await screen.findByLabelText('Link for kim@example.com')) as HTMLInputElement).value
  const first = await linkOf()
  expect(first).toMatch(/\/join#[\w-]{43}$/)
  await click('button', 'Copy the Link for kim@example.com')
  expect(await screen.findByText('Copied')).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(first)
  await expectAccessible()

  await open()
  await click('button', 'New Link for kim@example.com')
  expect(await linkOf()).not.toBe(first)
  await chooseOption(user, screen.getAllByLabelText('Access of Robin Sample')[0] as HTMLElement, 'Editor')
  expect(await screen.findByText('Robin Sample is now Editor.')).toBeVisible()
  expect((await casey.must(listMembers, { query: { projectID } })).may).toBe('write')
  await click('button', 'Remove Robin Sample')
  await click('button', 'Remove', await dialog())
  expect(await screen.findByText('Robin Sample no longer has access.')).toBeVisible()
  await click('button', 'Cancel the Invitation for kim@example.com')
  await click('button', 'Cancel Invitation', await dialog())
  await waitFor(() => expect(listItem('kim@example.com')).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { name: 'People', level: 1 })).toHaveFocus())
  expect(screen.getByText('1 person')).toBeVisible()
})

test('an invitation is joined by the logged-in user, its token leaves the address, and the member can leave', async () => {
  const { server, robin, projectID, path } = await startInvited()
  const { click, open } = await mountApp(server, { path, user: 'casey' })
  expect(location.pathname + location.hash).toBe('/join')
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Join "Maple Street"')
  expect(screen.getByText(/Robin Sample invited you as an Editor/)).toBeVisible()
  await open()
  await click('button', 'Join as casey')
  await expectAt(`/projecthome?projectID=${projectID}`)
  const { members } = await robin.must(listMembers, { query: { projectID } })
  expect(members.map(({ username, may }) => [username, may])).toEqual([
    ['robin', 'own'],
    ['casey', 'write'],
  ])
  await open(`/people?projectID=${projectID}`)
  expect(screen.queryByLabelText('Invite by email')).toBeNull()
  await click('button', 'Leave')
  await click('button', 'Leave', await dialog())
  await expectAt('/selectproject')
  expect(await screen.findByText('You left "Maple Street".')).toBeVisible()
})

test('an invitation waits for a login, and its link works once', async () => {
  const { server, projectID, path } = await startInvited('read')
  const { user, click, open } = await mountApp(server, { path })
  await click('link', 'Log In', within(screen.getByRole('main')))
  await fill(user, await screen.findByLabelText('Username or Email'), 'casey')
  await fill(user, field('Password'), PASSWORD)
  await click('button', 'Login')
  await click('button', 'Join as casey')
  await expectAt(`/projecthome?projectID=${projectID}`)
  await open(path)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^This invitation/)
})

test('shared projects are listed below your own and lead to their people', async () => {
  const server = await start()
  const { casey } = server.people
  const { projectID } = server.things
  await addMember(server.services.db, projectID, 'casey', 'viewer')
  const { click, open } = await mountApp(server, { path: '/selectproject', user: 'casey' })
  expect(await screen.findByText(EMPTY.projects)).toBeVisible()
  for (const name of ['Birch Lane', 'Elm Street']) await casey.newProject(name)
  await open()
  const shared = within(await screen.findByRole('region', { name: 'Shared with Me' }))
  expect(within(screen.getByRole('main')).getAllByRole('listitem')).toHaveLength(3)
  expect(shared.getByRole('listitem')).toHaveTextContent('Viewer · Owner: Robin Sample')
  await click('link', /^Maple Street/, shared)
  await click('link', 'People')
  await expectAt(`/people?projectID=${projectID}`)
  await waitFor(() => expect(listItem('robin')).toHaveTextContent('Owner'))
})

test('an editor sees before saving that somebody else changed the item, or that the right ended', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID, itemID } = server.things
  const { db } = server.services
  const userID = await addMember(db, projectID, 'casey', 'editor')
  const { user, click } = await mountApp(server, { path: `/edititem?itemID=${itemID}`, user: 'casey' })
  /** Coming back to the tab asks the server at once. */
  const lookAgain = () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  const notes = screen.getByRole('textbox', { name: 'Notes' })
  await fill(user, notes, 'left of the sink')
  await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Harbor' }, version: 1 } })
  lookAgain()
  expect(await screen.findByText(/^Someone else just changed this item\./)).toBeVisible()
  expect(notes).toHaveFocus()
  await click('button', 'Compare')
  expect(await screen.findByRole('region', { name: 'Changes by someone else' })).toHaveTextContent('Harbor')
  expect(notes).toHaveValue('left of the sink')

  await addMember(db, projectID, 'casey', 'viewer')
  lookAgain()
  expect(await screen.findByText(/^You now have view-only access\./)).toBeVisible()
  await robin.must(removeMember, { query: { projectID, userID } })
  lookAgain()
  expect(await screen.findByText(/^This item was deleted, or you no longer have access\./)).toBeVisible()
  expect(notes).toHaveValue('left of the sink')
})
