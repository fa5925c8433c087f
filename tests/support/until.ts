import { vi } from 'vitest'

const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * Waits for what happens at last, however slow the machine is: nothing but the test's own limit ends it. Answers what
 * `happens` answered.
 */
export const until = <T>(happens: () => T | Promise<T>) =>
  vi.waitUntil(happens, { timeout: LONGEST_TIMER_MS, interval: 5 })
