import { readFileSync } from 'node:fs'
import type { BrowserContext, Page } from '@playwright/test'
import { listConsultations } from '../../../src/shared/admin/consultations.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { expect, NIGHTLY, nightlyIf, onMailing, onStrict, STRICT, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { registerUser, type Server, signedIn, type User } from '../../support/e2e-server.ts'

/** Signs in somebody with just these roles, in the browser of `context`. */
const signInWith = async (context: BrowserContext, server: Server, roles: readonly Role[]): Promise<User> => {
  const name = await registerUser(context.request)
  for (const role of roles) if (role !== Role.User) server.setRole('grant', name, role)
  if (!roles.includes(Role.User)) server.setRole('revoke', name, Role.User)
  await context.addInitScript((user) => localStorage.setItem('roomfolio.signed-in', user), name)
  return signedIn(context.request, name)
}

const ENTRIES = {
  'My Projects': '/selectproject',
  'Coming Up': '/comingup',
  Admin: '/admin/home',
  Pricing: '/info',
  About: '/about',
  Help: '/help',
  'My Account': '/account',
  'Log In': '/login',
  'Sign Up': '/register',
}

const expectNavigation = async (page: Page, names: readonly (keyof typeof ENTRIES)[], logOut: boolean) => {
  const navigation = page.getByRole('navigation', { name: 'Main' })
  // The search, which is no link, stands before it.
  const shown = names.flatMap((name) => (name === 'My Account' ? ['Search', name] : [name]))
  await expect(navigation.getByRole('listitem')).toHaveText(logOut ? [...shown, 'Log Out'] : shown)
  for (const name of names) {
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveAttribute('href', ENTRIES[name])
  }
}

