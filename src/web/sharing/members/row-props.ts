import type { Question } from '../../ui/dialogs/question-dialog.tsx'

/** `what` identifies the control of a change, so that it is not sent twice at once. */
export type Act = (what: string, words: string, work: () => Promise<string | undefined>) => Promise<void>

export interface RowProps {
  projectID: number
  /** The control whose call is running. */
  busy: string | undefined
  onAct: Act
  onAsk: (question: Question) => void
}
