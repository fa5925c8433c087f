// npm run structure -- export [FILE] | import FILE [--apply [--confirmed]]
import './lib/node-version.mjs'
import { runBuilt } from './lib/prepare.mjs'

await runBuilt('structure')
