import { readFileSync } from 'node:fs'
import { updateItem } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
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
  await expect(part.getByText('No revisions yet.', { exact: true })).toBeVisible()
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

test(
  'after a lost answer it is issued once when pressed again, and a second time on request',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/ERR_FAILED/)
    const { projectID } = await home(user)
    await page.goto(`/projecthome?projectID=${projectID}&papers=1`)
    await page.getByRole('button', { name: /^Issued Revisions/ }).click()
    const part = page.getByRole('region', { name: 'Issued Revisions', exact: true })
    const rows = part.getByRole('listitem')
    const dialog = page.getByRole('dialog', { name: 'Issue Revision', exact: true })
    const press = (place: typeof part) => place.getByRole('button', { name: 'Issue Revision', exact: true }).click()
    // Done by the server, and not heard of.
    const loseAnswer = () =>
      page.route('**/revision', async (route) => {
        await route.fetch()
        await route.abort()
      })
    await loseAnswer()
    await press(part)
    await press(dialog)
    await expect(rows).toHaveCount(1)
    await page.unroute('**/revision')
    await press(dialog)
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Issued Revision 1', { exact: true })).toBeVisible()

    await loseAnswer()
    await press(part)
    await press(dialog)
    await expect(rows).toHaveCount(2)
    await page.unroute('**/revision')
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await press(part)
    await press(dialog)
    await expect(page.getByText('Issued Revision 3', { exact: true })).toBeVisible()
    await expect(rows).toHaveCount(3)
  },
)

test(
  'issuing says why it failed, keeps the note, and can be given up',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/status of 409/)
    const { projectID } = await home(user)
    await page.goto(`/projecthome?projectID=${projectID}&papers=1`)
    await page.getByRole('button', { name: /^Issued Revisions/ }).click()
    const part = page.getByRole('region', { name: 'Issued Revisions', exact: true })
    await part.getByRole('button', { name: 'Issue Revision', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Issue Revision', exact: true })
    const note = dialog.getByLabel('Note')
    await note.fill('x'.repeat(1001))
    await expect(dialog.getByText('Must be at most 1000 characters.')).toBeVisible()
    await note.fill('For the tiler')
    await page.route('**/revision', (route) =>
      route.fulfill({
        status: 409,
        json: { statusCode: 409, code: 'revision_issued', message: 'A revision was just issued or removed.' },
      }),
    )
    const press = () => dialog.getByRole('button', { name: 'Issue Revision', exact: true }).click()
    await press()
    await expect(dialog.getByText('A revision was just issued or removed.')).toBeVisible()
    await expect(note).toHaveValue('For the tiler')
    await page.unroute('**/revision')
    let isAsked = false
    await page.route('**/revision', () => void (isAsked = true))
    await press()
    await expect(dialog.getByText('Making the book …', { exact: true })).toBeVisible()
    await expect.poll(() => isAsked).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(dialog).toBeHidden()
    await page.unroute('**/revision')
    await expect(part.getByText('No revisions yet.', { exact: true })).toBeVisible()
  },
)
