import type { APIRequestContext, Page } from '@playwright/test'
import { updateItem } from '../../../src/shared/items/items.api.ts'
import { inviteMember, joinProject, listMembers, removeMember } from '../../../src/shared/sharing/members.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { elapse, expectAccessible } from '../../support/e2e-page.ts'
import { PASSWORD, registerUser, signedIn, type User } from '../../support/e2e-server.ts'

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Somebody else's project, and an invitation to it. */
const invited = async (request: APIRequestContext, may: 'read' | 'write' = 'write') => {
  const owner = await signedIn(request, await registerUser(request))
  const projectID = await owner.newProject('Maple Street')
  const { link } = await owner.call(inviteMember, { body: { projectID, email: 'kim@example.com', may } })
  return { owner, projectID, place: new URL(link).pathname + new URL(link).hash, token: new URL(link).hash.slice(1) }
}

const joined = async (
  request: APIRequestContext,
  owner: User,
  projectID: number,
  may: 'read' | 'write',
): Promise<User> => {
  const guest = await signedIn(request, await registerUser(request))
  const { link } = await owner.call(inviteMember, { body: { projectID, email: `${guest.name}@example.com`, may } })
  await guest.call(joinProject, { body: { token: new URL(link).hash.slice(1) } })
  return guest
}

test('the owner invites, copies the link, changes a right, takes access away and takes an invitation back', async ({
  page,
  user,
  request,
}) => {
  const projectID = await user.newProject('Maple Street')
  const guest = await joined(request, user, projectID, 'read')
  await open(page, `/people?projectID=${projectID}`)
  await expect(page).toHaveTitle('People · Maple Street · Roomfolio')

  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByText('Required.')).toBeVisible()
  await page.getByLabel('Invite by email').fill('kim@example.com')
  await page.getByLabel('Access', { exact: true }).selectOption('Editor')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Copy this link and send it to kim@example.com' }),
  ).toBeFocused()
  const pending = page.getByRole('listitem').filter({ hasText: 'kim@example.com' })
  await expect(pending).toContainText('Invited as Editor, open until')
  const field = page.getByLabel('Link for kim@example.com', { exact: true })
  await expect(field).toHaveValue(/\/join#[\w-]{43}$/)
  await page.getByRole('button', { name: 'Copy the Link for kim@example.com' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1)
  await expectAccessible(page)

  // Shown again, it is another one.
  const first = await field.inputValue()
  await page.reload()
  await page.getByRole('button', { name: 'New Link for kim@example.com' }).click()
  await expect(field).toHaveValue(/\/join#/)
  expect(await field.inputValue()).not.toBe(first)

  await page.getByLabel('Right of Robin Sample').selectOption('Editor')
  await expect(page.getByText('Robin Sample is now Editor.')).toBeVisible()
  await expect(page.getByLabel('Right of Robin Sample')).toHaveValue('write')
  expect((await guest.call(listMembers, { query: { projectID } })).may).toBe('write')

  await page.getByRole('button', { name: 'Remove Robin Sample' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Robin Sample no longer has access.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the Invitation of kim@example.com' }).click()
  await page.getByRole('button', { name: 'Cancel Invitation', exact: true }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'kim@example.com' })).toHaveCount(0)
  await expect(page.getByText('1 person', { exact: true })).toBeVisible()
})

test('an invitation is joined by the signed-in user, and its token leaves the address', async ({
  page,
  user,
  request,
}) => {
  const { owner, projectID, place } = await invited(request)
  await open(page, place)
  await expect(page).toHaveURL('/join')
  await expect(page).toHaveTitle('Join a Project · Roomfolio')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join "Maple Street"')
  await expect(page.getByText('Robin Sample invited you as an Editor')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: `Join as ${user.name}` }).click()
  await expect(page).toHaveURL(`/projecthome?projectID=${projectID}`)
  const { members } = await owner.call(listMembers, { query: { projectID } })
  expect(members.map(({ username, may }) => [username, may])).toEqual([
    [owner.name, 'own'],
    [user.name, 'write'],
  ])

  await open(page, `/people?projectID=${projectID}`)
  await expect(page.getByLabel('Invite by email')).toHaveCount(0)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/selectproject')
  await expect(page.getByText('You have left "Maple Street".')).toBeVisible()
})

