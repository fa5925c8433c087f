import {
  getRoomStructure,
  listCategories,
  listFields,
  listRoomTypes,
} from '../../shared/structure/room-structure.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import * as structure from './room-structure.repo.ts'

export const roomStructureRoutes = (serve: Serve, { db }: Services): void => {
  serve(listRoomTypes, async () => ({ rooms: await structure.listRoomTypes(db) }))
  serve(getRoomStructure, async ({ query }) => structure.getRoomStructure(db, query.roomType))
  serve(listCategories, async ({ query }) => ({ cats: await structure.listCategories(db, query.roomType) }))
  serve(listFields, async ({ query }) => structure.listFields(db, query.subCatID))
}
