// npm run password -- USERNAME [--stdin]
import './lib/node-version.mjs'
import { runBuilt } from './lib/prepare.mjs'

await runBuilt('password')
