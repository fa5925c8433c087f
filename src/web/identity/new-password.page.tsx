import type { FormEvent } from 'react'
import { redirect, useLoaderData, useLocation } from 'react-router'
import { changePassword } from '../../shared/identity/account.api.ts'
import { SENTENCES } from '../../shared/contract/text.ts'
import { accountFailure } from './account/account-failure.ts'
import { call } from '../lib/call.ts'
import { paths } from '../lib/paths.ts'
import { Button } from '../ui/button.tsx'
import { FormFoot } from '../ui/form-foot.tsx'
import { FormGrid } from '../ui/form-grid.tsx'
import { Message } from '../ui/message.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Page } from '../ui/page.tsx'
import { Sheet, SheetBody } from '../ui/sheet.tsx'
import { useForm } from '../lib/use-form.ts'
import { landingOf, type Remembered } from '../app/guard.ts'
import { newPasswordProblems } from './new-password.ts'
import { CurrentPasswordField, NewPasswordFields } from './new-password-fields.tsx'
import { currentSession, noteNewPassword, type Session } from '../lib/session.ts'

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
    noteNewPassword()
    return { message, to: landingOf(session, remembered) }
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit('Change', send, accountFailure)
  }

  return (
    <Page width="form">
      <title>New Password · Roomfolio</title>
      <PageHead
        title="New Password"
        sub="The one you logged in with was chosen by somebody else. Set your own, and go on."
      />
      <form ref={ref} noValidate onSubmit={onSubmit}>
        <Sheet>
          <SheetBody>
            {answer && <Message kind={answer.kind}>{answer.text}</Message>}
            <FormGrid>
              <CurrentPasswordField username={session.user} field={field('currentPass')} />
              <NewPasswordFields field={field} />
            </FormGrid>
          </SheetBody>
          <FormFoot>
            <Button type="submit" kind="primary" busy={pressed !== undefined}>
              Change Password
            </Button>
          </FormFoot>
        </Sheet>
      </form>
    </Page>
  )
}
