import { sql, type Expression } from 'kysely'
import { readableProjects } from '../platform/db/access/core.ts'
import { unscoped } from '../platform/db/access/unscoped.ts'
import type { Reader } from '../platform/db/actor.ts'
import type { Database } from '../platform/db/database.ts'
import { columnOf, contains, numbered, timeText } from '../platform/db/engine.ts'

/** How many of an item's latest events are searched, which bounds the cost of opening an item. */
const LOOKED_THROUGH_OF_ITEM = 200

const TELLING_CHANGES = 8

/**
 * The latest changes of an item's title values. The outer statement checks that the reader may read the item, and has
 * its subcategory.
 */
export const changesOfTitle = (db: Database, reader: Reader, itemID: number | Expression<number>) =>
  unscoped(db)
    .selectFrom(
      unscoped(db)
        .selectFrom('events')
        .where('events.item_id', '=', itemID)
        .orderBy('events.id', 'desc')
        .limit(sql.lit(LOOKED_THROUGH_OF_ITEM))
        .select(['events.id', 'events.project_id', 'events.kind', 'events.before'])
        .select((eb) => timeText(db, eb.ref('events.at')).as('at'))
        .as('latest'),
    )
    .where('latest.kind', '=', sql.lit('item changed'))
    // The room may have come from another project that the reader may not read.
    .where((eb) =>
      eb.or([
        eb('latest.project_id', '=', columnOf<number>('items.project_id')),
        eb.exists(
          readableProjects(db, reader)
            .where('projects.id', '=', columnOf<number>('latest.project_id'))
            .select('projects.id'),
        ),
      ]),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('subcategory_labels')
          .where('subcategory_labels.subcategory_id', '=', columnOf<number>('items.subcategory_id'))
          .where((e) => contains(db, columnOf('subcategories.telling'), numbered('"field', e.ref('slot'))))
          .where((e) => contains(db, columnOf('latest.before'), numbered('"propID":', e.ref('label_id'))))
          .select('label_id'),
      ),
    )
    .orderBy('latest.id', 'desc')
    .limit(sql.lit(TELLING_CHANGES))
    .select(['latest.before', 'latest.at'])
