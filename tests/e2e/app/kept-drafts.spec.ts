import type { Page } from '@playwright/test'
import { listItems, updateItem } from '../../../src/shared/items/items.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { newName, type User } from '../../support/e2e-server.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const
const BACK = 'The text you entered before this page was reloaded is back.'
const note = (page: Page) => page.getByRole('status').filter({ hasText: /The text you entered|You entered text/ })
const field = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true })

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}

/** As pull to refresh does, and a tab that the phone had discarded. */
const reload = async (page: Page) => {
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
}

/** All that the tab keeps of what was typed. */
const keptIn = (page: Page) =>
  page.evaluate(() =>
    Object.entries({ ...sessionStorage })
      .filter(([key]) => key.startsWith('roomfolio.draft'))
      .join('\n'),
  )

test('a new item is there again after a reload, with its file, until it is saved', async ({ page, user }) => {
  const { projectID, roomID } = await kitchen(user)
  await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await page.getByRole('combobox', { name: 'What is it?' }).fill('faucet')
  await page.getByRole('option', { name: 'Faucet' }).first().click()
  await field(page, 'Brand').fill('Castellan')
  await page.getByRole('textbox', { name: 'Notes' }).fill('Left of the window')
  const file = { name: 'label.txt', mimeType: 'text/plain', buffer: Buffer.from('CS-40-112') }
  await page.getByLabel('Upload Files').setInputFiles(file)
  await expect(page.getByText('Attached Files:')).toBeVisible()

  await reload(page)
  await expect(note(page)).toContainText(BACK)
  await expectAccessible(page)
  await expect(field(page, 'Brand')).toHaveValue('Castellan')
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Left of the window')
  await expect(page.getByRole('list', { name: 'Attached Files:' })).toContainText('label.txt')
  await page.getByRole('button', { name: 'Create Item' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  expect(await user.call(listItems, { query: { roomID } })).toMatchObject([
    { field1: 'Castellan', note: 'Left of the window', attachments: [{ name: 'label.txt' }] },
  ])
  expect(await keptIn(page)).toBe('')
})

test('text over what somebody has changed since is offered, and taken or discarded', async ({ page, user }) => {
  const itemID = await user.newItem(await kitchen(user), FAUCET, { field1: 'Castellan' })
  await page.goto(`/edititem?itemID=${itemID}`)
  await field(page, 'Brand').fill('Norwood')
  await user.call(updateItem, { body: { itemID, inputs: { field1: 'Alder' } } })
  await reload(page)
  await expect(note(page)).toContainText('What is saved has changed since.')
  await expect(field(page, 'Brand')).toHaveValue('Alder')
  await note(page).getByRole('button', { name: 'Restore Text' }).click()
  await expect(field(page, 'Brand')).toHaveValue('Norwood')
  await expect(note(page)).toContainText(BACK)
  await note(page).getByRole('button', { name: 'Discard Text' }).click()
  await expect(field(page, 'Brand')).toHaveValue('Alder')
  await expect(note(page)).toHaveCount(0)
  expect(await keptIn(page)).toBe('')
})

test('log out and abandoned changes leave nothing in the tab, and no password ever gets there', async ({
  page,
  user,
  expectedErrors,
}) => {
  // The mark of who was signed in here is put back for each page.
  expectedErrors.push(/401/)
  const itemID = await user.newItem(await kitchen(user), FAUCET, { field1: 'Castellan' })
  await page.goto(`/edititem?itemID=${itemID}`)
  await field(page, 'Brand').fill('Norwood')
  await expect.poll(() => keptIn(page)).toContain('Norwood')
  await page.getByRole('link', { name: 'Kitchen' }).first().click()
  await page.getByRole('button', { name: 'Abandon Changes' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kitchen' })).toBeVisible()
  expect(await keptIn(page)).toBe('')

  await page.goto('/account')
  await page.getByRole('textbox', { name: 'Phone Number' }).fill('(555) 010-0111')
  await page.getByRole('textbox', { name: 'Email' }).fill(`${newName()}@example.com`)
  await page.getByLabel('Current Password').first().fill('correct horse')
  await expect.poll(() => keptIn(page)).toContain('010-0111')
  expect(await keptIn(page)).not.toContain('horse')
  await page.getByRole('button', { name: 'Log Out' }).click()
  await page.getByRole('button', { name: 'Abandon Changes' }).click()
  await expect(page).toHaveURL('/')
  expect(await keptIn(page)).toBe('')
})

test('Back closes a dialog, asks before it loses text, and a reload brings that back', async ({ page, user }) => {
  await kitchen(user)
  await page.goto('/selectproject')
  await page.getByRole('link', { name: 'Coming Up' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New Task' })
  const open = () => page.getByRole('button', { name: 'New Task' }).click()
  await open()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/comingup')

  await open()
  await dialog.getByLabel('Task').fill('Clean the gutters')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep Working' }).click()
  await expect(dialog.getByLabel('Task')).toHaveValue('Clean the gutters')

  await reload(page)
  await open()
  await expect(note(page)).toContainText(BACK)
  await expect(dialog.getByLabel('Task')).toHaveValue('Clean the gutters')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Abandon Changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/comingup')
  expect(await keptIn(page)).toBe('')
})
