import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { exportMyData } from '../../../src/shared/identity/account.api.ts'
import { createKey } from '../../../src/shared/identity/api-keys.api.ts'
import { updateItem } from '../../../src/shared/items/items.api.ts'
import { acceptOffer } from '../../../src/shared/sharing/handover.api.ts'
import {
  createWebhook,
  DELIVERIES_SHOWN,
  listWebhooks,
  MOST_WEBHOOKS,
  removeWebhook,
  testWebhook,
} from '../../../src/shared/sharing/webhooks.api.ts'
import { TOPICS, type Topic } from '../../../src/shared/history/event-spec.ts'
import { createTask } from '../../../src/shared/upkeep/tasks.api.ts'
import { HOUR } from '../../../src/server/platform/lib/clock.ts'
import { webhookJob } from '../../../src/server/sharing/webhooks/webhook-job.ts'
import { setLock } from '../../../src/server/identity/people/set-lock.service.ts'
import { newToken, withLink } from '../../support/links.ts'
import { addMember, offerSomebody } from '../../support/members.ts'
import { backUp, emptyInstallation, restoreInto } from '../../support/backups.ts'
import { PASSWORD, startTestApp } from '../../support/test-app.ts'
import { unzip } from '../../support/zip.ts'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Closes the connection instead of an answer. */
const HANGS_UP = 0
/** More messages than are sent at once. */
const MANY = 24

