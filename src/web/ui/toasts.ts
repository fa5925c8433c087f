/** What a toast offers to do about what it says: something done at once, or the address of a page. */
export type ToastAction = { label: string } & ({ onClick: () => void } | { to: string })

export interface Toast {
  kind: 'success' | 'error'
  text: string
  action?: ToastAction | undefined
}

export interface ShownToast extends Toast {
  id: number
}

/** More than these would cover the screen; the oldest goes. */
const MOST_AT_ONCE = 4

let lastID = 0
let shown: readonly ShownToast[] = []
const listeners = new Set<() => void>()

const show = (next: readonly ShownToast[]) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Says something at the edge of the screen, on whatever screen the user is by then. */
export const toast = (what: Toast): void => {
  lastID++
  show([...shown, { ...what, id: lastID }].slice(-MOST_AT_ONCE))
}

export const dismissToast = (id: number): void => show(shown.filter((entry) => entry.id !== id))

export const shownToasts = (): readonly ShownToast[] => shown

export const watchToasts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
