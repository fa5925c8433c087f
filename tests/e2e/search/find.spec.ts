import type { Page } from '@playwright/test'
import { createSampleProject } from '../../../src/shared/projects/projects.api.ts'
import { deleteRoom } from '../../../src/shared/projects/rooms.api.ts'
import { search } from '../../../src/shared/search/search.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { elapse, expectAccessible } from '../../support/e2e-page.ts'
import { registerUser, signedIn, type User } from '../../support/e2e-server.ts'
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

const openOn = async (page: Page, address: string) => {
  await page.goto(address)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(fieldOf(page)).toBeFocused()
}

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

test('without a mouse: a key, a few letters and Enter open an item where Enter copies; a key copies at once', async ({
  page,
  user,
}) => {
  const { paint } = await furnish(user)
  await page.goto('/selectproject')
  await expect(page.getByRole('button', { name: 'Search' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+K')
  await page.keyboard.type('dry sa')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/edititem?itemID=${paint}`)
  await expect(page.getByRole('button', { name: 'Copy HV-6102' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Copied HV-6102' })).toBeVisible()
  expect(await clipboard(page)).toBe('HV-6102')

  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page.locator('body').click({ position: { x: 5, y: 300 } })
  await page.keyboard.press('/')
  await page.keyboard.type('bridge')
  await expect(rowsOf(page).first()).toContainText('Castellan Bridge 7120-SB')
  await expect(paletteOf(page).getByText('to copy Bridge 7120-SB')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+C')
  await expect(paletteOf(page).getByRole('status').filter({ hasText: 'Copied Bridge 7120-SB' })).toBeVisible()
  expect(await clipboard(page)).toBe('Bridge 7120-SB')
  await elapse(page)
  await page.keyboard.press('Escape')
  await expect(paletteOf(page)).toBeHidden()
  await page.getByRole('textbox', { name: 'Notes' }).press('/')
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('/')
  await expect(paletteOf(page)).toBeHidden()
})

test('an answer to an earlier text never replaces a newer one', NIGHTLY, async ({ page, user }) => {
  await furnish(user)
  await openOn(page, '/selectproject')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/search?q=dry', async (route) => {
    await held
    await route.abort()
  })
  const asked = page.waitForRequest('**/search?q=dry')
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().endsWith('q=dry'))
  await page.keyboard.type('dry')
  await asked
  await fieldOf(page).fill('bridge')
  await givenUp
  release()
  await expect(rowsOf(page).first()).toContainText('Castellan Bridge 7120-SB')
})

test('the palette reads well: hits, nothing found, nothing typed; keys move the hit that is read', async ({
  page,
  user,
}) => {
  const { roomID } = await furnish(user)
  await openOn(page, `/roomitems?roomID=${roomID}`)
  await expect(rowsOf(page)).toHaveText([
    /^Kitchen/,
    /^Create Item in Kitchen/,
    /^Create Room in Maple Street/,
    /./,
    /./,
    /./,
    /./,
    /./,
    /./,
  ])

  await page.keyboard.type('cas')
  const active = () =>
    fieldOf(page).evaluate(
      (field) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.innerText,
    )
  await expect.poll(active).toMatch(/^Castellan Bridge/)
  await expect(fieldOf(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect.poll(active).not.toMatch(/^Castellan Bridge/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(active).toMatch(/^See All Results/)
  await expect(paletteOf(page).getByRole('rowgroup', { name: 'Maple Street Kitchen' })).toBeVisible()
  await expectAccessible(page)

  await fieldOf(page).fill('bridge marble')
  await expect(paletteOf(page).getByRole('heading', { name: 'No results' })).toBeVisible()
  await expect(paletteOf(page).getByText('Close matches without “marble”:')).toBeVisible()
  await expect(rowsOf(page).first()).toContainText('Castellan Bridge 7120-SB')

  await fieldOf(page).fill('account')
  await expect(rowsOf(page).first()).toHaveText('My Account')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account')
})

test('what was opened lately is kept for its user alone, and goes with a logout', async ({
  page,
  context,
  user,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 40[14]/)
  const { roomID, paint } = await furnish(user)
  const recent = paletteOf(page).getByRole('rowgroup', { name: 'Recent' }).getByRole('row')
  await page.goto(`/roomitems?roomID=${roomID}`)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('roomfolio.recent'))).toContain('Kitchen')
  await openOn(page, `/edititem?itemID=${paint}`)
  await expect(recent).toHaveText([/^Dry Sage HV-6102/, /^Kitchen Maple Street/])

  // What is gone is said to be, and forgotten.
  await user.call(deleteRoom, { query: { roomID } })
  await recent.nth(1).getByRole('link').click()
  await expect(page.getByRole('heading', { name: /nothing here/i })).toBeVisible()
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(recent).toHaveText([/^Dry Sage HV-6102/])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('roomfolio.recent'))).toBeNull()

  // Somebody else, after a session that ended without a logout.
  await page.evaluate(
    (name) =>
      localStorage.setItem(
        'roomfolio.recent',
        JSON.stringify({
          user: name,
          things: [{ kind: 'room', to: '/roomitems?roomID=1', name: 'Kitchen', where: '' }],
        }),
      ),
    user.name,
  )
  const other = await registerUser(context.request)
  await signedIn(context.request, other)
  await context.addInitScript((mark) => localStorage.setItem('roomfolio.signed-in', mark), other)
  await openOn(page, '/selectproject')
  await expect(rowsOf(page).first()).toHaveText('Create New Project')
})

test('who may only look is not offered to create an item', NIGHTLY, async ({ page, server, context, user }) => {
  const owner = await signedIn(context.request, await registerUser(context.request))
  const { projectID, roomID } = await furnish(owner)
  server.addMember(projectID, user.name, 'viewer')
  await signedIn(context.request, user.name)
  await openOn(page, `/roomitems?roomID=${roomID}`)
  await expect(rowsOf(page).filter({ hasText: 'Create' })).toHaveText(['Create New Project'])
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

test('a value on an item’s card and in an opened row leads to everything that has it', async ({ page, user }) => {
  const { projectID, roomID, paint } = await furnish(user)
  const hall = await user.newRoom(projectID, 'Hall')
  await user.newItem({ projectID, roomID: hall }, ['Paint', 'Wall Paint'], {
    field2: 'Sage',
    field3: 'hv 6102 #b9c6b4',
  })
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/whereused')) asked.push(request.url())
  })
  await page.goto(`/edititem?itemID=${paint}`)
  const main = page.getByRole('main')
  const others = main.getByRole('link', { name: /· in 2 rooms$/ })
  await expect(others).toHaveText(['HV-6102 · in 2 rooms'])
  expect(asked).toHaveLength(1)
  await main.getByRole('button', { name: 'Copy HV-6102' }).click()
  expect(await clipboard(page)).toBe('HV-6102')
  await others.click()
  await expect(page).toHaveURL(/\/find\?q=HV-6102.*&propID=\d+$/)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('HV-6102, #B9C6B4')
  await expect(main.getByText('Color Code', { exact: true }).first()).toBeVisible()
  await expect(main.getByText('2 items in 2 rooms').first()).toBeVisible()
  await expect(main.getByRole('heading', { level: 3 })).toHaveText(['Kitchen', 'Hall'])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/roomitems?roomID=${roomID}`)
  await main.getByRole('button', { name: /Dry Sage/ }).click()
  await expect(others).toHaveText(['HV-6102 · in 2 rooms'])
})
