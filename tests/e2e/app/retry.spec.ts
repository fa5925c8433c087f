import type { Page } from '@playwright/test'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'
import { EMPTY } from '../../support/empty-pages.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const line = (page: Page) => page.getByRole('region', { name: 'Connection' })
const tryAgain = (page: Page) => line(page).getByRole('button', { name: 'Try Again' })
const menu = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name })

const expectWaiting = async (page: Page) => {
  await expect(line(page).getByRole('alert')).toHaveText('No server response')
  await expect(page.getByRole('region', { name: 'Stack trace' })).toHaveCount(0)
}

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
  test.use({ expectedErrors: ['failed /'] })

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
    await expect(page.getByText(EMPTY.room)).toBeVisible()
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

  test('a screen that is refreshed after a change stays', NIGHTLY, async ({ page, user }) => {
    const { projectID } = await kitchen(user)
    await page.goto(`/editproject?projectID=${projectID}`)
    await page.getByRole('button', { name: 'Delete Project' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByRole('textbox').fill('Maple Street')
    await dialog.getByRole('button', { name: 'Delete Project' }).click()
    await expect(page.getByText(EMPTY.projects)).toBeVisible()
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
