import type { BrowserContext, Page } from '@playwright/test'
import { createRoomType } from '../../../src/shared/structure/room-structure.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { cutOff, expectAccessible, expectFocusedAlert, tabTo, typeInto } from '../../support/e2e-page.ts'
import { registerUser, signedIn } from '../../support/e2e-server.ts'

const openAdministration = async (page: Page) => {
  await page.goto('/admin/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Administration')
}
const nameField = (page: Page) => page.getByRole('region', { name: 'Create New Room Type' }).getByLabel('Name')
const create = (page: Page) => page.getByRole('button', { name: 'Create Room' })

// Proves 2.45, 5.14
test('a room type is created, chosen in the selector, and Edit Room leads to it', async ({ page, admin }) => {
  const name = `Boot Room of ${admin.name}`
  await openAdministration(page)
  await expect(create(page)).toBeDisabled()
  await nameField(page).fill('   ')
  await expect(create(page)).toBeDisabled()

  await nameField(page).fill(name)
  await create(page).click()
  const message = page.getByRole('status').filter({ hasText: `Created room type "${name}"` })
  await expect(message).toBeFocused()
  await expect(nameField(page)).toHaveValue('')
  await expect(page.getByLabel('Room Type', { exact: true }).locator('option:checked')).toHaveText(name)

  await page.getByRole('link', { name: 'Edit Room' }).click()
  await expect(page).toHaveURL(/\/admin\/editroom\?roomTypeID=\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('Room type · 0 categories')).toBeVisible()
})

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
  await expectDone(`Created room type "${pantry}"`)

  const dialog = page.getByRole('dialog')
  const name = async (action: 'Rename' | 'Duplicate', text: string) => {
    await tabTo(page, button(action))
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await typeInto(page, dialog.getByLabel('Name'), text)
    await page.keyboard.press('Enter')
  }
  await name('Rename', larder)
  await expectDone(`Renamed room type to "${larder}"`)
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

// Proves 2.45, 9.3
test('the name of a room type may have 32 characters, not 33', NIGHTLY, async ({ page, admin }) => {
  const name = `é${admin.name}`.padEnd(32, 'x')
  await openAdministration(page)
  await nameField(page).fill(`${name}x`)
  await create(page).click()
  await expect(nameField(page)).toHaveAccessibleDescription('Must be at most 32 characters.')
  await expect(nameField(page)).toBeFocused()
  await nameField(page).fill(name)
  await create(page).click()
  await expect(page.getByText(`Created room type "${name}"`)).toBeVisible()
})

// Proves 8.8
test('a name that someone else just took is a warning, and stays in the field', async ({
  page,
  admin,
  expectedErrors,
}) => {
  expectedErrors.push(/409/)
  const name = `Sauna of ${admin.name}`
  await openAdministration(page)
  await nameField(page).fill(name)
  await admin.call(createRoomType, { body: { roomType: name.toLowerCase() } })
  await create(page).click()
  const warning = page.getByRole('status').filter({ hasText: `Room type "${name}" already exists!` })
  await expect(warning).toHaveText(`Room type "${name}" already exists!`)
  await expect(warning).toBeFocused()
  await expect(nameField(page)).toHaveValue(name)
  await expectAccessible(page)
})

test('a room type that cannot be created says why and keeps its name', async ({
  page,
  admin,
  server,
  expectedErrors,
}) => {
  expectedErrors.push(/500|ERR_(CONNECTION|EMPTY)/)
  expect(admin.name).toBeTruthy()
  await openAdministration(page)
  await nameField(page).fill('Sauna')
  const reconnect = await cutOff(page)
  await create(page).click()
  await expectFocusedAlert(page, 'Unable to create room type "Sauna" - No server response')
  await reconnect()
  server.loseTable('room_types')
  await create(page).click()
  await expectFocusedAlert(page, 'Unable to create room type "Sauna" - Something went wrong.')
  await expect(nameField(page)).toHaveValue('Sauna')
  server.restoreTable('room_types')
})

// Proves 2.46
test(
  'without a room type Edit Room returns to Administration, and one that is not there is not found',
  NIGHTLY,
  async ({ page, admin, expectedErrors }) => {
    expectedErrors.push(/404|400|nothing here/i)
    expect(admin.name).toBeTruthy()
    await page.goto('/admin/editroom')
    await expect(page).toHaveURL('/admin/home')
    for (const id of ['999999', 'kitchen']) {
      await page.goto(`/admin/editroom?roomTypeID=${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText("There's nothing here")
    }
  },
)

test('a Reseller administers room types but sees no consultation requests; an Admin does', async ({
  page,
  context,
  server,
}) => {
  const name = await registerUser(context.request)
  server.setRole('grant', name, Role.Reseller)
  await context.addInitScript((user) => localStorage.setItem('roomfolio.signed-in', user), name)
  await signedIn(context.request, name)
  await openAdministration(page)
  await expect(create(page)).toBeVisible()
  const requests = page.getByRole('link', { name: 'Consultation requests' })
  await expect(requests).toHaveCount(0)
  server.setRole('grant', name, Role.Admin)
  await page.reload()
  await requests.click()
  await expect(page).toHaveURL('/admin/overview#consultations')
  await expect(page.getByRole('heading', { name: 'Consultation Requests' })).toBeFocused()
})

const MARKETING = 'Know what is on the wall before you open the can'
const LANDING = 'Every finish, fixture and warranty, room by room.'

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
  await page.goto('/admin/home')
  await page.getByRole('link', { name: 'Preview the alternate home page in this browser' }).click()
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
