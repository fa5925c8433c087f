import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProblemCode } from '../../../shared/contract/problem.ts'
import { ApiError, NoResponse } from '../../lib/errors.ts'
import { NotStored, retryDelay, UploadQueue, type UploadTransport, type Place } from './upload-queue.ts'

const ITEM = 7
const FORM = 'form'

interface Sent {
  name: string
  signal: AbortSignal
  onProgress: (share: number) => void
  /** Ends the request; without an error the file is stored. */
  end: (error?: Error) => Promise<void>
}

const problem = (statusCode: number, code: ProblemCode, retryAfter?: number) =>
  new ApiError({ statusCode, error: 'Error', code, message: `Sentence of ${code}`, requestId: 'r-1' }, retryAfter)

/** A fake server whose requests end when the test says so; attaching succeeds at once unless told otherwise. */
const newServer = () => {
  const sent: Sent[] = []
  const attached: [itemID: number, names: string[]][] = []
  const attachFailures: Error[] = []
  const report = vi.fn<UploadTransport['report']>()
  const carrier: UploadTransport = {
    store: (file, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
        const end = async (error?: Error) => {
          if (error) reject(error)
          else resolve(`stored ${file.name}`)
          await vi.advanceTimersByTimeAsync(0)
        }
        sent.push({ name: file.name, signal, onProgress, end })
      }),
    attach: async (itemID, files) => {
      const names = files.map(({ remote }) => remote.replace('stored ', ''))
      attached.push([itemID, names])
      const failure = attachFailures.shift()
      if (failure) throw failure
    },
    report,
  }
  /** The latest request for a file. */
  const request = (name: string): Sent => {
    const found = sent.findLast((one) => one.name === name)
    if (!found) throw new Error(`${name} has not been sent.`)
    return found
  }
  return { carrier, attached, attachFailures, report, request, names: () => sent.map(({ name }) => name) }
}

let server: ReturnType<typeof newServer>
let queue: UploadQueue

const add = (names: string, place: Place = ITEM) =>
  queue.add(
    place,
    names.split(' ').map((name) => new File(['x'], name)),
  )
const upload = (name: string) => queue.all().find(({ file }) => file.name === name)
const states = () => Object.fromEntries(queue.all().map(({ file, state }) => [file.name, state]))
const cancel = (name: string) => queue.remove(({ file }) => file.name === name)
const passing = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

beforeEach(() => {
  vi.useFakeTimers()
  server = newServer()
  queue = new UploadQueue(server.carrier)
})
afterEach(() => vi.useRealTimers())

