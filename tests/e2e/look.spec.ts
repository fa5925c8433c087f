import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { listRoomTypes } from '../../src/shared/room-structure.ts'
import { PAGES, type PageSpec } from '../../src/shared/pages.ts'
import { createLink, listLinks } from '../../src/shared/links.ts'
import { createProject, deleteProject } from '../../src/shared/projects.ts'
import { createRoom } from '../../src/shared/rooms.ts'
import { createCategory, renameCategory } from '../../src/shared/structure.ts'
import { expect, fontsOf, registerUser, signedIn, test, type User } from '../support/e2e.ts'
import { pdfOf } from '../support/pdf.ts'

/** As long as the product takes them. */
const LONG = 'Quarter-sawn white oak, '.repeat(11).slice(0, 255)

interface Home {
  projectID: number
  roomID: number
  itemID: number
  roomTypeID: number
}

/** Something of everything that a screen can show. */
const furnish = async (user: User): Promise<Home> => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  await user.newRoom(projectID, 'Attic', 'Whole House')
  const place = { projectID, roomID }
  const itemID = await user.newItem(place, ['Plumbing', 'Faucet'], { field1: 'Brass', notes: 'By the window' })
  await user.newItem(place, ['Paint', 'Wall Paint'], { field1: 'Haverline', field3: '#B9C6B4' })
  await user.newItem(place, ['Flooring', 'Hardwood'], {})
  await user.attach(itemID, [{ name: 'Warranty.pdf', bytes: pdfOf(2) }])
  await user.call(deleteProject, { query: { projectID: await user.newProject('Elm Street') } })
  const { rooms } = await user.call(listRoomTypes, {})
  return { projectID, roomID, itemID, roomTypeID: rooms[0]?.roomTypeID ?? 0 }
}

const HOME: Home = { projectID: 0, roomID: 0, itemID: 0, roomTypeID: 0 }

/** Of pages that are looked at otherwise than under their path with the ids that they name. */
const OTHER_ADDRESSES: { [Name in keyof typeof PAGES]?: (home: Home) => readonly string[] } = {
  // Anybody else is led away from it: tests/e2e/new-password.spec.ts looks at it.
  newPassword: () => [],
  reset: () => ['/reset?token=any'],
  // What opens nothing is a 404, which the browser reports: tests/e2e/links.spec.ts looks at it.
  view: () => [],
  createRoom: ({ projectID, roomID }) => [
    `/createroom?projectID=${projectID}`,
    `/createroom?projectID=${projectID}&roomID=${roomID}`,
  ],
  editItem: ({ itemID }) => [`/edititem?itemID=${itemID}`, `/edititem?itemID=${itemID}&tab=attachments`],
}

const addressOf = ({ path, ids }: PageSpec, home: Home): string =>
  [path, ids.map((id) => `${id}=${home[id as keyof Home]}`).join('&')].filter(Boolean).join('?')

const addressesOf = (isPublic: boolean, home: Home): string[] =>
  (Object.keys(PAGES) as (keyof typeof PAGES)[])
    .filter((name) => (PAGES[name].access === 'public') === isPublic)
    .flatMap((name) => OTHER_ADDRESSES[name]?.(home) ?? [addressOf(PAGES[name], home)])

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await fontsOf(page)
}

/**
 * What a finger misses that comes down 22 px from the middle of it: above, below, left or right. Links in running text
 * are read, and their lines stand as close as lines do.
 */
