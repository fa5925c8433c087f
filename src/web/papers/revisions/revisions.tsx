import { useRef, useState } from 'react'
import { LEFT_OUT, type LeftOut, type PaperSize } from '../../../shared/papers/papers.api.ts'
import { removeRevision, type Revision } from '../../../shared/papers/revisions.api.ts'
import { call } from '../../lib/call.ts'
import { sentence } from '../../lib/errors.ts'
import { Ink, PaperDrawing, rowsFrom, Text } from '../kinds/paper-drawing.tsx'
import { PaperLine } from '../paper-line.tsx'
import { Button } from '../../ui/button.tsx'
import { FormFooter } from '../../ui/forms/form-footer.tsx'
import { IconStack2 } from '../../ui/icons.tsx'
import { Message } from '../../ui/message.tsx'
import { QuestionDialog, type Question } from '../../ui/dialogs/question-dialog.tsx'
import { toast } from '../../lib/toasts.ts'
import { IssueDialog } from './issue-dialog.tsx'
import { RevisionRow } from './revision-row.tsx'
import { useRevisions } from './use-revisions.ts'

interface RevisionsProps {
  projectID: number
  /** The options chosen for the book. */
  size: PaperSize
  without: readonly LeftOut[]
}

const LIST = new Intl.ListFormat('en')
const bookInWords = (size: PaperSize, without: readonly LeftOut[]): string => {
  const paper = size === 'letter' ? 'Letter' : 'A4'
  const parts = LEFT_OUT.filter((part) => !without.includes(part))
  const withParts = parts.length === 0 ? '' : `, with ${LIST.format(parts)}`
  const withoutParts = without.length === 0 ? '' : `, without ${LIST.format(without)}`
  return `Saves the full book as it is now (${paper}${withParts}${withoutParts}). You can download it any time.`
}

/** A page with a change bar in its margin. Decorative. */
const RevisionPreview = () => (
  <PaperDrawing>
    <Ink boxes={[[21, 23, 75.6, 12]]} />
    <Text boxes={rowsFrom(49, 18, 7, (y) => [21, y, 126, 4])} />
    <path fill="#c9684a" d="M11 79h3v16h-3zM11 133h3v16h-3z" />
  </PaperDrawing>
)

/** The issued books, and the button to issue the next one. */
export const Revisions = ({ projectID, size, without }: RevisionsProps) => {
  const { issued, failure, again } = useRevisions(projectID)
  const [issuing, setIssuing] = useState(false)
  const [question, setQuestion] = useState<Question>()
  const heading = useRef<HTMLHeadingElement>(null)
  const remove = async ({ revisionID, number }: Revision) => {
    try {
      const { message } = await call(removeRevision, { query: { revisionID } })
      toast({ kind: 'success', text: message })
      // The focused button disappears with its row.
      heading.current?.focus()
    } catch (error) {
      toast({ kind: 'error', text: sentence(error, { other: `Unable to remove Revision ${number}` }) })
    } finally {
      again()
    }
  }
  const ask = (revision: Revision) =>
    setQuestion({
      title: `Remove Revision ${revision.number}?`,
      text: 'This permanently deletes the PDF and can’t be undone. Its number won’t be reused.',
      confirmLabel: 'Remove Revision',
      onYes: () => void remove(revision),
    })
  return (
    <>
      <PaperLine
        name="Issued Revisions"
        summary="Every book you issued, and what changed"
        drawing={<RevisionPreview />}
        heading={heading}
        action={
          issued && issued.may !== 'read'
            ? { label: 'Issue a Revision', icon: <IconStack2 />, onPress: () => setIssuing(true) }
            : undefined
        }
        footer={
          failure !== undefined ? (
            <FormFooter>
              <Button onClick={again}>Try Again</Button>
            </FormFooter>
          ) : (
            issued &&
            issued.may !== 'read' && (
              <FormFooter>
                <Button kind="primary" icon={<IconStack2 />} onClick={() => setIssuing(true)}>
                  Issue Revision
                </Button>
              </FormFooter>
            )
          )
        }
      >
        <p>
          Issue a revision when people start working from the book. It never changes. The next one lists what’s new and
          marks it in the margin.
        </p>
        {failure !== undefined && <Message kind="error">{failure}</Message>}
        {issued?.revisions.length === 0 && <p className="muted part-below">No revisions yet.</p>}
        {issued && issued.revisions.length > 0 && (
          <ul className="grid">
            {issued.revisions.map((revision) => (
              <RevisionRow
                key={revision.revisionID}
                revision={revision}
                onRemove={issued.may === 'own' ? () => ask(revision) : undefined}
              />
            ))}
          </ul>
        )}
      </PaperLine>
      {issuing && (
        <IssueDialog
          {...{ projectID, size, without }}
          latest={issued?.revisions[0]?.number ?? null}
          about={bookInWords(size, without)}
          onIssued={again}
          onClose={() => setIssuing(false)}
        />
      )}
      <QuestionDialog question={question} onAnswered={() => setQuestion(undefined)} />
    </>
  )
}
