import { request as httpRequest, STATUS_CODES } from 'node:http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { getItem } from '../../../src/shared/items/items.api.ts'
import { PROBLEMS, type ProblemCode } from '../../../src/shared/contract/problem.ts'
import { SENTENCES } from '../../../src/shared/contract/text-rules.ts'
import {
  asRequest,
  changed,
  good,
  isTree,
  pathsOf,
  startWithThings,
  taking,
  type Change,
  type Tree,
} from '../../support/cases.ts'

/** Spoiled requests per call: more of them in `npm run test:all`. */
const RUNS = process.env.TEST_DEPTH === 'full' ? 60 : 15

const deep = JSON.parse('['.repeat(2000) + ']'.repeat(2000)) as unknown
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'projectID', 'inputs', '']
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1.5, 2 ** 31, 2 ** 53, 2 ** 53 - 1, 1e308, -1e308, 5e-324),
  fc.constantFrom<unknown>(
    '12',
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00',
    '\u2028',
    "'; drop table items; --",
    '%00',
  ),
  fc.constantFrom<unknown>(
    'x'.repeat(256),
    '😀'.repeat(300),
    'x'.repeat(70_000),
    'AAAAAAAAAAAAAAAAAAAAAA',
    'null',
    '{}',
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    { length: 1 },
    deep,
    ['1', '2'],
    { toString: 'x' },
    { constructor: {} },
  ),
  fc.constantFrom<unknown>('{"__proto__":"AAAAAAAAAAAAAAAAAAAAAA"}', '{"a":{}}', '['.repeat(5000), '{"\\u0000":"x"}'),
  fc.string({ unit: 'binary' }),
  fc.double(),
  fc.jsonValue(),
)

const aChange: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ how: fc.constantFrom('put' as const, 'add' as const), name: fc.constantFrom(...NAMES), value: hostile }),
  fc.constant({ how: 'remove' as const }),
)

/** A good request with one to three spoiled places. */
const spoiled = (input: object) =>
  fc
    .array(fc.tuple(fc.constantFrom(...pathsOf(input).filter((path) => path.length > 1)), aChange), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => changes.reduce<unknown>((value, [path, change]) => changed(value, path, change), input) as Tree)

const membersOf = (schema: unknown): string[] => {
  if (!isTree(schema)) return []
  const own = isTree(schema.properties) ? Object.keys(schema.properties) : []
  const { enum: keys = [] } = (schema.propertyNames ?? {}) as { enum?: string[] }
  return [...own, ...keys, ...Object.values(schema).flatMap(membersOf)]
}

const inputsOf = ({ query, params, body }: EndpointSpec): string[] =>
  [query, params, body]
    .filter((part) => typeof part === 'object')
    .flatMap((part) => membersOf(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })))

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Extra members of some problems. */
const TOLD_BY: Record<string, readonly ProblemCode[]> = {
  current: ['item_changed', 'structure_changed', 'labels_changed', 'file_changed'],
  slots: ['labels_hold_values'],
  items: ['changed_since', 'no_such_label', 'no_place_for_items'],
  rooms: ['changed_since', 'no_place_for_item'],
  placeless: ['notes_too_long'],
}

/** Below 500, and a problem has the one shape. */
const expectGood = (status: number, body: string, inputs?: readonly string[], call?: string) => {
  expect(status, call).toBeLessThan(500)
  if (status < 400) return
  const { statusCode, error, code, message, requestId, fields, ...more } = JSON.parse(body) as Record<string, unknown>
  expect({ statusCode, error, code, message, requestId }, call).toEqual({
    statusCode: status,
    error: STATUS_CODES[status],
    code: expect.toSatisfy((each: unknown) => typeof each === 'string' && each in PROBLEMS),
    message: expect.stringMatching(/./),
    requestId: expect.stringMatching(UUID),
  })
  for (const name of Object.keys(more)) expect(TOLD_BY[name], `${call}: ${name}`).toContain(code)
  for (const [name, sentence] of Object.entries(fields ?? {})) {
    if (inputs && sentence !== SENTENCES.notKnown) expect(inputs, call).toContain(name)
    expect(sentence).toEqual(expect.stringMatching(/./))
  }
}

