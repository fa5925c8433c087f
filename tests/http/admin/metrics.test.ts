import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { forgot } from '../../../src/shared/identity/auth.api.ts'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { ENGINE } from '../../support/database.ts'
import { startTestApp } from '../../support/test-app.ts'

const TOKEN = 'a-token-that-nobody-guesses'

/** Besides those with files: calls that read and write tables and set papers. */
const LONG = ['/readsheet', '/checksheet', '/importsheet', '/revision']
const SHORT = /^\/(calendar|confirmemail|endinvitations|endreminders)\//

const startCounting = async (config: Parameters<typeof startTestApp>[0] = {}) => {
  const started = await startTestApp(
    { metricsToken: TOKEN, ...config },
    { alone: 'Each server counts what it does itself.' },
  )
  const ask = (authorization?: string) =>
    started.app.inject({ url: '/metrics', headers: { ...(authorization && { authorization }) } })
  const text = async () => (await ask(`Bearer ${TOKEN}`)).body
  /** The value of a series, by its name with labels. */
  const value = async (series: string) => {
    const line = (await text()).split('\n').find((each) => each.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length + 1))
  }
  return { ...started, ask, text, value }
}

describe('the metrics of a server', () => {
  test('need the token, and are absent if none is set', async () => {
    const { ask, anonymous } = await startCounting()
    for (const authorization of [undefined, 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
      const refused = await ask(authorization)
      expect([refused.statusCode, refused.headers['www-authenticate'], refused.json().code]).toEqual([
        401,
        'Bearer',
        'not_signed_in',
      ])
    }
    const answer = await ask(`Bearer ${TOKEN}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect((await anonymous.raw({ url: '/openapi.json' })).body).not.toContain('/metrics')
    const { app } = await startTestApp()
    const none = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
    expect([none.statusCode, none.json().code]).toEqual([404, 'not_found'])
  })

  test('count requests by call and status class, without personal data', async () => {
    const { newUser, value, text, anonymous, app, services } = await startCounting()
    const user = await newUser('quillfeather')
    const projectID = await user.newProject('Quillfeather House')
    const roomID = await user.newRoom(projectID, 'Quillfeather Room')
    const [file] = await user.upload([{ name: 'quillfeather.txt', bytes: Buffer.from('five!') }])
    const itemID = await user.newItem(projectID, roomID, {}, JSON.stringify({ 'a.txt': file?.remote }))
    for (const id of [itemID, itemID, 700_000_001]) await user.call(getItem, { query: { itemID: id } })
    await user.raw({ url: `/download/${file?.remote}` })
    await anonymous.call(forgot, { body: { user: 'quillfeather' } })
    for (const url of ['/quillfeather', '/edititem?itemID=700000001']) await app.inject({ url })

    expect(await value('roomfolio_http_requests_total{method="GET",route="/item",status="2xx"}')).toBe(2)
    expect(await value('roomfolio_http_requests_total{method="GET",route="/item",status="4xx"}')).toBe(1)
    expect(await value('roomfolio_http_requests_total{method="GET",route="/download/:remote",status="2xx"}')).toBe(1)
    expect(await value('roomfolio_http_requests_total{method="any",route="other",status="4xx"}')).toBe(2)
    expect(await value('roomfolio_http_request_duration_seconds_count{method="GET",route="/item"}')).toBe(3)
    expect(await value('roomfolio_sessions')).toBe(1)
    expect(await value('roomfolio_ready')).toBe(1)
    expect(await value('roomfolio_files')).toBe(1)
    expect(await value('roomfolio_files_bytes')).toBe(5)
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    const info = `roomfolio_info{version="${version}",node="${process.version}",database="${ENGINE}"}`
    expect(await value(info)).toBe(1)
    expect(await value('roomfolio_database_connections_max')).toBe(services.watch.load().most)
    expect(await text()).not.toMatch(/quillfeather|\b700000001\b|127\.0\.0\.1/i)
  })

  test('count queued jobs and slow statements', async () => {
    const { value, services, clock } = await startCounting({ slowStatementMs: 0 })
    const before = (await value('roomfolio_slow_statements_total')) ?? 0
    const at = clock.now().toISOString()
    // Of an unknown kind.
    const job = { kind: 'later', payload: 'null', created_at: at, due_at: at, noted_at: at }
    await services.db.insertInto('jobs').values(job).execute()
    expect(await value('roomfolio_jobs{state="waiting"}')).toBe(1)
    expect(await value('roomfolio_jobs{state="failed"}')).toBe(0)
    expect(await value('roomfolio_slow_statements_total')).toBeGreaterThan(before)
  })

  test('are answered even if the database and the file store are gone', async () => {
    const { value, text, services } = await startCounting()
    expect(await value('roomfolio_sessions')).toBe(0)
    await rm(services.config.filesFolder, { recursive: true })
    expect(await value('roomfolio_ready')).toBe(0)
    await services.db.schema.alterTable('settings').renameTo('lost').execute()
    expect(await value('roomfolio_ready')).toBe(0)
    const answered = await text()
    expect(answered).not.toMatch(/^roomfolio_sessions /m)
    expect(answered).toMatch(/^process_resident_memory_bytes \d+$/m)
  })
})

describe('the shipped monitoring files', () => {
  const [board, alarms] = ['deploy/grafana.json', 'deploy/alerts.yaml'].map((path) => readFileSync(path, 'utf8'))

  test('query only existing series', async () => {
    const { text, anonymous } = await startCounting()
    await anonymous.call(forgot, { body: { user: 'robin' } })
    const told = new Set([...(await text()).matchAll(/^([a-z_]+)[ {]/gm)].map(([, name]) => name))
    // No backup was made.
    told.add('roomfolio_backup_last_success_timestamp_seconds')
    const asked = new Set(`${board}${alarms}`.match(/\b(roomfolio|process|nodejs)_[a-z_]+\b/g))
    expect(asked.size).toBeGreaterThan(20)
    expect([...asked].filter((name) => !told.has(name))).toEqual([])
  })

  test('count no call as slow whose duration depends on files, tables and papers', () => {
    const takes = (endpoint: EndpointSpec) =>
      endpoint.body === 'files' || endpoint.response === 'bytes' || LONG.includes(endpoint.path)
    const long = (Object.values(endpoints) as EndpointSpec[]).filter(takes).map(({ path }) => path)
    const left = [...`${board}${alarms}`.matchAll(/route!~\\?"([^"\\]+)/g)].map(([, routes = '']) => routes.split('|'))
    expect(left).toHaveLength(5)
    const expected = ['other', ...new Set(long.filter((path) => !SHORT.test(path)))]
    for (const routes of left)
      expect(routes.map((route) => route.replace('.*', ':remote')).sort()).toEqual(expected.sort())
  })

  test('have advice for every alert', () => {
    const guide = readFileSync('docs/operations/troubleshooting.md', 'utf8')
    const named = [...(alarms ?? '').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
    const described = [...guide.matchAll(/^### (Roomfolio\w+)$/gm)].map(([, name]) => name)
    expect(named.length).toBeGreaterThan(10)
    expect(described).toEqual(named)
    for (const name of named)
      expect(alarms).toContain(`runbook: 'docs/operations/troubleshooting.md#${name.toLowerCase()}'`)
  })
})
