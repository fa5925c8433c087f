import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '../../src/server/platform/db/database.ts'
import { CACHE } from '../lib/run.mjs'
import { itemsOf, type Group } from './fill.ts'
import { settingsOf, startFilled, type Place } from './filled.ts'
import {
  agent,
  asking,
  CALLS,
  CONNECTIONS,
  send,
  signIn,
  taken,
  mixOf,
  type Asked,
  type Call,
  type Person,
} from './scale-calls.ts'
import { median, percentile } from './median.ts'
import { startServer, withPostgres, type Server } from './servers.ts'

/**
 * Measures what a call costs in a large installation against the same call, of somebody who has as much, in a small one;
 * what the people with the most pay; how much memory the server takes; and on PostgreSQL what two servers hold against one.
 * Small and large take turns, so that what else the machine does hurts both alike.
 *   npm run bench:scale                       10,000 against 1,000,000 items, on both databases: twenty minutes
 *   npm run bench:scale -- sqlite             one database
 *   npm run bench:scale -- postgres 100000    fewer items
 */

const SMALL = 10_000
/** What a call may cost in the large installation, of what it costs in the small one. */
const MOST = 1.5
/** Of a call so many are asked of each, or as many as come in that time. */
const MOST_PAIRS = 500
const LEAST_PAIRS = 15
const PAIRS_SECONDS = 3
const MIX_ROUNDS = 5
const MIX_SECONDS = 2

const { positionals: words, values: options } = parseArgs({
  allowPositionals: true,
  options: { server: { type: 'string', default: 'dist/server/main.js' } },
})
const ENGINES = ['sqlite', 'postgres'] as const
type Engine = (typeof ENGINES)[number]
const sizes = words.filter((word) => /^\d+$/.test(word)).map(Number)
const engines = ENGINES.filter((engine) => words.includes(engine))
const unknown = words.find((word) => !/^\d+$/.test(word) && !ENGINES.some((engine) => engine === word))
if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${ENGINES.join(', ')}, and no number of items.`)
const large = sizes[0] ?? 1_000_000
if (large < 2 * SMALL) throw new Error(`A large installation has at least ${2 * SMALL} items.`)

/**
 * The measured users are in both installations: ten people with a home of 100 items, one whose home has 5,000, one with
 * 1,000 small homes. In the large one there are many of the first two, and one whose 1,000 homes are a twentieth of all.
 */
const HOME: Group = { name: 'home', people: 10, homes: 1, rooms: 10, items: 10 }
const ESTATE: Group = { name: 'estate', people: 1, homes: 1, rooms: 10, items: 500 }
const MANAGER: Group = { name: 'manager', people: 1, homes: 1000, rooms: 4, items: 1 }

const groupsOf = (size: number): Group[] => {
  const measured = [HOME, ESTATE, MANAGER]
  if (size <= SMALL) return measured
  const estates: Group = { ...ESTATE, name: 'other-estate', people: Math.floor(size / 100_000) }
  const landlord: Group = {
    name: 'landlord',
    people: 1,
    homes: 1000,
    rooms: 10,
    items: Math.max(1, size / 200_000) | 0,
  }
  const taken = [...measured, estates, landlord].reduce((sum, group) => sum + itemsOf(group), 0)
  const others = Math.max(0, Math.floor((size - taken) / itemsOf({ ...HOME, people: 1 })))
  // Those who are measured came neither first nor last.
  const half = { ...HOME, people: others >> 1 }
  return [{ ...half, name: 'early' }, ...measured, estates, landlord, { ...half, name: 'late' }].filter(
    ({ people }) => people > 0,
  )
}

/** What each of them pays, and who. */
const ROWS: readonly { who: string; people: readonly string[]; calls: readonly Call[] }[] = [
  {
    who: 'a home of 100 items',
    people: Array.from({ length: HOME.people }, (_, at) => `home-${at}`),
    calls: Object.keys(CALLS) as Call[],
  },
  {
    who: 'a home of 5,000 items',
    people: ['estate-0'],
    calls: [
      'GET /projects',
      'GET /getrooms',
      'GET /items',
      'GET /ready',
      'GET /activity',
      'GET /tasksuggestions',
      'GET /search',
      'GET /search, none',
      'GET /search, files',
    ],
  },
  {
    who: '1,000 homes of 4 items',
    people: ['manager-0'],
    calls: [
      'GET /projects',
      'GET /upcoming',
      'GET /tasksuggestions, all',
      'GET /search',
      'GET /search, none',
      'GET /deleted',
      'GET /item',
      'POST /item',
    ],
  },
]
/** In the large one alone. */
const LANDLORD = {
  people: ['landlord-0'],
  calls: ['GET /projects', 'GET /upcoming', 'GET /search', 'GET /search, none', 'GET /suggestions', 'GET /whereused'],
} as const satisfies { people: readonly string[]; calls: readonly Call[] }

/** Sends them all, so many at once, each time to the next server; answers milliseconds each, one after another. */
const load = async (urls: readonly string[], asked: readonly Asked[]): Promise<{ each: number; times: number[] }> => {
  const times: number[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < asked.length; at = next++) {
      const one = asked[at]
      if (!one) return
      const begun = performance.now()
      await send(urls[at % urls.length] ?? '', one)
      times.push(performance.now() - begun)
    }
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
  return { each: (performance.now() - begun) / asked.length, times }
}

interface Installation {
  size: number
  server: Server
  people: Map<string, Person>
}
const personsOf = ({ people }: Installation, names: readonly string[]) =>
  names.flatMap((name) => people.get(name) ?? [])

const ms = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`.padStart(11)
const line = (call: string, ...columns: readonly string[]) => console.log(`  ${call.padEnd(25)}${columns.join('')}`)

