import { search, type Found, type HitGroup } from '../../../src/shared/search/search.api.ts'
import { startTestApp, type Client } from '../../support/test-app.ts'

const itemsIn = (groups: readonly HitGroup[]) => groups.flatMap(({ rooms }) => rooms.flatMap(({ items }) => items))
export const byRank = (groups: readonly HitGroup[]) => itemsIn(groups).toSorted((one, other) => one.rank - other.rank)
export const idsOf = ({ groups }: Found) => byRank(groups).map(({ itemID }) => itemID)

export const start = async (how: Parameters<typeof startTestApp>[1] = {}) => {
  const started = await startTestApp({}, how)
  const user = await started.newUser('user')
  const projectID = await user.newProject('Quarry Lodge')
  const roomID = await user.newRoom(projectID, 'Scullery')
  const find = (q: string, more: object = {}, client: Client = user) => client.must(search, { query: { q, ...more } })
  const found = async (q: string, client: Client = user) => idsOf(await find(q, {}, client))
  return { ...started, db: started.services.db, user, projectID, roomID, find, found }
}
