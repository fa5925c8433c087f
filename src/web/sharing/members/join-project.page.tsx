import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { joinProject, openInvitation } from '../../../shared/sharing/members.api.ts'
import { call } from '../../lib/call.ts'
import { asIs, sentence } from '../../lib/errors.ts'
import { useLogOut } from '../../identity/login/log-out.ts'
import { paths } from '../../lib/paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { NothingHereDrawing } from '../../ui/drawings/nothing-here.tsx'
import { NoProjectsDrawing } from '../../ui/drawings/no-projects.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Message } from '../../ui/message.tsx'
import { Page } from '../../ui/page/page.tsx'
import { toast } from '../../lib/toasts.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { linkToken } from '../../lib/link-token.ts'
import { loadToken, useReloadOnNewToken } from '../../lib/load-token.ts'
import { RecipientActions } from './recipient-actions.tsx'

const kept = linkToken('roomfolio.invitation')

export const loader = () => loadToken(kept.here(), (token) => call(openInvitation, { body: { token } }))

export const Component = () => {
  const { token, what: invitation, registration } = useLoaderData<typeof loader>()
  useReloadOnNewToken()
  if (typeof invitation === 'string') return <NotGood why={invitation} />
  const { project, by, may } = invitation
  return (
    <Page>
      <title>Join a Project · Roomfolio</title>
      <EmptyState
        heading="h1"
        drawing={<NoProjectsDrawing />}
        title={`Join "${project}"`}
        help={`${by} invited you as ${may === 'write' ? 'an Editor. You can view and edit' : 'a Viewer. You can view'} rooms, items, and files.`}
      >
        <RecipientActions from={paths.joinProject()} token={token} registration={registration}>
          {(user) => <Join token={token} user={user} />}
        </RecipientActions>
      </EmptyState>
    </Page>
  )
}

const NotGood = ({ why }: { why: string }) => (
  <Page>
    <title>Join a Project · Roomfolio</title>
    <EmptyState heading="h1" drawing={<NothingHereDrawing />} title="This invitation is no longer valid" help={why}>
      <LinkButton to={paths.selectProject()}>My Projects</LinkButton>
    </EmptyState>
  </Page>
)

const Join = ({ token, user }: { token: string; user: string }) => {
  const navigate = useNavigate()
  const isHere = useIsMounted()
  const logOut = useLogOut()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const join = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const { projectID, message } = await call(joinProject, { body: { token } })
      kept.forget()
      toast({ kind: 'success', text: message })
      if (isHere()) await navigate(paths.projectHome(projectID), { replace: true })
    } catch (error) {
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
