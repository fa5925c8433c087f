import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Role } from '../../../src/shared/contract/roles.ts'
import { deleteItem, listItems } from '../../../src/shared/items/items.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, getRoom } from '../../../src/shared/projects/rooms.api.ts'
import { setRole } from '../../../src/server/identity/account/users.repo.ts'
import { button, chooseOption, field, fill } from '../../support/mount-app.tsx'
import { expectAccessible, expectAt, expectFailed, expectFocusedAlert, expectToast } from '../../support/on-screen.ts'
import { openHome } from '../../support/open-home.ts'
import { sentenceOf } from '../../support/problems.ts'

const LINE = { name: 'Connection' }

/** Collects what is logged as an error, instead of printing it. */
const collectErrors = () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  return errors
}

const box = (name: string) => screen.getByRole('textbox', { name })

const fillProject = async (user: UserEvent, name: string) => {
  for (const [label, text] of [
    ['Project Name', name],
    ['Address', '418 Maple Street'],
    ['City', 'Burlington'],
    ['State', 'VT'],
    ['Zip', '05401'],
  ] as const) {
    await fill(user, box(label), text)
  }
}

const fillRoom = async (user: UserEvent) => {
  await fill(user, box('Room Name'), 'Pantry')
  await chooseOption(user, screen.getByRole('combobox', { name: 'Room Type' }), 'Kitchen')
}

const fillItem = async (user: UserEvent) => {
  await chooseOption(user, field('Category'), 'Plumbing')
  await chooseOption(user, field('Subcategory'), 'Faucet')
  await fill(user, await screen.findByRole('combobox', { name: 'Brand' }), 'Marlow')
}

// Proves 8.3
test('a project that cannot be created says why, keeps what was typed, and is created afterwards', async () => {
  const { user, robin, cutOff } = await openHome(() => '/projectsetup')
  await fillProject(user, 'Birch Lane')
  await robin.newProject('Birch Lane')
  await user.click(button('Create Project'))
  await expectFocusedAlert(sentenceOf('project_name_taken', { name: 'Birch Lane' }))
  expect(box('Project Name')).toHaveAttribute('aria-invalid', 'true')
  await fill(user, box('Project Name'), 'Elm Street')
  const reconnect = cutOff()
  await user.click(button('Create Project'))
  await expectFocusedAlert('No server response')
  reconnect()
  expect(box('City')).toHaveValue('Burlington')
  await user.click(button('Create Project'))
  expect(await screen.findByText('Created project "Elm Street"')).toBeVisible()
})

test('what no server answered is saved as soon as one does, and a line says so until then', async () => {
  const { user, robin, roomID, cutOff } = await openHome(
    (things) => `/createroom?projectID=${things.projectID}&roomID=${things.roomID}`,
  )
  await fill(user, box('Room Name'), 'Pantry')
  const reconnect = cutOff()
  await user.click(button('Update Room'))
  await expectFocusedAlert('No server response')
  expect(await screen.findByRole('region', LINE)).toBeVisible()
  reconnect()
  act(() => void dispatchEvent(new Event('online')))
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(screen.queryByRole('region', LINE)).toBeNull()
  expect((await robin.must(getRoom, { query: { roomID } })).roomName).toBe('Pantry')
})

test('what was typed since is not saved by itself, and Try Again sends it on request', async () => {
  const { user, robin, roomID, cutOff } = await openHome(
    (things) => `/createroom?projectID=${things.projectID}&roomID=${things.roomID}`,
  )
  await fill(user, box('Room Name'), 'Pantry')
  const reconnect = cutOff()
  await user.click(button('Update Room'))
  await user.click(await screen.findByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('region', LINE)).toBeVisible()
  await fill(user, box('Room Name'), 'Larder')
  expect(screen.queryByRole('region', LINE)).toBeNull()
  reconnect()
  await user.click(button('Update Room'))
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect((await robin.must(getRoom, { query: { roomID } })).roomName).toBe('Larder')
})

// Proves 8.3
test('a project refused for another reason than its name is a project creation failure', async () => {
  const { server, user } = await openHome(() => '/projectsetup')
  await fillProject(user, 'Birch Lane')
  await setRole(server.services.db, 'robin', Role.User, false)
  await user.click(button('Create Project'))
  await expectFocusedAlert('Project creation failure')
  expect(box('City')).toHaveValue('Burlington')
})

// Proves 4.6, 8.6
test('a room that cannot be created says why and keeps its name', async () => {
  const { user, robin, projectID, cutOff } = await openHome(({ projectID: id }) => `/createroom?projectID=${id}`)
  await fillRoom(user)
  const reconnect = cutOff()
  await user.click(button('Create Room'))
  await expectFocusedAlert('No server response')
  reconnect()
  await robin.must(deleteProject, { query: { projectID } })
  await user.click(button('Create Room'))
  await expectFocusedAlert('Unable to create room "Pantry"')
  expect(box('Room Name')).toHaveValue('Pantry')
})

// Proves 8.6
test('a room that somebody else deleted cannot be renamed', async () => {
  const { user, robin, roomID } = await openHome(
    (things) => `/createroom?projectID=${things.projectID}&roomID=${things.roomID}`,
  )
  await fill(user, box('Room Name'), 'Pantry')
  await robin.must(deleteRoom, { query: { roomID } })
  await user.click(button('Update Room'))
  await expectFocusedAlert('Unable to update room "Pantry"')
})

