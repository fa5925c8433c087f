import { type LabelKind, TRAITS_OF } from '../../shared/structure/label-kinds.ts'
import type { Clock } from '../platform/lib/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/http/app-error.ts'
import { putKinds } from './label-slots.repo.ts'
import type { KindStep } from './structure-model.ts'
import { oneAtATime, record, type Editor } from './structure-record.repo.ts'

export interface AskedKind {
  propID: number
  kind: LabelKind
  /** The kind as the editor saw it. */
  was?: LabelKind | undefined
}

/** The kinds of a subcategory's labels, in slot order. */
export const kindsIn = async (db: Database, subcatID: number): Promise<{ propID: number; kind: LabelKind }[]> =>
  db
    .selectFrom('subcategory_labels')
    .innerJoin('labels', 'labels.id', 'subcategory_labels.label_id')
    .where('subcategory_labels.subcategory_id', '=', subcatID)
    .orderBy('subcategory_labels.slot')
    .select(['labels.id as propID', 'labels.kind'])
    .execute()

/**
 * Returns what it did, as a sentence. Throws `not_found` for a label, or `structure_changed` with the kinds in
 * `current`.
 */
export const setKinds = (db: Database, clock: Clock, editor: Editor, asked: readonly AskedKind[]): Promise<string> =>
  oneAtATime(db, async (trx) => {
    const ids = asked.map(({ propID }) => propID)
    const rows = await trx.selectFrom('labels').where('id', 'in', ids).select(['id', 'name', 'kind']).execute()
    const labels = new Map(rows.map((row) => [row.id, row]))
    const steps = asked.map(({ propID, kind, was }): KindStep => {
      const label = labels.get(propID)
      if (!label) throw new AppError('not_found')
      if (was !== undefined && was !== label.kind) {
        const current = rows.map((row) => ({ propID: row.id, kind: row.kind }))
        throw new AppError('structure_changed', { body: { current } })
      }
      const { id, name } = label
      return { do: 'rename', table: 'labels', id, from: name, to: name, kind: { from: label.kind, to: kind } }
    })
    const changed = steps.filter(({ kind }) => kind.from !== kind.to)
    const [only, ...others] = changed
    if (!only) return 'Changed no field types'
    const what =
      others.length === 0 ? `Changed the type of "${only.from}"` : `Changed the types of ${changed.length} labels`
    await putKinds(trx, changed)
    const inWords = (side: 'from' | 'to') =>
      changed.map(({ from, kind }) => `${from}: ${TRAITS_OF[kind[side]].name}`).join('; ')
    await record(trx, clock, editor, {
      kind: 'labels',
      what,
      before: inWords('from'),
      after: inWords('to'),
      steps: changed,
    })
    return what
  })
