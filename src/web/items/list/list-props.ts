import type { CategoryGroup } from '../../../shared/items/group-items.ts'

/** Props of the lists of a room's items. */
export interface ListProps {
  roomID: number
  /** With the ids of their headings. */
  categories: readonly (CategoryGroup & { id: string })[]
}
