// npm run dev: the server from its sources, restarted when src/server or src/shared change; the browser's part goes
// through Vite inside it and is replaced without a restart.
import './lib/node-version.mjs'
import { installed } from './lib/prepare.mjs'
import { loadSettings, orExplain, start, tool } from './lib/run.mjs'

await orExplain(installed())
loadSettings()
const env = { ...process.env, ROOMFOLIO_DEV: '1' }
const server = start(...tool('tsx', ['watch', '--clear-screen=false', 'src/server/main.ts']), { env, stdio: 'inherit' })
process.exitCode = await orExplain(server.ended)
