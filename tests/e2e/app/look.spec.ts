import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { requestConsultation } from '../../../src/shared/admin/consultations.api.ts'
import { offerProject } from '../../../src/shared/sharing/handover.api.ts'
import { addInboxPhoto } from '../../../src/shared/items/inbox.api.ts'
import { updateItem } from '../../../src/shared/items/items.api.ts'
import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { inviteMember } from '../../../src/shared/sharing/members.api.ts'
import { PAGES, type PageSpec } from '../../../src/shared/contract/pages.ts'
import { createProject, deleteProject } from '../../../src/shared/projects/projects.api.ts'
import { issueRevision } from '../../../src/shared/papers/revisions.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { listRoomTypes } from '../../../src/shared/structure/room-structure.api.ts'
import { createRoom } from '../../../src/shared/projects/rooms.api.ts'
import { createCategory, renameCategory } from '../../../src/shared/structure/structure.api.ts'
import { createTask } from '../../../src/shared/upkeep/tasks.api.ts'
import { saveAsTemplate } from '../../../src/shared/items/bulk/templates.api.ts'
import { isoDay } from '../../support/days.ts'
import { expect, nightlyIf, OF_WORKER, test as base } from '../../support/e2e.ts'
import {
  axeFindings,
  COLOUR_RULES,
  expectAccessible,
  expectNoSidewaysScrolling,
  fontsOf,
} from '../../support/e2e-page.ts'
import { type Server, signedIn, type User } from '../../support/e2e-server.ts'
import { pdfOf } from '../../support/pdf.ts'
import { pictureOf } from '../../support/sample-pictures.ts'

/** As long as the product takes them. */
const LONG = 'Quarter-sawn white oak, '.repeat(11).slice(0, 255)

/** A home with items, files and an entry in the trash. */
const furnish = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const attic = await user.newRoom(projectID, 'Attic', 'Whole House')
  const place = { projectID, roomID }
  const itemID = await user.newItem(place, ['Plumbing', 'Faucet'], {
    field1: 'Brass',
    field6: isoDay(40),
    notes: 'By the window',
  })
  const paintID = await user.newItem(place, ['Paint', 'Wall Paint'], { field1: 'Haverline', field3: '#B9C6B4' })
  await user.newItem(place, ['Flooring', 'Hardwood'], { field3: 'White oak' })
  await user.attach(itemID, [{ name: 'Warranty.pdf', bytes: pdfOf(2) }])
  await user.call(deleteProject, { query: { projectID: await user.newProject('Elm Street') } })
  const { rooms } = await user.call(listRoomTypes, {})
  return { projectID, roomID, attic, itemID, paintID, roomTypeID: rooms[0]?.roomTypeID ?? 0 }
}

/** Whom pages are looked at as: somebody with everything, with nothing, and a Viewer of all that the first has. */
type Who = 'nobody' | 'admin' | 'newcomer' | 'viewer'

interface Furnished {
  names: Record<Exclude<Who, 'nobody'>, string>
  /** What an address may name in braces. */
  words: Record<string, string | number>
}

