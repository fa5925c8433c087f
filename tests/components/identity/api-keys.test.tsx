import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { listKeys } from '../../../src/shared/identity/api-keys.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { button, chooseOption, field, fill, mountApp } from '../../support/mount-app.tsx'
import { Client, furnished, PASSWORD } from '../../support/test-app.ts'

const start = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  await robin.newProject('Elm Court')
  return { people: { robin }, things: { projectID: await robin.newProject('Maple Street') } }
})

test('a key for one project is made, shown once with recipes, and removed', async () => {
  const server = await start()
  const { robin } = server.people
  const { user } = await mountApp(server, { path: '/account', user: 'robin' })
  await user.click(screen.getByRole('link', { name: 'API Keys' }))
  const form = await screen.findByRole('form', { name: 'New Key' })
  await user.click(button('Create Key'))
  expect(within(form).getAllByText('Required.').length).toBeGreaterThan(1)
  await fill(user, field('Name'), 'Home Assistant')
  await chooseOption(user, field('Projects'), 'Some…')
  await user.click(button('Create Key'))
  expect(within(form).getByText('Choose at least one project.')).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Maple Street' }))
  await fill(user, field('Current Password'), PASSWORD)
  await user.click(button('Create Key'))

  const dialog = await screen.findByRole('dialog', { name: 'Your Key Home Assistant' })
  const key = within(dialog).getByRole('region', { name: 'key' }).textContent
  const made = await new Client(server.app, key).must(listProjects, {})
  expect(made.projects.map(({ name }) => name)).toEqual(['Maple Street'])
  await user.click(button('I’ve Saved It'))
  const row = within(screen.getByRole('list', { name: 'Your Keys' })).getByRole('listitem')
  expect(row).toHaveTextContent('Can read: Maple Street')
  expect(screen.getByRole('region', { name: 'Home Assistant sensors' })).toHaveTextContent(key)

  await user.click(button('Remove the Key Home Assistant'))
  await user.click(button('Remove Key'))
  expect(await screen.findByText('Key removed')).toBeVisible()
  expect(screen.queryByRole('list', { name: 'Your Keys' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'API Keys', level: 1 })).toHaveFocus())
  expect(screen.getByRole('region', { name: 'Home Assistant sensors' })).toHaveTextContent('YOUR_KEY')
  expect(await robin.must(listKeys, {})).toEqual([])
})
