import type { Browser, BrowserContext, Disposable, Page } from '@playwright/test'

interface Kept {
  context: BrowserContext
  /** A page of the app's origin. It stays open, and with it the renderer process of that origin. */
  opener: Page
  initScripts: Disposable[]
}

/**
 * One browser context per set of options for all tests of a worker. A new one starts a renderer process and fetches and
 * compiles the app again: a quarter of the time of a short test. Each test gets new pages without history, and a
 * context without cookies, storage, init scripts, listeners and routes.
 */
export class KeptContext {
  /** By their options. */
  readonly #kept = new Map<string, Kept>()

  /** `key` identifies the options of a new context. */
  async take(browser: Browser, baseURL: string, key: string): Promise<BrowserContext> {
    const kept = this.#kept.get(key) ?? (await this.#make(browser, baseURL))
    this.#kept.set(key, kept)
    return kept.context
  }

  /** A new page. In a kept context an existing page opens it, so that it needs no new process. */
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

  /** Resets everything that the test left in the context; closes the context if that is impossible. */
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
      // sessionStorage went with the pages.
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
    // Empty, without the app's content security policy, which new pages would inherit until they navigate. With its
    // opener policy: the browser changes processes between pages that differ in it.
    const headers = { 'cross-origin-opener-policy': 'same-origin' }
    await opener.route(baseURL, (route) => route.fulfill({ contentType: 'text/html', headers, body: '' }))
    await opener.goto(baseURL)
    await opener.unrouteAll()
    return { context, opener, initScripts }
  }
}