/** A program on this machine that gets messages and answers with the next status. */
const openReceiver = async () => {
  const received: Received[] = []
  const answers: number[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      const answer = answers.shift() ?? 204
      if (answer === HANGS_UP) response.destroy()
      else response.writeHead(answer, { location: '/elsewhere' }).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { received, answers, address: `http://127.0.0.1:${port}/hook` }
}

const start = async ({ allow = ['127.0.0.1'], topics = ['item'] }: { allow?: string[]; topics?: Topic[] } = {}) => {
  const receiver = await openReceiver()
  const started = await startTestApp({ webhookAllow: allow, logLevel: 'info' })
  const robin = await started.newUser('robin')
  const projectID = await robin.newProject('Maple Street')
  const roomID = await robin.newRoom(projectID)
  const made = allow.includes('127.0.0.1')
    ? await robin.must(createWebhook, { body: { projectID, address: receiver.address, topics } })
    : undefined
  const listed = async () => (await robin.must(listWebhooks, { query: { projectID } })).webhooks[0]
  const sendTest = async (webhookID = made?.webhookID ?? 0) => {
    await robin.must(testWebhook, { body: { webhookID } })
    await started.jobsDone()
  }
  const save = async (notes: string, itemID: number) => {
    await robin.must(updateItem, { body: { itemID, inputs: { notes } } })
    await started.jobsDone()
  }
  return { ...started, ...receiver, robin, projectID, roomID, made, listed, sendTest, save }
}

describe('a webhook', () => {
  test('sends what it is about, signed by its secret, and lists it', async () => {
    const { robin, projectID, roomID, made, received, listed, jobsDone, clock } = await start()
    // The receiver refuses what was sent long ago.
    vi.setSystemTime(clock.now())
    onTestFinished(() => void vi.useRealTimers())
    await robin.must(createTask, { body: { projectID, inputs: { name: 'Oil', day: '2031-01-30', repeats: null } } })
    const itemID = await robin.newItem(projectID, roomID, { field1: 'Castellan' })
    await jobsDone()
    expect(received).toHaveLength(1)
    const [{ headers, body, path } = { headers: {}, body: '', path: '' }] = received
    expect(path).toBe('/hook')
    const message = new Webhook(made?.secret ?? '').verify(body, headers as Record<string, string>)
    expect(message).toMatchObject({
      type: 'item.created',
      data: { who: 'robin', project: { projectID, name: 'Maple Street' }, room: { roomID }, item: { itemID } },
    })
    expect(() => new Webhook(made?.secret ?? '').verify(`${body} `, headers as Record<string, string>)).toThrow()
    const shown = await listed()
    expect(shown).toMatchObject({
      topics: ['item'],
      deliveries: [{ type: 'item.created', tries: 1, status: 204, failure: null }],
    })
    expect(shown).not.toHaveProperty('secret')
  })

  test('that fails is sent again after 5 seconds under the same id, and its answer is not read', async () => {
    const { robin, projectID, roomID, received, answers, listed, jobsDone, clock } = await start()
    answers.push(500)
    await robin.newItem(projectID, roomID)
    await jobsDone()
    expect((await listed())?.deliveries).toMatchObject([{ tries: 1, status: 500, failure: 'Answered 500.' }])
    await jobsDone()
    expect(received).toHaveLength(1)
    clock.turn(5000)
    await jobsDone()
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([
      received[0]?.headers['webhook-id'],
      received[0]?.headers['webhook-id'],
    ])
    expect((await listed())?.deliveries).toMatchObject([{ tries: 2, status: 204, failure: null }])
  })

  test('stops at 410, and a test that arrives turns it on again', async () => {
    const { robin, projectID, roomID, received, answers, listed, jobsDone, sendTest } = await start()
    answers.push(410)
    await robin.newItem(projectID, roomID)
    await robin.newItem(projectID, roomID)
    await jobsDone()
    const { ended } = (await listed()) ?? {}
    expect(ended).toBe('The address says it no longer exists (410).')
    const before = received.length
    await robin.newItem(projectID, roomID)
    await jobsDone()
    expect(received).toHaveLength(before)
    await sendTest()
    expect(JSON.parse(received.at(-1)?.body ?? '')).toMatchObject({ type: 'test', data: { project: { projectID } } })
    expect((await listed())?.ended).toBeNull()
  })

  test('stops when no message arrives for more than a day, which is no failed job', async () => {
    const { robin, projectID, roomID, received, answers, sendTest, jobsDone, clock, services } = await start()
    // An earlier success does not count.
    await sendTest()
    clock.turn(1000)
    const pauses = webhookJob.pauses ?? []
    answers.push(...[...pauses, 0].map(() => 503))
    await robin.newItem(projectID, roomID)
    await jobsDone()
    for (const pause of pauses) {
      clock.turn(pause)
      await jobsDone()
    }
    expect(received).toHaveLength(pauses.length + 2)
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(24 * HOUR)
    // Their session ended long ago.
    expect(await services.db.selectFrom('webhooks').select('ended').execute()).toEqual([
      { ended: 'No message arrived for more than a day.' },
    ])
    expect(await services.db.selectFrom('jobs').select('id').where('kind', '=', 'webhook').execute()).toEqual([])
  })

  test('pauses as a whole while its address fails, which is no error of the server, and goes on at the first answer', async () => {
    const { robin, projectID, roomID, received, answers, sendTest, jobsDone, clock, log } = await start()
    answers.push(...Array.from({ length: 2 * MANY }, () => 503))
    for (let n = 0; n < MANY; n++) await robin.newItem(projectID, roomID)
    await jobsDone()
    const tried = received.length
    // Those that were being sent at the same time; the others, and new ones, wait with them.
    expect(tried).toBeLessThan(MANY / 2)
    await robin.newItem(projectID, roomID)
    await jobsDone()
    expect(received).toHaveLength(tried)
    clock.turn(5000)
    await jobsDone()
    expect(received.length).toBeLessThan(MANY)
    expect(log.filter(({ level }) => Number(level) >= 50)).toEqual([])
    expect(log).toContainEqual(expect.objectContaining({ level: 30, job: 'webhook', reason: 'Answered 503.' }))
    answers.length = 0
    await sendTest()
    const ids = new Set(received.map(({ headers }) => headers['webhook-id']))
    expect(ids.size).toBe(MANY + 2)
  })

  test('has at most a thousand messages waiting: one more ends it, and a test begins anew', async () => {
    const { robin, projectID, roomID, received, listed, made, sendTest, jobsDone, services } = await start()
    const { webhookID = 0 } = made ?? {}
    const at = new Date(2030, 0).toISOString()
    const waiting = {
      ...{ kind: 'webhook', webhook_id: webhookID, payload: JSON.stringify({ webhookID, eventID: 4711 }) },
      ...{ created_at: at, due_at: at, noted_at: at },
    }
    await services.db
      .insertInto('jobs')
      .values(Array.from({ length: 999 }, () => waiting))
      .execute()
    await robin.newItem(projectID, roomID)
    expect((await listed())?.ended).toBeNull()
    await robin.newItem(projectID, roomID)
    expect((await listed())?.ended).toBe('More than 1,000 messages were waiting to be sent.')
    await sendTest()
    await jobsDone()
    expect(received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['test'])
    expect((await listed())?.ended).toBeNull()
    expect(await services.db.selectFrom('jobs').select('id').where('kind', '=', 'webhook').execute()).toEqual([])
  })

  test('has one test at a time waiting', async () => {
    const { robin, received, made, jobsDone } = await start()
    const { webhookID = 0 } = made ?? {}
    for (let n = 0; n < MANY; n++) await robin.must(testWebhook, { body: { webhookID } })
    await jobsDone()
    expect(received.length).toBeLessThan(MANY)
  })

  test('follows no redirects', async () => {
    const { received, answers, listed, sendTest } = await start()
    answers.push(307)
    await sendTest()
    expect(received.map(({ path }) => path)).toEqual(['/hook'])
    expect((await listed())?.deliveries).toMatchObject([{ status: 307, failure: 'Answered 307.' }])
  })

  test('reaches no private host without a setting, under any name', async () => {
    const { robin, projectID, received, listed, sendTest, address } = await start({ allow: [] })
    const plain = await robin.call(createWebhook, { body: { projectID, address, topics: ['item'] } })
    expect(plain.problem).toMatchObject({ fields: { address: expect.stringContaining('https://') } })
    for (const host of ['localhost', '2130706433', '[::ffff:127.0.0.1]', '169.254.169.254']) {
      const hidden = address.replace('http:', 'https:').replace('127.0.0.1', host)
      const body = { projectID, address: hidden, topics: [...TOPICS] }
      const { webhookID } = await robin.must(createWebhook, { body })
      await sendTest(webhookID)
      expect((await listed())?.deliveries, host).toMatchObject([
        { status: null, failure: expect.stringContaining('private network') as string },
      ])
      await robin.must(removeWebhook, { query: { webhookID } })
    }
    expect(received).toEqual([])
  })

  test.each(['ftp://hooks.example', 'https://user:secret@hooks.example', 'hooks.example', 'javascript:alert(1)'])(
    'refuses the address %s',
    async (address) => {
      const { robin, projectID } = await start()
      const { problem } = await robin.call(createWebhook, { body: { projectID, address, topics: ['item'] } })
      expect(problem).toMatchObject({ statusCode: 400, fields: { address: expect.any(String) as string } })
    },
  )

  test.each([
    ['without an answer', HANGS_UP],
    ['with many messages', 204],
  ])('%s does not keep the messages of other users waiting', async (_, answer) => {
    const { robin, projectID, roomID, received, answers, address, newUser, jobsDone, clock } = await start()
    const kim = await newUser('kim')
    const kimsProject = await kim.newProject('Elm Street')
    await kim.must(createWebhook, {
      body: { projectID: kimsProject, address: address.replace('hook', 'kim'), topics: ['item'] },
    })
    const kimsRoom = await kim.newRoom(kimsProject)
    await jobsDone()
    answers.push(...Array.from({ length: 3 * MANY }, () => answer))
    for (let n = 0; n < 3 * MANY; n++) await robin.newItem(projectID, roomID)
    await kim.newItem(kimsProject, kimsRoom)
    clock.turn(1)
    await jobsDone()
    const place = received.map(({ path }) => path).indexOf('/kim')
    expect(place).toBeGreaterThan(-1)
    expect(place).toBeLessThan(1.5 * MANY)
  })

  test('keeps the latest deliveries, and a project has a limited number of webhooks', async () => {
    const { robin, projectID, listed, sendTest, address } = await start()
    for (let sent = 0; sent <= DELIVERIES_SHOWN; sent++) await sendTest()
    expect((await listed())?.deliveries).toHaveLength(DELIVERIES_SHOWN)
    const body = { projectID, address, topics: ['item' as const] }
    for (let made = 1; made < MOST_WEBHOOKS; made++) await robin.must(createWebhook, { body })
    expect((await robin.call(createWebhook, { body })).problem).toMatchObject({ code: 'too_many_webhooks' })
  })

  test('is in a backup, and a restored one does not send the past again', async () => {
    const { robin, projectID, roomID, services, jobsDone, ...started } = await start()
    await robin.must(createKey, {
      body: { name: 'curl', writes: false, projectIDs: [projectID], currentPass: PASSWORD },
    })
    await robin.newItem(projectID, roomID)
    await jobsDone()
    const backup = await backUp(services, services.config.dataDir)
    const restored = await emptyInstallation()
    await restoreInto(restored, backup.path)
    for (const table of ['webhooks', 'api_keys', 'api_key_projects'] as const)
      expect(await restored.db.selectFrom(table).selectAll().execute(), table).toEqual(
        await services.db.selectFrom(table).selectAll().execute(),
      )
    expect(await restored.db.selectFrom('jobs').select('id').where('kind', '=', 'webhook').execute()).toEqual([])
    expect(started.received).toHaveLength(1)
  })

  test('pauses while the account of its owner is locked, and so do links', async () => {
    const { app, services, robin, projectID, roomID, received, newUser, jobsDone, clock } = await start()
    const { token } = await newToken(robin, projectID)
    const kim = await newUser('kim')
    await addMember(services.db, projectID, 'kim', 'editor')
    const after = async (locked: boolean) => {
      await setLock(services.db, clock, 'robin', locked)
      await kim.newItem(projectID, roomID)
      await jobsDone()
      return [received.length, (await app.inject({ url: '/openlink', ...withLink(token) })).statusCode]
    }
    expect(await after(false)).toEqual([1, 200])
    expect(await after(true)).toEqual([1, 404])
    expect(await after(false)).toEqual([2, 200])
  })

  test('is in the download of all data without its secret, and goes when the project is handed over', async () => {
    const { robin, newUser, made, services, address, projectID } = await start()
    const zip = await unzip((await robin.ask(exportMyData, { query: {} })).rawPayload)
    const json = zip.get('roomfolio.json')?.toString() ?? ''
    expect(JSON.parse(json)).toMatchObject({ projects: [{ webhooks: [{ address, topics: ['item'], ended: null }] }] })
    expect(json).not.toContain(made?.secret)
    const sam = await newUser('sam_e')
    await sam.must(acceptOffer, { body: { token: await offerSomebody(robin, projectID, 'sam_e@example.com') } })
    expect(await services.db.selectFrom('webhooks').selectAll().execute()).toEqual([])
  })
})
