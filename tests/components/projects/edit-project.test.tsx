import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { deleteProject, getProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { button, field, fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectAt, expectDone, expectFocusedAlert } from '../../support/on-screen.ts'
import { sentenceOf } from '../../support/problems.ts'
import { furnished } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject()
  const roomID = await robin.newRoom(projectID)
  await robin.newItem(projectID, roomID)
  return { people: { robin }, things: { projectID } }
})

const open = async () => {
  const server = await start()
  const { projectID } = server.things
  const mounted = await mountApp(server, { path: `/editproject?projectID=${projectID}`, user: 'robin' })
  /** Confirms the deletion as the dialog asks. */
  const confirmDeletion = async () => {
    await mounted.click('button', 'Delete Project')
    const question = await dialog()
    await fill(mounted.user, question.getByRole('textbox'), 'Maple Street')
    await mounted.click('button', 'Delete Project', question)
  }
  return { ...server.people, projectID, ...mounted, confirmDeletion }
}

// Proves 2.23, 2.24, 4.3, 8.4
test('Save Project waits for a change, says that it saved and leads to the projects', async () => {
  const { user, robin, projectID } = await open()
  expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toHaveTextContent(/^Home.*Maple Street.*Edit Project$/)
  expect(field('Project Name')).toHaveValue('Maple Street')
  const save = button('Save Project')
  expect(save).toHaveAttribute('aria-disabled', 'true')
  await fill(user, field('City'), 'Shelburne')
  expect(save).not.toHaveAttribute('aria-disabled')
  expect(screen.getByText('Unsaved changes')).toBeVisible()
  await fill(user, field('City'), 'Burlington')
  expect(save).toHaveAttribute('aria-disabled', 'true')
  await fill(user, screen.getByRole('textbox', { name: /^Client/ }), 'Dana and Ruth Sample')
  await user.keyboard('{Enter}')
  await expectDone()
  await expectAt('/selectproject')
  const { project } = await robin.must(getProject, { query: { projectID } })
  expect(project).toMatchObject({ name: 'Maple Street', client: 'Dana and Ruth Sample', city: 'Burlington' })
})

test('what a project needs cannot be emptied', async () => {
  const { user, click, robin, projectID } = await open()
  for (const name of ['Project Name', 'Address', 'City', 'State', 'Zip']) await fill(user, field(name), ' ')
  await click('button', 'Save Project')
  expect(screen.getAllByText('Required.')).toHaveLength(5)
  expect(field('Project Name')).toHaveFocus()
  expect((await robin.must(getProject, { query: { projectID } })).project.city).toBe('Burlington')
})

// Proves 8.4
test('a name that another project took is marked, and nothing typed is lost', async () => {
  const { user, click, robin } = await open()
  await fill(user, field('Project Name'), 'Harbor View')
  await fill(user, field('City'), 'Portland')
  await robin.newProject('Harbor View')
  await click('button', 'Save Project')
  await expectFocusedAlert('Project update failure')
  expect(field('Project Name')).toHaveAttribute('aria-invalid', 'true')
  expect(field('Project Name')).toHaveAccessibleDescription(sentenceOf('project_name_taken', { name: 'Harbor View' }))
  expect(field('City')).toHaveValue('Portland')
  await expectAccessible()
})

// Proves 8.4, 8.5
test('a project that was deleted elsewhere is neither saved nor deleted, and nothing typed is lost', async () => {
  const { user, click, robin, projectID, confirmDeletion } = await open()
  await fill(user, field('City'), 'Portland')
  await robin.must(deleteProject, { query: { projectID } })
  await click('button', 'Save Project')
  await expectFocusedAlert('Project update failure')
  await confirmDeletion()
  await expectFocusedAlert('Unable to delete project')
  expect(field('City')).toHaveValue('Portland')
})

// Proves 8.4, 8.5
test('without a connection a project is neither saved nor deleted, and both work afterwards', async () => {
  const { user, click, cutOff, confirmDeletion } = await open()
  await fill(user, field('City'), 'Portland')
  const connect = cutOff()
  await click('button', 'Save Project')
  await expectFocusedAlert('No server response')
  await confirmDeletion()
  await expectFocusedAlert('No server response')
  expect(field('City')).toHaveValue('Portland')
  connect()
  await confirmDeletion()
  await expectDone('"Maple Street"')
  expect(await screen.findByText(EMPTY.projects)).toBeVisible()
})

// Proves 2.24, 4.4, 5.9
test('a project is deleted only after its exact name was typed', async () => {
  const { user, click, robin } = await open()
  await click('button', 'Delete Project')
  const question = await dialog('Delete Maple Street?')
  expect(question.element).toHaveTextContent('1 room, 1 item, and their files are deleted with it.')
  // Screen readers read the first paragraph when the dialog opens, and not its form.
  expect(question.element).not.toHaveAccessibleDescription(/Type Maple Street/)
  const name = question.getByRole('textbox', { name: 'Type Maple Street to confirm' })
  const remove = question.getByRole('button', { name: 'Delete Project' })
  expect(name).toHaveFocus()
  for (const other of ['maple street', 'Maple Street ', 'Maple Stree', 'Maple  Street']) {
    await fill(user, name, other)
    expect(remove).toHaveAttribute('aria-disabled', 'true')
    await user.keyboard('{Enter}')
    expect(question.element).toHaveAttribute('open')
  }
  await expectAccessible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(button('Delete Project')).toHaveFocus())
  expect((await robin.must(listProjects, {})).projects).toHaveLength(1)

  await user.keyboard('{Enter}')
  const again = within((await dialog()).element).getByRole('textbox')
  expect(again).toHaveValue('')
  await fill(user, again, 'Maple Street')
  await user.keyboard('{Enter}')
  await expectDone('"Maple Street"')
  await expectAt('/selectproject')
})

test('leaving with changes asks first, and deleting the project does not ask about them again', async () => {
  const { user, click, confirmDeletion } = await open()
  await fill(user, field('City'), 'Portland')
  await click('link', 'Maple Street')
  await click('button', 'Keep Working', await dialog('Unsaved Changes'))
  expect(field('City')).toHaveValue('Portland')
  await confirmDeletion()
  await expectAt('/selectproject')
})

// Proves 2.23, 2.27, 2.28
test('pages without their ids lead to the projects, and ids of nothing are not found', async () => {
  const { open: visit } = await open()
  for (const path of ['/editproject', '/projecthome', '/createroom', '/createitem', '/createitem?projectID=1']) {
    await visit(path)
    await expectAt('/selectproject')
  }
  for (const path of ['/editproject?projectID=999999', '/roomitems?roomID=abc', '/edititem?itemID=999999']) {
    await visit(path)
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent("There's nothing here")
  }
})
