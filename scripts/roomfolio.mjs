// npm start, npm run demo: installs, builds and serves.
import './lib/node-version.mjs'
import { runBuilt } from './lib/prepare.mjs'

await runBuilt(process.argv.includes('--demo') ? 'demo' : 'main')
