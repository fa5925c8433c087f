import {
  search as searchEndpoint,
  usedInRooms as usedInRoomsEndpoint,
  whereUsed as whereUsedEndpoint,
} from '../../shared/search/search.api.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Services } from '../services.ts'
import { search, usedInRooms, whereUsed } from './search.service.ts'

export const searchRoutes = (serve: Serve, { db }: Services): void => {
  serve(searchEndpoint, async ({ actor, query }) => search(db, actor, query))

  serve(usedInRoomsEndpoint, async ({ actor, query }) => ({ items: await usedInRooms(db, actor, query.roomID) }))

  serve(whereUsedEndpoint, async ({ actor, query }) => ({ values: await whereUsed(db, actor, query.itemID) }))
}
