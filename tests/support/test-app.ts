import { rmSync } from 'node:fs'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { onTestFinished } from 'vitest'
import type { EndpointSpec, InputOf, ResponseOf } from '../../src/shared/endpoint.ts'
import { createProject } from '../../src/shared/projects.ts'
import { login } from '../../src/shared/auth.ts'
import { getRoomStructure, listRoomTypes } from '../../src/shared/room-structure.ts'
import { createItem, type ItemInputs } from '../../src/shared/items.ts'
import type { ProblemBody } from '../../src/shared/problem.ts'
import { createRoom } from '../../src/shared/rooms.ts'
import type { Role } from '../../src/shared/roles.ts'
import { createApp } from '../../src/server/app.ts'
import { hashPassword } from '../../src/server/auth/passwords.ts'
import { openSession } from '../../src/server/auth/sessions.repo.ts'
import { createUser, setRole } from '../../src/server/auth/users.repo.ts'
import { MINUTE, type Clock } from '../../src/server/clock.ts'
import { parseConfig, type Config } from '../../src/server/config.ts'
import { openDatabase } from '../../src/server/db/database.ts'
import { DatabaseWatch } from '../../src/server/db/watch.ts'
import { whole, type WholeDatabase } from '../../src/server/db/whole.ts'
import { openTextReader } from '../../src/server/file-text/text-process.ts'
import { openStore } from '../../src/server/files/open-store.ts'
import { openPictureMaker } from '../../src/server/files/picture-process.ts'
import { openJobQueue } from '../../src/server/jobs/job-queue.ts'
import { JOBS } from '../../src/server/jobs/registry.ts'
import { startJobs } from '../../src/server/jobs/runner.ts'
import { mailNotes } from '../../src/server/mail/mail-failure.repo.ts'
import { openMailer } from '../../src/server/mail/mailer.ts'
import type { Services } from '../../src/server/services.ts'
import { createTestDatabase } from './database.ts'
import { builtProgram } from './programs.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A clock that stands at the present until it is turned. */
export interface TestClock extends Clock {
  turn(ms: number): void
}

const testClock = (): TestClock => {
  let offset = 0
  const start = Date.now()
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
  app: FastifyInstance
  /** Its database shows every table, for tests look where nobody else may. */
  services: Services & { db: WholeDatabase }
  clock: TestClock
  /** How many statements the database has run so far, those that open and end transactions aside. */
  statements(): number
  /** What it logs, a line each; nothing unless the test sets `logLevel`. */
  log: readonly LogLine[]
  /** Resolves when no job is under way and none is due by the clock. Those that fail wait for it to be turned. */
  jobsDone(): Promise<void>
  /** Nobody, without a session. */
  anonymous: Client
  /** A new user, signed in, with the role User and those given. */
  newUser(name?: string, roles?: readonly Role[]): Promise<Client>
}

/** The real app on a fresh database and folder of the engine under test; both go when the test ends. */
export const startTestApp = async (config: Partial<Config> = {}): Promise<TestApp> => {
  const folder = temporaryFolder()
  const database = await createTestDatabase(folder)
  const clock = testClock()
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
    database: database.location,
    ...config,
  }
  const watch = new DatabaseWatch(settings.slowStatementMs)
  const uncounted = openDatabase(database.location, () => {}, watch)
  const db = whole(uncounted.withPlugin(counter))
  const services: TestApp['services'] = {
    config: settings,
    db,
    watch,
    store: await openStore(settings),
    // A busy machine is no failure.
    pictures: openPictureMaker({
      patience: 5 * MINUTE,
      longestWait: 5 * MINUTE,
      program: { file: builtProgram('picture-maker'), execArgv: [] },
    }),
    texts: openTextReader({ patience: 5 * MINUTE, program: { file: builtProgram('text-reader'), execArgv: [] } }),
    clock,
    jobs: openJobQueue(db, clock),
    mail: openMailer(settings, mailNotes(db, clock)),
  }
  const log: LogLine[] = []
  const app = await createApp(services, {
    checkAnswers: true,
    ...(config.logLevel && { log: { write: (line) => log.push(JSON.parse(line) as LogLine) } }),
  })
  // Nothing that the test's clock has not brought about, and no sweep that the test has not asked for.
  const runner = startJobs({ ...services, db: uncounted }, app.log, {
    jobs: JOBS,
    pollEvery: null,
    withRecurring: false,
  })
  onTestFinished(async () => {
    await app.close()
    await runner.stop()
    await services.pictures.close()
    await services.texts.close()
    services.mail?.close()
    await services.db.destroy()
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const anonymous = new Client(app)
  let users = 0
  return {
    app,
    services,
    clock,
    statements: () => statements,
    log,
    jobsDone() {
      runner.look()
      return runner.idle()
    },
    anonymous,
    async newUser(name = `user-${++users}`, roles = []) {
      const userID = await createUser(services.db, clock, registrationOf(name), await passwordHash(), false)
      for (const role of roles) await setRole(services.db, name, role, true)
      const { tokens } = await openSession(services.db, clock, { userID, remember: false, userAgent: '', address: '' })
      return new Client(app, tokens.access)
    },
  }
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

const url = (endpoint: EndpointSpec, input: { query?: object; params?: object }): string => {
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
  /** As it stands in the multipart header; `name` with a browser's escapes unless given. */
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

  /** Calls a declared endpoint, also with what its types forbid. */
  async send<E extends EndpointSpec>(
    endpoint: E,
    input: { query?: object; params?: object; body?: unknown } = {},
  ): Promise<Answer<ResponseOf<E>>> {
    const response = await this.raw({
      method: endpoint.method,
      url: url(endpoint, input),
      ...(input.body !== undefined && { payload: input.body as object }),
    })
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

  /** A room of the type Kitchen. */
  async newRoom(projectID: number, roomName = 'Kitchen'): Promise<number> {
    return (await this.must(createRoom, { body: { projectID, roomName, roomType: await roomTypeID(this, 'Kitchen') } }))
      .roomID
  }

  /** An item of the subcategory Faucet in a room of the type Kitchen. */
  async newItem(projectID: number, roomID: number, inputs: ItemInputs = {}, files?: string): Promise<number> {
    const ids = await subcategoryIDs(this, 'Kitchen', 'Plumbing', 'Faucet')
    const body = { projectID, roomID, ...ids, inputs, ...(files !== undefined && { files }) }
    return (await this.must(createItem, { body })).itemID
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
