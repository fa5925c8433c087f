import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { loadCode } from '../lib/load-code.ts'
import { retryUntilOnline } from '../lib/query-client.ts'
import { paths } from '../lib/paths.ts'
import { PUBLIC_PATH } from '../lib/public-path.ts'
import { giveUpAskedLogin, useAskedLogin, type AskedLogin } from '../lib/session.ts'

interface LoginDialogProps {
  asked: AskedLogin
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
    else giveUpAskedLogin()
  }, [covers])
  return null
}

/** Renders the login dialog a screen asks for; its code loads on first use. */
export const LoginOutlet = () => {
  const asked = useAskedLogin()
  return (
    asked && (
      <Suspense>
        <LoginDialog asked={asked} />
      </Suspense>
    )
  )
}
