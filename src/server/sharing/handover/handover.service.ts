import { getAccount } from '../../identity/account/account.repo.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { removeBytes } from '../../platform/storage/remove-bytes.service.ts'
import type { From } from '../../platform/http/security/security-log.ts'
import { onceByToken } from '../members/invitation-limits.ts'
import type { Services } from '../../services.ts'
import { handedOverMailJob, offerDeclinedMailJob } from './handover-mail.service.ts'
import { fullName } from '../../identity/account/full-name.ts'
import * as offers from './open-offers.repo.ts'

/** Makes the actor the owner and notifies the former one. Throws the errors of `offers.accept`. */
export const accept = async (
  services: Services,
  actor: Actor,
  body: { token: string; name?: string | undefined },
  from: From,
): Promise<{ projectID: number; name: string }> => {
  const { clock, config, mail, jobs } = services
  let blobIDs: readonly number[] = []
  const { projectID, name } = await onceByToken(services, actor, body.token, async (trx) => {
    const { blobIDs: left, ...done } = await offers.accept(trx, clock, actor, body, config)
    blobIDs = left
    if (mail) {
      const { formerID, stays } = done
      const { username, firstName, lastName } = await getAccount(trx, actor)
      const by = fullName({ username, first_name: firstName, last_name: lastName })
      const told = { formerID, projectID: done.projectID, project: done.name, by, stays }
      await jobs.addWithin(trx, handedOverMailJob, told)
    }
    return { projectID: done.projectID, name: done.name }
  })
  if (mail) jobs.wake()
  // The handover is done even if removing bytes fails: the sweep retries.
  await removeBytes(services, blobIDs).catch((error: unknown) => {
    from.log.error({ err: error }, 'removing the bytes of files that were not handed over failed')
  })
  return { projectID, name }
}

/** Declines and notifies the owner. Throws the errors of `offers.decline`. */
export const decline = async (services: Services, actor: Actor, token: string): Promise<string> => {
  const { db, clock, mail, jobs } = services
  const { name } = await transact(db, async (trx) => {
    const { ownerID, ...declined } = await offers.decline(trx, clock, actor, token)
    if (mail) await jobs.addWithin(trx, offerDeclinedMailJob, { ownerID, ...declined })
    return declined
  })
  if (mail) jobs.wake()
  return name
}
