import { redirect, useLoaderData, useLocation } from 'react-router'
import { changePassword } from '../../../shared/identity/account.api.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { accountFailure } from '../account/account-failure.ts'
import { call } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { FormGrid } from '../../ui/forms/form-grid.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { landingOf, type Remembered } from '../../app/guard.ts'
import { newPasswordProblems } from './new-password.ts'
import { CurrentPasswordField, NewPasswordFields } from './new-password-fields.tsx'
import { currentSession, noteSetupDone, type Session } from '../../lib/session.ts'

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
  const form = useForm(EMPTY, problemsOf)

  const send = async () => {
    const { currentPass, newPass } = form.texts
    const { message } = await call(changePassword, { body: { currentPass, newPass } })
    noteSetupDone('mustChangePassword')
    return { message, to: landingOf(session, remembered) }
  }

  const onSubmit = () => void form.submit('Change', send, accountFailure)

  return (
    <Page width="form">
      <title>New Password · Roomfolio</title>
      <PageHeader title="New Password" sub="You logged in with a temporary password. Choose your own to continue." />
      <FormCard
        form={form}
        onSubmit={onSubmit}
        footer={
          <FormFooter>
            <Button type="submit" kind="primary" busy={form.pressed !== undefined}>
              Change Password
            </Button>
          </FormFooter>
        }
      >
        <FormGrid>
          <CurrentPasswordField username={session.user} field={form.field('currentPass')} />
          <NewPasswordFields field={form.field} />
        </FormGrid>
      </FormCard>
    </Page>
  )
}
