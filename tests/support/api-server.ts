import { configOrExit, orExit } from '../../src/server/commands/operator-errors.ts'
import { startServer } from '../../src/server/start.ts'

/** The server as it is, but for the web app: so it needs no build. It tells its memory when it is asked for it. */
process.on('message', (which) => {
  process.send?.(which === 'peak memory' ? process.resourceUsage().maxRSS * 1024 : process.memoryUsage.rss())
})
const { address } = await orExit(startServer(configOrExit(), {}))
console.log(`listening at ${address}`)
