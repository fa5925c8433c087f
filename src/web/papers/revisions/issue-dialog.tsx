import { useRef, useState } from 'react'
import { hasAtMost } from '../../../shared/contract/limits.ts'
import { atMost } from '../../../shared/contract/text-rules.ts'
import { issueRevision, LONGEST_NOTE } from '../../../shared/papers/revisions.api.ts'
import type { LeftOut, PaperSize } from '../../../shared/papers/papers.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, sentence } from '../../lib/errors.ts'
import { useForm } from '../../lib/forms/use-form.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { TextArea } from '../../ui/forms/text-area.tsx'
import { toast } from '../../lib/toasts.ts'

interface IssueDialogProps {
  projectID: number
  size: PaperSize
  without: readonly LeftOut[]
  /** The number of the latest listed revision; null for none. */
  latest: number | null
  /** The chosen size and parts, in words. */
  about: string
  onIssued: () => void
  onClose: () => void
}

const problemsOf = ({ note }: { note: string }) => ({
  note: hasAtMost(note.trim(), LONGEST_NOTE) ? undefined : atMost(LONGEST_NOTE),
})

/** Issues a revision. Closing the dialog aborts the request. */
export const IssueDialog = ({ projectID, size, without, latest, about, onIssued, onClose }: IssueDialogProps) => {
  // Fixed when the dialog opens: retrying after a lost answer repeats the same request even if the list has changed.
  const [after, setAfter] = useState<number | null | undefined>(latest)
  const form = useForm({ note: '' }, problemsOf, 'enters', 'revision')
  const end = useRef<AbortController>(undefined)
  const close = () => {
    end.current?.abort()
    onClose()
  }
  const send = async () => {
    const { signal } = (end.current = new AbortController())
    try {
      const { note } = form.values
      const body = { projectID, note, size, without: [...without], after: after === undefined ? latest : after }
      const { message } = await call(issueRevision, { body }, { signal })
      toast({ kind: 'success', text: message })
      onClose()
    } finally {
      // The revision may have been issued even without an answer.
      onIssued()
    }
    return undefined
  }
  const failureOf = (error: unknown) => {
    if (end.current?.signal.aborted) return undefined
    // The user sees the updated list before retrying.
    if (error instanceof ApiError && error.code === 'revision_issued') setAfter(undefined)
    if (error instanceof ApiError && error.status < 500) return error.message
    return sentence(error, { other: 'Unable to issue the revision' })
  }
  return (
    <FormDialog
      title="Issue Revision"
      form={form}
      unsaved={form.isChanged && !form.busy}
      action="Issue Revision"
      onSubmit={() => form.submit('issue', send, failureOf)}
      onClose={close}
    >
      <p>{about}</p>
      <TextArea
        label="Note"
        optional
        max={LONGEST_NOTE}
        hint="Shown in the book and in the list, e.g. who it’s for or why."
        data-takes-focus
        {...form.field('note')}
        error={problemsOf(form.values).note}
      />
      <p role="status">{form.busy && 'Making the book…'}</p>
    </FormDialog>
  )
}
