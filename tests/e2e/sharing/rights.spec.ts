import type { APIRequestContext, Page } from '@playwright/test'
import { deleteItem, deleteItemFile, getItem } from '../../../src/shared/items/items.api.ts'
import { listMembers, removeMember } from '../../../src/shared/sharing/members.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectFocusedAlert } from '../../support/e2e-page.ts'
import { registerUser, type Server, signedIn, type User } from '../../support/e2e-server.ts'
import { pdfOf } from '../../support/pdf.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const

/** A home of somebody else that `user` is a member of. */
const sharedWith = async (user: User, server: Server, request: APIRequestContext, role: 'editor' | 'viewer') => {
  const owner = await signedIn(request, await registerUser(request))
  const projectID = await owner.newProject('Maple Street')
  const roomID = await owner.newRoom(projectID, 'Kitchen')
  const inputs = { field1: 'Castellan', field3: 'Brass', notes: 'left of the sink' }
  const itemID = await owner.newItem({ projectID, roomID }, FAUCET, inputs)
  await owner.attach(itemID, [{ name: 'guide.pdf', bytes: pdfOf(2) }])
  server.addMember(projectID, user.name, role)
  return { owner, projectID, roomID, itemID }
}

const main = (page: Page) => page.getByRole('main')
/** The links and buttons of the page itself that change something, or lead to where something is changed. */
const changing = (page: Page) =>
  main(page)
    .getByRole('link', { name: /Create New (Room|Item)|Edit/ })
    .or(main(page).getByRole('button', { name: /Create|Edit|Update|Delete|Remove|Clear|Add Files/ }))

test.describe('who may look at a project', () => {
  test('finds everything that there is to see, and nothing that changes it', async ({
    page,
    user,
    server,
    request,
  }) => {
    const { projectID, roomID, itemID } = await sharedWith(user, server, request, 'viewer')
    await page.goto('/selectproject')
    await page.getByRole('link', { name: /Maple Street/ }).click()
    await expect(page.getByRole('heading', { name: 'Project Details' })).toBeVisible()
    await expect(changing(page)).toHaveCount(0)

    await page.getByRole('link', { name: /^Kitchen/ }).click()
    await expect(page.getByRole('heading', { name: 'Kitchen', level: 1 })).toBeVisible()
    await expect(changing(page)).toHaveCount(0)

    await page.getByRole('link', { name: 'Castellan' }).click()
    await expect(page.getByRole('heading', { name: 'Castellan', level: 1 })).toBeVisible()
    await expect(main(page).getByText('left of the sink')).toBeVisible()
    await expect(main(page).getByRole('textbox')).toHaveCount(0)
    await expect(changing(page)).toHaveCount(0)

    await page.getByRole('tab', { name: /Attachments/ }).click()
    await page.getByRole('button', { name: /^guide.pdf/ }).click()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await expect(changing(page)).toHaveCount(0)
    await expect(main(page).locator('input[type=file]')).toHaveCount(0)

    for (const path of [
      `/editproject?projectID=${projectID}`,
      `/createroom?projectID=${projectID}`,
      `/createroom?projectID=${projectID}&roomID=${roomID}`,
      `/createitem?projectID=${projectID}&roomID=${roomID}`,
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: "There's nothing here" })).toBeVisible()
    }
    await page.goto(`/edititem?itemID=${itemID}`)
    await expect(page.getByRole('heading', { name: 'Castellan', level: 1 })).toBeVisible()
  })

  test(
    'sees rooms and items that are not there yet, without an offer to create them',
    NIGHTLY,
    async ({ page, user, server, request }) => {
      const { owner, projectID, roomID } = await sharedWith(user, server, request, 'viewer')
      const empty = await owner.newRoom(projectID, 'Attic')
      await page.goto(`/roomitems?roomID=${empty}`)
      await expect(page.getByText('This room is empty.')).toBeVisible()
      await expect(changing(page)).toHaveCount(0)
      for (const id of [roomID, empty]) await owner.call(deleteRoom, { query: { roomID: id } })
      await page.goto(`/projecthome?projectID=${projectID}`)
      await expect(page.getByText('No rooms have been created for this project yet!')).toBeVisible()
      await expect(changing(page)).toHaveCount(0)
    },
  )

  test(
    'an editor who lost the right learns so and keeps what was typed',
    NIGHTLY,
    async ({ page, user, server, request, expectedErrors }) => {
      expectedErrors.push(/403/, /You may look at this project/)
      const { projectID, itemID } = await sharedWith(user, server, request, 'editor')
      await page.goto(`/edititem?itemID=${itemID}`)
      await page.getByLabel('Notes').fill('right of the sink')
      server.addMember(projectID, user.name, 'viewer')
      await page.getByRole('button', { name: 'Update Item' }).click()
      const words = 'You can view this project, but not change it.'
      await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(words)
      await expect(page.getByLabel('Notes')).toHaveValue('right of the sink')
    },
  )

  test('a member who lost access learns so on the next click, keeps what was typed, and is led on', async ({
    page,
    user,
    server,
    request,
    expectedErrors,
  }) => {
    expectedErrors.push(/404/, /There is nothing here/)
    const { owner, projectID, roomID, itemID } = await sharedWith(user, server, request, 'editor')
    const notifications = page.getByRole('region', { name: 'Notifications' })
    const removed = async () => {
      const { members } = await owner.call(listMembers, { query: { projectID } })
      const { userID } = members.find(({ username }) => username === user.name) ?? { userID: 0 }
      await owner.call(removeMember, { query: { projectID, userID } })
    }
    const pressWithout = async (button: string) => {
      await removed()
      await main(page).getByRole('button', { name: button, exact: true }).click()
      await expect(page.getByText('Something here was deleted, or you no longer have access.')).toBeVisible()
    }
    const roomName = page.getByRole('textbox', { name: 'Room Name' })
    await page.goto(`/createroom?projectID=${projectID}&roomID=${roomID}`)
    await roomName.fill('Scullery')
    await pressWithout('Update Room')
    await expectFocusedAlert(page, 'Unable to update room "Scullery"')
    await expect(roomName).toHaveValue('Scullery')

    server.addMember(projectID, user.name, 'editor')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
    await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
    await page.getByRole('combobox', { name: 'Sub Category' }).selectOption({ label: 'Faucet' })
    await page.getByLabel('Notes').fill('right of the sink')
    await pressWithout('Create Item')
    await expect(notifications).toContainText('Unable to create item')
    await expect(page.getByLabel('Notes')).toHaveValue('right of the sink')

    server.addMember(projectID, user.name, 'editor')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.goto(`/edititem?itemID=${itemID}`)
    await page.getByLabel('Notes').fill('below the sink')
    await removed()
    await page.getByRole('button', { name: 'Update Item' }).click()
    await expect(page.getByText('This item was deleted, or you no longer have access.')).toBeVisible()
    await expect(page.getByLabel('Notes')).toHaveValue('below the sink')

    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Maple Street' }).click()
    await page.getByRole('button', { name: 'Abandon Changes' }).click()
    await expect(page.getByRole('heading', { name: "There's nothing here" })).toBeVisible()
  })
})

