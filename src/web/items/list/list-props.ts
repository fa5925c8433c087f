import type { CategoryGroup } from '../../../shared/items/group-items.ts'

/** What each list of a room's items gets. */
export interface ListProps {
  roomID: number
  /** With the ids of their headings. */
  categories: readonly (CategoryGroup & { id: string })[]
}
