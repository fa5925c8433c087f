import { orExit } from '../../src/server/explain.ts'
import { configOrExit, startServer } from '../../src/server/start.ts'

/** The server as it is, but for the web app: so it needs no build. Asked for anything, it tells its peak of memory. */
process.on('message', () => process.send?.(process.resourceUsage().maxRSS * 1024))
const { address } = await orExit(startServer(configOrExit(), {}))
console.log(`listening at ${address}`)
