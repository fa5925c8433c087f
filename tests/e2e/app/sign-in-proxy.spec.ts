import type { Page, Route } from '@playwright/test'
import { SignInFirst } from '../../../src/web/lib/errors.ts'
import { listItems } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, onOwnServer, test } from '../../support/e2e.ts'

/** In front of the server, its session being over: it answers everything with its own page until it lets through again. */
const askToSignIn = async (page: Page) => {
  const answer = (route: Route) => route.fulfill({ contentType: 'text/html', body: '<h1>Sign In to Example</h1>' })
  await page.route('**/*', answer)
  return () => page.unroute('**/*', answer)
}

const line = (page: Page) => page.getByRole('region', { name: 'Connection' })

test.describe('behind a sign-in whose session is over,', () => {
  test.use({ expectedErrors: [/asks you to log in|^Failed to load module script/] })

  test('a link leads to the sign-in', async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    await user.newRoom(projectID, 'Kitchen')
    await page.goto(`/projecthome?projectID=${projectID}`)
    const link = page.getByRole('link', { name: /^Kitchen/ })
    await expect(link).toBeVisible()
    await askToSignIn(page)
    await link.click()
    await expect(page.getByRole('heading', { name: 'Sign In to Example' })).toBeVisible()
    await expect(page).toHaveURL(/\/roomitems\?roomID=/)
  })

  test('a save says what is asked for, and what was typed is saved after the sign-in', async ({ page, user }) => {
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID, 'Kitchen')
    const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
    await page.goto(`/edititem?itemID=${itemID}`)
    await page.getByRole('combobox', { name: 'Model Number' }).fill('K-77')
    const letThrough = await askToSignIn(page)
    await page.getByRole('button', { name: 'Update Item' }).click()
    await expect(line(page).getByRole('status')).toHaveText(new SignInFirst().message)
    const opened = page.context().waitForEvent('page')
    await line(page).getByRole('button', { name: 'Log In' }).click()
    await (await opened).close()
    await letThrough()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await expect(page).toHaveURL(/\/roomitems/)
    await expect(line(page)).toHaveCount(0)
    const items = (await user.call(listItems, { query: { roomID } })) ?? []
    expect(items.map(({ field1, field2 }) => [field1, field2])).toEqual([['Castellan', 'K-77']])
  })
})

test(
  'a sign-in in place of a file or a paper is not saved under its name',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/asks you to log in/)
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID, 'Kitchen')
    const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], { field1: 'Castellan' })
    await user.attach(itemID, [{ name: 'manual.txt', bytes: Buffer.from('Open the valve.') }])
    const saved: string[] = []
    page.on('download', (download) => saved.push(download.suggestedFilename()))
    await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
    const file = page.getByRole('button', { name: /^manual\.txt/ })
    await expect(file).toBeVisible()
    const letThrough = await askToSignIn(page)
    await file.click()
    await expect(line(page)).toBeVisible()
    await letThrough()
    await page.goto(`/projecthome?projectID=${projectID}&papers=1`)
    await page.getByRole('button', { name: /^QR Labels/ }).click()
    const paper = page.getByRole('region', { name: 'QR Labels' })
    await expect(paper).toBeVisible()
    await askToSignIn(page)
    await paper.getByRole('button', { name: 'Download PDF' }).click()
    await expect(paper.getByRole('alert')).toHaveText(new SignInFirst().message)
    expect(saved).toEqual([])
  },
)

onOwnServer.extend({ settings: { PUBLIC_URL: 'https://homes.example.com' } })(
  'by http, where PUBLIC_URL is https, the login says that the browser keeps nobody logged in',
  NIGHTLY,
  async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
    await page.goto('/login')
    const message = page.getByRole('status').filter({ hasText: / logged in at http:/ })
    await expect(message.getByRole('link')).toHaveAttribute('href', 'https://homes.example.com')
  },
)