/** Something of everything that a page can show. */
const furnishAll = async (server: Server, request: APIRequestContext): Promise<Furnished> => {
  const [admin, newcomer, viewer] = [
    await server.addUser(request),
    await server.addUser(request),
    await server.addUser(request),
  ]
  server.setRole('grant', admin, Role.Admin)
  const user = await signedIn(request, admin)
  const { attic, paintID, ...ids } = await furnish(user)
  const { projectID, roomID } = ids
  const inBasement = { projectID, roomID: await user.newRoom(projectID, 'Basement') }
  const picture = { name: 'IMG_1.jpg', bytes: await pictureOf('gray', 'jpeg') }
  await user.attach(paintID, [picture])
  await user.call(updateItem, { body: { itemID: ids.itemID, inputs: { field1: 'Satin brass' } } })
  const valve = { field1: 'Whole house', field2: 'Left of the boiler', notes: 'A quarter turn.' }
  await user.newItem({ projectID, roomID: attic }, ['Plumbing', 'Shut-Off Valve'], valve)
  await user.newItem(inBasement, ['Appliances', 'Dishwasher'], { field1: 'Brennholt', field6: isoDay(-3) })
  for (const days of [-12, 2]) {
    const inputs = { name: 'Clean Gutters', day: isoDay(days), repeats: null }
    await user.call(createTask, { body: { projectID, roomID, inputs } })
  }
  const [photo] = await user.upload([{ ...picture, bytes: await pictureOf('red', 'jpeg') }])
  await user.call(addInboxPhoto, { body: { projectID, roomID, remote: photo?.remote ?? '' } })
  await user.call(issueRevision, { body: { projectID, note: 'For the painter' } })
  const { projectID: templateID } = await user.call(saveAsTemplate, { body: { projectID, name: 'Row House' } })
  server.addMember(projectID, viewer, 'viewer')
  const invited = await user.call(inviteMember, { body: { projectID, email: 'kim@example.com', may: 'write' } })

  const hides = { notes: false, files: false, labels: [] }
  for (const place of [{}, { roomID }])
    await user.call(createLink, { body: { projectID, name: 'Painter', hides, ...place } })
  const { links } = await user.call(listLinks, { query: { projectID } })
  const pathOf = (address: string | null | undefined) => new URL(address ?? '').pathname

  const emptyID = await user.newProject('Lakeside Cottage')
  const emptyRoomID = await user.newRoom(emptyID, 'Porch')
  const goes = { notes: true, files: true, history: true, members: false, links: false }
  const offer = { projectID: emptyID, email: 'kim@example.com', goes, stays: false }
  const offered = await user.call(offerProject, { body: offer })

  const { catID } = await user.call(createCategory, { body: { newCat: `Stoves of ${admin}` } })
  await user.call(renameCategory, { body: { catID, catName: `Hearths of ${admin}` } })
  const asked = { name: 'Alex', email: 'alex@example.com', phone: '(555) 010-0177', about: 'A wall' }
  await user.call(requestConsultation, { body: { inputs: { ...asked, project: 'Elm Street', preferredTimes: 'Any' } } })

  const words = {
    ...ids,
    emptyID,
    emptyRoomID,
    templateID,
    projectLink: pathOf(links.find((link) => link.roomID === null)?.address),
    roomLink: pathOf(links.find((link) => link.roomID !== null)?.address),
    invitation: new URL(invited.link).hash,
    offer: new URL(offered.link).hash,
  }
  return { names: { admin, newcomer, viewer }, words }
}

/** With what all pages are looked at with. */
const test = base.extend<object, { furnished: Furnished }>({
  furnished: [
    async ({ server, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: server.url })
      await use(await furnishAll(server, request))
      await request.dispose()
    },
    OF_WORKER,
  ],
})

const open = async (page: Page, address: string) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await fontsOf(page)
}

const openAs = async (
  who: Who,
  address: string,
  { page, context, furnished }: { page: Page; context: BrowserContext; furnished: Furnished },
) => {
  const { names, words } = furnished
  if (who !== 'nobody') {
    await signedIn(context.request, names[who])
    await context.addInitScript((mark) => localStorage.setItem('roomfolio.signed-in', mark), names[who])
  }
  await open(
    page,
    address.replace(/\{(\w+)\}/g, (_, word: string) => String(words[word])),
  )
  // What is asked for behind a page is there too.
  await page.waitForLoadState('networkidle')
}

/**
 * What a finger misses that comes down 22 px from the middle of it, or near that: above, below, left or right. Links in running text
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
      const isHitAround = (x: number, y: number) =>
        [
          [x - reach, y],
          [x + reach, y],
          [x, y - reach],
          [x, y + reach],
        ].every(([px = 0, py = 0]) => isHit(element, px, py))
      // Its middle may lie beside that of what can be pressed: of a title in its row, of a picture with a box in its corner.
      const places = [0, -6, 6].flatMap((dy) => [x, left + 22, left + width - 22].map((px) => [px, y + dy]))
      const missed = !places.some(([px = 0, py = 0]) => isHitAround(px, py))
      const name = element.getAttribute('aria-label') ?? element.textContent.trim()
      if (missed) small.push(`${element.tagName} "${name.slice(0, 40)}" ${width} × ${height}`)
    }
    return small
  })

/** The page has redrawn itself after its window was resized. */
const redrawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** 1280 × 1024 at 400 and 300 %, and a phone held sideways. */
const ZOOMED = [
  [320, 256],
  [427, 300],
  [667, 331],
] as const

/** What stays in front of a page and takes more than a third of its height. */
const tallBars = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => {
      const { position, visibility } = getComputedStyle(element)
      const { height } = element.getBoundingClientRect()
      const isTall = /fixed|sticky/.test(position) && visibility === 'visible' && height > innerHeight / 3
      return isTall ? [`${element.className} ${Math.round(height)} px`] : []
    }),
  )

/** In a window and on a phone, in the dark, and on the smallest screen. */
const expectGoodLooks = async (page: Page) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(await axeFindings(page), '1280 wide').toEqual([])
  await expectNoSidewaysScrolling(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await axeFindings(page, COLOUR_RULES), 'in the dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  await redrawn(page)
  expect(await axeFindings(page), '390 wide').toEqual([])
  await expectNoSidewaysScrolling(page)
  expect(await smallTargets(page), 'smaller than 44 px').toEqual([])
  await page.setViewportSize({ width: 320, height: 568 })
  await redrawn(page)
  await expectNoSidewaysScrolling(page)
  for (const [width, height] of ZOOMED) {
    await page.setViewportSize({ width, height })
    await redrawn(page)
    expect(await tallBars(page), `stays in front at ${width} × ${height}`).toEqual([])
  }
}

