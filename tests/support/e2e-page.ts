import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOnly } from 'axe-core'
import { expect, type BrowserContext, type Locator, type Page } from '@playwright/test'

declare global {
  interface Window {
    elapse: () => void
  }
}

export const LONG_MS = 1000

/**
 * In the browser: timers of a second and more stand still until a test lets them elapse. So what goes by itself, such as
 * a notification, is seen however slow the machine is, and what is done again by itself is done when the test says.
 */
export const holdLongTimers = (longMs: number): void => {
  const start = window.setTimeout.bind(window)
  const stop = window.clearTimeout.bind(window)
  const held = new Map<number, () => void>()
  let last = 0
  const startUnlessLong = (handler: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
    if (ms < longMs) return start(handler, ms, ...args)
    held.set(--last, () => handler(...args))
    return last
  }
  window.setTimeout = startUnlessLong as typeof window.setTimeout
  window.clearTimeout = (timer) => {
    if (!held.delete(Number(timer))) stop(timer)
  }
  window.elapse = () => {
    const handlers = [...held.values()]
    held.clear()
    for (const handler of handlers) handler()
  }
}

/** All that the page waits for a second or longer happens now. */
export const elapse = (page: Page): Promise<void> => page.evaluate(() => window.elapse())

/** No call reaches the server until what this gives is called. Code comes, as from the cache of a browser. */
export const cutOff = async (page: Page | BrowserContext): Promise<() => Promise<void>> => {
  const isCall = ({ protocol, pathname }: URL) => protocol.startsWith('http') && !pathname.startsWith('/assets/')
  await page.route(isCall, (route) => route.abort('connectionrefused'))
  return () => page.unroute(isCall)
}

/** Our own fonts, which come when the first page has what it shows. */
export const fontsOf = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const own = [...document.fonts].filter(({ family }) => !family.includes('Fallback'))
    return own.length > 0 && own.every(({ status }) => status === 'loaded')
  })
}

const MOST_STEPS = 40

/** Goes there with the Tab key alone. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Goes to a field with the Tab key alone and types over what it holds. */
export const typeInto = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** An alert that has the focus is read out and is where the keyboard goes on. */
export const expectFocusedAlert = async (page: Page, text: string | RegExp): Promise<void> => {
  // The line that there is no connection, which anything else may find out first, says the same and takes no focus.
  await expect(page.getByRole('alert').and(page.locator(':focus'))).toHaveText(text)
}

/** Nothing is told as wrong any more, when what waits for a server has been tried again. */
export const expectNoAlert = async (page: Page): Promise<void> => {
  const alerts = async () => {
    await elapse(page)
    return page.getByRole('alert').count()
  }
  await expect.poll(alerts).toBe(0)
}

/** A field that differs from what is saved has an edge and a bar of 3 px in the primary colour. */
export const expectMarkedAsChanged = async (field: Locator, changed: boolean): Promise<void> => {
  await field.blur()
  const look = () =>
    field.evaluate((element) => {
      const probe = document.createElement('i')
      probe.style.color = 'var(--primary)'
      document.body.append(probe)
      const primary = getComputedStyle(probe).color
      probe.remove()
      const { borderLeftColor, boxShadow } = getComputedStyle(element)
      return { edge: borderLeftColor === primary, bar: boxShadow === `${primary} 3px 0px 0px 0px inset` }
    })
  await expect.poll(look).toEqual({ edge: changed, bar: changed })
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

const ALL_RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Those that look at colours. Nothing else differs in the dark: src/web/ui/styles/dark.test.ts. */
export const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds, a rule and its elements each; it looks at a page of one frame. */
export const axeFindings = async (page: Page, rules = ALL_RULES): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, {
      runOnly,
      resultTypes: ['violations'],
      // None of these rules reads style sheets, and to read one that did not arrive breaks the policy of the page.
      preload: false,
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
}

export const expectNoSidewaysScrolling = async (page: Page): Promise<void> => {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways scrolling at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}

/**
 * Nothing that axe finds against WCAG 2.2 AA, and no sideways scrolling, in what is shown: a dialog, a menu, an error. Pages
 * themselves are looked at in tests/e2e/app/look.spec.ts, at all widths and in the dark too.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await axeFindings(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await page.emulateMedia({ reducedMotion: null })
}
