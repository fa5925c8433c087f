import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { button, field, fill, mountApp } from '../../support/mount-app.tsx'
import { startTestApp } from '../../support/test-app.ts'

test('a webhook is made from Edit Project, tested and removed', async () => {
  const program = createServer((_, response) => response.writeHead(204).end()).listen(0, '127.0.0.1')
  onTestFinished(() => void program.close())
  await once(program, 'listening')
  const address = `http://127.0.0.1:${(program.address() as AddressInfo).port}/home`
  const server = await startTestApp({ webhookAllow: ['127.0.0.1'] })
  const projectID = await (await server.newUser('robin')).newProject('Maple Street')
  const { user, click } = await mountApp(server, { path: `/editproject?projectID=${projectID}`, user: 'robin' })
  await click('link', 'Webhooks')
  const form = await screen.findByRole('form', { name: 'New Webhook' })
  await user.click(button('Create Webhook'))
  expect(within(form).getByText('Required.')).toBeVisible()
  await fill(user, field('Address'), address)
  await user.click(screen.getByRole('checkbox', { name: 'Tasks' }))
  await user.click(button('Create Webhook'))
  const dialog = await screen.findByRole('dialog', { name: 'Webhook Secret' })
  expect(within(dialog).getByRole('region', { name: 'secret' })).toHaveTextContent(/^whsec_/)
  await user.click(button('I’ve Saved It'))
  const list = await screen.findByRole('list', { name: 'Your Webhooks' })
  expect(list).toHaveTextContent(`${address}Items, Files, Rooms`)

  await user.click(button(`Send Test to ${address}`))
  expect(await screen.findByText('Test sent')).toBeVisible()
  await server.jobsDone()
  await user.click(button('Refresh'))
  await user.click(await screen.findByText('Latest Deliveries'))
  expect(screen.getByRole('list', { name: `Deliveries to ${address}` })).toHaveTextContent('Arrived (204).')

  await user.click(button(`Remove the Webhook to ${address}`))
  await user.click(button('Remove Webhook'))
  expect(await screen.findByText('Webhook removed')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Your Webhooks' })).toBeNull())
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Webhooks', level: 1 })).toHaveFocus())
})
