/** The cache key of an item. */
export const keyOfItem = (itemID: number): string => `item ${itemID}`
