import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, tabTo, test, type User } from '../support/e2e.ts'

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

// Proves 16.3.5
test('a spreadsheet is downloaded from a project, from a room, and of one category in it', async ({ page, user }) => {
  const { projectID, roomID } = await home(user)
  const button = page.getByRole('button', { name: 'Download Spreadsheet', exact: true })
  const excel = page.getByRole('link', { name: 'Excel (XLSX)', exact: true })
  const plain = page.getByRole('link', { name: 'Plain Table (CSV)', exact: true })

  await page.goto(`/projecthome?projectID=${projectID}`)
  await button.click()
  await expect(excel).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(excel).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, excel)
  const whole = await downloaded(page, () => page.keyboard.press('Enter'))
  expect([whole.name, whole.bytes.subarray(0, 2).toString()]).toEqual(['Maple Street.xlsx', 'PK'])
  await expect(excel).toBeHidden()

  await page.goto(`/roomitems?roomID=${roomID}`)
  await button.click()
  await page.getByLabel('Items', { exact: true }).selectOption('Plumbing')
  await expectAccessible(page)
  const { name, bytes } = await downloaded(page, () => plain.click())
  expect(name).toBe('Maple Street, Kitchen, Plumbing.csv')
  const rows: string[][] = parse(bytes, { bom: true })
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ['Room', 'Category', 'Subcategory', 'Brand'],
    ['Kitchen', 'Plumbing', 'Faucet', 'Castellan'],
  ])
})
