import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { EMPTY } from '../../support/empty-pages.ts'
import { pdfOf } from '../../support/pdf.ts'

/** A project with a kitchen and a faucet in it. */
const faucet = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  return { projectID, roomID, itemID }
}

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('Undo brings a deleted project back with all that was in it, by keyboard alone', async ({ page, user }) => {
  const { projectID, roomID } = await faucet(user)
  await page.goto(`/editproject?projectID=${projectID}`)
  await page.getByRole('button', { name: 'Delete Project' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill('Maple Street')
  await dialog.getByRole('button', { name: 'Delete Project' }).click()
  await expect(toasts(page)).toContainText('"Maple Street"')
  await expect(page.getByText(EMPTY.projects)).toBeVisible()
  await page.keyboard.press('F6')
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Restored project "Maple Street"')
  await expect(page.getByRole('link', { name: /Maple Street.*1 room.*1 item/ })).toBeVisible()
  expect(await user.call(listItems, { query: { roomID } })).toHaveLength(1)
})

test(
  'deleting an attachment closes its preview and moves the focus to a neighbor, at last to Add Files',
  NIGHTLY,
  async ({ page, user }) => {
    const { itemID } = await faucet(user)
    await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
    const buffer = readFileSync('sample-project/files/zellij-going-up.jpg')
    await page.getByLabel('Add Files').setInputFiles([
      { name: 'guide.pdf', mimeType: 'application/pdf', buffer: pdfOf(2) },
      { name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from('part,count\nknob,14\n') },
      { name: 'zellij.jpg', mimeType: 'image/jpeg', buffer },
    ])
    await page.getByRole('button', { name: /^zellij.jpg/ }).click()
    const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })
    const previewer = page.getByRole('region', { name: 'File Previewer' })
    await expect(previewer.getByRole('img', { name: 'zellij.jpg' })).toBeVisible()
    await remove('guide.pdf').press('Enter')
    await expect(remove('count.csv')).toBeFocused()
    await expect(previewer.getByRole('img', { name: 'zellij.jpg' })).toBeVisible()
    await remove('zellij.jpg').press('Enter')
    await expect(remove('count.csv')).toBeFocused()
    await expect(previewer.getByRole('heading')).toHaveText('File Previewer')
    await remove('count.csv').press('Enter')
    await expect(page.getByText('Attached Files:')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'None' })).toBeDisabled()
    await expect(page.getByLabel('Add Files')).toBeFocused()
  },
)

test('the trash shows the longest names whole', NIGHTLY, async ({ page, user }) => {
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
