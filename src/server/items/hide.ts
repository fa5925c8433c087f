import { filesJSON, type Item } from '../../shared/items/items.api.ts'
import { withoutLinesUnder } from '../../shared/items/remap-labels.ts'
import { SLOTS, type Slot } from '../../shared/structure/room-structure.api.ts'
import type { Hidden } from '../platform/db/actor.ts'
import { deriveFacts } from '../structure/derived-facts.ts'

/**
 * An item as a read-only link shows it: as if hidden values had never been entered, so its title and swatch do not reveal
 * them either. Values without a label are not shown.
 */
export const hideFrom = (item: Item, hides: Hidden): Item => {
  const labels = item.labels.filter(({ propID }) => !hides.labels.includes(propID))
  const isShown = (slot: Slot) => labels.some(({ field }) => field === slot)
  const fields = Object.fromEntries(SLOTS.map((slot) => [slot, isShown(slot) ? item[slot] : ''])) as Record<
    Slot,
    string
  >
  const telling = item.telling.filter(isShown)
  const kinds = (item.kinds ?? []).filter(({ field }) => isShown(field))
  const kinded = labels.map((label) => ({
    ...label,
    kind: kinds.find(({ field }) => field === label.field)?.kind ?? ('text' as const),
  }))
  const { title, sample } = deriveFacts({ subcategory: item.subCatName, labels: kinded, telling, fields })
  return {
    ...item,
    ...fields,
    // A change of subcategory moves values without a place into the notes.
    note: hides.notes ? '' : withoutLinesUnder(item.note, hides.names),
    ...(hides.files && { files: filesJSON([]), attachments: [] }),
    labels,
    kinds,
    telling,
    title,
    sample,
  }
}
