import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { SessionBody } from '../../src/shared/identity/auth.api.ts'
import type { Item } from '../../src/shared/items/items.api.ts'
import type { RoomStructure, RoomType } from '../../src/shared/structure/room-structure.api.ts'
import { multipart, PASSWORD, registrationOf } from '../support/test-app.ts'
import { until } from '../support/until.ts'

/** Sends a request to the server of its choice. */
export type Send = (path: string, init: RequestInit) => Promise<Response>

interface Options {
  /** The username of a new account. */
  user?: string
  /** Concurrent writers, each in its own room. */
  writers?: number
  /** Whether each item gets a file. */
  withFiles?: boolean
  /** Milliseconds between two requests of a writer. */
  pause?: number
}

/** The wait before a failed request is retried with the same Idempotency-Key. */
const AGAIN_AFTER_MS = 100
/** The longest time to a response during any trouble. */
const LONGEST_ANSWER_MS = 75_000
const BYTES_OF_FILE = 20_000

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Written {
  roomID: number
  itemID: number
  /** The text of the last save that was sent, and of the last one acknowledged. */
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
 * Simulates users who create and save items, and upload files if asked, until stopped. Like the web app, they send an
 * Idempotency-Key with creating calls and retry after a 503 or a lost response. Records what was acknowledged, and every
 * response that is not allowed.
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

  /** By the text of an item's first field. */
  const written = new Map<string, Written>()
  const tried = new Set<string>()
  /** Responses that must not occur. */
  const wrong: string[] = []
  /** The number of retries by reason, such as '503'. */
  const refused = new Map<string, number>()
  const acknowledgedAt: number[] = []
  let slowest = 0
  let isOver = false

  /** Retries until the request is acknowledged; undefined after a wrong response or when stopped. */
  const untilAcknowledged = async (path: string, init: RequestInit): Promise<Response | undefined> => {
    while (!isOver) {
      const began = performance.now()
      let answer: Response | undefined
      try {
        answer = await send(path, { ...init, signal: AbortSignal.timeout(LONGEST_ANSWER_MS) })
        // Reads it completely, so a cut-off response counts as none.
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
      // A proxy answers 502 or 504 for an unreachable server; uploads get a 507 while the disk is nearly full.
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

  /** Saves have no Idempotency-Key: one that was not acknowledged may still be stored. */
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

  /** The longest time without an acknowledgment since `from`, in seconds. */
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
    /** Resolves after `count` more acknowledgments. */
    async more(count: number): Promise<void> {
      const wanted = acknowledgedAt.length + count
      await until(() => acknowledgedAt.length >= wanted)
    },
    /** Resolves after `count` more refusals. */
    async moreRefused(count: number): Promise<void> {
      const before = [...refused.values()].reduce((sum, each) => sum + each, 0)
      await until(() => [...refused.values()].reduce((sum, each) => sum + each, 0) >= before + count)
    },
    /** A summary in one line. */
    report: (): string =>
      `${acknowledgedAt.length} acknowledged, ${[...refused].map(([what, count]) => `${count} × ${what}`).join(', ') || 'none refused'}, ` +
      `the slowest answer ${(slowest / 1000).toFixed(1)} s`,
    /** Stops the writers, and expects that everything acknowledged exists, complete and once. */
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

/** Sends to one server. */
export const sendTo =
  (origin: string): Send =>
  (path, init) =>
    fetch(origin + path, init)
