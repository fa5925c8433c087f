import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { elapse, expectAccessible, tabTo } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const KB = 1024
const MB = 1024 * KB

/** No two of them have equal bytes. */
const file = (name: string, size: number) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.alloc(size, name),
})

const faucet = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  return { projectID, roomID, itemID }
}

const openAttachments = async (page: Page, itemID: number) => {
  await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
  await expect(page.getByText(/^Up to/)).toBeVisible()
}

const openNewFaucet = async (page: Page, { projectID, roomID }: { projectID: number; roomID: number }) => {
  await page.goto(`/createitem?projectID=${projectID}&roomID=${roomID}`)
  await page.getByRole('combobox', { name: 'Category', exact: true }).selectOption({ label: 'Plumbing' })
  await page.getByRole('combobox', { name: 'Subcategory' }).selectOption({ label: 'Faucet' })
  await expect(page.getByRole('combobox', { name: 'Brand' })).toBeVisible()
}

const addFiles = (page: Page) => page.getByLabel('Add Files')
const bar = (page: Page, name: string) => page.getByRole('progressbar', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const attachedHeading = (page: Page) => page.getByText('Attached Files:')
/** In the list of what is being added. */
const entry = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: /^(Uploading\.\.\.|Attached Files:|Not attached:)$/ })
    .getByRole('listitem')
    .filter({
      hasText: name,
    })

const attachedNames = async (user: User, itemID: number) =>
  (await user.call(getItem, { query: { itemID } })).attachments.map(({ name }) => name)

/** As on a slow line; gives how to end that. */
const slowDown = async (page: Page, bytesPerSecond: number) => {
  const session = await page.context().newCDPSession(page)
  const emulate = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await emulate(bytesPerSecond)
  return () => emulate(-1)
}

test.describe('many files', () => {
  test('are sent at once, each with its size and its own progress, and can be watched without the mouse', async ({
    page,
    user,
  }) => {
    const { itemID } = await faucet(user)
    await openAttachments(page, itemID)
    const speedUp = await slowDown(page, 10 * KB)
    const names = ['one.bin', 'two.bin', 'three.bin', 'four.bin', 'five.bin']
    await addFiles(page).setInputFiles(names.map((name) => file(name, MB)))
    await expect(page.getByText('Uploading...')).toBeVisible()
    for (const name of names) await expect(bar(page, name)).toBeVisible()
    const value = (name: string) => bar(page, name).evaluate((element) => (element as HTMLProgressElement).value)
    await expect.poll(() => value('one.bin')).toBeGreaterThan(0)
    await expect.poll(() => value('three.bin')).toBeGreaterThan(0)
    await expect(entry(page, 'two.bin')).toContainText(/\d+% of 1 MB/)
    expect(await value('four.bin')).toBe(0)
    await tabTo(page, button(page, 'Cancel four.bin'))
    await expectAccessible(page)
    await speedUp()
    await expect(attachedHeading(page)).toBeVisible()
    expect(await attachedNames(user, itemID)).toEqual(names)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    // The button that had the focus went with its upload.
    await expect(addFiles(page)).toBeFocused()
  })
})