describe('a request with spoiled places is answered with what is wrong', () => {
  // A paper with everything first, then calls that add things, and last those that delete what others name.
  const place = (name: string) => (name === 'issueRevision' ? 0 : /^(delete|end|move|remove)/.test(name) ? 2 : 1)
  const inOrder = taking.toSorted((a, b) => place(a) - place(b))

  test.each(['GET', 'PUT', 'POST', 'DELETE'])('%s', async (method) => {
    const { user, things } = await startWithThings()
    for (const name of inOrder.filter((each) => endpoints[each].method === method)) {
      const endpoint: EndpointSpec = endpoints[name]
      const inputs = inputsOf(endpoint)
      const property = fc.asyncProperty(spoiled(good[name](things)), async (input) => {
        const response = await user.raw(asRequest(endpoint, input))
        expectGood(response.statusCode, response.body, inputs, name)
      })
      await fc.assert(property, { numRuns: RUNS })
    }
  })
})

test('an unknown query member is a 400 even if the call declares none', async () => {
  const { user } = await startWithThings()
  const refused = async (url: string, method: EndpointSpec['method'], payload?: object) =>
    expect((await user.raw({ url, method, ...(payload && { payload }) })).json(), `${method} ${url}`).toMatchObject({
      statusCode: 400,
      fields: { surprise: SENTENCES.notKnown },
    })
  for (const { method, path, access, query, params, body } of Object.values<EndpointSpec>(endpoints)) {
    if (params || access === 'link' || (access === 'public' && method === 'GET')) continue
    if (!query) await refused(`${path}?surprise=1`, method)
    if (!query && !body && method !== 'GET') await refused(path, method, { surprise: 1 })
  }
  // Other sites append their own parameters to links.
  for (const path of ['/healthz', '/site']) expect((await user.raw({ url: `${path}?for=them` })).statusCode).toBe(200)
})

test('an unknown member is a 400 that names it, wherever it is', async () => {
  // One app for all calls, because none of them can change anything.
  const { user, things } = await startWithThings()
  for (const name of taking) {
    const input = good[name](things)
    // A query has no nested members.
    if (Object.keys(input).join() === 'params') continue
    // Each object of it with one extra member; a structure has free names and reports errors itself.
    const places = pathsOf(input).filter(
      (path) =>
        path.length > 1 && path[0] !== 'params' && !path.includes('structure') && !/^\d+$/.test(path.at(-1) ?? ''),
    )
    for (const path of places) {
      const spoiled = changed(input, path, { how: 'add', name: 'surprise', value: 'x' })
      const response = await user.raw(asRequest(endpoints[name], spoiled as Tree))
      expect(response.json(), `${name} ${path.join('.')}`).toMatchObject({
        statusCode: 400,
        fields: { surprise: SENTENCES.notKnown },
      })
    }
    expect(places, name).not.toEqual([])
  }
})

