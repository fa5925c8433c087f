import { getItem } from '../../../src/shared/items/items.api.ts'
import { expect, NIGHTLY, test } from '../../support/e2e.ts'

/** Leaves two traces wherever it runs on our origin. */
const SCRIPT = "localStorage.setItem('ran','yes');fetch('/ran')"
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>`
const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><body><script>${SCRIPT}</script></body></html>`

/** Each under the name that would have it run. */
const ACTIVE = Object.entries({
  'page.html': `<!doctype html><title>mine</title><img src="x" onerror="${SCRIPT}"/><script>${SCRIPT}</script>`,
  'picture.svg': SVG,
  'declared.svg': `<?xml version="1.0"?>${SVG}`,
  'page.xhtml': `<?xml version="1.0"?>${XHTML}`,
  'script.js': SCRIPT,
  'module.mjs': `${SCRIPT};export default 1`,
  'script.gif': `GIF89a=1;${SCRIPT}`,
  'page.gif': `GIF89a<script>${SCRIPT}</script>`,
  'page.pdf': `%PDF-1.7\n<script>${SCRIPT}</script>`,
  'behind-a-page.pdf': `<script>${SCRIPT}</script>\n%PDF-1.7\n`,
})

test(
  'an uploaded page, drawing or script never runs on our origin, opened by its address or taken into a page of ours',
  NIGHTLY,
  async ({ page, context, user, expectedErrors }) => {
    // The browser's many words for what it does not run.
    expectedErrors.push(/./)
    const projectID = await user.newProject('Maple Street')
    const roomID = await user.newRoom(projectID, 'Kitchen')
    const itemID = await user.newItem({ projectID, roomID }, ['Plumbing', 'Faucet'], {})
    await page.goto(`/edititem?itemID=${itemID}&tab=attachments`)
    await page
      .getByLabel('Add Files')
      .setInputFiles(ACTIVE.map(([name, text]) => ({ name, mimeType: 'text/html', buffer: Buffer.from(text) })))
    for (const [name] of ACTIVE) await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
    const { attachments } = await user.call(getItem, { query: { itemID } })
    expect(attachments).toHaveLength(ACTIVE.length)

    const requested: string[] = []
    context.on('request', (request) => requested.push(new URL(request.url()).pathname))
    for (const { name, remote } of attachments) {
      const address = `/download/${remote}`
      const tab = await context.newPage()
      const saved: string[] = []
      tab.on('download', (download) => saved.push(download.suggestedFilename()))
      // What is saved instead of shown breaks the navigation off.
      const isShown = await tab.goto(address).then(
        () => true,
        () => false,
      )
      // A browser without a viewer of its own saves a PDF too.
      if (name !== 'page.pdf') expect(isShown, name).toBe(name.endsWith('.gif'))
      if (!isShown) await expect.poll(() => saved).toEqual([name])
      await tab.close()

      await page.evaluate(async (url) => {
        const ended = (element: HTMLElement) =>
          new Promise((resolve) => {
            for (const event of ['load', 'error']) element.addEventListener(event, resolve)
            document.body.append(element)
          })
        const script = (type: string) => Object.assign(document.createElement('script'), { type, src: url })
        await ended(script('text/javascript'))
        await ended(script('module'))
        await ended(Object.assign(document.createElement('iframe'), { src: url }))
        await ended(Object.assign(document.createElement('img'), { src: url }))
        await ended(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url }))
        await new Promise((resolve) => (new Worker(url).onerror = resolve))
      }, address)
      expect(requested).toContain(address)
    }
    const ran = () => page.evaluate(() => localStorage.getItem('ran'))
    expect(await ran()).toBeNull()
    expect(requested).not.toContain('/ran')

    await page.evaluate(SCRIPT)
    expect(await ran()).toBe('yes')
    expect(requested).toContain('/ran')
  },
)
