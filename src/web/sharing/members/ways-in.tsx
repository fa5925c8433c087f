import type { ReactNode } from 'react'
import { useSession } from '../../lib/session.ts'
import { paths } from '../../lib/paths.ts'
import { LinkButton } from '../../ui/button.tsx'

interface WaysInProps {
  /** The page that they come back to. */
  from: string
  token: string
  registration: 'open' | 'invited' | 'closed'
  /** For whoever is signed in, by their username. */
  children: (user: string) => ReactNode
}

/** What whoever has the token of an invitation or an offer does next: log in or register first, where nobody is signed in. */
export const WaysIn = ({ from, token, registration, children }: WaysInProps) => {
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
          // Only there it opens the door, and is then for the new account alone.
          state={{ from, ...(registration === 'invited' && { invitation: token }) }}
        >
          Create New Account
        </LinkButton>
      )}
    </>
  )
}
