import type { ReactNode } from 'react'

/** An action offered by a toast: a callback, a link to a page, or a dialog that asks first. */
export type ToastAction = { label: string } & (
  | { onClick: () => void }
  | { to: string }
  | { dialog: (onClose: () => void) => ReactNode }
)

export interface Toast {
  kind: 'success' | 'error'
  text: string
  action?: ToastAction | undefined
}

export interface ShownToast extends Toast {
  id: number
}

let lastID = 0
let shown: ShownToast | undefined
const listeners = new Set<() => void>()

const show = (next: ShownToast | undefined) => {
  shown = next
  for (const listener of listeners) listener()
}

/** Shows a toast on whichever screen the user is on. It replaces the previous one. */
export const toast = (what: Toast): void => {
  lastID++
  show({ ...what, id: lastID })
}

export const dismissToast = (id: number): void => {
  if (shown?.id === id) show(undefined)
}

export const shownToast = (): ShownToast | undefined => shown

export const watchToasts = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
