import type { SharedProject } from '../../../shared/identity/account.api.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/lib/clock.ts'

/** What higher domains do when an account changes, in the same transaction (src/server/hooks.ts). */
export interface AccountHooks {
  /** Each locks what the token of an invitation is for. The returned function reserves that for the new account. */
  created: readonly ((
    trx: Database,
    clock: Clock,
    token: string,
  ) => Promise<((userID: number) => Promise<void>) | undefined>)[]
  emailChanged: readonly ((trx: Database, clock: Clock, userID: number) => Promise<void>)[]
  /** A mailed link was the first to confirm the address of an account, which a stranger may have made. */
  firstConfirmed: readonly ((trx: Database, userID: number) => Promise<void>)[]
  /** Each deletes what the account owns. */
  deleted: readonly ((trx: Database, clock: Clock, actor: Actor) => Promise<Left>)[]
  /** By all files of an account. */
  bytesStored: (db: Database, actor: Actor) => Promise<number>
}

/** The blobs of deleted files, or projects that keep the account from being deleted. */
export type Left = { blobIDs: number[] } | { sharedProjects: SharedProject[] }
