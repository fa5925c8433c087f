import type { Locator, Page } from '@playwright/test'
import { orderRooms } from '../../../src/shared/items/bulk/ordering.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible, tabTo } from '../../support/e2e-page.ts'
import { registerUser, signedIn, type User } from '../../support/e2e-server.ts'

const projectWith = async (user: User, names: readonly string[]) => {
  const projectID = await user.newProject('Maple Street')
  const roomIDs = []
  for (const name of names) roomIDs.push(await user.newRoom(projectID, name))
  return { projectID, roomIDs }
}

/** A kitchen with three faucets, which can be put in order, and one paint, which cannot. */
const kitchenOf = async (user: User) => {
  const { projectID, roomIDs } = await projectWith(user, ['Kitchen'])
  const place = { projectID, roomID: roomIDs[0] ?? 0 }
  for (const field1 of ['Castellan', 'Harbor', 'Boreal']) await user.newItem(place, ['Plumbing', 'Faucet'], { field1 })
  await user.newItem(place, ['Paint', 'Wall Paint'], { field2: 'Dry Sage' })
  return place
}

const cards = (page: Page) => page.getByRole('region', { name: 'Rooms' }).getByRole('link', { name: /item/ })
const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem')
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true })
const reorder = (page: Page) => page.getByRole('button', { name: 'Reorder', exact: true })
/** Holds Reorder of a room. */
const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true })
/** dnd-kit listens for the arrow keys after a timer of its own, which is over when a later one is. */
const pickUp = async (page: Page) => {
  await page.keyboard.press('Space')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}
/** dnd-kit stops clicks after a drop until a timer of its own is over, which is over when a later one as long is. */
const putDown = (page: Page) => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
const done = (page: Page) => page.getByRole('button', { name: 'Done', exact: true })

const middleOf = async (target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not to be seen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

const expectCards = async (page: Page, names: readonly string[]) => {
  await expect(cards(page)).toHaveCount(names.length)
  for (const [at, name] of names.entries())
    await expect(cards(page).nth(at)).toHaveAccessibleName(new RegExp(`^${name}`))
}

test('rooms are dragged into an order by mouse, which stays for every member, and go back to that of their names', async ({
  page,
  user,
  server,
  request,
}) => {
  const { projectID } = await projectWith(user, ['Bar', 'Kitchen', 'Library'])
  const home = `/projecthome?projectID=${projectID}`
  await page.goto(home)
  await reorder(page).click()
  await expect(handle(page, 'Bar')).toBeFocused()
  await expect(rows(page, 'Rooms to reorder')).toHaveText([/^Bar/, /^Kitchen/, /^Library/])
  await expectAccessible(page)

  const [from, to] = [await middleOf(handle(page, 'Library')), await middleOf(handle(page, 'Bar'))]
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, from.y - 20, { steps: 4 })
  await page.mouse.move(to.x, to.y - 4, { steps: 8 })
  await expect(page.getByText('Library: 1 of 3.', { exact: true })).toBeAttached()
  await page.mouse.up()
  await expect(rows(page, 'Rooms to reorder')).toHaveText([/^Library/, /^Bar/, /^Kitchen/])
  await putDown(page)
  await done(page).click()
  await expect(reorder(page)).toBeFocused()
  await expectCards(page, ['Library', 'Bar', 'Kitchen'])
  await page.reload()
  await expectCards(page, ['Library', 'Bar', 'Kitchen'])

  const viewer = await signedIn(request, await registerUser(request))
  server.addMember(projectID, viewer.name, 'viewer')
  const { message } = await user.call(orderRooms, { body: { projectID, roomIDs: [] } })
  expect(message).toContain('by name')
  await page.reload()
  await expectCards(page, ['Bar', 'Kitchen', 'Library'])
})

