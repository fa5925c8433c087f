import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { deleteItem, deleteItemFile, getItem, listItems, type Attachment } from '../../../src/shared/items/items.api.ts'
import { deleteProject, listProjects } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom, listRooms } from '../../../src/shared/projects/rooms.api.ts'
import { deleteForGood, listDeleted, restore } from '../../../src/shared/history/trash.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { cutOff, expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { pdfOf } from '../../support/pdf.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const
const PDF = { name: 'guide.pdf', mimeType: 'application/pdf', buffer: pdfOf(2) }
const SHEET = { name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from('part,count\nknob,14\n') }
const PICTURE = {
  name: 'zellij.jpg',
  mimeType: 'image/jpeg',
  buffer: readFileSync('sample-project/files/zellij-going-up.jpg'),
}

/** A project with a kitchen and a faucet in it. */
const faucet = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, FAUCET, { field1: 'Castellan' })
  return { projectID, roomID, itemID }
}

const attachmentsOf = async (user: User, itemID: number): Promise<readonly Attachment[]> =>
  (await user.call(getItem, { query: { itemID } })).attachments

/** Opens the item's Attachments with these files in it. */
const attach = async (page: Page, itemID: number, files: { name: string; mimeType: string; buffer: Buffer }[]) => {
  await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
  await page.getByLabel('Add Files').setInputFiles(files)
  await expect(page.getByText('Attached Files:')).toBeVisible()
}

const file = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const removeFile = (page: Page, name: string) => page.getByRole('button', { name: `Remove ${name}` })
const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })
const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo' })
/** What offers Undo stays while the pointer is on it, however busy the machine is. */
const expectOffer = async (page: Page, text: string) => {
  await expect(toasts(page)).toContainText(text)
  await toasts(page).hover()
}
const deleteProjectOnScreen = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Delete Project' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Delete Project' }).click()
  await expectOffer(page, `Deleted project "${name}"`)
}

