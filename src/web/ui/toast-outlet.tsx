import { lazy, Suspense, useSyncExternalStore } from 'react'
import { shownToasts, watchToasts } from './toasts.ts'

const ToastList = lazy(async () => ({ default: (await import('./toast-list.tsx')).ToastList }))

/** The place of the toasts in the page; what draws them loads with the first one. */
export const ToastOutlet = () => {
  const toasts = useSyncExternalStore(watchToasts, shownToasts)
  return (
    toasts.length > 0 && (
      <Suspense>
        <ToastList toasts={toasts} />
      </Suspense>
    )
  )
}
