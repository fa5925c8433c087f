import { vi } from 'vitest'
import { getCurrentTest } from 'vitest/suite'

/** Polls for as long as the test may take, and answers what `happens` answered. */
export const until = <T>(happens: () => T | Promise<T>) =>
  vi.waitUntil(happens, { timeout: getCurrentTest()?.timeout ?? 15_000, interval: 5 })
