import { isReachedByHTTPS, publicPathOf } from './config.ts'
import { backupTrouble, startServer, whereThingsAre } from './start.ts'
import { firstAdminCode } from './auth/first-admin.repo.ts'
import { hasUsers } from './auth/users.repo.ts'
import { configOrExit, orExit } from './explain.ts'

const config = configOrExit()
const { app, services, address } = await orExit(startServer(config))

// Asked before anybody is told that it runs: what happens to the database from then on is the requests' business.
const isNew = !(await hasUsers(services.db))
const code = config.firstAdminNeedsCode ? await firstAdminCode(services.db) : undefined
const url = (config.host === '127.0.0.1' ? address.replace('127.0.0.1', 'localhost') : address) + publicPathOf(config)
const trouble = await backupTrouble(config)
if (trouble !== undefined) app.log.error(`no backups can be made: ${trouble}`)
console.log(`\nRoomfolio is running at ${url}`)
for (const line of whereThingsAre(config, trouble)) console.log(`  ${line}`)
if (isNew) {
  const role = config.firstUserIsAdmin && code === undefined ? ' The first account also becomes Admin.' : ''
  // What a proxy leads to is of no use without it: its cookies are for that address alone.
  const place = isReachedByHTTPS(config) ? config.publicURL : url
  const way =
    config.registration === 'open' || code !== undefined
      ? `open ${place}/register and create your account.${role}`
      : 'npm run user -- create USERNAME EMAIL. Nobody can register here.'
  console.log(`  What to do first: ${way}`)
}
if (code !== undefined) {
  console.log(`  Nobody is Admin yet. Whoever registers with this code becomes Admin: ${code}`)
  console.log('  For an account that is there already: npm run role -- grant USERNAME 9001')
}
