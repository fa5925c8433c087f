import { LABEL_KINDS, isOfDates } from '../../shared/structure/label-kinds.ts'
import type { Expression } from 'kysely'
import type { Slot } from '../../shared/structure/room-structure.api.ts'
import type { Actor } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { columnOf, jsonRows, numbered } from '../platform/db/engine.ts'
import { writableItems } from '../platform/db/access/core.ts'
import { AppError } from '../platform/http/app-error.ts'

const itsField = numbered<Slot>('field', columnOf('subcategory_labels.slot')).as('field')

const labelRows = (db: Database, subcategory: Expression<number> | number) =>
  db
    .selectFrom('subcategory_labels')
    .innerJoin('labels', 'labels.id', 'subcategory_labels.label_id')
    .where('subcategory_labels.subcategory_id', '=', subcategory)
    .orderBy('subcategory_labels.slot')

/** The labels of a subcategory as one JSON column, in slot order. */
export const labelsOf = (db: Database, subcategory: Expression<number> | number) =>
  jsonRows(db, labelRows(db, subcategory).select(['labels.id as propID', 'labels.name as label', itsField]))

/** Like `labelsOf`, with their kinds. */
export const kindedLabelsOf = (db: Database, subcategory: Expression<number> | number) =>
  jsonRows(
    db,
    labelRows(db, subcategory).select(['labels.id as propID', 'labels.name as label', itsField, 'labels.kind']),
  )

/** The kinds of labels that are more than text. */
export const kindsOf = (db: Database, subcategory: Expression<number> | number) =>
  jsonRows(db, labelRows(db, subcategory).where('labels.kind', '<>', 'text').select([itsField, 'labels.kind']))

/** All date labels. */
export const dateLabels = (db: Database) =>
  jsonRows(
    db,
    db
      .selectFrom('labels')
      .where('kind', 'in', LABEL_KINDS.filter(isOfDates))
      .select(['id as propID', 'name as label', 'kind']),
  )

export const itsSubcategory = columnOf<number>('items.subcategory_id')

/** An item's name for the trash, and its location. Throws `not_found`. */
export const nameItem = async (
  db: Database,
  actor: Actor,
  itemID: number,
): Promise<{ name: string; project: string; room: string; projectID: number; roomID: number }> => {
  const item = await writableItems(db, actor)
    .where('items.id', '=', itemID)
    .select(['items.title as name', 'projects.name as project', 'rooms.name as room'])
    .select(['projects.id as projectID', 'rooms.id as roomID'])
    .executeTakeFirst()
  if (!item) throw new AppError('not_found')
  return item
}
