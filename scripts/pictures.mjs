// npm run pictures: takes the pictures of the help page and of README.md again, from the demo in a real browser.
//   npm run pictures -- people links    these two of the help page alone
import './lib/node-version.mjs'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './lib/find-chromium.mjs'
import { built, installed } from './lib/prepare.mjs'
import { Failure, orExplain, ROOT, start } from './lib/run.mjs'
import { temporaryFolder } from './lib/temporary.mjs'

/** @typedef {import('@playwright/test').Page} Page */

/** The pictures have more pixels than src/web/public/picture.tsx shows, so that small text stays sharp. */
const HELP_PIXELS = 1440
const HELP = { width: 960, height: 600 }
const HELP_WIDE = { width: 1152, height: 720 }
const HELP_QUALITY = 65
const HELP_FOLDER = join(ROOT, 'src/web/public/pictures')

const README = { width: 1280, height: 1000 }
const README_FILE = join(ROOT, 'docs/images/room-items.png')

/** Those to write; all, where none is named. */
const NAMED = process.argv.slice(2)

const HOST = 'homes.example.com'
const DEMO = { user: 'demo', pwd: 'room by room' }

/** The demo on data of its own, at a free port. */
const startDemo = async () => {
  const { path } = temporaryFolder('roomfolio-pictures-', { durable: false })
  const { child, ended } = start(process.execPath, ['dist/server/demo.js'], {
    env: { ...process.env, DEMO_DATA_DIR: path, PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  /** @type {string} */
  const url = await new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text
      const [, found] = /running at (http:\S+)/.exec(output) ?? []
      if (found) resolve(found)
    })
    void ended.then((code) => reject(new Failure(`The demo ended with exit code ${code}:\n${output}`)))
  })
  return { url, stop: () => child.kill() }
}

/**
 * Waits for fonts, and for the images that can be seen.
 * @param {Page} page
 */
const settle = async (page) => {
  await page.waitForFunction(() => {
    const own = [...document.fonts].filter(({ family }) => !family.includes('Fallback'))
    return own.length > 0 && own.every(({ status }) => status === 'loaded')
  })
  await page.evaluate(async () => {
    const seen = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight)
    await Promise.all(seen.map((image) => image.decode()))
  })
}

/**
 * Takes the screen from its top or from an element on, light and dark. Playwright writes no WebP, Chromium does.
 * @param {Page} page
 * @param {string} name
 * @param {import('@playwright/test').Locator} [from]
 */
const take = async (page, name, from) => {
  if (NAMED.length > 0 && !NAMED.includes(name)) return
  const chromium = await page.context().newCDPSession(page)
  await page.mouse.move(0, 0)
  if (from) await from.evaluate((element) => element.scrollIntoView())
  else await page.evaluate(() => scrollTo(0, 0))
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await settle(page)
    const clip = await page.evaluate((pixels) => {
      const { scrollX: x, scrollY: y, innerWidth: width, innerHeight: height } = window
      return { x, y, width, height, scale: pixels / width }
    }, HELP_PIXELS)
    const shot = await chromium.send('Page.captureScreenshot', { format: 'webp', quality: HELP_QUALITY, clip })
    const bytes = Buffer.from(shot.data, 'base64')
    const file = scheme === 'light' ? `${name}.webp` : `${name}-dark.webp`
    writeFileSync(join(HELP_FOLDER, file), bytes)
    console.log(`${file}  ${Math.ceil(bytes.length / 1024)} KB`)
  }
  await chromium.detach()
}

/** @param {Page} page */
const logIn = async (page) => {
  await page.goto('/login')
  await page.getByLabel('Username or Email').fill(DEMO.user)
  await page.getByLabel('Password', { exact: true }).fill(DEMO.pwd)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL('/selectproject')
}

/** A room's or project's board is drawn by code that comes after the page; nobody hears of it, so it has no role. */
const BOARD = 'main svg[viewBox="0 0 588 220"]'

/** @param {Page} page */
const openKitchen = async (page) => {
  await page.goto('/selectproject')
  await page.getByRole('link', { name: /Maple Street Remodel/ }).click()
  await page.getByRole('link', { name: /^Kitchen, / }).click()
  await page.getByRole('heading', { level: 1, name: 'Kitchen' }).waitFor()
}

