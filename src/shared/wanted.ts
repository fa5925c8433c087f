import * as z from 'zod/mini'
import { id } from './id.ts'
import { LIMITS } from './limits.ts'

/**
 * What whoever gets a home needs to know of the items of a subcategory: the values of these of its labels, without which
 * an item says little, and whether a manual or a receipt belongs to it. Labels are named by id, so that they stay wanted
 * wherever they stand.
 */
export const wanted = z.strictObject({
  labels: z.array(id, { error: 'Must be a list of labels.' }).check(
    z.maxLength(LIMITS.itemFields, { error: `At most ${LIMITS.itemFields} labels fit.` }),
    z.refine((ids) => new Set(ids).size === ids.length, { error: 'A label stands in the list twice.' }),
  ),
  manual: z.boolean(),
  receipt: z.boolean(),
})
export type Wanted = z.output<typeof wanted>

export const NOTHING_WANTED: Wanted = { labels: [], manual: false, receipt: false }

/** In whatever order the labels are named. */
export const sameWanted = (a: Wanted, b: Wanted): boolean =>
  a.manual === b.manual &&
  a.receipt === b.receipt &&
  a.labels.length === b.labels.length &&
  a.labels.every((label) => b.labels.includes(label))

/** In the order of the labels that there are, without those that are not among them. */
export const wantedAmong = ({ labels, ...papers }: Wanted, among: readonly (number | null)[]): Wanted => ({
  labels: among.filter((label) => label !== null && labels.includes(label)) as number[],
  ...papers,
})

/** For people: 'Brand, Sheen, a manual'; 'nothing' where nothing is. */
export const wantedInWords = ({ labels, manual, receipt }: Wanted, nameOf: (label: number) => string): string =>
  [...labels.map(nameOf), ...(manual ? ['a manual'] : []), ...(receipt ? ['a receipt'] : [])].join(', ') || 'nothing'
