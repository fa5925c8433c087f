// npm run user -- create USERNAME EMAIL [--stdin] | lock|unlock USERNAME | list [SEARCH]
import './lib/node-version.mjs'
import { runBuilt } from './lib/prepare.mjs'

await runBuilt('user')
