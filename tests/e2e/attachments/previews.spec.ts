import { readFileSync } from 'node:fs'
import type { CDPSession, Locator, Page } from '@playwright/test'
import { download } from '../../../src/shared/attachments/files.api.ts'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, nightlyIf, test } from '../../support/e2e.ts'
import { expectAccessible, tabTo } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { pdfOf } from '../../support/pdf.ts'
import { brokenHEIC, photoHEIC, pictureOf, pngOfZeros, tiffOf } from '../../support/sample-pictures.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}

interface Given {
  name: string
  bytes: Buffer
}

/** The attachments of an item that has these. */
const openFiles = async (page: Page, user: User, files: readonly Given[]) => {
  const itemID = await user.newItem(await kitchen(user), FAUCET, { field1: 'Castellan' })
  await user.attach(itemID, files)
  await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
}

const fileNamed = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const previewer = (page: Page) => page.getByRole('region', { name: 'File Previewer' })
const position = (page: Page) => previewer(page).getByText(/^(Page|Picture) \d+ of \d+$/)
const button = (page: Page, name: string) => previewer(page).getByRole('button', { name, exact: true })

/** The picture is there; answers how many pixels it has. */
const expectLoaded = async (picture: Locator): Promise<number[]> => {
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(0)
  return picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
}

const HUGE = 30_000
const hugePNG = () => pngOfZeros(HUGE * (1 + HUGE / 8), { width: HUGE, height: HUGE })

const COLORS = { red: '#c00000', green: '#00a000', blue: '#0000c0' }
const threePictures = () =>
  Promise.all(
    Object.entries(COLORS).map(async ([name, color]) => ({
      name: `${name}.png`,
      bytes: await pictureOf(color, 'png'),
    })),
  )

test('a list of files shows pictures of every kind and size small, and an icon for other files', async ({
  page,
  user,
  expectedErrors,
}) => {
  expectedErrors.push('415 /download/')
  const large = { width: 4000, height: 2500 }
  const pictures = [
    { name: 'one.jpg', bytes: await pictureOf('red', 'jpeg', large) },
    { name: 'two.png', bytes: await pictureOf('red', 'png') },
    { name: 'three.gif', bytes: await pictureOf('red', 'gif') },
    { name: 'four.webp', bytes: await pictureOf('red', 'webp') },
    { name: 'five.tiff', bytes: await pictureOf('red', 'tiff') },
    { name: 'six.avif', bytes: await pictureOf('red', 'avif') },
  ]
  const others = [
    { name: 'damaged.png', bytes: pictures[1]!.bytes.subarray(0, 40) },
    { name: 'photo.heic', bytes: brokenHEIC() },
    { name: 'guide.pdf', bytes: pdfOf(1) },
  ]
  await openFiles(page, user, [...pictures, ...others])
  for (const [at, { name }] of pictures.entries()) {
    const entry = fileNamed(page, name)
    await expect(entry).toContainText(['JPEG', 'PNG', 'GIF', 'WEBP', 'TIFF', 'AVIF'][at] ?? '')
    const picture = entry.locator('img')
    const pixels = await expectLoaded(picture)
    expect(Math.max(...pixels)).toBeLessThanOrEqual(256)
    expect(await picture.evaluate((image) => [image.clientWidth, image.clientHeight])).toEqual([38, 38])
  }
  for (const { name } of others) {
    await expect(fileNamed(page, name).locator('img')).toHaveCount(0)
    await expect(fileNamed(page, name).locator('svg')).toBeVisible()
  }
})

