import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hashSync } from '@node-rs/argon2'
import { DatabaseSync } from '@photostructure/sqlite'
import { type APIRequestContext } from '@playwright/test'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { login, register } from '../../src/shared/identity/auth.api.ts'
import { getRoomStructure, listRoomTypes } from '../../src/shared/structure/room-structure.api.ts'
import type { EndpointSpec, InputOf, ResponseOf } from '../../src/shared/contract/endpoint.ts'
import { upload } from '../../src/shared/attachments/files.api.ts'
import { addItemFiles, createItem, type ItemInputs } from '../../src/shared/items/items.api.ts'
import { createProject } from '../../src/shared/projects/projects.api.ts'
import { Role } from '../../src/shared/contract/roles.ts'
import { createRoom } from '../../src/shared/projects/rooms.api.ts'

const STARTED = /running at (http:\S+)/

/** The built product as a process with its own data. */
export class Server {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'roomfolio-e2e-'))
  url = ''
  /** Output since its last start. */
  said = ''
  readonly #settings: Record<string, string>
  #port = 0
  #process: ChildProcess | undefined
  #newRow: Record<string, string | number | null> | undefined

  /** With extra settings, such as SMTP_URL. */
  constructor(settings: Record<string, string> = {}) {
    this.#settings = settings
  }

  /** Starts it; later starts use the same port. */
  async start(): Promise<void> {
    this.#port ||= await freePort()
    const child = spawn(process.execPath, ['dist/server/main.js'], {
      env: {
        ...process.env,
        FIRST_USER_IS_ADMIN: 'false',
        ...this.#settings,
        PORT: String(this.#port),
        DATA_DIR: this.dataDir,
        DATABASE_URL: '',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#process = child
    this.url = await new Promise<string>((resolve, reject) => {
      this.said = ''
      child.stdout.on('data', (chunk: Buffer) => {
        this.said += chunk.toString()
        const url = STARTED.exec(this.said)?.[1]
        if (url) resolve(url)
      })
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${this.said}`)))
    })
  }

  /** SIGKILL simulates a power cut. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  /** Grants or revokes a role in the database, as `npm run role` does, which has its own tests. */
  setRole(action: 'grant' | 'revoke', username: string, role: Role): void {
    const user = `select id from users where username = '${username}'`
    this.#change(
      action === 'grant'
        ? `insert into user_roles (user_id, role) values ((${user}), ${role}) on conflict do nothing`
        : `delete from user_roles where user_id = (${user}) and role = ${role}`,
    )
  }

  makeOnlyAdmin(username: string): void {
    this.#change(`delete from user_roles where role = ${Role.Admin}`)
    this.setRole('grant', username, Role.Admin)
  }

  /** Creates an account with the operators' command, beside the running server. */
  async createUser(username: string, password: string): Promise<void> {
    const words = ['dist/server/user.js', 'create', username, `${username}@example.com`, '--stdin']
    const created = promisify(execFile)(process.execPath, words, {
      env: { ...process.env, DATA_DIR: this.dataDir, DATABASE_URL: '' },
    })
    created.child.stdin?.end(password)
    await created
  }

  /**
   * A registered user with a confirmed e-mail address. The first one uses `registerUser`; the others copy its row. A
   * weak password hash saves 99% of the hashing time.
   */
  async addUser(request: APIRequestContext): Promise<string> {
    if (!this.#newRow) {
      const name = await registerUser(request)
      const hash = hashSync(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })
      this.#newRow = this.#inDatabase((database) => {
        const found = database.prepare(
          'update users set password_hash = ?, email_confirmed_at = created_at where username = ?',
        )
        found.run(hash, name)
        const row = database.prepare('select * from users where username = ?').get(name)
        const { id: _, ...others } = row as Record<string, string | number | null>
        return others
      })
      return name
    }
    const name = newName()
    const email = `${name}@example.com`
    const row = { ...this.#newRow, username: name, username_key: name, email, email_key: email }
    const columns = Object.keys(row)
    this.#inDatabase((database) => {
      const { lastInsertRowid } = database
        .prepare(`insert into users (${columns.join()}) values (${columns.map(() => '?').join()})`)
        .run(...Object.values(row))
      database.prepare('insert into user_roles (user_id, role) values (?, ?)').run(lastInsertRowid, Role.User)
    })
    return name
  }

  countRows(table: 'blobs'): number {
    const database = new DatabaseSync(join(this.dataDir, 'roomfolio.sqlite'))
    const row = database.prepare(`select count(*) as count from ${table}`).get() as { count: number }
    database.close()
    return row.count
  }

  /** Adds a member to a project, or changes their right. */
  addMember(projectID: number, username: string, role: 'editor' | 'viewer'): void {
    this.#change(
      `insert into project_members (project_id, user_id, role)
        select ${projectID}, id, '${role}' from users where username = '${username}'
        on conflict (project_id, user_id) do update set role = excluded.role`,
    )
  }

  /** Makes the user's reminder due. */
  remindNow(username: string): void {
    this.#change(
      `update users set remind_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where username = '${username}';
        update jobs set due_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where kind = 'reminders'`,
    )
  }

  #change(sql: string): void {
    this.#inDatabase((database) => database.exec(sql))
  }

  #inDatabase<T>(work: (database: InstanceType<typeof DatabaseSync>) => T): T {
    // Waits while the server writes.
    const database = new DatabaseSync(join(this.dataDir, 'roomfolio.sqlite'), { timeout: 60_000 })
    const result = work(database)
    database.close()
    return result
  }

  /** Kills the server and deletes its data. */
  async remove(): Promise<void> {
    await this.stop('SIGKILL')
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}

export const PASSWORD = 'correct horse'

/** A signed-in user who can create things without clicks. */
export class User {
  readonly name: string
  readonly #request: APIRequestContext
  readonly #accessToken: string

  constructor(name: string, request: APIRequestContext, accessToken: string) {
    this.name = name
    this.#request = request
    this.#accessToken = accessToken
  }

  /** Calls the API as this user and returns the body of a successful answer. */
  async call<E extends EndpointSpec>(endpoint: E, input: InputOf<E>): Promise<NonNullable<ResponseOf<E>>> {
    return send(this.#request, endpoint, input, this.#accessToken)
  }

  async newProject(name: string): Promise<number> {
    const inputs = {
      name,
      client: '',
      address: '418 Maple Street',
      address2: '',
      city: 'Burlington',
      state: 'VT',
      zip: '05401',
    }
    return (await this.call(createProject, { body: { inputs } })).projectID
  }

  async newRoom(projectID: number, roomName: string, roomTypeName = 'Kitchen'): Promise<number> {
    const { rooms } = await this.call(listRoomTypes, {})
    const roomType = rooms.find((type) => type.roomTypeName === roomTypeName)?.roomTypeID ?? 0
    return (await this.call(createRoom, { body: { projectID, roomName, roomType } })).roomID
  }

  /** An item in a room of the type Kitchen. */
  async newItem(
    place: { projectID: number; roomID: number },
    kind: readonly [category: string, subcategory: string],
    inputs: ItemInputs,
  ): Promise<number> {
    const ids = await this.kindOf(kind)
    return (await this.call(createItem, { body: { ...place, ...ids, inputs } })).itemID
  }

  /** A subcategory of the room type Kitchen. */
  async kindOf([category, subcategory]: readonly [category: string, subcategory: string]) {
    const { rooms } = await this.call(listRoomTypes, {})
    const roomType = rooms.find((type) => type.roomTypeName === 'Kitchen')?.roomTypeID ?? 0
    const structure = await this.call(getRoomStructure, { query: { roomType } })
    const [catID, found] = Object.entries(structure).find(([, entry]) => entry.parentCatName === category) ?? []
    return { catID: Number(catID), subcatID: found?.subcatList[found.subcatNameList.indexOf(subcategory)] ?? 0 }
  }

  /** Uploads files and attaches them to an item under their own names. */
  async attach(itemID: number, files: readonly { name: string; bytes: Buffer }[]): Promise<void> {
    const attached = (await this.upload(files)).map(({ filename, remote }) => ({ name: filename, remote }))
    await this.call(addItemFiles, { body: { itemID, files: attached } })
  }

  async upload(files: readonly { name: string; bytes: Buffer }[]) {
    const multipart = new FormData()
    for (const { name, bytes } of files) multipart.append('files', new Blob([new Uint8Array(bytes)]), name)
    const headers = { authorization: `Bearer ${this.#accessToken}` }
    const response = await this.#request.post(upload.path, { multipart, headers })
    return upload.response.parse(await response.json())
  }
}

const send = async <E extends EndpointSpec>(
  request: APIRequestContext,
  endpoint: E,
  input: InputOf<E>,
  accessToken?: string,
): Promise<NonNullable<ResponseOf<E>>> => {
  const { query, body } = input as { query?: Record<string, string | number>; body?: unknown }
  const response = await request.fetch(endpoint.path, {
    method: endpoint.method,
    ...(query && { params: query }),
    ...(body !== undefined && { data: body }),
    ...(accessToken && { headers: { authorization: `Bearer ${accessToken}` } }),
  })
  if (response.status() !== endpoint.status) {
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${response.status()}: ${await response.text()}`)
  }
  return (await response.json()) as NonNullable<ResponseOf<E>>
}

let users = 0
export const newName = (): string => `user-${process.pid}-${++users}`

export const registrationOf = (user: string) => ({
  user,
  pwd: PASSWORD,
  inputs: {
    email: `${user}@example.com`,
    phone: '(555) 010-0199',
    first: 'Robin',
    last: 'Sample',
    address: '12 Elm Street',
    city: 'Burlington',
    state: 'VT',
    zip: '05401',
  },
})

export const registerUser = async (request: APIRequestContext): Promise<string> => {
  const name = newName()
  await send(request, register, { body: registrationOf(name) })
  return name
}

/** A second session of the user. */
export const signedIn = async (request: APIRequestContext, name: string, pwd = PASSWORD): Promise<User> => {
  const { accessToken } = await send(request, login, { body: { user: name, pwd } })
  return new User(name, request, accessToken)
}
