import type { FastifyBaseLogger } from 'fastify'
import { accountKeyOf, countPassword, forgiveTries } from '../auth/login.service.ts'
import { hashPassword, passwordMatches } from '../auth/passwords.ts'
import { setPassword } from '../auth/set-password.service.ts'
import type { CountedTry } from '../auth/throttle.repo.ts'
import { keepPassword } from '../auth/users.repo.ts'
import type { Actor } from '../db/actor.ts'
import { transact, type Database } from '../db/database.ts'
import { removeBytes } from '../files/remove-bytes.service.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../services.ts'
import * as account from './account.repo.ts'

/** A current password that was right when it was checked. */
interface Checked {
  passwordHash: string
  counted: CountedTry
}

const wrongPassword = () => new AppError('current_password_wrong', { fields: { currentPass: true } })

/** Counts as a failed login until it is `confirm`ed. Throws `current_password_wrong` or `too_many_tries`. */
const check = async (services: Services, actor: Actor, currentPass: string, address: string): Promise<Checked> => {
  const counted = await countPassword(services, accountKeyOf(actor.userID), address)
  const passwordHash = await account.findPasswordHash(services.db, actor)
  if (!(await passwordMatches(passwordHash, currentPass)) || passwordHash === undefined) throw wrongPassword()
  return { passwordHash, counted }
}

/** Until the transaction ends the password is still the one that was checked: of two changes at once the second fails. */
const confirm = async (trx: Database, actor: Actor, { passwordHash, counted }: Checked): Promise<void> => {
  if (!(await keepPassword(trx, actor.userID, passwordHash))) throw wrongPassword()
  await forgiveTries(trx, accountKeyOf(actor.userID), counted)
}

/** Every other session of the user ends. Throws `current_password_wrong` or `too_many_tries`. */
export const changePassword = async (
  services: Services,
  actor: Actor,
  { currentPass, newPass }: { currentPass: string; newPass: string },
  address: string,
): Promise<void> => {
  const { db, clock } = services
  const checked = await check(services, actor, currentPass, address)
  const passwordHash = await hashPassword(newPass)
  await transact(db, async (trx) => {
    await confirm(trx, actor, checked)
    await setPassword(trx, clock, actor.userID, passwordHash, actor.sessionID)
  })
}

/** Throws `current_password_wrong`, `last_admin` or `too_many_tries`. */
export const deleteAccount = async (
  services: Services,
  actor: Actor,
  currentPass: string,
  { ip, log }: { ip: string; log: FastifyBaseLogger },
): Promise<void> => {
  const { db } = services
  const checked = await check(services, actor, currentPass, ip)
  const blobIDs = await transact(db, async (trx) => {
    await confirm(trx, actor, checked)
    return account.deleteAccount(trx, actor)
  })
  if (!blobIDs) throw new AppError('last_admin')
  // The account is deleted, whatever comes of the bytes: the sweep tries again.
  await removeBytes(services, blobIDs).catch((error: unknown) => {
    log.error({ err: error }, 'removing the bytes of a deleted account failed')
  })
}
