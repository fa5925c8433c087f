import { configOrExit, startServer, whereThingsAre } from './start.ts'
import { hasUsers } from './auth/users.repo.ts'

const config = configOrExit()
const { services, address } = await startServer(config).catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE') {
    console.error(`Port ${config.port} is in use. Stop what uses it, or start with another one: PORT=3001 npm start`)
    process.exit(1)
  }
  throw error
})

// Asked before anybody is told that it runs: what happens to the database from then on is the requests' business.
const isNew = !(await hasUsers(services.db))
const url = config.host === '127.0.0.1' ? address.replace('127.0.0.1', 'localhost') : address
console.log(`\nRoomfolio is running at ${url}`)
for (const line of whereThingsAre(config)) console.log(`  ${line}`)
if (isNew) {
  const role = config.firstUserIsAdmin ? ' The first account also becomes Admin.' : ''
  console.log(`  What to do first: open ${url}/register and create your account.${role}`)
}
