import { expect, test } from 'vitest'
import type { EndpointSpec } from '../../src/shared/endpoint.ts'
import { endpoints } from '../../src/shared/endpoints.ts'
import { startTestApp } from '../support/test-app.ts'

interface Operation {
  summary: string
  security: unknown[]
  requestBody?: { content: object }
  responses: object
}

// Proves 7.39, 9.11
test('the documentation describes every call: who may make it, what it takes and what it answers', async () => {
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
    expect(operation?.security).toEqual(endpoint.access === 'public' ? [] : [{ bearer: [] }])
    expect(operation?.requestBody === undefined).toBe(endpoint.body === undefined)
  }
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

test('the documentation can be read in a browser', async () => {
  const { anonymous } = await startTestApp()
  const response = await anonymous.raw({ url: '/docs/', headers: { accept: 'text/html' } })
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toContain('text/html')
})
