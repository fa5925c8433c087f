import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CACHE } from '../lib/run.mjs'
import { measureCopies } from './copies.ts'
import { measurePapers } from './papers.ts'
import { measureSearch, SEARCH_TARGET_MS } from './search.ts'
import { OTHERS_TARGET_MS } from './other-user.ts'
import { locationOf, startServer, withPostgres, type Server } from './servers.ts'
import type { DatabaseLocation } from '../../src/server/platform/db/database.ts'
import { FORM_TYPE, formOfOneFile, itemSaves, makeHome, signIn, type Home } from './home.ts'
import { load } from './load.ts'
import { median } from './median.ts'
import { FULL, SMOKE, type Size } from './sizes.ts'

/**
 * Measures the server against the least server that does the same work (least-server.ts), on both databases. The two
 * work on the same data in processes of their own and take turns, so that a busy machine slows both alike.
 *   npm run bench                                everything: the table of docs/performance.md
 *   npm run bench -- SQLite "room items" login   a part of it
 *   npm run bench -- copies                      a large project is copied, downloaded and imported; how long others wait
 *   npm run bench -- papers                      the spec book of a large home; how long others wait
 *   npm run bench -- search --others 100000      search and lists of projects, among fewer items of others than a million
 *   npm run bench -- smoke                       everything once with tiny data, to see that it still runs
 *   npm run bench -- --server FILE               another build's main.js
 */

/** The share of the least server's requests a second that ours has to reach. */
const TARGETS = { read: 0.7, save: 0.6 }

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: 'dist/server/main.js' },
    others: { type: 'string' },
  },
})
const isSmoke = positionals.includes('smoke')
const wanted = positionals.filter((name) => name !== 'smoke')
const size: Size = isSmoke ? SMOKE : FULL
if (options.others !== undefined) size.search.others = Number(options.others)

const ENGINES = ['SQLite', 'PostgreSQL'] as const
type Engine = (typeof ENGINES)[number]
const CALLS = ['room items', 'download 1 MB', 'save item', 'upload 1 MB', 'login'] as const
const NAMES = [...CALLS, 'copies', 'papers', 'search'] as const

