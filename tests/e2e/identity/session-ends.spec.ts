import type { APIRequestContext, Page } from '@playwright/test'
import { endMySession, listMySessions } from '../../../src/shared/identity/account.api.ts'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { listProjects } from '../../../src/shared/projects/projects.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { PASSWORD, registerUser, signedIn, type User } from '../../support/e2e-server.ts'

/** From another browser of the same user: every session but its own ends. */
const endSessionsElsewhere = async (request: APIRequestContext, name: string): Promise<User> => {
  const elsewhere = await signedIn(request, name)
  for (const { sessionID, current } of await elsewhere.call(listMySessions, {})) {
    if (!current) await elsewhere.call(endMySession, { query: { sessionID }, body: { currentPass: PASSWORD } })
  }
  return elsewhere
}

const projectNames = async (user: User) => (await user.call(listProjects, {})).projects.map(({ name }) => name)

const fillProject = async (page: Page) => {
  for (const [label, text] of [
    ['Project Name', 'Maple Street'],
    ['Address', '418 Maple Street'],
    ['City', 'Burlington'],
    ['State', 'VT'],
    ['Zip', '05401'],
  ] as const) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  }
}

const createProject = (page: Page) => page.getByRole('button', { name: 'Create Project' }).click()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Log In' })
const password = (page: Page) => dialog(page).getByLabel('Password', { exact: true })

const logInAgain = async (page: Page, pwd = PASSWORD) => {
  await password(page).fill(pwd)
  await dialog(page).getByRole('button', { name: 'Login' }).click()
}

const signIn = async (page: Page, name: string) => {
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
}

test.describe('a session that another browser ends while someone types', () => {
  test(
    'pauses an upload, which is sent whole after the login',
    NIGHTLY,
    async ({ page, user, request, expectedErrors }) => {
      expectedErrors.push('401 /')
      const projectID = await user.newProject('Maple Street')
      const roomID = await user.newRoom(projectID, 'Kitchen')
      await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
      await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
      await page.getByRole('combobox', { name: 'Subcategory' }).selectOption({ label: 'Faucet' })
      await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan')
      const elsewhere = await endSessionsElsewhere(request, user.name)
      await page.getByLabel('Upload Files').setInputFiles([
        { name: 'manual.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(8 * 1024 * 1024, 7) },
        { name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from('part,count\nknob,14\n') },
      ])
      await logInAgain(page)
      await expect(page.getByText('Attached Files:')).toBeVisible()
      await page.getByRole('button', { name: 'Create Item' }).click()
      await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
      const [item] = await elsewhere.call(listItems, { query: { roomID } })
      expect(item?.attachments.map(({ name, size }) => [name, size])).toEqual([
        ['manual.bin', 8 * 1024 * 1024],
        ['count.csv', 19],
      ])
      expect(item?.field1).toBe('Castellan')
    },
  )
})

test.describe('a log-out in another tab', () => {
  const expectHidden = async (page: Page) => {
    await expect(dialog(page)).toContainText('You’ve been logged out.')
    const [backdrop, paper] = await dialog(page).evaluate((element) => [
      getComputedStyle(element, '::backdrop').backgroundColor,
      getComputedStyle(document.body).backgroundColor,
    ])
    expect(backdrop).toBe(paper)
  }

  test('logs out here too, and hides what is unsaved until its user logs in again; then it is as it was', async ({
    page,
    user,
    request,
    context,
    expectedErrors,
  }) => {
    expectedErrors.push('401 /')
    await page.goto('/projectsetup')
    await fillProject(page)
    const [other, third] = [await context.newPage(), await context.newPage()]
    await third.goto('/selectproject')
    await other.goto('/selectproject')
    await other.getByRole('button', { name: 'Log Out' }).click()
    await expect(other.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
    await expect(third.getByRole('link', { name: 'Log In' }).first()).toBeVisible()

    await expectHidden(page)
    await expectAccessible(page)
    for (let time = 0; time < 3; time++) await page.keyboard.press('Escape')
    await expectHidden(page)

    await logInAgain(page)
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Project Name' })).toHaveValue('Maple Street')
    await createProject(page)
    await expect(page.getByRole('status').filter({ hasText: '"Maple Street"' })).toBeVisible()
    expect(await projectNames(await signedIn(request, user.name))).toEqual(['Maple Street'])
  })

  test(
    'and another login there show nobody else what is unsaved here',
    NIGHTLY,
    async ({ page, user, request, context, expectedErrors }) => {
      expectedErrors.push('401 /')
      const next = await registerUser(request)
      await page.goto('/projectsetup')
      await fillProject(page)
      const other = await context.newPage()
      await other.goto('/selectproject')
      await other.getByRole('button', { name: 'Log Out' }).click()
      await other.getByRole('link', { name: 'Log In' }).first().click()
      await signIn(other, next)
      await expect(other).toHaveURL('/selectproject')

      await expectHidden(page)
      await expect(dialog(page).getByLabel('Username')).toHaveValue(user.name)
      await dialog(page).getByRole('button', { name: 'Abandon Changes' }).click()
      await expect(page).toHaveURL('/')
      await page.goto('/account')
      await expect(page.getByLabel('Username')).toHaveValue(next)
    },
  )

  test(
    'leaves nothing to go back to behind a hidden screen',
    NIGHTLY,
    async ({ page, user, context, expectedErrors }) => {
      expectedErrors.push('401 /')
      expect(user.name).toBeTruthy()
      await page.goto('/selectproject')
      await page.getByRole('link', { name: 'Create New Project' }).first().click()
      await fillProject(page)
      const other = await context.newPage()
      await other.goto('/selectproject')
      await other.getByRole('button', { name: 'Log Out' }).click()
      await expectHidden(page)
      await page.goBack()
      const unsaved = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
      await unsaved.getByRole('button', { name: 'Abandon Changes' }).click()
      await expect(page).toHaveURL('/')
      await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible()
    },
  )
})
