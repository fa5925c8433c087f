import { ALL_ROLES } from '../../shared/contract/roles.ts'
import { COMMAND, recordRole } from '../identity/security-events/security-events.service.ts'
import { setRole } from '../identity/account/users.repo.ts'
import { configOrExit, runCommand } from './operator-errors.ts'
import { logCommand } from '../platform/http/security/security-log.ts'
import { openReadyDatabase } from '../ready-database.ts'
import { complain, say } from './terminal.ts'

const USAGE =
  'Usage: npm run role -- grant|revoke USERNAME CODE\n  CODE is 9001 (Admin), 2023 (Reseller) or 1001 (User).'

/** Grants or revokes a role; the server may be running. Exits with 2 for a wrong usage, 1 for a failure. */
const main = async (words: readonly string[]): Promise<number> => {
  const [action, username, code, ...rest] = words
  const role = ALL_ROLES.find((known) => String(known) === code)
  if ((action !== 'grant' && action !== 'revoke') || !username || !role || rest.length > 0) {
    console.error(USAGE)
    return 2
  }
  const db = await openReadyDatabase(configOrExit())
  try {
    const held = action === 'grant'
    const outcome = await setRole(db, username, role, held, recordRole(COMMAND, { role, held, by: null, from: null }))
    if (outcome === 'no such user') {
      complain(`There is no user "${username}".`)
      return 1
    }
    if (outcome === 'last Admin') {
      complain(`"${username}" is the last Admin and keeps the role. Grant it to someone else first.`)
      return 1
    }
    if (outcome === 'changed') logCommand('role_changed', { of: username, role, held })
    const has = action === 'grant' ? 'has' : 'does not have'
    say(`"${username}" ${outcome === 'changed' ? 'now ' : 'already '}${has} the role ${role}.`)
    return 0
  } finally {
    await db.destroy()
  }
}

await runCommand(main)
