import { expect, test } from 'vitest'
import { forEachFile } from './for-each-file.ts'

const numbers = Array.from({ length: 20 }, (_, at) => at)

test('files are processed a few at a time, each once', async () => {
  const done: number[] = []
  let [running, most] = [0, 0]
  await forEachFile(numbers, async (one) => {
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
    done.push(one)
  })
  expect(done.toSorted((a, b) => a - b)).toEqual(numbers)
  expect(most).toBe(4)
})

test('after a failure none is started, running ones are awaited, and the failure is thrown', async () => {
  const begun: number[] = []
  let running = 0
  const work = async (one: number) => {
    begun.push(one)
    running++
    for (let turn = 0; turn < one % 4; turn++) await new Promise(setImmediate)
    running--
    if (one === 5) throw new Error('no disk')
  }
  await expect(forEachFile(numbers, work)).rejects.toThrow('no disk')
  expect(running).toBe(0)
  expect(begun.length).toBeLessThan(12)
})
