import { ConfirmDialog } from './dialog.tsx'

/** What is to be confirmed before it is done. */
export interface Question {
  title: string
  text: string
  /** The words of the button that does it. */
  loss: string
  onYes: () => void
}

/** Asks a page's question, where it has one; `onAnswered` takes it away. */
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
    safe="Cancel"
    loss={question?.loss ?? ''}
    onSafe={onAnswered}
    onLoss={() => {
      onAnswered()
      question?.onYes()
    }}
  >
    {question?.text}
  </ConfirmDialog>
)
