import { readFileSync } from 'node:fs'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible, expectFocusedAlert } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { pdfOf } from '../../support/pdf.ts'

const PDF = { name: 'guide.pdf', mimeType: 'application/pdf', buffer: pdfOf(3) }
const PICTURE = {
  name: 'zellij.jpg',
  mimeType: 'image/jpeg',
  buffer: readFileSync('sample-project/files/zellij-going-up.jpg'),
}
const SHEET = { name: 'count.csv', mimeType: 'text/csv', buffer: Buffer.from('part,count\nknob,14\n') }

const faucet = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  return {
    projectID,
    roomID,
    itemID: await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' }),
  }
}

// Proves 2.39, 4.16, 9.7
test('a PDF is paged through within its bounds and closed', async ({ page, user }) => {
  const { itemID } = await faucet(user)
  await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
  await page.getByLabel('Add Files').setInputFiles([PDF])
  await page.getByRole('button', { name: /^guide\.pdf/ }).click()
  const position = page.getByText(/^Page \d+ of \d+$/)
  await expect(position).toHaveText('Page 1 of 3')
  const [first, previous, next, last] = ['First page', 'Previous page', 'Next page', 'Last page'].map((name) =>
    page.getByRole('button', { name }),
  )
  await expect(first!).toBeDisabled()
  await expect(previous!).toBeDisabled()
  const canvas = page.locator('canvas')
  await expect(canvas).toBeVisible()
  await expect.poll(() => canvas.evaluate((element) => element.clientWidth)).toBe(850)
  await expect(page.locator('.textLayer, .annotationLayer')).toHaveCount(0)
  await next!.click()
  await expect(position).toHaveText('Page 2 of 3')
  await last!.click()
  await expect(position).toHaveText('Page 3 of 3')
  await expect(next!).toBeDisabled()
  await expect(last!).toBeDisabled()
  await previous!.click()
  await first!.click()
  await expect(position).toHaveText('Page 1 of 3')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('File Previewer')).toBeVisible()
})

// Proves 2.40, 4.16
test('a picture is shown, any other file is downloaded under its name', async ({ page, user }) => {
  const { itemID } = await faucet(user)
  await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
  await page.getByLabel('Add Files').setInputFiles([PICTURE, SHEET])
  await page.getByRole('button', { name: /^zellij\.jpg/ }).click()
  const picture = page.getByRole('img', { name: 'zellij.jpg' })
  await expect(picture).toBeVisible()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: /^count\.csv/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('count.csv')
  expect(readFileSync(await download.path())).toEqual(SHEET.buffer)
})

const ODD_NAMES = [
  'the "good" faucet.pdf',
  'two\nlines.pdf',
  'carriage\rreturn.pdf',
  'hundred %22 percent.pdf',
  '%0D%0A.pdf',
  'back\\slash.pdf',
  '🚰 emoji 👩‍🔧.pdf',
  'no extension',
  '.hidden',
  `${'long '.repeat(59)}.pdf`,
]

// Proves 3.13, 4.15
test('files of any name are attached in order and keep their names', NIGHTLY, async ({ page, user }) => {
  const { itemID } = await faucet(user)
  await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
  await page.getByLabel('Add Files').setInputFiles(ODD_NAMES.map((name) => ({ ...PDF, name })))
  await expect(page.getByText('Attached Files:')).toBeVisible()
  const { attachments } = await user.call(getItem, { query: { itemID } })
  const undone = ODD_NAMES.map((name) => name.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n'))
  expect(attachments.map(({ filename }) => filename)).toEqual(undone)
  expect(attachments.at(-1)?.name).toBe(`${'long '.repeat(59).slice(0, 31)}[...].pdf`)
})

test(
  "an item's address opens one of its files on a page, and on the first where there is no such page",
  NIGHTLY,
  async ({ page, user }) => {
    const { itemID } = await faucet(user)
    await user.attach(itemID, [
      { name: 'other.pdf', bytes: pdfOf(2) },
      { name: 'guide.pdf', bytes: pdfOf(12) },
    ])
    const { attachments } = await user.call(getItem, { query: { itemID } })
    const remote = attachments.find(({ name }) => name === 'guide.pdf')?.remote
    const address = `/edititem?itemID=${itemID}&tab=attachments&file=${remote}`
    await page.goto(`${address}&page=11`)
    const position = page.getByText(/^Page \d+ of \d+$/)
    await expect(position).toHaveText('Page 11 of 12')
    await expect(page.locator('canvas')).toBeVisible()
    await expect(page.getByRole('region', { name: 'File Previewer' })).toBeFocused()
    await page.getByRole('button', { name: /^other\.pdf/ }).click()
    await expect(position).toHaveText('Page 1 of 2')
    for (const none of ['13', '0', 'x']) {
      await page.goto(`${address}&page=${none}`)
      await expect(position).toHaveText('Page 1 of 12')
    }
  },
)

test(
  'attachments whose code an upgrade took away say so, and what was typed in the details stays',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push('404 /assets/', /^TypeError: Failed to fetch dynamically imported module/)
    const { itemID } = await faucet(user)
    await page.route(/\/assets\/attachments-.*\.js$/, (route) => route.fulfill({ status: 404 }))
    await page.goto(`/edititem?itemID=${itemID}`)
    await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan & Sons')
    await page.getByRole('tab', { name: /Attachments/ }).click()
    await expectFocusedAlert(page, 'Couldn’t load Attachments. Please reload the page.')
    await page.getByRole('tab', { name: 'Item Details' }).click()
    await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('Castellan & Sons')
  },
)

/** The smallest whole pictures of their kinds: one pixel. */
const PIXELS = [
  {
    name: 'one.png',
    base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  },
  { name: 'one.gif', base64: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7' },
]

// Proves 2.40, 9.7
test(
  'each kind of picture is shown as wide as the previewer, by its bytes and not by its name',
  NIGHTLY,
  async ({ page, user }) => {
    const { itemID } = await faucet(user)
    await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
    const pictures = [
      ...PIXELS.map(({ name, base64 }) => ({ name, mimeType: '', buffer: Buffer.from(base64, 'base64') })),
      { ...PICTURE, name: 'tiles.jpeg' },
      { ...PICTURE, name: 'tiles.txt' },
    ]
    await page.getByLabel('Add Files').setInputFiles(pictures.map((file) => ({ ...file, mimeType: 'application/x' })))
    for (const { name } of pictures) {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      const picture = page.getByRole('img', { name })
      await expect(picture).toBeVisible()
      const [width, frame] = await picture.evaluate((image) => [
        image.clientWidth,
        image.parentElement?.clientWidth ?? 0,
      ])
      expect(width).toBe(frame)
    }
  },
)
