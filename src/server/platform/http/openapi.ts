import * as z from 'zod/mini'
import type { EndpointSpec } from '../../../shared/contract/endpoint.ts'
import { CALLS, EXAMPLES, SHAPES } from '../../../shared/endpoints.ts'
import { problemBody, PROBLEMS, type ProblemCode } from '../../../shared/contract/problem.ts'
import { VERSION } from '../lib/version.ts'
import { problemsOf } from './problems-of.ts'

type JSONObject = Record<string, unknown>

/** The named shapes of the calls described so far. */
const schemas: Record<string, JSONObject> = {}

/** Refers to named shapes, which it adds to `schemas`. */
const jsonSchema = (schema: z.ZodMiniType, io: 'input' | 'output'): JSONObject => {
  const described = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema: { _zod: zod }, jsonSchema: written }) => {
      // Answers get more members in later versions, and problems have some of their own.
      if (io === 'output' && zod.def.type === 'object' && !('catchall' in zod.def)) delete written.additionalProperties
    },
  })
  const { $schema: _, $defs = {}, ...rest } = toComponents(described)
  for (const [name, shape] of Object.entries($defs as Record<string, JSONObject>)) {
    if (JSON.stringify((schemas[name] ??= shape)) !== JSON.stringify(shape))
      throw new Error(`${name} is sent in another form than it is answered: they need two names.`)
  }
  return rest
}

const toComponents = (described: object): JSONObject =>
  JSON.parse(JSON.stringify(described).replaceAll('"#/$defs/', '"#/components/schemas/')) as JSONObject

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

const NOT_YET: readonly ProblemCode[] = ['password_change_required', 'second_factor_required', 'role_missing']
/** What many calls can answer. */
const COMMON_PROBLEMS: Record<string, readonly ProblemCode[]> = {
  InvalidInput: ['invalid_input', 'malformed_request'],
  NotSignedIn: ['not_signed_in', 'session_ended', 'key_invalid'],
  RoleMissing: NOT_YET,
  NotForKeys: ['not_for_keys', ...NOT_YET],
  NotForKeysOrViewers: ['not_for_keys', ...NOT_YET, 'not_allowed'],
  OnlyToRead: ['key_only_reads', ...NOT_YET, 'not_allowed'],
  NotFound: ['not_found'],
  NotForTemplates: ['not_for_templates'],
  BodyTooLarge: ['body_too_large'],
  UnsupportedType: ['unsupported_type', 'unsupported_encoding'],
  IdempotencyKeyReused: ['idempotency_key_reused'],
  TooManyCalls: ['too_many_calls'],
  Unexpected: ['unexpected'],
  Unavailable: ['unavailable'],
}
const linesOf = (codes: readonly ProblemCode[]): string =>
  codes.map((code) => `\`${code}\`: ${PROBLEMS[code][1]}`).join('\n\n')

const problem = (description: string): JSONObject => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
const problemAnswers = (): JSONObject => ({
  Problem: problem('A problem: its `code` is for programs, its `message` for people'),
  ...Object.fromEntries(Object.entries(COMMON_PROBLEMS).map(([name, codes]) => [name, problem(linesOf(codes))])),
})

const problemAnswer = (codes: readonly ProblemCode[]): JSONObject => {
  const [common] = Object.entries(COMMON_PROBLEMS).find(([, its]) => String(its) === String(codes)) ?? []
  return { $ref: `#/components/responses/${common ?? 'Problem'}`, ...(!common && { description: linesOf(codes) }) }
}

const responses = (endpoint: EndpointSpec, example: unknown): JSONObject => {
  const { response, status } = endpoint
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemsOf(endpoint)) {
    const [problemStatus] = PROBLEMS[code]
    byStatus.set(problemStatus, [...(byStatus.get(problemStatus) ?? []), code])
  }
  const content =
    response === 'bytes'
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : response && { 'application/json': { schema: jsonSchema(response, 'output'), example } }
  return {
    [status]: { description: 'Success', ...(content && { content }) },
    ...(endpoint.mayBeEmpty && { 204: { description: 'The list is empty' } }),
    ...Object.fromEntries([...byStatus].map(([problemStatus, codes]) => [problemStatus, problemAnswer(codes)])),
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
    ...(endpoint.creates ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
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

const ABOUT: Record<keyof typeof CALLS, string> = {
  Session: 'Logging in, with a password or at an OpenID provider, logging out and new accounts',
  Account: 'The account of who calls: password, second factor, passkeys, API keys and all of its data',
  Projects: 'Homes, the templates for them, their project files and what happened in them',
  Members: 'Who else can see or change a project, and its handover to another owner',
  Rooms: 'The rooms of a project',
  Items: 'What is in a room: finishes, fixtures and equipment, with their files and history',
  Several: 'Copying, moving, ordering and changing many things at once, and undoing that',
  Spreadsheets: 'Items as a spreadsheet, out and in',
  Papers: 'PDFs to print, the revisions that were issued, and the firm that they show',
  Search: 'Finding items, rooms and projects',
  Emergency: 'Valves, panels and alarms of a home, and whom to call',
  'Ready to hand over': 'What a project lacks for its next owner',
  Upcoming: 'Tasks, dates that end, their calendar and reminders',
  Files: 'Uploads, downloads and the pictures of rooms and projects',
  Inbox: 'Photos of a project that are not yet on an item',
  Links: 'Read-only links: making them, and what their visitors see',
  Webhooks: 'Messages to other programs about what happens in a project',
  Trash: 'What was deleted: restoring it, or deleting it permanently',
  Structure: 'Room types, categories, subcategories and labels of the installation',
  Consultations: 'Requests of visitors for a consultation',
  People: 'The users of the installation, for Admins',
  Security: 'Logins and security changes',
  Installation: 'Facts, figures, health and background jobs of the installation',
}

const makeDocument = (): JSONObject => {
  for (const [id, shape] of SHAPES) z.globalRegistry.add(shape, { ...z.globalRegistry.get(shape), id })
  jsonSchema(problemBody, 'output')
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
    tags: Object.entries(ABOUT).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      responses: problemAnswers(),
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
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

/** OpenAPI 3.1 of all calls at an address, generated once from the schemas that validate requests. */
export const openapi = (address: string): JSONObject => ({
  ...(document ??= makeDocument()),
  servers: [{ url: address }],
})
