import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectAt, expectToast, notifications } from '../../support/on-screen.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished, startTestApp } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  await robin.newItem(projectID, roomID, { field1: 'Castellan' })
  return { people: { robin }, things: { projectID } }
})

const fillProject = async (user: UserEvent, name: string) => {
  const texts = { 'Project Name': name, Address: '2 Pier', City: 'Burlington', State: 'VT', Zip: '05401' }
  for (const [label, text] of Object.entries(texts)) await fill(user, field(label), text)
}

// Proves 1.2, 2.17, 2.18, 2.21, 2.22, 2.25, 4.5
test('the first project is created from the empty state and opens with its details', async () => {
  const server = await startTestApp()
  await server.newUser('robin')
  const { user, click } = await mountApp(server, { path: '/selectproject', user: 'robin' })
  expect(screen.getByText(EMPTY.projects)).toBeVisible()
  await click('link', 'Create New Project')
  await screen.findByLabelText('Project Name')
  await expectAt('/projectsetup')
  await fillProject(user, 'Maple Street Remodel')
  await click('button', 'Create Project')
  await expectAt('/selectproject')
  await click('link', /^Maple Street Remodel/)
  expect(await screen.findByRole('heading', { level: 1, name: 'Maple Street Remodel' })).toBeVisible()
  expect(location.pathname + location.search).toMatch(/^\/projecthome\?projectID=\d+$/)
  expect(screen.getByText(EMPTY.project)).toBeVisible()
  expect(screen.getByText('Burlington, VT 05401')).toBeVisible()
  expect(screen.queryByText('Client')).toBeNull()
})

// Proves 2.25, 4.5
test('Create and Add Another clears the form, shows the message of the server and stays', async () => {
  const { user, click } = await mountApp(await start(), { path: '/projectsetup', user: 'robin' })
  await fillProject(user, 'Harbor View 12B')
  await click('button', 'Create and Add Another')
  await expectToast('Created project "Harbor View 12B"')
  expect(location.pathname).toBe('/projectsetup')
  expect(field('City')).toHaveValue('')
  await waitFor(() => expect(field('Project Name')).toHaveFocus())
})

test('an existing project name is named at its field, and nothing typed is lost', async () => {
  const { user, click } = await mountApp(await start(), { path: '/projectsetup', user: 'robin' })
  await fillProject(user, 'maple street')
  await click('button', 'Create Project')
  await waitFor(() =>
    expect(field('Project Name')).toHaveAccessibleDescription(
      sentenceOf('project_name_taken', { name: 'maple street' }),
    ),
  )
  expect(field('City')).toHaveValue('Burlington')
})

// Proves 2.20, 2.21, 2.26, 2.28, 4.6, 4.7, 8.6
test('rooms are created one after the other, and renamed with their type locked', async () => {
  const server = await start()
  const { projectID } = server.things
  const { user, click } = await mountApp(server, { path: `/projecthome?projectID=${projectID}`, user: 'robin' })
  await click('link', 'Create New Room')
  await expectAt(`/createroom?projectID=${projectID}`)
  await fill(user, await screen.findByLabelText('Room Name'), 'Bath')
  await chooseOption(user, field('Room Type'), 'Bathroom')
  await click('button', 'Create and Add Another')
  await expectToast('Created room "Bath"')
  expect(field('Room Name')).toHaveValue('')
  await fill(user, field('Room Name'), 'Hall')
  await chooseOption(user, field('Room Type'), 'Hall / Stairs')
  await click('button', 'Create Room')
  expect(await screen.findByRole('link', { name: 'Bath, Bathroom, 0 items' })).toBeVisible()
  await click('link', 'Hall, Hall / Stairs, 0 items')
  expect(await screen.findByText(EMPTY.room)).toBeVisible()

  await click('link', 'Edit Room')
  expect(await screen.findByText('Edit Room', { selector: '[aria-current]' })).toBeVisible()
  expect(field('Room Type')).toBeDisabled()
  const update = button('Update Room')
  expect(update).toHaveAttribute('aria-disabled', 'true')
  await fill(user, field('Room Name'), 'Upper Hall')
  expect(screen.getByText('Unsaved changes')).toBeVisible()
  await fill(user, field('Room Name'), 'Hall')
  expect(update).toHaveAttribute('aria-disabled', 'true')
  await fill(user, field('Room Name'), 'Upper Hall')
  await user.click(update)
  await expectToast('Updated room "Upper Hall"')
})

test('many projects are found by the beginnings of words in their name or place', async () => {
  const server = await start()
  for (let n = 1; n <= 8; n++) await server.people.robin.newProject(`Élm Court, Unit ${n}`)
  const { user, open } = await mountApp(server, { path: '/selectproject', user: 'robin' })
  const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  await user.type(await screen.findByLabelText('Find a Project'), 'elm 7 burl')
  await waitFor(() => expect(names()).toEqual(['Élm Court, Unit 7']))
  await user.type(field('Find a Project'), 'x')
  await waitFor(() => expect(names()).toEqual([]))
  for (const { projectID } of (await server.people.robin.must(listProjects, {})).projects.slice(0, 1))
    await server.people.robin.must(deleteProject, { query: { projectID } })
  await open()
  expect(screen.queryByLabelText('Find a Project')).toBeNull()
})

const LIMIT = sentenceOf('plan_limit')

/** An installation where each user may have two projects, and a user with one, which is in the trash. */
const startLimited = async () => {
  const server = await startTestApp({ planLimit: true })
  const robin = await server.newUser('robin')
  const projectID = await robin.newProject('Harbor View')
  await robin.must(deleteProject, { query: { projectID } })
  const reachLimit = async () => {
    for (const name of ['Maple Street', 'Lakeside Cottage']) await robin.newProject(name)
  }
  return { server, robin, reachLimit }
}

const expectLimit = async () => {
  const text = await screen.findByText(LIMIT)
  await waitFor(() => expect(text.closest('[role=alert]')).toHaveFocus())
}

// Proves 1.8
test('a third project is refused with a link to Pricing, and nothing typed is lost', async () => {
  const { server, robin, reachLimit } = await startLimited()
  await reachLimit()
  const { user, click } = await mountApp(server, { path: '/projectsetup', user: 'robin' })
  await fillProject(user, 'Elm Street')
  await click('button', 'Create Project')
  await expectLimit()
  await expectAccessible()
  await click('link', 'See Pricing')
  await click('button', 'Keep Working', await dialog('Unsaved Changes'))
  expect(field('City')).toHaveValue('Burlington')
  await click('link', 'See Pricing')
  await click('button', 'Abandon Changes', await dialog('Unsaved Changes'))
  await expectAt('/info')
  expect((await robin.must(listProjects, {})).projects).toHaveLength(2)
})

test('the sample project is refused with a link to Pricing', async () => {
  const { server, reachLimit } = await startLimited()
  const { click } = await mountApp(server, { path: '/selectproject', user: 'robin' })
  await screen.findByRole('button', { name: 'Try a Sample Project' })
  await reachLimit()
  await click('button', 'Try a Sample Project')
  await expectToast(LIMIT)
  await click('link', 'See Pricing', await notifications())
  await expectAt('/info')
})

test('restoring a third project is refused with a link to Pricing', async () => {
  const { server, reachLimit } = await startLimited()
  await reachLimit()
  const { click } = await mountApp(server, { path: '/trash', user: 'robin' })
  await click('button', 'Restore Harbor View')
  await expectLimit()
  await click('link', 'See Pricing')
  await expectAt('/info')
})
