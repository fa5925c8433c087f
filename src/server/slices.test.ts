import { expect, it } from 'vitest'
import { openSlices } from './slices.ts'

/** Something that takes a while without waiting for anything. */
const work = (ms: number): void => {
  const start = performance.now()
  while (performance.now() - start < ms) continue
}

it('between two slices of long works, of one or of several, comes everything else', async () => {
  const happened: string[] = []
  let isOver = false
  const others = () => {
    happened.push('others')
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  const long = async (name: string) => {
    const breathe = openSlices()
    for (let n = 0; n < 5; n++) {
      work(6)
      happened.push(name)
      await breathe()
    }
  }
  await Promise.all([long('a'), long('b')])
  isOver = true
  // Both begin at once; from then on none follows another.
  expect(happened.slice(0, 2)).toEqual(['a', 'b'])
  const later = happened.slice(2)
  expect(later.filter((name) => name !== 'others')).toHaveLength(8)
  for (const [at, name] of later.entries()) if (name !== 'others') expect(later[at - 1]).toBe('others')
})

it('small works are done at once', async () => {
  let turned = false
  setImmediate(() => (turned = true))
  const breathe = openSlices()
  await breathe()
  await breathe()
  expect(turned).toBe(false)
})
