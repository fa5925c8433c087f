// npm run backup -- [FILE]
import './lib/node-version.mjs'
import { runBuilt } from './lib/prepare.mjs'

await runBuilt('backup')
