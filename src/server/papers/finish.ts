import { createHash } from 'node:crypto'
import { spoken } from '../../shared/structure/item-title.ts'
import type { Item } from '../../shared/items/items.api.ts'
import { columnOfLabel, identifies, ofAPart } from '../../shared/structure/label-columns.ts'
import { valuesOf } from './values.ts'

const BRAND = /\b(brand|manufacturer|maker)\b/i
const SIZE = /\b(size|dimensions?)\b/i
/** These differ for each piece or delivery. */
const OF_ONE_PIECE = /\b(serial|lot|batch)\b/i

/** Whether a label identifies the product: its brand, code, color, sheen or size. */
export const isIdentifying = (label: string): boolean =>
  !ofAPart(label) &&
  !OF_ONE_PIECE.test(label) &&
  (BRAND.test(label) || SIZE.test(label) || identifies(label) || columnOfLabel(label)?.column === 'finish')

/** The value under a label of an item. */
export interface Said {
  value: string
  /** Whether it is a title value of its subcategory. */
  isTelling: boolean
  saysWhich: boolean
}

const folded = (value: string): string => spoken(value).normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * A key that is equal for items bought as the same product: a hash of the category and of all identifying values,
 * regardless of the names and order of labels. For items without title values it also includes the subcategory. A hash
 * may be stored even where the values may not.
 */
export const finishOf = ({ catID, subcatID }: { catID: number; subcatID: number }, said: readonly Said[]): string => {
  const own = said.filter(({ value }) => value !== '')
  const values = own.flatMap((one) => (one.isTelling || one.saysWhich ? [folded(one.value)] : []))
  const kind = own.some(({ isTelling }) => isTelling) ? null : subcatID
  const all = JSON.stringify([catID, kind, ...[...new Set(values)].sort()])
  return createHash('sha256').update(all).digest('base64').slice(0, 16)
}

/** The identifying values of an item that are not in its title. */
export const aboutOf = (item: Item): string[] =>
  valuesOf(item)
    .filter(({ label, field }) => !item.telling.includes(field) && isIdentifying(label))
    .map(({ value }) => value)
