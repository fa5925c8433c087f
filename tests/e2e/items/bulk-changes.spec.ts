import type { Page } from '@playwright/test'
import { getItem, listItems } from '../../../src/shared/items/items.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { listDeleted } from '../../../src/shared/history/trash.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { registerUser, signedIn, type User } from '../../support/e2e-server.ts'

const HARDWARE = ['Doors & Trim', 'Door Hardware'] as const
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' })
const titlesIn = async (user: User, roomID: number) =>
  ((await user.call(listItems, { query: { roomID } })) ?? []).map(({ title }) => title)

/** Counts what a person does: presses of the pointer and of keys. */
const hand = (page: Page) => {
  const done = { clicks: 0, keys: 0 }
  return {
    done,
    click: async (role: 'button' | 'checkbox' | 'radio' | 'link', name: string | RegExp) => {
      done.clicks++
      await page.getByRole(role, { name, exact: typeof name === 'string' }).click()
    },
    type: async (text: string) => {
      done.keys += text.length
      await page.keyboard.type(text)
    },
  }
}

/** A model bedroom with its hardware, and a kitchen. */
const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const model = await user.newRoom(projectID, 'Model Room', 'Bedroom')
  for (const field1 of ['Harrow Knob', 'Harrow Hinge', 'Harrow Stop'])
    await user.newItem({ projectID, roomID: model }, HARDWARE, { field1 })
  const kitchen = await user.newRoom(projectID, 'Kitchen')
  return { projectID, model, kitchen }
}

test('hardware is copied into twelve bedrooms with a few clicks, and one Undo takes all of it back', async ({
  page,
  user,
}) => {
  const { projectID, model } = await home(user)
  const bedrooms: number[] = []
  for (let n = 1; n <= 12; n++) bedrooms.push(await user.newRoom(projectID, `Bedroom ${n}`, 'Bedroom'))
  await page.goto(`/roomitems?roomID=${model}`)
  const { click, type, done } = hand(page)
  await click('button', 'Select')
  await click('checkbox', 'Select All')
  await click('button', 'Copy…')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Find a Room')).toBeFocused()
  await type('bedroom ')
  await expect(dialog.getByRole('checkbox', { name: 'Select All 12' })).toBeVisible()
  await click('checkbox', 'Select All 12')
  await expectAccessible(page)
  await click('button', 'Copy into 12 Rooms')
  await expect(toasts(page)).toContainText('Copied 3 items into 12 rooms')
  expect(done.clicks).toBeLessThanOrEqual(12)
  expect(done.keys).toBeLessThanOrEqual(70)
  for (const roomID of bedrooms) expect(await titlesIn(user, roomID)).toHaveLength(3)
  await undo(page).click()
  await expect(toasts(page)).toContainText('Moved 36 items to the trash.')
  for (const roomID of bedrooms) expect(await titlesIn(user, roomID)).toEqual([])
  expect(await user.call(listDeleted, {})).toMatchObject([{ kind: 'items', name: '36 items' }])
})

