// npm run bench: measures against the least server that does the same work, on both databases.
import './lib/node-version.mjs'
import { startPostgres } from './lib/postgres.mjs'
import { built } from './lib/prepare.mjs'
import { orExplain, start, tool } from './lib/run.mjs'

const bench = async () => {
  await built()
  const postgres = await startPostgres({ durable: true })
  const env = { ...process.env, TEST_DATABASE_URL: postgres.url }
  const args = ['scripts/bench/bench.ts', ...process.argv.slice(2)]
  process.exitCode = await start(...tool('tsx', args), { env, stdio: 'inherit' }).ended
  await postgres.stop()
}

await orExplain(bench())
