import { endMySession, type MySession } from '../../../shared/identity/account.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError } from '../../lib/errors.ts'
import { toast } from '../../lib/toasts.ts'
import { deviceName } from '../../../shared/identity/device.ts'
import { PasswordDialog } from './password-dialog.tsx'

interface EndSessionDialogProps {
  username: string
  session: MySession
  onCancel: () => void
  /** The session is over, ended now or earlier. */
  onEnded: () => void
}

export const EndSessionDialog = ({ username, session, onCancel, onEnded }: EndSessionDialogProps) => {
  const { sessionID, userAgent } = session
  const send = async (body: { currentPass: string }) => {
    try {
      const answered = await call(endMySession, { query: { sessionID }, body })
      toast({ kind: 'success', text: answered.message })
      onEnded()
      return answered
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
      const message = 'This session was over already'
      toast({ kind: 'error', text: message })
      onEnded()
      return { message }
    }
  }

  return (
    <PasswordDialog
      title={`End the Session of ${deviceName(userAgent)}?`}
      username={username}
      safe="Keep Session"
      act="End Session"
      failurePrefix="Unable to end session"
      kind="primary"
      send={send}
      onCancel={onCancel}
    >
      That device is logged out right away. Unsaved changes there are lost.
    </PasswordDialog>
  )
}
