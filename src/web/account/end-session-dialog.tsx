import { useId, type FormEvent } from 'react'
import { endMySession, type MySession } from '../../shared/account.ts'
import { SENTENCES } from '../../shared/text.ts'
import { call } from '../api/call.ts'
import { ApiError, sentence } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Message } from '../ui/message.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { toast } from '../ui/toasts.ts'
import { useForm } from '../use-form.ts'
import { deviceName } from './device.ts'

const EMPTY = { currentPass: '' }
type Texts = Readonly<typeof EMPTY>

const problemsOf = ({ currentPass }: Texts) => (currentPass === '' ? { currentPass: SENTENCES.required } : {})

const failureOf = (error: unknown): string =>
  sentence(error, {
    409: (serverText) => `Unable to end session: ${serverText}`,
    429: (serverText) => serverText,
    other: 'Unable to end session',
  })

interface EndSessionDialogProps {
  username: string
  session: MySession
  onCancel: () => void
  /** The session is over, by this or before. */
  onEnded: () => void
}

/** Open for as long as it is rendered. */
export const EndSessionDialog = ({
  username,
  session: { sessionID, userAgent },
  onCancel,
  onEnded,
}: EndSessionDialogProps) => {
  const formID = useId()
  const { ref, texts, field, submit, pressed, answer } = useForm(EMPTY, problemsOf)

  const send = async () => {
    try {
      const answered = await call(endMySession, { query: { sessionID }, body: texts })
      toast({ kind: 'success', text: answered.message })
      onEnded()
      return answered
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 404)) throw error
      const message = 'This session was over already'
      toast({ kind: 'error', text: message })
      onEnded()
      return { message }
    }
  }

  return (
    <Dialog
      title={`End the session of ${deviceName(userAgent)}?`}
      open
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Keep Session</Button>
          <Button
            type="submit"
            form={formID}
            kind="primary"
            unready={texts.currentPass === ''}
            busy={pressed !== undefined}
          >
            End Session
          </Button>
        </>
      }
    >
      <p>That device is logged out at once. What it has not saved is lost.</p>
      <form
        ref={ref}
        id={formID}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit('end', send, failureOf)
        }}
      >
        {answer && <Message kind={answer.kind}>{answer.text}</Message>}
        <input type="text" name="user" autoComplete="username" value={username} readOnly hidden />
        <PasswordField label="Password" autoComplete="current-password" data-takes-focus {...field('currentPass')} />
      </form>
    </Dialog>
  )
}
