import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mountApp } from '../../support/mount-app.tsx'
import { startTestApp } from '../../support/test-app.ts'

test('Compact says in how many rooms an item is used, as a link to them', async () => {
  const server = await startTestApp()
  const robin = await server.newUser('robin')
  const projectID = await robin.newProject()
  const [kitchen, bath] = [await robin.newRoom(projectID, 'Kitchen'), await robin.newRoom(projectID, 'Bath')]
  for (const roomID of [kitchen, bath]) await robin.newItem(projectID, roomID, { field1: 'Castellan' })
  await robin.newItem(projectID, kitchen, { field1: 'Aldous' })
  const { click } = await mountApp(server, { path: `/roomitems?roomID=${kitchen}`, user: 'robin', width: 1400 })
  await click('button', 'Compact')
  const table = within(await screen.findByRole('table', { name: 'Items' }))
  const used = await table.findByRole('link', { name: '2 rooms' })
  expect(used.closest('tr')).toHaveTextContent('Castellan')
  expect(used.getAttribute('href')).toMatch(/^\/find\?q=Castellan&propID=\d+$/)
  expect(table.getAllByRole('link', { name: /rooms?$/ })).toHaveLength(1)
})
