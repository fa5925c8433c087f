import { Link, useLoaderData } from 'react-router'
import { resetPassword } from '../../../shared/identity/auth.api.ts'
import { call } from '../../lib/call.ts'
import { NothingHere, sentence } from '../../lib/errors.ts'
import { linkToken } from '../../sharing/members/link-token.ts'
import { useReloadOnNewToken } from '../../sharing/members/load-token.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/button.tsx'
import { FormCard } from '../../ui/forms/form-card.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
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

const failureOf = (error: unknown): string =>
  sentence(error, { 404: (serverText) => serverText, other: 'Password change failure' })

export const Component = () => {
  const token = useLoaderData<typeof loader>()
  useReloadOnNewToken()
  const form = useForm(EMPTY, newPasswordProblems)

  const send = async () => {
    const { message } = await call(resetPassword, { body: { token, newPass: form.texts.newPass } })
    kept.forget()
    return { message, to: paths.login() }
  }

  const onSubmit = () => void form.submit('Change', send, failureOf)

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
          <NewPasswordFields field={form.field} />
        </FormGrid>
      </FormCard>
    </Page>
  )
}
