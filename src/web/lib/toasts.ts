import type { ReactNode } from 'react'
import { appState, createStore, useStore } from './app-state.ts'

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

const latest = appState(() => createStore<ShownToast | undefined>(undefined))
const counter = appState(() => ({ lastID: 0 }))

/** Shows a toast on whichever screen the user is on. It replaces the previous one. */
export const toast = (what: Toast): void => latest().set({ ...what, id: ++counter().lastID })

export const dismissToast = (id: number): void => {
  if (latest().get()?.id === id) latest().set(undefined)
}

export const shownToast = (): ShownToast | undefined => latest().get()

export const useShownToast = (): ShownToast | undefined => useStore(latest())
