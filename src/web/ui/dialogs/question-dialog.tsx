import { ConfirmDialog } from './dialog.tsx'

/** A question to confirm before an action. */
export interface Question {
  title: string
  text: string
  /** The label of the button that confirms. */
  confirmLabel: string
  onYes: () => void
}

/** Shows a page's question, if it has one; `onAnswered` clears it. */
export const QuestionDialog = ({
  question,
  onAnswered,
}: {
  question: Question | undefined
  onAnswered: () => void
}) => (
  <ConfirmDialog
    open={question !== undefined}
    title={question?.title ?? ''}
    safeLabel="Cancel"
    destructiveLabel={question?.confirmLabel ?? ''}
    onSafe={onAnswered}
    onDestructive={() => {
      onAnswered()
      question?.onYes()
    }}
  >
    {question?.text}
  </ConfirmDialog>
)
