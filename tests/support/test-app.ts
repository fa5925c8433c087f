import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, onTestFinished } from 'vitest'
import type { EndpointSpec, InputOf, ResponseOf } from '../../src/shared/contract/endpoint.ts'
import { createProject } from '../../src/shared/projects/projects.api.ts'
import { login } from '../../src/shared/identity/auth.api.ts'
import { getRoomStructure, listRoomTypes } from '../../src/shared/structure/room-structure.api.ts'
import { createItem, type ItemInputs } from '../../src/shared/items/items.api.ts'
import { createLink } from '../../src/shared/sharing/links.api.ts'
import type { ProblemBody } from '../../src/shared/contract/problem.ts'
import { createRoom } from '../../src/shared/projects/rooms.api.ts'
import type { Role } from '../../src/shared/contract/roles.ts'
import { hashPassword } from '../../src/server/identity/passwords/passwords.ts'
import { openSession } from '../../src/server/identity/sessions/sessions.repo.ts'
import { createUser } from '../../src/server/identity/account/create-user.repo.ts'
import { setRole } from '../../src/server/identity/account/users.repo.ts'
import { noteConfirmed } from '../../src/server/identity/account/mailboxes.repo.ts'
import type { Clock } from '../../src/server/platform/lib/clock.ts'
import { parseConfig, type Config } from '../../src/server/config.ts'
import { createTestDatabase, type DatabaseCopy } from './database.ts'
import { START } from './days.ts'
import { openServer, type OneServer, type TestServices } from './one-server.ts'
import { builtProgram } from './programs.ts'
import { temporaryFolder } from './temporary-folder.ts'

import { inBucket, openOtherServer, takeTurns, TWO_SERVERS } from './two-servers.ts'
/** A clock that stands still until a test turns it. */
interface TestClock extends Clock {
  turn(ms: number): void
}

/** Programs and browsers that run beside a test have the present. */
const runsBeside = () => /\/tests\/(nightly|scale)\//.test(expect.getState().testPath ?? '')

const testClock = (start = runsBeside() ? Date.now() : START): TestClock => {
  let offset = 0
  return {
    now: () => new Date(start + offset),
    turn: (ms) => (offset += ms),
  }
}

/** A line of the log as its reader gets it. */
export interface LogLine extends Record<string, unknown> {
  level: number
  msg: string
}

export interface TestApp {
  /** Where there are two servers, the first, whose `inject` gives each request to the other one in turn. */
  app: FastifyInstance
  services: TestServices
  /** Those of each server, for tests that break something everywhere: one, or two in the project http-two-servers. */
  servers: readonly TestServices[]
  clock: TestClock
  /** How many statements the database has run so far, those that open and end transactions aside. */
  statements(): number
  /** What it logs, a line each; nothing unless the test sets `logLevel`. */
  log: readonly LogLine[]
  /** Resolves when no job is under way and none is due by the clock. Those that fail wait for it to be turned. */
  jobsDone(): Promise<void>
  /** Nobody, without a session. */
  anonymous: Client
  /** A new user, signed in, with the role User and those given, who has confirmed their e-mail address. */
  newUser(name?: string, roles?: readonly Role[]): Promise<Client>
}

/** For tests that look at files by their paths: where there are two servers, both use the folder, as on a common disk. */
export const IN_FOLDER = { fileStore: 'folder' } as const

/** All that an installation holds, at its moment. */
interface Held {
  at: number
  database: DatabaseCopy
  /** By their paths. */
  files: ReadonlyMap<string, Buffer>
}

interface Start {
  /** Why the test asks for one server, also where others get two: docs/decisions/0034-http-tests-run-two-servers-in-one-process.md. */
  alone?: string
  /** A second installation beside that of the engine under test. */
  onSQLite?: true
  /** Instead of what every new installation holds. */
  holds?: Held
}

