import type { CDPSession, Page } from '@playwright/test'
import { getItem, updateItemFile } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'
import { noise, pictureOf } from '../../support/sample-pictures.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const

/** An item with a large picture and two small ones. */
const withPictures = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, FAUCET, { field1: 'Castellan' })
  await user.attach(itemID, [
    { name: 'plate.jpg', bytes: await noise(2400, 1600).jpeg({ quality: 40 }).toBuffer() },
    { name: 'green.png', bytes: await pictureOf('#00a000', 'png') },
    { name: 'blue.png', bytes: await pictureOf('#0000c0', 'png') },
  ])
  const { attachments } = await user.call(getItem, { query: { itemID } })
  const remotes = attachments.map(({ remote }) => remote)
  await user.call(updateItemFile, { body: { itemID, remote: remotes[1] ?? '', inputs: { caption: 'Above the sink' } } })
  return { projectID, roomID, itemID, remotes }
}

const large = (page: Page) => page.getByRole('dialog', { name: 'Picture' })
const shown = (page: Page) => large(page).getByRole('img')
const position = (page: Page) => large(page).getByRole('status').filter({ hasText: ' of ' })
const wide = async (page: Page) => (await shown(page).boundingBox())?.width ?? 0
const left = async (page: Page) => (await shown(page).boundingBox())?.x ?? 0
/** The picture, which has begun to move, stands still. */
const settled = (page: Page) =>
  shown(page).evaluate((image) => Promise.all(image.getAnimations().map(({ finished }) => finished)))

test('a picture of the card fills the screen and is enlarged, moved and turned through with keys and the mouse', async ({
  page,
  user,
}) => {
  const { itemID, remotes } = await withPictures(user)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  await page.goto(`/edititem?itemID=${itemID}`)
  const opener = page.getByRole('button', { name: 'Picture plate.jpg' })
  await opener.click()
  await expect(position(page)).toHaveText('1 of 3: plate.jpg')
  await expect(shown(page)).toHaveAttribute('data-version', 'screen')
  expect(asked).not.toContain(`/download/${remotes[0]}?version=whole`)
  await expectAccessible(page)

  const whole = await wide(page)
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(() => wide(page)).toBeGreaterThan(whole * 2)
  await settled(page)
  await expect(shown(page)).toHaveAttribute('data-version', 'whole')
  expect(asked).toContain(`/download/${remotes[0]}?version=whole`)
  const before = await left(page)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => left(page)).toBeLessThan(before)
  await expect(position(page)).toHaveText('1 of 3: plate.jpg')
  await page.keyboard.press('0')
  await expect.poll(() => wide(page)).toBe(whole)

  const { x, y, width, height } = (await shown(page).boundingBox())!
  const corner = { x: x + width * 0.75, y: y + height * 0.75 }
  await page.mouse.click(corner.x, corner.y)
  await expect.poll(() => wide(page)).toBeCloseTo(whole * 2.5, 0)
  await settled(page)
  const enlarged = await left(page)
  await page.mouse.move(corner.x, corner.y)
  await page.mouse.down()
  await page.mouse.move(corner.x + 60, corner.y, { steps: 3 })
  await page.mouse.up()
  await expect.poll(() => left(page)).toBeCloseTo(enlarged + 60, 0)
  await page.mouse.click(corner.x, corner.y)
  await expect.poll(() => wide(page)).toBe(whole)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -300)
  await page.keyboard.up('Control')
  await expect.poll(() => wide(page)).toBeGreaterThan(whole * 1.5)
  await page.keyboard.press('0')

  await page.keyboard.press('ArrowRight')
  await expect(position(page)).toHaveText('2 of 3: Above the sink')
  await expect(shown(page)).toHaveAccessibleName('Above the sink')
  await large(page).getByRole('button', { name: 'Next picture' }).click()
  await expect(position(page)).toHaveText('3 of 3: blue.png')
  await page.keyboard.press('ArrowRight')
  await expect(position(page)).toHaveText('3 of 3: blue.png')

  await page.keyboard.press('Escape')
  await expect(large(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL(`/edititem?itemID=${itemID}`)

  await opener.press('Enter')
  await expect(large(page)).toBeVisible()
  await page.goBack()
  await expect(large(page)).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(page).toHaveURL(`/edititem?itemID=${itemID}`)
})

