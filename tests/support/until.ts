import { vi } from 'vitest'
import { getCurrentTest } from 'vitest/suite'

/** Longer than any hook may take, which ends by its own time-out. */
const LONGEST_HOOK_MS = 15 * 60_000

/** Polls for as long as the test may take, and answers what `happens` answered. */
export const until = <T>(happens: () => T | Promise<T>) =>
  vi.waitUntil(happens, { timeout: getCurrentTest()?.timeout ?? LONGEST_HOOK_MS, interval: 5 })