const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isInText = (link: Element): boolean => {
      if (!link.matches('a') || getComputedStyle(link).display !== 'inline') return false
      let block: Element | null = link.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      return (block?.textContent.trim().length ?? 0) > link.textContent.trim().length
    }
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('.visually-hidden') &&
      getComputedStyle(element).clipPath === 'none'
    const isHit = (element: Element, x: number, y: number): boolean => {
      const hit = document.elementFromPoint(x, y)
      if (!hit) return false
      return element.contains(hit) || (hit.closest('label') as HTMLLabelElement | null)?.control === element
    }
    const interactive = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    const small: string[] = []
    for (const element of document.querySelectorAll(interactive)) {
      if (!isShown(element) || isInText(element)) continue
      const box =
        (element.matches('input[type=checkbox], input[type=radio]') ? element.closest('label') : null) ?? element
      box.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x: left, y: top, width, height } = box.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      // Hits go by whole pixels, boxes do not. What is drawn smaller may be pressed around it, as a row by its link.
      const reach = Math.min(width, height) >= 44 ? 20 : 21.5
      const missed = [
        [x - reach, y],
        [x + reach, y],
        [x, y - reach],
        [x, y + reach],
      ].some(([px = 0, py = 0]) => !isHit(element, px, py))
      const name = element.getAttribute('aria-label') ?? element.textContent.trim()
      if (missed) small.push(`${element.tagName} "${name.slice(0, 40)}" ${width} × ${height}`)
    }
    return small
  })

const expectLargeTargets = async (page: Page, addresses: readonly string[]) => {
  const found: Record<string, string[]> = {}
  for (const address of addresses) {
    await open(page, address)
    const small = await smallTargets(page)
    if (small.length > 0) found[address] = small
  }
  expect(found).toEqual({})
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('everything that is pressed on a page for everybody is at least 44 px', async ({ page }) => {
    await expectLargeTargets(page, addressesOf(true, HOME))
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await smallTargets(page)).toEqual([])
  })

  test('everything that is pressed on a page of members and administrators is at least 44 px', async ({
    page,
    admin,
  }) => {
    test.slow()
    const home = await furnish(admin)
    const { catID } = await admin.call(createCategory, { body: { newCat: 'Stoves' } })
    await admin.call(renameCategory, { body: { catID, catName: 'Hearths' } })
    await expectLargeTargets(page, addressesOf(false, home))
  })

  test('everything that is pressed on the page of a read-only link is at least 44 px', async ({ page, request }) => {
    const owner = await signedIn(request, await registerUser(request))
    const { projectID, roomID } = await furnish(owner)
    const hides = { notes: false, files: false, labels: [] }
    for (const place of [{}, { roomID }])
      await owner.call(createLink, { body: { projectID, name: 'Painter', hides, ...place } })
    const { links } = await owner.call(listLinks, { query: { projectID } })
    const ofRoom = links.filter((link) => link.roomID !== null)
    const ofProject = links.filter((link) => link.roomID === null)
    const paths = [...ofProject, ...ofRoom].map(({ address }) => new URL(address ?? '').pathname)
    expect(paths).toHaveLength(2)
    await expectLargeTargets(page, paths)
    // With a row open, on the page of the room, which was the last.
    await page.getByRole('button', { name: /Brass/ }).first().click()
    await expect(page.getByText('By the window')).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
  })

  test('everything that is pressed in a dialog, a toast and a preview is at least 44 px', async ({ page, user }) => {
    const { itemID } = await furnish(user)
    await open(page, `/edititem?itemID=${itemID}&tab=attachments`)
    await page
      .getByRole('button', { name: /Warranty\.pdf/ })
      .first()
      .click()
    await expect(page.getByText('Page 1 of')).toBeVisible()
    expect(await smallTargets(page)).toEqual([])
    await page.getByRole('tab', { name: 'Item Details' }).click()
    await page.getByRole('button', { name: 'Clear Fields' }).click()
    await expect(page.getByRole('alertdialog').getByRole('button')).toHaveCount(2)
    for (const button of await page.getByRole('alertdialog').getByRole('button').all()) {
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete Item' }).click()
    for (const name of ['Undo', 'Close']) {
      const box = await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name }).boundingBox()
      expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44)
    }
  })
})

test.describe('on a tablet', () => {
  test.use({ viewport: { width: 1024, height: 768 }, hasTouch: true, isMobile: true })

  test('a finger hits what it aims at, however wide the screen is', async ({ page, user }) => {
    const { roomID, itemID } = await furnish(user)
    await expectLargeTargets(page, ['/account', `/roomitems?roomID=${roomID}`, `/edititem?itemID=${itemID}`, '/trash'])
  })
})