// Proves 2.1, 2.3
test('the navigation of a visitor has Pricing, About, Help, Log In and Sign Up, and each leads there', async ({
  page,
}) => {
  await page.goto('/')
  const names = ['Pricing', 'About', 'Help', 'Log In', 'Sign Up'] as const
  await expectNavigation(page, names, false)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  for (const name of names) {
    await navigation.getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(ENTRIES[name])
    await expect(navigation.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page')
  }
  await page.getByRole('link', { name: 'Roomfolio, Home' }).click()
  await expect(page).toHaveURL('/')
})

const MEMBERS = ['My Projects', 'Coming Up', 'About', 'Help', 'My Account'] as const
for (const { who, roles, names } of [
  { who: 'a User', roles: [Role.User], names: MEMBERS },
  { who: 'a Reseller', roles: [Role.Reseller], names: MEMBERS },
  { who: 'User and Admin', roles: [Role.User, Role.Admin], names: MEMBERS },
  { who: 'an Admin only', roles: [Role.Admin], names: ['Admin', 'About', 'Help'] as const },
]) {
  // Proves 2.2
  test(
    `the navigation of ${who} has ${names.join(', ')} and Log Out`,
    nightlyIf(who === 'a Reseller' || who === 'User and Admin'),
    async ({ page, context, server }) => {
      await signInWith(context, server, roles)
      await page.goto('/about')
      await expectNavigation(page, names, true)
      await page.getByRole('link', { name: names[0], exact: true }).click()
      await expect(page).toHaveURL(ENTRIES[names[0]])
    },
  )
}

// Proves 1.12, 1.13
test('home has logo, welcome line, tagline, description and the contact for consultations', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Roomfolio, Home' }).locator('svg')).toBeVisible()
  await expect(page.getByText(/^Welcome to Roomfolio$/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every finish, fixture and warranty, room by room.')
  await expect(page.getByText(/^Roomfolio keeps the paint codes/)).toBeVisible()
  const consultation = page.getByRole('region', { name: 'Talk to us about your remodel' })
  await expect(consultation.getByRole('link', { name: 'hello@roomfolio.example' })).toBeVisible()
  await expect(consultation.getByRole('link', { name: '(555) 010-0142' })).toBeVisible()
  await consultation.getByRole('link', { name: 'See prices and book one' }).click()
  await expect(page).toHaveURL('/info#consultation')
  await expect(page.getByRole('heading', { name: 'Book a consultation' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Book a consultation' })).toBeInViewport()
})

const REQUEST = {
  Name: 'Alex Example',
  Email: 'alex@example.com',
  Phone: '(555) 010-0177',
  Project: '12 Elm Street',
  'How can we help?': 'Whether the wall to the dining room carries the roof.',
  'Preferred times': 'Tuesdays after 4 pm, Eastern',
}
type Texts = Partial<Record<keyof typeof REQUEST, string>>

const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label.replace('?', '\\?')}( \\(optional\\))?$`))

const fillRequest = async (page: Page, texts: Texts) => {
  for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text)
}
const expectRequest = async (page: Page, texts: Texts) => {
  for (const [label, text] of Object.entries(texts)) await expect(field(page, label)).toHaveValue(text)
}
const send = (page: Page) => page.getByRole('button', { name: 'Send Request' }).click()

const expectConfirmed = async (page: Page) => {
  const message = page.getByRole('status').filter({ hasText: 'Thank you! We will be in touch to set a time.' })
  await expect(message).toBeFocused()
}

// Proves 1.15
onMailing(
  'a visitor asks for a consultation: it is stored, mailed to the owner and confirmed',
  async ({ page, browser, mail, mailing: { server } }) => {
    await page.goto('/info')
    await send(page)
    for (const label of ['Name', 'Email', 'Phone', 'How can we help?', 'Preferred times']) {
      await expect(field(page, label)).toHaveAccessibleDescription(/^Required\./)
    }
    await expect(field(page, 'Project')).not.toHaveAttribute('aria-invalid')
    await expect(field(page, 'Name')).toBeFocused()
    await expectAccessible(page)

    await fillRequest(page, REQUEST)
    await send(page)
    await expectConfirmed(page)
    await expectRequest(page, Object.fromEntries(Object.keys(REQUEST).map((label) => [label, ''])))

    const { text = '', subject } = await mail.waitForMail('owner@example.com')
    expect(subject).toContain(REQUEST.Name)
    for (const said of Object.values(REQUEST)) expect(text).toContain(said)

    const other = await browser.newContext({ baseURL: server.url })
    const admin = await signInWith(other, server, [Role.Admin])
    await expect
      .poll(async () => (await admin.call(listConsultations, {})).find(({ name }) => name === REQUEST.Name))
      .toMatchObject({ mailedAt: expect.any(String) })
    const screen = await other.newPage()
    await screen.goto('/admin/overview')
    const requests = screen.getByRole('region', { name: 'Consultation Requests' })
    const request = requests.getByRole('listitem').filter({ hasText: REQUEST.Name })
    for (const said of [...Object.values(REQUEST), 'Emailed']) {
      await expect(request.getByText(said, { exact: true })).toBeVisible()
    }
    await other.close()
  },
)

// Proves 1.14
test('About tells why the product exists, and the version', async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('It began with a paint can')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  await expect(page.getByText(`Roomfolio ${version}`, { exact: true })).toBeVisible()
  await expect(page.getByText('Why Roomfolio exists')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('cartridge')
  await expect(page.getByRole('article')).toContainText('warranty')
  await page.getByRole('link', { name: 'No user information is sold or transferred' }).click()
  await expect(page).toHaveURL('/help#privacy')
  await expect(page.getByRole('heading', { name: 'Privacy' })).toBeFocused()
})

// Proves 1.9, 1.10
test('Help has the contact, the privacy statement and how to do each thing', async ({ page }) => {
  await page.goto('/help')
  await expect(page.getByRole('link', { name: 'hello@roomfolio.example' })).toHaveAttribute(
    'href',
    'mailto:hello@roomfolio.example',
  )
  await expect(page.getByRole('link', { name: '(555) 010-0142' })).toHaveAttribute('href', 'tel:5550100142')
  await expect(page.getByText('No user information is sold or transferred to third parties.')).toBeVisible()
  const topics = page.getByRole('region', { name: 'Topics' }).getByRole('listitem')
  for (const task of [
    'Create an account and log in',
    'Create a project',
    'Add a room',
    'Record an item',
    'Attach files',
    'Find and edit an item',
    'Change, move, or copy several items',
    'Get reminders by email',
    'Start a project from a template',
    'Update all copies of an item',
    'Reorder rooms and items',
    'Edit in a spreadsheet, or import a list',
    'Delete and restore',
    'Change your account or password',
    'Download or delete all your data',
    'Book a consultation',
    'What can users, resellers, and admins do?',
  ])
    await expect(topics.filter({ has: page.getByRole('link', { name: task, exact: true }) })).toHaveCount(1)
  await page.getByLabel('Search Help').fill('delete restore')
  await page.getByRole('link', { name: 'Delete and restore', exact: true }).click()
  await expect(page).toHaveURL('/help/delete-and-restore')
  await expect(page.getByRole('heading', { level: 1, name: 'Delete and restore' })).toBeFocused()
  await page.getByRole('link', { name: 'All Topics' }).click()
  await expect(page).toHaveURL('/help')
})

test('an old address of a part of Help leads to its topic', NIGHTLY, async ({ page }) => {
  await page.goto('/help#delete-and-restore')
  await expect(page).toHaveURL('/help/delete-and-restore')
  await expect(page.getByRole('heading', { level: 1, name: 'Delete and restore' })).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every picture of Help loads where the system is ${colorScheme}`, NIGHTLY, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/help')
    const links = page.getByRole('region', { name: 'Topics' }).getByRole('listitem').getByRole('link')
    const topics = await links.evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))
    let shown = 0
    for (const topic of topics) {
      await page.goto(topic)
      await expect(page.getByRole('link', { name: 'All Topics' })).toBeVisible()
      const picture = page.getByRole('main').getByRole('img')
      if ((await picture.count()) === 0) continue
      shown++
      await picture.scrollIntoViewIfNeeded()
      await expect(picture).toHaveJSProperty('naturalWidth', 1440)
      await expect(picture).toHaveAttribute('alt', /./)
      const file = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
      expect(file.includes('-dark-')).toBe(colorScheme === 'dark')
    }
    expect(shown).toBe(30)
  })
}

