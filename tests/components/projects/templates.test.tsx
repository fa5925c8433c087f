import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { listTrash } from '../../../src/shared/history/trash.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { saveAsTemplate } from '../../../src/shared/items/bulk/templates.api.ts'
import { button, field, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectAt, expectDone, expectToast, notifications } from '../../support/on-screen.ts'
import { furnished, type Client } from '../../support/test-app.ts'

const HARDWARE = ['Doors & Trim', 'Door Hardware'] as const

/** A project of two rooms with two items each, and a template of it. */
const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const casey = await newUser('casey')
  const projectID = await robin.newProject('Model House')
  for (const n of [1, 2]) {
    const roomID = await robin.newRoom(projectID, `Room ${n}`, 'Bedroom')
    for (const field1 of [`Knob ${n}`, `Hinge ${n}`]) {
      await robin.newItemOf(HARDWARE, { projectID, roomID, inputs: { field1 } })
    }
  }
  const templateID = (await robin.must(saveAsTemplate, { body: { projectID, name: 'Row House' } })).projectID
  await casey.newProject('Maple Street')
  return { people: { robin, casey }, things: { projectID, templateID } }
})

const projectsOf = async (user: Client) =>
  (await user.must(listProjects, {})).projects.map(({ name, roomCount, itemCount }) => [name, roomCount, itemCount])

test('a project becomes a template, a house is created from it, and one Undo removes the house', async () => {
  const server = await start()
  const { robin } = server.people
  const path = `/projecthome?projectID=${server.things.projectID}`
  const { user, click } = await mountApp(server, { path, user: 'robin' })
  await click('button', 'More')
  await click('button', 'Save as Template')
  await expectAccessible()
  await click('button', 'Save as Template', await dialog())
  await expectToast('Saved template "Model House"')
  const templates = await screen.findByRole('region', { name: 'Templates' })
  expect(await within(templates).findByRole('link', { name: /^Model House/ })).toHaveTextContent('2 rooms')

  await click('link', 'Use Template: Model House')
  expect(await screen.findByText('2 rooms and 4 items are copied, with their files.')).toBeVisible()
  const texts = { 'Project Name': 'House 8', Address: '8 Elm Street', City: 'Burlington', State: 'VT', Zip: '05401' }
  for (const [label, text] of Object.entries(texts)) await fill(user, field(label), text)
  await click('button', 'Create and Add Another')
  await expectToast('Created project "House 8"')
  expect(field('Project Name')).toHaveValue('')
  expect(await projectsOf(robin)).toEqual([
    ['House 8', 2, 4],
    ['Model House', 2, 4],
  ])
  const house = (await robin.must(listProjects, {})).projects.find(({ name }) => name === 'House 8')
  const { events } = await robin.must(getActivity, { query: { projectID: house?.projectID ?? 0 } })
  expect(events.map(({ kind, is }) => [kind, is])).toEqual([
    ['project created from template', 'House 8, from Model House'],
  ])
  await click('button', 'Undo', await notifications())
  await expectDone(/project "House 8" to/)
  expect(await projectsOf(robin)).toEqual([['Model House', 2, 4]])
})

test('without a template none is offered', async () => {
  const { open } = await mountApp(await start(), { path: '/selectproject', user: 'casey' })
  expect(await screen.findByRole('link', { name: /^Maple Street/ })).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Templates' })).toBeNull()
  await open('/projectsetup')
  expect(await screen.findByLabelText('Project Name')).toBeVisible()
  expect(screen.queryByLabelText('Start From')).toBeNull()
})

test('a template offers nothing that is for homes alone', async () => {
  const server = await start()
  const { click } = await mountApp(server, { path: '/selectproject', user: 'robin' })
  await click('link', /^Row House/, within(await screen.findByRole('region', { name: 'Templates' })))
  expect(await screen.findByText('Template · 2 rooms · 4 items')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Use Template' })).toBeVisible()
  await click('button', 'More')
  expect(await screen.findByRole('link', { name: 'Download XLSX' })).toBeVisible()
  for (const name of ['People', 'Download Project', 'Edit Project', 'Hand Over']) {
    expect(screen.queryByRole('link', { name })).toBeNull()
  }
  for (const name of ['Copy Project', 'Save as Template', 'Move Rooms']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(screen.queryByText('Address')).toBeNull()
  await click('link', /^Room 1/)
  await click('link', 'Edit Room')
  expect(await screen.findByRole('button', { name: 'Delete Room' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Move to Another Project' })).toBeNull()
  await click('button', 'Copy Room')
  const project = await (await dialog()).findByLabelText('Project')
  expect(project).toHaveValue(String(server.things.templateID))
})

test('a template is renamed, deleted and restored', async () => {
  const server = await start()
  const path = `/editproject?projectID=${server.things.templateID}`
  const { user, click } = await mountApp(server, { path, user: 'robin' })
  await fill(user, field('Template Name'), 'Town House')
  await click('button', 'Save Template')
  await expectToast('Renamed template "Row House" to "Town House"')
  await screen.findByRole('heading', { level: 1, name: 'Town House' })
  await click('link', 'Edit Template')
  await click('button', 'Delete Template')
  await click('button', 'Delete Template', await dialog())
  await expectToast('Deleted template "Town House"')
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Templates' })).toBeNull())
  expect(await server.people.robin.must(listTrash, {})).toMatchObject([{ kind: 'template', name: 'Town House' }])
  await click('button', 'Undo', await notifications())
  await expectToast('Restored template "Town House"')
  expect(await screen.findByRole('region', { name: 'Templates' })).toBeVisible()
})

test('the name of another template is refused at the field', async () => {
  const server = await start()
  const { projectID, templateID } = server.things
  await server.people.robin.must(saveAsTemplate, { body: { projectID, name: 'Villa' } })
  const { user, click, open } = await mountApp(server, { path: `/projecthome?projectID=${projectID}`, user: 'robin' })
  await click('button', 'More')
  await click('button', 'Save as Template')
  const save = await dialog()
  const name = save.getByLabelText(/^Name/)
  await waitFor(() => expect(name).not.toHaveValue(''))
  await fill(user, name, 'villa')
  await click('button', 'Save as Template', save)
  expect(await save.findByText('Template "villa" already exists')).toBeVisible()
  await open(`/editproject?projectID=${templateID}`)
  await fill(user, field('Template Name'), 'Villa')
  await click('button', 'Save Template')
  await waitFor(() => expect(field('Template Name')).toHaveAccessibleDescription('Template "Villa" already exists'))
})

test('pages that templates do not have say so and lead back to the template', async () => {
  const server = await start()
  const { templateID } = server.things
  const at = (address: string) => `${address}projectID=${templateID}`
  const { click, open } = await mountApp(server, { path: at('/people?'), user: 'robin' })
  for (const address of ['/people?', '/handover?', '/comingup?', '/find?q=knob&', '/inbox?']) {
    await open(at(address))
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Templates don’t have this')
  }
  expect(screen.getByRole('link', { name: 'Use Template' })).toHaveAttribute(
    'href',
    `/projectsetup?templateID=${templateID}`,
  )
  await click('link', 'Open Template')
  await expectAt(`/projecthome?projectID=${templateID}`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Row House' })).toBeVisible()
  expect(button('More')).toBeVisible()
})