test(
  'where a picture cannot be made, the board, the item and the list of its files take the next one',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push('415 /download/')
    const place = await kitchen(user)
    const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan' })
    await user.attach(itemID, [
      { name: 'broken.heic', bytes: brokenHEIC() },
      { name: 'good.heic', bytes: photoHEIC() },
      { name: 'last.png', bytes: await pictureOf('red', 'png') },
    ])
    await page.goto(`/roomitems?roomID=${place.roomID}`)
    const { attachments } = await user.call(getItem, { query: { itemID } })
    const version = `/download/${attachments[1]?.remote}?version=thumbnail`
    await expect(page.locator('svg image')).toHaveAttribute('href', version)
    await expect(page.getByRole('row').filter({ hasText: 'Castellan' }).locator('img')).toHaveAttribute('src', version)
    await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
    await expect(fileNamed(page, 'good.heic')).toContainText('HEIC · Cover')
    await expect(fileNamed(page, 'broken.heic')).not.toContainText('Cover')
  },
)

test(
  'an item whose picture cannot be made small shows its material',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push('415 /download/')
    const place = await kitchen(user)
    const itemID = await user.newItem(place, FAUCET, { field1: 'Castellan', field3: 'Satin brass' })
    await user.attach(itemID, [{ name: 'huge.png', bytes: hugePNG() }])
    await page.goto(`/roomitems?roomID=${place.roomID}`)
    await expect(page.locator('[style*="--tone"]')).toBeVisible()
    await expect(page.locator('td img, [role=row] img')).toHaveCount(0)
  },
)

test('the head of an item follows its pictures', NIGHTLY, async ({ page, user }) => {
  await openFiles(page, user, await threePictures())
  const head = page.locator('[aria-hidden=true] > img')
  let before = ''
  for (const name of ['red', 'green', 'blue']) {
    // A picture that is still on its way is there no more once its file is removed.
    await expect(head).not.toHaveAttribute('src', before)
    await expectLoaded(head)
    before = (await head.getAttribute('src')) ?? ''
    await page.getByRole('button', { name: `Remove ${name}.png` }).click()
  }
  await expect(head).toHaveCount(0)
})

test('a room of ninety items asks only for the pictures that come into view', NIGHTLY, async ({ page, user }) => {
  const place = await kitchen(user)
  const bytes = await pictureOf('red', 'jpeg')
  for (let number = 1; number <= 90; number++) {
    const itemID = await user.newItem(place, FAUCET, { field1: `Faucet ${number}` })
    await user.attach(itemID, [{ name: 'faucet.jpg', bytes }])
  }
  const asked = new Set<string>()
  page.on('request', (request) => request.url().includes('version=thumbnail') && asked.add(request.url()))
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto(`/roomitems?roomID=${place.roomID}`)
  const pictures = page.getByRole('row').locator('img')
  await expect(pictures).toHaveCount(90)
  await expectLoaded(pictures.first())
  await page.waitForLoadState('networkidle')
  // How far ahead of the view is the browser's own choice.
  expect(asked.size).toBeLessThan(80)
  const heightBefore = await page.evaluate(() => document.documentElement.scrollHeight)
  await pictures.last().scrollIntoViewIfNeeded()
  await expectLoaded(pictures.last())
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(heightBefore)
})

test(
  'pictures that not every browser shows are previewed, none larger than a screen',
  NIGHTLY,
  async ({ page, user }) => {
    const large = { width: 5000, height: 2500 }
    await openFiles(page, user, [
      { name: 'plan.tiff', bytes: await pictureOf('red', 'tiff', large) },
      { name: 'photo.webp', bytes: await pictureOf('red', 'webp', large) },
      { name: 'photo.avif', bytes: await pictureOf('red', 'avif') },
      { name: 'photo.jpg', bytes: await pictureOf('red', 'jpeg', large) },
    ])
    for (const name of ['plan.tiff', 'photo.webp', 'photo.avif', 'photo.jpg']) {
      await fileNamed(page, name).click()
      const [width] = await expectLoaded(page.getByRole('img', { name }))
      expect(width).toBe(name === 'photo.avif' ? 400 : 1700)
    }
  },
)

const NOT_SHOWN = 'This picture can’t be shown here. It may be too large or damaged.'

