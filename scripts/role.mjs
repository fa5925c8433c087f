// npm run role -- grant|revoke USERNAME CODE
import './lib/node-version.mjs'
import { runBuilt } from './lib/prepare.mjs'

await runBuilt('role')
