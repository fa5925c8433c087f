import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { SCREEN, isAlive, make, nextProcess, openMaker, photo } from '../../../tests/support/picture-maker.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { until } from '../../../tests/support/until.ts'

test('pictures of one user are created one after the other', async () => {
  const maker = openMaker()
  let atOnce = 0
  let most = 0
  const work = () =>
    maker.make(
      SCREEN,
      async () => {
        most = Math.max(most, ++atOnce)
        return photo()
      },
      async () => {
        atOnce--
      },
    )
  await Promise.all([work(), work(), work()])
  expect(most).toBe(1)
})

test('a slow picture of one user delays nobody else, and at most two run at a time', async () => {
  const maker = openMaker()
  const begun: number[] = []
  let go = () => {}
  const gone = new Promise<void>((resolve) => (go = resolve))
  const makeFor = (whose: number, read: () => Promise<Buffer>) =>
    maker.make(
      { ...SCREEN, whose },
      () => {
        begun.push(whose)
        return read()
      },
      async () => whose,
    )
  const slow = async () => {
    await gone
    return photo()
  }
  const first = makeFor(1, slow)
  const own = makeFor(1, photo)
  expect(await makeFor(2, photo)).toEqual({ made: 2 })
  const second = makeFor(3, slow)
  const waiting = makeFor(4, photo)
  await until(() => begun.includes(3))
  expect(begun).toEqual([1, 2, 3])
  go()
  expect(await Promise.all([first, own, second, waiting])).toEqual([1, 1, 3, 4].map((made) => ({ made })))
})

test('a request is refused with a retry if too many wait, or if it waits too long', async () => {
  const problem = { code: 'unavailable', headers: { 'Retry-After': '10' } }
  const short = openMaker({ mostWaiting: 1 })
  const first = Promise.all([make(short), make(short)])
  await expect(make(short)).rejects.toMatchObject(problem)
  await first
  await expect(make(short)).resolves.toBeGreaterThan(0)
  const hasty = openMaker({ longestWait: 1 })
  const [made, late] = [make(hasty), make(hasty)]
  await expect(late).rejects.toMatchObject(problem)
  expect(await made).toBeGreaterThan(0)
})

test('a file that takes too long is given up, and its process is ended', async () => {
  const maker = openMaker({ patience: 1 })
  const making = make(maker)
  const pid = await nextProcess(maker)
  expect(await making).toBe('too slow')
  expect(isAlive(pid)).toBe(false)
})

test('a file that needs too much memory or work is given up in any state, and the next one is created', async () => {
  const elsewhere = temporaryFolder()
  onTestFinished(() => rmSync(elsewhere, { recursive: true }))
  writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module" }')
  cpSync('src/server/platform/workers/worker-runtime.ts', join(elsewhere, 'work-apart.ts'))
  writeFileSync(
    join(elsewhere, 'endless.ts'),
    `import { workApart } from './work-apart.ts'
    await workApart({
      mostMemory: 2 ** 31,
      mostWork: 0.2,
      niceness: 0,
      load: async () => ({}),
      make: async (_, file) => {
        for await (const chunk of file) while (chunk.length > 1) {}
        return new Uint8Array([1, 2, 3])
      },
    })`,
  )
  const maker = openMaker({ program: { file: join(elsewhere, 'endless.ts'), execArgv: ['--import', 'tsx'] } })
  expect(await make(maker, async () => Buffer.from('ab'))).toBe('too slow')
  expect(await make(maker, async () => Buffer.from('a'))).toBe(3)
})

test('the process ends when it is idle, and starts again for the next picture', async () => {
  const maker = openMaker({ rest: 1 })
  const making = make(maker)
  const pid = await nextProcess(maker)
  await making
  await until(() => !isAlive(pid))
  expect(await make(maker)).toBeGreaterThan(0)
})

test('truncated bytes are no picture, and the next one is created', async () => {
  const maker = openMaker()
  const broken = new Error('The bucket stopped in the middle of a file.')
  const read = async () =>
    Readable.from(
      (async function* () {
        yield await photo()
        throw broken
      })(),
    )
  await expect(maker.make(SCREEN, read, async () => {})).rejects.toBe(broken)
  expect(await make(maker)).toBeGreaterThan(0)
})

test('work that nobody awaits any more is canceled, and the next picture is created at once', async () => {
  const maker = openMaker()
  const gone = new AbortController()
  const why = new Error('gone')
  const begun = maker.make(SCREEN, photo, async () => {}, gone.signal)
  const rejected = expect(begun).rejects.toBe(why)
  const pid = await nextProcess(maker)
  gone.abort(why)
  await rejected
  await until(() => !isAlive(pid))
  expect(await make(maker)).toBeGreaterThan(0)
})

test('canceled requests are not started', async () => {
  const maker = openMaker()
  expect(
    await maker.make(
      SCREEN,
      async () => undefined,
      async () => 'kept',
    ),
  ).toBeUndefined()
  expect(maker.pid).toBeUndefined()
})

test('a process whose library cannot be loaded reports it', async () => {
  const elsewhere = temporaryFolder()
  onTestFinished(() => rmSync(elsewhere, { recursive: true }))
  writeFileSync(join(elsewhere, 'package.json'), '{ "type": "module" }')
  const worker = 'attachments/picture.worker.ts'
  for (const file of [
    worker,
    'attachments/decode-bmp.ts',
    'attachments/decode-hevc.ts',
    'platform/workers/worker-runtime.ts',
  ])
    cpSync(`src/server/${file}`, join(elsewhere, file))
  const maker = openMaker({ program: { file: join(elsewhere, worker), execArgv: ['--import', 'tsx'] } })
  expect(await make(maker)).toBe('no library')
})

test('requests that a stop cancels are answered', async () => {
  const maker = openMaker()
  const given = Promise.allSettled([make(maker), make(maker)])
  await nextProcess(maker)
  await maker.close()
  for (const one of await given) expect(one).toMatchObject({ reason: { code: 'unavailable' } })
  await expect(make(maker)).rejects.toMatchObject({ code: 'unavailable' })
})
