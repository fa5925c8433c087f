import { getRoomStructure, listCategories, listFields, listRoomTypes } from '../../shared/catalogue.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import * as catalogue from './catalogue.repo.ts'

export const catalogueRoutes = (serve: Serve, { db }: Services): void => {
  serve(listRoomTypes, async () => ({ rooms: await catalogue.listRoomTypes(db) }))
  serve(getRoomStructure, async ({ query }) => catalogue.getRoomStructure(db, query.roomType))
  serve(listCategories, async ({ query }) => ({ cats: await catalogue.listCategories(db, query.roomType) }))
  serve(listFields, async ({ query }) => catalogue.listFields(db, query.subCatID))
}
