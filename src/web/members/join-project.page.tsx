import { useEffect, useState } from 'react'
import { useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router'
import { joinProject, openInvitation } from '../../shared/members.ts'
import { TITLE_OF } from '../../shared/rights.ts'
import { call } from '../api/call.ts'
import { ApiError, sentence } from '../api/errors.ts'
import { useLogOut } from '../auth/log-out.ts'
import { currentSession, useSession } from '../auth/session.ts'
import { paths } from '../paths.ts'
import { siteToCome } from '../site/site-to-come.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { decoration } from '../ui/decoration.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Message } from '../ui/message.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toasts.ts'
import { useIsHere } from '../use-is-here.ts'
import { forgetToken, tokenHere } from './invitation-token.ts'

const Drawing = decoration(async () => (await import('../ui/drawings/no-projects.tsx')).NoProjectsDrawing)
const NotGoodDrawing = decoration(async () => (await import('../ui/drawings/nothing-here.tsx')).NothingHereDrawing)

/** The sentence instead of an invitation says why there is none. */
const invitationOf = async (token: string) => {
  try {
    return token === '' ? NO_TOKEN : await call(openInvitation, { body: { token } })
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return error.message
    throw error
  }
}
const NO_TOKEN = 'Please open the whole link that you were given.'

export const loader = async () => {
  const token = tokenHere()
  const [invitation, site] = await Promise.all([
    invitationOf(token),
    siteToCome(),
    currentSession().catch((error: unknown) => console.error(error)),
  ])
  return { token, invitation, registration: site?.registration ?? 'open' }
}

export const Component = () => {
  const { token, invitation, registration } = useLoaderData<typeof loader>()
  const { hash } = useLocation()
  const { revalidate } = useRevalidator()
  // Another link that is opened on this very page changes nothing but what follows #.
  useEffect(() => {
    if (location.hash !== '') void revalidate()
  }, [hash, revalidate])
  if (typeof invitation === 'string') return <NotGood why={invitation} />
  const { project, by, may } = invitation
  return (
    <Page>
      <title>Join a Project · Roomfolio</title>
      <EmptyState
        heading="h1"
        drawing={<Drawing />}
        title={`Join "${project}"`}
        help={`${by} invites you as ${TITLE_OF[may]}: you may look at its rooms, items and files${
          may === 'write' ? ' and change them' : ''
        }.`}
      >
        <Ways token={token} registration={registration} />
      </EmptyState>
    </Page>
  )
}

const NotGood = ({ why }: { why: string }) => (
  <Page>
    <title>Join a Project · Roomfolio</title>
    <EmptyState heading="h1" drawing={<NotGoodDrawing />} title="This invitation is not good" help={why}>
      <LinkButton to={paths.selectProject()}>My Projects</LinkButton>
    </EmptyState>
  </Page>
)

interface WaysProps {
  token: string
  registration: 'open' | 'invited' | 'closed'
}

const Ways = ({ token, registration }: WaysProps) => {
  const session = useSession()
  if (session) return <Join token={token} user={session.user} />
  const from = paths.joinProject()
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

const Join = ({ token, user }: { token: string; user: string }) => {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const logOut = useLogOut()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const join = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { projectID, message } = await call(joinProject, { body: { token } })
      forgetToken()
      toast({ kind: 'success', text: message })
      if (isHere()) await navigate(paths.projectHome(projectID), { replace: true })
    } catch (error) {
      const asIs = (text: string) => text
      setFailure(sentence(error, { 403: asIs, 404: asIs, 409: asIs, 429: asIs, other: 'Unable to join the project' }))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      {failure !== undefined && <Message kind="error">{failure}</Message>}
      <Button kind="primary" busy={busy} onClick={() => void join()}>
        {`Join as ${user}`}
      </Button>
      <Button onClick={() => void logOut()}>Log Out</Button>
    </>
  )
}
