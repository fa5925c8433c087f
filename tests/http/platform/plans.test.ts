import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { EndpointSpec } from '../../../src/shared/contract/endpoint.ts'
import { endpoints } from '../../../src/shared/endpoints.ts'
import { deleteItem } from '../../../src/shared/items/items.api.ts'
import { moveRooms } from '../../../src/shared/items/bulk/moves.api.ts'
import { PAPER_KINDS } from '../../../src/shared/papers/papers.api.ts'
import { KEEPS_PROJECTS, Role } from '../../../src/shared/contract/roles.ts'
import { HOUR, MINUTE } from '../../../src/server/platform/lib/clock.ts'
import { batches } from '../../../src/server/platform/db/database.ts'
import type { Job } from '../../../src/server/platform/jobs/job.ts'
import { JOBS } from '../../../src/server/job-registry.ts'
import type { Jobs } from '../../../src/server/platform/jobs/runner.ts'
import { fill } from '../../../scripts/bench/fill.ts'
import { asRequest, good, newThings, type Taking } from '../../support/cases.ts'
import { ENGINE } from '../../support/database.ts'
import { runDueJobs } from '../../support/jobs.ts'
import { MailServer } from '../../support/mail-server.ts'
import { furnished, type Client, type TestApp } from '../../support/test-app.ts'

const METRICS_TOKEN = 'a token for the metrics'
/** Few enough to exist at once. */
const MANY = 500

/** Tables that grow with the users of an installation: those that `fill` fills. */
const GROWING = [
  ...['activity_seen', 'answered_suggestions', 'attempts', 'blobs', 'calendars', 'events', 'file_pages'],
  ...['file_texts', 'file_words'],
  ...['idempotency_keys', 'inbox_photos', 'item_ends', 'item_files', 'item_words', 'items', 'links', 'offers'],
  ...['password_resets', 'project_invitations', 'project_members', 'projects', 'reminders', 'renditions', 'revisions'],
  ...['rooms', 'session_tokens', 'sessions', 'tasks', 'trash_entries', 'uploads', 'user_roles', 'users'],
]

/** Indexes that are not by user: they have as many rows for one value as there are users. */
const OF_EVERYBODY = ['items_category', 'items_subcategory', 'rooms_room_type', 'user_roles_role']

/** The exceptions, and why. `calls` are prefixes. */
const ON_PURPOSE: readonly { calls: RegExp; statement?: RegExp; because: string }[] = [
  {
    calls:
      /^(PUT|POST|DELETE) \/(roomtype|category|subcat|structure|undochange)|^GET \/(subcategoryuse|structurechanges)/,
    because: "The structure is everybody's: Admins ask, seldom, what hangs on it.",
  },
  { calls: /^GET \/(users|overview)|^POST \/userlock/, because: 'Admins look at all people, and at numbers of all.' },
  { calls: /^GET \/metrics/, because: 'Numbers of the whole installation.' },
  { calls: /^an hourly job/, because: 'Sweeps read all rows once an hour.' },
  {
    calls: /./,
    statement: /from "file_texts" .*where "file_texts"."form" is null (order by .* )?limit/,
    because: 'An index has the unread files alone, in their turn, and one is enough.',
  },
]

/** The tables that a statement scans, or reads by a value that all users share, according to the engine's plan. */
type WholeReads = (statement: string) => Promise<string[]>

/**
 * SQLite has no statistics and plans by its indexes only, the same for few and many rows. It creates an automatic index
 * by reading the whole table.
 */
