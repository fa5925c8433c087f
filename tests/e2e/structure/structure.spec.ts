import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { createRoomType } from '../../../src/shared/structure/room-structure.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'

const open = async (page: Page) => {
  await page.goto('/admin/structure')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import and History')
}
const filePart = (page: Page) => page.getByRole('region', { name: 'Export and Import' })

const expectFocusedStatus = async (page: Page, text: string | RegExp) => {
  const status = page.getByRole('status').filter({ hasText: text })
  await expect(status).toHaveText(text)
  await expect(status).toBeFocused()
}

const choose = (page: Page, name: string, content: unknown) =>
  filePart(page)
    .getByLabel('Choose a File to Import')
    .setInputFiles({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
    })

/** Names of one test: others are shaped on the same server. */
const naming = ({ name }: User) => {
  const of = (word: string) => `${word} ${name}`
  return { of, den: of('Den'), stoves: of('Stoves'), insert: of('Insert') }
}

test('Export saves structure.json, and that file changes nothing where it comes from', async ({ page, admin }) => {
  const { of } = naming(admin)
  await admin.call(createRoomType, { body: { roomType: of('Loft') } })
  await open(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('structure.json')
  await expectFocusedStatus(page, / to structure\.json$/)
  const text = readFileSync(await download.path(), 'utf8')
  const file = JSON.parse(text) as { roomTypes: Record<string, unknown>; subcategories: Record<string, string[]> }
  expect(file.roomTypes[of('Loft')]).toEqual({})
  expect(file.subcategories['Faucet']?.[1]).toBe('Model Number')
  await choose(page, 'structure.json', text)
  await expectFocusedStatus(page, /^structure\.json: /)
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toHaveCount(0)
})
