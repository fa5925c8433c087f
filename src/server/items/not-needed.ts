import type { Wanted } from '../../shared/structure/required-fields.ts'
import type { What } from '../../shared/upkeep/handover-checklist.api.ts'

/** Bits in `not_needed` of items and rooms, and in `asks` of `Wants`. */
export const BIT: Readonly<Record<What, number>> = { values: 1, manual: 2, receipt: 4, items: 1 }

export const OF_ITEM = ['values', 'manual', 'receipt'] as const

export const includes = (bits: number | null, what: What): boolean => ((bits ?? 0) & BIT[what]) !== 0

/**
 * What was dismissed for an item but is required again in its new subcategory: all that the two do not require alike.
 */
export const requiredAgain = (notNeeded: number, was: Wanted, is: Wanted): What[] => {
  const stays = {
    values: is.labels.length > 0 && is.labels.every((label) => was.labels.includes(label)),
    manual: was.manual && is.manual,
    receipt: was.receipt && is.receipt,
  }
  return OF_ITEM.filter((what) => includes(notNeeded, what) && !stays[what])
}

export const withBits = (bits: number, whats: readonly What[]): number =>
  whats.reduce((all, what) => all | BIT[what], bits)
export const withoutBits = (bits: number, whats: readonly What[]): number => bits & ~withBits(0, whats)
