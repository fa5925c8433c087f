// npm run roomfolio -- COMMAND [WORDS]: the commands of package.json that serve, maintain data, build or measure.
import './lib/node-version.mjs'
import { built, installed, runBuilt } from './lib/prepare.mjs'
import { loadSettings, orExplain, start, tool } from './lib/run.mjs'

/** Runs the server from its sources and restarts it on changes; Vite in it reloads the browser's part. */
const develop = async () => {
  await installed()
  loadSettings()
  const env = { ...process.env, ROOMFOLIO_DEV: '1' }
  const watch = tool('tsx', ['watch', '--clear-screen=false', 'src/server/main.ts'])
  process.exitCode = await start(...watch, { env, stdio: 'inherit' }).ended
}

/**
 * Runs a measurement that needs PostgreSQL.
 * @param {string} script
 * @param {readonly string[]} words
 */
const measured = async (script, words) => {
  await installed()
  await built()
  const { startPostgres } = await import('./lib/postgres.mjs')
  const postgres = await startPostgres({ durable: true })
  const env = { ...process.env, TEST_DATABASE_URL: postgres.url }
  process.exitCode = await start(...tool('tsx', [script, ...words]), { env, stdio: 'inherit' }).ended
  await postgres.stop()
}

/**
 * Measures how long users wait, on both databases; `front`, how soon a slow phone shows a page.
 * @param {readonly string[]} words
 */
const bench = async (words) => {
  if (words[0] !== 'front') return measured('scripts/bench/bench.ts', words)
  await installed()
  await built()
  const front = tool('tsx', ['scripts/bench/front.ts', ...words.slice(1)])
  process.exitCode = await start(...front, { stdio: 'inherit' }).ended
}

/** @type {Record<string, (words: readonly string[]) => Promise<void>>} */
const COMMANDS = {
  start: () => runBuilt('main'),
  demo: () => runBuilt('demo'),
  user: () => runBuilt('user'),
  role: () => runBuilt('role'),
  password: () => runBuilt('password'),
  backup: () => runBuilt('backup'),
  restore: () => runBuilt('restore'),
  structure: () => runBuilt('structure'),
  files: () => runBuilt('files'),
  facts: () => runBuilt('facts'),
  search: () => runBuilt('search'),
  build: built,
  dev: develop,
  bench,
  'bench:scale': (words) => measured('scripts/bench/scale.ts', words),
}

// Server programs read their arguments as if they were started directly.
const [command = ''] = process.argv.splice(2, 1)
const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined
if (run) {
  await orExplain(run(process.argv.slice(2)))
} else {
  console.error(`Usage: npm run roomfolio -- ${Object.keys(COMMANDS).join('|')} …`)
  process.exitCode = 2
}
