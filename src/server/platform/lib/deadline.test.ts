import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withDeadline } from './deadline.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('work is aborted when its time is over, even after garbage collection', async () => {
  const aborted = withDeadline(100, new AbortController().signal, (signal) => {
    const event = once(signal, 'abort')
    // What the signal is made of becomes garbage only after this.
    setImmediate(collectGarbage)
    return event
  })
  await expect(aborted).resolves.toMatchObject([{ type: 'abort' }])
})

test('work is aborted with its signal, for the same reason', async () => {
  const stop = new AbortController()
  const reason = withDeadline(60_000, stop.signal, async (signal) => {
    stop.abort(new Error('stopped'))
    return signal.reason as unknown
  })
  await expect(reason).resolves.toEqual(new Error('stopped'))
})
