import { useRef, useState, type FormEvent } from 'react'
import { codePoints } from '../../../shared/contract/limits.ts'
import { issueRevision, LONGEST_NOTE } from '../../../shared/papers/revisions.api.ts'
import type { LeftOut, PaperSize } from '../../../shared/papers/papers.api.ts'
import { call } from '../../lib/call.ts'
import { ApiError, sentence } from '../../lib/errors.ts'
import { useKeptDraft } from '../../lib/kept-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DraftNote } from '../../ui/draft-note.tsx'
import { Message } from '../../ui/message.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toasts.ts'

interface IssueDialogProps {
  projectID: number
  size: PaperSize
  without: readonly LeftOut[]
  /** The number of the latest one that is listed; null for none. */
  latest: number | null
  /** What the book is with, in words. */
  about: string
  onIssued: () => void
  onClose: () => void
}

/** Open for as long as it is rendered. Closing it while the book is made gives that up. */
export const IssueDialog = ({ projectID, size, without, latest, about, onIssued, onClose }: IssueDialogProps) => {
  // Of when it was opened: pressed again after a lost answer it is the same wish, whatever has been listed meanwhile.
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
      // Then what is listed by now has been looked at before it is pressed again.
      if (error instanceof ApiError && error.code === 'revision_issued') setAfter(undefined)
      setFailure(problem ?? sentence(error, { other: 'Unable to issue the revision' }))
      setBusy(false)
    } finally {
      // It may have been issued where no answer came.
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
          hint="Stands in the book and in the list: who it is for, or why."
          data-takes-focus
          onChange={setNote}
        />
        <p role="status">{busy && 'Making the book …'}</p>
      </form>
    </Dialog>
  )
}
