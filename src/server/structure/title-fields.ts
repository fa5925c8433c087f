import { MOST_TELLING } from '../../shared/structure/item-title.ts'
import { SLOTS, slotNumber, slotOf, type Slot } from '../../shared/structure/room-structure.api.ts'
import type { Slots } from './remap-slots.ts'

/** The slots whose values make up an item's title, in order: at least one if there are labels. */
export type TitleFields = readonly Slot[]

export const sameTitleFields = (a: TitleFields, b: TitleFields): boolean => a.join() === b.join()

const WITHOUT_A_CHOICE = 2

/** The chosen slots that have labels; without any, the first two that have. */
export const titleFieldsOf = (chosen: TitleFields, labels: Slots): TitleFields => {
  const labelled = (slot: Slot) => (labels[slotNumber(slot) - 1] ?? null) !== null
  const telling = chosen.filter(labelled).slice(0, MOST_TELLING)
  return telling.length > 0 ? telling : SLOTS.filter(labelled).slice(0, WITHOUT_A_CHOICE)
}

/** The title slots after labels change: labels that stay or move remain title labels. */
export const titleFieldsAfter = (telling: TitleFields, from: Slots, to: Slots): TitleFields => {
  const moved = telling.flatMap((slot) => {
    const label = from[slotNumber(slot) - 1] ?? null
    const place = label === null ? -1 : to.indexOf(label)
    return place < 0 ? [] : [slotOf(place + 1)]
  })
  return titleFieldsOf(moved, to)
}
