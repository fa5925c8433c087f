import { SLOTS } from '../../../shared/structure/room-structure.api.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Actor } from '../../platform/db/actor.ts'
import { atOneMoment, type Database } from '../../platform/db/database.ts'
import { jsonRows, nullsLast, withoutIndex } from '../../platform/db/engine.ts'
import { readableItems, readableProjectsOrTemplates, readableRooms } from '../../platform/db/access/core.ts'

/** What a spreadsheet is of: a project, one of its rooms, or what there is of a category in either. */
interface SheetPlace {
  projectID: number
  roomID?: number | undefined
  catID?: number | undefined
}

/**
 * The items of a place and the labels of all subcategories, as of one moment, in the same number of statements however
 * many there are. Throws `not_found` for the project, a room that is not in it, or a category that is not there.
 */
export const readSheetItems = (db: Database, actor: Actor, { projectID, roomID, catID }: SheetPlace) =>
  atOneMoment(db, async (trx) => {
    const project = await readableProjectsOrTemplates(trx, actor)
      .where('projects.id', '=', projectID)
      .select('projects.name')
      .executeTakeFirst()
    const room =
      roomID === undefined
        ? undefined
        : await readableRooms(trx, actor)
            .where('rooms.id', '=', roomID)
            .where('rooms.project_id', '=', projectID)
            .select('rooms.name')
            .executeTakeFirst()
    const category =
      catID === undefined
        ? undefined
        : await trx.selectFrom('categories').where('id', '=', catID).select('name').executeTakeFirst()
    if (!project || (roomID !== undefined && !room) || (catID !== undefined && !category))
      throw new AppError('not_found')

    const items = await readableItems(trx, actor)
      .where('rooms.project_id', '=', projectID)
      .$if(roomID !== undefined, (query) => query.where('items.room_id', '=', roomID ?? 0))
      .$if(catID !== undefined, (query) => query.where(withoutIndex<number>('items.category_id'), '=', catID ?? 0))
      .innerJoin('categories', 'categories.id', 'items.category_id')
      .innerJoin('subcategories', 'subcategories.id', 'items.subcategory_id')
      .select(['rooms.name as room', 'rooms.position', 'categories.name as category'])
      .select(['items.id as itemID', 'items.room_id as roomID', 'items.category_id as catID'])
      .select([
        'items.subcategory_id as subcatID',
        'subcategories.name as subcategory',
        'items.updated_at as updatedAt',
      ])
      .select(SLOTS.map((slot) => `items.${slot}` as const))
      .select('items.notes')
      .select((eb) =>
        jsonRows(
          trx,
          eb
            .selectFrom('item_files')
            .whereRef('item_files.item_id', '=', 'items.id')
            .where('item_files.deleted_at', 'is', null)
            .orderBy('item_files.position')
            .orderBy('item_files.id')
            .select('item_files.display_name as name'),
        ).as('files'),
      )
      .orderBy('items.position', nullsLast)
      .orderBy('items.id')
      .execute()
    const labels = await trx
      .selectFrom('subcategory_labels')
      .innerJoin('labels', 'labels.id', 'subcategory_labels.label_id')
      .select(['subcategory_labels.subcategory_id as subcatID', 'subcategory_labels.slot', 'labels.name as label'])
      .orderBy('subcategory_labels.slot')
      .execute()
    return {
      name: [project.name, room?.name, category?.name].filter((name) => name !== undefined).join(', '),
      items,
      labels,
    }
  })

export type SheetRows = Awaited<ReturnType<typeof readSheetItems>>
export type SheetItem = SheetRows['items'][number]