describe('files in the queue', () => {
  it('are three requests at once, each with its progress, and the next begins when one ends', async () => {
    add('a b c d e')
    expect(server.names()).toEqual(['a', 'b', 'c'])
    server.request('b').onProgress(0.456)
    expect(upload('b')).toMatchObject({ state: 'sending', percent: 45 })
    await server.request('b').end()
    expect(server.names()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('tell their watchers of a percent once, however often the browser does', () => {
    add('a')
    const watcher = vi.fn()
    queue.watch(watcher)
    for (const share of [0.101, 0.102, 0.103, 0.2]) server.request('a').onProgress(share)
    expect(watcher).toHaveBeenCalledTimes(2)
  })

  it('of a form are done when they are stored, in the order chosen', async () => {
    add('a b', FORM)
    await server.request('b').end()
    await server.request('a').end()
    expect(queue.all().map(({ remote, state }) => [remote, state])).toEqual([
      ['stored a', 'done'],
      ['stored b', 'done'],
    ])
    expect(server.attached).toEqual([])
  })
})

describe('attaching', () => {
  it('keeps the order chosen however the uploads end, and takes all that are ready in one call', async () => {
    add('large small tiny')
    await server.request('tiny').end()
    await server.request('small').end()
    expect(server.attached).toEqual([])
    await server.request('large').end()
    expect(server.attached).toEqual([[ITEM, ['large', 'small', 'tiny']]])
    expect(states()).toEqual({ large: 'done', small: 'done', tiny: 'done' })
  })

  it('waits only for files of the same choice', async () => {
    add('large')
    add('small')
    await server.request('small').end()
    expect(server.attached).toEqual([[ITEM, ['small']]])
  })

  it('goes on when one before has failed', async () => {
    add('bad good')
    await server.request('good').end()
    await server.request('bad').end(problem(413, 'too_large'))
    expect(server.attached).toEqual([[ITEM, ['good']]])
  })

  it('goes on when one before is cancelled, whose request ends', async () => {
    add('slow good')
    await server.request('good').end()
    cancel('slow')
    await passing(0)
    expect(server.request('slow').signal.aborted).toBe(true)
    expect(server.attached).toEqual([[ITEM, ['good']]])
    expect(states()).toEqual({ good: 'done' })
    expect(server.report).not.toHaveBeenCalled()
  })

  it('is one call at a time for an item, so that two never change the order', async () => {
    const order: string[] = []
    let release = () => {}
    server.carrier.attach = async (_, files) => {
      order.push(...files.map(({ file }) => file.name))
      await new Promise<void>((resolve) => (release = resolve))
    }
    add('a b')
    await server.request('a').end()
    await server.request('b').end()
    expect(order).toEqual(['a'])
    release()
    await passing(0)
    expect(order).toEqual(['a', 'b'])
  })

  it('whose answer was lost is repeated with the same files, and with those that are ready by then', async () => {
    server.attachFailures.push(new NoResponse('cut'))
    add('a b c')
    await server.request('b').end()
    await server.request('a').end()
    await server.request('c').end()
    expect(server.attached).toEqual([[ITEM, ['a', 'b']]])
    expect(states()).toEqual({ a: 'waiting', b: 'waiting', c: 'stored' })
    await passing(retryDelay(0))
    expect(server.attached[1]).toEqual([ITEM, ['a', 'b', 'c']])
    expect(server.names()).toEqual(['a', 'b', 'c'])
    expect(states()).toEqual({ a: 'done', b: 'done', c: 'done' })
  })

  it('that is refused can be tried again without sending the file once more', async () => {
    server.attachFailures.push(problem(500, 'unexpected'))
    add('a')
    await server.request('a').end()
    expect(upload('a')).toMatchObject({ state: 'failed', canRetry: true, reason: 'Sentence of unexpected' })
    queue.retry(upload('a')?.id ?? 0)
    await passing(0)
    expect(server.names()).toEqual(['a'])
    expect(states()).toEqual({ a: 'done' })
  })

  it('of a file that was stored too long ago sends it once more when it is tried again', async () => {
    server.attachFailures.push(problem(404, 'file_not_found'))
    add('a')
    await server.request('a').end()
    queue.retry(upload('a')?.id ?? 0)
    expect(server.names()).toEqual(['a', 'a'])
  })
})

describe('a lost connection', () => {
  it.each([
    [0, 1000],
    [1, 2000],
    [2, 4000],
    [4, 16_000],
    [5, 30_000],
    [500, 30_000],
  ])('is tried again, after %d times in %d ms', (tries, delay) => {
    expect(retryDelay(tries)).toBe(delay)
  })

  it('sends the file again automatically at growing intervals, and reports once', async () => {
    add('a')
    for (const delay of [1000, 2000, 4000]) {
      await server.request('a').end(new NoResponse('cut'))
      expect(upload('a')).toMatchObject({ state: 'waiting', reason: 'Waiting for the connection…' })
      const before = server.names().length
      await passing(delay - 1)
      expect(server.names()).toHaveLength(before)
      await passing(1)
      expect(server.names()).toHaveLength(before + 1)
    }
    await server.request('a').end()
    expect(server.attached).toEqual([[ITEM, ['a']]])
    expect(server.report.mock.calls.map(([, tell]) => tell)).toEqual([true, false, false])
  })

  it('delays the files chosen with it, but sends them', async () => {
    add('a b')
    await server.request('a').end(new NoResponse('cut'))
    await server.request('b').end()
    expect(server.attached).toEqual([])
    await passing(1000)
    await server.request('a').end()
    expect(server.attached).toEqual([[ITEM, ['a', 'b']]])
  })

  it('that may be back has everything go on at once: when the browser or somebody says so', async () => {
    add('a b c')
    for (const name of ['a', 'b', 'c']) await server.request(name).end(new NoResponse('cut'))
    queue.resume()
    expect(server.names()).toEqual(['a', 'b', 'c', 'a', 'b', 'c'])
    for (const name of ['a', 'b', 'c']) await server.request(name).end(new NoResponse('cut'))
    queue.retry(upload('b')?.id ?? 0)
    expect(server.names()).toHaveLength(9)
    await passing(30_000)
    expect(server.names()).toHaveLength(9)
  })

  it('starts with the shortest interval again after something got through', async () => {
    add('a')
    await server.request('a').end(new NoResponse('cut'))
    await passing(1000)
    await server.request('a').end(new NoResponse('cut'))
    await passing(2000)
    await server.request('a').end()
    add('b')
    await server.request('b').end(new NoResponse('cut'))
    await passing(1000)
    expect(server.names()).toEqual(['a', 'a', 'a', 'b', 'b'])
  })

  it('can be given up: the file is not sent again', async () => {
    add('a')
    await server.request('a').end(new NoResponse('cut'))
    cancel('a')
    await passing(60_000)
    expect(server.names()).toEqual(['a'])
  })
})

describe('an unreachable server', () => {
  it('is asked again when it wants to be', async () => {
    add('a')
    await server.request('a').end(problem(503, 'unavailable', 5))
    expect(upload('a')).toMatchObject({ state: 'waiting', reason: 'Waiting for the server…' })
    await passing(4999)
    expect(server.names()).toEqual(['a'])
    await passing(1)
    expect(server.names()).toEqual(['a', 'a'])
  })
})

describe('a refused file', () => {
  it.each([
    [problem(413, 'too_large'), 'Sentence of too_large', false],
    [problem(403, 'role_missing'), 'Sentence of role_missing', true],
    [new NotStored('This file cannot be read any more.', false), 'This file cannot be read any more.', false],
  ])('says why, and whether to try again makes sense: %s', async (error, reason, canRetry) => {
    add('a')
    await server.request('a').end(error)
    expect(upload('a')).toMatchObject({ state: 'failed', reason, canRetry })
    await passing(60_000)
    expect(server.names()).toEqual(['a'])
  })

  it('reports once for all files chosen together, and logs each', async () => {
    add('a b')
    await server.request('a').end(problem(403, 'role_missing'))
    await server.request('b').end(problem(403, 'role_missing'))
    expect(server.report.mock.calls.map(([, tell]) => tell)).toEqual([true, false])
  })

  it('is sent again when it is tried again, and is then attached after those that are', async () => {
    add('a b')
    await server.request('a').end(problem(500, 'unexpected'))
    await server.request('b').end()
    queue.retry(upload('a')?.id ?? 0)
    expect(upload('a')).toMatchObject({ state: 'sending', reason: undefined })
    await server.request('a').end()
    expect(server.attached).toEqual([
      [ITEM, ['b']],
      [ITEM, ['a']],
    ])
  })
})
