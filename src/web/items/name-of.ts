import type { Item } from '../../shared/items.ts'

/** What tells this item from its neighbours: its first two fields. */
export const nameOf = (item: Item): string =>
  item.labels
    .slice(0, 2)
    .map(({ field }) => item[field])
    .filter(Boolean)
    .join(' ')
