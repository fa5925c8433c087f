import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type axe from 'axe-core'
import type { RunOnly } from 'axe-core'
import { hashSync } from '@node-rs/argon2'
import { DatabaseSync } from '@photostructure/sqlite'
import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'
import { freePort } from '../../scripts/lib/free-port.mjs'
import { login, register } from '../../src/shared/identity/auth.api.ts'
import { getRoomStructure, listRoomTypes } from '../../src/shared/structure/room-structure.api.ts'
import type { EndpointSpec, InputOf, ResponseOf } from '../../src/shared/contract/endpoint.ts'
import { upload } from '../../src/shared/attachments/files.api.ts'
import { addItemFiles, createItem, type ItemInputs } from '../../src/shared/items/items.api.ts'
import { createProject } from '../../src/shared/projects/projects.api.ts'
import { Role } from '../../src/shared/contract/roles.ts'
import { createRoom } from '../../src/shared/projects/rooms.api.ts'
import { KeptContext } from './kept-context.ts'
import { MailServer } from './mail-server.ts'

const STARTED = /running at (http:\S+)/

type LostTable =
  | 'users'
  | 'sessions'
  | 'projects'
  | 'consultations'
  | 'room_types'
  | 'room_type_categories'
  | 'room_type_subcategories'
  | 'subcategory_labels'

/** The built product as a process of its own, with data of its own. */
export class Server {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'roomfolio-e2e-'))
  url = ''
  /** What its last start has printed. */
  said = ''
  readonly #settings: Record<string, string>
  #port = 0
  #process: ChildProcess | undefined
  #newRow: Record<string, string | number | null> | undefined

  /** With settings of its own, such as SMTP_URL. */
  constructor(settings: Record<string, string> = {}) {
    this.#settings = settings
  }

  /** Starts; started again it listens where it did before. */
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

  /** With SIGKILL as a power cut would. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  /** Gives or takes a role beside the running server, as `npm run role` does, which has tests of its own. */
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

  /** Creates an account with the command that administrators have for it, beside the running server. */
  async createUser(username: string, password: string): Promise<void> {
    const words = ['dist/server/user.js', 'create', username, `${username}@example.com`, '--stdin']
    const created = promisify(execFile)(process.execPath, words, {
      env: { ...process.env, DATA_DIR: this.dataDir, DATABASE_URL: '' },
    })
    created.child.stdin?.end(password)
    await created
  }

  /**
   * A user as `registerUser` makes them, who has confirmed their e-mail address. The first one it does make: the others get the
   * row that this one had then. Their password's hash is as good as any, and made and compared in a hundredth of the time.
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

  /**
   * Makes every call that needs the table fail, as a damaged database does. Other tests use the same server: put it back.
   * After a failed test there is a new one.
   */
  loseTable(name: LostTable): void {
    this.#change(`alter table ${name} rename to lost`)
  }

  restoreTable(name: LostTable): void {
    this.#change(`alter table lost rename to ${name}`)
  }

  /** Makes every change of that table fail, until `takeChanges`. */
  refuseChanges(table: 'labels'): void {
    this.#change(`create trigger refuse_${table} before update on ${table} begin select raise(abort, 'refused'); end`)
  }

  takeChanges(table: 'labels'): void {
    this.#change(`drop trigger refuse_${table}`)
  }

  countRows(table: 'blobs' | 'uploads' | 'item_files'): number {
    const database = new DatabaseSync(join(this.dataDir, 'roomfolio.sqlite'))
    const row = database.prepare(`select count(*) as count from ${table}`).get() as { count: number }
    database.close()
    return row.count
  }

  /** Makes a user a member of somebody's project, or changes what they may do there. */
  addMember(projectID: number, username: string, role: 'editor' | 'viewer'): void {
    this.#change(
      `insert into project_members (project_id, user_id, role)
        select ${projectID}, id, '${role}' from users where username = '${username}'
        on conflict (project_id, user_id) do update set role = excluded.role`,
    )
  }

  /** Somebody's morning has come. */
  remindNow(username: string): void {
    this.#change(
      `update users set remind_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where username = '${username}';
        update jobs set due_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') where kind = 'reminders'`,
    )
  }

  /** As a mailbox leaves it that has refused the third reminder. */
  refuseReminders(username: string, why: string): void {
    const user = `(select id from users where username = '${username}')`
    this.#change(
      `insert into reminders (user_id, zone, refusals, refusal) values (${user}, 'UTC', 3, '${why}')
        on conflict (user_id) do update set refusals = 3, refusal = excluded.refusal;
        update users set remind_at = null where username = '${username}'`,
    )
  }

  #change(sql: string): void {
    this.#inDatabase((database) => database.exec(sql))
  }

  #inDatabase<T>(work: (database: InstanceType<typeof DatabaseSync>) => T): T {
    // The server may be writing.
    const database = new DatabaseSync(join(this.dataDir, 'roomfolio.sqlite'), { timeout: 10_000 })
    const result = work(database)
    database.close()
    return result
  }

  /** Nothing of it is wanted any more, so it is not waited for as it ends. */
  async remove(): Promise<void> {
    await this.stop('SIGKILL')
    rmSync(this.dataDir, { recursive: true, force: true })
  }
}

