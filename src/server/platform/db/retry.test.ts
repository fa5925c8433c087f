import { expect, test } from 'vitest'
import { retryWhenOvertaken } from './retry.ts'

test('a write that conflicts with others is retried up to a limit', async () => {
  let tries = 0
  expect(await retryWhenOvertaken(async () => (++tries < 3 ? undefined : 'saved'))).toBe('saved')
  expect(tries).toBe(3)
  await expect(retryWhenOvertaken(async () => void tries++, 5)).rejects.toMatchObject({ code: 'unavailable' })
  expect(tries).toBe(8)
})
