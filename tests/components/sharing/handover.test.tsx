import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { acceptOffer, getOffer, offerProject } from '../../../src/shared/sharing/handover.api.ts'
import { field, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectAt, expectDone } from '../../support/on-screen.ts'
import { furnished, PASSWORD } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const casey = await newUser('casey')
  const projectID = await robin.newProject()
  return { people: { robin, casey }, things: { projectID } }
})

const offered = async () => {
  const server = await start()
  const { projectID } = server.things
  const goes = { notes: true, files: true, history: true, members: false, links: false }
  const body = { projectID, email: 'casey@example.com', goes, stays: false }
  const link = new URL((await server.people.robin.must(offerProject, { body })).link)
  return { server, ...server.people, projectID, path: link.pathname + link.hash, token: link.hash.slice(1) }
}

const expectPage = async (name: string | RegExp) =>
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()

test('an offer is declined after a question', async () => {
  const { server, robin, projectID, path } = await offered()
  const { click, open } = await mountApp(server, { path, user: 'casey' })
  await click('button', 'Decline')
  const question = await dialog()
  expect(question.element).toHaveTextContent('we’ll let the sender know. They keep the project.')
  await expectAccessible()
  await click('button', 'Cancel', question)
  expect((await robin.must(getOffer, { query: { projectID } })).offer).not.toBeNull()
  await click('button', 'Decline')
  await click('button', 'Decline Offer', await dialog())
  await expectAt('/selectproject')
  await expectDone('"Maple Street"')
  expect((await robin.must(getOffer, { query: { projectID } })).offer).toBeNull()
  const { events } = await robin.must(getActivity, { query: { projectID } })
  expect(events[0]).toMatchObject({ kind: 'project offer declined', who: 'casey' })
  await open(path)
  await expectPage(/^This offer/)
})

test('without a mail server the link is shown to copy, renewed and canceled', async () => {
  const server = await start()
  const { projectID } = server.things
  const { user, click, open } = await mountApp(server, { path: `/people?projectID=${projectID}`, user: 'robin' })
  await click('link', 'Hand Over Project')
  await fill(user, await screen.findByLabelText('New owner’s email'), 'robin@example.com')
  await click('button', 'Send Offer')
  expect(await screen.findByText(/already yours/)).toBeVisible()
  await fill(user, field('New owner’s email'), 'buyer@example.com')
  await click('button', 'Send Offer')
  const said = await screen.findByText(/ to buyer@example\.com\./)
  await waitFor(() => expect(said.closest('[role=status]')).toHaveFocus())
  const linkOf = async () => ((await screen.findByLabelText('Link for buyer@example.com')) as HTMLInputElement).value
  const first = await linkOf()
  expect(first).toMatch(/\/accept#[\w-]{43}$/)
  await open()
  await click('button', 'New Link')
  expect(await linkOf()).not.toBe(first)
  await click('button', 'Cancel Offer')
  await click('button', 'Cancel Offer', await dialog())
  expect(await screen.findByLabelText('New owner’s email')).toBeVisible()
  expect((await server.people.robin.must(getOffer, { query: { projectID } })).offer).toBeNull()
})

test('an offer is accepted after a login, under another name if its own is taken, and once', async () => {
  const { server, casey, projectID, path, token } = await offered()
  await casey.newProject()
  const { user, click, open } = await mountApp(server, { path })
  await click('link', 'Log In', within(screen.getByRole('main')))
  await fill(user, await screen.findByLabelText('Username or Email'), 'casey')
  await fill(user, field('Password'), PASSWORD)
  await click('button', 'Login')
  await click('button', 'Accept as casey')
  const name = await screen.findByLabelText('Project Name')
  expect(name).toHaveAccessibleDescription(/Project "Maple Street" already exists/)
  await waitFor(() => expect(name).toHaveFocus())
  await expectAccessible()
  await fill(user, name, 'Our Maple Street')
  await user.keyboard('{Enter}')
  await expectAt(`/projecthome?projectID=${projectID}`)
  const { projects } = await casey.must(listProjects, {})
  expect(projects.map((project) => project.name)).toEqual(['Maple Street', 'Our Maple Street'])
  expect((await casey.must(getProject, { query: { projectID } })).may).toBe('own')
  await open(path)
  await expectPage(/^This offer/)
  expect((await server.anonymous.send(acceptOffer, { body: { token } })).status).toBe(401)
})