export const PASSWORD = 'correct horse'

/** A signed-in user who can also be made to own things without clicking. */
export class User {
  readonly name: string
  readonly #request: APIRequestContext
  readonly #accessToken: string

  constructor(name: string, request: APIRequestContext, accessToken: string) {
    this.name = name
    this.#request = request
    this.#accessToken = accessToken
  }

  /** Calls the API as this user and answers the body of success. */
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

  /** Files of an item, under their own names. */
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

/** The user signed in once more, by another program: a session of its own. */
export const signedIn = async (request: APIRequestContext, name: string, pwd = PASSWORD): Promise<User> => {
  const { accessToken } = await send(request, login, { body: { user: name, pwd } })
  return new User(name, request, accessToken)
}

interface Fixtures {
  /** The server that `user` has an account on. */
  usersServer: Server
  /** A user of this test alone, signed in in `page`'s browser. */
  user: User
  /** The same, who is also an Admin. */
  admin: User
  /** Console errors that this test causes on purpose; any other fails it. */
  expectedErrors: RegExp[]
  /** For a test that does to its context what nothing puts back, such as to its clock. */
  ownContext: boolean
  /** A server and its mail server, for a test `onMailing`. */
  mail: MailServer
}

/** The servers of a worker, each started for the first test that wants it. */
interface Servers {
  /** With the settings that an installation has by default. */
  server: Server
  mailing: { server: Server; mail: MailServer }
  strict: Server
  keptContext: KeptContext
}

/** How the strict server is set. */
export const STRICT = {
  tries: 2,
  fileMB: 1,
  filesAtOnce: 3,
  name: 'Staging <1>',
  email: 'desk@example.com',
  phone: '(555) 010-0188',
} as const

const serve = async (settings: Record<string, string>, use: (server: Server) => Promise<void>): Promise<void> => {
  const server = new Server(settings)
  await server.start()
  await use(server)
  await server.remove()
}

declare global {
  interface Window {
    elapse: () => void
  }
}

const LONG_MS = 1000

/**
 * In the browser: timers of a second and more stand still until a test lets them elapse. So what goes by itself, such as
 * a notification, is seen however slow the machine is, and what is done again by itself is done when the test says.
 */
const holdLongTimers = (longMs: number): void => {
  const start = window.setTimeout.bind(window)
  const stop = window.clearTimeout.bind(window)
  const held = new Map<number, () => void>()
  let last = 0
  const startUnlessLong = (handler: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): number => {
    if (ms < longMs) return start(handler, ms, ...args)
    held.set(--last, () => handler(...args))
    return last
  }
  window.setTimeout = startUnlessLong as typeof window.setTimeout
  window.clearTimeout = (timer) => {
    if (!held.delete(Number(timer))) stop(timer)
  }
  window.elapse = () => {
    const handlers = [...held.values()]
    held.clear()
    for (const handler of handlers) handler()
  }
}

/** All that the page waits for a second or longer happens now. */
export const elapse = (page: Page): Promise<void> => page.evaluate(() => window.elapse())

/** Tests run against the built server, one a worker; what they make belongs to users of their own. */
export const test = base.extend<Fixtures, Servers>({
  server: [async ({}, use) => serve({}, use), { scope: 'worker' }],
  mailing: [
    async ({}, use) => {
      const mail = await MailServer.start()
      const settings = { SMTP_URL: mail.url, CONTACT_EMAIL: 'owner@example.com', FORGOT_PER_ACCOUNT: '2' }
      await serve(settings, async (server) => use({ server, mail }))
      await mail.stop()
    },
    { scope: 'worker' },
  ],
  strict: [
    async ({}, use) => {
      const settings = {
        LOGIN_TRIES_PER_ACCOUNT: String(STRICT.tries),
        CONSULTATIONS_PER_HOUR: '1',
        MAX_FILE_MB: String(STRICT.fileMB),
        MAX_FILES_PER_UPLOAD: String(STRICT.filesAtOnce),
        PLAN_LIMIT: 'true',
        ENVIRONMENT_NAME: STRICT.name,
        CONTACT_EMAIL: STRICT.email,
        CONTACT_PHONE: STRICT.phone,
      }
      await serve(settings, use)
    },
    { scope: 'worker' },
  ],
  mail: async ({ mailing }, use) => use(mailing.mail),
  usersServer: async ({ server }, use) => use(server),
  baseURL: async ({ usersServer }, use) => use(usersServer.url),
  expectedErrors: async ({}, use) => use([]),
  keptContext: [async ({}, use) => use(new KeptContext()), { scope: 'worker' }],
  ownContext: [false, { option: true }],
  context: async (
    {
      browser,
      keptContext,
      ownContext,
      baseURL,
      permissions,
      viewport,
      hasTouch,
      isMobile,
      deviceScaleFactor,
      javaScriptEnabled,
    },
    use,
  ) => {
    if (ownContext || !javaScriptEnabled || baseURL === undefined) {
      const context = await browser.newContext()
      await use(context)
      await context.close()
      return
    }
    const key = JSON.stringify([baseURL, permissions, viewport, hasTouch, isMobile, deviceScaleFactor])
    const context = await keptContext.take(browser, baseURL, key)
    await use(context)
    await keptContext.giveBack(context)
  },
  page: async ({ context, keptContext, expectedErrors }, use) => {
    const page = await keptContext.openPage(context)
    await page.addInitScript(holdLongTimers, LONG_MS)
    const errors: string[] = []
    page.on('console', (message) => {
      // Asked behind the page of an item, and may be answered when it is deleted already.
      const isOfDeleted =
        message.text().includes('404') && /\/(whereused|upcoming|others)\?/.test(message.location().url)
      if (message.type() === 'error' && !isOfDeleted) errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
    await use(page)
    expect(errors.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([])
  },
  user: async ({ context, usersServer }, use) => {
    const name = await usersServer.addUser(context.request)
    const user = await signedIn(context.request, name)
    await context.addInitScript((mark) => localStorage.setItem('roomfolio.signed-in', mark), name)
    await use(user)
  },
  admin: async ({ user, usersServer }, use) => {
    usersServer.setRole('grant', user.name, Role.Admin)
    await use(user)
  },
})

/** Against a server that sends its mail to `mail`. */
export const onMailing = test.extend({ usersServer: async ({ mailing }, use) => use(mailing.server) })

/** Against a server with low limits, a name and a contact of its own. */
export const onStrict = test.extend({ usersServer: async ({ strict }, use) => use(strict) })

/**
 * Against a server that the test has alone, for what counts everything on it or needs other settings than those above. A
 * start takes as long as a short test.
 */
export const onOwnServer = test.extend<{ settings: Record<string, string>; ownServer: Server }>({
  ownContext: true,
  settings: [{}, { option: true }],
  ownServer: async ({ settings }, use) => serve(settings, use),
  usersServer: async ({ ownServer }, use) => use(ownServer),
})

/** No call reaches the server until what this gives is called. Code comes, as from the cache of a browser. */
export const cutOff = async (page: Page | BrowserContext): Promise<() => Promise<void>> => {
  const isCall = ({ protocol, pathname }: URL) => protocol.startsWith('http') && !pathname.startsWith('/assets/')
  await page.route(isCall, (route) => route.abort('connectionrefused'))
  return () => page.unroute(isCall)
}

/** A test that runs at night and before a release, not before every push. */
export const NIGHTLY = { tag: '@nightly' } as const
export const nightlyIf = (isNightly: boolean): { tag: string[] } => ({ tag: isNightly ? [NIGHTLY.tag] : [] })

/** Our own fonts, which come when the first page has what it shows. */
export const fontsOf = async (page: Page): Promise<void> => {
  await page.waitForFunction(() => {
    const own = [...document.fonts].filter(({ family }) => !family.includes('Fallback'))
    return own.length > 0 && own.every(({ status }) => status === 'loaded')
  })
}

const MOST_STEPS = 40

/** Goes there with the Tab key alone. */
export const tabTo = async (page: Page, target: Locator): Promise<void> => {
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

/** Goes to a field with the Tab key alone and types over what it holds. */
export const typeInto = async (page: Page, target: Locator, text: string): Promise<void> => {
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** An alert that has the focus is read out and is where the keyboard goes on. */
export const expectFocusedAlert = async (page: Page, text: string | RegExp): Promise<void> => {
  // The line that there is no connection, which anything else may find out first, says the same and takes no focus.
  await expect(page.getByRole('alert').and(page.locator(':focus'))).toHaveText(text)
}

/** Nothing is told as wrong any more, when what waits for a server has been tried again. */
export const expectNoAlert = async (page: Page): Promise<void> => {
  const alerts = async () => {
    await elapse(page)
    return page.getByRole('alert').count()
  }
  await expect.poll(alerts).toBe(0)
}

/** A field that differs from what is saved has an edge and a bar of 3 px in the primary colour. */
export const expectMarkedAsChanged = async (field: Locator, changed: boolean): Promise<void> => {
  await field.blur()
  const look = () =>
    field.evaluate((element) => {
      const probe = document.createElement('i')
      probe.style.color = 'var(--primary)'
      document.body.append(probe)
      const primary = getComputedStyle(probe).color
      probe.remove()
      const { borderLeftColor, boxShadow } = getComputedStyle(element)
      return { edge: borderLeftColor === primary, bar: boxShadow === `${primary} 3px 0px 0px 0px inset` }
    })
  await expect.poll(look).toEqual({ edge: changed, bar: changed })
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

const ALL_RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** Those that look at colours. Nothing else differs in the dark: src/web/ui/styles/dark.test.ts. */
export const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds, a rule and its elements each; it looks at a page of one frame. */
export const axeFindings = async (page: Page, rules = ALL_RULES): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(async (runOnly) => {
    const { violations } = await window.axe.run(document, {
      runOnly,
      resultTypes: ['violations'],
      // None of these rules reads style sheets, and to read one that did not arrive breaks the policy of the page.
      preload: false,
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, rules)
}

export const expectNoSidewaysScrolling = async (page: Page): Promise<void> => {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `sideways scrolling at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}

/**
 * Nothing that axe finds against WCAG 2.2 AA, and no sideways scrolling, in what is shown: a dialog, a menu, an error. Pages
 * themselves are looked at in tests/e2e/app/look.spec.ts, at all widths and in the dark too.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await axeFindings(page)).toEqual([])
  await expectNoSidewaysScrolling(page)
  await page.emulateMedia({ reducedMotion: null })
}

export { expect }
