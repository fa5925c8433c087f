import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import { listLinkedCopies } from '../../../src/shared/items/bulk/linked-copies.api.ts'
import { getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { fill, mountApp } from '../../support/mount-app.tsx'
import { dialog, expectAccessible, expectDone, expectToast, notifications } from '../../support/on-screen.ts'
import { furnished, type Client } from '../../support/test-app.ts'

const HARDWARE = ['Doors & Trim', 'Door Hardware'] as const

/** Four equal houses with a door knob each. */
const fourHouses = furnished(async ({ newUser }) => {
  const robin = await newUser('robin')
  const projectID = await robin.newProject('Maple Street 4')
  const model = await robin.newRoom(projectID, 'Bedroom 1', 'Bedroom')
  const inputs = { field1: 'Harrow Knob', field4: 'Chrome' }
  const itemID = await robin.newItemOf(HARDWARE, { projectID, roomID: model, inputs })
  const houses = [projectID]
  for (const name of ['Maple Street 6', 'Maple Street 8', 'Maple Street 10']) {
    houses.push((await robin.must(copyProject, { body: { projectID, name } })).projectID)
  }
  return { people: { robin }, things: { projectID, model, itemID, houses } }
})

const knobsOf = async (user: Client, houses: readonly number[]) => {
  const knobs = []
  for (const projectID of houses) {
    for (const { ID } of (await user.must(listRooms, { query: { projectID } })).rooms) {
      knobs.push(...(await user.must(listItems, { query: { roomID: ID } })))
    }
  }
  return knobs
}
const finishesOf = async (user: Client, houses: readonly number[]) =>
  (await knobsOf(user, houses)).map(({ field4 }) => field4)

type Mounted = Awaited<ReturnType<typeof mountApp>>

const saveFinish = async ({ user, click }: Mounted, finish: string) => {
  await fill(user, await screen.findByRole('combobox', { name: 'Finish' }), finish)
  await click('button', 'Update Item')
}

const openFourHouses = async () => {
  const server = await fourHouses()
  const { itemID } = server.things
  const mounted = await mountApp(server, { path: `/edititem?itemID=${itemID}`, user: 'robin' })
  return { ...server.people, ...server.things, mounted, ...mounted }
}

test('equal houses are kept in step with one exception, and one Undo takes all back', async () => {
  const { robin, houses, mounted, user, click } = await openFourHouses()
  await saveFinish(mounted, 'Satin Brass')
  await expectToast(/3 copies still have the old value\./)
  await click('button', 'Update All 3 Copies', await notifications())
  const change = await dialog('Update All 3 Copies')
  const exception = within(await change.findByRole('region', { name: 'Maple Street 8' })).getByRole('checkbox')
  expect(change.element).toHaveTextContent('Finish: Chrome → Satin Brass')
  await expectAccessible()
  expect(exception).toHaveAccessibleName('Bedroom 1 Chrome')
  await user.click(exception)
  await click('button', 'Update All 2 Copies')
  await expectToast(/Changed Finish on 2 other copies/)
  expect(await finishesOf(robin, houses)).toEqual(['Satin Brass', 'Satin Brass', 'Chrome', 'Satin Brass'])
  await click('button', 'Undo', await notifications())
  await expectDone('2 items')
  expect(await finishesOf(robin, houses)).toEqual(['Satin Brass', 'Chrome', 'Chrome', 'Chrome'])
})

test('the saved item asks until it is answered, and its history offers the change even then', async () => {
  const { robin, itemID, houses, open, click } = await openFourHouses()
  await robin.must(updateItem, { body: { itemID, inputs: { field4: 'Satin Brass' } } })
  await open()
  const leave = await screen.findByRole('button', { name: 'Leave Them' })
  expect(leave.closest('[role=status]')).toHaveTextContent(
    'You changed Finish: Chrome → Satin Brass. 3 copies still have the old value.',
  )
  await click('button', 'Leave Them')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
  expect(screen.queryByText(/3 copies still have/)).toBeNull()

  await click('tab', 'History')
  const answer = (await screen.findByText(/Copies Left Unchanged/)).closest('li') as HTMLElement
  await click('button', 'Update All 3 Copies', within(answer))
  await click('button', 'Update All 3 Copies', await dialog())
  await expectToast(/Changed Finish on 3 other copies/)
  expect(new Set(await finishesOf(robin, houses))).toEqual(new Set(['Satin Brass']))
})

test('Select offers the copies of one item, and those left out are not asked about', async () => {
  const { robin, model, itemID, open, click } = await openFourHouses()
  await robin.must(updateItem, { body: { itemID, inputs: { field4: 'Satin Brass' } } })
  await open(`/roomitems?roomID=${model}`)
  await click('button', 'More')
  await click('button', 'Select')
  await click('checkbox', /Harrow Knob/)
  await click('button', 'Change Others…')
  const change = await dialog()
  await click('checkbox', 'Bedroom 1 Chrome', within(await change.findByRole('region', { name: 'Maple Street 8' })))
  await click('button', 'Update All 2 Copies')
  await expectToast(/Changed Finish on 2 other copies/)
  const { asks, others } = await robin.must(listLinkedCopies, { query: { itemID } })
  expect([asks, others.length]).toEqual([false, 1])
})

test('copies that were edited separately are listed with their value and stay as they are', async () => {
  const { robin, houses, mounted, user, click } = await openFourHouses()
  const [, second, third] = await knobsOf(robin, houses)
  await robin.must(updateItem, { body: { itemID: second?.itemID ?? 0, inputs: { field4: 'Matte Black' } } })
  await fill(user, screen.getByRole('textbox', { name: 'Notes' }), 'To be ordered by March')
  await saveFinish(mounted, 'Satin Brass')
  await click('button', 'Update All 3 Copies', await notifications())
  const change = await dialog()
  expect(await change.findByRole('region', { name: 'Maple Street 6' })).toHaveTextContent('Finish: Matte Black')
  // The notes stay in this house.
  await user.click(within(change.getByRole('group', { name: 'What changes' })).getByLabelText(/Notes: N\/A/))
  const leftOut = await change.findByRole('region', { name: /: Maple Street 6$/ })
  expect(leftOut).toHaveTextContent('Matte Black')
  expect(within(leftOut).queryByRole('checkbox')).toBeNull()
  await click('button', 'Update All 2 Copies')
  await expectToast(/Changed Finish on 2 other copies/)
  expect(await finishesOf(robin, houses)).toEqual(['Satin Brass', 'Matte Black', 'Satin Brass', 'Satin Brass'])
  expect((await robin.must(getItem, { query: { itemID: third?.itemID ?? 0 } })).note).toBe('')
})

test('copies that somebody else changed in between stay, and the dialog says so', async () => {
  const { robin, houses, mounted, click } = await openFourHouses()
  await saveFinish(mounted, 'Satin Brass')
  await click('button', 'Update All 3 Copies', await notifications())
  const change = await dialog()
  await change.findByRole('region', { name: 'Maple Street 8' })
  for (const { itemID } of (await knobsOf(robin, houses)).slice(1)) {
    await robin.must(updateItem, { body: { itemID, inputs: { field4: 'Nickel' } } })
  }
  await click('button', 'Update All 3 Copies', change)
  expect(await change.findByText(/^Nothing was changed/)).toBeVisible()
})
