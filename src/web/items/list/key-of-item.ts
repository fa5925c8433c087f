/** Under which an item is kept in the browser. */
export const keyOfItem = (itemID: number): string => `item ${itemID}`