const unknown = wanted.find((name) => ![...ENGINES, ...NAMES].some((known) => known === name))
if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${[...ENGINES, ...NAMES, 'smoke'].join(', ')}.`)

/** Whether a name is among those asked for; if none of its like is, all are. */
const isWanted = (name: string, alike: readonly string[]): boolean =>
  wanted.includes(name) || !alike.some((other) => wanted.includes(other))

interface Call {
  name: (typeof CALLS)[number]
  kind: keyof typeof TARGETS
  method: 'GET' | 'POST'
  path: string
  type?: string
  /** Of each connection those that it sends in turn. */
  bodies?: readonly (readonly (string | Buffer<ArrayBuffer>)[])[]
  /** What of an answer has to be the same on both servers. */
  compared(answer: string): string
}

const everything = (answer: string) => answer
const namesIn = (answer: string) =>
  Object.keys(JSON.parse(answer) as object)
    .sort()
    .join()

const callsOn = (home: Home): Call[] => [
  { name: 'room items', kind: 'read', method: 'GET', path: `/items?roomID=${home.roomID}`, compared: everything },
  { name: 'download 1 MB', kind: 'read', method: 'GET', path: `/download/${home.remote}`, compared: everything },
  {
    name: 'save item',
    kind: 'save',
    method: 'POST',
    path: '/item',
    type: 'application/json',
    bodies: home.itemIDs.slice(0, size.connections).map((itemID) => itemSaves(itemID)),
    compared: (answer) => (JSON.parse(answer) as { message: string }).message,
  },
  {
    name: 'upload 1 MB',
    kind: 'save',
    method: 'POST',
    path: '/upload',
    type: FORM_TYPE,
    bodies: [[formOfOneFile('manual.pdf')]],
    compared: (answer) => (JSON.parse(answer) as { filename: string }[]).map(({ filename }) => filename).join(),
  },
  {
    name: 'login',
    kind: 'save',
    method: 'POST',
    path: '/login',
    type: 'application/json',
    bodies: home.accounts.map((account) => [JSON.stringify(account)]),
    compared: namesIn,
  },
]

const headersOf = (home: Home, { type }: Call) => ({
  authorization: `Bearer ${home.accessToken}`,
  ...(type && { 'content-type': type }),
})

/** Answers a second in one round; every one of them has to be a success. */
const measure = async (server: Server, home: Home, call: Call): Promise<number> => {
  const sent = Array.from({ length: size.connections }, () => 0)
  const end = performance.now() + size.roundSeconds * 1000
  const { answers, seconds } = await load({
    url: server.url + call.path,
    method: call.method,
    headers: headersOf(home, call),
    connections: size.connections,
    next: (connection) => {
      if (performance.now() > end) return null
      const bodies = call.bodies?.[connection % call.bodies.length]
      const nth = sent[connection] ?? 0
      sent[connection] = nth + 1
      return bodies?.[nth % bodies.length]
    },
  })
  return answers / seconds
}

/** Both servers have to give the same answer before it is worth measuring how fast. */
const requireSameAnswer = async (ours: Server, least: Server, home: Home, call: Call): Promise<void> => {
  const body = call.bodies?.[0]?.[0]
  const answers = []
  for (const { url } of [ours, least]) {
    const response = await fetch(url + call.path, {
      method: call.method,
      headers: headersOf(home, call),
      body: body ?? null,
    })
    answers.push({ status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('latin1') })
  }
  const [one, other] = answers.map(({ status, text }) => `${status} ${status === 200 ? call.compared(text) : text}`)
  if (one === undefined || other === undefined || one === other) return
  let from = 0
  while (one[from] === other[from]) from++
  const shown = (text: string) => text.slice(Math.max(0, from - 60), from + 60)
  throw new Error(`${call.name}: the answers differ.\nours:  ${shown(one)}\nleast: ${shown(other)}`)
}

const aSecond = (count: number) => `${count < 100 ? count.toFixed(1) : Math.round(count)}/s`.padStart(14)
const percent = (share: number) => `${Math.round(share * 100)} %`.padStart(8)
const line = (engine: string, call: string, ...columns: readonly string[]) =>
  console.log(engine.padEnd(12) + call.padEnd(15) + columns.join(''))

const verdict = (isFastEnough: boolean) => (isSmoke ? '' : isFastEnough ? '  PASS' : '  FAIL')
const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
const waits = (p99: number) => `others p99 ${Math.round(p99)} ms of ${OTHERS_TARGET_MS} ms`

/** Measures one call, prints its line of the table and answers whether ours is fast enough. */
const compare = async (engine: Engine, ours: Server, least: Server, home: Home, call: Call): Promise<boolean> => {
  await requireSameAnswer(ours, least, home, call)
  const rounds: { ours: number; least: number }[] = []
  // The first round warms both up and does not count.
  for (let round = 0; round <= size.rounds; round++) {
    const result = {
      ours: await measure(ours, home, call),
      least: await measure(least, home, call),
    }
    if (round > 0) rounds.push(result)
  }
  const ratio = median(rounds.map((round) => round.ours / round.least))
  line(
    engine,
    call.name,
    aSecond(median(rounds.map((round) => round.ours))),
    aSecond(median(rounds.map((round) => round.least))),
    percent(ratio),
    percent(TARGETS[call.kind]),
    verdict(ratio >= TARGETS[call.kind]),
  )
  return ratio >= TARGETS[call.kind]
}

/** Measures search and lists of projects, prints their lines and answers whether both are fast enough. */
const searchOn = async (engine: Engine, ours: Server, { accounts }: Home, location: DatabaseLocation) => {
  const people = accounts.slice(1, 4)
  const tokens = await Promise.all(people.map(async (account) => (await signIn(ours.url, account)).accessToken))
  const who = { people: people.map(({ user }) => user), tokens }
  const { p50, p95, projects, isFastEnough } = await measureSearch(ours.url, location, who, size.search)
  const times = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms of ${SEARCH_TARGET_MS} ms`
  line(engine, 'search', `  ${times}, among ${size.search.others} items of others`)
  line(engine, 'projects', aSecond(projects), `  for a user with ${size.search.manyHomes} homes`, verdict(isFastEnough))
  return isFastEnough
}

