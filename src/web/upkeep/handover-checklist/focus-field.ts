import type { Slot } from '../../../shared/structure/room-structure.api.ts'
import { PAGES } from '../../../shared/contract/pages.ts'

const AT_MOST_MS = 10_000

/** Focuses a field of the item's form once that page has rendered. */
export const focusField = (field: Slot): void => {
  const end = performance.now() + AT_MOST_MS
  const look = () => {
    const found = document.querySelector<HTMLElement>(`form [name="${field}"]`)
    if (found && location.pathname.endsWith(PAGES.editItem.path)) setTimeout(() => found.focus())
    else if (performance.now() < end) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