const downloaded = async (page: Page): Promise<Buffer> => {
  const downloading = page.waitForEvent('download')
  await page.getByRole('main').getByText('Download', { exact: true }).click()
  return readFileSync(await (await downloading).path())
}

test(
  'a picture that nobody here can show says so and is downloaded instead',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push('415 /download/')
    await openFiles(page, user, [
      { name: 'photo.heic', bytes: brokenHEIC() },
      { name: 'red.png', bytes: await pictureOf('red', 'png') },
    ])
    await fileNamed(page, 'photo').click()
    await expect(page.getByRole('alert')).toHaveText(NOT_SHOWN)
    expect(await downloaded(page)).toEqual(brokenHEIC())
    await button(page, 'Next picture').click()
    await expectLoaded(page.getByRole('img', { name: 'red.png' }))
    await expect(page.getByRole('alert')).toHaveCount(0)
  },
)

test(
  'where the server cannot show a picture but the browser can, it does',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push('415 /download/')
    await page.route(/version=screen/, (route) => route.fulfill({ status: 415 }))
    // Chromium shows no real HEIC, but AVIF, which differs from it in what the box is called and how it is packed.
    const bytes = await pictureOf('red', 'avif')
    bytes.write('heic', 8, 'latin1')
    await openFiles(page, user, [{ name: 'photo.heic', bytes }])
    await expect(fileNamed(page, 'photo')).toContainText('HEIC')
    await fileNamed(page, 'photo').click()
    expect(await expectLoaded(page.getByRole('img', { name: 'photo.heic' }))).toEqual([400, 300])
  },
)

const DAMAGED = 'This file can’t be shown. It may be damaged.'
const LOCKED = 'This PDF is protected by a password. Download it to open it.'

const REFUSED: [what: string, name: string, bytes: () => Promise<Buffer>, sentence: string][] = [
  ['a picture of 30,000 by 30,000 pixels', 'huge.png', async () => hugePNG(), NOT_SHOWN],
  ['the beginning of a picture', 'cut.png', async () => (await pictureOf('red', 'png')).subarray(0, 40), NOT_SHOWN],
  ['a PDF that breaks off', 'cut.pdf', async () => pdfOf(3).subarray(0, 60), DAMAGED],
  ['a PDF that is none', 'none.pdf', async () => Buffer.from('%PDF-1.4\nnothing of that kind'), DAMAGED],
  ['a PDF with a password', 'locked.pdf', async () => pdfOf(1, { locked: true }), LOCKED],
]
for (const [what, name, make, sentence] of REFUSED) {
  test(
    `${what} gets a sentence and a way to download it, and the page goes on`,
    nightlyIf(name !== 'locked.pdf'),
    async ({ page, user, expectedErrors }) => {
      // The PDF viewer names its errors in shorthand.
      expectedErrors.push('415 /download/', /^[A-Za-z]{1,2}$/)
      const bytes = await make()
      await openFiles(page, user, [
        { name, bytes },
        { name: 'fine.jpg', bytes: await pictureOf('red', 'jpeg') },
      ])
      await fileNamed(page, name).click()
      await expect(page.getByRole('alert')).toHaveText(sentence)
      await expect.poll(() => page.workers().length).toBe(0)
      await expectAccessible(page)
      expect(await downloaded(page)).toEqual(bytes)
      await fileNamed(page, 'fine').click()
      await expectLoaded(page.getByRole('img', { name: 'fine.jpg' }))
    },
  )
}