test('an invitation waits for a login or a registration', NIGHTLY, async ({ page, request, expectedErrors }) => {
  expectedErrors.push(/404/)
  const { projectID, place } = await invited(request, 'read')
  const name = await registerUser(request)
  await open(page, place)
  await page.getByRole('link', { name: 'Create New Account' }).click()
  await expect(page).toHaveURL('/register')
  await page.getByRole('main').getByRole('link', { name: 'Log In' }).click()
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/join')
  await page.getByRole('button', { name: `Join as ${name}` }).click()
  await expect(page).toHaveURL(`/projecthome?projectID=${projectID}`)

  // Used up, and that is said.
  await open(page, '/')
  await open(page, place)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This invitation is no longer valid')
})

test(
  'shared projects are listed below your own, and lead to their people',
  NIGHTLY,
  async ({ page, user, server, request }) => {
    const { owner, projectID } = await invited(request)
    server.addMember(projectID, user.name, 'viewer')
    await open(page, '/selectproject')
    await expect(page.getByText("You haven't created any projects yet.")).toBeVisible()
    const shared = page.getByRole('region', { name: 'Shared with Me' })
    await expect(shared.getByRole('link', { name: /Maple Street/ })).toContainText('Viewer · of Robin Sample')
    await user.newProject('Birch Lane')
    await user.newProject('Elm Street')
    await page.reload()
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(3)
    await expect(shared.getByRole('listitem')).toHaveCount(1)

    await shared.getByRole('link', { name: /Maple Street/ }).click()
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await expect(page).toHaveURL(`/people?projectID=${projectID}`)
    await expect(page.getByRole('listitem').filter({ hasText: owner.name })).toContainText('Owner')
  },
)

test('editors learn before saving that someone else changed the item or removed their right', async ({
  page,
  user,
  server,
  request,
  expectedErrors,
}) => {
  expectedErrors.push(/404/)
  const { owner, projectID } = await invited(request)
  server.addMember(projectID, user.name, 'editor')
  const roomID = await owner.newRoom(projectID, 'Kitchen')
  const itemID = await owner.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  await open(page, `/edititem?itemID=${itemID}`)
  await page.getByLabel('Notes').fill('left of the sink')
  await owner.call(updateItem, { body: { itemID, inputs: { field1: 'Harbor' }, version: 1 } })
  await elapse(page)
  await expect(page.getByText('Someone else just changed this item.')).toBeVisible()
  await expect(page.getByLabel('Notes')).toBeFocused()
  await page.getByRole('button', { name: 'Compare' }).click()
  await expect(page.getByRole('region', { name: 'Changes by someone else' })).toContainText('Harbor')
  await expect(page.getByLabel('Notes')).toHaveValue('left of the sink')

  await expect(page.getByText('Someone else just changed this item.')).toBeHidden()
  // At once, where they look at this tab again.
  await owner.call(updateItem, { body: { itemID, inputs: { field1: 'Marlow' }, version: 2 } })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Someone else just changed this item.')).toBeVisible()

  server.addMember(projectID, user.name, 'viewer')
  await elapse(page)
  await expect(page.getByText('You now have view-only access.')).toBeVisible()
  const { members } = await owner.call(listMembers, { query: { projectID } })
  await owner.call(removeMember, { query: { projectID, userID: members[1]?.userID ?? 0 } })
  await elapse(page)
  await expect(page.getByText('This item was deleted, or you no longer have access.')).toBeVisible()
  await expect(page.getByLabel('Notes')).toHaveValue('left of the sink')
})
