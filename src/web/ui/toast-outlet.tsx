import { ToastPlace } from './toast-place.tsx'
import { useShownToast } from './toasts.ts'

export const ToastOutlet = () => {
  const toast = useShownToast()
  return toast && <ToastPlace toast={toast} />
}
