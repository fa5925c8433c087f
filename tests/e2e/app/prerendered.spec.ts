import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page, Request } from '@playwright/test'
import { expect, NIGHTLY, nightlyIf, onStrict, STRICT, test } from '../../support/e2e.ts'
import { fontsOf } from '../../support/e2e-page.ts'
import { PASSWORD, registerUser } from '../../support/e2e-server.ts'
import { EMPTY } from '../../support/empty-pages.ts'

const READY = [
  { path: '/', title: 'Home · Roomfolio', heading: 'Every finish, fixture and warranty' },
  { path: '/login', title: 'Log In · Roomfolio', heading: 'Log In' },
  { path: '/info', title: 'Pricing · Roomfolio', heading: 'Pricing' },
  { path: '/about', title: 'About · Roomfolio', heading: 'It began with a paint can' },
  { path: '/help', title: 'Help · Roomfolio', heading: 'Help' },
] as const
const PHONE = { width: 390, height: 844 }

/** Keeps what the address matches from arriving until the test lets it. */
const hold = async (page: Page, address: RegExp): Promise<() => void> => {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(address, async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}
const CODE = /\/assets\/.*\.js$/
const FONTS = /\.woff2$/

/** How far what was seen has moved since the page was opened; 1 is a whole screen by a screen's length. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    window.shifts = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
const shifted = (page: Page) => page.evaluate(() => window.shifts.reduce((sum, shift) => sum + shift, 0))

declare global {
  interface Window {
    shifts: number[]
    /** Whether all of the document was there when its first frame was drawn. */
    wasWhole: boolean
  }
}

/** Of a screen's area; what rounds to 0.00 wherever it is judged. */
const NOTHING = 0.005

for (const { path, title, heading } of READY) {
  for (const viewport of [PHONE, { width: 1280, height: 900 }]) {
    test(
      `${path} is read before any code is there, and nothing moves when code and fonts come, ${viewport.width} wide`,
      nightlyIf(viewport !== PHONE),
      async ({ page }) => {
        await page.setViewportSize(viewport)
        await watchShifts(page)
        const letCodeCome = await hold(page, CODE)
        const letFontsCome = await hold(page, FONTS)
        await page.goto(path, { waitUntil: 'commit' })
        await expect(page.getByRole('heading', { level: 1 })).toContainText(heading)
        await expect(page).toHaveTitle(title)
        const seen = await page.getByRole('main').innerText()

        letCodeCome()
        letFontsCome()
        await fontsOf(page)
        await expect(page.getByRole('main')).toHaveText(seen.replace(/\s+/g, ' ').trim(), {
          useInnerText: true,
        })
        await expect(page).toHaveTitle(title)
        expect(await shifted(page)).toBeLessThan(NOTHING)
      },
    )
  }
}

test(
  'a page that arrives in two parts is drawn when both are there, so that the second moves nothing',
  NIGHTLY,
  async ({ page, request }) => {
    await watchShifts(page)
    await page.addInitScript(() => {
      requestAnimationFrame(() => (window.wasWhole = document.getElementById('ready') !== null))
    })
    // Its code, fonts and pictures never come.
    await page.route(/\.\w+$/, () => {})
    let [html, second] = ['', 0]
    let sendSecond = () => {}
    const server = createServer((_, answer) => {
      answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(html.slice(0, second))
      sendSecond = () => answer.end(html.slice(second))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const { path } of READY) {
      html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
      second = html.indexOf('</h1>')
      await page.goto(`http://127.0.0.1:${port}${path}`, { waitUntil: 'commit' })
      let looks = 0
      const firstIsThere = async () => (await page.locator('h1').count()) > 0 && ++looks > 10
      // By a clock, as where nothing is drawn there are no frames to look in; so often that one would have been drawn.
      await expect.poll(firstIsThere, { intervals: [20] }).toBe(true)
      sendSecond()
      await expect.poll(() => page.evaluate(() => window.wasWhole), { intervals: [20] }).toBeDefined()
      const wasWhole = await page.evaluate(() => window.wasWhole)
      expect({ path, wasWhole, shifted: await shifted(page) }).toEqual({ path, wasWhole: true, shifted: 0 })
    }
    await page.goto('about:blank')
    server.closeAllConnections()
    server.close()
  },
)

test('programs that search the web may read what is for everybody, and no home', async ({ request }) => {
  const answer = await request.get('/robots.txt')
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  for (const { path } of READY.filter(({ path }) => !['/', '/login'].includes(path)))
    expect(text).toContain(`Allow: ${path}\n`)
  expect(text).toMatch(/Disallow: \/\n/)
})

test('what is sent allows the scripts and styles that stand in it, and nothing else inline', async ({ request }) => {
  for (const { path, heading } of READY) {
    const answer = await request.get(path, { headers: { accept: 'text/html' } })
    expect(await answer.text()).toContain(heading)
    const policy = answer.headers()['content-security-policy']
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/=]+'){2};style-src 'self' 'sha256-/)
    expect(policy).not.toContain('unsafe-inline')
    expect(answer.headers()['cache-control']).toBe('no-cache')
    const again = await request.get(path, {
      headers: { accept: 'text/html', 'if-none-match': answer.headers()['etag'] ?? '' },
    })
    expect(again.status()).toBe(304)
  }
})