test('a whole category goes to another room, and back', async ({ page, user }) => {
  const { projectID, model } = await home(user)
  const guest = await user.newRoom(projectID, 'Guest Room', 'Bedroom')
  const paint = await user.newItem({ projectID, roomID: model }, ['Paint', 'Wall Paint'], { field2: 'Dry Sage' })
  await page.goto(`/roomitems?roomID=${model}`)
  const { click } = hand(page)
  await click('button', 'Select')
  await click('checkbox', 'All of Doors & Trim')
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('3 items selected')
  await click('button', 'Move…')
  await click('radio', /^Guest Room/)
  await click('button', 'Move')
  await expect(toasts(page)).toContainText('Moved 3 items to room "Guest Room"')
  await expect(page.getByRole('heading', { name: 'Doors & Trim' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible()
  expect(await titlesIn(user, guest)).toHaveLength(3)
  await undo(page).click()
  await expect(toasts(page)).toContainText('Moved 3 items back.')
  await expect(page.getByRole('heading', { name: 'Doors & Trim' })).toBeVisible()
  expect((await user.call(getItem, { query: { itemID: paint } })).roomID).toBe(model)
})

test.describe('rooms without a place', () => {
  test.use({ expectedErrors: [/409/] })

  test('for something are named before anything is done, and can be left out', NIGHTLY, async ({ page, user }) => {
    const { projectID, kitchen } = await home(user)
    await user.newItem({ projectID, roomID: kitchen }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
    const bath = await user.newRoom(projectID, 'Bath', 'Bathroom')
    await page.goto(`/roomitems?roomID=${kitchen}`)
    const { click } = hand(page)
    await click('button', 'Select')
    await click('checkbox', 'Select All')
    await click('button', 'Copy…')
    await click('checkbox', /^Bath/)
    await click('checkbox', /^Model Room/)
    await click('button', 'Copy into 2 Rooms')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('There is no place for Castellan in Model Room.')
    expect(await titlesIn(user, bath)).toEqual([])
    await click('button', 'Copy the Others')
    await expect(toasts(page)).toContainText('Copied "Castellan" into room "Bath"')
    expect(await titlesIn(user, bath)).toEqual(['Castellan'])
  })
})

test(
  'one label of forty items is set at once, and each gets its former value back',
  NIGHTLY,
  async ({ page, user }) => {
    const { projectID, kitchen } = await home(user)
    const place = { projectID, roomID: kitchen }
    const itemIDs: number[] = []
    for (let n = 1; n <= 40; n++)
      itemIDs.push(await user.newItem(place, ['Plumbing', 'Faucet'], { field1: `Faucet ${n}` }))
    await page.goto(`/roomitems?roomID=${kitchen}`)
    const { click, type, done } = hand(page)
    await click('button', 'Select')
    await click('checkbox', 'Select All')
    await click('button', 'Change a Field…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Label', { exact: true }).selectOption('Supplier')
    await dialog.getByLabel('Value').focus()
    await type('Vale & Daughters')
    await expectAccessible(page)
    await click('button', 'Set 40 Items')
    await expect(toasts(page)).toContainText('Set Supplier of 40 items to "Vale & Daughters"')
    expect(done.clicks).toBe(4)
    const fields = async () =>
      new Set((await user.call(listItems, { query: { roomID: kitchen } }))?.map(({ field5 }) => field5))
    expect(await fields()).toEqual(new Set(['Vale & Daughters']))
    await undo(page).click()
    await expect(toasts(page)).toContainText('Put back the former values of 40 items.')
    expect(await fields()).toEqual(new Set(['']))
    expect(itemIDs).toHaveLength(40)
  },
)

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('items are ticked by the thumb, deleted, and restored', async ({ page, user }) => {
    const { model } = await home(user)
    await page.goto(`/roomitems?roomID=${model}`)
    const { click } = hand(page)
    await click('button', 'Select')
    const rows = page.getByRole('listitem').filter({ has: page.getByRole('checkbox') })
    for (const row of await rows.all()) expect((await row.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expect(page.getByRole('button', { name: 'Delete' })).toBeDisabled()
    await expect(rows).toHaveCount(3)
    await rows.first().click()
    await rows.last().click()
    await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('2 items selected')
    for (const button of await page.getByRole('group', { name: 'With the selected items' }).getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectAccessible(page)
    await click('button', 'Delete')
    await expect(toasts(page)).toContainText('Deleted 2 items')
    expect(await titlesIn(user, model)).toHaveLength(1)
    await undo(page).click()
    await expect(toasts(page)).toContainText('Restored 2 items.')
    expect(await titlesIn(user, model)).toHaveLength(3)
  })
})

test('what a search has found in a project is ticked across its rooms', NIGHTLY, async ({ page, user }) => {
  const { projectID, model, kitchen } = await home(user)
  await user.newItem({ projectID, roomID: kitchen }, HARDWARE, { field1: 'Harrow Pull' })
  const attic = await user.newRoom(projectID, 'Attic', 'Bedroom')
  await page.goto('/find?q=harrow')
  await expect(page.getByText('4 items in 2 rooms')).toBeVisible()
  const { click } = hand(page)
  await click('button', 'Select in Maple Street')
  await click('checkbox', 'All of Kitchen')
  await page.getByRole('checkbox', { name: /Harrow Knob/ }).click()
  await click('button', 'Move…')
  await click('radio', /^Attic/)
  await click('button', 'Move')
  await expect(toasts(page)).toContainText('Moved 2 items to room "Attic"')
  await expect(page.getByText('4 items in 2 rooms')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Attic' })).toBeVisible()
  expect((await titlesIn(user, attic)).toSorted()).toEqual(['Harrow Knob', 'Harrow Pull'])
  await undo(page).click()
  await expect(toasts(page)).toContainText('Moved 2 items back.')
  await expect(page.getByRole('link', { name: 'Kitchen' })).toBeVisible()
  expect([await titlesIn(user, attic), (await titlesIn(user, model)).length]).toEqual([[], 3])
})

test('Escape and Done end the selection, and nothing is selected in the next room', NIGHTLY, async ({ page, user }) => {
  const { model } = await home(user)
  await page.goto(`/roomitems?roomID=${model}`)
  const { click } = hand(page)
  await click('button', 'Select')
  await expect(page.getByRole('checkbox', { name: 'Select All', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('3 items selected')
  await page.keyboard.press('Escape')
  await click('button', 'Select')
  await expect(page.getByRole('status').filter({ hasText: 'selected' })).toHaveText('0 items selected')
  await click('button', 'Done')
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible()
})

test('an item, a room and a project are copied from their own screens', async ({ page, user }) => {
  const { projectID, model } = await home(user)
  const guest = await user.newRoom(projectID, 'Guest Room', 'Bedroom')
  const [item] = (await user.call(listItems, { query: { roomID: model } })) ?? []
  const { click } = hand(page)
  await page.goto(`/edititem?itemID=${item?.itemID}`)
  await click('button', 'Copy Item')
  await click('checkbox', /^Guest Room/)
  await click('button', 'Copy into 1 Room')
  await expect(toasts(page)).toContainText('Copied "Harrow Knob" into room "Guest Room"')
  expect(await titlesIn(user, guest)).toEqual(['Harrow Knob'])

  await page.goto(`/createroom?projectID=${projectID}&roomID=${model}`)
  await click('button', 'Copy Room')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Copy Room' }).click()
  await expect(toasts(page)).toContainText('Copied room "Model Room" as "Model Room (2)"')
  await expect(page.getByRole('link', { name: 'Model Room (2), Bedroom, 3 items' })).toBeVisible()
  await undo(page).click()
  await expect(toasts(page)).toContainText('Moved room "Model Room (2)" to the trash.')
  await expect(page.getByRole('link', { name: /^Model Room/ })).toHaveCount(1)
  expect((await user.call(listRooms, { query: { projectID } }))?.rooms).toHaveLength(3)

  await click('button', 'Copy Project')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Elm Street')
  await expectAccessible(page)
  let go = () => {}
  const pressed = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/copyproject', async (route) => {
    await pressed
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Copy Project' }).click()
  // What is under way is not taken back by closing it.
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Name')).toHaveValue('Elm Street')
  go()
  await expect(toasts(page)).toContainText('Copied project "Maple Street" as "Elm Street"')
  await expect(page.getByRole('link', { name: /^Elm Street/ })).toBeVisible()
  await undo(page).click()
  await expect(toasts(page)).toContainText('Moved project "Elm Street" to the trash.')
  expect((await user.call(listProjects, {}))?.projects).toHaveLength(1)
})

test('a copy that is answered after its page was left leads nowhere', NIGHTLY, async ({ page, user }) => {
  const { projectID, model } = await home(user)
  await page.goto(`/roomitems?roomID=${model}`)
  await page.goto(`/projecthome?projectID=${projectID}`)
  let go = () => {}
  const left = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/copyproject', async (route) => {
    await left
    await route.continue()
  })
  await page.getByRole('link', { name: /^Model Room/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Model Room' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Copy Project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Copy Project' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Model Room' })).toBeVisible()
  go()
  await expect(toasts(page)).toContainText('Copied project "Maple Street" as "Maple Street (2)"')
  await expect(page.getByRole('heading', { level: 1, name: 'Model Room' })).toBeVisible()
})

test(
  'who may only look is offered nothing of it but a copy of their own',
  NIGHTLY,
  async ({ page, user, server, request }) => {
    const owner = await signedIn(request, await registerUser(request))
    const { projectID, model } = await home(owner)
    server.addMember(projectID, user.name, 'viewer')
    await page.goto(`/roomitems?roomID=${model}`)
    await expect(page.getByRole('heading', { name: 'Doors & Trim' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Select' })).toHaveCount(0)
    await page.goto(`/projecthome?projectID=${projectID}`)
    await page.getByRole('button', { name: 'Copy Project' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Copy Project' }).click()
    await expect(toasts(page)).toContainText('Copied project "Maple Street" as "Maple Street"')
    expect((await user.call(listProjects, {}))?.projects.map(({ may }) => may).toSorted()).toEqual(['own', 'read'])
  },
)
