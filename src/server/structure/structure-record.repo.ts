import { isoTime, type Clock } from '../platform/lib/clock.ts'
import type { Actor } from '../platform/db/actor.ts'
import { transact, type Database } from '../platform/db/database.ts'
import { takeAdvisoryLock } from '../platform/db/engine.ts'
import type { Step } from './structure-model.ts'

/** Who changes the structure: a signed-in user, or an operator who runs a command on the server. */
export type Editor = Actor | 'command line'

/** Serializes changes of the structure: what `work` reads stays valid until it commits. All or nothing. */
export const oneAtATime = <T>(db: Database, work: (trx: Database) => Promise<T>): Promise<T> =>
  transact(db, async (trx) => {
    await takeAdvisoryLock(trx, 'structure')
    return work(trx)
  })

export interface Change {
  kind: 'create' | 'rename' | 'delete' | 'add' | 'remove' | 'labels' | 'import' | 'undo' | 'redo'
  what: string
  before: string
  after: string
  steps: readonly Step[]
  /** For a change that undoes or redoes another: what that one did; `what` by default. */
  origin?: string
}

/** The data to undo a change, stored with it. */
export interface ChangeData {
  steps: Step[]
  origin: string
}

/** Must run in the transaction that makes the change. */
export const record = async (trx: Database, clock: Clock, editor: Editor, change: Change): Promise<void> => {
  const { kind, what, before, after, steps, origin = what } = change
  await trx
    .insertInto('structure_changes')
    .values({
      user_id: editor === 'command line' ? null : editor.userID,
      by_command: editor === 'command line' ? 1 : 0,
      at: isoTime(clock),
      kind,
      what,
      before,
      after,
      data: JSON.stringify({ steps, origin }),
      undone_at: null,
    })
    .execute()
}
