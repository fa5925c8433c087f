import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react'
import { loadCode, untilAnswered } from '../connection.ts'
import { shownToast, watchToasts, type ShownToast } from './toasts.ts'

/**
 * The place of the toast in the page. Its code is no part of what the first page needs, but follows at once: one toast
 * says that no server answers.
 */
export const ToastOutlet = () => {
  const toast = useSyncExternalStore(watchToasts, shownToast, shownToast)
  const [code, setCode] = useState<{ ToastPlace: ComponentType<{ toast: ShownToast }> }>()
  useEffect(() => {
    untilAnswered(() => loadCode(() => import('./toast-place.tsx'))).then(setCode, console.error)
  }, [])
  return toast && code && <code.ToastPlace toast={toast} />
}
