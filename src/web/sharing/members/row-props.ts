import type { Question } from '../../ui/question-dialog.tsx'

/** `what` names the control that a change came from, which is not made twice at once. */
export type Act = (what: string, words: string, work: () => Promise<string | undefined>) => Promise<void>

export interface RowProps {
  projectID: number
  /** The control whose call is under way. */
  busy: string | undefined
  onAct: Act
  onAsk: (question: Question) => void
}
