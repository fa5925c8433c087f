import { useSyncExternalStore } from 'react'
import { ToastList } from './toast-list.tsx'
import { shownToasts, watchToasts } from './toasts.ts'

/** The place of the toasts in the page. Their code is there from the start: one of them says that no server answers. */
export const ToastOutlet = () => {
  const toasts = useSyncExternalStore(watchToasts, shownToasts)
  return toasts.length > 0 && <ToastList toasts={toasts} />
}
