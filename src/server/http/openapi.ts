import * as z from 'zod/mini'
import type { EndpointSpec } from '../../shared/endpoint.ts'
import { PROBLEMS, problemBody, type ProblemCode } from '../../shared/problem.ts'

type JSONObject = Record<string, unknown>

const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JSONObject => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const parameters = (schema: z.ZodMiniType | undefined, place: 'query' | 'path'): JSONObject[] => {
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

const isProblem = (code: string): code is ProblemCode => code in PROBLEMS

/** The problems that a call can answer, its own and those that its declaration implies. */
const problemsOf = (endpoint: EndpointSpec): ProblemCode[] => {
  const implied: ProblemCode[] = []
  if (endpoint.access !== 'public') implied.push('not_signed_in')
  if (Array.isArray(endpoint.access)) implied.push('role_missing')
  if (endpoint.query || endpoint.params || endpoint.body) implied.push('invalid_input')
  if (endpoint.access !== 'public' && (endpoint.query || endpoint.params || endpoint.body)) implied.push('not_found')
  return [...implied, ...(endpoint.problems ?? []).filter(isProblem)]
}

const responses = (endpoint: EndpointSpec): JSONObject => {
  const { response, status } = endpoint
  const byStatus = new Map<number, string[]>()
  for (const code of problemsOf(endpoint)) {
    const [problemStatus, sentence] = PROBLEMS[code]
    byStatus.set(problemStatus, [...(byStatus.get(problemStatus) ?? []), `\`${code}\`: ${sentence}`])
  }
  const content =
    response === 'bytes'
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : response && { 'application/json': { schema: jsonSchema(response, 'output') } }
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

const operation = (name: string, endpoint: EndpointSpec): JSONObject => ({
  operationId: name,
  summary: endpoint.summary,
  security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
  parameters: [...parameters(endpoint.query, 'query'), ...parameters(endpoint.params, 'path')],
  ...(endpoint.body && {
    requestBody: {
      required: true,
      content:
        endpoint.body === 'files'
          ? FORM_OF_FILES
          : { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } },
    },
  }),
  responses: responses(endpoint),
})

/** OpenAPI 3.1 of the endpoints, from the very schemas that validate requests. */
export const openapi = (endpoints: Record<string, EndpointSpec>): JSONObject => {
  const paths: Record<string, JSONObject> = {}
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Roomfolio',
      version: '1',
      description: 'Every finish, fixture and warranty, room by room.',
      license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
    },
    paths,
    components: {
      schemas: { Problem: jsonSchema(problemBody, 'output') },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'accessToken of /login or /refresh' } },
    },
  }
}
