// npm run restore -- [--check] FILE
import './lib/node-version.mjs'
import { runBuilt } from './lib/prepare.mjs'

await runBuilt('restore')
