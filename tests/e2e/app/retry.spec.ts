import type { Page } from '@playwright/test'
import { getHistory } from '../../../src/shared/history/history.api.ts'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, nightlyIf, test } from '../../support/e2e.ts'
import { elapse, expectAccessible } from '../../support/e2e-page.ts'
import { type User } from '../../support/e2e-server.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const line = (page: Page) => page.getByRole('region', { name: 'Connection' })
const tryAgain = (page: Page) => line(page).getByRole('button', { name: 'Try Again' })
const menu = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name })

const expectWaiting = async (page: Page) => {
  await expect(line(page).getByRole('alert')).toHaveText('No server response')
  await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0)
}

const FAUCET = ['Plumbing', 'Faucet'] as const

const kitchen = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  return { projectID, roomID: await user.newRoom(projectID, 'Kitchen') }
}

/** Lets no call to the path through until what this gives is called; counts them. */
const cut = async (page: Page, path: string) => {
  let calls = 0
  const refuse = async (route: { abort: () => Promise<void> }) => {
    calls++
    await route.abort()
  }
  await page.route(path, refuse)
  return { calls: () => calls, mend: () => page.unroute(path, refuse) }
}

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/./] })

  test('what is shown stays and a line says so; Try Again goes on to where one wanted to go', async ({
    page,
    user,
    server,
  }) => {
    const { projectID, roomID } = await kitchen(user)
    await page.goto(`/projecthome?projectID=${projectID}`)
    await expect(heading(page)).toHaveText('Maple Street')
    await server.stop()
    // Neither code nor data of the page are there.
    await page.getByRole('link', { name: /^Kitchen/ }).click()
    await expectWaiting(page)
    await expect(heading(page)).toHaveText('Maple Street')
    await expect(page.getByText('Loading')).toHaveCount(0)
    await expect(page).toHaveURL(`/projecthome?projectID=${projectID}`)
    await tryAgain(page).click()
    await expectWaiting(page)

    await server.start()
    await tryAgain(page).click()
    await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
    await expect(page.getByText('This room is empty.')).toBeVisible()
    await expect(line(page)).toHaveCount(0)
    // The look of the page came with its code.
    const styled = page
      .locator('link[rel=stylesheet]:not([disabled])')
      .evaluateAll((links) => links.map((link) => 'sheet' in link && link.sheet !== null))
    expect(await styled).not.toContain(false)
    await page.goBack()
    await expect(heading(page)).toHaveText('Maple Street')
  })

  test.describe('by a clock of the test', () => {
    test.use({ ownContext: true })

    test('it is tried again by itself after growing pauses, and at once when the browser is online', async ({
      page,
      user,
      context,
    }) => {
      await kitchen(user)
      await page.goto('/about')
      await expect(heading(page)).toBeVisible()
      await page.clock.install()
      const projects = await cut(page, '**/projects')
      await page.clock.pauseAt(Date.now() + 60_000)
      await menu(page, 'My Projects').click()
      await expectWaiting(page)
      for (const [pause, calls] of [
        [1_000, 2],
        [1_000, 2],
        [1_000, 3],
        [3_000, 3],
        [1_000, 4],
      ] as const) {
        await page.clock.runFor(pause)
        await expect.poll(projects.calls).toBe(calls)
        await expect(tryAgain(page)).not.toHaveAttribute('aria-busy', 'true')
      }
      await expect(page).toHaveURL('/about')
      await projects.mend()
      // TanStack Query pauses in a timer of its own.
      await page.clock.runFor(1)
      await context.setOffline(true)
      await context.setOffline(false)
      await expect(page.getByRole('link', { name: /^Maple Street/ })).toBeVisible()
      await expect(page).toHaveURL('/selectproject')
    })
  })

  for (const status of [502, 503, 504]) {
    test(
      `a proxy that answers ${status} is one, also at a first load`,
      nightlyIf(status !== 502),
      async ({ page, user }) => {
        await kitchen(user)
        await page.route('**/projects', (route) => route.fulfill({ status, body: '<h1>Gateway</h1>' }))
        await page.goto('/selectproject')
        await expectWaiting(page)
        if (status === 502) await expectAccessible(page)
        await page.unroute('**/projects')
        await tryAgain(page).click()
        await expect(page.getByRole('link', { name: /^Maple Street/ })).toBeVisible()
      },
    )
  }

  test('Back waits too, and leads there once there is one', NIGHTLY, async ({ page, user }) => {
    await kitchen(user)
    await page.goto('/selectproject')
    await menu(page, 'About').click()
    await expect(page).toHaveURL('/about')
    const about = await heading(page).innerText()
    const projects = await cut(page, '**/projects')
    await page.goBack()
    await expectWaiting(page)
    await expect(heading(page)).toHaveText(about)
    await projects.mend()
    await tryAgain(page).click()
    await expect(heading(page)).toHaveText('My Projects')
    await page.goForward()
    await expect(heading(page)).toHaveText(about)
  })

  test('what was typed in between is not left, and Try Again asks about it', NIGHTLY, async ({ page, user }) => {
    const { projectID } = await kitchen(user)
    await page.goto(`/editproject?projectID=${projectID}`)
    const city = page.getByRole('textbox', { name: 'City' })
    await expect(city).toBeVisible()
    const projects = await cut(page, '**/projects')
    await menu(page, 'My Projects').click()
    await expectWaiting(page)
    await city.fill('Winooski')
    await projects.mend()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await elapse(page)
    await expectWaiting(page)
    await expect(city).toHaveValue('Winooski')
    expect(asked.filter((url) => url.endsWith('/projects'))).toEqual([])

    await tryAgain(page).click()
    const dialog = page.getByRole('alertdialog', { name: 'Unsaved Changes' })
    await dialog.getByRole('button', { name: 'Keep Working' }).click()
    await expect(city).toHaveValue('Winooski')
    await page.getByRole('button', { name: 'Save Project' }).click()
    await expect(page).toHaveURL('/selectproject')
    await expect(line(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Winooski/ })).toBeVisible()
  })

  test('somewhere else can be gone instead, and the line goes with the wish', NIGHTLY, async ({ page, user }) => {
    await kitchen(user)
    await page.goto('/help')
    await menu(page, 'About').click()
    await expect(page).toHaveURL('/about')
    await cut(page, '**/projects')
    await menu(page, 'My Projects').click()
    await expectWaiting(page)
    await menu(page, 'Help').click()
    await expect(page).toHaveURL('/help')
    await expect(line(page)).toHaveCount(0)
  })

  test('a screen that is refreshed after a change stays', NIGHTLY, async ({ page, user }) => {
    const { projectID } = await kitchen(user)
    await page.goto(`/editproject?projectID=${projectID}`)
    await page.getByRole('button', { name: 'Delete Project' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('Maple Street')
    await dialog.getByRole('button', { name: 'Delete Project' }).click()
    await expect(page.getByText("You haven't created any projects yet.")).toBeVisible()
    const projects = await cut(page, '**/projects')
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.click()
    await expectWaiting(page)
    await expect(heading(page)).toHaveText('My Projects')
    await projects.mend()
    await tryAgain(page).click()
    await expect(page.getByRole('link', { name: /^Maple Street/ })).toBeVisible()
  })
})

