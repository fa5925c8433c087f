import { hashPassword } from '../identity/passwords/passwords.ts'
import { COMMAND, recordEvent } from '../identity/security-events/security-events.service.ts'
import { setPassword } from '../identity/passwords/set-password.service.ts'
import { findUser } from '../identity/account/users.repo.ts'
import { systemClock } from '../platform/lib/clock.ts'
import { passwordForCommand, withoutStdin } from './command-password.ts'
import { transact } from '../platform/db/database.ts'
import { configOrExit, runCommand } from './operator-errors.ts'
import { logCommand } from '../platform/http/security/security-log.ts'
import { openReadyDatabase } from '../ready-database.ts'
import { complain, say } from './terminal.ts'

const USAGE =
  'Usage: npm run password -- USERNAME [--stdin]\n  Sets a new password and prints it; with --stdin it reads the password instead.'

/** Sets a password; the server may be running. Exits with 2 for a wrong usage, 1 for a failure. */
const main = async (args: readonly string[]): Promise<number> => {
  const { words, reads } = withoutStdin(args)
  const [username, ...rest] = words
  if (!username || username.startsWith('-') || rest.length > 0) {
    console.error(USAGE)
    return 2
  }
  const db = await openReadyDatabase(configOrExit())
  try {
    const user = await findUser(db, username)
    if (!user) {
      complain(`There is no user "${username}".`)
      return 1
    }
    const password = await passwordForCommand(reads, user)
    if (password === undefined) return 1
    const passwordHash = await hashPassword(password)
    await transact(db, async (trx) => {
      await setPassword(trx, systemClock, user.id, passwordHash, { mustChange: true })
      const of = { userID: user.id, username: user.username }
      await recordEvent(COMMAND, trx, { kind: 'password_changed', user: of, by: null, from: null })
    })
    logCommand('password_changed', { of: user.username })
    say(`"${username}" is logged out everywhere and must log in with the new password and change it.`)
    if (!reads) say(`The password is: ${password}`)
    return 0
  } finally {
    await db.destroy()
  }
}

await runCommand(main)