describe('an invalid JSON body is a 400 or a 415', () => {
  const json = 'application/json'
  const bodies: [type: string | undefined, payload: string | Buffer, status: number][] = [
    [json, '{', 400],
    [json, '{"inputs":}', 400],
    [json, '{} {}', 400],
    [json, 'undefined', 400],
    [json, "{'inputs':{}}", 400],
    [json, '\ufeff{', 400],
    [json, '"text"', 400],
    [json, '12', 400],
    [json, 'null', 400],
    [json, '[]', 400],
    [json, '', 400],
    [json, '{"__proto__":{"inputs":{}}}', 400],
    [json, '{"constructor":{"prototype":{"inputs":{}}}}', 400],
    [json, Buffer.from([0xff, 0xfe, 0x00]), 400],
    [json, Buffer.concat([Buffer.from('{"inputs":{"name":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}}')]), 400],
    [json, '['.repeat(50_000), 400],
    [json, `{"inputs":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 400],
    [`${json}; charset=utf-16`, '{', 400],
    [json, JSON.stringify({ inputs: { name: 'x'.repeat(1024 * 1024) } }), 413],
    [json, JSON.stringify({ inputs: { name: '\\":{'.repeat(9000) } }), 400],
    ['text/plain', '{}', 415],
    ['text/html', '{}', 415],
    ['application/x-www-form-urlencoded', 'inputs=1', 415],
    ['application/jsonp', '{}', 415],
    ['nonsense', '{}', 415],
    ['multipart/form-data; boundary=x', '--x--', 400],
    ['multipart/form-data', '--x--', 400],
    [undefined, '{}', 415],
  ]
  const takingBodies = Object.entries<EndpointSpec>(endpoints).filter(([, { body }]) => typeof body === 'object')

  test('wherever a JSON body is expected', async () => {
    const { user } = await startWithThings()
    for (const [name, { method, path }] of takingBodies) {
      for (const [type, payload, status] of bodies) {
        const headers = type === undefined ? {} : { 'content-type': type }
        const response = await user.raw({ method, url: path, headers, payload })
        expect(response.statusCode, `${name} ${type} ${String(payload).slice(0, 40)}`).toBe(status)
        expectGood(response.statusCode, response.body)
      }
    }
  })

  test('and changes nothing where none is expected', async () => {
    const { user, things } = await startWithThings()
    for (const [type, payload] of bodies) {
      const headers = type === undefined ? {} : { 'content-type': type }
      const response = await user.raw({ method: 'PUT', url: '/sampleproject/none', headers, payload })
      expectGood(response.statusCode, response.body)
      const logout = await user.raw({ method: 'POST', url: '/refresh', headers, payload })
      expectGood(logout.statusCode, logout.body)
    }
    expect(await user.must(getItem, { query: { itemID: things.itemID } })).toMatchObject({ field1: 'kept' })
  })
})

test('a query that is repeated, empty, nested or not decodable is a 400', async () => {
  const { user, things } = await startWithThings()
  const id = things.projectID
  for (const query of [
    '',
    '?',
    '?projectID',
    '?projectID=',
    `?projectID=${id}&projectID=${id}`,
    `?projectID[]=${id}`,
    `?projectid=${id}`,
    `?projectID=${id}%00`,
    `?projectID=+${id}`,
    `?projectID=${id}.0`,
    `?projectID=0${id}`,
    '?projectID=%ZZ',
    '?projectID=%C3%28',
    '?projectID=9007199254740992',
    `?projectID=${'9'.repeat(8000)}`,
    '?__proto__[projectID]=1',
    '?constructor=1',
  ]) {
    const response = await user.raw({ url: `/project${query}` })
    expect(response.json(), query.slice(0, 40)).toMatchObject({
      statusCode: 400,
      fields: { projectID: SENTENCES.notID },
    })
  }
})

test('any path is answered, and leads nowhere', async () => {
  const { app, user } = await startWithThings()
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  // By a raw connection: HTTP clients would correct some of these paths.
  const get = (path: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const headers = { authorization: `Bearer ${user.accessToken}` }
      const request = httpRequest({ hostname, port, path, headers, agent: false }, (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      })
      request.on('error', reject).end()
    })
  for (const path of [
    '/download/%ZZ',
    '/download/%',
    '/download/%00',
    '/download/%C3%28',
    '/download/..%2f..%2f..%2fetc%2fpasswd',
    '/download/../../../../etc/passwd',
    '/download/..%5c..%5cetc',
    '/download//etc/passwd',
    '/download/',
    '/download',
    `/download/${'A'.repeat(23)}`,
    `/download/${'A'.repeat(101)}`,
    `/download/${'A'.repeat(10_000)}`,
    `/download/${'../'.repeat(500)}x`,
    `/${'x'.repeat(12_000)}`,
    '/%',
    '/%00',
    '/%ZZ?projectID=%ZZ',
    '//',
    '//evil.example/projects',
    '/./project',
    '/project/',
    '/PROJECT?projectID=1',
    '/project;x=1?projectID=1',
    '/__proto__',
    '/constructor',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '*',
    'http://evil.example/nowhere',
  ]) {
    const { status, body } = await get(path)
    expect(status, path.slice(0, 40)).toBeGreaterThanOrEqual(400)
    expectGood(status, body)
  }
})

test('no header fails a call', async () => {
  const { user, things } = await startWithThings()
  const url = `/download/${things.remote}`
  const value = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      ',',
      '*',
      'bytes=0-',
      'bytes=-',
      'bytes=9999999999999999999-',
      'Bearer',
      'Bearer  ',
      'Basic x',
    ),
    fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,80}$/),
    fc.string({ unit: fc.constantFrom(...'bytes=-,0123456789"W/*; '), maxLength: 40 }),
  )
  const names = ['range', 'if-range', 'if-none-match', 'cookie', 'authorization', 'origin', 'accept', 'accept-encoding']
  const more = ['x-forwarded-for', 'user-agent', 'sec-fetch-site', 'host']
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom(...names, ...more), value), async (headers) => {
      for (const request of [{ url }, { method: 'POST', url: '/refresh' }, { url: '/projects' }] as const) {
        const response = await user.raw({ ...request, headers })
        expect(response.statusCode).toBeLessThan(500)
      }
    }),
    { numRuns: 150 },
  )
})
