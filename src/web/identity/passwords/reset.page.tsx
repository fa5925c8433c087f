import { Link, useLoaderData } from 'react-router'
import { resetPassword } from '../../../shared/identity/auth.api.ts'
import { call } from '../../lib/call.ts'
import { asIs, NothingHere } from '../../lib/errors.ts'
import { linkToken } from '../../lib/link-token.ts'
import { useReloadOnNewToken } from '../../lib/load-token.ts'
import { paths } from '../../lib/paths.ts'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { FormGrid } from '../../ui/forms/form-grid.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { Page } from '../../ui/page/page.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { newPasswordProblems } from './new-password.ts'
import { NewPasswordFields } from './new-password-fields.tsx'

const kept = linkToken('roomfolio.reset', 'token')

/** The token of the emailed link. */
export const loader = (): string => {
  const token = kept.here()
  if (token === '') throw new NothingHere()
  return token
}

const EMPTY = { newPass: '', confirmation: '' }

export const Component = () => {
  const token = useLoaderData<typeof loader>()
  useReloadOnNewToken()
  const form = useForm(EMPTY, newPasswordProblems)

  const send = async () => {
    const { message } = await call(resetPassword, { body: { token, newPass: form.values.newPass } })
    kept.forget()
    return { message, to: paths.login() }
  }

  const onSubmit = () => form.submit('Change', send, { 404: asIs, other: 'Password change failure' })

  return (
    <Page width="form">
      <title>New Password · Roomfolio</title>
      <PageHeader
        title="New Password"
        sub={
          <>
            Setting a new password logs you out everywhere. Link expired?{' '}
            <Link to={paths.forgot()}>Ask for a new one</Link>
          </>
        }
      />
      <FormCard form={form} onSubmit={onSubmit} action="Change Password">
        <FormGrid>
          <NewPasswordFields field={form.field} />
        </FormGrid>
      </FormCard>
    </Page>
  )
}
