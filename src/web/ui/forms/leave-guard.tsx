import { useLeaveBlocker } from '../../lib/forms/unsaved-guard.ts'
import { UnsavedDialog } from '../dialogs/dialog.tsx'

/** Asks before a navigation loses unsaved changes. */
export const LeaveGuard = () => {
  const { isAsking, stay, leave } = useLeaveBlocker()
  return <UnsavedDialog open={isAsking} onKeep={stay} onAbandon={leave} />
}
