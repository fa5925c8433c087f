import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CACHE } from '../lib/run.mjs'
import { measureCalls } from './common-calls.ts'
import { measureCopies } from './copies.ts'
import type { Place } from './filled.ts'
import { makeHome, type Home } from './home.ts'
import { OTHERS_TARGET_MS } from './other-user.ts'
import { measurePapers } from './papers.ts'
import { startServer, withPostgres } from './servers.ts'
import { FULL, SMOKE, type Size } from './sizes.ts'

/**
 * Measures how long users wait, on both databases.
 *   npm run bench                            everything: the tables of docs/performance.md
 *   npm run bench -- SQLite calls            a part of it
 *   npm run bench -- calls --others 100000   the commonest calls, among fewer items of others than a million
 *   npm run bench -- copies                  copies, downloads and imports of a large project; how long others wait
 *   npm run bench -- papers                  the spec book of a large home; how long others wait
 *   npm run bench -- smoke                   everything once with tiny data, to see that it still runs
 *   npm run bench -- --server FILE           another build's main.js
 */

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
if (options.others !== undefined) size.calls.others = Number(options.others)

const ENGINES = ['SQLite', 'PostgreSQL'] as const
type Engine = (typeof ENGINES)[number]

const verdict = (isFastEnough: boolean) => (isSmoke ? '' : isFastEnough ? '  PASS' : '  FAIL')
const line = (engine: Engine, name: string, ...columns: readonly string[]) =>
  console.log(engine.padEnd(12) + name.padEnd(24) + columns.join(''))
const ms = (time: number) => `${time < 10 ? time.toFixed(1) : Math.round(time)} ms`.padStart(10)
const seconds = (time: number) => `${(time / 1000).toFixed(2)} s`
const waits = (p99: number) => `others p99 ${Math.round(p99)} ms of ${OTHERS_TARGET_MS} ms`

/** Each measurement prints its lines and returns whether everything is fast enough. */
const callsOn = async (engine: Engine, place: Place): Promise<boolean> => {
  const { homes, rooms, items, others } = size.calls
  line(engine, `${homes * rooms * items} of ${others} items`, '   one: p50', '       p95', ' eight: p50', '       p95')
  let isAllFast = true
  for await (const { name, alone, together, budget = Infinity } of measureCalls([options.server], place, size.calls)) {
    const isFast = alone[1] <= budget
    isAllFast &&= isFast
    const limit = budget === Infinity ? '' : `  of ${budget} ms${verdict(isFast)}`
    line(engine, name, ...[...alone, ...together].map(ms), limit)
  }
  return isAllFast
}

const copiesOn = async (engine: Engine, url: string, home: Home): Promise<boolean> => {
  const taken = Object.entries(await measureCopies(url, home, size.copies))
  const { items, attachments, sheetRows } = size.copies
  for (const [name, { ms: time, p99, isFastEnough }] of taken) {
    const what = name === 'spreadsheet' ? `${sheetRows} rows` : `${items} items, ${attachments} attachments`
    line(engine, name, `  ${seconds(time)}, ${waits(p99)} (${what})`, verdict(isFastEnough))
  }
  return taken.every(([, { isFastEnough }]) => isFastEnough)
}

const papersOn = async (engine: Engine, url: string, home: Home): Promise<boolean> => {
  const { firstMs, bookMs, bookBytes, manyMs, p99, isFastEnough } = await measurePapers(url, home, size.papers)
  const { rooms, items, pictures, atOnce } = size.papers
  const book = `first book ${seconds(firstMs)}, again ${seconds(bookMs)}, ${(bookBytes / 1024 / 1024).toFixed(1)} MB`
  const made = `${rooms} rooms, ${items} items, ${pictures} pictures; ${atOnce} touch-up cards ${seconds(manyMs)}`
  line(engine, 'papers', `  ${book}, ${waits(p99)} (${made})`, verdict(isFastEnough))
  return isFastEnough
}

const onHome =
  (measure: (engine: Engine, url: string, home: Home) => Promise<boolean>) =>
  async (engine: Engine, { folder, settings }: Place): Promise<boolean> => {
    const server = await startServer([options.server], { ...settings, DATA_DIR: folder, PORT: '0' })
    try {
      return await measure(engine, server.url, await makeHome(server.url))
    } finally {
      await server.stop()
    }
  }

const MEASUREMENTS = { calls: callsOn, copies: onHome(copiesOn), papers: onHome(papersOn) }
const NAMES = Object.keys(MEASUREMENTS)

const unknown = wanted.find((name) => ![...ENGINES, ...NAMES].some((known) => known === name))
if (unknown !== undefined) throw new Error(`"${unknown}" is none of ${[...ENGINES, ...NAMES, 'smoke'].join(', ')}.`)

/** Whether a name is among those asked for; if none of its like is, all are. */
const isWanted = (name: string, alike: readonly string[]): boolean =>
  wanted.includes(name) || !alike.some((other) => wanted.includes(other))

/** Keeps its data, some gigabytes of it, in the checkout: a folder for temporary files may lie in memory. */
const inPlace = async (engine: Engine, work: (place: Place) => Promise<boolean>): Promise<boolean> => {
  mkdirSync(CACHE, { recursive: true })
  const folder = mkdtempSync(join(CACHE, 'bench-'))
  try {
    if (engine === 'SQLite') return await work({ folder, settings: {} })
    return await withPostgres((url) => work({ folder, settings: { DATABASE_URL: url } }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const engine of ENGINES.filter((name) => isWanted(name, ENGINES)))
  for (const [, measure] of Object.entries(MEASUREMENTS).filter(([name]) => isWanted(name, NAMES)))
    if (!(await inPlace(engine, (place) => measure(engine, place))) && !isSmoke) process.exitCode = 1
