import { useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { SENTENCES } from '../../../shared/contract/text-rules.ts'
import { copyName } from '../../../shared/items/bulk/copy-name.ts'
import { ApiError, sentence } from '../../lib/errors.ts'
import { messageWithPricing } from '../../ui/pricing-hint.tsx'
import { useUndoEvent } from '../../history/use-undo-event.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Message } from '../../ui/message.tsx'
import { BlockingDialog } from '../../ui/dialogs/blocking-dialog.tsx'
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
  const [typed, setTyped] = useState<string>()
  const [files, setFiles] = useState(true)
  const [failure, setFailure] = useState<{ of: 'name' | 'all'; text: ReactNode }>()
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  const undoOf = useUndoEvent()
  const isHere = useIsMounted()
  const copy = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (typed?.trim() === '') {
      setFailure({ of: 'name', text: SENTENCES.required })
      return
    }
    setBusy(true)
    setFailure(undefined)
    try {
      const { message, eventID, to } = await onCopy({ name: typed ?? suggested ?? null, files })
      if (isHere()) {
        onClose()
        await navigate(to)
      }
      toast({ kind: 'success', text: message, action: undoOf(eventID) })
    } catch (error) {
      const ofName = error instanceof ApiError && (error.fields.name ?? error.fields.roomName)
      const text = sentence(error, { 409: (serverText) => serverText, other: fallbackError })
      if (!isHere()) toast({ kind: 'error', text })
      setFailure(ofName ? { of: 'name', text: ofName } : { of: 'all', text: messageWithPricing(error, text) })
      setBusy(false)
    }
  }
  const form = 'copy-thing'
  return (
    <BlockingDialog
      open
      title={title}
      busy={busy}
      unsaved={typed !== undefined && !busy}
      onClose={onClose}
      actions={
        <Button kind="primary" type="submit" form={form} busy={busy}>
          {title}
        </Button>
      }
    >
      <form id={form} noValidate style={{ display: 'contents' }} onSubmit={(event) => void copy(event)}>
        {failure?.of === 'all' && <Message kind="error">{failure.text}</Message>}
        {children}
        <TextField
          label="Name"
          name="name"
          value={typed ?? suggested ?? ''}
          onChange={setTyped}
          maxLength={maxLength}
          hint={hint}
          error={failure?.of === 'name' ? String(failure.text) : undefined}
          autoComplete="off"
          data-takes-focus
        />
        <Checkbox label="Include files" name="files" checked={files} onChange={setFiles} />
      </form>
    </BlockingDialog>
  )
}
