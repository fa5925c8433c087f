import type { Expression } from 'kysely'
import { isOfDates, LABEL_KINDS } from '../../shared/structure/label-kinds.ts'
import type { Slot } from '../../shared/structure/room-structure.api.ts'
import type { Database } from '../platform/db/database.ts'
import { columnOf, jsonRows, numbered } from '../platform/db/engine.ts'

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
