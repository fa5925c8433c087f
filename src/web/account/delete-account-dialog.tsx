import { IconTrash } from '@tabler/icons-react'
import { useId, type FormEvent } from 'react'
import { deleteMyAccount } from '../../shared/account.ts'
import { SENTENCES } from '../../shared/text.ts'
import { call } from '../api/call.ts'
import { sentence } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { forgetUser } from '../auth/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Message } from '../ui/message.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useForm } from '../use-form.ts'

const EMPTY = { currentPass: '' }
type Texts = Readonly<typeof EMPTY>

const problemsOf = ({ currentPass }: Texts) => (currentPass === '' ? { currentPass: SENTENCES.required } : {})

const failureOf = (error: unknown): string =>
  sentence(error, {
    409: (serverText) => `Unable to delete account: ${serverText}`,
    429: (serverText) => serverText,
    other: 'Unable to delete account',
  })

interface DeleteAccountDialogProps {
  username: string
  onCancel: () => void
  /** The account is gone; the page is left next. */
  onDeleted: () => void
}

/** Open for as long as it is rendered. */
export const DeleteAccountDialog = ({ username, onCancel, onDeleted }: DeleteAccountDialogProps) => {
  const formID = useId()
  const { ref, texts, field, submit, pressed, answer } = useForm(EMPTY, problemsOf)

  const send = async () => {
    const { message } = await call(deleteMyAccount, { body: texts })
    onDeleted()
    forgetUser()
    return { message, to: paths.home() }
  }

  return (
    <Dialog
      role="alertdialog"
      title={`Delete the account ${username}?`}
      open
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Keep Account</Button>
          <Button
            type="submit"
            form={formID}
            kind="danger-filled"
            icon={<IconTrash />}
            unready={texts.currentPass === ''}
            busy={pressed !== undefined}
          >
            Delete Account
          </Button>
        </>
      }
    >
      <p>
        Your projects go with it: their rooms, items and files, and everything in the Trash. This is final; nothing of
        it can be restored.
      </p>
      <form
        ref={ref}
        id={formID}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit('delete', send, failureOf)
        }}
      >
        {answer && <Message kind={answer.kind}>{answer.text}</Message>}
        <input type="text" name="user" autoComplete="username" value={username} readOnly hidden />
        <PasswordField label="Password" autoComplete="current-password" data-takes-focus {...field('currentPass')} />
      </form>
    </Dialog>
  )
}
