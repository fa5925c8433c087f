import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deleteItemFile, getItem } from '../../../src/shared/items/items.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { cutOff } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { noise } from '../../support/sample-pictures.ts'

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}
const FAUCET = ['Plumbing', 'Faucet'] as const
const SHEET = { name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from('part,count\nknob,14\n') }

/** What is only logged by the specification is logged, and a toast says so. */
const expectLoggedAndTold = async (page: Page, words: string, work: () => Promise<unknown>) => {
  const logged = page.waitForEvent('console', (message) => message.type() === 'error')
  await work()
  await logged
  await expect(page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: words }).first()).toBeVisible()
}

test.describe('a file', () => {
  // Proves 8.11
  test(
    'that may not be uploaded any more: logged and told',
    NIGHTLY,
    async ({ page, user, server, expectedErrors }) => {
      expectedErrors.push(/./)
      const place = await kitchen(user)
      const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
      await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
      await expect(page.getByRole('tab', { name: /Attachments/ })).toBeVisible()
      server.setRole('revoke', user.name, Role.User)
      await expectLoggedAndTold(page, 'Unable to upload files', () =>
        page.getByLabel('Add Files').setInputFiles([SHEET]),
      )
    },
  )

  // Proves 8.11
  test(
    'that a second browser removed cannot be downloaded: logged and told by its name',
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(/./)
      const place = await kitchen(user)
      const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
      await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
      await page.getByLabel('Add Files').setInputFiles([SHEET])
      const file = page.getByRole('button', { name: /^count\.csv/ })
      await expect(file).toBeVisible()
      const [attachment] = (await user.call(getItem, { query: { itemID } })).attachments
      await user.call(deleteItemFile, { query: { itemID, remote: attachment?.remote ?? '' } })
      await expectLoggedAndTold(page, 'Unable to download "count.csv"', () => file.click())
    },
  )

  test('that the server has lost or damaged says so, with whom to ask, as a file to save and as a picture', async ({
    page,
    user,
    server,
    expectedErrors,
  }) => {
    expectedErrors.push(/./)
    const itemID = await user.newItem(await kitchen(user), FAUCET, { field1: 'Castellan' })
    const stored = () =>
      readdirSync(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
    const ofOthers = new Set(stored())
    const added = () => stored().filter((path) => !ofOthers.has(path))
    await user.attach(itemID, [{ name: 'count.csv', bytes: Buffer.from(`part,count of ${user.name}`) }])
    const [sheet = ''] = added()
    await user.attach(itemID, [{ name: 'photo.jpg', bytes: await noise(60, 40).jpeg().toBuffer() }])
    await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
    rmSync(sheet)
    await expectLoggedAndTold(
      page,
      'Unable to download "count.csv". This file is missing on the server. Your administrator may be able to restore it.',
      () => page.getByRole('button', { name: /^count\.csv/ }).click(),
    )
    for (const path of added()) truncateSync(path, 20)
    await page.getByRole('button', { name: /^photo\.jpg/ }).click()
    await expect(page.getByRole('region', { name: 'File Previewer' }).getByRole('alert')).toHaveText(
      'Unable to download "photo.jpg". This file is damaged on the server. Your administrator may be able to restore it.',
    )
  })

  test(
    'that reaches no server, on its way up or down: logged and told',
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(/./)
      const place = await kitchen(user)
      const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
      await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
      await page.getByLabel('Add Files').setInputFiles([SHEET])
      const file = page.getByRole('button', { name: /^count\.csv/ })
      await expect(file).toBeVisible()
      await cutOff(page)
      await expectLoggedAndTold(page, 'No server response', () => file.click())
      await expectLoggedAndTold(page, 'No server response', () => page.getByLabel('Add Files').setInputFiles([SHEET]))
    },
  )
})