test('what every page is looked at for is noticed: a picture without words, a name unlike what is seen, faint text, sideways scrolling, a small button', async ({
  page,
}) => {
  const screen = (content: string) =>
    page.setContent(`<!doctype html><html lang="en"><title>Test</title><main><h1>Test</h1>${content}</main></html>`)
  await screen('<p>All is well.</p>')
  await expectGoodLooks(page)
  await screen('<img src="data:,">')
  await expect(expectGoodLooks(page)).rejects.toThrow('image-alt')
  await expect(expectAccessible(page)).rejects.toThrow('image-alt')
  await screen('<a href="#" aria-label="Attic, 0 items">Attic <span>Whole House</span> <span>0</span></a>')
  await expect(expectGoodLooks(page)).rejects.toThrow('label-content-name-mismatch')
  await screen('<style>@media (prefers-color-scheme: dark) { p { color: #eee } }</style><p>Faint.</p>')
  await expect(expectGoodLooks(page)).rejects.toThrow('color-contrast')
  await screen('<p style="width: 370px">Wide.</p>')
  await expect(expectGoodLooks(page)).rejects.toThrow('sideways scrolling at 320')
  await screen('<button style="height: 30px">Press</button>')
  await expect(expectGoodLooks(page)).rejects.toThrow('smaller than 44 px')
  await screen('<div style="position: sticky; bottom: 0; height: 100px">Bar</div>')
  await expect(expectGoodLooks(page)).rejects.toThrow('stays in front at 320')
})

/** What an address of a page shows beside what it shows by itself; where it is named as a whole, instead of that. */
const STATES: { [Name in keyof typeof PAGES]?: readonly string[] } = {
  // Anybody else is led away from it: tests/e2e/identity/new-password.spec.ts looks at it.
  newPassword: [],
  // Likewise: tests/e2e/identity/second-factor.spec.ts
  secondFactor: [],
  reset: ['/reset#any'],
  view: ['{projectLink}', '{roomLink}'],
  joinProject: ['', '{invitation}'],
  acceptProject: ['', '{offer}'],
  projectHome: [
    '',
    ...['papers', 'ready', 'ready=1&aside', 'inbox', 'emergency', 'spreadsheet'].map((of) => `&${of}=1`),
  ],
  helpTopic: ['/help/record-item'],
  members: ['', '&qr={roomID}'],
  createRoom: ['', '&roomID={roomID}'],
  editItem: ['', '&tab=attachments', '&tab=history'],
  find: ['', '?q=haverline', '?q=haverline%20marble'],
}

/** The address of a page with what it names in braces. */
const templateOf = ({ path, ids }: PageSpec): string =>
  [path, ids.map((id) => `${id}={${id}}`).join('&')].filter(Boolean).join('?')

const LOOKS = (Object.keys(PAGES) as (keyof typeof PAGES)[]).flatMap((name) =>
  (STATES[name] ?? ['']).map((state) => ({
    who: PAGES[name].access === 'public' ? ('nobody' as const) : ('admin' as const),
    address: /^(\/|\{\w+Link\})/.test(state) ? state : templateOf(PAGES[name]) + state,
  })),
)

