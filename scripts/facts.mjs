// npm run facts -- renew [--after ID]
import './lib/node-version.mjs'
import { runBuilt } from './lib/prepare.mjs'

await runBuilt('facts')
