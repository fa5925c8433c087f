import { expect, test } from 'vitest'
import { until } from '../../../tests/support/until.ts'
import { openTurns } from './turns.ts'

const MINUTE = 60_000

/** Turns whose work ends when the test says so, and whose order is told. */
const start = (mostWaiting = 100, longestWait = MINUTE) => {
  const turns = openTurns({ mostWaiting, longestWait, refusal: () => new Error('busy') })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const take = (whose: number, name: string) =>
    turns.take(whose, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  return { turns, begun, take, end: (at: number) => ends[at]?.() }
}

test('work is done one at a time, in turn by whom it is for, and each in the order asked for', async () => {
  const { begun, take, end } = start()
  const all = [take(1, 'a1'), take(1, 'a2'), take(1, 'a3'), take(2, 'b1'), take(3, 'c1'), take(2, 'b2')]
  for (const [at, work] of [0, 3, 1, 4, 5, 2].entries()) {
    await until(() => begun.length === at + 1)
    end(at)
    await all[work]
  }
  expect(begun).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3'])
})

test('whoever asks for much takes no place from others: the last of the longest line are turned away', async () => {
  const { begun, take, end } = start(3)
  const first = take(1, 'a1')
  const [a2, a3, a4] = [take(1, 'a2'), take(1, 'a3'), take(1, 'a4')]
  const b1 = take(2, 'b1')
  await expect(a4).rejects.toThrow('busy')
  await expect(take(1, 'a5')).rejects.toThrow('busy')
  const b2 = take(2, 'b2')
  await expect(a3).rejects.toThrow('busy')
  for (const [at, work] of [first, b1, a2, b2].entries()) {
    await until(() => begun.length === at + 1)
    end(at)
    await work
  }
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2'])
})

test('what fails lets the next one go on', async () => {
  const { turns } = start()
  const failing = turns.take(1, () => Promise.reject(new Error('no picture')))
  const next = turns.take(1, async () => 'made')
  await expect(failing).rejects.toThrow('no picture')
  expect(await next).toBe('made')
})

test('nobody waits for longer than the limit, nor when all are turned away', async () => {
  await expect(start(100, 0).take(1, 'late')).rejects.toThrow('busy')
  const { turns, take, end } = start()
  const first = take(1, 'a1')
  const waiting = [take(1, 'a2'), take(2, 'b1')]
  turns.clear()
  for (const one of waiting) await expect(one).rejects.toThrow('busy')
  end(0)
  expect(await first).toBe('a1')
})

test('whoever gives up leaves the line, and nobody else', async () => {
  const { turns, begun, take, end } = start()
  const first = take(1, 'a1')
  const gone = new AbortController()
  const givesUp = turns.take(1, async () => void begun.push('given up'), gone.signal)
  const last = take(1, 'a3')
  const why = new Error('gone')
  gone.abort(why)
  await expect(givesUp).rejects.toBe(why)
  await expect(turns.take(2, async () => {}, gone.signal)).rejects.toBe(why)
  end(0)
  await first
  await until(() => begun.length === 2)
  end(1)
  await last
  expect(begun).toEqual(['a1', 'a3'])
})
