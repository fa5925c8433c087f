import { expect, test } from 'vitest'
import { openLimiter } from './limiter.ts'

/** A limiter whose tasks end on the test's command, and the order of their starts. */
const start = (limits: Partial<Parameters<typeof openLimiter>[0]> = {}) => {
  const limiter = openLimiter({ mostWaiting: 100, refusal: () => new Error('busy'), ...limits })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (key: number, name: string, signal?: AbortSignal) =>
    limiter.run(
      key,
      async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      },
      signal,
    )
  /** Ends a task and waits until all permitted ones have started. */
  const end = async (name: string) => {
    ends.get(name)?.()
    await settled()
  }
  return { limiter, begun, take, end }
}

const settled = async () => {
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate)
}

test('keys take turns, and each key keeps its order', async () => {
  const { begun, take, end } = start({ atOnce: 1 })
  const all = ['a1', 'a2', 'a3'].map((name) => take(1, name))
  all.push(take(2, 'b1'), take(3, 'c1'), take(2, 'b2'))
  await settled()
  const order = ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']
  for (const [at, name] of order.entries()) {
    expect(begun).toEqual(order.slice(0, at + 1))
    await end(name)
  }
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'b2'])
})

test('one key has a limited number of running tasks, independent of other keys', async () => {
  const { begun, take, end } = start({ ofOne: 2 })
  const all = [take(1, 'a1'), take(1, 'a2'), take(1, 'a3'), take(2, 'b1')]
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  for (const name of ['a1', 'a3', 'b1']) await end(name)
  await Promise.all(all)
})

test('a key with too many or too long waits is refused; others are not', async () => {
  const { begun, take, end } = start({ atOnce: 1, mostWaiting: 1 })
  const all = [take(1, 'a1'), take(1, 'a2')]
  await expect(take(1, 'a3')).rejects.toThrow('busy')
  all.push(take(2, 'b1'))
  for (const name of ['a1', 'b1', 'a2']) await end(name)
  await Promise.all(all)
  expect(begun).toEqual(['a1', 'b1', 'a2'])

  const late = start({ atOnce: 1, longestWait: 1 })
  const first = late.take(1, 'a1')
  await expect(late.take(1, 'a2')).rejects.toThrow('busy')
  await late.end('a1')
  await first
  expect(late.begun).toEqual(['a1'])
})

test('aborted tasks leave the queue, and clearing it refuses all of them', async () => {
  const { limiter, begun, take, end } = start({ atOnce: 1 })
  const first = take(1, 'a1')
  const gone = new AbortController()
  const givesUp = take(1, 'a2', gone.signal)
  const next = take(1, 'a3')
  const why = new Error('gone')
  gone.abort(why)
  await expect(givesUp).rejects.toBe(why)
  await expect(take(2, 'b1', gone.signal)).rejects.toBe(why)
  await end('a1')
  await first
  expect(begun).toEqual(['a1', 'a3'])
  const waiting = [take(1, 'a4'), take(2, 'b2')]
  limiter.clear()
  for (const one of waiting) await expect(one).rejects.toThrow('busy')
  await end('a3')
  expect(await next).toBe('a3')
})

test('a failed task starts the next one, and a task ends once, even if it says so twice', async () => {
  const { limiter, begun, take, end } = start({ atOnce: 1 })
  await expect(limiter.run(1, () => Promise.reject(new Error('no picture')))).rejects.toThrow('no picture')
  const over = await limiter.begin(1)
  over()
  over()
  const [second, third] = [take(1, 'a2'), take(1, 'a3')]
  await settled()
  expect(begun).toEqual(['a2'])
  for (const name of ['a2', 'a3']) await end(name)
  expect(await Promise.all([second, third])).toEqual(['a2', 'a3'])
})
