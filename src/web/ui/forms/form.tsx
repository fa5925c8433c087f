import type { ComponentProps } from 'react'
import type { Form as FormState } from '../../lib/forms/use-form.ts'
import { Message } from '../message.tsx'
import { DraftNote } from './draft-note.tsx'
import { useUnsavedGuard } from '../../lib/forms/unsaved-guard.ts'

/** A form of `useForm` with any values. */
export type AnyForm = Pick<FormState<object>, 'ref' | 'answer' | 'draft' | 'isChanged' | 'busy'>

/** The server's last answer, and whether something entered before a reload is back. */
export const FormNotes = ({ form: { answer, draft } }: { form: Pick<AnyForm, 'answer' | 'draft'> }) => (
  <>
    {answer && <Message kind={answer.kind}>{answer.text}</Message>}
    <DraftNote draft={draft} />
  </>
)

export interface FormProps extends Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> {
  form: AnyForm
  onSubmit: () => void | Promise<void>
  /** Leaving the screen with unsaved input asks first. */
  guarded?: boolean
  /** The FormNotes are among the children. */
  hasNotes?: boolean
}

export const Form = ({ form, onSubmit, guarded = false, hasNotes, children, ...rest }: FormProps) => {
  const { ref, isChanged } = form
  useUnsavedGuard(guarded && isChanged)
  return (
    <form
      noValidate
      {...rest}
      ref={ref}
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {!hasNotes && <FormNotes form={form} />}
      {children}
    </form>
  )
}
