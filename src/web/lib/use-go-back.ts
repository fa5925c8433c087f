import { useNavigate } from 'react-router'
import { paths } from './paths.ts'

/** Whether Back stays on this site. Browsers without `navigation` use React Router's index, which restarts on a full load. */
const canGoBack = (): boolean =>
  'navigation' in window ? window.navigation.canGoBack : ((history.state as { idx?: number } | null)?.idx ?? 0) > 0

/** One step back on this site; without one, the given page. */
export const useGoBack = (otherwise: string = paths.home()): (() => void) => {
  const navigate = useNavigate()
  return () => void (canGoBack() ? navigate(-1) : navigate(otherwise, { replace: true }))
}
