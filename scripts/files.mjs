// npm run files -- check [--remove] | move folder s3 | move s3 folder | adopt
import './lib/node-version.mjs'
import { runBuilt } from './lib/prepare.mjs'

await runBuilt('files')
