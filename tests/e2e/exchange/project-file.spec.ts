import { readFileSync } from 'node:fs'
import { issueRevision } from '../../../src/shared/papers/revisions.api.ts'
import { listAllSubcategories, renameSubcategory } from '../../../src/shared/structure/structure.api.ts'
import { expect, NIGHTLY, onOwnServer, test } from '../../support/e2e.ts'
import { expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Pantry')
  const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  await user.attach(itemID, [{ name: 'manual.txt', bytes: Buffer.from('how to') }])
  return projectID
}

test('a project is downloaded from its own screen, and imported from My Projects', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push('400 /importproject')
  const projectID = await home(user)
  await user.call(issueRevision, { body: { projectID, note: 'For the plumber' } })
  await page.goto(`/projecthome?projectID=${projectID}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download Project', exact: true }).click()
  const file = await (await downloading).path()

  await page.goto('/selectproject')
  await page.getByRole('link', { name: 'Import a Project', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import a Project' })).toBeVisible()
  const buffer = readFileSync(file)
  const chosen = (bytes: Buffer) => ({ name: 'maple.zip', mimeType: 'application/zip', buffer: bytes })
  await page.getByLabel('Choose File', { exact: true }).setInputFiles(chosen(buffer.subarray(0, 100)))
  await expectFocusedAlert(page, /ZIP/)
  await page.getByLabel('Choose File', { exact: true }).setInputFiles(chosen(buffer))
  await expect(page).toHaveURL(/\/projecthome\?projectID=\d+$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Maple Street (imported)' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Pantry, .*1 item$/ })).toBeVisible()

  await page.goto(`${page.url()}&papers=1`)
  await page.getByRole('button', { name: /^Issued Revisions/ }).click()
  const issued = page.getByRole('region', { name: 'Issued Revisions', exact: true })
  await expect(issued.getByRole('listitem')).toContainText('Revision 1')
  await expect(issued.getByRole('listitem')).toContainText('from a project file')
  const downloadingBook = page.waitForEvent('download')
  await issued.getByRole('link', { name: 'Download Revision 1', exact: true }).click()
  expect((await downloadingBook).suggestedFilename()).toBe('Spec Book, Revision 1, Maple Street.pdf')
})

onOwnServer(
  'what does not fit is listed first, then goes to the notes, or is added by an Admin',
  NIGHTLY,
  async ({ page, admin, expectedErrors }) => {
    expectedErrors.push('409 /importproject', '429 /importproject')
    const projectID = await home(admin)
    const response = await page.request.get(`/export?projectID=${projectID}`)
    const { status, bytes } = { status: response.status(), bytes: await response.body() }
    expect(status).toBe(200)
    const chosen = { name: 'maple.zip', mimeType: 'application/zip', buffer: bytes }
    await renameFaucet(admin)

    await page.goto('/projectimport')
    await page.getByLabel('Choose File', { exact: true }).setInputFiles(chosen)
    await expect(page.getByRole('heading', { level: 2, name: 'Missing Subcategories' })).toBeVisible()
    await expect(page.getByText('Plumbing – Faucet: 1 item under')).toBeVisible()
    await expect(page.getByText('Nothing is lost.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import Anyway', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Open Project', exact: true })).toBeVisible()

    await page.goto('/projectimport')
    await page.getByLabel('Choose File', { exact: true }).setInputFiles(chosen)
    // Be it while it is sent or afterwards.
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByLabel('Choose File', { exact: true }).setInputFiles(chosen)
    await page.getByRole('button', { name: 'Add to Structure and Import', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Maple Street (imported 2)' })).toBeVisible()
  },
)

/** So that the structure has none of this name. */
const renameFaucet = async (admin: User) => {
  const found = (await admin.call(listAllSubcategories, {})).find(({ subCatName }) => subCatName === 'Faucet')
  const body = { subcatID: found?.subCatID ?? 0, subCatName: 'Tap', was: 'Faucet' }
  await admin.call(renameSubcategory, { body })
}
