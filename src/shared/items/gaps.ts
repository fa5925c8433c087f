/**
 * What can be missing at a handover: an item's values under the labels its subcategory requires, its manual or its
 * receipt; a room's items.
 */
export const GAPS = ['values', 'manual', 'receipt', 'items'] as const
export type GapKind = (typeof GAPS)[number]
