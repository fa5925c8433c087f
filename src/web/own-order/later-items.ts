import { later } from '../ui/later.tsx'

/** With what drags and speaks, which nobody else needs. */
export const OrderItems = later(async () => (await import('./order-items.tsx')).OrderItems, 'The list to reorder')