test(
  'an address with an open picture opens it, and closing it there leads nowhere else',
  NIGHTLY,
  async ({ page, user }) => {
    const { itemID, remotes } = await withPictures(user)
    await page.goto(`/edititem?itemID=${itemID}&tab=attachments#picture=${itemID}.${remotes[1]}`)
    await expect(position(page)).toHaveText('2 of 3: Above the sink')
    await large(page).getByRole('button', { name: 'Close' }).click()
    await expect(large(page)).toHaveCount(0)
    await expect(page).toHaveURL(`/edititem?itemID=${itemID}&tab=attachments`)
    await page.getByRole('button', { name: /^green.png/ }).click()
    await page.getByRole('button', { name: 'Show large' }).click()
    await expect(position(page)).toHaveText('2 of 3: Above the sink')
  },
)

test.describe('with fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  type Points = { x: number; y: number }[]
  const touch = async (cdp: CDPSession, from: Points, to: Points) => {
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Points) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
    await send('touchStart', from)
    for (let step = 1; step <= 6; step++) {
      const along = (start: number, end: number) => start + ((end - start) * step) / 6
      await send(
        'touchMove',
        from.map((point, at) => ({ x: along(point.x, to[at]!.x), y: along(point.y, to[at]!.y) })),
      )
    }
    await send('touchEnd', [])
  }

  /** Two taps within a tenth of a second by their own times, however long it takes to send them. */
  const doubleTap = async (cdp: CDPSession, point: Points[number]) => {
    const start = Date.now() / 1000
    for (const [at, type] of (['touchStart', 'touchEnd', 'touchStart', 'touchEnd'] as const).entries()) {
      const touchPoints = type === 'touchStart' ? [point] : []
      await cdp.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: start + at * 0.03 })
    }
  }

  test('a picture of an opened row is pinched, double-tapped and swiped', async ({ page, user }) => {
    const { roomID } = await withPictures(user)
    const cdp = await page.context().newCDPSession(page)
    await page.goto(`/roomitems?roomID=${roomID}`)
    await page.getByRole('button', { name: /Castellan/ }).tap()
    await page.getByRole('button', { name: 'Picture plate.jpg' }).tap()
    await expect(shown(page)).toHaveAttribute('data-version', 'screen')
    const whole = await wide(page)
    await touch(
      cdp,
      [
        { x: 175, y: 400 },
        { x: 215, y: 400 },
      ],
      [
        { x: 95, y: 400 },
        { x: 295, y: 400 },
      ],
    )
    await expect.poll(() => wide(page)).toBeGreaterThan(whole * 3)
    await settled(page)
    const before = await left(page)
    await touch(cdp, [{ x: 300, y: 400 }], [{ x: 220, y: 400 }])
    await expect.poll(() => left(page)).toBeCloseTo(before - 80, 0)
    await expect(position(page)).toHaveText('1 of 3: plate.jpg')
    await doubleTap(cdp, { x: 195, y: 400 })
    await expect.poll(() => wide(page)).toBe(whole)
    await touch(cdp, [{ x: 300, y: 400 }], [{ x: 140, y: 400 }])
    await expect(position(page)).toHaveText('2 of 3: Above the sink')
    await touch(cdp, [{ x: 140, y: 400 }], [{ x: 300, y: 400 }])
    await expect(position(page)).toHaveText('1 of 3: plate.jpg')
    await page.goBack()
    await expect(large(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Picture plate.jpg' })).toBeVisible()
  })
})