test.describe('a connection that is lost', () => {
  test('because the server dies in the middle of an upload: the file is attached once when it is back', async ({
    page,
    user,
    server,
    expectedErrors,
  }) => {
    expectedErrors.push('failed /', /^NoResponse/)
    const { itemID } = await faucet(user)
    const blobs = server.countRows('blobs')
    await openAttachments(page, itemID)
    const speedUp = await slowDown(page, 200 * KB)
    await addFiles(page).setInputFiles([file('dying.bin', 4 * MB)])
    await expect
      .poll(() => bar(page, 'dying.bin').evaluate((element) => (element as HTMLProgressElement).value))
      .toBeGreaterThan(0)
    await server.stop('SIGKILL')
    await expect(entry(page, 'dying.bin')).toContainText(/Waiting .*connection/)
    await expect(page.getByRole('alert').filter({ hasText: 'No server response' }).first()).toBeVisible()
    await expectAccessible(page)
    await speedUp()
    const tried = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/upload'))
    await tabTo(page, button(page, 'Retry dying.bin'))
    await page.keyboard.press('Enter')
    await tried
    await server.start()
    await expect(async () => {
      await elapse(page)
      await expect(attachedHeading(page)).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect(await attachedNames(user, itemID)).toEqual(['dying.bin'])
    expect(server.countRows('blobs')).toBe(blobs + 1)
  })
})

test.describe('without a connection', () => {
  // Whether the browser is offline would stay with the process that draws the next test's pages.
  test.use({ ownContext: true })

  test(
    'what is no longer on the disk then says so',
    NIGHTLY,
    async ({ page, context, user, expectedErrors }, testInfo) => {
      expectedErrors.push('failed /', /^(NoResponse|NotStored)/)
      const { itemID } = await faucet(user)
      await openAttachments(page, itemID)
      const path = testInfo.outputPath('moved.bin')
      writeFileSync(path, 'bytes')
      await context.setOffline(true)
      await addFiles(page).setInputFiles(path)
      await expect(entry(page, 'moved.bin')).toContainText(/Waiting .*connection/)
      rmSync(path)
      await context.setOffline(false)
      await expect(entry(page, 'moved.bin')).toContainText(/no longer be read/)
      await expect(button(page, 'Retry moved.bin')).toHaveCount(0)
      await button(page, 'Dismiss moved.bin').click()
      expect(await attachedNames(user, itemID)).toEqual([])
    },
  )
})

/** Files from the desktop, as the browser hands them over. */
const dragFiles = async (page: Page, files: string[]) => {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  const act = (type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel', x = 300) =>
    session.send('Input.dispatchDragEvent', { type, x, y: 120, data })
  return {
    over: async () => {
      await act('dragEnter')
      await act('dragOver')
    },
    drop: () => act('drop'),
    leave: () => act('dragOver', -20),
    breakOff: () => act('dragCancel'),
  }
}

const overlay = (page: Page) => page.getByText('Drop files to attach them')

test.describe('files dropped anywhere', () => {
  test('on the details of an item become attachments, which are shown; what was typed stays', async ({
    page,
    user,
  }, testInfo) => {
    const { itemID } = await faucet(user)
    await page.goto(`/edititem?itemID=${itemID}`)
    await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan & Sons')
    const path = testInfo.outputPath('manual.txt')
    writeFileSync(path, 'bytes')
    const drag = await dragFiles(page, [path])
    await drag.over()
    await expect(overlay(page)).toBeVisible()
    await expectAccessible(page)
    await drag.leave()
    await expect(overlay(page)).toBeHidden()
    await drag.over()
    await expect(overlay(page)).toBeVisible()
    await drag.drop()
    await expect(overlay(page)).toBeHidden()
    await expect(page).toHaveURL(`/edititem?itemID=${itemID}&tab=attachments`)
    await expect(page.getByRole('tab', { name: /Attachments/ })).toBeFocused()
    await expect(attachedHeading(page)).toBeVisible()
    expect(await attachedNames(user, itemID)).toEqual(['manual.txt'])
    await page.getByRole('tab', { name: 'Item Details' }).click()
    await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan & Sons')
  })

  test(
    'on a new item go with it, and folders are left out with a sentence',
    NIGHTLY,
    async ({ page, user }, testInfo) => {
      const place = await faucet(user)
      await openNewFaucet(page, place)
      const [path, folder] = [testInfo.outputPath('manual.txt'), testInfo.outputPath('Plans')]
      writeFileSync(path, 'bytes')
      mkdirSync(folder)
      writeFileSync(join(folder, 'inside.txt'), 'bytes')
      const drag = await dragFiles(page, [folder, path])
      await drag.over()
      await drag.drop()
      const refusal = page.getByRole('alert')
      await expect(refusal).toHaveText('"Plans" is a folder. Open it and add the files inside.')
      await expect(refusal).toBeFocused()
      await expect(attachedHeading(page)).toBeVisible()
      await expect(entry(page, 'manual.txt')).toBeVisible()
      await expect(page.getByRole('progressbar')).toHaveCount(0)
      await button(page, 'Create Item').click()
      await expect(page.getByRole('link', { name: '1 file, open attachments' })).toBeVisible()
    },
  )

  test('whose drag is broken off leave the screen as it was', NIGHTLY, async ({ page, user }, testInfo) => {
    const { itemID } = await faucet(user)
    await openAttachments(page, itemID)
    const path = testInfo.outputPath('manual.txt')
    writeFileSync(path, 'bytes')
    const drag = await dragFiles(page, [path])
    await drag.over()
    await expect(overlay(page)).toBeVisible()
    await drag.breakOff()
    await page.mouse.move(200, 200)
    await expect(overlay(page)).toBeHidden()
    await expect(button(page, 'None')).toBeVisible()
  })

  test('do nothing behind a dialog, and text that is dragged stays text', NIGHTLY, async ({ page, user }, testInfo) => {
    const place = await faucet(user)
    await openNewFaucet(page, place)
    const path = testInfo.outputPath('manual.txt')
    writeFileSync(path, 'bytes')
    const brand = page.getByRole('combobox', { name: 'Brand' })
    await page.getByRole('textbox', { name: 'Notes' }).fill('satin brass')
    await page.getByRole('textbox', { name: 'Notes' }).selectText()
    await page.getByRole('textbox', { name: 'Notes' }).dragTo(brand, { sourcePosition: { x: 40, y: 20 } })
    await expect(brand).toHaveValue('satin brass')
    await expect(overlay(page)).toBeHidden()
    await button(page, 'Clear Form').click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    const drag = await dragFiles(page, [path])
    await drag.over()
    await drag.drop()
    await expect(overlay(page)).toBeHidden()
    await button(page, 'Keep Working').click()
    await expect(page).toHaveURL(`/createitem?projectID=${place.projectID}&roomID=${place.roomID}`)
    await expect(brand).toHaveValue('satin brass')
    await expect(button(page, 'Create Item')).toBeEnabled()
    await expect(entry(page, 'manual.txt')).toHaveCount(0)
  })
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Puts a screenshot into the clipboard, with a text beside it if there is one, as a spreadsheet does. */
const copyPicture = (page: Page, text?: string) =>
  page.evaluate(
    async ([base64, words]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ''), (character) => character.charCodeAt(0))
      const picture = new Blob([bytes], { type: 'image/png' })
      const parts: Record<string, Blob> = { 'image/png': picture }
      if (words !== undefined) parts['text/plain'] = new Blob([words], { type: 'text/plain' })
      await navigator.clipboard.write([new ClipboardItem(parts)])
    },
    [PIXEL, text],
  )

test.describe('pasting', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

  test('a screenshot anywhere on an item attaches it under a telling name; text goes on going into fields', async ({
    page,
    user,
  }) => {
    const { itemID } = await faucet(user)
    await page.goto(`/edititem?itemID=${itemID}`)
    const brand = page.getByRole('combobox', { name: 'Brand' })
    await brand.selectText()
    await copyPicture(page, 'Castellan Bridge')
    await page.keyboard.press('ControlOrMeta+V')
    await expect(brand).toHaveValue('Castellan Bridge')
    await expect(page).toHaveURL(`/edititem?itemID=${itemID}`)

    await copyPicture(page)
    await page.keyboard.press('ControlOrMeta+V')
    await expect(page).toHaveURL(`/edititem?itemID=${itemID}&tab=attachments`)
    await expect(attachedHeading(page)).toBeVisible()
    await page.keyboard.press('ControlOrMeta+V')
    await expect.poll(() => attachedNames(user, itemID)).toHaveLength(2)
    const names = await attachedNames(user, itemID)
    for (const name of names) expect(name).toMatch(/^Pasted image \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d( \(2\))?\.png$/)
    expect(new Set(names).size).toBe(2)
    await page.getByRole('tab', { name: 'Item Details' }).click()
    await expect(brand).toHaveValue('Castellan Bridge')
  })

  test('a screenshot while creating an item adds it to the form', NIGHTLY, async ({ page, user }) => {
    const place = await faucet(user)
    await openNewFaucet(page, place)
    await page.getByRole('heading', { level: 1 }).click()
    await copyPicture(page)
    await page.keyboard.press('ControlOrMeta+V')
    await expect(entry(page, 'Pasted image')).toBeVisible()
    await expect(attachedHeading(page)).toBeVisible()
    await expect(button(page, 'Create Item')).toBeEnabled()
  })
})

test.describe('the camera', () => {
  const photo = { name: 'image.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a photo') }

  test.describe('of a phone', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

    test('has a button of its own, and its photos get telling names', async ({ page, user }) => {
      const { itemID } = await faucet(user)
      await openAttachments(page, itemID)
      await expect(page.getByText('Up to 20 files, 25 MB each')).toBeVisible()
      await expect(page.getByText('or drop or paste them')).toBeHidden()
      const camera = page.getByLabel('Take Photo')
      await expect(camera).toBeVisible()
      await expect(camera).toHaveAttribute('accept', 'image/*')
      await expect(camera).toHaveAttribute('capture', 'environment')
      await expect(addFiles(page)).not.toHaveAttribute('capture')
      await camera.setInputFiles([photo])
      await expect(attachedHeading(page)).toBeVisible()
      expect(await attachedNames(user, itemID)).toEqual([expect.stringMatching(/^Photo [\d-]+ [\d.]+\.jpg$/)])
    })
  })
})
