import type { Page } from '@playwright/test'
import { changeSubcategory } from '../../../src/shared/items/change-subcategory.api.ts'
import { deleteItemFile, getItem, updateItem, updateItemFile } from '../../../src/shared/items/items.api.ts'
import { moveItems } from '../../../src/shared/items/bulk/moves.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { registerUser, signedIn, type User } from '../../support/e2e-server.ts'

const row = (page: Page, text: string | RegExp) => page.getByRole('listitem').filter({ hasText: text })
const putBack = (page: Page, name: string) => page.getByRole('button', { name: `Put Back ${name}` })

const faucet = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  await user.call(updateItem, { body: { itemID, inputs: { field1: 'Marlow', notes: 'Shiny' } } })
  return { projectID, itemID }
}

test('a value is put back from the history of its item, and what is being typed stays', async ({ page, user }) => {
  const { itemID } = await faucet(user)
  await page.goto(`/edititem?itemID=${itemID}`)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Still typing')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Today' })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveText([
    /Brand.*From Castellan.*to Marlow/,
    /Notes.*From N\/A.*to Shiny/,
    /Created.*Faucet, Castellan/,
  ])

  await putBack(page, 'Brand: Castellan').click()
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toHaveText(/From Marlow.*to Castellan/)
  // There it is again, so nothing offers it.
  await expect(putBack(page, 'Brand: Castellan')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Item Details' }).click()
  await expect(page.getByLabel('Brand', { exact: true })).toHaveValue('Castellan')
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Still typing')
})

test(
  'restoring a value does not overwrite what someone else has just saved',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/409/)
    const { itemID } = await faucet(user)
    await page.goto(`/edititem?itemID=${itemID}&tab=history`)
    await expect(row(page, 'Castellan')).toHaveCount(2)
    await user.call(updateItem, { body: { itemID, inputs: { field1: 'Elsewhere' } } })
    await putBack(page, 'Brand: Castellan').click()
    await expect(page.getByRole('alert')).toHaveText('Someone else just changed this item. Review it and try again.')
    await expect(row(page, /From Marlow.*to Elsewhere/)).toBeVisible()
    await putBack(page, 'Brand: Castellan').click()
    await expect(row(page, /From Elsewhere.*to Castellan/)).toBeVisible()
  },
)

test('a file that was removed is put back from the history', NIGHTLY, async ({ page, user }) => {
  const { itemID } = await faucet(user)
  await user.attach(itemID, [{ name: 'manual.txt', bytes: Buffer.from('how to') }])
  const { attachments } = await user.call(getItem, { query: { itemID } })
  const remote = attachments[0]?.remote ?? ''
  await user.call(deleteItemFile, { query: { itemID, remote } })
  await page.goto(`/edititem?itemID=${itemID}&tab=history`)
  await putBack(page, 'Removed: manual.txt').click()
  await expect(row(page, /Restored.*manual\.txt/)).toBeVisible()
  await expect(putBack(page, 'Removed: manual.txt')).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Attachments' })).toContainText('1')
})

test(
  'a file gets back its former name, caption and place, and says where it is gone',
  NIGHTLY,
  async ({ page, user }) => {
    const { itemID } = await faucet(user)
    await user.attach(itemID, [
      { name: 'a.txt', bytes: Buffer.from('a') },
      { name: 'b.txt', bytes: Buffer.from('b') },
      { name: 'c.txt', bytes: Buffer.from('c') },
    ])
    const filesOf = async () => (await user.call(getItem, { query: { itemID } })).attachments
    const [a, b, c] = (await filesOf()).map(({ remote }) => remote)
    const change = (remote = '', inputs: { name?: string; caption?: string; before?: string | null }) =>
      user.call(updateItemFile, { body: { itemID, remote, inputs } })
    await change(c, { before: a ?? '' })
    await change(a, { name: 'z.txt' })
    await change(a, { caption: 'Page 3' })
    await change(b, { name: 'gone.txt' })
    await user.call(deleteItemFile, { query: { itemID, remote: b ?? '' } })
    await page.goto(`/edititem?itemID=${itemID}&tab=history`)
    await expect(row(page, /Renamed.*b\.txt/)).toContainText('The file is gone')
    await putBack(page, 'Renamed: a.txt').click()
    await expect(row(page, /Renamed.*From z\.txt.*to a\.txt/)).toBeVisible()
    await putBack(page, 'Caption: N/A').click()
    await expect(row(page, /Caption.*From Page 3.*to N\/A/)).toBeVisible()
    await putBack(page, 'Reordered: Files').click()
    await expect(row(page, 'Reordered')).toHaveCount(2)
    expect((await filesOf()).map(({ name, caption }) => [name, caption])).toEqual([
      ['a.txt', ''],
      ['c.txt', ''],
    ])
  },
)

