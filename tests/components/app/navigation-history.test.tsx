import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getItem, updateItem } from '../../../src/shared/items/items.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { fill } from '../../support/mount-app.tsx'
import { dialog, expectAt, expectToast, notifications } from '../../support/on-screen.ts'
import { openHome } from '../../support/open-home.ts'

const crumbs = () => within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
/** Also where the page before has the same heading, which goes away. */
const expectHeading = (name: string) =>
  waitFor(() => expect(screen.getByRole('heading', { level: 1, name })).toBeVisible())
const row = (brand: string) => screen.findByRole('link', { name: new RegExp(`^${brand}`) })
const brand = () => screen.findByRole('combobox', { name: 'Brand' })

test('Back does not lead to an item that was deleted, and does again after Undo', async () => {
  const { roomID, click } = await openHome((things) => `/roomitems?roomID=${things.roomID}`)
  await click('link', /^Castellan/)
  await click('tab', /Attachments/)
  await click('tab', 'Item Details')
  await click('button', 'Delete Item')
  expect(await screen.findByText(EMPTY.room)).toBeVisible()
  for (let step = 0; step < 2; step++) {
    history.back()
    await expectAt(`/roomitems?roomID=${roomID}`)
    await expectHeading('Kitchen')
  }
  await click('button', 'Undo')
  expect(await row('Castellan')).toBeVisible()
})

test('an item that is deleted while it loads is not asked for again', async () => {
  const { itemID, click, intercept } = await openHome((things) => `/roomitems?roomID=${things.roomID}`)
  let letGo = () => {}
  const deleted = new Promise<void>((resolve) => (letGo = resolve))
  const answers: number[] = []
  intercept(`itemID=${itemID}`, async (pass, { method }) => {
    const answer = await pass()
    answers.push(answer.status)
    if (method === 'DELETE') letGo()
    else await deleted
    return answer
  })
  await click('link', /^Castellan/)
  await click('button', 'Delete Item')
  expect(await screen.findByText(EMPTY.room)).toBeVisible()
  await expectToast(/^Deleted item/)
  expect(answers.filter((status) => status !== 200)).toEqual([])
})

test('Back leads neither to a room that was deleted nor to an item in it', async () => {
  const { projectID, click } = await openHome(() => '/selectproject')
  await click('link', /^Maple Street/)
  await click('link', /^Kitchen/)
  await click('link', /^Castellan/)
  await brand()
  await click('link', 'Kitchen', crumbs())
  await click('link', 'Edit Room')
  await click('button', 'Delete Room')
  await click('button', 'Delete Room', await dialog())
  expect(await screen.findByText(EMPTY.project)).toBeVisible()
  // Past the room, its item and the room again.
  for (let step = 0; step < 3; step++) {
    history.back()
    await expectAt(`/projecthome?projectID=${projectID}`)
    await expectHeading('Maple Street')
  }
})

test('Back does not lead to a project that was deleted', async () => {
  const { user, click } = await openHome(() => '/selectproject')
  await click('link', /^Maple Street/)
  await click('link', 'Edit Project')
  await click('button', 'Delete Project')
  const asked = await dialog()
  await fill(user, asked.getByRole('textbox'), 'Maple Street')
  await click('button', 'Delete Project', asked)
  expect(await screen.findByText(EMPTY.projects)).toBeVisible()
  for (let step = 0; step < 2; step++) {
    history.back()
    await expectAt('/selectproject')
    await expectHeading('My Projects')
  }
})

test('from a room to an item and back no one waits for an answer, and what is new shows when it comes', async () => {
  const { robin, itemID, click, hold } = await openHome((things) => `/edititem?itemID=${things.itemID}`)
  await click('link', 'Kitchen', crumbs())
  await row('Castellan')
  const release = hold(/\/(item|items|getroom)\?/)
  await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Harrow' } } })
  await click('link', /^Castellan/)
  await expectHeading('Castellan')
  expect(await brand()).toHaveValue('Castellan')
  await click('link', 'Kitchen', crumbs())
  expect(await row('Castellan')).toBeVisible()
  history.back()
  await expectHeading('Castellan')
  expect(screen.queryByText('Loading')).toBeNull()
  release()
  await expectHeading('Harrow')
  await waitFor(async () => expect(await brand()).toHaveValue('Harrow'))
  await click('link', 'Kitchen', crumbs())
  expect(await row('Harrow')).toBeVisible()
})

test('what was typed before an item was renewed stays, and nothing old is saved over what is new', async () => {
  const { robin, itemID, user, click, hold, intercept } = await openHome(
    (things) => `/roomitems?roomID=${things.roomID}`,
  )
  await click('link', /^Castellan/)
  await brand()
  await click('link', 'Kitchen', crumbs())
  await row('Castellan')
  const release = hold(/\/(item|items|getroom)\?/)
  let renewed = 0
  intercept(/\/item\?/, async (pass) => {
    const response = await pass()
    renewed++
    return response
  })
  await robin.must(updateItem, { body: { itemID, inputs: { field1: 'Harrow' } } })
  await click('link', /^Castellan/)
  await fill(user, await brand(), 'Castellan & Sons')
  release()
  await waitFor(() => expect(renewed).toBeGreaterThan(0))
  await click('button', 'Update Item')
  expect(await screen.findByText(/^Someone else has changed this item\./)).toBeVisible()
  expect(await brand()).toHaveValue('Castellan & Sons')
  expect(await robin.must(getItem, { query: { itemID } })).toMatchObject({ field1: 'Harrow' })
})

test('what was saved shows at once, and what is gone shows no more', async () => {
  const { robin, roomID, user, click } = await openHome((things) => `/roomitems?roomID=${things.roomID}`)
  await click('link', /^Castellan/)
  await fill(user, await brand(), 'Harrow')
  await click('button', 'Update Item')
  expect(await row('Harrow')).toBeVisible()
  await click('link', /^Harrow/)
  await expectHeading('Harrow')
  await robin.must(deleteRoom, { query: { roomID } })
  await click('link', 'Kitchen', crumbs())
  await expectHeading("There's nothing here")
  history.back()
  await expectHeading("There's nothing here")
})

test('the newest toast replaces the previous one', async () => {
  const { user, click } = await openHome((things) => `/edititem?itemID=${things.itemID}`)
  await click('button', 'Delete Item')
  await expectToast(/^Deleted item/)
  const heading = await screen.findByRole('heading', { level: 1, name: 'Kitchen' })
  await waitFor(() => expect(heading).toHaveFocus())
  ;(await notifications()).getByRole('button', { name: 'Undo' }).focus()
  await user.keyboard('{Enter}')
  await expectToast(/^Restored item/)
  expect((await notifications()).getAllByRole('button', { name: 'Close' })).toHaveLength(1)
  expect((await notifications()).queryByText(/^Deleted item/)).toBeNull()
})