test.describe('a connection that is cut when the server is done', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] })

  test('creates one room, not two, and its user sees nothing of it', async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    await page.goto(`/createroom?projectID=${projectID}`)
    let calls = 0
    await page.route('**/createroom', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      calls++
      if (calls > 1) return route.continue()
      expect((await route.fetch()).status()).toBe(201)
      await route.abort()
    })
    await page.getByLabel('Room Name').fill('Pantry')
    await page.getByLabel('Room Type').selectOption({ label: 'Kitchen' })
    await page.getByRole('button', { name: 'Create Room', exact: true }).click()
    await expect(page).toHaveURL(`/projecthome?projectID=${projectID}`)
    await expect(page.getByRole('link', { name: /^Pantry/ })).toHaveCount(1)
    expect(calls).toBe(2)
  })
})

test.describe('a server whose database fails', () => {
  test.use({ expectedErrors: [/503/] })

  const UNAVAILABLE = {
    status: 503,
    headers: { 'Retry-After': '5' },
    json: { statusCode: 503, error: 'Service Unavailable', code: 'unavailable', message: 'Away.', requestId: '1' },
  }

  test(
    'after it has done what was asked: what was typed stays, and pressed again it creates one room',
    NIGHTLY,
    async ({ page, user }) => {
      const projectID = await user.newProject('Maple Street')
      await page.goto(`/createroom?projectID=${projectID}`)
      let calls = 0
      await page.route('**/createroom', async (route) => {
        if (route.request().method() !== 'PUT') return route.fallback()
        calls++
        if (calls > 1) return route.continue()
        // The commit came through, and nobody heard of it.
        expect((await route.fetch()).status()).toBe(201)
        await route.fulfill(UNAVAILABLE)
      })
      const name = page.getByLabel('Room Name')
      const create = page.getByRole('button', { name: 'Create Room', exact: true })
      await name.fill('Pantry')
      await page.getByLabel('Room Type').selectOption({ label: 'Kitchen' })
      await create.click()
      await expect(page.getByText('Unable to create room')).toBeVisible()
      await expect(name).toHaveValue('Pantry')
      await create.click()
      await expect(page).toHaveURL(`/projecthome?projectID=${projectID}`)
      await expect(page.getByRole('link', { name: /^Pantry/ })).toHaveCount(1)
      expect(calls).toBe(2)
    },
  )

  const faucetOf = async (user: User) => {
    const place = await kitchen(user)
    return { ...place, itemID: await user.newItem(place, FAUCET, { field1: 'Castellan' }) }
  }
  const brand = (page: Page) => page.getByRole('combobox', { name: 'Brand', exact: true })
  const update = (page: Page) => page.getByRole('button', { name: 'Update Item', exact: true })

  test('after it has saved an item: pressed again it is saved, once, and nobody else is said to have changed it', async ({
    page,
    user,
    expectedErrors,
  }) => {
    expectedErrors.push(/409/, /Away/)
    const { roomID, itemID } = await faucetOf(user)
    await page.goto(`/edititem?itemID=${itemID}`)
    let calls = 0
    await page.route('**/item', async (route) => {
      if (route.request().method() !== 'POST' || ++calls > 1) return route.continue()
      expect((await route.fetch()).status()).toBe(200)
      await route.fulfill(UNAVAILABLE)
    })
    await brand(page).fill('Harrow')
    await update(page).click()
    await expect(page.getByText('Unable to update item')).toBeVisible()
    await expect(brand(page)).toHaveValue('Harrow')
    // Typed on, which the first press did not send.
    await brand(page).fill('Harrow & Sons')
    await update(page).click()
    await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
    expect(await user.call(getItem, { query: { itemID } })).toMatchObject({ field1: 'Harrow & Sons' })
    const { events } = await user.call(getHistory, { query: { itemID } })
    expect(events.filter(({ kind }) => kind === 'item changed')).toHaveLength(2)
  })

  test(
    'while somebody types on: what was not sent yet stays on the screen when the save is answered',
    NIGHTLY,
    async ({ page, user }) => {
      const { roomID, itemID } = await faucetOf(user)
      await page.goto(`/edititem?itemID=${itemID}`)
      let answer = () => {}
      const typed = new Promise<void>((resolve) => (answer = resolve))
      let calls = 0
      await page.route('**/item', async (route) => {
        if (route.request().method() === 'POST' && ++calls === 1) await typed
        await route.continue()
      })
      await brand(page).fill('Harrow')
      await update(page).click()
      await expect(update(page)).toHaveAttribute('aria-busy', 'true')
      const notes = page.getByRole('textbox', { name: 'Notes', exact: true })
      await notes.fill('Ask for the valve.')
      answer()
      await expect(page.getByText('Successfully Updated Plumbing – Faucet')).toBeVisible()
      await expect(page).toHaveURL(`/edititem?itemID=${itemID}`)
      await expect(notes).toHaveValue('Ask for the valve.')
      await expect(page.getByText('Unsaved changes')).toBeVisible()
      await update(page).click()
      await expect(page).toHaveURL(`/roomitems?roomID=${roomID}`)
      expect(await user.call(getItem, { query: { itemID } })).toMatchObject({
        field1: 'Harrow',
        note: 'Ask for the valve.',
      })
    },
  )
})
