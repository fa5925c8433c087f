import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { loadCode } from '../../lib/load-code.ts'
import { retryUntilOnline } from '../../lib/query-client.ts'
import { paths } from '../../lib/paths.ts'
import { PUBLIC_PATH } from '../../lib/public-path.ts'
import { declineLogin, useLoginRequest, type LoginRequest } from '../../lib/session.ts'

interface LoginDialogProps {
  asked: LoginRequest
}

const LoginDialog = lazy(async (): Promise<{ default: ComponentType<LoginDialogProps> }> => {
  try {
    const { LoginDialog } = await retryUntilOnline(() => loadCode(() => import('./login-dialog.tsx')))
    return { default: LoginDialog }
  } catch (error) {
    console.error(error)
    return { default: WithoutDialog }
  }
})

/** An upgrade removed the dialog's code. What was typed stays, and logging in in another tab also helps this one. */
const WithoutDialog = ({ asked: { covers } }: LoginDialogProps) => {
  useEffect(() => {
    if (covers) location.assign(PUBLIC_PATH + paths.home())
    else declineLogin()
  }, [covers])
  return null
}

/** Renders the login dialog a screen asks for; its code loads on first use. */
export const LoginOutlet = () => {
  const asked = useLoginRequest()
  return (
    asked && (
      <Suspense>
        <LoginDialog asked={asked} />
      </Suspense>
    )
  )
}
