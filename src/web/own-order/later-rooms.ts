import { later } from '../ui/later.tsx'

/** With what drags and speaks, which nobody else needs. */
export const OrderRooms = later(async () => (await import('./order-rooms.tsx')).OrderRooms, 'The list to reorder')
