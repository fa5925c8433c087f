import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { loadCode, retryUntilOnline } from '../lib/retry.ts'
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

/** An upgrade took the dialog away. What was typed stays all the same, and a login in another tab helps this one too. */
const WithoutDialog = ({ asked: { covers } }: LoginDialogProps) => {
  useEffect(() => {
    if (covers) location.assign(PUBLIC_PATH + paths.home())
    else giveUpAskedLogin()
  }, [covers])
  return null
}

/** The place of the login that a screen asks for; what draws it loads with the first one. */
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
