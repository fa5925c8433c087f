import { changePassword } from '../../../shared/identity/account.api.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { call } from '../../lib/call.ts'
import { newPasswordProblems } from '../passwords/new-password.ts'
import { CurrentPasswordField, NewPasswordFields } from '../passwords/new-password-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormGrid } from '../../ui/forms/form-grid.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { accountFailure } from './account-failure.ts'

const EMPTY = { currentPass: '', newPass: '', confirmation: '' }
type Texts = Readonly<typeof EMPTY>

const problemsOf = (values: Texts) => ({
  ...(values.currentPass === '' && { currentPass: SENTENCES.required }),
  ...newPasswordProblems(values),
})

/** The Change Password form. `onChanged` returns the page that follows, if one does. */
export const useChangePassword = (onChanged: () => string | undefined) => {
  const form = useForm(EMPTY, problemsOf)

  const save = () =>
    form.submit(
      'change',
      async () => {
        const { currentPass, newPass } = form.values
        const { message } = await call(changePassword, { body: { currentPass, newPass } })
        return { message, to: onChanged() }
      },
      accountFailure,
    )

  return { ...form, isReady: Object.keys(problemsOf(form.values)).length === 0, save }
}

interface ChangePasswordProps {
  form: ReturnType<typeof useChangePassword>
  username: string
}

export const ChangePassword = ({ form, username }: ChangePasswordProps) => {
  const { field, isReady, save, busy } = form
  return (
    <FormSection title="Change Password" help="Changing it logs out your other devices.">
      <Form form={form} onSubmit={save}>
        <FormGrid>
          <CurrentPasswordField username={username} field={field('currentPass')} />
          <NewPasswordFields field={field} />
        </FormGrid>
        <div className="row wrap gap-8 mt-24 wide-buttons">
          <Button type="submit" incomplete={!isReady} busy={busy}>
            Change Password
          </Button>
        </div>
      </Form>
    </FormSection>
  )
}
