import { sortedBy } from '../../shared/contract/order.ts'
import type { Found } from '../../shared/search/search.api.ts'
import { groupBy } from '../platform/lib/group-by.ts'
import type { Counted } from './search-query.access.ts'
import type { SeenProject } from './search.repo.ts'

export type Totals = NonNullable<Found['totals']>

interface Names {
  projects: readonly SeenProject[]
  categories: readonly { id: number; name: string }[]
}

const sum = (counted: readonly Counted[]): number => counted.reduce((total, { items }) => total + items, 0)

export const totalsOf = (counted: readonly Counted[], { projects, categories }: Names): Totals => {
  const inRooms = counted.filter(({ roomID }) => roomID !== null)
  const inFiles = inRooms.reduce((total, part) => total + part.inFiles, 0)
  const ofProject = groupBy(counted, ({ projectID }) => projectID)
  const ofCategory = groupBy(counted, ({ catID }) => catID)
  return {
    items: sum(inRooms) - inFiles,
    inFiles,
    projects: sortedBy(projects, ({ name }) => name).flatMap(({ id: projectID, name }) => {
      const parts = ofProject(projectID)
      const rooms = new Set(parts.map(({ roomID }) => roomID)).size
      return parts.length === 0 ? [] : [{ projectID, name, items: sum(parts), rooms }]
    }),
    categories: sortedBy(categories, ({ name }) => name).flatMap(({ id: catID, name }) => {
      const parts = ofCategory(catID)
      return parts.length === 0 ? [] : [{ catID, name, items: sum(parts) }]
    }),
  }
}