test('a file is shown by its bytes, not by its name', NIGHTLY, async ({ page, user }) => {
  await openFiles(page, user, [
    { name: 'picture.pdf', bytes: await pictureOf('red', 'gif') },
    { name: 'guide.jpg', bytes: pdfOf(2) },
    { name: 'mailed.pdf', bytes: Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\n'), pdfOf(3)]) },
  ])
  await fileNamed(page, 'picture').click()
  await expectLoaded(page.getByRole('img', { name: 'picture.pdf' }))
  await fileNamed(page, 'guide').click()
  await expect(position(page)).toHaveText('Page 1 of 2')
  await expect(page.locator('canvas')).toBeVisible()
  await fileNamed(page, 'mailed').click()
  await expect(position(page)).toHaveText('Page 1 of 3')
  await expect(page.locator('canvas')).toBeVisible()
})

test('a truncated picture shows the part it has', NIGHTLY, async ({ page, user }) => {
  const whole = readFileSync('sample-project/files/zellij-going-up.jpg')
  await openFiles(page, user, [{ name: 'cut.jpg', bytes: whole.subarray(0, whole.length / 2) }])
  await fileNamed(page, 'cut').click()
  await expectLoaded(page.getByRole('img', { name: 'cut.jpg' }))
})

test('a scan of several pages and a PDF with files inside say what the preview does not show', async ({
  page,
  user,
}) => {
  await openFiles(page, user, [
    { name: 'scan.tif', bytes: tiffOf(3) },
    { name: 'single.tif', bytes: tiffOf(1) },
    { name: 'invoice.pdf', bytes: pdfOf(1, { embedded: { 'factur-x.xml': '<ID>1</ID>', 'terms.txt': 'Net 30' } }) },
  ])
  await fileNamed(page, 'scan').click()
  await expectLoaded(page.getByRole('img', { name: 'scan.tif' }))
  const note = page.getByText(/^Page 1 of/)
  await expect(note).toHaveText('Page 1 of 3. Download the file to see all pages.')
  await expectAccessible(page)
  await button(page, 'Next picture').click()
  await expectLoaded(page.getByRole('img', { name: 'single.tif' }))
  await expect(note).toHaveCount(0)
  await fileNamed(page, 'invoice').click()
  await expect(page.getByText(/^Files inside/)).toHaveText(
    'Files inside this PDF: factur-x.xml, terms.txt. Download it to open them.',
  )
  await expectAccessible(page)
})

const LONG = 'three-hundred-pages'
const isDownload = ({ pathname }: URL) => pathname.startsWith(download.path.replace(':remote', ''))
const longPDF = () => ({ name: `${LONG}.pdf`, bytes: pdfOf(300, { bytesPerPage: 52_000 }) })

test('of a long PDF only a small part is fetched, one page after the other', async ({ page, user }) => {
  const long = longPDF()
  expect(long.bytes.length).toBeGreaterThan(15_000_000)
  await openFiles(page, user, [long])
  let sent = 0
  page.on('response', (response) => {
    if (isDownload(new URL(response.url()))) sent += Number(response.headers()['content-length'])
  })
  const canvas = page.locator('canvas')
  await fileNamed(page, LONG).click()
  await expect(position(page)).toHaveText('Page 1 of 300')
  await expect(canvas).toBeVisible()
  await button(page, 'Next page').click()
  await expect(position(page)).toHaveText('Page 2 of 300')
  await expect(canvas).toBeVisible()
  await button(page, 'Last page').click()
  await expect(position(page)).toHaveText('Page 300 of 300')
  await expect(canvas).toBeVisible()
  expect(sent).toBeGreaterThan(100_000)
  expect(sent).toBeLessThan(long.bytes.length / 5)
})

test('pages turned faster than they are drawn leave one page and no error', NIGHTLY, async ({ page, user }) => {
  await openFiles(page, user, [longPDF()])
  await fileNamed(page, LONG).click()
  await expect(position(page)).toHaveText('Page 1 of 300')
  for (let turns = 0; turns < 40; turns++) await page.keyboard.press(turns % 4 === 3 ? 'ArrowLeft' : 'ArrowRight')
  await expect(position(page)).toHaveText('Page 21 of 300')
  await expect(page.locator('canvas')).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(page.workers()).toHaveLength(1)
  await button(page, 'Close').click()
  await expect.poll(() => page.workers().length).toBe(0)
})

test('a PDF closed before all of a page has come leaves nothing behind', NIGHTLY, async ({ page, user }) => {
  await openFiles(page, user, [longPDF()])
  // As the viewer names them.
  const fonts = () => page.evaluate(() => [...document.fonts].filter(({ family }) => /^"?g_d/.test(family)).length)
  await fileNamed(page, LONG).click()
  await expect(page.locator('canvas')).toBeVisible()
  expect(await fonts()).toBeGreaterThan(0)

  await page.route(isDownload, () => {}) // Never answered.
  const asked = page.waitForRequest((request) => isDownload(new URL(request.url())))
  await button(page, 'Last page').click()
  await asked
  const givenUp = page.waitForEvent('requestfailed')
  await button(page, 'Close').click()
  await givenUp
  await expect.poll(() => page.workers().length).toBe(0)
  expect(await fonts()).toBe(0)
})

test('a page far away is gone to by its number, within the bounds', NIGHTLY, async ({ page, user }) => {
  await openFiles(page, user, [
    { name: 'long.pdf', bytes: pdfOf(40) },
    { name: 'short.pdf', bytes: pdfOf(3) },
  ])
  await fileNamed(page, 'short').click()
  await expect(position(page)).toHaveText('Page 1 of 3')
  const number = page.getByRole('textbox', { name: 'Go to page' })
  await expect(number).toHaveCount(0)

  await fileNamed(page, 'long').click()
  await expect(position(page)).toHaveText('Page 1 of 40')
  await tabTo(page, number)
  for (const [typed, page_] of [
    ['17', 17],
    ['0', 1],
    ['999', 40],
    ['seven', 40],
  ] as const) {
    await page.keyboard.type(typed)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(position(page)).toHaveText(`Page ${page_} of 40`)
    await expect(number).toHaveValue('')
    await expect(number).toBeFocused()
  }
})

test('a page of any shape is drawn within what a browser can hold', NIGHTLY, async ({ page, user }) => {
  await openFiles(page, user, [{ name: 'receipt.pdf', bytes: pdfOf(1, { mediaBox: '0 0 200 9000' }) }])
  await fileNamed(page, 'receipt').click()
  const canvas = page.locator('canvas')
  await expect(canvas).toBeVisible()
  const pixels = () => canvas.evaluate((element: HTMLCanvasElement) => element.width * element.height)
  await expect.poll(pixels).toBeGreaterThan(1_000_000)
  expect(await pixels()).toBeLessThan(9_000_000)
  await expect.poll(() => canvas.evaluate((element) => element.clientWidth)).toBe(850)
})

test('names without a place to break do not widen the page', NIGHTLY, async ({ page, user }) => {
  const name = `${'W'.repeat(32)}.pdf`
  await openFiles(page, user, [{ name, bytes: pdfOf(12) }])
  await fileNamed(page, name).click()
  await expect(position(page)).toHaveText('Page 1 of 12')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  for (const control of ['First page', 'Last page', 'Actual size', 'Download', 'Close']) {
    const box = await button(page, control).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true })

  const DISTANCE = 160
  const STEPS = 8
  const swipe = async (cdp: CDPSession, page: Page, direction: 'left' | 'right') => {
    const box = await previewer(page).locator('canvas, img').boundingBox()
    if (!box) throw new Error('Nothing to swipe over.')
    const y = Math.max(box.y, 0) + 120
    const from = 195 + (direction === 'left' ? DISTANCE : -DISTANCE) / 2
    const step = (direction === 'left' ? -DISTANCE : DISTANCE) / STEPS
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] })
    for (let at = 1; at <= STEPS; at++) {
      const touchPoints = [{ x: from + step * at, y }]
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints })
    }
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }

  test('pictures and pages are turned by swiping, but not while they are enlarged', async ({ page, user }) => {
    await openFiles(page, user, [...(await threePictures()), { name: 'guide.pdf', bytes: pdfOf(3) }])
    const cdp = await page.context().newCDPSession(page)
    await fileNamed(page, 'red').tap()
    await expectLoaded(page.getByRole('img', { name: 'red.png' }))
    await swipe(cdp, page, 'left')
    await expect(position(page)).toHaveText('Picture 2 of 3')
    await swipe(cdp, page, 'right')
    await expect(position(page)).toHaveText('Picture 1 of 3')

    await fileNamed(page, 'guide').tap()
    await expect(page.locator('canvas')).toBeVisible()
    await swipe(cdp, page, 'right')
    await expect(position(page)).toHaveText('Page 1 of 3')
    await swipe(cdp, page, 'left')
    await expect(position(page)).toHaveText('Page 2 of 3')

    await expect(page.locator('canvas')).toBeVisible()
    const { x, y, width } = (await page.locator('canvas').boundingBox())!
    await cdp.send('Input.synthesizePinchGesture', { x: x + width / 2, y: y + 100, scaleFactor: 2.5 })
    await expect.poll(() => page.evaluate(() => window.visualViewport?.scale ?? 1)).toBeGreaterThan(2)
    await swipe(cdp, page, 'left')
    await page.keyboard.press('ArrowLeft')
    await expect(position(page)).toHaveText('Page 1 of 3')
  })

  test('a PDF fits the width, is sharp, and its bar stays in reach', async ({ page, user }) => {
    await openFiles(page, user, [{ name: 'guide.pdf', bytes: pdfOf(3) }])
    await fileNamed(page, 'guide').tap()
    const canvas = page.locator('canvas')
    await expect(canvas).toBeVisible()
    const [shown, drawn] = await canvas.evaluate((element: HTMLCanvasElement) => [element.clientWidth, element.width])
    expect(shown).toBeLessThanOrEqual(358)
    expect(shown).toBeGreaterThan(350)
    expect(drawn).toBe(1700)
    for (const name of ['First page', 'Previous page', 'Next page', 'Last page', 'Actual size', 'Download', 'Close']) {
      const box = await button(page, name).boundingBox()
      expect(box?.height, name).toBeGreaterThanOrEqual(44)
      expect(box?.width, name).toBeGreaterThanOrEqual(44)
    }
    await button(page, 'Actual size').tap()
    await canvas.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().bottom + scrollY - 700))
    await expect(button(page, 'Next page')).toBeInViewport({ ratio: 1 })
    await button(page, 'Next page').tap()
    await expect(position(page)).toHaveText('Page 2 of 3')
  })

  test(
    'small print is read at the actual size, scrolling sideways with fingers or keys',
    NIGHTLY,
    async ({ page, user }) => {
      await openFiles(page, user, [{ name: 'guide.pdf', bytes: pdfOf(3) }])
      await fileNamed(page, 'guide').tap()
      const canvas = page.locator('canvas')
      await expect(canvas).toBeVisible()
      await button(page, 'Actual size').tap()
      await expect.poll(() => canvas.evaluate((element) => element.clientWidth)).toBe(850)
      await expectAccessible(page)

      const sheet = page.getByRole('group', { name: 'Page 1 at actual size' })
      await tabTo(page, sheet)
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => sheet.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
      await expect(position(page)).toHaveText('Page 1 of 3')
      const cdp = await page.context().newCDPSession(page)
      const before = await sheet.evaluate((element) => element.scrollLeft)
      await swipe(cdp, page, 'left')
      await expect.poll(() => sheet.evaluate((element) => element.scrollLeft)).toBeGreaterThan(before + 50)
      await expect(position(page)).toHaveText('Page 1 of 3')

      await button(page, 'Fit width').click()
      await expect.poll(() => canvas.evaluate((element) => element.clientWidth)).toBeLessThan(360)
      await expect(sheet).toHaveCount(0)
    },
  )
})
