import { later } from '../ui/later.tsx'

/** The tab of what happened to an item, whose code comes when it is opened. */
export const ItemHistory = later(async () => (await import('../history/item-history.tsx')).ItemHistory, 'History')