test('a former subcategory is put back with what it said, and the card says what was there before', async ({
  page,
  user,
}) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const inputs = { field2: 'Dry Sage', field3: 'HV-6102' }
  const itemID = await user.newItem({ projectID, roomID }, ['Paint', 'Wall Paint'], inputs)
  await user.call(updateItem, { body: { itemID, inputs: { field2: 'Harbor Slate', field3: 'HV-6204' } } })
  const { version } = await user.call(getItem, { query: { itemID } })
  const sink = await user.kindOf(['Plumbing', 'Sink'])
  await user.call(changeSubcategory, { body: { itemID, ...sink, version } })
  await page.goto(`/edititem?itemID=${itemID}&tab=history`)
  await expect(row(page, /Color Name.*Dry Sage.*Harbor Slate/)).toContainText('Its label is gone')
  await putBack(page, 'Sub Category: Paint – Wall Paint').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor Slate HV-6204' })).toBeVisible()
  await expect(page.getByText(/^Before [A-Z][a-z]{2} \d{4}: Dry Sage HV-6102$/)).toBeVisible()
  await page.getByRole('tab', { name: 'Item Details' }).click()
  await page.getByRole('link', { name: 'Dry Sage HV-6102' }).click()
  await expect(page.getByRole('tab', { name: 'History' })).toHaveAttribute('aria-selected', 'true')
})

test('an item goes back to the room that it left, and what is being typed stays', async ({ page, user }) => {
  const { projectID, itemID } = await faucet(user)
  const pantry = await user.newRoom(projectID, 'Pantry')
  await user.call(moveItems, { body: { itemIDs: [itemID], roomID: pantry } })
  await page.goto(`/edititem?itemID=${itemID}`)
  await page.getByRole('textbox', { name: 'Notes' }).fill('Still typing')
  await page.getByRole('tab', { name: 'History' }).click()
  const place = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(place).toContainText('Pantry')
  await putBack(page, 'Moved: Kitchen').click()
  await expect(page.getByText('Moved "Marlow" to room "Kitchen"')).toBeVisible()
  await expect(place).toContainText('Kitchen')
  await expect(row(page, /Moved.*From Pantry.*to Kitchen/)).toBeVisible()
  await expect(putBack(page, 'Moved: Kitchen')).toHaveCount(0)
  await expect(putBack(page, 'Moved: Pantry')).toBeVisible()
  await page.getByRole('tab', { name: 'Item Details' }).click()
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Still typing')
  await page.getByRole('button', { name: 'Update Item' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  expect(await user.call(getItem, { query: { itemID } })).toMatchObject({ roomName: 'Kitchen', note: 'Still typing' })
})

test('where an item cannot go back, a sentence says why', NIGHTLY, async ({ page, user, expectedErrors }) => {
  expectedErrors.push(/404/, /409/)
  const { projectID, itemID } = await faucet(user)
  const bath = await user.newRoom(projectID, 'Bath', 'Bathroom')
  const galley = await user.newRoom(projectID, 'Galley')
  for (const roomID of [bath, galley]) await user.call(moveItems, { body: { itemIDs: [itemID], roomID } })
  const refrigerator = await user.kindOf(['Appliances', 'Refrigerator'])
  const { version } = await user.call(getItem, { query: { itemID } })
  await user.call(changeSubcategory, { body: { itemID, ...refrigerator, version } })
  await page.goto(`/edititem?itemID=${itemID}&tab=history`)
  await putBack(page, 'Moved: Bath').click()
  await expect(page.getByRole('alert')).toHaveText('The original room no longer supports this subcategory')
  await user.call(deleteRoom, { query: { roomID: bath } })
  await putBack(page, 'Moved: Bath').click()
  await expect(page.getByRole('alert')).toHaveText('The item or its original room no longer exists')
  await page.reload()
  await expect(row(page, /From Bath.*to Galley/)).toContainText('The room is gone')
  await expect(putBack(page, 'Moved: Kitchen')).toBeVisible()
})

test('viewers see the history without buttons to restore', NIGHTLY, async ({ page, context, server, user }) => {
  const owner = await signedIn(context.request, await registerUser(context.request))
  const { projectID, itemID } = await faucet(owner)
  server.addMember(projectID, user.name, 'viewer')
  await signedIn(context.request, user.name)
  await page.goto(`/edititem?itemID=${itemID}&tab=history`)
  await expect(row(page, /From Castellan.*to Marlow/)).toContainText(owner.name)
  await expect(page.getByRole('button', { name: /^Put Back/ })).toHaveCount(0)
})
