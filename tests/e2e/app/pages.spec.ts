import { readFileSync } from 'node:fs'
import { expect, NIGHTLY, onStrict, STRICT, test } from '../../support/e2e.ts'
import { expectAccessible } from '../../support/e2e-page.ts'
import { sentenceOf } from '../../support/problems.ts'

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
    expect(shown).toBe(32)
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
    await expect(
      page.getByRole('status').filter({ hasText: sentenceOf('room_type_taken', { name: 'Kitchen' }) }),
    ).toBeFocused()

    const tokens = readFileSync('src/web/ui/styles/tokens.css', 'utf8')
    const colours = [...tokens.matchAll(/^ {2}--([\w-]+): (?:light-dark\(|#)/gm)].map(([, name]) => name ?? '')
    expect(colours.length).toBeGreaterThan(40)
    const palette = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Colour palette' }) })
    await expect(palette.getByRole('listitem')).toHaveText(colours)
    await expectAccessible(page)
  },
)
