import { act, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { LIMITS } from '../../../src/shared/contract/limits.ts'
import { atMost, SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { furnished } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  return { people: { robin }, things: { projectID, roomID } }
})

/** A house is one character, but two UTF-16 units and four bytes. */
const ofLength = (length: number): string => '🏠'.repeat(length)
const emailOfLength = (length: number): string => `${'e'.repeat(length - 12)}@example.com`

const expectRefused = async (user: UserEvent, box: HTMLElement, text: string, sentence: string) => {
  await fill(user, box, text)
  act(() => box.blur())
  expect(box).toHaveAttribute('aria-invalid', 'true')
  expect(box).toHaveAccessibleDescription(expect.stringContaining(sentence))
}

const expectTaken = async (user: UserEvent, box: HTMLElement, text: string) => {
  await fill(user, box, text)
  act(() => box.blur())
  expect(box).not.toHaveAttribute('aria-invalid', 'true')
}

/** Texts of the limit and one below it are accepted, one above it is refused with the sentence. */
const expectLimit = async (user: UserEvent, box: HTMLElement, limit: number, make = ofLength) => {
  await expectRefused(user, box, make(limit + 1), atMost(limit))
  await expectTaken(user, box, make(limit))
  await expectTaken(user, box, make(limit - 1))
}

const box = (label: string): HTMLElement =>
  screen.getByRole('textbox', { name: new RegExp(`^${label}( \\(?optional\\)?)?$`, 'i') })

/** What register and account have in common beside the email address. */
const LINES = ['Phone Number', 'First Name', 'Last Name', 'Company', 'Address', 'Address 2', 'City', 'State', 'Zip']

const expectPasswordLimits = async (user: UserEvent, password: HTMLElement) => {
  await expectRefused(user, password, ofLength(LIMITS.passwordMin - 1), SENTENCES.password)
  await expectTaken(user, password, ofLength(LIMITS.passwordMin))
  await expectTaken(user, password, ofLength(LIMITS.passwordMax))
  await expectRefused(user, password, ofLength(LIMITS.passwordMax + 1), atMost(LIMITS.passwordMax))
}

// Proves 2.12, 5.1, 5.2, 9.1
test('register takes every text up to its limit and refuses one character more', async () => {
  const { user } = await mountApp(await start(), { path: '/register' })
  const username = box('Username')
  await expectRefused(user, username, 'abc', SENTENCES.username)
  await expectTaken(user, username, 'abcd')
  await expectTaken(user, username, 'a'.repeat(LIMITS.usernameMax))
  await expectRefused(user, username, 'a'.repeat(LIMITS.usernameMax + 1), SENTENCES.username)

  await expectLimit(user, box('Email Address'), LIMITS.email, emailOfLength)
  for (const label of LINES) await expectLimit(user, box(label), LIMITS.line)
  await expectPasswordLimits(user, field('Password'))
})

// Proves 5.2, 5.12
test('the account takes every text up to its limit and refuses one character more', async () => {
  const { user } = await mountApp(await start(), { path: '/account', user: 'robin' })
  await expectLimit(user, box('Email Address'), LIMITS.email, emailOfLength)
  for (const label of LINES) await expectLimit(user, box(label), LIMITS.line)
  await expectPasswordLimits(user, field('New Password'))
})

test('a project takes every text up to its limit and refuses one character more', async () => {
  const { user } = await mountApp(await start(), { path: '/projectsetup', user: 'robin' })
  for (const label of ['Project Name', 'Client', 'Address', 'Address 2', 'City', 'State', 'Zip']) {
    await expectLimit(user, box(label), LIMITS.line)
  }
})

// Proves 5.5
test('a project without its required texts says so under each field and is not created', async () => {
  const server = await start()
  const { user } = await mountApp(server, { path: '/projectsetup', user: 'robin' })
  const { robin } = server.people
  const before = await robin.must(listProjects, {})
  await user.click(button('Create Project'))
  for (const label of ['Project Name', 'Address', 'City', 'State', 'Zip']) {
    expect(box(label)).toHaveAccessibleDescription(expect.stringContaining('Required.'))
  }
  for (const label of ['Client', 'Address 2']) expect(box(label)).not.toHaveAttribute('aria-invalid', 'true')
  expect(box('Project Name')).toHaveFocus()
  expect(location.pathname).toBe('/projectsetup')
  expect(await robin.must(listProjects, {})).toEqual(before)
})

// Proves 5.6, 9.2
test('a room takes a name of 32 characters and refuses one of 33; name and type are required', async () => {
  const server = await start()
  const { projectID } = server.things
  const { user } = await mountApp(server, { path: `/createroom?projectID=${projectID}`, user: 'robin' })
  const type = screen.getByRole('combobox', { name: 'Room Type' })
  await user.click(button('Create Room'))
  expect(box('Room Name')).toHaveAccessibleDescription(expect.stringContaining('Required.'))
  expect(type).toHaveAttribute('aria-invalid', 'true')
  await expectLimit(user, box('Room Name'), LIMITS.roomName)
  await chooseOption(user, type, 'Kitchen')
  await fill(user, box('Room Name'), ofLength(LIMITS.roomName))
  await user.click(button('Create Room'))
  const card = await screen.findByRole('link', { name: `${ofLength(LIMITS.roomName)}, Kitchen, 0 items` })
  expect(card).toBeVisible()
})

// Proves 5.7, 9.4
test('an item takes 255 characters in each field and its notes and refuses one more', async () => {
  const server = await start()
  const { projectID, roomID } = server.things
  const path = `/createitem?projectID=${projectID}&roomID=${roomID}`
  const { user } = await mountApp(server, { path, user: 'robin' })
  await chooseOption(user, field('Category'), 'Plumbing')
  await chooseOption(user, field('Subcategory'), 'Faucet')
  await screen.findByRole('combobox', { name: 'Model Number' })
  const fields = screen.getAllByRole('combobox').filter((each) => each.getAttribute('name')?.startsWith('label'))
  expect(fields).toHaveLength(LIMITS.itemFields)
  for (const each of fields) await expectLimit(user, each, LIMITS.itemField)
  await expectLimit(user, screen.getByRole('textbox', { name: 'Notes' }), LIMITS.notes)
})
