import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { RunOnly } from 'axe-core'
import { expect, type Locator, type Page } from '@playwright/test'
import { AXE_RULES } from './axe-rules.ts'

declare global {
  interface Window {
    elapse: () => void
  }
}

export const LONG_MS = 1000

/**
 * In the browser: timers of a second and more wait until a test calls `elapse`. Notifications stay visible on slow
 * machines, and retries happen when the test wants them.
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

/** Runs all held timers. */
export const elapse = (page: Page): Promise<void> => page.evaluate(() => window.elapse())

/** Waits for our fonts, which load after the first page. */
export const fontsOf = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const own = [...document.fonts].filter(({ family }) => !family.includes('Fallback'))
    return own.length > 0 && own.every(({ status }) => status === 'loaded')
  })
}

/** More than any page has stops. */
const MOST_STEPS = 80

/** Moves the focus to the target with Tab only. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Moves the focus to a field with Tab only and replaces its text. */
export const typeInto = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** A focused alert is read out, and the keyboard continues from there. */
export const expectFocusedAlert = async (page: Page, text: string | RegExp): Promise<void> => {
  // The offline line has the same text but takes no focus, and may appear earlier.
  await expect(page.getByRole('alert').and(page.locator(':focus'))).toHaveText(text)
}

/** A changed field has an edge and a bar of 3 px in the primary color. */
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

/** The rules about color. Nothing else differs in dark mode: src/web/ui/styles/dark.test.ts. */
export const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Findings of axe, one line per rule with its elements, for a page without frames. */
export const axeFindings = async (page: Page, rules: RunOnly = AXE_RULES.runOnly): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { ...AXE_RULES, runOnly: rules },
  )
}

export const expectNoSidewaysScrolling = async (page: Page): Promise<void> => {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways scrolling at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}

/**
 * Expects no axe finding against WCAG 2.2 AA and no sideways scrolling in what is shown: a dialog, a menu, an error.
 * tests/e2e/app/look.spec.ts checks the pages themselves, at all widths and in dark mode.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await axeFindings(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await page.emulateMedia({ reducedMotion: null })
}