// Proves 8.11
test('an item that cannot be created is logged, a message says so, and everything typed stays', async () => {
  const { user, robin, roomID, cutOff } = await openHome(
    (things) => `/createitem?projectID=${things.projectID}&roomID=${things.roomID}`,
  )
  await fillItem(user)
  const errors = collectErrors()
  const reconnect = cutOff()
  await user.click(button('Create Item'))
  await expectToast('No server response')
  expect(errors).toHaveBeenCalled()
  reconnect()
  errors.mockClear()
  await robin.must(deleteRoom, { query: { roomID } })
  await user.click(button('Create Item'))
  await expectFailed(/create item$/)
  expect(errors).toHaveBeenCalled()
  expect(screen.getByRole('combobox', { name: 'Brand' })).toHaveValue('Marlow')
  expect(field('Subcategory')).toHaveDisplayValue('Faucet')
})

test('an item that got no answer is created once on the next try', async () => {
  const { user, robin, roomID, cutOff } = await openHome(
    (things) => `/createitem?projectID=${things.projectID}&roomID=${things.roomID}`,
  )
  await fillItem(user)
  collectErrors()
  const reconnect = cutOff()
  await user.click(button('Create Item'))
  await expectToast('No server response')
  reconnect()
  await user.click(button('Create Item'))
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await robin.must(listItems, { query: { roomID } })).toHaveLength(2)
})

// Proves 2.15, 8.11
test('an item that somebody else deleted is not loaded: it is logged, a message says so, and Go Back leads back', async () => {
  const { click, robin, itemID, roomID } = await openHome(({ roomID }) => `/roomitems?roomID=${roomID}`)
  const errors = collectErrors()
  await robin.must(deleteItem, { query: { itemID } })
  await click('link', 'Castellan')
  expect(await screen.findByRole('heading', { level: 1, name: "There's nothing here" })).toBeVisible()
  await expectFailed(/load item$/)
  expect(errors).toHaveBeenCalled()
  await click('button', 'Go Back')
  await expectAt(`/roomitems?roomID=${roomID}`)
})

test('an item that somebody else deleted cannot be saved, and everything typed stays', async () => {
  const { user, robin, itemID } = await openHome((things) => `/edititem?itemID=${things.itemID}`)
  collectErrors()
  const brand = await screen.findByRole('combobox', { name: 'Brand' })
  await fill(user, brand, 'Castellan & Sons')
  await robin.must(deleteItem, { query: { itemID } })
  await user.click(button('Update Item'))
  await expectFailed(/update item$/)
  expect(brand).toHaveValue('Castellan & Sons')
})

test('a room of a project that somebody else deleted is not there', async () => {
  const { click, robin, projectID } = await openHome((things) => `/projecthome?projectID=${things.projectID}`)
  collectErrors()
  await robin.must(deleteProject, { query: { projectID } })
  await click('link', /^Kitchen/)
  expect(await screen.findByRole('heading', { level: 1, name: "There's nothing here" })).toBeVisible()
})

// Proves 8.11
test('Log Out that fails is logged, a message says so, and the session stays', async () => {
  const { server, click, cutOff } = await openHome(() => '/selectproject')
  const errors = collectErrors()
  const reconnect = cutOff()
  await click('button', 'Log Out')
  await expectToast('No server response')
  reconnect()
  errors.mockClear()
  await sql`alter table sessions rename to lost`.execute(server.services.db)
  await click('button', 'Log Out')
  await expectToast('Unable to log out')
  expect(errors).toHaveBeenCalled()
  expect(button('Log Out')).toBeVisible()
})

// Proves 2.19
test('a spinner shows while a page waits for its data', async () => {
  const { click, hold } = await openHome(() => '/about')
  const release = hold('/projects')
  await click('link', 'My Projects', within(screen.getByRole('navigation', { name: 'Main' })))
  expect(await screen.findByText('Loading')).toBeVisible()
  release()
  expect(await screen.findByRole('link', { name: /Maple Street/ })).toBeVisible()
  expect(screen.queryByText('Loading')).toBeNull()
})

// Proves 2.16, 8.12
test('an unexpected failure shows its status and text, and offers to try again or leave', async () => {
  const { server, click, open, hold } = await openHome(() => '/about')
  const { db } = server.services
  collectErrors()
  await sql`alter table projects rename to lost`.execute(db)
  const projects = () => click('link', 'My Projects', within(screen.getByRole('navigation', { name: 'Main' })))
  await projects()
  expect(await screen.findByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible()
  expect(screen.getByText(`500 ${sentenceOf('unexpected')}`)).toBeVisible()
  expect(screen.getByRole('region', { name: 'Stack trace' })).toHaveTextContent('ApiError')
  await expectAccessible()
  const release = hold('/projects')
  await click('button', 'Try Again')
  await waitFor(() => expect(button('Try Again')).toHaveAttribute('aria-busy', 'true'))
  release()
  await waitFor(() => expect(button('Try Again')).toHaveAttribute('aria-busy', 'false'))
  expect(await screen.findByRole('heading', { level: 1, name: /^Unexpected/ })).toBeVisible()
  await sql`alter table lost rename to projects`.execute(db)
  await click('button', 'Try Again')
  expect(await screen.findByRole('heading', { level: 1, name: 'My Projects' })).toBeVisible()

  await open('/about')
  await sql`alter table projects rename to lost`.execute(db)
  await projects()
  await screen.findByRole('heading', { level: 1, name: /^Unexpected/ })
  await click('link', 'Home', within(screen.getByRole('main')))
  await expectAt('/')
})
