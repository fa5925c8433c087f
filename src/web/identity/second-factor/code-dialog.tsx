import type { ReactNode } from 'react'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { asIs } from '../../lib/errors.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import type { ButtonKind } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
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
  const form = useForm({ code: '' }, problemsOf)

  const onSubmit = () => {
    const sent = async () => {
      await send(form.values.code)
      return undefined
    }
    return form.submit(act, sent, { 401: asIs, 409: asIs, 429: asIs, other: failure })
  }

  return (
    <FormDialog
      title={title}
      form={form}
      unsaved={false}
      action={act}
      button={{ kind }}
      lead={<p>{children}</p>}
      onSubmit={onSubmit}
      onClose={onCancel}
    >
      <TextField
        label="Code"
        hint="From your authenticator app, or a recovery code."
        autoComplete="one-time-code"
        data-takes-focus
        {...form.field('code')}
      />
    </FormDialog>
  )
}
