import { useId, type FormEvent, type ReactNode } from 'react'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { sentence } from '../../lib/errors.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Message } from '../../ui/message.tsx'
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
  send: (texts: Texts) => Promise<{ message: string; to?: string }>
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
  const formID = useId()
  const { ref, texts, field, submit, pressed, answer } = useForm(EMPTY, problemsOf)

  const failureOf = (error: unknown): string =>
    sentence(error, {
      409: (serverText) => `${failurePrefix}: ${serverText}`,
      429: (serverText) => serverText,
      other: failurePrefix,
    })

  return (
    <Dialog
      role={role}
      title={title}
      open
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>{safe}</Button>
          <Button
            type="submit"
            form={formID}
            kind={kind}
            icon={icon}
            incomplete={texts.currentPass === ''}
            busy={pressed !== undefined}
          >
            {act}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <form
        ref={ref}
        id={formID}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit(act, () => send(texts), failureOf)
        }}
      >
        {answer && <Message kind={answer.kind}>{answer.text}</Message>}
        {answer && alternative}
        <input type="text" name="user" autoComplete="username" value={username} readOnly hidden />
        <PasswordField label="Password" autoComplete="current-password" data-takes-focus {...field('currentPass')} />
      </form>
    </Dialog>
  )
}