// Proves 1.11
test('an installation in production has neither theme demo nor colour palette', NIGHTLY, async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/help')
  await expect(page.getByRole('link', { name: 'hello@roomfolio.example' })).toBeVisible()
  for (const name of ['Theme demo', 'Colour palette']) {
    await expect(page.getByRole('heading', { name })).toHaveCount(0)
    await expect(page.getByRole('link', { name })).toHaveCount(0)
  }
  expect(loaded.filter((url) => url.includes('theme-demo'))).toEqual([])
})

// Proves 1.11, 1.13
onStrict(
  'a test installation is named in the welcome line, and Help shows the theme demo and every colour',
  async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText(`Welcome to Roomfolio on ${STRICT.name}`)).toBeVisible()
    // Its code comes when its link was followed already.
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/theme-demo-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/help')
    await page.getByRole('link', { name: 'Theme demo', exact: true }).click()
    await expect(page).toHaveURL('/help#theme-demo')
    release()
    await expect(page.getByRole('heading', { name: 'Theme demo' })).toBeFocused()
    await page.getByRole('button', { name: 'Message: warning' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Room type "Kitchen" already exists!' })).toBeFocused()

    const tokens = readFileSync('src/web/ui/styles/tokens.css', 'utf8')
    const colours = [...tokens.matchAll(/^ {2}--([\w-]+): (?:light-dark\(|#)/gm)].map(([, name]) => name ?? '')
    expect(colours.length).toBeGreaterThan(40)
    const palette = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Colour palette' }) })
    await expect(palette.getByRole('listitem')).toHaveText(colours)
    await expectAccessible(page)
  },
)
