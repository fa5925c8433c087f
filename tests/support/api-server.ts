import { configOrExit, startServer } from '../../src/server/start.ts'

/** The server as it is, but for the web app: so it needs no build. */
const { address } = await startServer(configOrExit(), {})
console.log(`listening at ${address}`)