test.describe('who may change what is in a project', () => {
  test('finds all that does, and not what changes the project itself', async ({ page, user, server, request }) => {
    const { owner, projectID, itemID } = await sharedWith(user, server, request, 'editor')
    await page.goto(`/projecthome?projectID=${projectID}`)
    await expect(page.getByRole('link', { name: 'Create New Room' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Edit Project' })).toHaveCount(0)
    await page.goto(`/editproject?projectID=${projectID}`)
    await expect(page.getByRole('heading', { name: "There's nothing here" })).toBeVisible()

    await page.goto(`/edititem?itemID=${itemID}`)
    await page.getByLabel('Notes').fill('right of the sink')
    await page.getByRole('button', { name: 'Update Item' }).click()
    await expect(page.getByRole('heading', { name: 'Kitchen', level: 1 })).toBeVisible()
    expect((await owner.call(getItem, { query: { itemID } })).note).toBe('right of the sink')
    await expect(page.getByRole('link', { name: 'Edit Room' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Create New Item' })).toBeVisible()
  })

  test('sees in the Trash who deleted what, restores it, and deletes nothing for good', async ({
    page,
    user,
    server,
    request,
  }) => {
    const { owner, itemID } = await sharedWith(user, server, request, 'editor')
    const { attachments } = await owner.call(getItem, { query: { itemID } })
    await user.call(deleteItemFile, { query: { itemID, remote: attachments[0]?.remote ?? '' } })
    await owner.call(deleteItem, { query: { itemID } })
    await page.goto('/trash')
    const rows = main(page).getByRole('listitem').filter({ hasText: 'Deletes permanently' })
    await expect(rows).toHaveCount(2)
    await expect(rows.first()).toContainText(`Deleted by ${owner.name} `)
    await expect(rows.last()).toContainText('Deleted ')
    await expect(rows.last()).not.toContainText('Deleted by')
    await expect(page.getByRole('button', { name: /Delete for Good/ })).toHaveCount(0)
    await rows
      .first()
      .getByRole('button', { name: /Restore/ })
      .click()
    await expect(rows).toHaveCount(1)
    await owner.call(getItem, { query: { itemID } })
  })
})
