import { isSameEmail } from '../../../shared/identity/account.api.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { refuseGuessable } from '../passwords/guessable.ts'
import { countPassword, forgiveTries, logFailedTry } from '../sessions/login-attempts.service.ts'
import { dropPasswordResets } from '../passwords/password-resets.repo.ts'
import { hashPassword, passwordMatches } from '../passwords/passwords.ts'
import { recordEvent } from '../security-events/security-events.service.ts'
import { endSessionsOf } from '../sessions/sessions.repo.ts'
import { setPassword } from '../passwords/set-password.service.ts'
import { countTry, refundTry, type CountedTry } from '../../platform/http/throttle.repo.ts'
import { passwordIsStill } from './users.repo.ts'
import { DAY, HOUR } from '../../platform/lib/clock.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact, type Database } from '../../platform/db/database.ts'
import { removeBytes } from '../../platform/storage/remove-bytes.service.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { logSecurity, type From } from '../../platform/http/security/security-log.ts'
import { listProviders } from '../openid-connect/provider-accounts.repo.ts'
import { forgetConfirmed, noteConfirmed } from './mailboxes.repo.ts'
import type { AppServices, Services } from '../../services.ts'
import * as account from './account.repo.ts'
import { askToConfirm } from './confirm-mail.service.ts'
import { emailChangedMailJob } from './email-changed-mail.service.ts'
import * as sessions from '../sessions/my-sessions.repo.ts'

/** A current password that was right when it was checked. */
interface Checked {
  passwordHash: string
  counted: Awaited<ReturnType<typeof countPassword>>
}

const missingPassword = () => new AppError('invalid_input', { fields: { currentPass: SENTENCES.required } })
const wrongPassword = () => new AppError('current_password_wrong', { fields: { currentPass: true } })

/** Counts as a failed login until it is confirmed. Throws `current_password_wrong` or `too_many_tries`. */
export const checkPassword = (services: Services, actor: Actor, currentPass: string, from: From): Promise<Checked> => {
  const compare = async () => {
    const counted = await countPassword(services, actor, from.ip)
    const passwordHash = await account.findPasswordHash(services.db, actor)
    if (!(await passwordMatches(passwordHash, currentPass)) || passwordHash === undefined) throw wrongPassword()
    return { passwordHash, counted }
  }
  return compare().catch(logFailedTry(services, from, actor))
}

/** Until the transaction ends the password is still the one that was checked: of two changes at once the second fails. */
export const confirmPassword = async (
  trx: Database,
  actor: Actor,
  { passwordHash, counted }: Checked,
): Promise<void> => {
  if (!(await passwordIsStill(trx, actor.userID, passwordHash))) throw wrongPassword()
  await forgiveTries(trx, actor.userID, counted)
}

/** An address that is taken tells who has an account: so many an hour are enough for typing errors. */
const TAKEN_PER_HOUR = 10

/** Each mails two mailboxes. */
const CHANGES = { kind: 'email-change', limit: 5, windowMs: DAY } as const

/** Counts a question for another address, which is taken back unless the address turns out to be taken. Throws `too_many_tries`. */
const countAsked = ({ db, clock }: Services, { userID }: Actor): Promise<CountedTry> =>
  countTry(db, clock, [{ kind: 'email-taken', key: String(userID), limit: TAKEN_PER_HOUR, windowMs: HOUR }])

interface AccountChange {
  inputs: account.AccountInputs
  currentPass: string | undefined
}

/** What follows from another address, in the transaction that changes it. */
const noteMove = async (
  services: AppServices,
  trx: Database,
  actor: Actor,
  { email: before, isConfirmed, greeting }: Awaited<ReturnType<typeof account.takeReader>>,
  from: From,
): Promise<void> => {
  const { clock, mail, jobs, hooks } = services
  await countTry(trx, clock, [{ ...CHANGES, key: String(actor.userID) }])
  await dropPasswordResets(trx, actor.userID)
  await forgetConfirmed(trx, actor.userID)
  for (const onChange of hooks.account.emailChanged) await onChange(trx, clock, actor.userID)
  await recordEvent(services, trx, { kind: 'email_changed', user: actor, by: actor, from })
  const told = { username: actor.username, greeting, before }
  if (mail && isConfirmed) await jobs.addWithin(trx, emailChangedMailJob, told)
}

/** Gives the account the address that its provider has verified. Throws `not_found`, `email_taken` or `too_many_tries`. */
export const takeProviderEmail = async (
  services: AppServices,
  actor: Actor,
  issuer: string,
  from: From,
): Promise<string> => {
  const { db, clock, jobs } = services
  const asked = await countAsked(services, actor)
  const change = transact(db, async (trx) => {
    const reader = await account.takeReader(trx, actor)
    const { email = null } = (await listProviders(trx, actor)).find((each) => each.issuer === issuer) ?? {}
    if (email === null || isSameEmail(reader.email, email)) throw new AppError('not_found')
    await account.updateEmail(trx, clock, actor, email)
    await noteMove(services, trx, actor, reader, from)
    await noteConfirmed(trx, clock, actor.userID)
    return email
  })
  const email = await change.catch(async (error: unknown) => {
    if (!(error instanceof AppError && error.code === 'email_taken')) await refundTry(db, asked)
    throw error
  })
  await refundTry(db, asked)
  logSecurity(from, 'email_changed', actor.username)
  jobs.wake()
  return email
}

/**
 * Who gets the mails of an account can take it over by a link. So another e-mail address asks for the password, ends the
 * links that were mailed already, those of reminders too, and notifies the old one. Throws `email_taken`,
 * `current_password_wrong` or
 * `too_many_tries`, and `invalid_input` for a password that is missing.
 */