for (const { who, address } of LOOKS)
  test(`${address} is accessible, fits every width, and has nothing smaller than a finger`, async ({
    page,
    context,
    furnished,
  }) => {
    await openAs(who, address, { page, context, furnished })
    await expectGoodLooks(page)
  })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  for (const { who, sees, addresses } of [
    { who: 'newcomer', sees: 'nothing yet', addresses: ['/selectproject', '/comingup', '/trash'] },
    {
      who: 'admin',
      sees: 'a home without anything',
      addresses: [
        '/projecthome?projectID={emptyID}',
        '/projecthome?projectID={emptyID}&ready=1',
        '/projecthome?projectID={emptyID}&emergency=1',
        '/roomitems?roomID={emptyRoomID}',
        '/handover?projectID={emptyID}',
      ],
    },
    {
      who: 'admin',
      sees: 'a template',
      addresses: [
        '/projecthome?projectID={templateID}',
        '/editproject?projectID={templateID}',
        '/people?projectID={templateID}',
      ],
    },
    {
      who: 'viewer',
      sees: 'what they may look at',
      addresses: [
        '/selectproject',
        '/projecthome?projectID={projectID}',
        '/projecthome?projectID={projectID}&ready=1',
        '/roomitems?roomID={roomID}',
        '/edititem?itemID={itemID}',
        '/people?projectID={projectID}',
      ],
    },
  ] as const)
    test(`${sees} is accessible to ${who === 'viewer' ? 'a viewer' : `the ${who}`}`, async ({
      page,
      context,
      furnished,
      expectedErrors,
    }) => {
      // What a template is without.
      expectedErrors.push('409 /members')
      for (const address of addresses) {
        await openAs(who, address, { page, context, furnished })
        await expectAccessible(page)
      }
    })

  test('the menu and an opened row of a read-only link are accessible, and nothing of them is smaller than a finger', async ({
    page,
    context,
    furnished,
  }) => {
    await openAs('nobody', '/', { page, context, furnished })
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page)
    expect(await smallTargets(page)).toEqual([])
    await openAs('nobody', '{roomLink}', { page, context, furnished })
    await page
      .getByRole('button', { name: /Satin brass/ })
      .first()
      .click()
    await expect(page.getByText('By the window')).toBeVisible()
    await expectAccessible(page)
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
    // Of an item that is deleted by then it is a 404.
    const tasks = page.waitForResponse(/\/upcoming\?/)
    await page.getByRole('tab', { name: 'Item Details' }).click()
    await tasks
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
    for (const address of ['/account', `/roomitems?roomID=${roomID}`, `/edititem?itemID=${itemID}`, '/trash']) {
      await open(page, address)
      expect(await smallTargets(page), address).toEqual([])
    }
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
  test(
    `on Room Items ${width} wide no value runs under the folder and the count of files`,
    nightlyIf(width === 390),
    async ({ page, user }) => {
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
    },
  )
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
  test(
    `forced colours, ${colorScheme}, keep swatches and the marks of the current page and tab`,
    nightlyIf(colorScheme === 'light'),
    async ({ page, admin }) => {
      const { projectID, roomID, itemID } = await furnish(admin)
      await page.emulateMedia({ forcedColors: 'active', colorScheme })
      await open(page, `/roomitems?roomID=${roomID}`)
      const swatch = page
        .getByRole('row', { name: /Haverline/ })
        .locator('[aria-hidden=true]')
        .first()
      expect((await coloursOf(swatch)).get('#b9c6b4')).toBeGreaterThan(500)
      await expect.poll(() => isMarked(page.getByRole('link', { name: 'My Projects' }))).toBe(true)
      await expect.poll(() => isMarked(page.getByRole('link', { name: 'About' }))).toBe(false)

      await open(page, `/projecthome?projectID=${projectID}`)
      const strip = page.getByRole('link', { name: 'Kitchen, Kitchen' }).locator('[aria-hidden=true]').first()
      expect((await coloursOf(strip)).get('#b9c6b4')).toBeGreaterThan(500)

      await open(page, `/edititem?itemID=${itemID}`)
      await expect.poll(() => isMarked(page.getByRole('tab', { name: 'Item Details' }))).toBe(true)
      await expect.poll(() => isMarked(page.getByRole('tab', { name: 'Attachments' }))).toBe(false)

      await open(page, '/admin/people')
      const pages = page.getByRole('navigation', { name: 'Administration' })
      await expect.poll(() => isMarked(pages.getByRole('link', { name: 'People' }))).toBe(true)
      await expect.poll(() => isMarked(pages.getByRole('link', { name: 'Overview' }))).toBe(false)
    },
  )
}

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
]) {
  test(
    `the longest texts leave the ways to the fields and the files of an item on a screen of ${width} by ${height}`,
    nightlyIf(width === 390),
    async ({ page, user }) => {
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
    },
  )

  test(
    `Help begins with the contact, administration is a line of tabs, on a screen of ${width} by ${height}`,
    nightlyIf(width === 390),
    async ({ page, admin }) => {
      expect(admin.name).toBeTruthy()
      await page.setViewportSize({ width, height })
      await open(page, '/help')
      await expect(page.getByRole('link', { name: 'hello@roomfolio.example' })).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Contact')

      await open(page, '/admin/overview')
      const tabs = await page.getByRole('navigation', { name: 'Administration' }).getByRole('link').all()
      expect(tabs).toHaveLength(5)
      const boxes = await Promise.all(tabs.map((tab) => tab.boundingBox()))
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
      for (const tab of tabs) await expect(tab).toBeInViewport({ ratio: 1 })
    },
  )
}

for (const width of [1280, 390, 320]) {
  test(
    `${width} wide, forms have one width, and deleting and saving are in different rows`,
    nightlyIf(width !== 390),
    async ({ page, user }) => {
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
        '/reset#any',
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
    },
  )
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