const timed = async ({ server }: Installation, call: Call, person: Person): Promise<number> => {
  const asked = asking(call, person)
  const begun = performance.now()
  const answer = await send(server.url, asked)
  const took = performance.now() - begun
  taken[call]?.(person, answer)
  return took
}

/**
 * Prints what a call costs in both, and answers whether it is flat. One request at a time, to each in turn: so whatever
 * else the machine does falls on both alike, and the medians leave out what fell on one.
 */
const compare = async (small: Installation, big: Installation, call: Call, names: readonly string[]) => {
  const both = [small, big].map((installation) => ({
    installation,
    people: personsOf(installation, names),
    times: [] as number[],
  }))
  const until = performance.now() + PAIRS_SECONDS * 1000
  // What comes first warms both up and does not count.
  for (let pair = -5; pair < MOST_PAIRS && (pair < LEAST_PAIRS || performance.now() < until); pair++) {
    for (const { installation, people, times } of pair % 2 ? both : both.toReversed()) {
      const person = people[(pair + names.length * 5) % people.length]
      const time = person && (await timed(installation, call, person))
      if (time !== undefined && pair >= 0) times.push(time)
    }
  }
  const [one = NaN, other = NaN] = both.map(({ times }) => median(times))
  const isFlat = other / one <= MOST
  line(call, ms(one), ms(other), (other / one).toFixed(2).padStart(8), isFlat ? '  PASS' : '  FAIL')
  return isFlat
}

/** What Linux has counted of a process: memory now and at most in MB, seconds of the processor. */
const seen = (pid: number): { memory: number; most: number; seconds: number } => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
    return { memory: kilobytes('VmRSS'), most: kilobytes('VmHWM'), seconds: (Number(user) + Number(system)) / 100 }
  } catch {
    return { memory: NaN, most: NaN, seconds: NaN }
  }
}

/** Requests a second of the mix, by each of these sets of servers in turn. */
const measureMix = async (people: readonly Person[], sets: readonly (readonly Server[])[]) => {
  const counts: number[] = []
  for (const servers of sets) {
    const urls = servers.map(({ url }) => url)
    await load(urls, mixOf(people, 200))
    counts.push(Math.round((MIX_SECONDS * 1000) / (await load(urls, mixOf(people, 200))).each))
  }
  const rounds: { each: number; times: number[]; seconds: number }[][] = sets.map(() => [])
  for (let round = 0; round < MIX_ROUNDS; round++) {
    for (const [at, servers] of sets.entries()) {
      const used = () => servers.reduce((sum, { pid }) => sum + seen(pid).seconds, 0)
      const before = used()
      const measured = await load(
        servers.map(({ url }) => url),
        mixOf(people, counts[at] ?? 0),
      )
      rounds[at]?.push({ ...measured, seconds: ((used() - before) * 1000) / (counts[at] ?? 1) })
    }
  }
  return rounds.map((ofSet) => ({
    aSecond: 1000 / median(ofSet.map(({ each }) => each)),
    p50: median(ofSet.flatMap(({ times }) => times)),
    p95: percentile(
      ofSet.flatMap(({ times }) => times),
      0.95,
    ),
    processor: median(ofSet.map(({ seconds }) => seconds)),
  }))
}

const ARGUMENTS = ['--max-semi-space-size=2', options.server]