export const updateAccount = async (
  services: AppServices,
  actor: Actor,
  { inputs, currentPass }: AccountChange,
  from: From,
): Promise<void> => {
  const { db, clock, mail, jobs } = services
  const isMove = !isSameEmail(await account.getEmail(db, actor), inputs.email)
  if (isMove && currentPass === undefined) throw missingPassword()
  const checked =
    isMove && currentPass !== undefined ? await checkPassword(services, actor, currentPass, from) : undefined
  const asked = isMove ? await countAsked(services, actor) : undefined

  const change = transact(db, async (trx) => {
    if (checked) await confirmPassword(trx, actor, checked)
    const reader = await account.takeReader(trx, actor)
    const before = reader.email
    const moves = !isSameEmail(before, inputs.email)
    // It has changed, so what looked the same is a change.
    if (moves && !checked) throw missingPassword()
    await account.updateAccount(trx, clock, actor, inputs)
    if (moves) {
      await noteMove(services, trx, actor, reader, from)
      if (mail) await askToConfirm(jobs, trx, actor.userID)
    }
    return moves ? before : undefined
  })
  const before = await change.catch(async (error: unknown) => {
    // The password was right all the same.
    const isTaken = error instanceof AppError && error.code === 'email_taken'
    if (checked && isTaken) await forgiveTries(db, actor.userID, checked.counted)
    if (asked && !isTaken) await refundTry(db, asked)
    throw error
  })
  if (asked) await refundTry(db, asked)
  if (before === undefined) return
  logSecurity(from, 'email_changed', actor.username)
  jobs.wake()
}

/**
 * Otherwise anyone at an unlocked screen could log its user out everywhere. Throws `not_found`,
 * `current_password_wrong` or `too_many_tries`, and `invalid_input` for a password that is missing.
 */
export const endSession = async (
  services: Services,
  actor: Actor,
  { sessionID, currentPass }: { sessionID: number; currentPass?: string | undefined },
  from: From,
): Promise<void> => {
  const { db, clock } = services
  if (sessionID === actor.sessionID) return sessions.endMySession(db, clock, actor, sessionID)
  await sessions.requireMySession(db, clock, actor, sessionID)
  if (currentPass === undefined) throw missingPassword()
  const checked = await checkPassword(services, actor, currentPass, from)
  await transact(db, async (trx) => {
    await confirmPassword(trx, actor, checked)
    await sessions.endMySession(trx, clock, actor, sessionID)
    await recordEvent(services, trx, { kind: 'sessions_ended', user: actor, by: actor, from })
  })
}

export const endSessionsByAdmin = async (
  services: Services,
  user: { userID: number; username: string },
  by: Actor,
  from: From,
): Promise<void> =>
  transact(services.db, async (trx) => {
    await endSessionsOf(trx, user.userID)
    await recordEvent(services, trx, { kind: 'sessions_ended', user, by, from })
  })

/**
 * Every other session of the user ends. Answers the new hash. Throws `current_password_wrong` or `too_many_tries`, and
 * `invalid_input` for a new one that the first guesses would find.
 */
export const changePassword = async (
  services: Services,
  actor: Actor,
  { currentPass, newPass }: { currentPass: string; newPass: string },
  from: From,
): Promise<void> => {
  const { db, clock } = services
  if (actor.mustChangePassword && newPass === currentPass) {
    throw new AppError('invalid_input', { fields: { newPass: SENTENCES.passwordSame } })
  }
  await refuseGuessable('newPass', newPass, await account.getAccount(db, actor))
  const checked = await checkPassword(services, actor, currentPass, from)
  const passwordHash = await hashPassword(newPass)
  await transact(db, async (trx) => {
    await confirmPassword(trx, actor, checked)
    await setPassword(trx, clock, actor.userID, passwordHash, { keptSessionID: actor.sessionID })
    await recordEvent(services, trx, { kind: 'password_changed', user: actor, by: actor, from })
  })
  services.jobs.wake()
  logSecurity(from, 'password_changed', actor.username, { by: 'user' })
}

const NAMED = 5

/** '"Birch Lane", "Maple Street" and 3 more'. */
const inWords = (names: readonly string[]): string => {
  const quoted = names.slice(0, NAMED).map((name) => `"${name}"`)
  const last = names.length > NAMED ? `${names.length - NAMED} more` : quoted.pop()
  return quoted.length === 0 ? (last ?? '') : `${quoted.join(', ')} and ${last}`
}

/** Throws `current_password_wrong`, `last_admin`, `projects_have_members` or `too_many_tries`. */
export const deleteAccount = async (
  services: AppServices,
  actor: Actor,
  currentPass: string,
  from: From,
): Promise<void> => {
  const { db, clock, hooks } = services
  const checked = await checkPassword(services, actor, currentPass, from)
  const deletion = await transact(db, async (trx) => {
    await confirmPassword(trx, actor, checked)
    const deleted = await account.deleteAccount(trx, clock, actor, hooks.account.deleted)
    const record = {
      kind: 'account_deleted',
      user: { userID: null, username: actor.username },
      by: actor,
      from,
    } as const
    if (typeof deleted === 'object' && 'blobIDs' in deleted) await recordEvent(services, trx, record)
    return deleted
  })
  if (deletion === 'last Admin') throw new AppError('last_admin')
  if ('sharedProjects' in deletion) {
    const projects = deletion.sharedProjects
    throw new AppError('projects_have_members', {
      values: { names: inWords(projects.map(({ name }) => name)) },
      body: { projects },
    })
  }
  // The account is deleted even if removing bytes fails: the sweep retries.
  await removeBytes(services, deletion.blobIDs).catch((error: unknown) => {
    from.log.error({ err: error }, 'removing the bytes of a deleted account failed')
  })
}
