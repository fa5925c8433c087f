import type { Page } from '@playwright/test'
import { copyItem } from '../../../src/shared/items/bulk/copies.api.ts'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const HARDWARE = ['Doors & Trim', 'Door Hardware'] as const
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

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
    await expect(toasts(page)).toContainText('Changed Finish on 500 other copies. Stopped: the rest stayed as it was')
    expect(await countOf(user, projectID, 'Chrome')).toBe(family - 500)
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toasts(page)).toContainText('500 items.')
    expect(await countOf(user, projectID, 'Chrome')).toBe(family)
  },
)

test.describe('a round that fails', () => {
  test.use({ expectedErrors: ['500 /others'] })

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
    await expect(toasts(page)).toContainText(/Finish on 500 other copies\. The rest .*: Unable to /)
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expect(toasts(page)).toContainText('500 items.')
    expect(await countOf(user, projectID, 'Chrome')).toBe(family)
  })
})