const onSQLite =
  ({ services: { db } }: TestApp): WholeReads =>
  async (statement) => {
    const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(statement)}`.execute(db)
    return rows.flatMap(({ detail }) => {
      const [, how, name = '', index = ''] =
        /^(SCAN|SEARCH) (\w+)(?: USING (?:COVERING )?(?:INDEX )?(\w+))?/.exec(detail) ?? []
      if (how === undefined || (how === 'SEARCH' && index !== 'AUTOMATIC' && !OF_EVERYBODY.includes(index))) return []
      return new RegExp(`"?(\\w+)"? as "?${name}"?\\b`).exec(statement)?.[1] ?? name
    })
  }

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/**
 * PostgreSQL plans by the number of rows: the preferred plans for few rows are made expensive, so it plans as for a
 * million.
 */
const onPostgreSQL = async (app: TestApp, tableOf: ReadonlyMap<string, string>): Promise<WholeReads> => {
  const { database } = app.services.config
  if (!('postgresURL' in database)) throw new Error('It is no PostgreSQL.')
  const client = new pg.Client({ connectionString: database.postgresURL })
  await client.connect()
  onTestFinished(() => client.end())
  // The generic plan, as prepared statements use it.
  await client.query('set plan_cache_mode = force_generic_plan')
  await client.query('set jit = off; set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
  return async (statement) => {
    await client.query(`prepare one as ${statement}`)
    const { rows: prepared } = await client.query<{ count: number }>(
      "select cardinality(parameter_types) as count from pg_prepared_statements where name = 'one'",
    )
    const values = Array.from({ length: prepared[0]?.count ?? 0 }, () => 'null').join()
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (format json) execute one${values && `(${values})`}`,
    )
    await client.query('deallocate one')
    const whole = (node: PlanNode): string[] => {
      const table = node['Relation Name'] ?? tableOf.get(node['Index Name'] ?? '')
      const { 'Node Type': type, 'Index Name': index = '', 'Index Cond': by } = node
      const isWhole = type === 'Seq Scan' || (/Index/.test(type) && !by) || OF_EVERYBODY.includes(index)
      return [...(isWhole && table !== undefined ? [table] : []), ...(node.Plans ?? []).flatMap(whole)]
    }
    return rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => whole(Plan)))
  }
}

const wholeReadsOf = async (app: TestApp): Promise<WholeReads> => {
  if (ENGINE === 'SQLite') return onSQLite(app)
  const { rows } = await sql<{ index: string; table: string }>`
    select indexname as index, tablename as "table" from pg_indexes where schemaname = 'public'`.execute(
    app.services.db,
  )
  return onPostgreSQL(app, new Map(rows.map(({ index, table }) => [index, table])))
}

const A_JOB = 'a job'
const HOURLY = 'an hourly job'

/** Variants of a call: without each optional member, and without all of them. */
const withLess = ({ query: members }: EndpointSpec, query: object = {}): object[] => {
  const without = (name: string, from: object) =>
    Object.fromEntries(Object.entries(from).filter(([key]) => key !== name))
  const isAsked = (asked: object) => members?.safeParse(asked).success === true
  const names = Object.keys(query)
  const least = names.reduce((asked, name) => (isAsked(without(name, asked)) ? without(name, asked) : asked), query)
  return [least, ...names.map((name) => without(name, query)).filter(isAsked)]
}

/** In parts that fit the time limit. */
const AT_ONCE = 10

/** An installation with many users, some of whom have things for one call each. */
const amongMany = furnished(async ({ services: { db }, newUser }) => {
  const roles = [Role.Admin, Role.Reseller]
  const user = await newUser('robin', roles)
  const sam = await newUser('sam_e')
  const groups = [{ name: 'other', people: MANY + 1, homes: 1, rooms: 1, items: 5, itemsAFile: 2, homesAShare: 1 }]
  await fill(db, 'robin', groups)
  const counts = sql.join(
    GROWING.map((table) => sql`select ${sql.lit(table)} as "table", count(*) as count from ${sql.table(table)}`),
    sql` union all `,
  )
  const { rows: few } = await sql`select * from (${counts}) as counts where count < ${MANY}`.execute(db)
  expect(few).toEqual([])
  const people: { user: Client; sam: Client; [caller: string]: Client } = { user, sam }
  const ofCallers = []
  // An account can invite and offer only a few times an hour.
  for (let at = 0; at < AT_ONCE; at++) {
    const caller = (people[`caller-${at}`] = await newUser(`caller-${at}`, roles))
    ofCallers.push(await newThings(db, caller, await newUser(`host-${at}`)))
  }
  if (ENGINE === 'PostgreSQL') await sql`analyze`.execute(db)
  return { people, things: { ofRobin: await newThings(db, user, sam), ofCallers } }
})

amongMany.beforehand()

