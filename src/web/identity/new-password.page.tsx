import type { FormEvent } from 'react'
import { redirect, useLoaderData, useLocation } from 'react-router'
import { changePassword } from '../../shared/identity/account.api.ts'
import { SENTENCES } from '../../shared/contract/text-rules.ts'
import { accountFailure } from './account/account-failure.ts'
import { call } from '../lib/call.ts'
import { paths } from '../lib/paths.ts'
import { Button } from '../ui/button.tsx'
import { FormFooter } from '../ui/forms/form-footer.tsx'
import { FormGrid } from '../ui/forms/form-grid.tsx'
import { Message } from '../ui/message.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Page } from '../ui/page/page.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { useForm } from '../lib/forms/use-form.ts'
import { landingOf, type Remembered } from '../app/guard.ts'
import { newPasswordProblems } from './new-password.ts'
import { CurrentPasswordField, NewPasswordFields } from './new-password-fields.tsx'
import { currentSession, noteSetupDone, type Session } from '../lib/session.ts'

/** For users who must set a new password; all others use My Account. */
export const loader = async (): Promise<Session | Response> => {
  const session = await currentSession()
  if (!session) return redirect(paths.login())
  return session.mustChangePassword ? session : redirect(landingOf(session, null))
}

const EMPTY = { currentPass: '', newPass: '', confirmation: '' }
type Texts = Readonly<typeof EMPTY>

const problemsOf = (texts: Texts) => ({
  ...(texts.currentPass === '' && { currentPass: SENTENCES.required }),
  ...newPasswordProblems(texts),
})

export const Component = () => {
  const session = useLoaderData<Session>()
  const remembered = useLocation().state as Remembered | null
  const { ref, texts, field, submit, pressed, answer } = useForm(EMPTY, problemsOf)

  const send = async () => {
    const { currentPass, newPass } = texts
    const { message } = await call(changePassword, { body: { currentPass, newPass } })
    noteSetupDone('mustChangePassword')
    return { message, to: landingOf(session, remembered) }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit('Change', send, accountFailure)
  }

  return (
    <Page width="form">
      <title>New Password · Roomfolio</title>
      <PageHeader title="New Password" sub="You logged in with a temporary password. Choose your own to continue." />
      <form ref={ref} noValidate onSubmit={onSubmit}>
        <Card>
          <CardBody>
            {answer && <Message kind={answer.kind}>{answer.text}</Message>}
            <FormGrid>
              <CurrentPasswordField username={session.user} field={field('currentPass')} />
              <NewPasswordFields field={field} />
            </FormGrid>
          </CardBody>
          <FormFooter>
            <Button type="submit" kind="primary" busy={pressed !== undefined}>
              Change Password
            </Button>
          </FormFooter>
        </Card>
      </form>
    </Page>
  )
}
