import { ToastRegion } from './toast-region.tsx'
import { useShownToast } from '../../lib/toasts.ts'

export const ToastOutlet = () => {
  const toast = useShownToast()
  return toast && <ToastRegion toast={toast} />
}