test('what is typed and ticked before the code has loaded is sent', async ({ page }) => {
  const name = await registerUser(page.request)
  const letCodeCome = await hold(page, CODE)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Username or Email').fill(name)
  await page.getByLabel('Remember Me').check()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  letCodeCome()
  await fontsOf(page)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/login'))
  await page.getByRole('button', { name: 'Login' }).click()
  expect((await sent).postDataJSON()).toEqual({ user: name, pwd: PASSWORD, remember: true })
  await expect(page).toHaveURL('/selectproject')
})

test('a request that was written before the code came is there when it has come', NIGHTLY, async ({ page }) => {
  await page.setViewportSize(PHONE)
  const letCodeCome = await hold(page, CODE)
  await page.goto('/info', { waitUntil: 'commit' })
  await page.getByLabel('How can we help?').fill('A wall')
  letCodeCome()
  await expect(page.getByLabel('How can we help?')).toHaveValue('A wall')
  await expect(page.getByText('6 / 255')).toBeVisible()
})

test('signed-in users never see what is for visitors', async ({ page, user }) => {
  await user.newProject('Harbor View')
  await watchShifts(page)
  const letCodeCome = await hold(page, CODE)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const name of ['Sign Up', 'Log In']) await expect(page.getByRole('link', { name })).toHaveCount(0)
  letCodeCome()
  await expect(page.getByRole('main').getByRole('link', { name: 'My Projects' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'My Projects' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
  expect(await shifted(page)).toBeLessThan(NOTHING)
})

test('signed-in users never see the login form', NIGHTLY, async ({ page, user: _ }) => {
  const letCodeCome = await hold(page, CODE)
  await page.goto('/login', { waitUntil: 'commit' })
  await expect(page.locator('form')).toBeAttached()
  await expect(page.locator('form')).toBeHidden()
  letCodeCome()
  await expect(page).toHaveURL('/selectproject')
})

test('who chose the other home page sees that alone', NIGHTLY, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('roomfolio.home-version', 'marketing'))
  const letCodeCome = await hold(page, CODE)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('h1')).toBeAttached()
  await expect(page.locator('h1')).toBeHidden()
  letCodeCome()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/before you open the can/)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, viewport: PHONE })

  test('the public pages are read, their links lead on, and no address holds a password', async ({ page }) => {
    await page.goto('/help#privacy')
    await expect(page.getByRole('link', { name: 'hello@roomfolio.example' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Privacy' })).toBeInViewport()
    await page.getByRole('banner').getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('It began with a paint can')
    await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login')
  })
})

onStrict.describe('an installation with its own contact', () => {
  onStrict.use({ javaScriptEnabled: false })

  onStrict('says so in what it sends', async ({ page }) => {
    await page.goto('/info')
    await expect(page.getByRole('link', { name: STRICT.email })).toHaveAttribute('href', `mailto:${STRICT.email}`)
    await expect(page.getByRole('link', { name: STRICT.phone })).toHaveAttribute('href', 'tel:5550100188')
  })
})

const CALLS = ['/refresh', '/getroom', '/items']
const callOf = (request: Request) => CALLS.find((path) => new URL(request.url()).pathname === path)

test('a room is asked for while its code comes, each thing once', async ({ page, user }) => {
  const projectID = await user.newProject('Harbor View')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const asked: string[] = []
  page.on('request', (request) => {
    const path = callOf(request)
    if (path) asked.push(path)
  })
  const letCodeCome = await hold(page, CODE)
  const answered = CALLS.map((path) => page.waitForResponse((answer) => callOf(answer.request()) === path))
  await page.goto(`/roomitems?roomID=${roomID}`, { waitUntil: 'commit' })
  await Promise.all(answered)
  letCodeCome()
  await expect(page.getByText(EMPTY.room)).toBeVisible()
  expect(asked.toSorted()).toEqual(CALLS.toSorted())

  // What was asked for at first is not shown for later.
  await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Harbor View' }).click()
  await page.getByRole('link', { name: /Kitchen/ }).click()
  await expect(page.getByText('Castellan').first()).toBeVisible()
})

for (const path of ['/refresh', '/items']) {
  test(
    `where ${path} could not be asked for early it is asked for as ever`,
    NIGHTLY,
    async ({ page, user, expectedErrors }) => {
      expectedErrors.push(`failed ${path}`)
      const projectID = await user.newProject('Harbor View')
      const roomID = await user.newRoom(projectID, 'Kitchen')
      await page.route(
        (url) => url.pathname === path,
        (route) => route.abort(),
        { times: 1 },
      )
      await page.goto(`/roomitems?roomID=${roomID}`)
      await expect(page.getByText(EMPTY.room)).toBeVisible()
    },
  )
}