/**
 * People of a project with an invitation and a link, and what the link shows.
 * @param {Page} page
 */
const takePeople = async (page) => {
  await page.goto('/selectproject')
  await page.getByRole('link', { name: /Maple Street Remodel/ }).click()
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByLabel('Invite by email').fill('riley@example.com')
  await page.getByLabel('Access').selectOption({ label: 'Editor' })
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('button', { name: /^Copy the / }).waitFor()
  await take(page, 'people')

  await page.getByRole('button', { name: 'New Link' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Painter, kitchen')
  await page.getByLabel('Shows').selectOption({ label: 'Kitchen' })
  await page.getByLabel('Expires').fill('2031-06-30')
  await page.getByRole('button', { name: 'Create Link' }).click()
  await page.getByRole('heading', { name: 'Painter, kitchen' }).waitFor()
  await take(page, 'links', page.getByRole('heading', { name: 'Read-Only Links' }))

  await page.goto('/selectproject')
  await page.getByRole('link', { name: /Maple Street Remodel/ }).click()
  await page.getByRole('link', { name: 'Edit Project' }).click()
  await page.getByRole('link', { name: 'Hand Over', exact: true }).click()
  await page.getByLabel('New owner’s email').fill('morgan@example.com')
  await page.getByLabel('Message').fill('The spare keys hang in the boiler room.')
  await page.getByLabel('Keep view-only access for me').check()
  await take(page, 'hand-over', page.getByRole('group', { name: 'What to Include' }))
}

/**
 * Photos that wait in the inbox, one of them ticked.
 * @param {Page} page
 */
const takeInbox = async (page) => {
  await openKitchen(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Add Photos', exact: true }).click()
  const photos = ['dishwasher-rating-plate', 'paint-can-dry-sage', 'faucet-installed', 'zellij-going-up']
  const files = photos.map((name) => join(ROOT, `sample-project/files/${name}.jpg`))
  await page.getByLabel('Add Photos', { exact: true }).setInputFiles(files)
  await page.getByText('4 photos waiting to be filed', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: /^Select dishwasher-rating-plate/ }).check()
  await take(page, 'photo-inbox')
}

const LIST = [
  'Area,Type,Make,Model #,Bought,Remarks',
  'Kitchen,Faucet,Castellan,7120,2031-01-30,left of the sink',
  'Kitchen,Refrigerator,Nordhaus,NH-480,2031-02-02,',
  'Primary Bath,Faucet,Castellan,7121,2031-01-30,two handles',
].join('\n')

/**
 * Several items of the kitchen ticked, the rooms to be put in order, a list to be imported, and copies of an item that was changed, and a
 * template.
 * @param {Page} page
 */
const takeSeveral = async (page) => {
  await openKitchen(page)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page
    .getByRole('checkbox', { name: /^All of / })
    .first()
    .check()
  await take(page, 'select-items')

  const project = page.getByRole('link', { name: /Maple Street Remodel/ })
  const openProject = async () => {
    await page.goto('/selectproject')
    await project.click()
  }
  await openProject()
  await page.getByRole('button', { name: 'Reorder', exact: true }).click()
  await page.getByRole('list', { name: 'Rooms to reorder' }).waitFor()
  await take(page, 'order', page.getByRole('heading', { name: 'Rooms', exact: true }))
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()

  await page.getByRole('link', { name: 'Papers', exact: true }).click()
  const openPaper = (/** @type {string} */ name) => page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await openPaper('Spec Book')
  await take(page, 'spec-book')
  await openPaper('Issued Revisions')
  for (const note of ['For the builder, before the walls are closed.', 'For the painter and the tiler.']) {
    await page.getByRole('button', { name: 'Issue Revision', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Note').fill(note)
    await dialog.getByRole('button', { name: 'Issue Revision', exact: true }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText(note, { exact: true }).waitFor()
  }
  await take(page, 'revisions', page.getByRole('region', { name: 'Issued Revisions' }))
  for (const name of ['Finish Schedule', 'QR Labels', 'House Card']) {
    await openPaper(name)
    await take(page, name.toLowerCase().replace(' ', '-'), page.getByRole('region', { name, exact: true }))
  }
  await openProject()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Import Spreadsheet' }).click()
  const bytes = Buffer.from(LIST)
  await page.getByLabel('Choose File').setInputFiles({ name: 'finishes.csv', mimeType: 'text/csv', buffer: bytes })
  await page.getByLabel('Make', { exact: true }).waitFor()
  await take(page, 'import-sheet')

  await openKitchen(page)
  await page.getByRole('table', { name: 'Wall Paint' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Copy Item' }).click()
  await page.getByRole('checkbox', { name: /^Select All/ }).check()
  await page.getByRole('button', { name: /^Copy into/ }).click()
  // Of those that have a place for it.
  const others = page.getByRole('button', { name: 'Copy the Others' })
  const undo = page.getByRole('button', { name: 'Undo' })
  await others.or(undo).waitFor()
  if (await others.isVisible()) await others.click()
  await undo.waitFor()
  await page.getByRole('combobox', { name: 'Sheen' }).fill('Satin')
  await page.getByRole('button', { name: 'Update Item' }).click()
  await page.getByRole('button', { name: /^Update (All|the Other)/ }).click()
  await page.getByRole('dialog').waitFor()
  await take(page, 'change-others')
  await page.getByRole('button', { name: 'Leave Them' }).click()

  await openProject()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Save as Template' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('House with Garden')
  await page.getByRole('dialog').getByRole('button', { name: 'Save as Template' }).click()
  await page.getByRole('link', { name: /^Use Template/ }).click()
  await page.getByLabel('Start From').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Project Name').fill('Maple Street 8')
  await take(page, 'templates')
}

/**
 * Deletes the first item of the kitchen.
 * @param {Page} page
 */
const deleteItem = async (page) => {
  await openKitchen(page)
  await page.getByRole('table').first().getByRole('link').first().click()
  await page.getByRole('button', { name: 'Delete Item' }).click()
  await page.waitForURL(/\/roomitems\?/)
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseURL
 */
const takeHelp = async (browser, baseURL) => {
  const options = { viewport: HELP, baseURL, locale: 'en-US', timezoneId: 'UTC' }

  const visitor = await browser.newPage(options)
  await visitor.goto('/register')
  await visitor.getByLabel('Username').waitFor()
  await take(visitor, 'register')

  const page = await browser.newPage(options)
  page.on('dialog', (dialog) => dialog.accept())
  await logIn(page)
  await page.getByRole('link', { name: /Maple Street Remodel/ }).waitFor()
  await take(page, 'projects')

  await page.getByRole('link', { name: /Maple Street Remodel/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Maple Street Remodel' }).waitFor()
  await page.locator(BOARD).waitFor()
  await take(page, 'project-home')

  await openKitchen(page)
  await page.locator(BOARD).waitFor()
  await take(page, 'room-items')

  await page.getByRole('button', { name: 'Search' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('cartridge')
  await page
    .getByRole('dialog')
    .getByRole('row', { name: /^Castellan Bridge/ })
    .waitFor()
  await take(page, 'search')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Create New Item' }).click()
  await page.getByLabel('Category', { exact: true }).selectOption({ label: 'Plumbing' })
  await page.getByLabel('Subcategory', { exact: true }).selectOption({ label: 'Faucet' })
  await page.getByRole('combobox', { name: 'Brand' }).fill('Castellan')
  await page.getByRole('combobox', { name: 'Model Number' }).fill('7120')
  await page.getByRole('combobox', { name: 'Model Number' }).blur()
  await take(page, 'create-item')

  // Wide enough for the preview to stand beside the list.
  const wide = await browser.newPage({ ...options, viewport: HELP_WIDE })
  await logIn(wide)
  await openKitchen(wide)
  const faucet = wide.getByRole('row').filter({ hasText: 'CS-40-112' })
  await faucet.getByRole('link', { name: /open attachments$/ }).click()
  await wide.getByRole('button', { name: 'faucet-installed.jpg JPEG' }).click()
  await wide.getByRole('img', { name: 'faucet-installed.jpg' }).waitFor()
  await take(wide, 'attachments')

  await wide.getByRole('button', { name: 'Show large' }).click()
  await wide.getByRole('dialog').locator('img[data-version=screen]').waitFor()
  await take(wide, 'large-view')

  await takePeople(page)

  await takeInbox(page)

  await takeSeveral(page)

  await page.goto('/selectproject')
  await page.getByRole('link', { name: /Maple Street Remodel/ }).click()
  await page.getByRole('link', { name: 'In an Emergency' }).click()
  await page.getByRole('link', { name: /^Call / }).waitFor()
  await take(page, 'emergency')

  await page.goto('/selectproject')
  await page.getByRole('link', { name: /Maple Street Remodel/ }).click()
  await page.getByRole('link', { name: 'Ready to Hand Over', exact: true }).click()
  await page.getByRole('button', { name: 'By Kind', exact: true }).waitFor()
  await take(page, 'ready')

  // As where mail is sent, which the demo does not.
  const reminders = { isOn: true, weekday: 'sunday', zone: 'America/New_York', sendsMail: true, refusal: null }
  const next = { email: 'demo@example.com', nextAt: '2031-02-02T12:00:00.000Z' }
  await page.route('**/reminders', (route) => route.fulfill({ json: { ...reminders, ...next } }))
  await page.goto('/comingup')
  for (let count = 0; count < 3; count++) {
    const add = page.getByRole('button', { name: /^Add: / }).nth(count)
    await add.waitFor()
    await add.click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
  }
  await take(page, 'coming-up')

  await page.goto('/account')
  await page.getByLabel('Email Address').waitFor()
  await take(page, 'account')
  await page.getByLabel('Time Zone').waitFor()
  await take(page, 'reminders', page.getByRole('heading', { name: 'Reminders' }))
  await page.unroute('**/reminders')

  await page.goto('/keys')
  await page.getByLabel('Name', { exact: true }).fill('Home Assistant')
  await take(page, 'api-keys')

  await page.goto('/selectproject')
  await page.getByRole('link', { name: /Maple Street Remodel/ }).click()
  await page.getByRole('link', { name: 'Edit Project', exact: true }).click()
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByLabel('Address').fill('https://n8n.example.com/webhook/home')
  await take(page, 'webhooks')

  await page.goto('/info')
  // Text that is typed before the session is restored counts as kept over a reload.
  await page.waitForFunction(() => document.querySelector('main')?.querySelector('input')?.value)
  await page
    .getByLabel('How can we help?')
    .fill('Which of the two walls carries the roof, and what an opening would take.')
  await page.getByLabel('Preferred times').fill('Tuesdays after 4 pm, Eastern')
  await take(page, 'consultation', page.getByRole('heading', { name: 'Book a consultation' }))
  await page.getByRole('button', { name: 'Send Request' }).click()
  await page.getByRole('status').filter({ hasText: 'Thank you' }).waitFor()

  await page.goto('/admin/home')
  await page.getByRole('heading', { level: 1, name: 'Structure' }).waitFor()
  await take(page, 'admin-home')

  for (let count = 0; count < 3; count++) await deleteItem(page)
  await page.goto('/trash')
  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .waitFor()
  await take(page, 'trash')
}

/**
 * @param {import('@playwright/test').Browser} browser
 * @param {string} baseURL
 */
const takeReadme = async (browser, baseURL) => {
  const page = await browser.newPage({ baseURL, viewport: README, colorScheme: 'light', reducedMotion: 'reduce' })
  await logIn(page)
  await openKitchen(page)
  await settle(page)
  await page.screenshot({ path: README_FILE })
}

const makePictures = async () => {
  await installed()
  await built()
  const { chromium } = await import('@playwright/test')
  const { path: executablePath } = await findChromium()
  const demo = await startDemo()
  // By a name, as pages warn that links to localhost work on this computer alone.
  const url = demo.url.replace('localhost', HOST)
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    args: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`, `--unsafely-treat-insecure-origin-as-secure=${url}`],
  })
  if (NAMED.length === 0) await takeReadme(browser, url)
  await takeHelp(browser, url)
  await browser.close()
  demo.stop()
}

await orExplain(makePictures())
