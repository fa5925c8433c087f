import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { copyProject } from '../../src/shared/items/bulk/copies.api.ts'
import { listItems } from '../../src/shared/items/items.api.ts'
import { listProjects } from '../../src/shared/projects/projects.api.ts'
import { search } from '../../src/shared/search/search.api.ts'
import { ITEMS_AT_ONCE } from '../../src/server/search/words-of-items.repo.ts'
import { askAndNotRead } from '../support/ask-and-not-read.ts'
import { startTestApp, type Client, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const ALONE = { alone: 'Each server bounds what it does itself.' }
/** A server keeps two bytes per character of it. */
const LONG = 'œuvre d’art, '.repeat(19)

/** A room with this many items of maximum length. */
const fullRoom = async ({ services }: TestApp, user: Client, count: number) => {
  const projectID = await user.newProject()
  const roomID = await user.newRoom(projectID, 'Kitchen')
  const texts = { field1: LONG, field2: LONG, field3: LONG, field4: LONG, field5: LONG, notes: LONG }
  const itemID = await user.newItem(projectID, roomID, texts)
  const found = await services.db.selectFrom('items').selectAll().where('id', '=', itemID).executeTakeFirstOrThrow()
  const { id: _, ...item } = found
  for (let made = 1; made < count; made += 100) {
    const values = Array.from({ length: Math.min(100, count - made) }, () => item)
    const more = await services.db.insertInto('items').values(values).returning('id').execute()
    const listed = more.map(({ id }) => ({ item_id: id }))
    await services.db.insertInto('items_without_words').values(listed).execute()
  }
  return { projectID, roomID, itemID }
}

describe('heavy requests of one user', () => {
  test('for long answers that are not read run a few at a time; others are answered, and the rest follow', async () => {
    const started = await startTestApp({}, ALONE)
    const { app, services, newUser } = started
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const robin = await newUser('robin')
    const sam = await newUser('sam_e')
    const { roomID } = await fullRoom(started, robin, 1)
    // More than the system buffers, in one string.
    await services.db
      .updateTable('items')
      .set({ notes: 'x'.repeat(24 * 1024 * 1024) })
      .execute()
    const elmStreet = await sam.newProject('Elm Street')
    const samRoom = await sam.newRoom(elmStreet, 'Kitchen')
    await sam.newItem(elmStreet, samRoom)

    let answered = 0
    const sockets: Socket[] = []
    for (let n = 0; n < 40; n++) {
      const socket = await askAndNotRead(port, `/items?roomID=${roomID}`, robin.accessToken ?? '')
      void once(socket, 'readable').then(() => (answered += Number(String(socket.read(12)).endsWith(' 200'))))
      sockets.push(socket)
    }
    await until(() => answered >= 1)
    expect((await sam.call(listItems, { query: { roomID: samRoom } })).status).toBe(200)
    let isThere = false
    const waiting = robin.call(listItems, { query: { roomID } }).finally(() => (isThere = true))
    await sam.call(listItems, { query: { roomID: samRoom } })
    expect(answered).toBeLessThan(10)
    expect(isThere).toBe(false)
    for (const socket of sockets) socket.destroy()
    expect((await waiting).status).toBe(200)
  })

  test("are read in turn with other users' requests", async () => {
    const started = await startTestApp({}, ALONE)
    const robin = await started.newUser('robin')
    const sam = await started.newUser('sam_e')
    const { roomID } = await fullRoom(started, robin, 500)
    let done = 0
    const answers = Array.from({ length: 60 }, () => robin.call(listItems, { query: { roomID } }).then(() => done++))
    // Sent while those are in progress.
    const others = new Promise((resolve) => setImmediate(resolve)).then(() => sam.call(listProjects, {}))
    await others
    expect(done).toBeLessThan(30)
    await Promise.all(answers)
  })

  test('beyond 200 in the queue are refused with Retry-After', async () => {
    const { newUser } = await startTestApp({}, ALONE)
    const robin = await newUser('robin')
    const projectID = await robin.newProject()
    const copies = await Promise.all(
      Array.from({ length: 210 }, (_, n) =>
        robin.raw({ method: 'PUT', url: '/copyproject', payload: { projectID, name: `Maple Street ${n}` } }),
      ),
    )
    const refused = copies.filter(({ statusCode }) => statusCode !== 201)
    // One runs and 200 wait; each that ends before the last has come makes room for another.
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThanOrEqual(9)
    for (const answer of refused)
      expect([answer.headers['retry-after'], answer.json()]).toEqual([
        '5',
        expect.objectContaining({ statusCode: 429, code: 'too_many_calls' }),
      ])
  })

  test("that change a whole home run one after the other, in turn with other users' requests", async () => {
    const started = await startTestApp({}, ALONE)
    const robin = await started.newUser('robin')
    const sam = await started.newUser('sam_e')
    const { projectID } = await fullRoom(started, robin, 500)
    const order: string[] = []
    const copies = Array.from({ length: 5 }, (_, n) =>
      robin.must(copyProject, { body: { projectID, name: `Copy ${n}` } }).then(() => order.push('copy')),
    )
    const others = sam.newProject('Elm Street').then(() => order.push('other'))
    await Promise.all([...copies, others])
    expect(order.indexOf('other')).toBeLessThan(2)
  })
})

describe('the words of many items', () => {
  test('are computed once for any number of concurrent searches', async () => {
    const started = await startTestApp({}, ALONE)
    const { services, newUser } = started
    const robin = await newUser('robin')
    await fullRoom(started, robin, 1200)
    let stored = 0
    const { watch } = services
    const ended = watch.ended.bind(watch)
    watch.ended = (statement, began) => {
      if (/^insert into "item_words"/.test(statement)) stored++
      ended(statement, began)
    }
    const found = await Promise.all(Array.from({ length: 10 }, () => robin.must(search, { query: { q: 'oeuvre' } })))
    for (const { groups } of found) expect(groups[0]?.rooms[0]?.items).toHaveLength(20)
    expect(stored).toBe(Math.ceil(1199 / ITEMS_AT_ONCE))
  })
})
