import * as z from 'zod/mini'
import { id } from '../contract/id.ts'
import { LIMITS } from '../contract/limits.ts'

/**
 * What the next owner needs to know of a subcategory's items: values of these labels, and whether a manual or receipt
 * is expected. Labels are named by id, so they stay required if they move to another slot.
 */
export const wanted = z.strictObject({
  labels: z.array(id, { error: 'Must be a list of labels.' }).check(
    z.maxLength(LIMITS.itemFields, { error: `At most ${LIMITS.itemFields} labels fit.` }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: 'A label is in the list twice.' }),
  ),
  manual: z.boolean(),
  receipt: z.boolean(),
})
export type Wanted = z.output<typeof wanted>

export const NOTHING_WANTED: Wanted = { labels: [], manual: false, receipt: false }

/** Ignores the order of labels. */
export const sameWanted = (a: Wanted, b: Wanted): boolean =>
  a.manual === b.manual &&
  a.receipt === b.receipt &&
  a.labels.length === b.labels.length &&
  a.labels.every((label) => b.labels.includes(label))

/** The required labels that exist, in the order of the subcategory's labels. */
export const wantedAmong = ({ labels, ...papers }: Wanted, among: readonly (number | null)[]): Wanted => ({
  labels: among.filter((label) => label !== null && labels.includes(label)) as number[],
  ...papers,
})

/** For display: 'Brand, Sheen, a manual'; 'nothing' if empty. */
export const wantedInWords = ({ labels, manual, receipt }: Wanted, nameOf: (label: number) => string): string =>
  [...labels.map(nameOf), ...(manual ? ['a manual'] : []), ...(receipt ? ['a receipt'] : [])].join(', ') || 'nothing'
