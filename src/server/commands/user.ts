import * as z from 'zod/mini'
import { ROLE_NAMES, type Role } from '../../shared/contract/roles.ts'
import { emailAddress, username } from '../../shared/contract/text.ts'
import { hashPassword } from '../identity/passwords/passwords.ts'
import { removeSecondFactor } from '../identity/second-factor/second-factor.repo.ts'
import { COMMAND, recordEvent, recordLock } from '../identity/security-events/security-events.service.ts'
import { setLock } from '../identity/people/set-lock.service.ts'
import { findUser } from '../identity/account/users.repo.ts'
import { createUser } from '../identity/account/create-user.repo.ts'
import { systemClock } from '../platform/lib/clock.ts'
import { passwordForCommand, withoutStdin } from './command-password.ts'
import type { Config } from '../config.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import { countIssuers, moveLinks } from '../identity/openid-connect/provider-accounts.repo.ts'
import { listPeople } from '../identity/people/people.repo.ts'
import { configOrExit, runCommand } from './operator-errors.ts'
import { logCommand } from '../platform/http/security/security-log.ts'
import { openReadyDatabase } from '../ready-database.ts'
import { complain, say } from './terminal.ts'

const USAGE = `Usage: npm run user -- create USERNAME EMAIL [--stdin]
       npm run user -- lock|unlock USERNAME
       npm run user -- second-factor remove USERNAME
       npm run user -- list [SEARCH]
       npm run user -- move-provider OLD_ISSUER NEW_ISSUER [--by-email]
  create generates a password and prints it; with --stdin it reads the password instead.
  move-provider moves logins at an OpenID provider to another address; with --by-email it finds users by their address.`

/** Without the personal data of a registration: My Account requires it with the first change. */
const create = async (db: Database, config: Config, name: string, email: string, reads: boolean): Promise<number> => {
  const parsed = z.object({ name: username, email: emailAddress }).safeParse({ name, email })
  if (!parsed.success) {
    complain(`This account cannot be created: ${parsed.error.issues[0]?.message}`)
    return 1
  }
  const password = await passwordForCommand(reads, { username: parsed.data.name, email: parsed.data.email })
  if (password === undefined) return 1
  const unsaid = { phone: '', first: '', last: '', address: '', city: '', state: '', zip: '' }
  const registration = { user: parsed.data.name, pwd: password, inputs: { email: parsed.data.email, ...unsaid } }
  try {
    const options = { firstIsAdmin: config.firstUserIsAdmin, mustChangePassword: true }
    await createUser(db, systemClock, registration, await hashPassword(password), options)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    complain(`This account cannot be created: ${error.message}`)
    return 1
  }
  say(`"${name}" can log in now and must then set a new password.`)
  if (!reads) say(`The password is: ${password}`)
  return 0
}

const lock = async (db: Database, name: string, locked: boolean): Promise<number> => {
  const outcome = await setLock(db, systemClock, name, locked, recordLock(COMMAND, { locked, by: null, from: null }))
  if (outcome === 'no such user') {
    complain(`There is no user "${name}".`)
    return 1
  }
  if (outcome === 'last Admin') {
    complain(`"${name}" is the last Admin and is not locked. Give the role to someone else first.`)
    return 1
  }
  if (outcome === 'changed') logCommand('lock_changed', { of: name, locked })
  const is = outcome === 'changed' ? 'is now' : 'is already'
  say(`"${name}" ${is} ${locked ? 'locked' : 'unlocked'}.`)
  return 0
}

const removeFactor = async (db: Database, name: string): Promise<number> => {
  const user = await findUser(db, name)
  if (!user) {
    complain(`There is no user "${name}".`)
    return 1
  }
  const had = await transact(db, async (trx) => {
    const removed = await removeSecondFactor(trx, user.id)
    const of = { userID: user.id, username: user.username }
    if (removed) await recordEvent(COMMAND, trx, { kind: 'factor_off', user: of, by: null, from: null })
    return removed
  })
  if (had) logCommand('factor_changed', { of: user.username, on: false })
  say(`"${name}" ${had ? 'now logs in without a second factor' : 'has no second factor'}.`)
  return 0
}

/** One line per account: username, email address, roles, and whether it is locked. */
const list = async (db: Database, search: string): Promise<number> => {
  for (let after = '', more = true; more;) {
    const page = await listPeople(db, systemClock, { search, after })
    for (const { username: name, email, roles, locked } of page.users) {
      const roleNames = roles.map((role) => ROLE_NAMES[role as Role]).join(', ')
      say([name, email, roleNames || 'no role', ...(locked ? ['locked'] : [])].join('  '))
    }
    after = page.users.at(-1)?.username ?? after
    more = page.more
  }
  return 0
}

const moveProvider = async (db: Database, from: string, to: string, byEmail: boolean): Promise<number> => {
  const moved = await moveLinks(db, systemClock, { from, to, byEmail })
  if (moved.length === 0) {
    const there = (await countIssuers(db)).map(({ issuer, many }) => `\n  ${issuer} (${many})`)
    complain(`Nobody logs in at ${from}.${there.length === 0 ? '' : ` Users log in at:${there.join('')}`}`)
    return 1
  }
  for (const user of moved)
    await recordEvent(COMMAND, db, { kind: 'provider_linked', user, by: null, detail: to, from: null })
  logCommand('provider_linked', { issuer: to, accounts: moved.length })
  const how = byEmail ? ', with the same verified email address' : ''
  say(`${moved.length} accounts now log in at ${to}${how}.`)
  return 0
}

/** Manages accounts; the server may be running. Exits with 2 for a wrong usage, 1 for a failure. */
const main = async (args: readonly string[]): Promise<number> => {
  const { words, reads } = withoutStdin(args)
  const [action, name, email, ...rest] = words
  const isCreate = action === 'create' && name && email && rest.length === 0
  const isLock = (action === 'lock' || action === 'unlock') && name && words.length === 2 && !reads
  const isFactor = action === 'second-factor' && name === 'remove' && email && rest.length === 0 && !reads
  const isMove = action === 'move-provider' && email && !reads && ['', '--by-email'].includes(rest.join(' '))
  const isList = action === 'list' && words.length <= 2 && !reads
  if (!isCreate && !isLock && !isFactor && !isMove && !isList) {
    console.error(USAGE)
    return 2
  }
  const config = configOrExit()
  const db = await openReadyDatabase(config)
  try {
    if (isCreate) return await create(db, config, name, email, reads)
    if (isLock) return await lock(db, name, action === 'lock')
    if (isFactor) return await removeFactor(db, email)
    if (isMove) return await moveProvider(db, name ?? '', email, rest.length > 0)
    return await list(db, name ?? '')
  } finally {
    await db.destroy()
  }
}

await runCommand(main)
