import { createHash } from 'node:crypto'
import { spoken } from '../../shared/item-title.ts'
import type { Item } from '../../shared/items.ts'
import { columnOfLabel, identifies, ofAPart } from '../../shared/label-columns.ts'
import { valuesOf } from './values.ts'

const BRAND = /\b(brand|manufacturer|maker)\b/i
const SIZE = /\b(size|dimensions?)\b/i
/** Each piece and each delivery has its own. */
const OF_ONE_PIECE = /\b(serial|lot|batch)\b/i

/** Whether what stands under a label says which product it is: by whom, its code, colour, sheen or size. */
export const saysWhich = (label: string): boolean =>
  !ofAPart(label) &&
  !OF_ONE_PIECE.test(label) &&
  (BRAND.test(label) || SIZE.test(label) || identifies(label) || columnOfLabel(label)?.column === 'finish')

/** What stands under a label of an item. */
export interface Said {
  value: string
  /** Whether it tells the items of its sub category apart. */
  isTelling: boolean
  saysWhich: boolean
}

const folded = (value: string): string => spoken(value).normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * What items have in common that are bought as one: their category, and what they say of which product they are, whatever
 * its labels are called and in whichever order. Those that nothing tells apart are one in each sub category. It is a hash, which
 * may be kept when what it is of may not.
 */
export const finishOf = ({ catID, subcatID }: { catID: number; subcatID: number }, said: readonly Said[]): string => {
  const own = said.filter(({ value }) => value !== '')
  const values = own.flatMap((one) => (one.isTelling || one.saysWhich ? [folded(one.value)] : []))
  const kind = own.some(({ isTelling }) => isTelling) ? null : subcatID
  const all = JSON.stringify([catID, kind, ...[...new Set(values)].sort()])
  return createHash('sha256').update(all).digest('base64').slice(0, 16)
}

/** Which product an item is, as far as its title does not say that. */
export const aboutOf = (item: Item): string[] =>
  valuesOf(item)
    .filter(({ label, field }) => !item.telling.includes(field) && saysWhich(label))
    .map(({ value }) => value)