/** Such an installation, which records the statements of a test. */
const startAmongMany = async () => {
  const mail = await MailServer.start()
  onTestFinished(() => mail.stop())
  const app = await amongMany({ metricsToken: METRICS_TOKEN, smtpURL: mail.url })
  const { services } = app
  const seen = new Map<string, Set<string>>()
  let now = ''
  const { watch } = services
  const ended = watch.ended.bind(watch)
  watch.ended = (statement, began) => {
    if (now !== '') seen.set(statement, (seen.get(statement) ?? new Set()).add(now))
    ended(statement, began)
  }
  const during = async (what: string, work: () => Promise<unknown>) => {
    now = what
    await work()
    now = ''
  }
  /** The statements that read a whole table, without the exceptions. */
  const wholeReads = async (): Promise<string[]> => {
    const readsOf = await wholeReadsOf(app)
    const found = new Set<string>()
    for (const [statement, calls] of seen) {
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(statement)) continue
      const isOnPurpose = (call: string) =>
        ON_PURPOSE.some((one) => one.calls.test(call) && (one.statement?.test(statement) ?? true))
      // A due job may run during any call.
      if (calls.has(HOURLY)) continue
      const left = [...calls].filter((call) => !isOnPurpose(call))
      if (left.length === 0) continue
      for (const table of await readsOf(statement))
        if (GROWING.includes(table)) for (const call of left) found.add(`${call}: ${table}\n${statement}`)
    }
    expect(seen.size).toBeGreaterThan(0)
    return [...found]
  }
  return { ...app, during, wholeReads }
}

const CALLS = Object.entries(endpoints as Record<string, EndpointSpec>)
/** Calls that change the structure come after calls that need it. */
const CHANGES = Array.from(
  batches(
    CALLS.filter(([, { method }]) => method !== 'GET').toSorted(
      ([, a], [, b]) => Number(b.access === KEEPS_PROJECTS) - Number(a.access === KEEPS_PROJECTS),
    ),
    AT_ONCE,
  ),
  (calls) => ({ calls, first: calls[0]?.[0], last: calls.at(-1)?.[0] }),
)
const inputOf = (name: string, things: Awaited<ReturnType<typeof newThings>>) =>
  (Object.hasOwn(good, name) ? good[name as Taking](things) : {}) as Record<string, unknown>

describe('no statement scans a table that grows with the users', () => {
  test('in calls that read, papers, and moving rooms', async () => {
    const { people, things: made, app, during, wholeReads } = await startAmongMany()
    const { user } = people
    const things = made.ofRobin
    for (const [name, endpoint] of CALLS.filter(([, { method }]) => method === 'GET')) {
      const input = inputOf(name, things)
      await during(`GET ${endpoint.path}`, async () => {
        await user.raw(asRequest(endpoint, input))
        for (const query of withLess(endpoint, input.query as object | undefined))
          await user.raw(asRequest(endpoint, { ...input, query }))
      })
    }
    for (const kind of PAPER_KINDS)
      await during('GET /paper', () =>
        user.raw(asRequest(endpoints.getPaper, { query: { projectID: things.projectID, kind } })),
      )
    await during('GET /metrics', () =>
      app.inject({ url: '/metrics', headers: { authorization: `Bearer ${METRICS_TOKEN}` } }),
    )
    await user.must(deleteItem, { query: { itemID: things.itemID } })
    const toProjectID = await user.newProject('Elm Street')
    await during('POST /moverooms', () => user.must(moveRooms, { body: { roomIDs: [things.roomID], toProjectID } }))
    expect(await wholeReads()).toEqual([])
  })

  test.each(CHANGES)('in the changes from $first to $last, and the jobs after them', async ({ calls }) => {
    const { services, clock, people, things, during, wholeReads } = await startAmongMany()
    for (const [at, [name, endpoint]] of calls.entries()) {
      const input = inputOf(name, things.ofCallers[at] ?? things.ofRobin)
      const caller = people[`caller-${at}`] ?? people.user
      await during(`${endpoint.method} ${endpoint.path}`, () => caller.raw(asRequest(endpoint, input)))
    }
    const isHourly = ({ every }: Job<never>) => (every?.(services.config) ?? 0) >= HOUR
    const jobsThat = (are: (job: Job<never>) => boolean) =>
      Object.fromEntries(Object.entries(JOBS).filter(([, job]) => are(job))) as Jobs
    clock.turn(10 * MINUTE)
    const frequent = jobsThat((job) => !isHourly(job))
    await during(A_JOB, () => runDueJobs(services, frequent))
    clock.turn(HOUR)
    await during(HOURLY, () => runDueJobs(services, jobsThat(isHourly)))
    expect(await wholeReads()).toEqual([])
  })
})
