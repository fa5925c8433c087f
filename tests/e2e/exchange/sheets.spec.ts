import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Page } from '@playwright/test'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible, tabTo } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const home = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  await user.newItem({ projectID, roomID }, ['Appliances', 'Refrigerator'], { field1: 'Nordhaus' })
  return { projectID, roomID }
}

const downloaded = async (page: Page, press: () => Promise<unknown>) => {
  const downloading = page.waitForEvent('download')
  await press()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) }
}

test('a spreadsheet is downloaded from a project, from a room, and of one category in it', async ({ page, user }) => {
  const { projectID, roomID } = await home(user)
  const button = page.getByRole('button', { name: 'Download Spreadsheet', exact: true })
  const plain = page.getByRole('link', { name: 'Plain Table (CSV)', exact: true })

  await page.goto(`/projecthome?projectID=${projectID}`)
  const more = page.getByRole('button', { name: 'More', exact: true })
  const excel = page.getByRole('link', { name: 'Download XLSX', exact: true })
  await more.click()
  await expect(excel).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(excel).toBeHidden()
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, excel)
  const whole = await downloaded(page, () => page.keyboard.press('Enter'))
  expect([whole.name, whole.bytes.subarray(0, 2).toString()]).toEqual(['Maple Street.xlsx', 'PK'])
  await expect(excel).toBeHidden()

  await page.goto(`/roomitems?roomID=${roomID}`)
  await button.click()
  await page.getByLabel('Items', { exact: true }).selectOption('Plumbing')
  const { name, bytes } = await downloaded(page, () => plain.click())
  expect(name).toBe('Maple Street, Kitchen, Plumbing.csv')
  const rows: string[][] = parse(bytes, { bom: true })
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ['Room', 'Category', 'Subcategory', 'Brand'],
    ['Kitchen', 'Plumbing', 'Faucet', 'Castellan'],
  ])
})

