import type { ReactNode } from 'react'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { asIs } from '../../lib/errors.ts'
import type { ButtonKind } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { PasswordField } from '../../ui/forms/password-field.tsx'
import { useForm } from '../../lib/forms/use-form.ts'

const EMPTY = { currentPass: '' }
type Texts = Readonly<typeof EMPTY>

const problemsOf = ({ currentPass }: Texts) => (currentPass === '' ? { currentPass: SENTENCES.required } : {})

interface PasswordDialogProps {
  role?: 'alertdialog'
  title: string
  username: string
  /** The labels of the buttons that cancel and confirm. */
  safe: string
  act: string
  kind: ButtonKind
  icon?: ReactNode
  /** Such as 'Unable to end session', the start of error messages. */
  failurePrefix: string
  send: (values: Texts) => Promise<{ message: string; to?: string }>
  onCancel: () => void
  /** What will happen. */
  children: ReactNode
  /** An alternative, shown after a refusal. */
  alternative?: ReactNode
}

/** Asks for the current password before an action. */
export const PasswordDialog = ({
  role,
  title,
  username,
  safe,
  act,
  failurePrefix,
  kind,
  icon,
  send,
  onCancel,
  children,
  alternative,
}: PasswordDialogProps) => {
  const form = useForm(EMPTY, problemsOf)

  const onSubmit = () =>
    form.submit(act, () => send(form.values), {
      409: (serverText) => `${failurePrefix}: ${serverText}`,
      429: asIs,
      other: failurePrefix,
    })

  return (
    <FormDialog
      role={role}
      title={title}
      form={form}
      unsaved={false}
      cancel={safe}
      action={act}
      button={{ kind, icon, incomplete: form.values.currentPass === '' }}
      lead={<p>{children}</p>}
      onSubmit={onSubmit}
      onClose={onCancel}
    >
      {form.answer && alternative}
      <input type="text" name="user" autoComplete="username" value={username} readOnly hidden />
      <PasswordField label="Password" autoComplete="current-password" data-takes-focus {...form.field('currentPass')} />
    </FormDialog>
  )
}
