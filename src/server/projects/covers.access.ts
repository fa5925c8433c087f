import { expressionBuilder } from 'kysely'
import { columnOf } from '../platform/db/engine.ts'
import type { Schema } from '../platform/db/schema.ts'

/**
 * The cover of a room or project in a statement that reads it: the chosen upload if it is still on an item in there.
 * Otherwise the material board is shown, so removing or restoring a cover does not change its room or project.
 */
const coverOf = (thing: 'rooms' | 'projects') =>
  expressionBuilder<Schema>()
    .selectFrom('item_files')
    .innerJoin('uploads as covers', 'covers.id', 'item_files.upload_id')
    .where('item_files.upload_id', '=', columnOf<number>(`${thing}.cover_upload_id`))
    .where('item_files.deleted_at', 'is', null)
    // A value for each file, not a join: PostgreSQL would read all items where many of them share a file.
    .where(columnOf<number>(`${thing}.id`), '=', (eb) =>
      eb
        .selectFrom('items as covered')
        .innerJoin('rooms as covered_rooms', 'covered_rooms.id', 'covered.room_id')
        .whereRef('covered.id', '=', 'item_files.item_id')
        .where('covered.deleted_at', 'is', null)
        .where('covered_rooms.deleted_at', 'is', null)
        .select(thing === 'rooms' ? 'covered.room_id' : 'covered.project_id'),
    )
    .orderBy('item_files.id')
    .limit(1)

/** The cover's remote name as a column; null if the board is shown. */
export const cover = (thing: 'rooms' | 'projects') => coverOf(thing).select('covers.remote').as('cover')

/** The cover's display name as a column. */
export const coverName = (thing: 'rooms' | 'projects') =>
  coverOf(thing).select('item_files.display_name').as('coverName')