/** The texts of a room's rows that run under the files, or out of the screen. */
const overlaps = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main li > button')].flatMap((row) => {
      const [, words, files] = [...row.children].map((part) => part.getBoundingClientRect())
      const isFree = words && files && words.right <= files.left && files.right <= innerWidth
      return isFree && row.scrollWidth <= row.clientWidth ? [] : [row.textContent]
    }),
  )

for (const width of [390, 320]) {
  test(`on Room Items ${width} wide no value runs under the folder and the count of files`, async ({ page, user }) => {
    await page.setViewportSize({ width, height: 844 })
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID, 'Kitchen')
    const place = { projectID, roomID }
    // First, middle and last rows are padded apart from each other, and one that stands alone is both.
    for (const field1 of ['Haverline Supreme Satin Enamel', 'Haverline Supreme Matte Enamel', LONG]) {
      await user.newItem(place, ['Plumbing', 'Faucet'], { field1, field2: field1 })
    }
    const itemID = await user.newItem(place, ['Plumbing', 'Sink'], { field1: 'Fireclay farmhouse apron-front sink' })
    await user.attach(
      itemID,
      Array.from({ length: 12 }, (_, n) => ({ name: `${n}.pdf`, bytes: pdfOf(1) })),
    )
    await open(page, `/roomitems?roomID=${roomID}`)
    await expect(page.getByRole('button', { name: /apron-front sink .*12 files/ })).toBeVisible()
    expect(await overlaps(page)).toEqual([])
    for (const row of await page.locator('main li > button').all()) await row.click()
    expect(await overlaps(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  })
}

/** How much the picture of a part of the screen has of each colour, as #rrggbb. */
const coloursOf = async (part: Locator): Promise<Map<string, number>> => {
  const { data } = await sharp(await part.screenshot({ animations: 'disabled' }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colours = new Map<string, number>()
  for (let at = 0; at < data.length; at += 3) {
    const colour = `#${data.subarray(at, at + 3).toString('hex')}`
    colours.set(colour, (colours.get(colour) ?? 0) + 1)
  }
  return colours
}

/** Whether a line of one colour that is not the ground's runs along an edge, below or at the left. */
const isMarked = async (part: Locator): Promise<boolean> => {
  const image = sharp(await part.screenshot({ animations: 'disabled' })).removeAlpha()
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3).toString('hex')
  const ground = at(info.width - 1, 0)
  const rows = Array.from({ length: 5 }, (_, n) => info.height - 1 - n)
  return rows.some((y) => {
    let run = 0
    for (let x = 0; x < info.width; x++) if (at(x, y) !== ground) run++
    return run > info.width / 2
  })
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`forced colours, ${colorScheme}, keep swatches and the marks of the current page and tab`, async ({
    page,
    admin,
  }) => {
    const { projectID, roomID, itemID } = await furnish(admin)
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    await open(page, `/roomitems?roomID=${roomID}`)
    const swatch = page
      .getByRole('row', { name: /Haverline/ })
      .locator('[aria-hidden=true]')
      .first()
    expect((await coloursOf(swatch)).get('#b9c6b4')).toBeGreaterThan(500)
    expect(await isMarked(page.getByRole('link', { name: 'My Projects' }))).toBe(true)
    expect(await isMarked(page.getByRole('link', { name: 'About' }))).toBe(false)

    await open(page, `/projecthome?projectID=${projectID}`)
    const strip = page.getByRole('link', { name: 'Kitchen, Kitchen' }).locator('[aria-hidden=true]').first()
    expect((await coloursOf(strip)).get('#b9c6b4')).toBeGreaterThan(500)

    await open(page, `/edititem?itemID=${itemID}`)
    expect(await isMarked(page.getByRole('tab', { name: 'Item Details' }))).toBe(true)
    expect(await isMarked(page.getByRole('tab', { name: 'Attachments' }))).toBe(false)

    await open(page, '/admin/people')
    const pages = page.getByRole('navigation', { name: 'Administration' })
    expect(await isMarked(pages.getByRole('link', { name: 'People' }))).toBe(true)
    expect(await isMarked(pages.getByRole('link', { name: 'Overview' }))).toBe(false)
  })
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]) {
  test(`the longest texts leave the ways to the fields and the files of an item on a screen of ${width} by ${height}`, async ({
    page,
    user,
  }) => {
    await page.setViewportSize({ width, height })
    const inputs = {
      name: LONG,
      client: '',
      address: LONG,
      address2: '',
      city: 'Burlington',
      state: 'VT',
      zip: '05401',
    }
    const { projectID } = await user.call(createProject, { body: { inputs } })
    const { rooms } = await user.call(listRoomTypes, {})
    const roomType = rooms.find(({ roomTypeName }) => roomTypeName === 'Kitchen')?.roomTypeID ?? 0
    const roomName = 'W'.repeat(32)
    const { roomID } = await user.call(createRoom, { body: { projectID, roomName, roomType } })
    const place = { projectID, roomID }
    const itemID = await user.newItem(place, ['Plumbing', 'Faucet'], { field1: LONG, field2: 'M'.repeat(255) })
    await open(page, `/edititem?itemID=${itemID}`)
    await expect(page.getByRole('button', { name: 'Edit Fields' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: 'Add Photos and Files' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Update Item')).toBeInViewport({
      ratio: 1,
    })
  })

  test(`Help begins with the contact, administration is a line of tabs, on a screen of ${width} by ${height}`, async ({
    page,
    admin,
  }) => {
    expect(admin.name).toBeTruthy()
    await page.setViewportSize({ width, height })
    await open(page, '/help')
    await expect(page.getByRole('link', { name: 'hello@roomfolio.example' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Contact')

    await open(page, '/admin/overview')
    const tabs = await page.getByRole('navigation', { name: 'Administration' }).getByRole('link').all()
    expect(tabs).toHaveLength(4)
    const boxes = await Promise.all(tabs.map((tab) => tab.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    for (const tab of tabs) await expect(tab).toBeInViewport({ ratio: 1 })
  })
}

for (const width of [1280, 390, 320]) {
  test(`${width} wide, forms have one width, and what deletes stands in no line with what saves`, async ({
    page,
    user,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    const { projectID, roomID } = await furnish(user)
    const edges = new Set<string>()
    for (const address of [
      '/projectsetup',
      `/editproject?projectID=${projectID}`,
      `/createroom?projectID=${projectID}`,
      `/createroom?projectID=${projectID}&roomID=${roomID}`,
      `/createitem?projectID=${projectID}&roomID=${roomID}`,
      '/account',
      '/register',
      '/forgot',
      '/reset?token=any',
    ]) {
      await open(page, address)
      const heading = await page.getByRole('heading', { level: 1 }).locator('xpath=../..').boundingBox()
      edges.add(`${heading?.x} to ${(heading?.x ?? 0) + (heading?.width ?? 0)}`)
      const remove = page.getByRole('main').getByRole('button', { name: /^Delete (Project|Room|Item)$/ })
      if ((await remove.count()) === 0) continue
      const save = page.getByRole('button', { name: /^(Save|Update) (Project|Room|Item)$/ })
      const [above, below] = [await save.boundingBox(), await remove.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    }
    expect([...edges]).toHaveLength(1)
  })
}

test('a room card is named by all that is seen on it, in its order', async ({ page, user }) => {
  const { projectID } = await furnish(user)
  await open(page, `/projecthome?projectID=${projectID}`)
  await expect(page.getByRole('link', { name: 'Attic, Whole House, 0 items', exact: true })).toHaveText(
    'Attic Whole House 0',
  )
  await expect(page.getByRole('link', { name: 'Kitchen, Kitchen, 3 items', exact: true })).toHaveText(
    'Kitchen Kitchen 3',
  )
})
