import { useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import { acceptOffer, includedInWords, openOffer } from '../../../shared/sharing/handover.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, asIs, sentence } from '../../lib/errors.ts'
import { useLogOut } from '../../identity/login/log-out.ts'
import { linkToken } from '../../lib/link-token.ts'
import { loadToken, useReloadOnNewToken } from '../../lib/load-token.ts'
import { RecipientActions } from '../members/recipient-actions.tsx'
import { paths } from '../../lib/paths.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { NothingHereDrawing } from '../../ui/drawings/nothing-here.tsx'
import { NoProjectsDrawing } from '../../ui/drawings/no-projects.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { Form } from '../../ui/forms/form.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useIsMounted } from '../../lib/use-is-mounted.ts'
import { DeclineOffer } from './decline-offer.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './handover.module.css'

const kept = linkToken('roomfolio.offer')

export const loader = () => loadToken(kept.here(), (token) => call(openOffer, { body: { token } }))

export const Component = () => {
  const { token, what: offer, registration } = useLoaderData<typeof loader>()
  useReloadOnNewToken()
  if (typeof offer === 'string') return <NotGood why={offer} />
  const { project, by, word, goes, stays } = offer
  return (
    <Page>
      <title>Accept a Project · Roomfolio</title>
      <EmptyState
        heading="h1"
        drawing={<NoProjectsDrawing />}
        title={`Accept "${project}"?`}
        help={
          <>
            {`${by} wants to hand this home over to you, with ${includedInWords(goes)}. You become its owner${stays ? `, and ${by} can still view it` : ''}.`}
            {word !== '' && (
              <span className={classNames('block prewrap mt-12', styles.word)} dir="auto">
                {word}
              </span>
            )}
          </>
        }
      >
        <RecipientActions from={paths.acceptProject()} token={token} registration={registration}>
          {(user) => <Accept key={token} token={token} user={user} project={project} />}
        </RecipientActions>
      </EmptyState>
    </Page>
  )
}

const NotGood = ({ why }: { why: string }) => (
  <Page>
    <title>Accept a Project · Roomfolio</title>
    <EmptyState heading="h1" drawing={<NothingHereDrawing />} title="This offer is no longer valid" help={why}>
      <LinkButton to={paths.selectProject()}>My Projects</LinkButton>
    </EmptyState>
  </Page>
)

const REFUSED = { 403: asIs, 404: asIs, 409: asIs, 429: asIs }

interface AcceptProps {
  token: string
  user: string
  project: string
}

const Accept = ({ token, user, project }: AcceptProps) => {
  const navigate = useNavigate()
  const isHere = useIsMounted()
  const logOut = useLogOut()
  const form = useForm({ name: project })
  /** One of the user's projects has the same name. */
  const [asksName, setAsksName] = useState(false)

  const accept = async () => {
    const { projectID, message } = await call(acceptOffer, { body: { token, ...(asksName && form.values) } })
    kept.forget()
    return { message, to: paths.projectHome(projectID), isGone: true }
  }
  const failureOf = (error: unknown) => {
    const said = sentence(error, { ...REFUSED, other: 'Unable to accept the project' })
    if (!(error instanceof ApiError) || error.fields['name'] === undefined) return said
    setAsksName(true)
    form.refuse({ name: error.status === 409 ? said : error.fields['name'] })
    return undefined
  }

  return (
    <Form
      form={form}
      className={classNames('grid full gap-16', styles.accept)}
      onSubmit={() => form.submit('accept', accept, failureOf)}
    >
      {asksName && (
        <TextField
          label="Project Name"
          hint="You already have a project with this name. Choose a different one."
          autoComplete="off"
          autoFocus
          {...form.field('name')}
        />
      )}
      <div className="flex wrap middle gap-12">
        <Button type="submit" kind="primary" busy={form.busy}>
          {`Accept as ${user}`}
        </Button>
        <DeclineOffer
          token={token}
          project={project}
          onFailure={form.say}
          onDeclined={() => {
            kept.forget()
            if (isHere()) void navigate(paths.selectProject(), { replace: true })
          }}
        />
        <Button onClick={() => void logOut()}>Log Out</Button>
      </div>
    </Form>
  )
}