interface Filled extends Installation {
  place: Place
  stop(): Promise<void>
}

const sizeOf = async (db: Database, engine: Engine, folder: string): Promise<number> => {
  if (engine === 'sqlite') return statSync(join(folder, 'roomfolio.sqlite')).size
  const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(db)
  return rows[0]?.size ?? NaN
}

const names = ROWS.flatMap(({ people }) => people)

const makeInstallation = async (engine: Engine, size: number, place: Place): Promise<Filled> => {
  const begun = performance.now()
  const groups = groupsOf(size)
  let bytes = NaN
  const server = await startFilled(ARGUMENTS, place, groups, async (db) => {
    bytes = await sizeOf(db, engine, place.folder)
  })
  const [items, homes] = [
    groups.reduce((sum, group) => sum + itemsOf(group), 0),
    groups.reduce((sum, { people, homes }) => sum + people * homes, 0),
  ]
  const took = (performance.now() - begun) / 1000
  console.log(
    `  ${items} items in ${homes} homes, ${(bytes / 1024 / 1024).toFixed(0)} MB of tables: ${took.toFixed(0)} s to fill`,
  )
  return { size, server, people: new Map(), place, stop: () => server.stop() }
}

const measureOn = async (engine: Engine, places: readonly Place[]): Promise<boolean> => {
  console.log(`\n${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`)
  const [one, other] = places
  if (!one || !other) throw new Error('Two places are needed.')
  const small = await makeInstallation(engine, SMALL, one)
  const big = await makeInstallation(engine, large, other)
  // When both are filled: an access token lives for a quarter of an hour.
  for (const { size, server, people } of [small, big]) {
    for (const name of [...names, ...(size > SMALL ? LANDLORD.people : [])])
      people.set(name, await signIn(server.url, name))
  }
  let isFlat = true
  for (const { who, people, calls } of ROWS) {
    console.log(`\n  ${who}`.padEnd(28) + '      small      large   ratio')
    for (const call of calls) isFlat = (await compare(small, big, call, people)) && isFlat
  }
  console.log(`\n  1,000 homes of ${(large / 200_000) | 0 || 1}0 items, one at a time`)
  const landlord = personsOf(big, LANDLORD.people)
  for (const call of LANDLORD.calls) {
    const times: number[] = []
    for (let time = 0; time < LEAST_PAIRS; time++)
      for (const person of landlord) times.push(await timed(big, call, person))
    line(call, ms(median(times)).padStart(22))
  }
  const many = personsOf(big, ROWS[0]?.people ?? [])
  console.log(`\n  what people do, ${CONNECTIONS} at a time, in the large one`)
  const sets: Server[][] = [[big.server]]
  const second = engine === 'postgres' ? await startServer(ARGUMENTS, settingsOf(big.place)) : undefined
  if (second) sets.push([big.server, second])
  for (const [at, { aSecond, p50, p95, processor }] of (await measureMix(many, sets)).entries()) {
    line(
      at === 0 ? 'one server' : 'two servers',
      `${aSecond.toFixed(0)}/s`.padStart(11),
      `  p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      `, ${processor.toFixed(2)} ms of a processor for each in the ${at === 0 ? 'server' : 'servers'}`,
    )
  }
  for (const { size, server } of [small, big]) {
    const { memory, most } = seen(server.pid)
    line(`server of ${size}`, `${memory.toFixed(0)} MB`.padStart(11), `, ${most.toFixed(0)} MB at most`)
  }
  await second?.stop()
  await small.stop()
  await big.stop()
  return isFlat
}

/** Some gigabytes, in the checkout: a folder for temporary files may lie in memory. */
const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'scale-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const measure: Record<Engine, () => Promise<boolean>> = {
  sqlite: () =>
    withFolder((one) =>
      withFolder((other) =>
        measureOn(
          'sqlite',
          [one, other].map((folder) => ({ folder, settings: {} })),
        ),
      ),
    ),
  postgres: () =>
    withFolder((one) =>
      withFolder((other) =>
        withPostgres((oneURL) =>
          withPostgres((otherURL) =>
            measureOn('postgres', [
              { folder: one, settings: { DATABASE_URL: oneURL } },
              { folder: other, settings: { DATABASE_URL: otherURL } },
            ]),
          ),
        ),
      ),
    ),
}

console.log(
  `On ${availableParallelism()} processors; medians of one request after the other, to both in turn. The ratio is to be at most ${MOST}.`,
)
for (const engine of engines.length > 0 ? engines : ENGINES) if (!(await measure[engine]())) process.exitCode = 1
agent.destroy()
