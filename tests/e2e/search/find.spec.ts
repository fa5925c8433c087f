import type { Page } from '@playwright/test'
import { createSampleProject } from '../../../src/shared/projects/projects.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'
import { pdfOf } from '../../support/pdf.ts'

/** A kitchen with a paint and a faucet that has a manual. */
const furnish = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const place = { projectID, roomID }
  const paint = await user.newItem(place, ['Paint', 'Wall Paint'], {
    field1: 'Harrow & Vale',
    field2: 'Dry Sage',
    field3: 'HV-6102, #B9C6B4',
    field4: 'Eggshell',
  })
  const faucet = await user.newItem(place, ['Plumbing', 'Faucet'], {
    field1: 'Castellan',
    field2: 'Bridge 7120-SB',
    field4: 'CS-40-112',
  })
  return { ...place, paint, faucet }
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const fieldOf = (page: Page) => paletteOf(page).getByRole('combobox', { name: 'Search' })
const rowsOf = (page: Page) => paletteOf(page).getByRole('row')

/** The words of the files of a user are read. */
const untilRead = (user: User, q: string) =>
  expect.poll(async () => (await user.call(search, { query: { q } })).groups.length).toBeGreaterThan(0)

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('from My Projects to a paint’s code in the clipboard it takes two taps and eight letters', async ({
    page,
    user,
  }) => {
    await user.call(createSampleProject, {})
    await page.goto('/selectproject')
    await page.getByRole('button', { name: 'Search' }).tap()
    await expect(fieldOf(page)).toBeFocused()
    await page.keyboard.type('paint ki')
    await paletteOf(page).getByRole('button', { name: 'Copy HV-6102' }).tap()
    await expect(paletteOf(page).getByText('Copied HV-6102').first()).toBeVisible()
    expect(await clipboard(page)).toBe('HV-6102')
  })

  test('Back closes the palette, keeps the page below it and reloads nothing', async ({ page, user }) => {
    const { roomID } = await furnish(user)
    await page.goto(`/roomitems?roomID=${roomID}`)
    await page.getByRole('link', { name: 'Edit Room' }).tap()
    await page.getByLabel('Room Name').fill('Scullery')
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await page.getByRole('button', { name: 'Search' }).tap()
    await expect(rowsOf(page).first()).toBeVisible()
    await page.goBack()
    await expect(paletteOf(page)).toBeHidden()
    await expect(page.getByLabel('Room Name')).toHaveValue('Scullery')
    expect(calls.filter((address) => /getroom|roomtypes/.test(address))).toEqual([])

    await page.getByRole('button', { name: 'Search' }).tap()
    await page.getByRole('button', { name: 'Cancel' }).tap()
    await expect(paletteOf(page)).toBeHidden()
    await page.goBack()
    await page.getByRole('button', { name: 'Abandon Changes' }).tap()
    await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)

    await page.getByRole('button', { name: 'Search' }).tap()
    await page.keyboard.type('dry')
    await paletteOf(page)
      .getByRole('link', { name: /^Dry Sage/ })
      .tap()
    await expect(page.getByRole('heading', { name: 'Dry Sage HV-6102' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
  })
})

test('who sees the button may press its key in the same moment', NIGHTLY, async ({ page, user }) => {
  expect(user.name).toBeTruthy()
  await page.addInitScript(() => {
    const pressed = new MutationObserver(() => {
      if (!document.querySelector('header [aria-haspopup=dialog]')) return
      pressed.disconnect()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
    })
    pressed.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/selectproject')
  await expect(fieldOf(page)).toBeFocused()
})

test('a word of a manual, a label and a mistyped word find the faucet; the file opens on its page', async ({
  page,
  user,
}) => {
  const { faucet } = await furnish(user)
  await user.attach(faucet, [
    { name: 'guide.pdf', bytes: pdfOf(3, { lines: (at) => [at === 2 ? 'Clean the aerator' : `Page ${at}`] }) },
  ])
  await untilRead(user, 'aerator')
  const main = page.getByRole('main')

  await page.goto('/find?q=cartridge')
  await expect(page).toHaveTitle('cartridge · Search · Roomfolio')
  const hit = main.getByRole('listitem').filter({ hasText: 'Castellan Bridge 7120-SB' })
  await expect(hit).toContainText('Cartridge / Valve Number CS-40-112')
  await expect(hit.locator('mark')).toHaveText('Cartridge')
  await expect(hit.getByRole('button', { name: 'Copy CS-40-112' })).toBeVisible()

  await main.getByRole('searchbox').fill('cartrigde')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/find?q=cartrigde')
  await expect(main.getByText('No results for “cartrigde”. Showing results for “cartridge”.')).toBeVisible()
  await expect(hit).toBeVisible()

  await main.getByRole('searchbox').fill('aerator')
  await page.keyboard.press('Enter')
  await main.getByRole('link', { name: 'guide.pdf, page 2' }).click()
  await expect(page).toHaveURL(/^.*\/edititem\?itemID=\d+&tab=attachments&file=[^&]+&page=2$/)
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
})
