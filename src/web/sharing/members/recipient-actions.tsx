import type { ReactNode } from 'react'
import { useSession } from '../../lib/session.ts'
import { paths } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/button.tsx'

interface RecipientActionsProps {
  /** The page to return to. */
  from: string
  token: string
  registration: 'open' | 'invited' | 'closed'
  /** Rendered for signed-in users, with their username. */
  children: (user: string) => ReactNode
}

/** The next step for the recipient of an invitation or offer: log in or register, or `children` if already signed in. */
export const RecipientActions = ({ from, token, registration, children }: RecipientActionsProps) => {
  const session = useSession()
  if (session) return children(session.user)
  return (
    <>
      <LinkButton kind="primary" to={paths.login()} state={{ from }}>
        Log In
      </LinkButton>
      {registration !== 'closed' && (
        <LinkButton
          to={paths.register()}
          // An invitation is needed only if registration is by invitation; it is valid for one new account.
          state={{ from, ...(registration === 'invited' && { invitation: token }) }}
        >
          Create New Account
        </LinkButton>
      )}
    </>
  )
}
