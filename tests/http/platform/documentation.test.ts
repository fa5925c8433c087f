import { readFileSync } from 'node:fs'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints, EXAMPLES, SHAPES } from '../../../src/shared/endpoints.ts'
import { healthz } from '../../../src/shared/admin/site.api.ts'
import { getOverview } from '../../../src/shared/admin/overview.api.ts'
import { Role } from '../../../src/shared/contract/roles.ts'
import { openapi } from '../../../src/server/platform/http/openapi.ts'
import { startTestApp } from '../../support/test-app.ts'

const ADDRESS = 'https://homes.example'

interface Operation {
  summary: string
  security: unknown[]
  requestBody?: { content: object }
  responses: object
}

// Proves 7.39, 9.11
test('the documentation has every call with its rights, inputs and answers', async () => {
  const { anonymous } = await startTestApp()
  const { openapi, paths } = (await anonymous.raw({ url: '/openapi.json' })).json<{
    openapi: string
    paths: Record<string, Record<string, Operation>>
  }>()
  expect(openapi).toBe('3.1.0')
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  )
  const all = Object.values<EndpointSpec>(endpoints)
  const pathOf = ({ path }: EndpointSpec) => path.replace(/:(\w+)/g, '{$1}')
  expect(described.sort()).toEqual(all.map((each) => `${each.method.toLowerCase()} ${pathOf(each)}`).sort())
  for (const endpoint of all) {
    const operation = paths[pathOf(endpoint)]?.[endpoint.method.toLowerCase()]
    const expected = [endpoint.status, ...(endpoint.access === 'public' ? [] : [401])].map(String)
    expect(operation?.summary).toBe(endpoint.summary)
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(expected))
    const by = endpoint.access === 'link' ? 'link' : 'bearer'
    const withKey = endpoint.keys ? [{ apiKey: [] }] : []
    expect(operation?.security).toEqual(endpoint.access === 'public' ? [] : [{ [by]: [] }, ...withKey])
    expect(operation?.requestBody === undefined).toBe(endpoint.body === undefined)
  }
})

test('the documentation is served as JSON and as YAML, of which JSON is a subset', async () => {
  const { anonymous } = await startTestApp()
  const all = await Promise.all(
    ['/openapi.json', '/docs/json', '/docs/yaml'].map(async (url) => {
      const { statusCode, headers, body } = await anonymous.raw({ url })
      return [statusCode, String(headers['content-type']).split(';')[0], JSON.parse(body) as unknown]
    }),
  )
  expect(all).toEqual([
    [200, 'application/json', openapi('http://localhost')],
    [200, 'application/json', openapi('/')],
    [200, 'application/x-yaml', openapi('/')],
  ])
})

test('the documentation names the address: PUBLIC_URL, or else the one that was asked', async () => {
  const [asked, told] = [await startTestApp(), await startTestApp({ publicURL: ADDRESS })]
  const serversOf = async ({ anonymous }: typeof asked) =>
    (await anonymous.raw({ url: '/openapi.json', headers: { host: 'nas.home:3000' } })).json<{ servers: object[] }>()
      .servers
  expect(await serversOf(asked)).toEqual([{ url: 'http://nas.home:3000' }])
  expect(await serversOf(told)).toEqual([{ url: ADDRESS }])
})

