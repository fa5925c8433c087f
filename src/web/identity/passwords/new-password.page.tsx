import { redirect, useLoaderData, useLocation } from 'react-router'
import { useChangePassword } from '../account/change-password.tsx'
import { paths } from '../../lib/paths.ts'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { FormGrid } from '../../ui/forms/form-grid.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { landingOf, type Remembered } from '../../lib/guard.ts'
import { CurrentPasswordField, NewPasswordFields } from './new-password-fields.tsx'
import { currentSession, noteSetupDone, type Session } from '../../lib/session.ts'

/** For users who must set a new password; all others use My Account. */
export const loader = async (): Promise<Session | Response> => {
  const session = await currentSession()
  if (!session) return redirect(paths.login())
  return session.mustChangePassword ? session : redirect(landingOf(session, null))
}

export const Component = () => {
  const session = useLoaderData<Session>()
  const remembered = useLocation().state as Remembered | null
  const form = useChangePassword(() => {
    noteSetupDone('mustChangePassword')
    return landingOf(session, remembered)
  })

  return (
    <Page width="form">
      <title>New Password · Roomfolio</title>
      <PageHeader title="New Password" sub="You logged in with a temporary password. Choose your own to continue." />
      <FormCard form={form} onSubmit={form.save} action="Change Password">
        <FormGrid>
          <CurrentPasswordField username={session.user} field={form.field('currentPass')} />
          <NewPasswordFields field={form.field} />
        </FormGrid>
      </FormCard>
    </Page>
  )
}
