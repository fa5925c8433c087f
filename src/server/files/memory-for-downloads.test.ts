import { describe, expect, it } from 'vitest'
import { openMemory } from './memory-for-downloads.ts'

const HERE = new AbortController().signal
const ROBIN = 1
const SAM = 2
const LEE = 3

/** The memory, and the order in which those that were asked for came. */
const start = (limits: Parameters<typeof openMemory>[0]) => {
  const memory = openMemory({ longestWait: 60_000, ...limits })
  const came: string[] = []
  const take = async (name: string, userID: number, bytes: number, gone = HERE) => {
    const release = await memory.take(userID, bytes, gone)
    came.push(name)
    return release
  }
  return { came, take }
}

/** All that can go on has gone on. */
const settled = () => new Promise(setImmediate)

const REFUSED = { code: 'too_many_downloads', statusCode: 429, headers: { 'Retry-After': '10' } }

describe('room in memory', () => {
  it('comes at once within the limit of one user, and in order beyond it, whatever others hold', async () => {
    const { came, take } = start({ ofOne: 10, ofAll: 100 })
    const release = await take('a', ROBIN, 6)
    const b = take('b', ROBIN, 6)
    const c = take('c', ROBIN, 1)
    await take('d', SAM, 10)
    await settled()
    expect(came).toEqual(['a', 'd'])
    release()
    await Promise.all([b, c])
    expect(came).toEqual(['a', 'd', 'b', 'c'])
  })

  it('goes from user to user when all together hold too much', async () => {
    const { came, take } = start({ ofOne: 100, ofAll: 10 })
    const releaseFirst = await take('robin 0', ROBIN, 10)
    const asked: [string, number][] = [
      ['robin 1', ROBIN],
      ['robin 2', ROBIN],
      ['sam', SAM],
      ['lee', LEE],
    ]
    // Each gives back at once what it gets.
    const all = asked.map(async ([name, userID]) => (await take(name, userID, 10))())
    await settled()
    expect(came).toEqual(['robin 0'])
    releaseFirst()
    await Promise.all(all)
    expect(came).toEqual(['robin 0', 'robin 1', 'sam', 'lee', 'robin 2'])
  })

  it('comes for more than the limit where nothing else is held', async () => {
    const { came, take } = start({ ofOne: 10, ofAll: 10 })
    const release = await take('large', ROBIN, 11)
    const small = take('small', ROBIN, 1)
    await settled()
    expect(came).toEqual(['large'])
    release()
    await small
  })

  it('is given back once, however often that is said', async () => {
    const { came, take } = start({ ofOne: 10, ofAll: 10 })
    const release = await take('a', ROBIN, 10)
    release()
    release()
    const releaseB = await take('b', ROBIN, 10)
    const c = take('c', ROBIN, 1)
    await settled()
    expect(came).toEqual(['a', 'b'])
    releaseB()
    await c
  })

  it('is refused to whoever has too many waiting, or waits too long', async () => {
    const many = start({ ofOne: 10, ofAll: 10, mostWaiting: 1 })
    const release = await many.take('a', ROBIN, 10)
    const b = many.take('b', ROBIN, 10)
    await expect(many.take('c', ROBIN, 10)).rejects.toMatchObject(REFUSED)
    release()
    await b
    const long = start({ ofOne: 10, ofAll: 10, longestWait: 1 })
    await long.take('a', ROBIN, 10)
    await expect(long.take('b', ROBIN, 10)).rejects.toMatchObject(REFUSED)
  })

  it('passes over whoever has gone', async () => {
    const { came, take } = start({ ofOne: 10, ofAll: 10 })
    const release = await take('a', ROBIN, 10)
    const leaving = new AbortController()
    const gone = take('gone', ROBIN, 10, leaving.signal)
    const b = take('b', ROBIN, 10)
    leaving.abort()
    await expect(gone).rejects.toMatchObject(REFUSED)
    await expect(take('too late', ROBIN, 1, leaving.signal)).rejects.toMatchObject(REFUSED)
    release()
    await b
    expect(came).toEqual(['a', 'b'])
  })

  it('counts what is there already until it is sent, and says when more of it would have to wait', async () => {
    const memory = openMemory({ ofOne: 10, ofAll: 25, longestWait: 60_000 })
    const [sending, other] = [new AbortController(), new AbortController()]
    memory.require(ROBIN)
    memory.hold(ROBIN, 12, sending.signal)
    expect(() => memory.require(ROBIN)).toThrow(expect.objectContaining(REFUSED))
    memory.require(SAM)
    memory.hold(SAM, 13, other.signal)
    expect(() => memory.require(LEE)).toThrow(expect.objectContaining(REFUSED))
    const waiting = memory.take(ROBIN, 1, HERE)
    sending.abort()
    const release = await waiting
    release()
    memory.require(ROBIN)
    // Whoever has gone by then holds nothing.
    memory.hold(ROBIN, 12, sending.signal)
    memory.require(ROBIN)
  })
})
