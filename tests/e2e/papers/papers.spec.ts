import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { sentenceOf } from '../../support/problems.ts'

const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Hall')
  const inputs = { field1: 'Harrow & Vale', field2: 'Dry Sage #B9C6B4', field3: 'HV-6102' }
  const itemID = await user.newItem({ projectID, roomID }, ['Paint', 'Wall Paint'], inputs)
  return { projectID, roomID, itemID }
}

/** What the browser says of a paper that is refused. */
test.use({ expectedErrors: ['413 /paper', '404 /paper'] })

/** Opens a line of the list; its options are in the region of that name. */
const openPaper = async (page: Page, name: string) => {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  return page.getByRole('region', { name, exact: true })
}

const beginsWith = (bytes: Buffer) => bytes.subarray(0, 5).toString()

test('touch-up cards are downloaded from Papers, for the room and the size that were chosen', async ({
  page,
  user,
}) => {
  const { projectID, roomID } = await home(user)
  await page.goto(`/projecthome?projectID=${projectID}`)
  await page.getByRole('link', { name: 'Papers', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Papers' })).toBeVisible()
  const cards = await openPaper(page, 'Touch-Up Cards')
  const size = cards.getByLabel('Card', { exact: true })
  // The address is in Vermont.
  await expect(size).toHaveValue('letter')
  await size.selectOption('A6')
  await cards.getByLabel('Rooms', { exact: true }).selectOption('Hall')
  const open = cards.getByRole('link', { name: 'Open to Print', exact: true })
  await expect(open).toHaveAttribute('href', `/paper?projectID=${projectID}&kind=touchup&size=a4&roomID=${roomID}`)

  const button = cards.getByRole('button', { name: 'Download PDF', exact: true })
  const downloading = page.waitForEvent('download')
  await button.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Touch-Up Card, Maple Street.pdf')
  expect(beginsWith(readFileSync(await download.path()))).toBe('%PDF-')

  await page.route('**/paper?*', (route) =>
    route.fulfill({ status: 413, json: { message: sentenceOf('paper_too_large') } }),
  )
  await button.click()
  await expect(page.getByText(sentenceOf('paper_too_large'))).toBeVisible()
  await page.unroute('**/paper?*')
  let isAsked = false
  await page.route('**/paper?*', () => void (isAsked = true))
  await button.click()
  await expect.poll(() => isAsked).toBe(true)
  await expect(page.getByText(/^Making/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByText(/^Making/)).toBeHidden()
  await page.unroute('**/paper?*')
})

test('a paper that is refused in a tab of its own says why, and leads on', NIGHTLY, async ({ page, user }) => {
  const { projectID } = await home(user)
  await page.goto(`/paper?projectID=${projectID}&kind=book&roomID=999999`)
  await expect(page.getByRole('heading', { level: 1, name: 'This page couldn’t be opened' })).toBeVisible()
  await expect(page.getByText(sentenceOf('not_found'), { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to Roomfolio', exact: true }).click()
  // Following it keeps the session.
  await expect(page.getByRole('button', { name: 'Log Out', exact: true })).toBeVisible()
})

test('the spec book is downloaded for the rooms, the paper and the parts that were chosen', async ({ page, user }) => {
  const { projectID, roomID } = await home(user)
  await page.goto(`/projecthome?projectID=${projectID}&papers=1`)
  const book = page.getByRole('region', { name: 'Spec Book', exact: true })
  const open = book.getByRole('link', { name: 'Open to Print', exact: true })
  const address = `/paper?projectID=${projectID}&kind=book`
  await expect(open).toHaveAttribute('href', `${address}&size=letter`)
  await book.getByLabel('Paper', { exact: true }).selectOption('A4')
  await book.getByLabel('Rooms', { exact: true }).selectOption('Hall')
  await book.getByRole('checkbox', { name: 'Prices', exact: true }).uncheck()
  await book.getByRole('checkbox', { name: 'Notes', exact: true }).uncheck()
  await expect(open).toHaveAttribute('href', `${address}&size=a4&roomID=${roomID}&without=notes%2Cprices`)
  await book.getByRole('checkbox', { name: 'Notes', exact: true }).check()
  await expect(open).toHaveAttribute('href', `${address}&size=a4&roomID=${roomID}&without=prices`)
  const downloading = page.waitForEvent('download')
  await book.getByRole('button', { name: 'Download PDF', exact: true }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Spec Book, Maple Street.pdf')
  expect(beginsWith(readFileSync(await download.path()))).toBe('%PDF-')
})
