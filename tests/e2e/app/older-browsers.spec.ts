import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createLink, listLinks } from '../../../src/shared/sharing/links.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'
import { type User } from '../../support/e2e-server.ts'
import { pdfOf } from '../../support/pdf.ts'

const FAUCET = ['Plumbing', 'Faucet'] as const

/** Runs in the page. Removes what the oldest supported browsers lack, where that is possible. */
const makeOlder = () => {
  const lacking: [unknown, string[]][] = [
    [URL, ['canParse', 'parse']],
    [URLSearchParams.prototype, ['size']],
    [Promise, ['withResolvers', 'try']],
    [Object, ['groupBy']],
    [Map, ['groupBy']],
    [Array, ['fromAsync']],
    [AbortSignal, ['any']],
    [ReadableStream.prototype, ['values']],
    [Response.prototype, ['bytes']],
    [Blob.prototype, ['bytes']],
    [Uint8Array, ['fromBase64', 'fromHex']],
    [Uint8Array.prototype, ['toBase64', 'toHex']],
    [RegExp, ['escape']],
    [Math, ['sumPrecise', 'f16round']],
    [Element.prototype, ['checkVisibility', 'getHTML', 'moveBefore', 'setHTMLUnsafe']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
    [Document.prototype, ['startViewTransition']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf']],
    [Set.prototype, ['isDisjointFrom']],
    [window, ['requestIdleCallback', 'cancelIdleCallback', 'Iterator', 'Float16Array', 'CloseWatcher', 'scheduler']],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), ['map', 'filter', 'take', 'drop', 'flatMap', 'reduce']],
    [Object.getPrototypeOf(Object.getPrototypeOf([].values())), ['toArray', 'forEach', 'some', 'every', 'find']],
  ]
  for (const [object, names] of lacking) for (const name of names) delete (object as Record<string, unknown>)[name]
}

const NOTES = 'Cleaned as on https://castellan.example/care?kind=1, says the shop.'

const furnish = async (user: User) => {
  const projectID = await user.newProject('Maple Street')
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const itemID = await user.newItem({ projectID, roomID }, FAUCET, { field1: 'Castellan', notes: NOTES })
  await user.attach(itemID, [{ name: 'manual.pdf', bytes: pdfOf(1) }])
  return { projectID, roomID, itemID }
}

const previewer = (page: Page) => page.getByRole('region', { name: 'File Previewer' })
const openPDF = async (page: Page, itemID: number) => {
  await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
  await page.getByRole('button', { name: /^manual\.pdf/ }).click()
}

test('items with web addresses, read-only links and PDFs open in the oldest browsers that README names', async ({
  page,
  user,
}) => {
  await page.addInitScript(makeOlder)
  const { projectID, roomID, itemID } = await furnish(user)
  await page.goto(`/roomitems?roomID=${roomID}`)
  await page.getByRole('link', { name: 'Castellan' }).first().click()
  await expect(page.getByRole('link', { name: 'https://castellan.example/care?kind=1' }).first()).toBeVisible()

  await openPDF(page, itemID)
  await expect(previewer(page).locator('canvas')).toBeVisible()

  await user.call(createLink, {
    body: { projectID, name: 'Painter', hides: { notes: false, files: false, labels: [] } },
  })
  const { links } = await user.call(listLinks, { query: { projectID } })
  await page.goto(new URL(links[0]?.address ?? '').pathname)
  await page.getByRole('link', { name: /^Kitchen/ }).click()
  await page.getByRole('button', { name: /Castellan/ }).click()
  await expect(page.getByRole('link', { name: 'https://castellan.example/care?kind=1' })).toBeVisible()
})

test(
  'a viewer that fails in a browser offers the PDF for download, and the page goes on',
  NIGHTLY,
  async ({ page, user, expectedErrors }) => {
    expectedErrors.push(/lacks/)
    await page.addInitScript(() => {
      Object.defineProperty(window, 'devicePixelRatio', {
        get: () => {
          throw new Error('This browser lacks something.')
        },
      })
    })
    const { itemID } = await furnish(user)
    await openPDF(page, itemID)
    await expect(previewer(page).getByRole('alert')).toHaveText(/^This browser/)
    const saved = page.waitForEvent('download')
    await previewer(page).getByRole('button', { name: 'Download' }).first().click()
    expect((await saved).suggestedFilename()).toBe('manual.pdf')
  },
)

test('a browser that is too old gets a sentence', NIGHTLY, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(String.prototype, 'isWellFormed'))
  await page.goto('/login')
  await expect(page.getByRole('alert')).toContainText('This browser is too old for Roomfolio.')
})

const BUILD = join(import.meta.dirname, '../../../dist/web/assets')
/** Not what libraries look for first, as startViewTransition. */
const TOO_NEW =
  /URL\.(canParse|parse)\b|Promise\.(withResolvers|try)\b|Array\.fromAsync\b|AbortSignal\.any\b|(Object|Map)\.groupBy\b|\.(checkVisibility|isSubsetOf|isDisjointFrom)\(/g

test('the build calls nothing that the oldest browsers that README names lack, but what the PDF viewer brings itself', () => {
  const found = readdirSync(BUILD)
    .filter((name) => /\.m?js$/.test(name) && !name.startsWith('pdf'))
    .flatMap((name) => [...readFileSync(join(BUILD, name), 'utf8').matchAll(TOO_NEW)].map(([call]) => [name, call]))
  expect(found).toEqual([])
})
