import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '../platform/http/app-error.ts'
import { MINUTE } from '../platform/lib/clock.ts'
import { mintLinkReader } from '../platform/db/actor.ts'
import { makeLook } from './look.ts'

const hides = { notes: false, files: false, positions: true, labels: [], names: [] }
const linkOf = (linkID: number) =>
  mintLinkReader({
    linkID,
    projectID: 1,
    ownerID: Math.floor(linkID / 10),
    roomID: null,
    scope: {},
    hides,
    endsAt: null,
    forQR: false,
  })

const start = () => {
  let now = 1_800_000_000_000
  const look = makeLook({ now: () => new Date(now) })
  const ask = (linkID: number, work: () => Promise<unknown>, ip = '192.0.2.1') => {
    const raw = Object.assign(new EventEmitter(), { destroyed: false, writableFinished: false })
    const reply = { raw } as unknown as FastifyReply
    const answer = look({ actor: linkOf(linkID), request: { ip } as FastifyRequest, reply }, work)
    return { answer, leave: () => raw.emit('close') }
  }
  return { ask, turn: (ms: number) => (now += ms) }
}
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

test("answers of an owner's links are created one at a time, thirty wait, and canceled ones are skipped", async () => {
  const { ask } = start()
  const done: number[] = []
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const asked = Array.from({ length: 32 }, (_, at) =>
    ask(70 + (at % 2), async () => {
      await begun
      done.push(at)
    }),
  )
  const codes = asked.map(({ answer }) => codeOf(answer))
  expect(await codes[31]).toBe('too_many_tries')
  expect(await codeOf(ask(80, async () => 'at once').answer)).toBe('done')
  asked[3]?.leave()
  begin()
  expect(await codes[30]).toBe('done')
  expect(await codes[3]).toBe('unavailable')
  expect(done).toEqual(Array.from({ length: 31 }, (_, at) => at).filter((at) => at !== 3))
  expect(await codeOf(ask(70, async () => 'again').answer)).toBe('done')
})

test('an address has three hundred answers a minute per link, separately from other addresses', async () => {
  const { ask, turn } = start()
  const once = (ip?: string) => codeOf(ask(7, () => Promise.resolve(), ip).answer)
  for (let at = 0; at < 300; at++) expect(await once()).toBe('done')
  expect(await once()).toBe('too_many_tries')
  expect(await once('203.0.113.7')).toBe('done')
  turn(MINUTE)
  expect(await once()).toBe('done')
})