const LIST = [
  ['Area', 'Type', 'Make', 'Model #', 'Bought', 'Remarks'],
  ['Kitchen', 'Faucet', 'Castellan', '7120', '2031-01-30', 'left of the sink'],
  ['', 'Fridge', 'Nordhaus', '007', '', ''],
  ['Master Bath', 'Faucet', 'Castellan', 'x'.repeat(256), '', ''],
]
const csvOf = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(',')).join('\n')
const chosen = (text: string) => ({ name: 'finishes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('a list of your own fills an empty project: matched, previewed, corrected, imported', async ({ page, user }) => {
  const projectID = await user.newProject('Maple Street')
  await page.goto(`/projecthome?projectID=${projectID}`)
  await page.getByRole('link', { name: 'Import Spreadsheet', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Import Spreadsheet' })).toBeVisible()
  const file = page.getByLabel('Choose File', { exact: true })
  await file.setInputFiles(chosen(csvOf(LIST)))
  await expect(page.getByLabel('Type', { exact: true })).toHaveValue('subcategory')
  await expect(page.getByLabel('Make', { exact: true })).toHaveValue('label Brand')
  await expectAccessible(page)
  const fillDown = page.getByRole('checkbox', { name: 'Fill blank rooms and subcategories from the row above' })
  await expect(fillDown).not.toBeChecked()
  await fillDown.check()
  await page.getByRole('button', { name: 'Preview Import', exact: true }).click()
  await expect(page.getByLabel('row 4, Model #: longer than 255', { exact: true })).toHaveValue('x'.repeat(256))
  await expect(page.getByRole('button', { name: /^Import \d/ })).toBeHidden()
  await expect(page.getByLabel('Fridge', { exact: true }).locator('option:checked')).toHaveText('Refrigerator')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Choose Another File', exact: true }).click()
  await file.setInputFiles(chosen(csvOf(LIST.map((row) => row.map((cell) => cell.slice(0, 20))))))
  // What was matched of the file before is matched again.
  await expect(fillDown).toBeChecked()
  await page.getByLabel('Remarks', { exact: true }).selectOption('Don’t Import')
  await page.getByRole('button', { name: 'Preview Import', exact: true }).click()
  await expect(page.getByText('Ready to import: 3 new items, 0 updates, 0 unchanged.')).toBeVisible()
  await expect(page.getByText('Faucet · Purchase Date → Notes (1 row)')).toBeVisible()
  await page.getByLabel('Master Bath', { exact: true }).selectOption('Bathroom')
  await expect(page.getByText('Preview again before you import.')).toBeVisible()
  await page.getByRole('button', { name: 'Preview Again', exact: true }).click()
  await page.getByRole('button', { name: 'Import 3 Rows', exact: true }).click()
  await expect(page.getByText('Imported 3 items', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Open Project', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Kitchen, .*2 items$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Master Bath, Bathroom.*1 item$/ })).toBeVisible()

  // The same columns are known the next time.
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Import Spreadsheet', exact: true }).click()
  await file.setInputFiles(chosen(csvOf(LIST.slice(0, 2))))
  await expect(page.getByLabel('Remarks', { exact: true })).toHaveValue('ignore')
  await page.getByRole('button', { name: 'Preview Import', exact: true }).click()
  await page.getByLabel('What to do with this row', { exact: true }).selectOption('Create them as new items')
  await page.getByRole('button', { name: 'Preview Again', exact: true }).click()
  await page.getByRole('button', { name: 'Import 1 Row', exact: true }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Moved 1 item to the trash.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeHidden()
})

const ITEMS = ['Faucet', 'Dishwasher', 'Wall Paint', 'Fridge', 'Microwave']
const SIXTY = Array.from({ length: 60 }, (_, at) => [
  ...[
    at === 51 ? `Kitchen ${'and so on '.repeat(4)}`.trim() : at % 2 ? 'Kitchen' : 'Guest Kitchen',
    ITEMS[at % 5] ?? '',
  ],
  ...[`Maker ${at}`, `M-${at}`, 'White', at === 7 ? '12/31/2029' : '03/04/2029', 'left'],
])

test('sixty rows with one error are imported in nine clicks at the most, corrected where they are checked', async ({
  page,
  user,
}) => {
  const projectID = await user.newProject('Maple Street')
  await page.addInitScript(() =>
    addEventListener('pointerdown', () =>
      sessionStorage.setItem('clicks', `${Number(sessionStorage['clicks'] ?? 0) + 1}`),
    ),
  )
  await page.goto(`/projecthome?projectID=${projectID}`)
  await page.getByRole('link', { name: 'Import Spreadsheet', exact: true }).click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByText('Choose File', { exact: true }).click()
  const titles = ['Area', 'Item', 'Make', 'Model / Code', 'Color', 'Warranty', 'Remarks']
  await (await choosing).setFiles(chosen(csvOf([titles, ...SIXTY])))
  await page.getByRole('button', { name: 'Preview Import', exact: true }).click()
  const field = page.getByLabel('row 53, Area: longer than 32', { exact: true })
  await field.click()
  await field.fill('Kitchen')
  await expectAccessible(page)
  await expect(page.getByText('row 53, Area: Kitchen', { exact: true })).toBeVisible()
  await expect(page.getByText('Maker 1 M-1', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 60 Rows', exact: true }).click()
  await page.getByRole('link', { name: 'Open Project', exact: true }).click()
  await expect(page.getByRole('link', { name: /^Kitchen, .*30 items$/ })).toBeVisible()
  // The system’s dialog for files takes two more.
  expect(Number(await page.evaluate(() => sessionStorage.getItem('clicks')))).toBeLessThanOrEqual(7)
})

/** An import that is checked and can be pressed, with the calls of it as the test says. */
const checkedImport = async (page: Page, user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  await page.goto(`/projecthome?projectID=${projectID}&spreadsheet=1`)
  const rows = LIST.slice(0, 2)
  await page.getByLabel('Choose File', { exact: true }).setInputFiles(chosen(csvOf(rows)))
  await page.getByLabel('Remarks', { exact: true }).selectOption('Don’t Import')
  const isImport = (url: URL) => url.pathname === '/importsheet' && !url.searchParams.has('cancel')
  const count = async () => (await user.call(listItems, { query: { roomID } }))?.length ?? 0
  return { isImport, count }
}
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true })

test('an import that was done before Cancel came says so, with Undo', NIGHTLY, async ({ page, user }) => {
  const { isImport, count } = await checkedImport(page, user)
  await page.getByRole('button', { name: 'Preview Import', exact: true }).click()
  const done = new Promise<void>((resolve) => {
    // Done, and its answer gets lost.
    void page.route(isImport, async (route) => {
      await route.fetch()
      resolve()
    })
  })
  await page.getByRole('button', { name: 'Import 1 Row', exact: true }).click()
  await done
  await cancel(page).click()
  await expect(page.getByText(/finished before/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Moved 1 item to the trash.')).toBeVisible()
  expect(await count()).toBe(0)
})
