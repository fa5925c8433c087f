import { useSyncExternalStore } from 'react'
import { ToastPlace } from './toast-place.tsx'
import { shownToast, watchToasts } from './toasts.ts'

export const ToastOutlet = () => {
  const toast = useSyncExternalStore(watchToasts, shownToast, shownToast)
  return toast && <ToastPlace toast={toast} />
}
