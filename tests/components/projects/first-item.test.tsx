import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { countClicks, expectToast } from '../../support/on-screen.ts'
import { registrationFields } from '../../support/registration-fields.ts'
import { furnished, registrationOf } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  return { people: { robin }, things: { projectID: await robin.newProject('Maple Street') } }
})

test('after registering, only the password is missing to log in', async () => {
  const { user, click } = await mountApp(await start(), { path: '/register' })
  const done = countClicks()
  await waitFor(() => expect(field('Username')).toHaveFocus())
  const account = registrationFields(registrationOf('sasha'))
  for (const [name, text] of Object.entries(account)) await fill(user, field(name), text)
  await click('button', 'Register')
  expect(await screen.findByLabelText('Username or Email')).toHaveValue('sasha')
  await waitFor(() => expect(field('Password')).toHaveFocus())
  expect(done.clicks).toBe(1)
})

test('the message about a new project opens it', async () => {
  const { user, click } = await mountApp(await start(), { path: '/selectproject', user: 'robin' })
  const done = countClicks()
  await click('link', 'Create New Project')
  await waitFor(() => expect(screen.getByLabelText('Project Name')).toHaveFocus())
  const home = { 'Project Name': 'Elm Street', Address: '8 Elm Street', City: 'Burlington', State: 'VT', Zip: '05401' }
  for (const [name, text] of Object.entries(home)) await fill(user, field(name), text)
  await user.keyboard('{Enter}')
  await click('link', 'Open')
  expect(await screen.findByRole('heading', { level: 1, name: 'Elm Street' })).toBeVisible()
  expect(done.clicks).toBe(2)
  expect(await screen.findByRole('button', { name: 'Create Rooms' })).toBeDisabled()
})

test('three rooms and the first item take at most 8 clicks', async () => {
  const server = await start()
  const { projectID } = server.things
  const { user, click } = await mountApp(server, { path: `/projecthome?projectID=${projectID}`, user: 'robin' })
  const done = countClicks()
  for (const type of ['Kitchen', 'Bedroom', 'Bathroom']) await click('checkbox', type)
  await click('button', 'Create 3 Rooms')
  await expectToast('Created 3 rooms')
  await click('link', /^Kitchen, Kitchen/)
  await click('link', 'Create New Item')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'What is it?' })).toHaveFocus())
  await user.keyboard('faucet{Enter}')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Brand' })).toHaveFocus())
  await user.keyboard('Castellan')
  await click('button', 'Create Item')
  expect(await screen.findByRole('link', { name: /Castellan/ })).toBeVisible()
  expect(done.clicks).toBeLessThanOrEqual(8)
})

test('rooms that are only named get fitting types', async () => {
  const server = await start()
  const { projectID } = server.things
  const { user, click } = await mountApp(server, { path: `/projecthome?projectID=${projectID}`, user: 'robin' })
  await click('checkbox', 'Kitchen')
  await fill(user, field('Other Rooms'), 'Entry, Pantry; Annex,')
  await click('button', 'Create 4 Rooms')
  await expectToast('Created 4 rooms')
  const { rooms } = await server.people.robin.must(listRooms, { query: { projectID } })
  expect(rooms.map(({ name, roomTypeName }) => [name, roomTypeName])).toEqual([
    ['Annex', 'Whole House'],
    ['Entry', 'Hall / Stairs'],
    ['Kitchen', 'Kitchen'],
    ['Pantry', 'Kitchen'],
  ])
})

test('rooms are picked with their names and numbers', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID } = server.things
  const { user, click } = await mountApp(server, { path: `/projecthome?projectID=${projectID}`, user: 'robin' })
  expect(await screen.findByRole('button', { name: 'Create Rooms' })).toBeDisabled()
  await click('checkbox', 'Bedroom')
  await click('button', 'Another Bedroom')
  await click('button', 'Another Bedroom')
  await fill(user, field('Name of Bedroom'), 'Kids’ Room')
  await fill(user, field('Name of Bedroom 2'), 'Nursery')
  await click('button', 'Remove Nursery')
  expect(field('Name of Bedroom 2')).toHaveFocus()
  await click('button', 'Create 2 Rooms')
  expect(await screen.findByRole('link', { name: 'Kids’ Room, Bedroom, 0 items' })).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  const { rooms } = await robin.must(listRooms, { query: { projectID } })
  expect(rooms.map(({ name, roomTypeName }) => [name, roomTypeName])).toEqual([
    ['Bedroom 2', 'Bedroom'],
    ['Kids’ Room', 'Bedroom'],
  ])
})

test('a room that is called Kitchen is one, until another type is chosen', async () => {
  const server = await start()
  const { projectID } = server.things
  const { user } = await mountApp(server, { path: `/createroom?projectID=${projectID}`, user: 'robin' })
  await waitFor(() => expect(field('Room Name')).toHaveFocus())
  await user.keyboard('kitchen')
  expect(field('Room Type')).toHaveDisplayValue('Kitchen')
  await chooseOption(user, field('Room Type'), 'Office')
  expect(field('Room Type')).toHaveDisplayValue('Office')
  await fill(user, field('Room Name'), 'Bedroom')
  expect(field('Room Type')).toHaveDisplayValue('Office')
})

test('rooms that were refused stay picked', async () => {
  const server = await start()
  const { robin } = server.people
  const { projectID } = server.things
  const { click, cutOff } = await mountApp(server, { path: `/projecthome?projectID=${projectID}`, user: 'robin' })
  await click('checkbox', 'Kitchen')
  const connect = cutOff()
  await click('button', 'Create 1 Room')
  expect(await screen.findByRole('alert')).toHaveTextContent('No server response')
  connect()
  await click('button', 'Create 1 Room')
  expect(await screen.findByRole('link', { name: /^Kitchen/ })).toBeVisible()
  expect((await robin.must(listProjects, {})).projects.map(({ roomCount }) => roomCount)).toEqual([1])
})
