import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { copyName } from '../../../shared/items/bulk/copy-name.ts'
import { ApiError, asIs, sentence } from '../../lib/errors.ts'
import { messageWithPricing } from '../../ui/pricing-hint.tsx'
import { useForm } from '../../lib/forms/use-form.ts'
import { useUndoEvent } from '../../history/use-undo-event.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { toast } from '../../lib/toasts.ts'
import { useIsMounted } from '../../lib/use-is-mounted.ts'

/** Inputs of a copy; the server names it if the name is null. */
interface CopyInputs {
  name: string | null
  files: boolean
}

interface CopyDialogProps {
  /** Such as 'Copy Room'. */
  title: string
  /** The current name. */
  name: string
  /** Names the copy cannot have; undefined while they are unknown. */
  takenNames: readonly string[] | undefined
  maxLength: number
  hint?: string
  /** The message if the call fails without one from the server. */
  fallbackError?: string
  /** Returns the message, the event, and the address of the copy. */
  onCopy: (inputs: CopyInputs) => Promise<{ message: string; eventID: number; to: string }>
  onClose: () => void
  /** Additional fields. */
  children?: ReactNode
}

/** Asks for the name of a copy and whether to copy files. */
export const CopyDialog = ({
  title,
  name,
  takenNames,
  maxLength,
  hint,
  fallbackError = `Unable to copy "${name}"`,
  onCopy,
  onClose,
  children,
}: CopyDialogProps) => {
  const suggested = takenNames && copyName(name, takenNames, maxLength)
  const form = useForm({ name: suggested ?? '', files: true }, ({ name: typed }) => ({
    name: typed.trim() === '' && suggested !== undefined ? SENTENCES.required : undefined,
  }))
  const { values, put } = form
  const navigate = useNavigate()
  const undoOf = useUndoEvent()
  const isHere = useIsMounted()
  const copy = async () => {
    const { message, eventID, to } = await onCopy({ ...values, name: values.name || null })
    if (isHere()) {
      onClose()
      await navigate(to)
    }
    toast({ kind: 'success', text: message, action: undoOf(eventID) })
    return undefined
  }
  const failureOf = (error: unknown) => {
    const text = sentence(error, { 409: asIs, other: fallbackError })
    if (!isHere()) toast({ kind: 'error', text })
    const ofName = error instanceof ApiError && (error.fields.name ?? error.fields.roomName)
    if (!ofName) return { kind: 'error' as const, text: messageWithPricing(error, text) }
    form.refuse({ name: ofName })
    return undefined
  }
  return (
    <FormDialog
      title={title}
      form={form}
      unsaved={form.changed.includes('name') && !form.busy}
      blocking
      action={title}
      onSubmit={() => form.submit('copy', copy, failureOf)}
      onClose={onClose}
    >
      {children}
      <TextField
        label="Name"
        maxLength={maxLength}
        hint={hint}
        autoComplete="off"
        data-takes-focus
        {...form.field('name')}
      />
      <Checkbox label="Include files" name="files" checked={values.files} onChange={(files) => put({ files })} />
    </FormDialog>
  )
}
