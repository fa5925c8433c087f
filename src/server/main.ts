import { isReachedByHTTPS, publicPathOf } from './config.ts'
import { backupTrouble, startServer, whereThingsAre } from './start.ts'
import { firstAdminCode } from './identity/people/first-admin.repo.ts'
import { hasUsers } from './identity/account/users.repo.ts'
import { configOrExit, orExit } from './commands/operator-errors.ts'

const config = configOrExit()
const { app, services, address } = await orExit(startServer(config))

// Before the server announces itself: from then on requests may change the database.
const isNew = !(await hasUsers(services.db))
const code = config.firstAdminNeedsCode ? await firstAdminCode(services.db) : undefined
const url = (config.host === '127.0.0.1' ? address.replace('127.0.0.1', 'localhost') : address) + publicPathOf(config)
const trouble = await backupTrouble(config)
if (trouble !== undefined) app.log.error(`backups cannot be created: ${trouble}`)
console.log(`\nRoomfolio is running at ${url}`)
for (const line of whereThingsAre(config, trouble)) console.log(`  ${line}`)
if (isNew) {
  const role = config.firstUserIsAdmin && code === undefined ? ' The first account also becomes Admin.' : ''
  // Behind a proxy only the public address works, because cookies are bound to it.
  const place = isReachedByHTTPS(config) ? config.publicURL : url
  const way =
    config.registration === 'open' || code !== undefined
      ? `open ${place}/register and create your account.${role}`
      : 'npm run user -- create USERNAME EMAIL. Nobody can register here.'
  console.log(`  First step: ${way}`)
}
if (code !== undefined) {
  console.log(`  No admin yet. Register with this setup code to become the admin: ${code}`)
  console.log('  For an existing account: npm run role -- grant USERNAME 9001')
}
