import type { Browser, BrowserContext, Disposable, Page } from '@playwright/test'

interface Kept {
  context: BrowserContext
  /** A page of the app's origin. It stays open, and so does the process that draws pages of that origin. */
  opener: Page
  initScripts: Disposable[]
}

/**
 * One context of the browser of each kind for a worker's tests, one after the other. A new one has a new process that draws
 * its pages, with nothing of the app fetched or compiled: a quarter of the work of a short test. Each test gets pages of its
 * own, with no history, and a context with no cookies, nothing stored, no init scripts, no listeners and no routes.
 */
export class KeptContext {
  /** By what they were made with. */
  readonly #kept = new Map<string, Kept>()

  /** `key` says what a new context is made with. */
  async take(browser: Browser, baseURL: string, key: string): Promise<BrowserContext> {
    const kept = this.#kept.get(key) ?? (await this.#make(browser, baseURL))
    this.#kept.set(key, kept)
    return kept.context
  }

  /** A new page. In the context that is kept one that is there opens it, so that it needs no new process. */
  async openPage(context: BrowserContext): Promise<Page> {
    const opener = this.#of(context)?.opener
    if (!opener) return context.newPage()
    const [page] = await Promise.all([
      context.waitForEvent('page'),
      opener.evaluate(() => {
        const opened = window.open('about:blank')
        if (opened) opened.opener = null
      }),
    ])
    return page
  }

  /** Ends all that the test has left in the context; what cannot be put back ends the context. */
  async giveBack(context: BrowserContext): Promise<void> {
    const kept = this.#of(context)
    if (!kept) return
    const { opener, initScripts } = kept
    try {
      const pages = context.pages().filter((page) => page !== opener)
      await Promise.all(pages.map((page) => page.close()))
      await Promise.all(initScripts.splice(0).map((script) => script.dispose()))
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      for (const event of ['console', 'dialog', 'page', 'request', 'requestfailed', 'requestfinished', 'response'])
        context.removeAllListeners(event)
      await context.setOffline(false)
      await context.clearCookies()
      // What is in sessionStorage went with the pages.
      await opener.evaluate(() => localStorage.clear())
    } catch {
      for (const [key, { context: one }] of this.#kept) if (one === context) this.#kept.delete(key)
      await context.close()
    }
  }

  #of(context: BrowserContext): Kept | undefined {
    return [...this.#kept.values()].find((kept) => kept.context === context)
  }

  async #make(browser: Browser, baseURL: string): Promise<Kept> {
    const context = await browser.newContext()
    const initScripts: Disposable[] = []
    const add = context.addInitScript.bind(context)
    context.addInitScript = async (...script) => {
      const added = await add(...script)
      initScripts.push(added)
      return added
    }
    const opener = await context.newPage()
    // Empty, and without the app's policy of contents, which pages would have from it until they go somewhere. With the
    // app's policy of openers: between pages that differ in it the browser changes processes.
    const headers = { 'cross-origin-opener-policy': 'same-origin' }
    await opener.route(baseURL, (route) => route.fulfill({ contentType: 'text/html', headers, body: '' }))
    await opener.goto(baseURL)
    await opener.unrouteAll()
    return { context, opener, initScripts }
  }
}
