import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { SessionBody } from '../../src/shared/identity/auth.api.ts'
import type { Item } from '../../src/shared/items/items.api.ts'
import type { RoomStructure, RoomType } from '../../src/shared/structure/room-structure.api.ts'
import { multipart, PASSWORD, registrationOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'

/** Sends a request to whichever server shall have it. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

interface Options {
  /** Who writes; an account of their own with this name. */
  user?: string
  /** How many write at a time, each in a room of their own. */
  writers?: number
  /** Whether each item comes with a file. */
  withFiles?: boolean
  /** Between what one of them does and what they do next, in milliseconds. */
  pause?: number
}

/** What was not answered by success, or not at all: to be tried again under the same Idempotency-Key. */
const AGAIN_AFTER_MS = 100
/** The longest time until an answer, no matter what is broken. */
const LONGEST_ANSWER_MS = 75_000
const BYTES_OF_FILE = 20_000

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Written {
  roomID: number
  itemID: number
  /** What the last save was to put there, and what the last acknowledged one did. */
  sent: string
  saved: string
  file: { remote: string; sha256: string } | undefined
}

const orFail = async <T>(answer: Promise<Response>, what: string): Promise<T> => {
  const response = await answer
  if (!response.ok) throw new Error(`${what} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

const json = (method: string, body: object, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/**
 * People at work: each creates items, saves them and, where asked to, uploads files, without end. Like our web app they
 * bring an Idempotency-Key with what they create, and try again what was not answered or answered by 503, after a tenth of
 * a second. It notes what was acknowledged, and every answer that is none of the permitted ones.
 */
export const startWriters = async (
  send: Send,
  { user = 'robin', writers = 4, withFiles = false, pause = 20 }: Options = {},
) => {
  await orFail(send('/register', json('POST', registrationOf(user))), 'POST /register')
  const session = orFail<SessionBody>(send('/login', json('POST', { user, pwd: PASSWORD })), 'POST /login')
  const authorization = `Bearer ${(await session).accessToken}`
  const signed = { authorization }
  const read = <T>(path: string) => orFail<T>(send(path, { headers: signed }), `GET ${path}`)

  const { rooms } = await read<{ rooms: RoomType[] }>('/roomtypes')
  const roomType = rooms.find(({ roomTypeName }) => roomTypeName === 'Kitchen')?.roomTypeID ?? 0
  const structure = await read<RoomStructure>(`/roomstructure?roomType=${roomType}`)
  const [catID, category] =
    Object.entries(structure).find(([, { parentCatName }]) => parentCatName === 'Plumbing') ?? []
  const subcategory = { catID: Number(catID), subcatID: category?.subcatList[0] ?? 0 }
  const inputs = { name: `House of ${user}`, address: '1 Elm', city: 'Burlington', state: 'VT', zip: '05401' }
  const { projectID } = await orFail<{ projectID: number }>(
    send('/project', json('PUT', { inputs }, signed)),
    'PUT /project',
  )
  const roomIDs = await Promise.all(
    Array.from({ length: writers }, async (_, n) => {
      const room = { projectID, roomType, roomName: `Room ${n}` }
      return (await orFail<{ roomID: number }>(send('/createroom', json('PUT', room, signed)), 'PUT /createroom'))
        .roomID
    }),
  )

  /** By the text in an item's first field. */
  const written = new Map<string, Written>()
  const tried = new Set<string>()
  /** Answers that must not occur. */
  const wrong: string[] = []
  /** How often what was tried again, such as '503'. */
  const refused = new Map<string, number>()
  const acknowledgedAt: number[] = []
  let slowest = 0
  let isOver = false

  /** Tries until it is acknowledged; undefined where something wrong was answered, or all is over. */
  const untilAcknowledged = async (path: string, init: RequestInit): Promise<Response | undefined> => {
    while (!isOver) {
      const began = performance.now()
      let answer: Response | undefined
      try {
        answer = await send(path, { ...init, signal: AbortSignal.timeout(LONGEST_ANSWER_MS) })
        // So that one that breaks off counts as none.
        answer = new Response(await answer.arrayBuffer(), answer)
      } catch (error) {
        answer = undefined
        if (error instanceof Error && error.name === 'TimeoutError')
          wrong.push(`${init.method} ${path}: no answer at all`)
      }
      slowest = Math.max(slowest, performance.now() - began)
      if (answer?.ok) {
        acknowledgedAt.push(performance.now())
        return answer
      }
      const status = answer ? String(answer.status) : 'no answer'
      // A proxy may say 502 and 504 of a server that it does not reach; an upload is refused by 507 while the disk is nearly full.
      const mayBe = answer === undefined || ['502', '503', '504', '507'].includes(status)
      if (answer?.status === 409) return answer
      if (
        !mayBe ||
        (status !== '507' &&
          answer?.headers.get('content-type')?.includes('json') &&
          !answer.headers.get('retry-after'))
      ) {
        wrong.push(`${init.method} ${path} ${status}: ${await answer?.text()}`)
        return undefined
      }
      refused.set(status, (refused.get(status) ?? 0) + 1)
      await sleep(AGAIN_AFTER_MS)
    }
    return undefined
  }

  const upload = async (name: string): Promise<Written['file']> => {
    const bytes = randomBytes(BYTES_OF_FILE)
    const { headers, payload } = multipart([{ name: `${name}.bin`, bytes }])
    const answer = await untilAcknowledged('/upload', {
      method: 'POST',
      headers: { ...headers, ...signed, 'idempotency-key': randomUUID() },
      body: new Uint8Array(payload),
    })
    if (!answer) return undefined
    const [{ remote } = { remote: '' }] = (await answer.json()) as { remote: string }[]
    return { remote, sha256: sha256(bytes) }
  }

  const create = async (roomID: number, name: string): Promise<void> => {
    const file = withFiles ? await upload(name) : undefined
    if (withFiles && !file) return
    const files = file && { files: JSON.stringify({ [name]: file.remote }) }
    const body = { projectID, roomID, ...subcategory, inputs: { field1: name }, ...files }
    tried.add(name)
    const answer = await untilAcknowledged('/item', json('PUT', body, { ...signed, 'idempotency-key': randomUUID() }))
    if (!answer) return
    if (answer.status === 409) return void wrong.push(`PUT /item 409: ${await answer.text()}`)
    const { itemID } = (await answer.json()) as { itemID: number }
    written.set(name, { roomID, itemID, sent: '', saved: '', file })
  }

  /** A save has no key. What was not acknowledged may be done all the same, and then is stored. */
  const save = async (name: string, text: string): Promise<void> => {
    const one = written.get(name)
    if (!one) return
    one.sent = text
    const body = { itemID: one.itemID, inputs: { field2: text } }
    const answer = await untilAcknowledged('/item', json('POST', body, signed))
    if (!answer) return
    if (answer.status === 409) wrong.push(`POST /item 409: ${await answer.text()}`)
    else one.saved = text
  }

  const work = async (roomID: number, writer: number): Promise<void> => {
    for (let n = 0; !isOver; n++) {
      const name = `${writer}.${n}`
      await create(roomID, name)
      await save(name, `saved ${name}`)
      await sleep(pause)
    }
  }
  const working = Promise.all(roomIDs.map(work))

  /** The longest time in which nothing was acknowledged, from then on, in seconds. */
  const longestPause = (from = 0): number => {
    let longest = 0
    let last = from
    for (const at of acknowledgedAt) {
      if (at < from) continue
      if (last > 0) longest = Math.max(longest, at - last)
      last = at
    }
    return longest / 1000
  }

  return {
    authorization,
    acknowledged: () => acknowledgedAt.length,
    refused: () => [...refused.values()].reduce((sum, count) => sum + count, 0),
    longestPause,
    /** Resolves when so many more have been acknowledged. */
    async more(count: number): Promise<void> {
      const wanted = acknowledgedAt.length + count
      await until(() => acknowledgedAt.length >= wanted)
    },
    /** Resolves when so many more have been refused. */
    async moreRefused(count: number): Promise<void> {
      const before = [...refused.values()].reduce((sum, each) => sum + each, 0)
      await until(() => [...refused.values()].reduce((sum, each) => sum + each, 0) >= before + count)
    },
    /** A line for people. */
    report: (): string =>
      `${acknowledgedAt.length} acknowledged, ${[...refused].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none refused'}, ` +
      `the slowest answer ${(slowest / 1000).toFixed(1)} s`,
    /** Ends the work, and expects everything that was acknowledged to be there, whole and once. */
    async expectAll(): Promise<void> {
      isOver = true
      await working
      expect(wrong).toEqual([])
      const found = new Map<string, Item[]>()
      for (const roomID of roomIDs) {
        for (const item of await read<Item[]>(`/items?roomID=${roomID}`)) {
          found.set(item.field1, [...(found.get(item.field1) ?? []), item])
        }
      }
      expect([...found].filter(([name, items]) => items.length > 1 || !tried.has(name))).toEqual([])
      const missing: string[] = []
      for (const [name, { itemID, sent, saved, file }] of written) {
        const [item] = found.get(name) ?? []
        const isThere = item?.itemID === itemID && (item.field2 === saved || item.field2 === sent)
        if (!isThere) missing.push(`item ${itemID} "${name}" with "${saved}", but there is "${item?.field2}"`)
        if (!file) continue
        const answer = await send(`/download/${file.remote}`, { headers: signed })
        const isWhole = answer.ok && sha256(new Uint8Array(await answer.arrayBuffer())) === file.sha256
        if (!isWhole) missing.push(`the file of "${name}", ${answer.status}`)
      }
      expect(missing).toEqual([])
    },
  }
}

/** To one server, by its address. */
export const sendTo =
  (origin: string): Send =>
  (path, init) =>
    fetch(origin + path, init)
