import jsQR from 'jsqr'
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { createLink, listLinks, getQRLink, turnOffLink, type Hides } from '../../../src/shared/sharing/links.api.ts'
import { expect, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { registerUser, signedIn, type User } from '../../support/e2e-server.ts'
import { pdfOf } from '../../support/pdf.ts'
import { pictureOf } from '../../support/sample-pictures.ts'

const NOTHING: Hides = { notes: false, files: false, positions: true, labels: [] }

/** A home with a painted hall, and a den with nothing in it; nobody is signed in in the browser. */
const newHome = async (owner: User) => {
  const projectID = await owner.newProject('Maple Street Remodel')
  const roomID = await owner.newRoom(projectID, 'Hall')
  await owner.newRoom(projectID, 'Den')
  const paint = { field1: 'Harrow & Vale Matte', field2: 'Dry Sage #b9c6b4', field3: 'HV-6102', field4: 'Eggshell' }
  const place = { projectID, roomID }
  const paintID = await owner.newItem(place, ['Paint', 'Wall Paint'], { ...paint, notes: 'Above the wainscot' })
  await owner.newItem(place, ['Paint', 'Trim Paint'], { field1: 'Harrow & Vale', field2: 'Gesso' })
  const faucetID = await owner.newItem(place, ['Plumbing', 'Faucet'], { field1: 'Castellan', field3: 'Brass' })
  await owner.newItem(place, ['Flooring', 'Hardwood'], { field1: 'White oak' })
  await owner.attach(faucetID, [
    { name: 'faucet.png', bytes: await pictureOf('red', 'png') },
    { name: 'guide.pdf', bytes: pdfOf(2) },
  ])
  return { projectID, roomID, paintID, faucetID }
}

const pathOfLink = async (
  owner: User,
  projectID: number,
  more: { roomID?: number; hides?: Partial<Hides>; endsAt?: string } = {},
) => {
  const hides = { ...NOTHING, ...more.hides }
  const { linkID } = await owner.call(createLink, { body: { projectID, name: 'Painter, hall', ...more, hides } })
  const { links } = await owner.call(listLinks, { query: { projectID } })
  return { linkID, path: new URL(links.find((link) => link.linkID === linkID)?.address ?? '').pathname }
}

/** What the browser says of a link that opens nothing, and of a home that is another's. */
test.use({ expectedErrors: ['404 /openlink', '404 /getroom', '404 /item'] })

const newOwner = async (request: APIRequestContext) => signedIn(request, await registerUser(request))
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

test('a link to a room shows it without login or navigation, with rows, copying, search and files', async ({
  page,
  request,
}) => {
  const owner = await newOwner(request)
  const { projectID, roomID } = await newHome(owner)
  const { linkID, path } = await pathOfLink(owner, projectID, {
    roomID,
    hides: { notes: true },
    endsAt: '2999-12-20T12:00:00.000Z',
  })
  const document = await page.goto(path)
  expect(document?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  })
  await expect(heading(page, 'Hall')).toBeVisible()
  await expect(page).toHaveTitle('Hall · Maple Street Remodel · Roomfolio')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByText('Maple Street Remodel', { exact: true })).toBeVisible()
  await expect(page.getByText('Read only', { exact: true })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  await expect(page.getByText('Hidden: Notes', { exact: true })).toBeVisible()
  await expect(page.getByText('This link expires Dec 20, 2999.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: /Wall Paint/ }).click()
  await expect(page.getByRole('button', { name: 'Copy HV-6102', exact: true })).toBeVisible()
  await expect(page.getByText('Above the wainscot')).toHaveCount(0)

  await page.getByRole('button', { name: /Castellan/ }).click()
  const faucet = page.getByRole('button', { name: /^faucet\.png/ })
  await expect(faucet.locator('img')).toHaveJSProperty('complete', true)
  await expect(faucet.locator('img')).not.toHaveJSProperty('naturalWidth', 0)
  await page.getByRole('button', { name: /^guide\.pdf/ }).click()
  await expect(page.getByText('Page 1 of 2', { exact: true })).toBeVisible()
  await faucet.click()
  await expect(page.getByRole('dialog', { name: 'Picture', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Search this room', exact: true }).fill('gesso')
  await expect(page.getByRole('status').filter({ hasText: '1 item' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Castellan/ })).toHaveCount(0)
  await page.getByRole('searchbox').fill('wainscot')
  await expect(page.getByText('No results for “wainscot”.', { exact: true })).toBeVisible()

  await owner.call(turnOffLink, { query: { linkID } })
  await page.goto(path)
  await expect(heading(page, 'This link no longer works')).toBeVisible()
  await expectAccessible(page)
})

test('a QR code leads its owner into the app, to the room or the item, and everybody else to the page', async ({
  page,
  user,
  server,
  request,
}) => {
  const { roomID, paintID } = await newHome(user)
  const { address } = await user.call(getQRLink, { body: { roomID } })
  const { pathname } = new URL(address)
  await page.goto(pathname)
  await expect(page).toHaveURL(`${server.url}/roomitems?roomID=${roomID}`)
  await page.goto(`${pathname}?itemID=${paintID}`)
  await expect(page).toHaveURL(`${server.url}/edititem?itemID=${paintID}`)

  const owner = await newOwner(request)
  const another = await newHome(owner)
  const theirs = new URL((await owner.call(getQRLink, { body: { roomID: another.roomID } })).address).pathname
  await page.goto(`${theirs}?itemID=${another.paintID}`)
  await expect(page.getByText('Read only', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy HV-6102', exact: true })).toBeVisible()
})

/** What a decoder reads in a picture; undefined where it finds no code. */
const readCode = async (png: Buffer): Promise<string | undefined> => {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

test('the codes of a room and its items are printed in ink on white, and a decoder reads them in both schemes', async ({
  page,
  user,
}) => {
  const { projectID, roomID, paintID } = await newHome(user)
  const { address } = await user.call(getQRLink, { body: { roomID } })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.goto(`/people?projectID=${projectID}&qr=${roomID}`)
  const ofRoom = page.getByRole('img', { name: 'QR code of Hall', exact: true })
  const ofPaint = page.getByRole('img', { name: 'QR code of Dry Sage HV-6102', exact: true })
  expect(await readCode(await ofRoom.screenshot())).toBe(address)
  expect(await readCode(await ofPaint.screenshot())).toBe(`${address}?itemID=${paintID}`)
  await expect(page.getByRole('banner')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  expect(await readCode(await ofRoom.screenshot())).toBe(address)
})
