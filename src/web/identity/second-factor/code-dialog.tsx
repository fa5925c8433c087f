import { useId, type FormEvent, type ReactNode } from 'react'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { sentence } from '../../lib/errors.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { Button, type ButtonKind } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Message } from '../../ui/message.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'

const problemsOf = ({ code }: { code: string }) => (code.trim() === '' ? { code: SENTENCES.required } : {})

interface CodeDialogProps {
  title: string
  /** The label of the button that confirms. */
  act: string
  kind: ButtonKind
  /** What the screen says for failures without words of their own. */
  failure: string
  send: (code: string) => Promise<void>
  onCancel: () => void
  children: ReactNode
}

/** Asks for a code of the second factor before an action. */
export const CodeDialog = ({ title, act, kind, failure, send, onCancel, children }: CodeDialogProps) => {
  const formID = useId()
  const { ref, texts, field, submit, pressed, answer } = useForm({ code: '' }, problemsOf)

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const sent = async () => {
      await send(texts.code)
      return undefined
    }
    void submit(act, sent, (error) =>
      sentence(error, {
        401: (serverText) => serverText,
        409: (serverText) => serverText,
        429: (serverText) => serverText,
        other: failure,
      }),
    )
  }

  return (
    <Dialog
      title={title}
      open
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" form={formID} kind={kind} busy={pressed !== undefined}>
            {act}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      <form ref={ref} id={formID} noValidate onSubmit={onSubmit}>
        {answer && <Message kind={answer.kind}>{answer.text}</Message>}
        <TextField
          label="Code"
          hint="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          data-takes-focus
          {...field('code')}
        />
      </form>
    </Dialog>
  )
}
