// npm run build: what npm start does before it serves, for images and packages.
import './lib/node-version.mjs'
import { built } from './lib/prepare.mjs'
import { orExplain } from './lib/run.mjs'

await orExplain(built())
