import type { Item } from '../../shared/items.ts'
import type { Slot } from '../../shared/room-structure.ts'
import { COLOR_CODE } from '../../shared/sample.ts'

/** What a value says to people: a colour for the screen beside it, such as '#B9C6B4', is left out. */
export const spoken = (value: string): string => {
  const rest = value
    .replace(COLOR_CODE, '')
    .replace(/^[\s,;·/]+|[\s,;·/]+$/g, '')
    .trim()
  return rest === '' ? value.trim() : rest
}

const COLOR = [/^colou?r name\b/i, /^colou?r (code|number)\b/i]

/** The slots whose values tell this item from its neighbours: of a paint its colour, else the first two. */
export const tellingSlots = ({ labels }: Pick<Item, 'labels'>): Slot[] => {
  const colors = COLOR.flatMap((pattern) => labels.find(({ label }) => pattern.test(label)) ?? [])
  return (colors.length === COLOR.length ? colors : labels.slice(0, 2)).map(({ field }) => field)
}

/** What tells this item from its neighbours; '' where nothing of it is entered. */
export const titleOf = (item: Item): string =>
  tellingSlots(item)
    .map((field) => spoken(item[field]))
    .filter(Boolean)
    .join(' ')
