import { ROLE_NAMES, type Role } from '../../../shared/contract/roles.ts'
import type { SecurityEventKind } from '../../../shared/identity/security-events.ts'
import type { Database } from '../../platform/db/database.ts'
import type { From } from '../../platform/http/security/security-log.ts'
import { HOUR, isoTime, systemClock } from '../../platform/lib/clock.ts'
import type { Services } from '../../services.ts'
import { isMailed, securityMailJob, type MailedKind } from './security-mail.service.ts'
import { insertSecurityEvent, latestLogins } from './security-events.repo.ts'
import { deviceOf } from '../sessions/device-of.ts'
import { countTry, networkOf } from '../../platform/http/throttle.repo.ts'
import { askToConfirm } from '../account/confirm-mail.service.ts'
import { findReader } from '../account/users.repo.ts'

type Recording = Pick<Services, 'clock'> & Partial<Pick<Services, 'mail' | 'jobs'>>

/** Commands have no queue, so they mail nobody. */
export const COMMAND: Recording = { clock: systemClock }

/** Without an id once the account is deleted. */
interface Someone {
  userID: number | null
  username: string
}

interface NewEvent {
  kind: SecurityEventKind
  /** Whose account it concerns; null for the installation, or for a name that no account has. */
  user: Someone | null
  /** Null for a command, the OpenID provider, or someone not logged in. */
  by: Pick<Someone, 'username'> | null
  /** Such as a role; never a secret. */
  detail?: string
  /** Null for a command. */
  from: Pick<From, 'ip' | 'headers'> | null
}

const mailWithin = async (
  { mail, jobs, clock }: Recording,
  trx: Database,
  { userID, username }: Someone,
  what: { kind: MailedKind; address: string | null; device: string },
): Promise<void> => {
  if (!mail || userID === null) return
  const reader = await findReader(trx, userID)
  if (!reader) return jobs && askToConfirm(jobs, trx, userID)
  const { email: to, greeting } = reader
  await jobs?.addWithin(trx, securityMailJob, { ...what, username, greeting, to, at: isoTime(clock) })
}

/** What asks for no password, so that its users could fill the audit log. */
const MADE_AT_WILL: readonly SecurityEventKind[] = ['link_created', 'webhook_created', 'data_exported']
/** Enough for the QR codes of all rooms. */
export const PER_USER = { kind: 'audit-account', limit: 1000, windowMs: HOUR } as const

/** In the transaction of what it records. Throws `too_many_tries`. Queues the mail that goes with it; call `jobs.wake` afterwards. */
export const recordEvent = async (
  needed: Recording,
  trx: Database,
  { kind, user, by, detail = '', from }: NewEvent,
): Promise<void> => {
  const { userAgent: device, address } = from ? deviceOf(from) : { userAgent: '', address: null }
  if (user?.userID && MADE_AT_WILL.includes(kind))
    await countTry(trx, needed.clock, [{ ...PER_USER, key: String(user.userID) }])
  const author = by?.username ?? null
  await insertSecurityEvent(trx, needed.clock, {
    ...{ kind, userID: user?.userID ?? null, account: user?.username ?? null, author, detail, address, device },
  })
  if (user && isMailed(kind)) await mailWithin(needed, trx, user, { kind, address, device })
}

/**
 * Mails the user if the browser is unknown: it has no cookie of an earlier login, and nobody logged in with this
 * program from this network. The first login is never mailed.
 */
export const recordLogin = async (
  needed: Recording,
  trx: Database,
  {
    user,
    how,
    isKnown,
    from,
  }: { user: Someone & { userID: number }; how: string; isKnown: boolean; from: Pick<From, 'ip' | 'headers'> },
): Promise<void> => {
  const { userAgent: device, address } = deviceOf(from)
  const earlier = isKnown ? [] : await latestLogins(trx, user.userID)
  const network = networkOf(address)
  const isNew =
    earlier.length > 0 &&
    !earlier.some((login) => login.device === device && login.address !== null && networkOf(login.address) === network)
  await recordEvent(needed, trx, { kind: 'logged_in', user, by: user, detail: how, from })
  if (isNew) await mailWithin(needed, trx, user, { kind: 'new_device', address, device })
}

/** For `setRole`. */
export const recordRole =
  (needed: Recording, { role, held, ...event }: { role: Role; held: boolean } & Pick<NewEvent, 'by' | 'from'>) =>
  (trx: Database, user: Someone): Promise<void> =>
    recordEvent(needed, trx, {
      ...{ ...event, user, kind: held ? 'role_granted' : 'role_revoked', detail: ROLE_NAMES[role] },
    })

/** For `setLock`. */
export const recordLock =
  (needed: Recording, { locked, ...event }: { locked: boolean } & Pick<NewEvent, 'by' | 'from'>) =>
  (trx: Database, user: Someone): Promise<void> =>
    recordEvent(needed, trx, { ...event, user, kind: locked ? 'account_locked' : 'account_unlocked' })
