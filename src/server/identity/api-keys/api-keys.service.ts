import type { BodyOf, ResponseOf } from '../../../shared/contract/endpoint.ts'
import type { createKey } from '../../../shared/identity/api-keys.api.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { logSecurity, type From } from '../../platform/http/security/security-log.ts'
import type { Services } from '../../services.ts'
import { checkPassword, confirmPassword } from '../account/account.service.ts'
import { deleteKey, insertKey } from './api-keys.repo.ts'
import { recordEvent } from '../security-events/security-events.service.ts'
import { newApiKey } from './key-format.ts'

/**
 * Throws `invalid_input` for an end in the past, `current_password_wrong`, `too_many_tries`, `too_many_keys`, and
 * `not_found` for a project.
 */
export const addKey = async (
  services: Services,
  actor: Actor,
  { currentPass, name, writes, projectIDs = null, endsAt = null }: BodyOf<typeof createKey>,
  from: From,
): Promise<ResponseOf<typeof createKey>> => {
  const { db, clock } = services
  if (endsAt !== null && new Date(endsAt) <= clock.now())
    throw new AppError('invalid_input', { fields: { endsAt: 'Choose a day that is still to come.' } })
  const checked = await checkPassword(services, actor, currentPass, from)
  const key = newApiKey()
  const made = await transact(db, async (trx) => {
    await confirmPassword(trx, actor, checked)
    await recordEvent(services, trx, { kind: 'api_key_added', user: actor, by: actor, detail: name, from })
    return insertKey(trx, clock, actor, { key, name, writes, projectIDs, endsAt })
  })
  services.jobs.wake()
  logSecurity(from, 'api_key_changed', actor.username, { keyID: made.keyID, name, added: true })
  return { ...made, key }
}

/** Throws `not_found` if it is another user's or absent. */
export const dropKey = async (services: Services, actor: Actor, keyID: number, from: From): Promise<void> => {
  const name = await transact(services.db, async (trx) => {
    const detail = await deleteKey(trx, actor, keyID)
    await recordEvent(services, trx, { kind: 'api_key_removed', user: actor, by: actor, detail, from })
    return detail
  })
  services.jobs.wake()
  logSecurity(from, 'api_key_changed', actor.username, { keyID, name, added: false })
}
