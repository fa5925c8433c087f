import { configOrExit, orExit } from '../../src/server/commands/operator-errors.ts'
import { startServer } from '../../src/server/start.ts'

/** The server without the web app, so that it needs no build. It reports its memory on request. */
process.on('message', (which) => {
  process.send?.(which === 'peak memory' ? process.resourceUsage().maxRSS * 1024 : process.memoryUsage.rss())
})
const { address } = await orExit(startServer(configOrExit(), {}))
console.log(`listening at ${address}`)