test('a linter finds nothing in the documentation', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(openapi(ADDRESS))
  const found = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(found.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

test('the version of the product is the same everywhere', async () => {
  const { anonymous, newUser } = await startTestApp()
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const { info } = (await anonymous.raw({ url: '/openapi.json' })).json<{ info: { version: string } }>()
  expect(info.version).toBe(version)
  expect((await anonymous.must(healthz, {})).version).toBe(version)
  expect((await (await newUser('admin', [Role.Admin])).must(getOverview, {})).version).toBe(version)
  const [, newest] = /^## \[(\d[^\]]*)\]/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  expect(newest).toBe(version)
})

// Proves 9.11
test('every save answers 200 and every creation 201', () => {
  const statusOf = Object.fromEntries(
    Object.values<EndpointSpec>(endpoints).map((each) => [`${each.method} ${each.path}`, each.status]),
  )
  for (const save of [
    'POST /project',
    'POST /room',
    'POST /item',
    'POST /myaccount',
    'POST /changepass',
    'DELETE /project',
  ]) {
    expect(statusOf[save], save).toBe(200)
  }
  for (const creation of [
    'POST /register',
    'PUT /project',
    'PUT /createroom',
    'PUT /item',
    'PUT /itemfiles',
    'PUT /roomtype',
  ]) {
    expect(statusOf[creation], creation).toBe(201)
  }
})

test("the documentation opens in a browser under the product's name", async () => {
  const { anonymous } = await startTestApp()
  const response = await anonymous.raw({ url: '/docs/', headers: { accept: 'text/html' } })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain('text/html')
  expect(response.body).toContain('<title>Roomfolio API</title>')
})

test('every call is in its group, with examples that the call accepts and returns', () => {
  const { tags, paths } = openapi(ADDRESS) as {
    tags: { name: string }[]
    paths: Record<string, Record<string, { operationId: string; tags: string[] }>>
  }
  const groups = tags.map(({ name }) => name)
  const operations = Object.values(paths).flatMap((each) => Object.values(each))
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(endpoints).sort())
  for (const { operationId, tags: group } of operations) {
    expect(groups).toEqual(expect.arrayContaining(group))
    expect(group).toHaveLength(1)
    const endpoint: EndpointSpec = endpoints[operationId as keyof typeof endpoints]
    const example = EXAMPLES[operationId as keyof typeof EXAMPLES] as Record<string, unknown>
    for (const part of ['body', 'response', 'params'] as const) {
      const schema = endpoint[part]
      if (typeof schema !== 'object') continue
      const { error } = schema.safeParse(example[part])
      expect(error?.issues, `${operationId} ${part}`).toBeUndefined()
    }
    if (endpoint.query) {
      const sent = Object.fromEntries(
        Object.entries(example['query'] ?? {}).map(([key, value]) => [key, String(value)]),
      )
      expect(endpoint.query.safeParse(sent).error?.issues, `${operationId} query`).toBeUndefined()
    }
  }
})

test('every shape has one name, and no shape of five members or more is written twice', () => {
  const { paths, components } = openapi(ADDRESS) as { paths: object; components: { schemas: Record<string, object> } }
  const names = SHAPES.map(([name]) => name)
  expect(Object.keys(components.schemas).sort()).toEqual(names.toSorted())
  expect(new Set(SHAPES.map(([, shape]) => shape)).size).toBe(names.length)
  const written: string[] = []
  const collect = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    if ('properties' in part && Object.keys(part.properties ?? {}).length >= 5) written.push(JSON.stringify(part))
    for (const [key, value] of Object.entries(part)) if (key !== 'example') collect(value)
  }
  collect([paths, components.schemas])
  expect(written.length).toBeGreaterThan(50)
  expect(written.filter((each, index) => written.indexOf(each) !== index)).toEqual([])
})

interface Shape {
  $ref?: string
  type?: string | string[]
  maxLength?: number
  minimum?: number
  pattern?: string
  enum?: string[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

const namedShapes = () => (openapi(ADDRESS) as { components: { schemas: Record<string, Shape> } }).components.schemas

/** The texts and numbers of a schema, each with its path. */
const leavesOf = (shape: Shape, way: string): [way: string, shape: Shape][] => {
  if (shape.$ref) return leavesOf(namedShapes()[shape.$ref.replace('#/components/schemas/', '')] ?? {}, way)
  if (shape.properties)
    return Object.entries(shape.properties).flatMap(([name, each]) => leavesOf(each, `${way}.${name}`))
  if (shape.items) return leavesOf(shape.items, `${way}[]`)
  if (shape.anyOf) return shape.anyOf.flatMap((each) => leavesOf(each, way))
  return [[way, shape]]
}

test('the documentation has the length of every text input and marks ids', () => {
  const { paths } = openapi(ADDRESS) as {
    paths: Record<
      string,
      Record<
        string,
        {
          parameters: { $ref?: string; name: string; schema: Shape }[]
          requestBody?: { content: Record<string, { schema: Shape }> }
          operationId: string
        }
      >
    >
  }
  const leaves = Object.values(paths)
    .flatMap((each) => Object.values(each))
    .flatMap(({ operationId, parameters, requestBody }) => [
      ...parameters
        .filter(({ $ref }) => $ref === undefined)
        .flatMap(({ name, schema }) => leavesOf(schema, `${operationId}.${name}`)),
      ...leavesOf(requestBody?.content['application/json']?.schema ?? { type: 'none' }, operationId),
    ])
  const unlimited = leaves.filter(
    ([, { type, maxLength, pattern, enum: values }]) =>
      [type].flat().includes('string') && maxLength === undefined && pattern === undefined && values === undefined,
  )
  expect(unlimited.map(([way]) => way)).toEqual([])
  const ids = leaves.filter(([way]) => /(ID|ID\[\])$/i.test(way))
  expect(ids.length).toBeGreaterThan(20)
  for (const [way, shape] of ids) expect(shape, way).toMatchObject({ type: 'integer', minimum: 1 })
})
