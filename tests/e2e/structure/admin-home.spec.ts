import type { BrowserContext, Page } from '@playwright/test'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { expectAccessible, tabTo, typeInto } from '../../support/e2e-page.ts'

const openAdministration = async (page: Page) => {
  await page.goto('/admin/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Structure')
}
const nameField = (page: Page) => page.getByRole('region', { name: 'Create New Room Type' }).getByLabel('Name')

test('administration is walked by keyboard alone', async ({ page, admin }) => {
  const [pantry, larder, cellar] = ['Pantry', 'Larder', 'Cellar'].map((word) => `${word} of ${admin.name}`) as [
    string,
    string,
    string,
  ]
  const expectDone = (text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeFocused()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const selector = page.getByLabel('Room Type', { exact: true })
  await openAdministration(page)
  await typeInto(page, nameField(page), pantry)
  await page.keyboard.press('Enter')
  await expectDone(`"${pantry}"`)

  const dialog = page.getByRole('dialog')
  const name = async (action: 'Rename' | 'Duplicate', text: string) => {
    await tabTo(page, button(action))
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await typeInto(page, dialog.getByLabel('Name'), text)
    await page.keyboard.press('Enter')
  }
  await name('Rename', larder)
  await expectDone(`"${larder}"`)
  await name('Duplicate', cellar)
  await expectDone(`Created room type "${cellar}"`)

  await tabTo(page, button('Delete'))
  await page.keyboard.press('Enter')
  await tabTo(page, button('Delete Room Type'))
  await page.keyboard.press('Enter')
  await expectDone(`Deleted room type "${cellar}"`)

  await tabTo(page, selector)
  await page.keyboard.type(larder)
  await expect(selector.locator('option:checked')).toHaveText(larder)
  await tabTo(page, page.getByRole('link', { name: 'Edit Room' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(larder)
})

const MARKETING = /^Know what is on the wall/
const LANDING = /^Every finish, fixture and warranty/

const chooseVersion = async (page: Page, version: 'Landing' | 'Marketing') => {
  await page.goto('/test_time')
  await page.getByRole('radio', { name: version }).check()
}

test('test_time switches the home page of this browser alone between landing and marketing', async ({
  page,
  admin,
  browser,
  server,
}) => {
  expect(admin.name).toBeTruthy()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await page.goto('/test_time')
  await expect(page.getByRole('radio', { name: 'Landing' })).toBeChecked()
  await page.getByRole('link', { name: 'See the home page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(LANDING)
  expect(loaded.filter((url) => url.includes('marketing'))).toEqual([])

  await chooseVersion(page, 'Marketing')
  await page.getByRole('link', { name: 'See the home page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MARKETING)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(MARKETING)
  await expect(page.getByText('$4.99 per month')).toBeVisible()
  await expectAccessible(page)
  await expectLanding(await browser.newContext({ baseURL: server.url }))

  await chooseVersion(page, 'Landing')
  await page.reload()
  await expect(page.getByRole('radio', { name: 'Landing' })).toBeChecked()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(LANDING)
})

const expectLanding = async (context: BrowserContext) => {
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(LANDING)
  await context.close()
}

test(
  'where the browser stores nothing more, the chosen version lasts until the page is left',
  NIGHTLY,
  async ({ page, admin }) => {
    expect(admin.name).toBeTruthy()
    await page.goto('/test_time')
    await page.evaluate(() => {
      let text = 'x'.repeat(2 ** 22)
      for (let count = 0; text; count++) {
        try {
          localStorage.setItem(`full-${count}`, text)
        } catch {
          text = text.slice(Math.ceil(text.length / 2))
          if (text.length === 1) text = ''
        }
      }
    })
    await page.getByRole('radio', { name: 'Marketing' }).check()
    await page.getByRole('link', { name: 'See the home page' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(MARKETING)
  },
)