test('rooms are put in order by keyboard, each step is spoken, and one Undo takes it back', async ({ page, user }) => {
  const { projectID } = await projectWith(user, ['Bar', 'Kitchen', 'Library'])
  await page.goto(`/projecthome?projectID=${projectID}`)
  await tabTo(page, reorder(page))
  await page.keyboard.press('Enter')
  await expect(handle(page, 'Bar')).toBeFocused()
  const said = (text: string) => expect(page.getByRole('status').getByText(text, { exact: true })).toBeAttached()
  await pickUp(page)
  await said('Picked up Bar: 1 of 3.')
  await page.keyboard.press('ArrowDown')
  await said('Bar: 2 of 3.')
  await page.keyboard.press('ArrowDown')
  await said('Bar: 3 of 3.')
  await page.keyboard.press('Space')
  await said('Put down Bar: 3 of 3.')
  await expect(rows(page, 'Rooms to reorder')).toHaveText([/^Kitchen/, /^Library/, /^Bar/])
  await expect(handle(page, 'Bar')).toBeFocused()
  await pickUp(page)
  await said('Picked up Bar: 3 of 3.')
  await page.keyboard.press('ArrowUp')
  await said('Bar: 2 of 3.')
  await page.keyboard.press('Escape')
  await said('Left Bar where it was: 3 of 3.')
  await done(page).click()
  await expectCards(page, ['Kitchen', 'Library', 'Bar'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectCards(page, ['Bar', 'Kitchen', 'Library'])

  await reorder(page).click()
  await expect(handle(page, 'Bar')).toBeFocused()
  await pickUp(page)
  await said('Picked up Bar: 1 of 3.')
  await page.keyboard.press('ArrowDown')
  await said('Bar: 2 of 3.')
  await page.keyboard.press('Space')
  await said('Put down Bar: 2 of 3.')
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('button', { name: 'Keep Working' }).click()
  await page.getByRole('button', { name: 'Sort by Name' }).click()
  await expect(rows(page, 'Rooms to reorder')).toHaveText([/^Bar/, /^Kitchen/, /^Library/])
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expectCards(page, ['Bar', 'Kitchen', 'Library'])
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('items are dragged by a finger at a handle that is large enough, within their subcategory', async ({
    page,
    user,
  }) => {
    const { roomID } = await kitchenOf(user)
    await page.goto(`/roomitems?roomID=${roomID}`)
    await more(page).tap()
    await reorder(page).tap()
    const list = 'Plumbing – Faucet'
    await expect(rows(page, list)).toHaveText(['Castellan', 'Harbor', 'Boreal'])
    await expect(page.getByText('Dry Sage')).toHaveCount(0)
    const size = await handle(page, 'Harbor').boundingBox()
    expect([size?.width, size?.height]).toEqual([44, 44])

    const [from, to] = [await middleOf(handle(page, 'Castellan')), await middleOf(handle(page, 'Boreal'))]
    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: from.x, y }] })
    await touch('touchStart', from.y)
    for (let step = 1; step <= 8; step++) await touch('touchMove', from.y + ((to.y + 4 - from.y) * step) / 8)
    await expect(page.getByText('Castellan: 3 of 3.', { exact: true })).toBeAttached()
    await touch('touchEnd')
    await expect(rows(page, list)).toHaveText(['Harbor', 'Boreal', 'Castellan'])
    await putDown(page)
    // A tap may be taken for the second one of a double tap.
    await done(page).click()
    await expect(more(page)).toBeFocused()
    const titles = page
      .getByRole('main')
      .getByRole('listitem')
      .getByRole('button', { name: /^Faucet/ })
    await expect(titles).toHaveText([/Harbor/, /Boreal/, /Castellan/])
    await page.reload()
    await expect(titles).toHaveText([/Harbor/, /Boreal/, /Castellan/])

    await more(page).tap()
    await reorder(page).tap()
    await page.getByRole('button', { name: 'Sort as Created' }).tap()
    await expect(rows(page, list)).toHaveText(['Castellan', 'Harbor', 'Boreal'])
    await done(page).tap()
    await expect(titles).toHaveText([/Castellan/, /Harbor/, /Boreal/])
  })
})