/** Measures work on a large project, prints a line for each and answers whether nobody waits too long. */
const copiesOn = async (engine: Engine, ours: Server, home: Home): Promise<boolean> => {
  const taken = Object.entries(await measureCopies(ours.url, home, size.copies))
  const { items, attachments, sheetRows } = size.copies
  for (const [name, { ms, p99, isFastEnough }] of taken) {
    const what = name === 'spreadsheet' ? `${sheetRows} rows` : `${items} items, ${attachments} attachments`
    line(engine, name, `  ${seconds(ms)}, ${waits(p99)} (${what})`, verdict(isFastEnough))
  }
  return taken.every(([, { isFastEnough }]) => isFastEnough)
}

/** Measures papers of a large home, prints their line and answers whether nobody waits too long. */
const papersOn = async (engine: Engine, ours: Server, home: Home): Promise<boolean> => {
  const { firstMs, bookMs, bookBytes, manyMs, p99, isFastEnough } = await measurePapers(ours.url, home, size.papers)
  const { rooms, items, pictures, atOnce } = size.papers
  const book = `first book ${seconds(firstMs)}, again ${seconds(bookMs)}, ${(bookBytes / 1024 / 1024).toFixed(1)} MB`
  const made = `${rooms} rooms, ${items} items, ${pictures} pictures; ${atOnce} touch-up cards ${seconds(manyMs)}`
  line(engine, 'papers', `  ${book}, ${waits(p99)} (${made})`, verdict(isFastEnough))
  return isFastEnough
}

/** Keeps its data, some gigabytes of it, in the checkout: a folder for temporary files may lie in memory. */
const measureOn = async (engine: Engine, settings: Record<string, string>): Promise<boolean> => {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'bench-'))
  const env = { ...settings, DATA_DIR: folder, PORT: '0' }
  const ours = await startServer([options.server], env)
  try {
    const home = await makeHome(ours.url)
    const least = await startServer(['--import', 'tsx', join(import.meta.dirname, 'least-server.ts')], env)
    try {
      let isFastEnough = true
      for (const call of callsOn(home).filter(({ name }) => isWanted(name, NAMES))) {
        isFastEnough = (await compare(engine, ours, least, home, call)) && isFastEnough
      }
      if (isWanted('copies', NAMES)) isFastEnough = (await copiesOn(engine, ours, home)) && isFastEnough
      if (isWanted('papers', NAMES)) isFastEnough = (await papersOn(engine, ours, home)) && isFastEnough
      // Last, because nothing else is to be measured among so many rows.
      if (isWanted('search', NAMES)) {
        const location = locationOf(settings, folder)
        isFastEnough = (await searchOn(engine, ours, home, location)) && isFastEnough
      }
      return isFastEnough
    } finally {
      await least.stop()
    }
  } finally {
    await ours.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const isFastEnoughOn: Record<Engine, () => Promise<boolean>> = {
  SQLite: () => measureOn('SQLite', {}),
  PostgreSQL: () => withPostgres((url) => measureOn('PostgreSQL', { DATABASE_URL: url })),
}

console.log(
  `${size.connections} connections; medians of ${size.rounds} rounds of ${size.roundSeconds} s. The ratio is that of each round's two.\n`,
)
line('', '', '     Roomfolio', '  least server', '   ratio', '  target')
for (const engine of ENGINES) {
  if (isWanted(engine, ENGINES) && !(await isFastEnoughOn[engine]()) && !isSmoke) process.exitCode = 1
}
