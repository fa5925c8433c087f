import type { FormEvent } from 'react'
import { changePassword } from '../../../shared/identity/account.api.ts'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { call } from '../../lib/call.ts'
import { newPasswordProblems } from '../passwords/new-password.ts'
import { CurrentPasswordField, NewPasswordFields } from '../passwords/new-password-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { FormGrid } from '../../ui/forms/form-grid.tsx'
import { FormSection } from '../../ui/forms/form-section.tsx'
import { Message } from '../../ui/message.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { accountFailure } from './account-failure.ts'

const EMPTY = { currentPass: '', newPass: '', confirmation: '' }
type Texts = Readonly<typeof EMPTY>

const problemsOf = (texts: Texts) => ({
  ...(texts.currentPass === '' && { currentPass: SENTENCES.required }),
  ...newPasswordProblems(texts),
})

/** The Change Password form, and whether it has unsaved input. */
export const useChangePassword = (onChanged: () => void) => {
  const form = useForm(EMPTY, problemsOf)

  const save = () =>
    form.submit(
      'change',
      async () => {
        const { currentPass, newPass } = form.texts
        const answer = await call(changePassword, { body: { currentPass, newPass } })
        onChanged()
        return answer
      },
      accountFailure,
    )

  return { ...form, isReady: Object.keys(problemsOf(form.texts)).length === 0, save }
}

interface ChangePasswordProps {
  form: ReturnType<typeof useChangePassword>
  username: string
}

export const ChangePassword = ({ form, username }: ChangePasswordProps) => {
  const { ref, field, isReady, save, answer, pressed } = form
  return (
    <FormSection title="Change Password" help="Changing it logs out your other devices.">
      <form
        ref={ref}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void save()
        }}
      >
        {answer && <Message kind={answer.kind}>{answer.text}</Message>}
        <FormGrid>
          <CurrentPasswordField username={username} field={field('currentPass')} />
          <NewPasswordFields field={field} />
        </FormGrid>
        <div className="row wrap gap-8 mt-24 wide-buttons">
          <Button type="submit" incomplete={!isReady} busy={pressed !== undefined}>
            Change Password
          </Button>
        </div>
      </form>
    </FormSection>
  )
}
