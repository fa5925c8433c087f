/** The cache key of an item. */
export const itemCacheKey = (itemID: number): string => `item ${itemID}`
