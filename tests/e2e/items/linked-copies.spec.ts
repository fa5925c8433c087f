import type { Page } from '@playwright/test'
import { getActivity } from '../../../src/shared/history/activity.api.ts'
import { copyItem, copyProject } from '../../../src/shared/items/bulk/copies.api.ts'
import { getItem, listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { listOthers } from '../../../src/shared/items/bulk/linked-copies.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const HARDWARE = ['Doors & Trim', 'Door Hardware'] as const
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

/** Four equal houses of three bedrooms with a door knob each. */
const fourHouses = async (user: User) => {
  const projectID = await user.newProject('Maple Street 4')
  const model = await user.newRoom(projectID, 'Bedroom 1', 'Bedroom')
  const itemID = await user.newItem({ projectID, roomID: model }, HARDWARE, { field1: 'Harrow Knob', field4: 'Chrome' })
  const houses = [projectID]
  for (const name of ['Maple Street 6', 'Maple Street 8', 'Maple Street 10'])
    houses.push((await user.call(copyProject, { body: { projectID, name } })).projectID)
  return { projectID, model, itemID, houses }
}

const knobsOf = async (user: User, houses: readonly number[]) => {
  const knobs = []
  for (const projectID of houses)
    for (const { ID } of (await user.call(listRooms, { query: { projectID } }))?.rooms ?? [])
      knobs.push(...((await user.call(listItems, { query: { roomID: ID } })) ?? []))
  return knobs
}
const finishesOf = async (user: User, houses: readonly number[]) =>
  (await knobsOf(user, houses)).map(({ field4 }) => field4)

const saveFinish = async (page: Page, itemID: number, finish: string) => {
  await page.goto(`/edititem?itemID=${itemID}`)
  await page.getByRole('combobox', { name: 'Finish' }).fill(finish)
  await page.getByRole('button', { name: 'Update Item' }).click()
}

test('a row of four equal houses is kept in step with one exception, and one Undo takes all back', async ({
  page,
  user,
}) => {
  const { houses, itemID } = await fourHouses(user)
  await saveFinish(page, itemID, 'Satin Brass')
  await expect(page.getByRole('heading', { level: 1, name: 'Bedroom 1' })).toBeVisible()
  await expect(toasts(page)).toContainText('3 copies still have the old value.')
  await toasts(page).getByRole('button', { name: 'Update All 3 Copies' }).click()

  const dialog = page.getByRole('dialog', { name: 'Update All 3 Copies' })
  await expect(dialog).toContainText('Finish: Chrome → Satin Brass')
  await expectAccessible(page)
  const exception = dialog.getByRole('region', { name: 'Maple Street 8' })
  await expect(exception.getByRole('checkbox')).toHaveAccessibleName('Bedroom 1 Chrome')
  await exception.getByRole('checkbox').press('Space')
  await page.getByRole('button', { name: 'Update All 2 Copies' }).click()
  await expect(toasts(page)).toContainText('Changed Finish of 2 others')
  await expect(dialog).toBeHidden()
  expect(await finishesOf(user, houses)).toEqual(['Satin Brass', 'Satin Brass', 'Chrome', 'Satin Brass'])
  for (const projectID of houses.slice(1, 2)) {
    const { events } = await user.call(getActivity, { query: { projectID } })
    expect(events.map(({ kind }) => kind)).toEqual(['item changed', 'project copied'])
  }

  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toContainText('Put back the former values of 2 items.')
  expect(await finishesOf(user, houses)).toEqual(['Satin Brass', 'Chrome', 'Chrome', 'Chrome'])
})

test('the saved item asks until it is answered, and its history offers it even then', async ({ page, user }) => {
  const { houses, itemID } = await fourHouses(user)
  await user.call(updateItem, { body: { itemID, inputs: { field4: 'Satin Brass' } } })
  await page.goto(`/edititem?itemID=${itemID}`)
  const question = page.getByRole('main').getByRole('status').filter({ hasText: '3 copies still have' })
  await expect(question).toHaveText(/You changed Finish: Chrome → Satin Brass\. 3 copies still have the old value\./)
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Leave Them' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.getByRole('tab', { name: 'History' }).click()
  const answer = page.getByRole('listitem').filter({ hasText: 'Others Left as They Are' })
  await answer.getByRole('button', { name: 'Update All 3 Copies' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update All 3 Copies' }).click()
  await expect(toasts(page)).toContainText('Changed Finish of 3 others')
  expect(new Set(await finishesOf(user, houses))).toEqual(new Set(['Satin Brass']))
  await expect(answer.getByRole('button')).toHaveCount(0)
})

test('Select offers the copies of one item, and what is left out there is not asked about', async ({ page, user }) => {
  const { model, itemID } = await fourHouses(user)
  await user.call(updateItem, { body: { itemID, inputs: { field4: 'Satin Brass' } } })
  await page.goto(`/roomitems?roomID=${model}`)
  await page.getByRole('button', { name: 'Select' }).click()
  await page.getByRole('checkbox', { name: 'Harrow Knob' }).check()
  await page.getByRole('button', { name: 'Change Others…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'Maple Street 8' }).getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Update All 2 Copies' }).click()
  await expect(toasts(page)).toContainText('Changed Finish of 2 others')
  const { asks, others } = await user.call(listOthers, { query: { itemID } })
  expect([asks, others.length]).toEqual([false, 1])
})

test('what was changed by hand is listed with what it holds and stays as it is', NIGHTLY, async ({ page, user }) => {
  const { houses, itemID } = await fourHouses(user)
  const [, second, third] = await knobsOf(user, houses)
  const body = { itemID: second?.itemID ?? 0, inputs: { field4: 'Matte Black' } }
  await user.call(updateItem, { body })
  await page.goto(`/edititem?itemID=${itemID}`)
  await page.getByRole('combobox', { name: 'Finish' }).fill('Satin Brass')
  await page.getByRole('textbox', { name: 'Notes' }).fill('To be ordered by March')
  await page.getByRole('button', { name: 'Update Item' }).click()
  await toasts(page).getByRole('button', { name: 'Update All 3 Copies' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('region', { name: 'Maple Street 6' })).toContainText('Finish: Matte Black')
  // The notes of this house alone.
  await dialog.getByRole('group', { name: 'What changes' }).getByLabel('Notes: N/A').click()
  const leftOut = dialog.getByRole('region', { name: 'Edited separately, so left unchanged: Maple Street 6' })
  await expect(leftOut).toContainText('Matte Black')
  await expect(leftOut.getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Update All 2 Copies' }).click()
  await expect(toasts(page)).toContainText('Changed Finish of 2 others')
  expect(await finishesOf(user, houses)).toEqual(['Satin Brass', 'Matte Black', 'Satin Brass', 'Satin Brass'])
  expect((await user.call(getItem, { query: { itemID: third?.itemID ?? 0 } })).note).toBe('')
})

test('an item without copies is saved as ever, and Leave Them changes nothing', NIGHTLY, async ({ page, user }) => {
  const { houses, itemID, model, projectID } = await fourHouses(user)
  const alone = await user.newItem({ projectID, roomID: model }, HARDWARE, { field1: 'Stop' })
  const asked = page.waitForResponse((response) => response.url().includes('/others?'))
  await saveFinish(page, alone, 'Chrome')
  await (await asked).finished()
  await expect(toasts(page).getByRole('status')).toHaveText('Successfully Updated Doors & Trim – Door Hardware')
  await saveFinish(page, itemID, 'Satin Brass')
  await toasts(page).getByRole('button', { name: 'Update All 3 Copies' }).click()
  await page.getByRole('button', { name: 'Leave Them' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await finishesOf(user, houses)).toEqual(['Satin Brass', 'Chrome', 'Chrome', 'Chrome', 'Chrome'])
})

test.describe('copies that someone else has changed', () => {
  test.use({ expectedErrors: [/409/] })

  test('are told, and the dialog stays', NIGHTLY, async ({ page, user }) => {
    const { houses, itemID } = await fourHouses(user)
    await saveFinish(page, itemID, 'Satin Brass')
    await toasts(page).getByRole('button', { name: 'Update All 3 Copies' }).click()
    for (const { itemID: other } of (await knobsOf(user, houses)).slice(1))
      await user.call(updateItem, { body: { itemID: other, inputs: { field4: 'Nickel' } } })
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Update All 3 Copies' }).click()
    await expect(dialog).toContainText('Nothing was changed: none of them has the old value anymore.')
  })
})

/** One house with as many copies of a door knob as make two rounds: 20 rooms of 26 each. */
const bigFamily = async (user: User) => {
  const projectID = await user.newProject('Harbor Court')
  const model = await user.newRoom(projectID, 'Model', 'Bedroom')
  const itemID = await user.newItem({ projectID, roomID: model }, HARDWARE, { field1: 'Harrow Knob', field4: 'Chrome' })
  const roomIDs = []
  for (let n = 1; n <= 20; n++) roomIDs.push(await user.newRoom(projectID, `Bedroom ${n}`, 'Bedroom'))
  const { itemIDs } = await user.call(copyItem, { body: { itemID, roomIDs } })
  await user.call(copyItem, { body: { itemIDs, roomIDs } })
  await user.call(copyItem, { body: { itemIDs: itemIDs.slice(0, 5), roomIDs } })
  return { projectID, itemID, family: 20 + 400 + 100 }
}

const countOf = async (user: User, projectID: number, finish: string) =>
  (await finishesOf(user, [projectID])).filter((each) => each === finish).length

test(
  'a family of more than 500 is changed by one tap, all but what was unticked, and one Undo takes all back',
  NIGHTLY,
  async ({ page, user }) => {
    const { projectID, itemID, family } = await bigFamily(user)
    await saveFinish(page, itemID, 'Satin Brass')
    await toasts(page)
      .getByRole('button', { name: `Update All ${family} Copies` })
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('checkbox', { name: 'and 20 more' })).toBeChecked()
    await dialog.getByRole('button', { name: 'Show More' }).click()
    await expect(dialog.getByRole('checkbox', { name: `Select All ${family}` })).toBeChecked()
    await expect(dialog.getByRole('button', { name: 'Show More' })).toHaveCount(0)
    await dialog.getByRole('checkbox', { name: 'Bedroom 20 Chrome' }).last().uncheck()
    await dialog.getByRole('button', { name: `Update All ${family - 1} Copies` }).click()
    await expect(toasts(page)).toContainText(`Changed Finish of ${family - 1} others`)
    await expect(dialog).toBeHidden()
    expect(await countOf(user, projectID, 'Chrome')).toBe(1)
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toasts(page)).toContainText(`Put back the former values of ${family - 1} items.`)
    expect(await countOf(user, projectID, 'Chrome')).toBe(family)
  },
)

test(
  'rounds show how far they are, and Stop leaves the rest as it was with one Undo for what was changed',
  NIGHTLY,
  async ({ page, user }) => {
    const { projectID, itemID, family } = await bigFamily(user)
    await saveFinish(page, itemID, 'Satin Brass')
    await toasts(page)
      .getByRole('button', { name: `Update All ${family} Copies` })
      .click()
    const dialog = page.getByRole('dialog')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(/\/others\?.*after=/, async (route) => {
      await held
      await route.continue()
    })
    await dialog.getByRole('button', { name: `Update All ${family} Copies` }).click()
    await expect(dialog).toContainText(`500 of ${family} changed`)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Stop' }).click()
    await expect(dialog.getByRole('button', { name: 'Stopping' })).toBeFocused()
    letGo()
    await expect(toasts(page)).toContainText('Changed Finish of 500 others. Stopped: the rest stayed as it was')
    expect(await countOf(user, projectID, 'Chrome')).toBe(family - 500)
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toasts(page)).toContainText('Put back the former values of 500 items.')
    expect(await countOf(user, projectID, 'Chrome')).toBe(family)
  },
)

test.describe('a round that fails', () => {
  test.use({ expectedErrors: [/500/] })

  test('leaves what was changed before with its Undo, and says so', NIGHTLY, async ({ page, user }) => {
    const { projectID, itemID, family } = await bigFamily(user)
    await saveFinish(page, itemID, 'Satin Brass')
    await toasts(page)
      .getByRole('button', { name: `Update All ${family} Copies` })
      .click()
    await page.route(/\/others\?.*after=/, (route) => route.fulfill({ status: 500 }))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Update All ${family} Copies` })
      .click()
    await expect(toasts(page)).toContainText(
      'Changed Finish of 500 others. The rest stayed as it was: Unable to change the others',
    )
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toasts(page)).toContainText('Put back the former values of 500 items.')
    expect(await countOf(user, projectID, 'Chrome')).toBe(family)
  })
})