test.describe('Undo', () => {
  test('brings a deleted project back with all that was in it, by keyboard alone', async ({ page, user }) => {
    const { projectID, roomID } = await faucet(user)
    await page.goto(`/editproject?projectID=${projectID}`)
    await deleteProjectOnScreen(page, 'Maple Street')
    await expect(page.getByText("You haven't created any projects yet.")).toBeVisible()
    await page.keyboard.press('F6')
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(undo(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toContainText('Restored project "Maple Street"')
    await expect(page.getByRole('link', { name: /Maple Street.*1 room.*1 item/ })).toBeVisible()
    expect(await user.call(listItems, { query: { roomID } })).toHaveLength(1)
  })

  test('brings a deleted room back with its items', async ({ page, user }) => {
    const { projectID, roomID } = await faucet(user)
    await page.goto(`/createroom?projectID=${projectID}&roomID=${roomID}`)
    const opener = page.getByRole('button', { name: 'Delete Room' })
    await opener.click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Kitchen?' })
    await expect(dialog).toContainText('Its 1 item and their files go with it.')
    await expect(dialog.getByRole('button', { name: 'Keep Room' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    await opener.click()
    await dialog.getByRole('button', { name: 'Delete Room' }).click()
    await expect(page).toHaveURL(`/projecthome?projectID=${projectID}`)
    await expectOffer(page, 'Deleted room "Kitchen"')
    await expect(page.getByText('No rooms have been created for this project yet!')).toBeVisible()
    await undo(page).click()
    await expect(toasts(page)).toContainText('Restored room "Kitchen"')
    await expect(page.getByRole('link', { name: 'Kitchen, Kitchen, 1 item' })).toBeVisible()
  })

  test('brings a deleted item back with its attachments', async ({ page, user }) => {
    const { itemID, roomID } = await faucet(user)
    await attach(page, itemID, [SHEET])
    // Of an item that is deleted by then it is a 404.
    const tasks = page.waitForResponse(/\/upcoming\?/)
    await page.getByRole('tab', { name: 'Item Details' }).click()
    await tasks
    await page.getByRole('button', { name: 'Delete Item' }).click()
    await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
    await expectOffer(page, 'Deleted item "Castellan"')
    await expect(page.getByText('This room is empty.')).toBeVisible()
    await undo(page).click()
    await expect(toasts(page)).toContainText('Restored item "Castellan"')
    await expect(page.getByRole('link', { name: '1 file, open attachments' })).toBeVisible()
  })

  test('brings a removed attachment back to its place, and what is typed in the details stays', async ({
    page,
    user,
  }) => {
    const { itemID, roomID } = await faucet(user)
    await attach(page, itemID, [PDF, SHEET])
    await page.getByRole('tab', { name: 'Item Details' }).click()
    await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan & Sons')
    await page.getByRole('tab', { name: /Attachments/ }).click()
    await removeFile(page, 'guide.pdf').click()
    await expectOffer(page, 'Deleted attachment "guide.pdf"')
    await expect(file(page, 'guide.pdf')).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Attachments 1' })).toBeVisible()
    expect((await attachmentsOf(user, itemID)).map(({ name }) => name)).toEqual(['count.csv'])

    await undo(page).click()
    await expect(toasts(page)).toContainText('Restored attachment "guide.pdf"')
    await expect(page.getByRole('list').getByRole('button', { name: /PDF|Downloads/ })).toHaveText([
      /^guide\.pdf/,
      /^count\.csv/,
    ])
    await page.getByRole('tab', { name: 'Item Details' }).click()
    await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan & Sons')
    await page.getByRole('button', { name: 'Update Item' }).click()
    await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
    expect(await user.call(getItem, { query: { itemID } })).toMatchObject({ field1: 'Castellan & Sons' })
  })

  test('shows what it restored on any page', NIGHTLY, async ({ page, user }) => {
    const { roomID } = await faucet(user)
    await page.goto(`/roomitems?roomID=${roomID}`)
    await page.getByRole('link', { name: 'Edit Room' }).click()
    await page.getByRole('button', { name: 'Delete Room' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Room' }).click()
    await expectOffer(page, 'Deleted room "Kitchen"')
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Home' }).click()
    const project = page.getByRole('link', { name: /^Maple Street/ })
    await expect(project).toContainText('0 rooms')
    await undo(page).click()
    await expect(project).toContainText('1 room')
  })

  test('renames a project whose name is taken by now', async ({ page, user }) => {
    const { projectID } = await faucet(user)
    await page.goto(`/editproject?projectID=${projectID}`)
    await deleteProjectOnScreen(page, 'Maple Street')
    await user.newProject('Maple Street')
    await undo(page).click()
    await expect(toasts(page)).toContainText('Restored project "Maple Street (restored)"')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Maple Street', 'Maple Street (restored)'])
  })

  test('that comes too late says so', NIGHTLY, async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/404/)
    const { projectID } = await faucet(user)
    await page.goto(`/editproject?projectID=${projectID}`)
    await deleteProjectOnScreen(page, 'Maple Street')
    const [entry] = await user.call(listDeleted, {})
    await user.call(deleteForGood, { query: { trashID: entry?.trashID ?? 0 } })
    await undo(page).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('Unable to restore "Maple Street"')
  })

  test('without a server says so, and the trash still has it', NIGHTLY, async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/ERR_(CONNECTION|EMPTY)/)
    const { projectID } = await faucet(user)
    await page.goto(`/editproject?projectID=${projectID}`)
    await deleteProjectOnScreen(page, 'Maple Street')
    const reconnect = await cutOff(page)
    await undo(page).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('No server response')
    await reconnect()
    expect(await user.call(listDeleted, {})).toMatchObject([{ kind: 'project', name: 'Maple Street' }])
  })
})

test.describe('Deleting', () => {
  test(
    'an item with unsaved changes asks first, for what was typed is not in the trash',
    NIGHTLY,
    async ({ page, user }) => {
      const { itemID, roomID } = await faucet(user)
      await page.goto(`/edititem?itemID=${itemID}`)
      const brand = page.getByRole('combobox', { name: 'Brand' })
      await brand.fill('Castellan & Sons')
      await page.getByRole('button', { name: 'Delete Item' }).click()
      const dialog = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
      await expect(dialog.getByRole('button', { name: 'Keep Working' })).toBeFocused()
      await dialog.getByRole('button', { name: 'Keep Working' }).click()
      await expect(brand).toHaveValue('Castellan & Sons')
      expect(await user.call(listItems, { query: { roomID } })).toHaveLength(1)
      await page.getByRole('button', { name: 'Delete Item' }).click()
      await dialog.getByRole('button', { name: 'Delete Item' }).click()
      await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
      expect(await user.call(listItems, { query: { roomID } })).toEqual([])
    },
  )

  test('a room whose name was changed says that the change goes too', NIGHTLY, async ({ page, user }) => {
    const { projectID, roomID } = await faucet(user)
    await page.goto(`/createroom?projectID=${projectID}&roomID=${roomID}`)
    await page.getByRole('textbox', { name: 'Room Name' }).fill('Pantry')
    await page.getByRole('button', { name: 'Delete Room' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete Kitchen?' })
    await expect(dialog).toContainText('The name you entered has not been saved.')
    await dialog.getByRole('button', { name: 'Delete Room' }).click()
    await expect(page).toHaveURL(`/projecthome?projectID=${projectID}`)
  })

  test(
    'an attachment closes its preview and moves the focus to a neighbour, at last to Add Files',
    NIGHTLY,
    async ({ page, user }) => {
      const { itemID } = await faucet(user)
      await attach(page, itemID, [PDF, SHEET, PICTURE])
      await file(page, 'zellij.jpg').click()
      const previewer = page.getByRole('region', { name: 'File Previewer' })
      await expect(previewer.getByRole('img', { name: 'zellij.jpg' })).toBeVisible()
      await removeFile(page, 'guide.pdf').press('Enter')
      await expect(removeFile(page, 'count.csv')).toBeFocused()
      await expect(previewer.getByRole('img', { name: 'zellij.jpg' })).toBeVisible()
      await removeFile(page, 'zellij.jpg').press('Enter')
      await expect(removeFile(page, 'count.csv')).toBeFocused()
      await expect(previewer.getByRole('heading')).toHaveText('File Previewer')
      await removeFile(page, 'count.csv').press('Enter')
      await expect(page.getByText('Attached Files:')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'None' })).toBeDisabled()
      await expect(page.getByLabel('Add Files')).toBeFocused()
    },
  )

  test(
    'what a second browser deleted says that it is not possible and loses nothing typed',
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(/404|There is nothing here/)
      const { projectID, roomID, itemID } = await faucet(user)
      await attach(page, itemID, [SHEET])
      const [attachment] = await attachmentsOf(user, itemID)
      await user.call(deleteItemFile, { query: { itemID, remote: attachment?.remote ?? '' } })
      await removeFile(page, 'count.csv').click()
      await expect(toasts(page)).toContainText('Unable to remove "count.csv"')

      await page.goto(`/edititem?itemID=${itemID}`)
      await page.getByRole('combobox', { name: 'Brand' }).focus()
      await user.call(deleteItem, { query: { itemID } })
      await page.getByRole('button', { name: 'Delete Item' }).click()
      await expect(toasts(page)).toContainText('Unable to delete item')

      await page.goto(`/createroom?projectID=${projectID}&roomID=${roomID}`)
      await page.getByRole('textbox', { name: 'Room Name' }).fill('Pantry')
      await user.call(deleteRoom, { query: { roomID } })
      await page.getByRole('button', { name: 'Delete Room' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Room' }).click()
      const alert = page.getByRole('alert').filter({ hasText: 'Unable to delete room "Kitchen"' })
      await expect(alert).toBeFocused()
      await expect(page.getByRole('textbox', { name: 'Room Name' })).toHaveValue('Pantry')
    },
  )

  test('without a server gets no answer and deletes nothing', NIGHTLY, async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/ERR_(CONNECTION|EMPTY)|No server response/)
    const { projectID, roomID, itemID } = await faucet(user)
    const other = await page.context().newPage()
    await other.goto(`/createroom?projectID=${projectID}&roomID=${roomID}`)
    await expect(other.getByRole('button', { name: 'Delete Room' })).toBeVisible()
    await attach(page, itemID, [SHEET])
    const reconnect = await cutOff(page.context())
    await removeFile(page, 'count.csv').click()
    await expect(toasts(page).getByRole('alert')).toHaveText('No server response')
    await toasts(page).getByRole('button', { name: 'Close' }).click()
    await page.getByRole('tab', { name: 'Item Details' }).click()
    await page.getByRole('button', { name: 'Delete Item' }).click()
    await expect(toasts(page).getByRole('alert')).toHaveText('No server response')
    await other.getByRole('button', { name: 'Delete Room' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Delete Room' }).click()
    await expect(other.getByRole('main').getByRole('alert').filter({ hasText: 'No server response' })).toBeFocused()
    await reconnect()
    expect(await user.call(listDeleted, {})).toEqual([])
    expect(await attachmentsOf(user, itemID)).toHaveLength(1)
  })
})

test.describe('The trash', () => {
  const entry = (page: Page, name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name })

  test('is reached from the projects, and says when nothing is in it', NIGHTLY, async ({ page, user }) => {
    expect(user.name).toBeTruthy()
    await page.goto('/selectproject')
    await page.getByRole('link', { name: 'Trash' }).click()
    await expect(page).toHaveURL('/trash')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveText(/^Home.*Trash$/)
    await expect(page.getByText('The trash is empty.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'My Projects' }).click()
    await expect(page).toHaveURL('/selectproject')
  })

  test('lists what was deleted with its kind, its place and its times, the latest first, and restores it', async ({
    page,
    user,
  }) => {
    const { projectID, roomID, itemID } = await faucet(user)
    await attach(page, itemID, [SHEET])
    const [attachment] = await attachmentsOf(user, itemID)
    const bath = await user.newRoom(projectID, 'Bath')
    const cottage = await user.newProject('Lakeside Cottage')
    await user.call(deleteItemFile, { query: { itemID, remote: attachment?.remote ?? '' } })
    await user.call(deleteItem, { query: { itemID } })
    await user.call(deleteRoom, { query: { roomID: bath } })
    await user.call(deleteProject, { query: { projectID: cottage } })

    await page.goto('/trash')
    await expect(page.getByRole('main').getByRole('list').last().getByRole('listitem')).toHaveText([
      /^Lakeside Cottage\s*Project\s*Deleted/,
      /^Bath\s*Room in Maple Street\s*Deleted/,
      /^Castellan\s*Item in Maple Street > Kitchen\s*Deleted/,
      /^count.csv\s*Attachment in Maple Street > Kitchen > Castellan\s*Deleted/,
    ])
    const [first] = await user.call(listDeleted, {})
    const times = entry(page, 'Lakeside Cottage').getByRole('time')
    await expect(times.first()).toHaveAttribute('datetime', first?.deletedAt ?? '')
    await expect(times.last()).toHaveAttribute('datetime', first?.expiresAt ?? '')

    await page.getByRole('button', { name: 'Restore Bath' }).press('Enter')
    await expect(toasts(page)).toContainText('Restored room "Bath"')
    await expect(entry(page, /^Bath/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Restore Castellan' })).toBeFocused()
    expect((await user.call(listRooms, { query: { projectID } })).rooms.map(({ name }) => name)).toEqual([
      'Bath',
      'Kitchen',
    ])
    expect(await user.call(listItems, { query: { roomID } })).toEqual([])
  })

  test('restores something inside a deleted thing only after that, and says so', async ({
    page,
    user,
    expectedErrors,
  }) => {
    expectedErrors.push(/409/)
    const { projectID, roomID, itemID } = await faucet(user)
    await user.call(deleteItem, { query: { itemID } })
    await user.call(deleteRoom, { query: { roomID } })
    await page.goto('/trash')
    await page.getByRole('button', { name: 'Restore Castellan' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'Restore the room "Kitchen" first.' })
    await expect(alert).toBeFocused()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Restore Kitchen' }).click()
    await expect(toasts(page)).toContainText('Restored room "Kitchen"')
    await expect(alert).toHaveCount(0)
    await page.getByRole('button', { name: 'Restore Castellan' }).click()
    await expect(page.getByText('The trash is empty.')).toBeVisible()
    await page.goto(`/projecthome?projectID=${projectID}`)
    await expect(page.getByRole('link', { name: 'Kitchen, Kitchen, 1 item' })).toBeVisible()
  })

  test('ends an entry for good only after it was confirmed', async ({ page, user }) => {
    const { projectID, itemID } = await faucet(user)
    await user.call(deleteItem, { query: { itemID } })
    await user.call(deleteProject, { query: { projectID } })
    await page.goto('/trash')
    const opener = page.getByRole('button', { name: 'Delete for Good: Maple Street' })
    await opener.click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete for Good' })
    await expect(dialog).toContainText('"Maple Street" and all that is in it cannot be restored afterwards.')
    await expect(dialog.getByRole('button', { name: 'Keep in Trash' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    expect(await user.call(listDeleted, {})).toHaveLength(2)

    await opener.press('Enter')
    await dialog.getByRole('button', { name: 'Delete for Good' }).click()
    await expect(toasts(page)).toContainText('Deleted "Maple Street" for good')
    await expect(page.getByText('The trash is empty.')).toBeVisible()
    expect(await user.call(listDeleted, {})).toEqual([])
  })

  test(
    'emptied in a second browser says so and shows what is left',
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(/404/)
      const first = await user.newProject('Maple Street')
      const second = await user.newProject('Lakeside Cottage')
      await user.call(deleteProject, { query: { projectID: first } })
      await user.call(deleteProject, { query: { projectID: second } })
      const [cottage, maple] = await user.call(listDeleted, {})
      await page.goto('/trash')
      await expect(entry(page, 'Maple Street')).toBeVisible()
      await user.call(restore, { body: { trashID: maple?.trashID ?? 0 } })
      await page.getByRole('button', { name: 'Restore Maple Street' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Unable to restore "Maple Street"' })).toBeFocused()
      await expect(entry(page, 'Maple Street')).toHaveCount(0)
      await user.call(deleteForGood, { query: { trashID: cottage?.trashID ?? 0 } })
      await page.getByRole('button', { name: 'Delete for Good: Lakeside Cottage' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for Good' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Unable to delete "Lakeside Cottage"' })).toBeFocused()
      await expect(page.getByText('The trash is empty.')).toBeVisible()
    },
  )

  test('without a server says so and keeps its entries', async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/ERR_(CONNECTION|EMPTY)/)
    const projectID = await user.newProject('Maple Street')
    await user.call(deleteProject, { query: { projectID } })
    await page.goto('/trash')
    await expect(entry(page, 'Maple Street')).toBeVisible()
    const reconnect = await cutOff(page)
    const alert = page.getByRole('main').getByRole('alert').filter({ hasText: 'No server response' })
    await page.getByRole('button', { name: 'Restore Maple Street' }).click()
    await expect(alert).toBeFocused()
    await page.getByRole('button', { name: 'Delete for Good: Maple Street' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for Good' }).click()
    await expect(alert).toBeFocused()
    await expect(entry(page, 'Maple Street')).toBeVisible()
    await reconnect()
    await page.getByRole('button', { name: 'Restore Maple Street' }).click()
    await expect(page.getByText('The trash is empty.')).toBeVisible()
    expect((await user.call(listProjects, {})).projects).toHaveLength(1)
  })

  test('shows the longest names whole', NIGHTLY, async ({ page, user }) => {
    const name = 'Maplestreet'.repeat(23)
    const projectID = await user.newProject(name)
    await page.goto(`/editproject?projectID=${projectID}`)
    await page.getByRole('button', { name: 'Delete Project' }).click()
    await expect(page.getByRole('alertdialog')).toContainText(name)
    await expectAccessible(page)
    await user.call(deleteProject, { query: { projectID } })
    await page.goto('/trash')
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  })
})
