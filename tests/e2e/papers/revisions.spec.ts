import { readFileSync } from 'node:fs'
import { updateItem } from '../../../src/shared/items/items.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { readPDF } from '../../support/read-pdf.ts'

const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Hall')
  const inputs = { field1: 'Harrow & Vale', field2: 'Dry Sage #B9C6B4', field3: 'HV-6102', field4: 'Eggshell' }
  const itemID = await user.newItem({ projectID, roomID }, ['Paint', 'Wall Paint'], inputs)
  return { projectID, itemID }
}

test('a revision is issued with a note, listed, downloaded as it was, and removed after a question', async ({
  page,
  user,
}) => {
  const { projectID, itemID } = await home(user)
  await page.goto(`/projecthome?projectID=${projectID}&papers=1`)
  const book = page.getByRole('region', { name: 'Spec Book', exact: true })
  await book.getByRole('checkbox', { name: 'Prices', exact: true }).uncheck()
  await page.getByRole('button', { name: /^Issued Revisions/ }).click()
  await expect(book).toBeHidden()
  const part = page.getByRole('region', { name: 'Issued Revisions', exact: true })
  await expect(part.getByText(/^No revisions/)).toBeVisible()
  const issue = async (note: string) => {
    await part.getByRole('button', { name: 'Issue Revision', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Issue Revision', exact: true })
    await expect(dialog).toContainText('(Letter, with notes and pictures, without prices)')
    await dialog.getByLabel('Note').fill(note)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Issue Revision', exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await issue('For the painter.\nBring the card.')
  const rows = part.getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Revision 1')
  await expect(rows).toContainText('For the painter.')

  await user.call(updateItem, { body: { itemID, inputs: { field4: 'Satin' } } })
  await issue('')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Revision 2')
  const downloading = page.waitForEvent('download')
  await part.getByRole('link', { name: 'Download Revision 2', exact: true }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Spec Book, Revision 2, Maple Street.pdf')
  const { pages } = await readPDF(readFileSync(await download.path()))
  expect(pages[1]?.lines.join(' ')).toContain('Sheen: Satin, was Eggshell')

  await part.getByRole('button', { name: 'Remove Revision 1', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove Revision 1?', exact: true })
  await question.getByRole('button', { name: 'Remove Revision', exact: true }).click()
  await expect(page.getByText('Removed Revision 1', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await expect(part.getByRole('heading', { name: 'Revision 2', exact: true })).toBeVisible()
  await expect(part.getByRole('heading', { name: 'Issued Revisions', exact: true })).toBeFocused()
})
