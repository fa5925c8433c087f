import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { button, chooseOption, field, fill } from '../../support/mount-app.tsx'
import {
  dialog,
  expectAccessible,
  expectAt,
  expectFailed,
  expectFocusedAlert,
  expectToast,
} from '../../support/on-screen.ts'
import { openHome, type Home } from '../../support/open-home.ts'

const openAt = (path: (home: Home) => string) => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  return openHome(path)
}

const line = async () => within(await screen.findByRole('region', { name: 'Connection' }))
const expectWaiting = async () => {
  expect(await (await line()).findByRole('alert')).toHaveTextContent('No server response')
  expect(screen.queryByRole('region', { name: 'Stack trace' })).toBeNull()
}
const tryAgain = async () => (await line()).getByRole('button', { name: 'Try Again' })
const expectNoLine = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Connection' })).toBeNull())
const menu = () => within(screen.getByRole('navigation', { name: 'Main' }))
const expectHeading = async (name: string) =>
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible()
const brand = () => screen.findByRole('combobox', { name: 'Brand' })

const problem = (status: number) => async () => new Response('<h1>Gateway</h1>', { status })

/** The server does what it is asked, and its answer says that its database failed; the first time. */
const failOnceDone = () => {
  let calls = 0
  const body = { statusCode: 503, error: 'Service Unavailable', code: 'unavailable', message: 'Away.', requestId: '1' }
  const answer = async (pass: () => Promise<Response>, { method }: RequestInit) => {
    const response = await pass()
    if (method === 'GET' || ++calls > 1) return response
    return new Response(JSON.stringify(body), {
      status: 503,
      headers: { 'Content-Type': 'application/json', 'Retry-After': '5' },
    })
  }
  return { answer, calls: () => calls }
}

test.each([502, 503, 504])('a proxy that answers %i is no connection, and Try Again goes on', async (status) => {
  const { user, click, intercept } = await openAt(() => '/about')
  const end = intercept(/\/projects$/, problem(status))
  await click('link', 'My Projects', menu())
  await expectWaiting()
  await expectAccessible()
  end()
  await user.click(await tryAgain())
  expect(await screen.findByRole('link', { name: /^Maple Street/ })).toBeVisible()
  await expectNoLine()
})

test('Back waits too, and leads there once there is a connection', async () => {
  const { user, click, intercept } = await openAt(() => '/selectproject')
  await click('link', 'About', menu())
  await expectHeading('It began with a paint can')
  const end = intercept(/\/projects$/, problem(502))
  history.back()
  await expectWaiting()
  await expectHeading('It began with a paint can')
  end()
  await user.click(await tryAgain())
  await expectHeading('My Projects')
})

test('what was typed in between stays where it is, and Try Again asks about it', async () => {
  const { user, click, intercept } = await openAt(({ projectID }) => `/editproject?projectID=${projectID}`)
  const end = intercept(/\/projects$/, problem(502))
  await click('link', 'My Projects', menu())
  await expectWaiting()
  await fill(user, field('City'), 'Winooski')
  end()
  let asked = 0
  intercept(/\/projects$/, (pass) => (asked++, pass()))
  act(() => void dispatchEvent(new Event('online')))
  await expectWaiting()
  expect(field('City')).toHaveValue('Winooski')
  expect(asked).toBe(0)
  await user.click(await tryAgain())
  await click('button', 'Keep Working', await dialog('Unsaved Changes'))
  expect(field('City')).toHaveValue('Winooski')
  await click('button', 'Save Project')
  await expectAt('/selectproject')
  await expectNoLine()
  expect(await screen.findByRole('link', { name: /Winooski/ })).toBeVisible()
})

test('another page can be opened instead, and the line disappears', async () => {
  const { click, intercept } = await openAt(() => '/about')
  intercept(/\/projects$/, problem(502))
  await click('link', 'My Projects', menu())
  await expectWaiting()
  await click('link', 'Help', menu())
  await expectAt('/help')
  await expectNoLine()
})

test('a connection that is cut when the server is done creates one room, and its user sees nothing of it', async () => {
  const { robin, projectID, user, click, intercept } = await openAt(
    (things) => `/createroom?projectID=${things.projectID}`,
  )
  let calls = 0
  intercept('/createroom', async (pass, { method }) => {
    const response = await pass()
    if (method === 'PUT' && ++calls === 1) throw new TypeError('The answer got lost.')
    return response
  })
  await fill(user, field('Room Name'), 'Pantry')
  await chooseOption(user, field('Room Type'), 'Kitchen')
  await click('button', 'Create Room')
  await expectAt(`/projecthome?projectID=${projectID}`)
  expect(calls).toBe(2)
  const { rooms } = await robin.must(listRooms, { query: { projectID } })
  expect(rooms.filter(({ name }) => name === 'Pantry')).toHaveLength(1)
})

test('a room created by a call whose answer failed is created once, and what was typed stays until then', async () => {
  const { robin, projectID, user, click, intercept } = await openAt(
    (things) => `/createroom?projectID=${things.projectID}`,
  )
  const { answer, calls } = failOnceDone()
  intercept('/createroom', answer)
  await fill(user, field('Room Name'), 'Pantry')
  await chooseOption(user, field('Room Type'), 'Kitchen')
  await click('button', 'Create Room')
  await expectFocusedAlert(/"Pantry"$/)
  expect(field('Room Name')).toHaveValue('Pantry')
  await click('button', 'Create Room')
  await expectAt(`/projecthome?projectID=${projectID}`)
  expect(calls()).toBe(2)
  const { rooms } = await robin.must(listRooms, { query: { projectID } })
  expect(rooms.filter(({ name }) => name === 'Pantry')).toHaveLength(1)
})

test('an item saved by a call whose answer failed is saved again on request, and nobody else is said to have changed it', async () => {
  const { robin, roomID, itemID, user, click, intercept } = await openAt(
    (things) => `/edititem?itemID=${things.itemID}`,
  )
  intercept(/\/item$/, failOnceDone().answer)
  await fill(user, await brand(), 'Harrow')
  await click('button', 'Update Item')
  await expectFailed()
  expect(await brand()).toHaveValue('Harrow')
  // Typed on, which the first press did not send.
  await fill(user, await brand(), 'Harrow & Sons')
  await click('button', 'Update Item')
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({ field1: 'Harrow & Sons' })
  const { events } = await robin.must(getHistory, { query: { itemID } })
  expect(events.filter(({ kind }) => kind === 'item changed')).toHaveLength(2)
})

test('what is typed while an item is being saved stays on the screen', async () => {
  const { robin, roomID, itemID, user, click, hold } = await openAt((things) => `/edititem?itemID=${things.itemID}`)
  await fill(user, await brand(), 'Harrow')
  const release = hold(/\/item$/)
  await click('button', 'Update Item')
  await waitFor(() => expect(button('Update Item')).toHaveAttribute('aria-busy', 'true'))
  await fill(user, field('Notes'), 'Ask for the valve.')
  release()
  await expectToast('Successfully Updated Plumbing – Faucet')
  await expectAt(`/edititem?itemID=${itemID}`)
  expect(field('Notes')).toHaveValue('Ask for the valve.')
  expect(screen.getByText('Unsaved changes')).toBeVisible()
  await click('button', 'Update Item')
  await expectAt(`/roomitems?roomID=${roomID}`)
  expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({
    field1: 'Harrow',
    note: 'Ask for the valve.',
  })
})
