import * as z from 'zod/mini'
import type { EndpointSpec } from '../../../shared/contract/endpoint.ts'
import { CALLS, EXAMPLES } from '../../../shared/endpoints.ts'
import { PROBLEMS, problemBody } from '../../../shared/contract/problem.ts'
import { VERSION } from '../lib/version.ts'
import { problemsOf } from './problems-of.ts'

type JSONObject = Record<string, unknown>

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JSONObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const parameters = (
  schema: z.ZodMiniType | undefined,
  place: 'query' | 'path',
  example: object | undefined,
): JSONObject[] => {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: JSONObject
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: shape,
    ...(example && name in example && { example: example[name as keyof object] }),
  }))
}

const FORM_OF_FILES = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['files'],
      properties: { files: { type: 'array', items: { type: 'string', format: 'binary' } } },
    },
  },
}

const responses = (endpoint: EndpointSpec, example: unknown): JSONObject => {
  const { response, status } = endpoint
  const byStatus = new Map<number, string[]>()
  for (const code of problemsOf(endpoint)) {
    const [problemStatus, sentence] = PROBLEMS[code]
    byStatus.set(problemStatus, [...(byStatus.get(problemStatus) ?? []), `\`${code}\`: ${sentence}`])
  }
  const content =
    response === 'bytes'
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : response && { 'application/json': { schema: jsonSchema(response, 'output'), example } }
  return {
    [status]: { description: 'Success', ...(content && { content }) },
    ...(endpoint.mayBeEmpty && { 204: { description: 'The list is empty' } }),
    ...Object.fromEntries(
      [...byStatus].map(([problemStatus, lines]) => [
        problemStatus,
        {
          description: lines.join('\n\n'),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      ]),
    ),
  }
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A random text, such as a UUID, that names this creation. A repetition with the same key and content gives the first ' +
    'answer for 24 hours, on every server and also where the first answer was lost, and creates nothing more.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
}

interface ShownExample {
  query?: object
  params?: object
  body?: unknown
  response?: unknown
}

const operation = (name: string, group: string, endpoint: EndpointSpec, example: ShownExample): JSONObject => ({
  operationId: name,
  tags: [group],
  summary: endpoint.summary,
  security:
    endpoint.access === 'public'
      ? []
      : [{ [endpoint.access === 'link' ? 'link' : 'bearer']: [] }, ...(endpoint.keys ? [{ apiKey: [] }] : [])],
  parameters: [
    ...parameters(endpoint.query, 'query', example.query),
    ...parameters(endpoint.params, 'path', example.params),
    ...(endpoint.creates ? [IDEMPOTENCY_KEY] : []),
  ],
  ...(endpoint.body && {
    requestBody: {
      required: true,
      content:
        endpoint.body === 'files'
          ? FORM_OF_FILES
          : { 'application/json': { schema: jsonSchema(endpoint.body, 'input'), example: example.body } },
    },
  }),
  responses: responses(endpoint, example.response),
})

const makeDocument = (): JSONObject => {
  const paths: Record<string, JSONObject> = {}
  for (const [group, calls] of Object.entries<Record<string, EndpointSpec>>(CALLS))
    for (const [name, endpoint] of Object.entries(calls)) {
      const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
      const example: ShownExample = EXAMPLES[name as keyof typeof EXAMPLES]
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, group, endpoint, example) }
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Roomfolio API',
      version: VERSION,
      description: 'Every finish, fixture and warranty, room by room.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    tags: Object.keys(CALLS).map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemBody, 'output') },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'accessToken of /login or /refresh' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of My Account, such as `rfk_…`; one that can only read is for GET calls',
        },
        link: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Link TOKEN`, the token of the address of a read-only link',
        },
      },
    },
  }
}

let document: JSONObject | undefined

/** OpenAPI 3.1 of all calls, generated once from the schemas that validate requests. */
export const openapi = (): JSONObject => (document ??= makeDocument())