const openTestApp = async (config: Partial<Config>, { alone, onSQLite, holds }: Start) => {
  const areTwo = TWO_SERVERS && alone === undefined && !onSQLite
  const folder = temporaryFolder()
  const database = await createTestDatabase(folder, { onSQLite: onSQLite ?? false, copyOf: holds?.database })
  for (const [path, bytes] of holds?.files ?? []) {
    mkdirSync(join(folder, dirname(path)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, path), bytes, { mode: 0o600 })
  }
  const clock = testClock(holds?.at)
  let statements = 0
  // By their results: a statement is written once and may run many times.
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements++
      return result
    },
  }
  const settings: Config = {
    ...parseConfig({ DATA_DIR: folder, LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent', FIRST_USER_IS_ADMIN: 'false' }),
    ...(areTwo && config.fileStore === undefined && (await inBucket())),
    database: database.location,
    ...config,
  }
  const log: LogLine[] = []
  const surroundings = {
    clock,
    counter,
    program: builtProgram,
    ...(config.logLevel && { log: { write: (line: string) => log.push(JSON.parse(line) as LogLine) } }),
  }
  const first = await openServer(settings, surroundings)
  const servers: OneServer[] = [first]
  if (areTwo) {
    const dataDir = join(folder, 'other')
    mkdirSync(dataDir)
    servers.push(await openOtherServer({ ...settings, dataDir }, surroundings))
  }
  const close = async () => {
    for (const server of servers) await server.close()
  }
  const { app, services } = first
  if (areTwo) takeTurns(servers.map((server) => server.app))

  const anonymous = new Client(app)
  let users = 0
  const testApp: TestApp = {
    app,
    services,
    servers: servers.map((server) => server.services),
    clock,
    statements: () => statements,
    log,
    async jobsDone() {
      for (const { runner } of servers) runner.look()
      await Promise.all(servers.map(({ runner }) => runner.idle()))
    },
    anonymous,
    async newUser(name = `user-${++users}`, roles = []) {
      const userID = await createUser(services.db, clock, registrationOf(name), await passwordHash(), {
        firstIsAdmin: false,
      })
      await noteConfirmed(services.db, clock, userID)
      for (const role of roles) await setRole(services.db, name, role, true)
      const { tokens } = await openSession(services.db, clock, { userID, remember: false, userAgent: '', address: '' })
      return new Client(app, tokens.access)
    },
  }
  return { testApp, close, database, folder }
}

/** The real app on a fresh database and folder of the engine under test; both go when the test ends. */
export const startTestApp = async (config: Partial<Config> = {}, start: Start = {}): Promise<TestApp> => {
  const { testApp, close, database, folder } = await openTestApp(config, start)
  onTestFinished(async () => {
    await close()
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return testApp
}

const filesIn = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => !path.startsWith('roomfolio.sqlite') && statSync(join(folder, path)).isFile())
      .map((path) => [path, readFileSync(join(folder, path))]),
  )

/** People by the names of the tests, and other things that the tests need. */
interface Furnished<People extends Record<string, Client>, Things> {
  people: People
  things: Things
}

const LONGEST_FURNISHING_MS = 5 * 60_000

/**
 * What many tests begin with, made once in a worker by the calls that each of them would make: each gets an installation that
 * holds the same, at the same moment. For two servers it is made for each test, as their bucket is.
 */
export const furnished = <People extends Record<string, Client>, Things>(
  furnish: (started: TestApp) => Promise<Furnished<People, Things>>,
) => {
  const make = async () => {
    const { testApp, close, database, folder } = await openTestApp({}, {})
    const made = await furnish(testApp)
    await testApp.jobsDone()
    await close()
    const holds: Held = { at: testApp.clock.now().getTime(), database: await database.keep(), files: filesIn(folder) }
    rmSync(folder, { recursive: true, force: true })
    return { ...made, holds }
  }
  let made: ReturnType<typeof make> | undefined
  const open = async (
    settings: Parameters<typeof startTestApp>[0] = {},
  ): Promise<TestApp & Furnished<People, Things>> => {
    if (TWO_SERVERS) {
      const started = await startTestApp(settings)
      return { ...started, ...(await furnish(started)) }
    }
    const { people, things, holds } = await (made ??= make())
    const started = await startTestApp(settings, { holds })
    const entries = Object.entries(people).map(([name, client]) => [name, new Client(started.app, client.accessToken)])
    return { ...started, people: Object.fromEntries(entries) as People, things }
  }
  /** Makes it before the tests of a file, for what takes longer than one of them may. */
  const beforehand = () => beforeAll(async () => void (TWO_SERVERS || (await (made ??= make()))), LONGEST_FURNISHING_MS)
  return Object.assign(open, { beforehand })
}

export const PASSWORD = 'correct horse'

/** Hashing takes most of a short test, and every user here has one password. */
let hashed: Promise<string> | undefined
const passwordHash = () => (hashed ??= hashPassword(PASSWORD))

/** What a plausible new user sends to /register. */
export const registrationOf = (user: string) => ({
  user,
  pwd: PASSWORD,
  inputs: {
    email: `${user}@example.com`,
    phone: '(555) 010-0199',
    first: 'Robin',
    last: 'Sample',
    company: '',
    address: '12 Elm Street',
    address2: '',
    city: 'Burlington',
    state: 'VT',
    zip: '05401',
  },
})

export const signIn = async (app: FastifyInstance, user: string, pwd = PASSWORD): Promise<Client> => {
  const { accessToken } = await new Client(app).must(login, { body: { user, pwd } })
  return new Client(app, accessToken)
}

export interface Answer<Body> {
  status: number
  /** The body of success, if it is JSON; of a problem see `problem`. */
  body: Body
  problem: ProblemBody
  headers: LightMyRequestResponse['headers']
}

interface Input {
  query?: object
  params?: object
  body?: unknown
}

const url = (endpoint: EndpointSpec, input: Input): string => {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((input.params as Record<string, unknown>)[name])),
  )
  const query = new URLSearchParams(
    Object.entries(input.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return query.size > 0 ? `${path}?${query}` : path
}

/** A file of an upload in a test. */
export interface TestFile {
  name: string
  bytes: Buffer
  /** As the multipart header has it; `name` with a browser's escapes unless given. */
  rawName?: string
}

export const multipart = (files: readonly TestFile[], field = 'files') => {
  const boundary = 'roomfolio-test-boundary'
  const parts = files.flatMap(({ name, bytes, rawName }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${rawName ?? escapeName(name)}"\r\n` +
        'Content-Type: application/octet-stream\r\n\r\n',
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** What browsers do to a file name in a multipart header. */
const escapeName = (name: string): string => name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A')

/** One who calls the API through the declared endpoints, with the given access token or none. */
export class Client {
  readonly app: FastifyInstance
  readonly accessToken: string | undefined

  constructor(app: FastifyInstance, accessToken?: string) {
    this.app = app
    this.accessToken = accessToken
  }

  /** Any request, with this client's token. */
  raw(options: InjectOptions): Promise<LightMyRequestResponse> {
    return this.app.inject({
      ...options,
      headers: { ...(this.accessToken && { authorization: `Bearer ${this.accessToken}` }), ...options.headers },
    })
  }

  /** A read-only link to a project, or to one room of it, that hides nothing. */
  async newLink(projectID: number, roomID?: number): Promise<number> {
    const hides = { notes: false, files: false, labels: [] }
    const body = { projectID, roomID, name: 'Painter', hides }
    return (await this.must(createLink, { body })).linkID
  }

  /** The whole response of a declared endpoint. */
  ask(endpoint: EndpointSpec, input: Input = {}): Promise<LightMyRequestResponse> {
    return this.raw({
      method: endpoint.method,
      url: url(endpoint, input),
      ...(input.body !== undefined && { payload: input.body as object }),
    })
  }

  /** Calls a declared endpoint, also with what its types forbid. */
  async send<E extends EndpointSpec>(endpoint: E, input: Input = {}): Promise<Answer<ResponseOf<E>>> {
    const response = await this.ask(endpoint, input)
    const isJSON = response.headers['content-type']?.toString().startsWith('application/json')
    const parsed: unknown = isJSON ? response.json() : undefined
    return {
      status: response.statusCode,
      body: parsed as ResponseOf<E>,
      problem: parsed as ProblemBody,
      headers: response.headers,
    }
  }

  call<E extends EndpointSpec>(endpoint: E, input: InputOf<E>): Promise<Answer<ResponseOf<E>>> {
    return this.send(endpoint, input as object)
  }

  /** The body of a call that has to succeed with the declared status. */
  async must<E extends EndpointSpec>(endpoint: E, input: InputOf<E>): Promise<NonNullable<ResponseOf<E>>> {
    const answer = await this.call(endpoint, input)
    if (answer.status !== endpoint.status) {
      throw new Error(
        `${endpoint.method} ${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.problem)}`,
      )
    }
    return answer.body as NonNullable<ResponseOf<E>>
  }

  async upload(files: readonly TestFile[]): Promise<{ filename: string; remote: string }[]> {
    const response = await this.raw({ method: 'POST', url: '/upload', ...multipart(files) })
    if (response.statusCode !== 200) throw new Error(`POST /upload answered ${response.statusCode}: ${response.body}`)
    return response.json()
  }

  async newProject(name = 'Maple Street'): Promise<number> {
    const inputs = { name, address: '418 Maple Street', city: 'Burlington', state: 'VT', zip: '05401' }
    return (await this.must(createProject, { body: { inputs } })).projectID
  }

  async newRoom(projectID: number, roomName = 'Kitchen', type = 'Kitchen'): Promise<number> {
    const body = { projectID, roomName, roomType: await roomTypeID(this, type) }
    return (await this.must(createRoom, { body })).roomID
  }

  /** An item of the subcategory Faucet in a room of the type Kitchen. */
  async newItem(projectID: number, roomID: number, inputs: ItemInputs = {}, files?: string): Promise<number> {
    return this.newItemOf(['Plumbing', 'Faucet'], { projectID, roomID, inputs, ...(files !== undefined && { files }) })
  }

  /** An item of a subcategory that rooms of the type Kitchen have. */
  async newItemOf(
    [category, subcategory]: readonly [category: string, subcategory: string],
    item: { projectID: number; roomID: number; inputs?: ItemInputs; files?: string },
  ): Promise<number> {
    const ids = await subcategoryIDs(this, 'Kitchen', category, subcategory)
    return (await this.must(createItem, { body: { inputs: {}, ...item, ...ids } })).itemID
  }
}

export const roomTypeID = async (client: Client, name: string): Promise<number> => {
  const { rooms } = await client.must(listRoomTypes, {})
  const found = rooms.find(({ roomTypeName }) => roomTypeName === name)
  if (!found) throw new Error(`There is no room type "${name}".`)
  return found.roomTypeID
}

export const subcategoryIDs = async (client: Client, roomType: string, category: string, subcategory: string) => {
  const structure = await client.must(getRoomStructure, { query: { roomType: await roomTypeID(client, roomType) } })
  for (const [catID, { parentCatName, subcatList, subcatNameList }] of Object.entries(structure)) {
    const subcatID = subcatList[subcatNameList.indexOf(subcategory)]
    if (parentCatName === category && subcatID !== undefined) return { catID: Number(catID), subcatID }
  }
  throw new Error(`There is no subcategory "${subcategory}" of "${category}" in "${roomType}".`)
}
