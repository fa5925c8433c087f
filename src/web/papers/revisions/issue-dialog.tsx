import { useRef, useState, type FormEvent } from 'react'
import { codePoints } from '../../../shared/contract/limits.ts'
import { issueRevision, LONGEST_NOTE } from '../../../shared/papers/revisions.api.ts'
import type { LeftOut, PaperSize } from '../../../shared/papers/papers.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, sentence } from '../../lib/errors.ts'
import { useKeptDraft } from '../../lib/forms/kept-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DraftNote } from '../../ui/forms/draft-note.tsx'
import { Message } from '../../ui/message.tsx'
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

/** Issues a revision. Closing the dialog aborts the request. */
export const IssueDialog = ({ projectID, size, without, latest, about, onIssued, onClose }: IssueDialogProps) => {
  // Fixed when the dialog opens: retrying after a lost answer repeats the same request even if the list has changed.
  const [after, setAfter] = useState<number | null | undefined>(latest)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const draft = useKeptDraft('revision', note === '' ? undefined : note, {
    restore: setNote,
    discard: () => setNote(''),
  })
  const end = useRef<AbortController>(undefined)
  const isTooLong = codePoints(note.trim()) > LONGEST_NOTE
  const close = () => {
    end.current?.abort()
    onClose()
  }
  const issue = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || isTooLong) return
    const { signal } = (end.current = new AbortController())
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { projectID, note, size, without: [...without], after: after === undefined ? latest : after }
      const { message } = await call(issueRevision, { body }, { signal })
      toast({ kind: 'success', text: message })
      onClose()
    } catch (error) {
      if (signal.aborted) return
      const problem = error instanceof ApiError && error.status < 500 ? error.message : undefined
      // The user sees the updated list before retrying.
      if (error instanceof ApiError && error.code === 'revision_issued') setAfter(undefined)
      setFailure(problem ?? sentence(error, { other: 'Unable to issue the revision' }))
      setBusy(false)
    } finally {
      // The revision may have been issued even without an answer.
      onIssued()
    }
  }
  const form = 'issue-revision'
  return (
    <Dialog
      open
      title="Issue Revision"
      onClose={close}
      unsaved={note !== '' && !busy}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} busy={busy}>
            Issue Revision
          </Button>
        </>
      }
    >
      <form id={form} noValidate style={{ display: 'contents' }} onSubmit={(event) => void issue(event)}>
        {failure !== undefined && <Message kind="error">{failure}</Message>}
        <DraftNote draft={draft} />
        <p>{about}</p>
        <TextArea
          label="Note"
          name="note"
          optional
          max={LONGEST_NOTE}
          value={note}
          error={isTooLong ? `Must be at most ${LONGEST_NOTE} characters.` : undefined}
          hint="Shown in the book and in the list, e.g. who it’s for or why."
          data-takes-focus
          onChange={setNote}
        />
        <p role="status">{busy && 'Making the book…'}</p>
      </form>
    </Dialog>
  )
}
